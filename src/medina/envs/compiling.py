"""Getting the compiled rules ready: from the cache in a moment, or compiled once with a sign of progress."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Any

from numba.core import event

from medina.words import say

FUNCTIONS = 160  # about so many functions are compiled the first time
PATIENCE = 1.5  # seconds before anybody wants to know what is going on


class _Watcher(event.Listener):  # type: ignore[misc, name-defined, unused-ignore]
    """Counts functions as they are compiled and tells how far things are."""

    def __init__(self, tell: Callable[[float], None]) -> None:
        self._tell = tell
        self._begin = time.monotonic()
        self._count = 0
        self.told = False

    def on_start(self, event: Any) -> None:
        """Nothing to say yet."""

    def on_end(self, event: Any) -> None:
        """One more function is done."""
        self._count += 1
        if time.monotonic() - self._begin > PATIENCE:
            self.told = True
            self._tell(min(0.99, self._count / FUNCTIONS))


def _print_share(share: float) -> None:
    sys.stderr.write("\r" + say("bots.compiling", percent=round(100 * share)))
    sys.stderr.write("\n" if share >= 1 else "")
    sys.stderr.flush()


def watch_compiling(work: Callable[[], None], on_progress: Callable[[float], None] | None = None) -> None:
    """Does the work; if it takes long, tells the share that is done, on the terminal if nobody else listens."""
    if on_progress is None and not sys.stderr.isatty():
        work()
        return
    tell = on_progress or _print_share
    watcher = _Watcher(tell)
    with event.install_listener("numba:compile", watcher):
        work()
    if watcher.told:
        tell(1.0)
