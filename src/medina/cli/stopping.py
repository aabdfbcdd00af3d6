"""Long work that can be stopped: by Ctrl-C, or by a plain `kill`, also when it was started in the background."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


def _stop(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt


@contextmanager
def stoppable() -> Iterator[None]:
    """Inside, both signals raise `KeyboardInterrupt`. A shell lets background work ignore Ctrl-C, unless told so."""
    before = {number: signal.signal(number, _stop) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
