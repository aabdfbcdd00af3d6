"""Letting bots think in threads: the engine works beside the interpreter, so the site stays quick meanwhile."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, TypeVar

import structlog

from medina import Position
from medina.bots import Bot, Budget, make_bot
from medina.bots.base import never
from medina.bots.simple import GreedyBot
from medina.study import GameStudy, Step, bot_analyst, next_step

TRIES = 3
SEARCH_MEMORY = 32_000_000
"""Bytes of a tree. Some 1.5 s of thought fill them; then the search says what it has found."""
NICENESS = 5
"""Whoever asks comes before who thinks: threads that search all the time make the event loop late otherwise."""

log = structlog.get_logger("bots")
Made = TypeVar("Made")
Stop = Callable[[], bool]


class Stopped(Exception):
    """Nobody waits for this thought any more."""


class Pool:
    """Threads for thinking. What runs there asks every few milliseconds whether anybody still waits for it."""

    def __init__(self, threads: int) -> None:
        self.threads = max(1, threads)
        self._executor = ThreadPoolExecutor(self.threads, "thinker", _settle_in)
        self._stopping = False

    async def run(self, work: Callable[..., Made], *arguments: Any, stale: Stop = never) -> Made:
        """Do some work there, first come, first served. The last argument it gets says when to stop: when nobody waits
        for it any more, or it is `stale`, which is asked in the thread."""
        left = threading.Event()

        def stop() -> bool:
            return self._stopping or left.is_set() or stale()

        if self._stopping:
            raise Stopped
        try:
            return await asyncio.get_running_loop().run_in_executor(self._executor, partial(work, *arguments, stop))
        finally:
            left.set()

    def stop(self) -> None:
        """Let nobody think here any more; who does is done in a moment."""
        self._stopping = True
        self._executor.shutdown(wait=False, cancel_futures=True)


def choose_turn(bot: str, position: Position, seconds: float, stop: Stop) -> list[str]:
    """A bot's placements for the rest of the turn. A thought that failed is thought again from the beginning."""
    for attempt in range(TRIES):
        try:
            moves = _make(bot).choose_turn(
                position, Budget(seconds, stop=stop, memory=SEARCH_MEMORY), random.SystemRandom()
            )
        except Exception as error:
            log.warning("a bot failed", bot=bot, attempt=attempt, error=repr(error), exc_info=attempt == TRIES - 1)
        else:
            if stop():
                raise Stopped
            return [move.text for move in moves]
    return any_turn(position)


def any_turn(position: Position) -> list[str]:
    """Legal placements for the rest of the turn, whichever."""
    return [move.text for move in make_bot("random").choose_turn(position, Budget(), random.SystemRandom())]


def _make(bot: str) -> Bot:
    """The bot; the greedy one tries its moves in the engine, as in Python that would hold up everybody else."""
    if bot != "greedy":
        return make_bot(bot)
    from medina.bots.thinker import best_of_turn

    return GreedyBot(best_of_turn)


def analyse(study: GameStudy, seconds: float, nodes: int | None, stop: Stop) -> Step:
    """The next step of a study."""
    step = next_step(study, bot_analyst(seconds, nodes, stop=stop, memory=SEARCH_MEMORY))
    if stop():
        raise Stopped
    return step


def _settle_in() -> None:
    """Let others come first, where a thread can be told so by itself."""
    with contextlib.suppress(AttributeError, OSError):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)
