"""Where bots think: who waits for whom, and that waiting is not held against anybody."""

from __future__ import annotations

import asyncio
import os
import time

import pytest

from medina import Position, Record, new_game
from medina.server.thinking import pool as pools
from medina.server.thinking.pool import Pool, Thinkers
from medina.study import GameStudy

pytestmark = pytest.mark.processes


def nap(seconds: float) -> int:
    """Takes its time, and says in which process."""
    time.sleep(seconds)
    return os.getpid()


def long_look(study: GameStudy, seconds: float, nodes: int | None) -> None:
    time.sleep(seconds)


def first_move(bot: str, position: Position, seconds: float, seed: int) -> str:
    time.sleep(seconds)
    return position.legal_moves[0].text


def test_who_waits_long_for_their_turn_is_not_late(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> tuple[int, list[int]]:
        pool = Pool(1, compiled=False)
        try:
            first = await pool.run(0, nap, 0)
            monkeypatch.setattr(pools, "GRACE_SECONDS", 6)
            return first, await asyncio.gather(*(pool.run(0, nap, 2.0) for _ in range(4)))
        finally:
            pool.stop()

    first, others = asyncio.run(work())
    assert set(others) == {first}, "a process that was only busy was taken for lost"


def test_a_process_that_hangs_is_replaced_for_everybody_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> tuple[int, int, list[str]]:
        pool = Pool(1, compiled=False)
        try:
            first = await pool.run(0, nap, 0)
            monkeypatch.setattr(pools, "GRACE_SECONDS", 0.5)
            hanging = asyncio.create_task(pool.run(0, nap, 3600))
            await asyncio.sleep(0.1)
            waiting = asyncio.create_task(pool.run(60, nap, 0))
            lost = [type(error).__name__ for error in await asyncio.gather(hanging, return_exceptions=True)]
            return first, await waiting, lost
        finally:
            pool.stop()

    first, after, lost = asyncio.run(work())
    assert lost == ["BrokenProcessPool"]
    assert after != first


@pytest.mark.parametrize("what", ["analysis", "show"])
def test_who_plays_does_not_wait_for_analyses_and_shows(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pools, "_analyse", long_look)
    monkeypatch.setattr(pools, "_choose", first_move)
    position = new_game(seed=1)
    study = GameStudy(Record.new(position))

    async def work() -> tuple[str, bool]:
        thinkers = Thinkers(1)
        thinkers.strong.compiled = thinkers.study.compiled = False
        try:
            show = thinkers.choose("architect", position, 600, show=True)
            other = asyncio.create_task(thinkers.analyse(study, 600) if what == "analysis" else show)
            await asyncio.sleep(0.2)
            move = await thinkers.choose("architect", position, 0.1)
            running = not other.done()
            other.cancel()
            show.close()
            return move, running
        finally:
            thinkers.stop()

    assert asyncio.run(work()) == (position.legal_moves[0].text, True)
