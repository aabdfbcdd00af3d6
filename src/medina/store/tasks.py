"""Ending what goes on beside everything else."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Any

AGAIN_SECONDS = 1.0
"""How long a task may take to clean up before it is told once more."""


async def let_go(tasks: Iterable[asyncio.Task[Any]]) -> None:
    """Cancel these and wait until they have ended, whatever came of them.

    Once is not enough: `asyncio.wait_for` of Python 3.11, which libraries use as well, takes a cancellation for nothing
    when what it waits for comes at the same moment, and the task goes on.
    """
    left = set(tasks)
    while left:
        for task in left:
            task.cancel()
        ended, left = await asyncio.wait(left, timeout=AGAIN_SECONDS)
        for task in ended:
            if not task.cancelled():
                task.exception()  # else asyncio would complain that nobody asked
