"""Where bots think: whole turns in threads, which end when nobody waits for them, and go on when something fails."""

from __future__ import annotations

import asyncio
import random
import threading
import time
from collections.abc import Iterator

import pytest
from structlog.testing import capture_logs

from medina import Move, Position, Record, new_game
from medina.bots import Budget, make_bot
from medina.engine import EngineTrap
from medina.server.thinking import pool as pools
from medina.server.thinking.pool import Pool, Stopped, analyse, choose_turn
from medina.study import GameStudy

AN_HOUR = 3600.0


def never() -> bool:
    return False


@pytest.fixture
def pool() -> Iterator[Pool]:
    made = Pool(1)
    yield made
    made.stop()


class Failing:
    """A bot that fails so many times, and then plays at random."""

    def __init__(self, times: int) -> None:
        self.left = times

    def choose_turn(self, position: Position, budget: Budget, rng: random.Random) -> list[Move]:
        self.left -= 1
        if self.left >= 0:
            raise EngineTrap("search", "unreachable")
        return make_bot("random").choose_turn(position, budget, rng)


def is_whole_turn(position: Position, moves: list[str]) -> bool:
    """Are these legal, and all that is left of the turn?"""
    seat = position.turn
    for move in moves:
        if position.turn != seat:
            return False
        position = position.play(move)
    return position.turn != seat


@pytest.mark.parametrize("bot", ["random", "greedy", "mason", "architect"])
@pytest.mark.parametrize("players", [2, 4])
def test_a_bot_chooses_the_rest_of_its_turn(bot: str, players: int) -> None:
    position = new_game(players=players, seed=1)
    for _ in range(2 * players + 1):  # the first turns have one placement; here one of two has been made
        position = position.play(position.legal_moves[0])
    assert is_whole_turn(position, choose_turn(bot, position, 0.05, never))
    if position.is_mid_turn:
        position = position.play(position.legal_moves[0])
    assert is_whole_turn(position, choose_turn(bot, position, 0.05, never))


@pytest.mark.parametrize("how", ["cancelled", "stopped"])
def test_a_thought_that_nobody_waits_for_ends_in_a_moment(how: str, pool: Pool) -> None:
    position = new_game(seed=1)

    async def work() -> float:
        thinking = asyncio.create_task(pool.run(choose_turn, "architect", position, AN_HOUR))
        await asyncio.sleep(0.3)
        began = time.monotonic()
        if how == "stopped":
            pool.stop()
            with pytest.raises(Stopped):
                await thinking
        else:
            thinking.cancel()
            assert is_whole_turn(position, await pool.run(choose_turn, "greedy", position, 0))
        return time.monotonic() - began

    assert asyncio.run(work()) < 10


def test_an_analysis_that_nobody_waits_for_ends_in_a_moment(pool: Pool) -> None:
    study = GameStudy(Record.new(new_game(seed=1)))

    async def work() -> None:
        thinking = asyncio.create_task(pool.run(analyse, study, AN_HOUR, None))
        await asyncio.sleep(0.3)
        thinking.cancel()
        await pool.run(analyse, study, AN_HOUR, 20)

    asyncio.run(asyncio.wait_for(work(), 30))


def test_a_turn_whose_thought_failed_is_thought_again(monkeypatch: pytest.MonkeyPatch) -> None:
    position, bot = new_game(seed=1), Failing(2)
    monkeypatch.setattr(pools, "_make", lambda name: bot)
    with capture_logs() as said:
        moves = choose_turn("architect", position, 0.1, never)
    assert is_whole_turn(position, moves)
    assert bot.left == -1
    assert [("search" in line["error"], line["bot"]) for line in said] == [(True, "architect")] * 2


def test_a_bot_that_fails_again_and_again_plays_something_legal(monkeypatch: pytest.MonkeyPatch) -> None:
    position, bot = new_game(seed=1), Failing(99)
    monkeypatch.setattr(pools, "_make", lambda name: bot)
    assert is_whole_turn(position, choose_turn("architect", position, 0.1, never))
    assert bot.left == 99 - pools.TRIES


def test_as_many_think_at_once_as_there_are_threads() -> None:
    together = threading.Barrier(3)

    def meet(stop: pools.Stop) -> int:
        together.wait(30)
        return threading.get_ident()

    async def work() -> set[int]:
        pool = Pool(3)
        try:
            return set(await asyncio.gather(*(pool.run(meet) for _ in range(3))))
        finally:
            pool.stop()

    assert len(asyncio.run(work())) == 3


def test_what_a_search_took_is_given_back(pool: Pool) -> None:
    position = new_game(seed=1)

    def resident() -> int:
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * 4096

    async def work() -> list[int]:
        sizes = []
        for _ in range(8):
            await pool.run(choose_turn, "architect", position, 0.3)
            sizes.append(resident())
        return sizes

    sizes = asyncio.run(work())
    assert max(sizes[4:]) < max(sizes[:4]) + 20_000_000, sizes
