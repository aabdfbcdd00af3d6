"""Waiting for what has to happen: a minute, which only a failure takes, so that slow machines have their time.

Pages of a browser are waited for by `wait_until` of `tests/e2e/browser_support.py`, since they stand still while we do.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

SECONDS = 60.0

Answer = TypeVar("Answer")


def wait_until(ask: Callable[[], Answer], trouble: str) -> Answer:
    """Ask again and again until the answer is anything but no."""
    until = time.monotonic() + SECONDS
    while not (answer := ask()):
        assert time.monotonic() < until, trouble
        time.sleep(0.02)
    return answer
