"""`medina serve` with a watch on its event loop; one that is not watched pays nothing for it.

/metrics tells, since the last time it was asked, the longest that one piece of work held the loop, and the longest turn
of the loop: everything that was to be done at a moment. Both in CPU time: what else the machine does is not counted.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import uvloop
from prometheus_client import Gauge

from medina.server.run import serve
from medina.server.settings import load_settings

LOOK_SECONDS = 0.001


class Longest:
    """The longest of some times, for a gauge that begins anew whenever it is asked."""

    def __init__(self, name: str, text: str) -> None:
        self.seconds = 0.0
        Gauge(name, text).set_function(self.take)

    def take(self) -> float:
        seconds, self.seconds = self.seconds, 0.0
        return seconds

    def add(self, seconds: float) -> None:
        self.seconds = max(self.seconds, seconds)


class Loop(uvloop.Loop):
    """Measures every step of every task, and how long it takes to come round."""

    def __init__(self) -> None:
        super().__init__()
        self.held = Longest("medina_loop_held_seconds", "Longest piece of work on the event loop")
        self.turn = Longest("medina_loop_turn_seconds", "Longest turn of the event loop")
        self.call_soon(self._look, time.thread_time())

    def call_soon(self, callback: Callable[..., Any], *args: Any, context: Any = None) -> Any:  # type: ignore[override]
        return super().call_soon(self._timed, callback, *args, context=context)

    def _timed(self, callback: Callable[..., Any], *args: Any) -> None:
        began = time.thread_time()
        callback(*args)
        self.held.add(time.thread_time() - began)

    def _look(self, last: float) -> None:
        now = time.thread_time()
        self.turn.add(now - last)
        self.call_later(LOOK_SECONDS, self._look, now)


if __name__ == "__main__":
    uvloop.new_event_loop = Loop
    raise SystemExit(serve(load_settings()))
