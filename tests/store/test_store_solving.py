"""Tries at puzzles on both databases: each counts once, whoever is first; and what browsers work out by themselves."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import cast

from sqlalchemy.ext.asyncio import AsyncEngine
from test_store import run
from test_store_rating import meet

from medina.store.rating import OFFSET, SCALE
from medina.store.solving import GUESS, Level, Solving, Try

SAMPLES = Path(__file__).parents[1] / "data" / "puzzles" / "levels.json"
"""Read by the client's tests, too: it counts in the same way for guests and without a network."""


def shown(mean: float) -> float:
    return OFFSET + SCALE * mean


def samples() -> dict[str, object]:
    """What a try makes of somebody's level and its deviation, as people see them."""
    solving = Solving(cast(AsyncEngine, None))  # which only counts here
    tries = []
    for mean, deviation in ((25.0, 25 / 3), (31.5, 2.0), (12.0, 5.0)):
        for puzzle in (17.5, 25.0, 40.0):
            for solved in (True, False):
                person, _ = solving.after(Level(mean, deviation), Level(puzzle, GUESS), solved)
                before = [shown(mean), SCALE * deviation, shown(puzzle), solved]
                tries.append([*before, shown(person.mean), SCALE * person.deviation])
    new = solving.newcomer
    return {"newcomer": [shown(new.mean), SCALE * new.deviation], "guess": SCALE * GUESS, "tries": tries}


def test_browsers_are_told_how_tries_count() -> None:
    assert json.loads(SAMPLES.read_text(encoding="utf-8")) == samples(), f"write samples() to {SAMPLES}"


def test_many_try_the_same_at_once_and_each_counts_once(url: str) -> None:
    async def work(engine: AsyncEngine) -> None:
        solving = Solving(engine)
        await meet(engine, "a", "b", "c")
        tries = [solving.count(user, Try("p", user != "c", 1500), 1) for user in "abcabc"]
        assert sorted(await asyncio.gather(*tries)) == [False] * 3 + [True] * 3
        assert (await solving.level_of("a")).tries == 1
        assert (await solving.level_of("a")).mean > solving.newcomer.mean > (await solving.level_of("c")).mean
        assert [row["solved"] for row in await solving.tries_of("c")] == [False]
        assert list(await solving.learned()) == ["p"]
        assert not await solving.count("nobody", Try("p", True, 1500), 1)

    run(url, work)
