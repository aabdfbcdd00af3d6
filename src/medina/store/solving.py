"""Puzzles that people tried: a first try is a game between a person and a puzzle, and moves the ratings of both."""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from openskill.models import PlackettLuce
from sqlalchemy import Column, Table, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from medina.store import tables as t
from medina.store.rating import OFFSET, SCALE

GUESS = 6.0
"""The deviation of a puzzle that nobody has tried: its proof says something about it, but not all."""


class Level(Struct, frozen=True):
    """How hard a puzzle is, or how hard a puzzle somebody solves every second time."""

    mean: float
    deviation: float
    tries: int = 0

    @property
    def shown(self) -> int:
        """As people see it: what is likely. (Ratings of players are cautious, as they are for winning.)"""
        return round(OFFSET + SCALE * self.mean)

    @property
    def shown_deviation(self) -> int:
        return round(SCALE * self.deviation)


class Try(Struct, frozen=True):
    """`first` is how hard the puzzle looked before anybody tried it, as people see it."""

    puzzle: str
    solved: bool
    first: int


class Solving:
    """Everybody's tries, and what they did to ratings."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine
        self.model = PlackettLuce()

    @property
    def newcomer(self) -> Level:
        fresh = self.model.rating()
        return Level(fresh.mu, fresh.sigma)

    async def count(self, user: str, tried: Try, at: int) -> bool:
        """Let a first try count; a second one changes nothing."""
        try:
            return await self._count(user, tried, at)
        except IntegrityError:
            # Counted before, or somebody else's first try of the same puzzle was faster: that one is there now.
            try:
                return await self._count(user, tried, at)
            except IntegrityError:
                return False

    async def _count(self, user: str, tried: Try, at: int) -> bool:
        async with self.engine.begin() as connection:
            # Whoever is being forgotten waits until this is done, or is gone already.
            present = select(t.users.c.id).where(t.users.c.id == user, ~t.users.c.deleted).with_for_update()
            if (await connection.execute(present)).first() is None:
                return False
            row = {"user_id": user, "puzzle": tried.puzzle, "solved": tried.solved, "at": at}
            await connection.execute(insert(t.puzzle_tries).values(row))
            person = await _level(connection, t.puzzle_solvers.c.user_id, user) or self.newcomer
            guess = Level((tried.first - OFFSET) / SCALE, GUESS)
            puzzle = await _level(connection, t.puzzle_ratings.c.puzzle, tried.puzzle) or guess
            person, puzzle = self.after(person, puzzle, tried.solved)
            await _put(connection, t.puzzle_solvers, {"user_id": user}, person)
            await _put(connection, t.puzzle_ratings, {"puzzle": tried.puzzle}, puzzle)
        return True

    def after(self, person: Level, puzzle: Level, solved: bool) -> tuple[Level, Level]:
        """What a try makes of both."""
        teams = [[self.model.rating(mu=one.mean, sigma=one.deviation)] for one in (person, puzzle)]
        (new_person,), (new_puzzle,) = self.model.rate(teams, ranks=[1.0, 2.0] if solved else [2.0, 1.0])
        return (
            Level(new_person.mu, new_person.sigma, person.tries + 1),
            Level(new_puzzle.mu, new_puzzle.sigma, puzzle.tries + 1),
        )

    async def level_of(self, user: str) -> Level:
        async with self.engine.connect() as connection:
            return await _level(connection, t.puzzle_solvers.c.user_id, user) or self.newcomer

    async def tries_of(self, user: str) -> list[dict[str, Any]]:
        """A person's first tries, oldest first."""
        c = t.puzzle_tries.c
        query = select(c.puzzle, c.solved, c.at).where(c.user_id == user).order_by(c.at, c.puzzle)
        async with self.engine.connect() as connection:
            return [dict(row._mapping) for row in await connection.execute(query)]

    async def learned(self) -> dict[str, int]:
        """How hard the puzzles are that somebody has tried, as people see it."""
        c = t.puzzle_ratings.c
        async with self.engine.connect() as connection:
            rows = await connection.execute(select(c.puzzle, c.mean, c.deviation).order_by(c.puzzle))
            return {row.puzzle: Level(row.mean, row.deviation).shown for row in rows}


async def _level(connection: AsyncConnection, key: Column[str], value: str) -> Level | None:
    c = key.table.c
    query = select(c.mean, c.deviation, c.tries).where(key == value).with_for_update()
    row = (await connection.execute(query)).first()
    return None if row is None else Level(*row)


async def _put(connection: AsyncConnection, table: Table, key: dict[str, str], level: Level) -> None:
    values = {"mean": level.mean, "deviation": level.deviation, "tries": level.tries}
    if level.tries == 1:
        await connection.execute(insert(table).values({**key, **values}))
        return
    ((name, value),) = key.items()
    await connection.execute(update(table).where(table.c[name] == value).values(values))
