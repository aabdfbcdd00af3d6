"""Ratings on both databases: each game once, by the rules of rated play, and undone where a host wants it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine
from test_store import appended, body, run, summary

from medina.cli import main
from medina.store.database import database_url
from medina.store.forgetting import forget_person
from medina.store.people import People, User
from medina.store.rating import Game, Ratings
from medina.store.reading import Reader
from medina.store.rows import SeatRow
from medina.store.writer import Writer
from medina.table.options import DAY_MS
from medina.table.rated import ESTABLISHED, LEAST_PLACEMENTS, MOST_A_DAY

ENOUGH = 4 * LEAST_PLACEMENTS


async def finish(
    engine: AsyncEngine, table: str, users: Sequence[str], places: Sequence[int], at: int, placements: int = ENOUGH
) -> None:
    """A rated game ends and is counted, if it counts."""
    writer = Writer(engine, "me")
    writer.start()
    seats = tuple(SeatRow(n, user, None, place, 1) for n, (user, place) in enumerate(zip(users, places, strict=True)))
    done = summary(rated=True, unrated_yet=True, players=len(users), ended=at, seats=seats)
    await writer.append(appended(table, 1, (body(1),), done))
    await writer.stop()
    await Ratings(engine).count(game(table, users, places, at, placements))


def game(table: str, users: Sequence[str], places: Sequence[int], at: int, placements: int = ENOUGH) -> Game:
    return Game(table=table, edition="second", users=tuple(users), places=tuple(places), placements=placements, at=at)


async def meet(engine: AsyncEngine, *users: str) -> None:
    for user in users:
        await People(engine).add(User(user, user, user, "x", None, 1, False))


async def games_of(engine: AsyncEngine, user: str) -> int:
    return sum(row["games"] for row in await Ratings(engine).of(user))


def test_a_game_counts_once_for_the_ratings(url: str) -> None:
    async def work(engine: AsyncEngine) -> None:
        ratings = Ratings(engine)
        await meet(engine, "a", "b", "c")
        await finish(engine, "t1", "abc", [1, 2, 2], 10)
        assert await Reader(engine).unrated() == []
        once = await ratings.best("second", 3)
        await ratings.count(game("t1", "abc", [1, 2, 2], 10))
        assert await ratings.best("second", 3) == once
        assert [row["user_id"] for row in once] == ["a", "b", "c"]
        assert once[0]["mean"] > once[1]["mean"] == pytest.approx(once[2]["mean"])
        assert len(await ratings.history("a", "second", 3)) == 1
        assert await ratings.history("a", "first", 3) == []
        assert [(row["games"], row["opponents"]) for row in await ratings.of("a")] == [(1, 2)]

    run(url, work)


def test_games_that_end_at_the_same_moment_all_count(url: str) -> None:
    async def work(engine: AsyncEngine) -> None:
        await meet(engine, "a", "b")
        await finish(engine, "first", "ab", [1, 2], 1)
        ends = [finish(engine, f"t{n}", "ab" if n % 2 else "ba", [1, 2], 2 + n * DAY_MS) for n in range(6)]
        await asyncio.gather(*ends)
        assert [await games_of(engine, user) for user in "ab"] == [7, 7]

    run(url, work)


def test_what_is_short_or_repeated_on_a_day_does_not_count(url: str) -> None:
    async def work(engine: AsyncEngine) -> None:
        await meet(engine, "a", "b", "c")
        await finish(engine, "short", "ab", [1, 2], 1, placements=2 * LEAST_PLACEMENTS - 1)
        assert await games_of(engine, "a") == 0
        for n in range(MOST_A_DAY + 2):
            await finish(engine, f"t{n}", "ab", [1, 2], 2 + n)
        assert await games_of(engine, "a") == MOST_A_DAY
        await finish(engine, "other", "ac", [1, 2], 50)
        await finish(engine, "three", "abc", [1, 2, 3], 51)
        assert await games_of(engine, "a") == MOST_A_DAY + 1
        await finish(engine, "tomorrow", "ab", [1, 2], 60 + DAY_MS)
        assert await games_of(engine, "a") == MOST_A_DAY + 2
        assert await Reader(engine).unrated() == []

    run(url, work)


def test_established_ratings_lead(url: str) -> None:
    async def work(engine: AsyncEngine) -> None:
        others = [f"o{n}" for n in range(ESTABLISHED)]
        await meet(engine, "a", "b", "c", *others)
        for n in range(9):
            await finish(engine, f"friends{n}", "ab", [1, 2], 1 + n * DAY_MS)
        for n, other in enumerate(others):
            await finish(engine, f"club{n}", ["c", other], [1, 2], 1 + n)
        leaders = await Ratings(engine).best("second", 2)
        assert [row["user_id"] for row in leaders[:2]] == ["c", "a"]
        assert [row["opponents"] for row in leaders[:2]] == [ESTABLISHED, 1]

    run(url, work)


def test_a_host_undoes_a_game_as_if_it_had_never_counted(url: str) -> None:
    async def standing(engine: AsyncEngine) -> Any:
        ratings = Ratings(engine)
        return [(await ratings.of(user), await ratings.history(user)) for user in "abc"]

    async def work(engine: AsyncEngine) -> None:
        await meet(engine, "a", "b", "c")
        await finish(engine, "t1", "ab", [1, 2], 1)
        await finish(engine, "t3", "bc", [2, 1], 3)
        without = await standing(engine)
        for table in ("t1", "t3"):
            assert await Ratings(engine).undo(table)
        assert await standing(engine) == [([], [])] * 3

        await finish(engine, "u1", "ab", [1, 2], 1)
        await finish(engine, "u2", "ac", [1, 2], 2)
        await finish(engine, "u3", "bc", [2, 1], 3)
        assert await Ratings(engine).undo("u2")
        again = await standing(engine)
        for (before, earlier), (after, later) in zip(without, again, strict=True):
            assert [row["mean"] for row in after] == pytest.approx([row["mean"] for row in before])
            assert [row["opponents"] for row in after] == [row["opponents"] for row in before]
            assert [row["rating"] for row in later] == [row["rating"] for row in earlier]
        assert not await Ratings(engine).undo("u2")
        await Ratings(engine).count(game("u2", "ac", [1, 2], 2))
        assert await standing(engine) == again

    run(url, work)


def test_who_is_forgotten_gets_no_rating_and_the_others_do(url: str) -> None:
    async def work(engine: AsyncEngine) -> None:
        await meet(engine, "a", "b")
        await forget_person(engine, "b", "me", 1)
        await finish(engine, "t1", "ab", [1, 2], 1)
        assert [await games_of(engine, user) for user in "ab"] == [1, 0]
        assert await Ratings(engine).history("b") == []

    run(url, work)


def test_hosts_list_and_undo_by_a_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async def play(engine: AsyncEngine) -> None:
        await meet(engine, "anna", "ben")
        await finish(engine, "k3k3k3k3k3k3", ["anna", "ben"], [1, 2], 1)

    run(database_url(None, tmp_path), play)
    where = ["--data", str(tmp_path)]
    assert main(["ratings", "list", "Anna", *where]) == 0
    assert "k3k3k3k3k3k3" in capsys.readouterr().out
    assert main(["ratings", "undo", "http://host/t/k3k3k3k3k3k3KEYKEYKEYKEY", *where]) == 0
    assert main(["ratings", "list", "anna", *where]) == 0
    assert "k3k3k3k3k3k3" not in capsys.readouterr().out.splitlines()[-1:]
    assert main(["ratings", "undo", "k3k3k3k3k3k3", *where]) == 2
    assert main(["ratings", "list", "nobody", *where]) == 2
    assert "nobody" in capsys.readouterr().err
