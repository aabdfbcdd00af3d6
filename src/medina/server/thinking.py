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

from medina import Position
from medina.bots import BOTS, Budget, make_bot
from medina.server import metrics

INSTANT = frozenset({"random"})
"""Bots that take no longer than the way to another process would."""
TRIES = 3
GRACE_SECONDS = 30.0
"""A bot that is so late will never come."""

log = structlog.get_logger("bots")


class Thinkers:
    """A few processes in which bots think."""

    def __init__(self, processes: int) -> None:
        self.processes = processes
        self._pool: ProcessPoolExecutor | None = None

    async def choose(self, bot: str, position: Position, seconds: float) -> str:
        """The move a bot chooses. Should it fail again and again, any legal move keeps the game going."""
        moves = position.legal_moves
        if len(moves) == 1:
            return moves[0].text
        if bot in INSTANT:
            return _choose(bot, position, seconds, random.getrandbits(32))
        for _ in range(TRIES):
            try:
                with metrics.THINKING.track_inprogress():
                    return await self._think(bot, position, seconds)
            except (BrokenProcessPool, TimeoutError) as error:
                log.warning("bot process lost", bot=bot, error=repr(error))
                self.stop()
            except Exception:
                log.exception("bot failed", bot=bot)
        return random.choice(moves).text

    async def analyse(self, position: Position, seconds: float) -> dict[str, Any]:
        """What the position is worth to everybody, and the best moves."""
        for _ in range(TRIES):
            try:
                return dict(await self._in_process(seconds, _analyse, position, seconds))
            except (BrokenProcessPool, TimeoutError) as error:
                log.warning("analysing process lost", error=repr(error))
                self.stop()
        raise BrokenProcessPool("analysing failed again and again")

    async def _think(self, bot: str, position: Position, seconds: float) -> str:
        return str(await self._in_process(seconds, _choose, bot, position, seconds, random.getrandbits(32)))

    async def _in_process(self, seconds: float, work: Callable[..., Any], *arguments: Any) -> Any:
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(
                max(1, self.processes), mp_context=context, initializer=_die_with, initargs=(os.getpid(),)
            )
        future = asyncio.get_running_loop().run_in_executor(self._pool, work, *arguments)
        return await asyncio.wait_for(future, GRACE_SECONDS + 10 * seconds)

    def stop(self) -> None:
        """Send the thinkers home at once."""
        pool, self._pool = self._pool, None
        if pool is None:
            return
        for process in list((pool._processes or {}).values()):
            process.kill()
        pool.shutdown(wait=False, cancel_futures=True)


def known_bot(name: str) -> bool:
    """Is there such a bot?"""
    return name in BOTS


def _choose(bot: str, position: Position, seconds: float, seed: int) -> str:
    metrics.THOUGHTS.labels(bot).inc()
    return make_bot(bot).choose(position, Budget(seconds=seconds), random.Random(seed)).text


def _die_with(parent: int) -> None:
    """End when the server does, also when it was killed."""

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(0.5)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def _analyse(position: Position, seconds: float) -> dict[str, Any]:
    """Runs where bots think: the last word of `medina.bots.analysis` within the time."""
    if not position.legal_moves:
        return _finished(position)
    from medina.bots.analysis import analyse

    last = list(analyse(position, seconds=seconds))[-1]
    best = [
        {
            "move": line.move.text,
            "win": list(line.wins),
            "score": list(line.scores),
            "line": [move.text for move in line.continuation],
        }
        for line in last.lines
    ]
    return {"win": list(last.wins), "score": list(last.scores), "best": best}


def _finished(position: Position) -> dict[str, Any]:
    scores = position.scores
    winners = [score == max(scores) for score in scores]
    return {"win": [won / sum(winners) for won in winners], "score": list(map(float, scores)), "best": []}
