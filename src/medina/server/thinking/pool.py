"""Letting bots think in processes of their own, so that the site stays quick and a bot that dies does no harm."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import random
import threading
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any

import structlog

from medina import Move, Position
from medina.bots import Budget, make_bot
from medina.server import metrics
from medina.study import Finding, GameStudy, Reason, Step, bot_analyst, given_step, next_step, why_worse
from medina.table.questions import previews

INSTANT = frozenset({"random"})
"""Bots that take no longer than the way to another process would."""
SIMPLE = frozenset({"greedy"})
"""Bots that need nothing but the rules."""
TRIES = 3
GRACE_SECONDS = 30.0
"""A bot that is so late will never come."""
STUDY_NICENESS = 5
"""Who plays comes before who looks back."""
PATIENCE_SECONDS = 900.0
"""The first start compiles, which takes long on a small and busy machine."""

log = structlog.get_logger("bots")


class Pool:
    """Processes of one kind: those with the compiled rules are made ready before they get any work."""

    def __init__(self, processes: int, compiled: bool, niceness: int = 0) -> None:
        self.processes = max(1, processes)
        self.compiled = compiled
        self.niceness = niceness
        self._free = asyncio.Semaphore(self.processes)
        self._pool: ProcessPoolExecutor | None = None
        self._ready: asyncio.Task[None] | None = None

    async def ready(self) -> None:
        """Start, and load or compile what the bots need; however long that takes, it is done once."""
        await asyncio.shield(self._start())

    def _start(self) -> asyncio.Task[None]:
        if self._ready is None:
            self._ready = asyncio.create_task(self._get_ready())
        return self._ready

    async def _get_ready(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._pool = ProcessPoolExecutor(
            self.processes, mp_context=context, initializer=_settle_in, initargs=(os.getpid(), self.niceness)
        )
        if self.compiled:
            loop = asyncio.get_running_loop()
            async with asyncio.timeout(PATIENCE_SECONDS):
                await loop.run_in_executor(self._pool, _compile)

    async def run(self, seconds: float, work: Callable[..., Any], *arguments: Any) -> Any:
        """Do some work there, first come, first served; the time spent in the queue is not held against it."""
        async with self._free:
            return await self._run(seconds, work, *arguments)

    async def _run(self, seconds: float, work: Callable[..., Any], *arguments: Any) -> Any:
        """A process that dies, or is far too late, is replaced and the work done again."""
        for attempt in range(TRIES):
            started = self._start()
            try:
                await asyncio.shield(started)
                future = asyncio.get_running_loop().run_in_executor(self._pool, work, *arguments)
                async with asyncio.timeout(GRACE_SECONDS + 10 * seconds):
                    return await future
            except (BrokenProcessPool, TimeoutError) as error:
                log.warning("a thinking process was lost", attempt=attempt, error=repr(error))
                if self._ready is started:  # else somebody else who was lost with it has begun anew already
                    self.stop()
        raise BrokenProcessPool("thinking failed again and again")

    def stop(self) -> None:
        pool, self._pool, self._ready = self._pool, None, None
        if pool is None:
            return
        for process in list((pool._processes or {}).values()):
            process.kill()
        pool.shutdown(wait=False, cancel_futures=True)


class Thinkers:
    """Where bots think: strong ones with the compiled rules, simple ones without having to wait for them.

    Analyses and games of bots only have a process of their own, started by the first of them: nobody who plays waits.
    """

    def __init__(self, processes: int) -> None:
        self.strong = Pool(processes, compiled=True)
        self.simple = Pool(1, compiled=False)
        self.study = Pool(1, compiled=True, niceness=STUDY_NICENESS)

    async def choose(self, bot: str, position: Position, seconds: float, show: bool = False) -> str:
        """The move a bot chooses. Should it fail again and again, any legal move keeps the game going.

        A `show`, which bots play among themselves, never pauses: it has its place beside the analyses.
        """
        moves = position.legal_moves
        if len(moves) == 1:
            return moves[0].text
        seed = random.getrandbits(32)
        metrics.THOUGHTS.labels(bot).inc()
        if bot in INSTANT:
            return _choose(bot, position, seconds, seed)
        pool = self.simple if bot in SIMPLE else self.study if show else self.strong
        try:
            with metrics.THINKING.track_inprogress():
                return str(await pool.run(seconds, _choose, bot, position, seconds, seed))
        except Exception:
            log.exception("bot failed", bot=bot)
        return random.choice(moves).text

    async def analyse(self, study: GameStudy, seconds: float, nodes: int | None = None) -> Step:
        """The next step of a study, with so much for every look at a position."""
        step: Step = await self.study.run(2 * seconds, _analyse, study.tail, seconds, nodes)
        return step

    async def judge(self, study: GameStudy, before: Finding | None, found: Finding) -> Step:
        """The next step of a study from findings that somebody brings."""
        step: Step = await self.simple.run(1.0, given_step, study.tail, before, found)
        return step

    async def worse(self, *asked: Any) -> tuple[Move, tuple[Reason, ...]]:
        """What speaks against a turn, beside a better one."""
        found: tuple[Move, tuple[Reason, ...]] = await self.simple.run(1.0, why_worse, *asked)
        return found

    async def previews(self, position: Position, piece: str | None = None) -> dict[str, tuple[int, ...]]:
        """How each legal move would change everybody's score, for those that change any."""
        return dict(await self.simple.run(1.0, previews, position, piece))

    def stop(self) -> None:
        for pool in (self.strong, self.simple, self.study):
            pool.stop()


def _compile() -> None:
    from medina.bots.thinker import get_ready

    get_ready(lambda _: None)


def _choose(bot: str, position: Position, seconds: float, seed: int) -> str:
    return make_bot(bot).choose(position, Budget(seconds=seconds), random.Random(seed)).text


def _settle_in(parent: int, niceness: int) -> None:
    """Be as modest as asked, and end when the server does, also when it was killed."""
    os.nice(niceness)

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(0.5)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def _analyse(study: GameStudy, seconds: float, nodes: int | None) -> Step:
    return next_step(study, bot_analyst(seconds, nodes))
