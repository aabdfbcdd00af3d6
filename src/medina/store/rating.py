"""Ratings by edition and number of players, counted once a game."""

from __future__ import annotations

from typing import Any

from openskill.models import PlackettLuce
from sqlalchemy import insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from medina.store import tables as t

SCALE, OFFSET = 40, 500
"""Shown ratings: a newcomer (cautious estimate 0) has 500, and most people end between 800 and 2,000."""


def shown(mean: float, deviation: float) -> int:
    """The cautious estimate as people see it."""
    return round(OFFSET + SCALE * (mean - 3 * deviation))


class Ratings:
    """What results do to ratings, and lists of them."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine
        self.model = PlackettLuce()

    async def count(self, table: str, edition: str, users: list[str], places: list[int], at: int) -> None:
        """Let a finished game count; a second time changes nothing."""
        try:
            async with self.engine.begin() as connection:
                await connection.execute(update(t.tables).where(t.tables.c.id == table).values(unrated_yet=False))
                await self._count(connection, table, edition, users, places, at)
        except IntegrityError:
            return

    async def _count(
        self, connection: AsyncConnection, table: str, edition: str, users: list[str], places: list[int], at: int
    ) -> None:
        players = len(users)
        # In one order for all: two games of the same people wait for each other, and neither for ever.
        known = {user: await self._rating(connection, user, edition, players) for user in sorted(users)}
        old = [known[user] for user in users]
        teams = [[self.model.rating(mu=mean, sigma=deviation)] for mean, deviation, _ in old]
        rated = self.model.rate(teams, ranks=[float(place) for place in places])
        for user, (_, _, games), (new,) in zip(users, old, rated, strict=True):
            key = {"user_id": user, "edition": edition, "players": players}
            history = {**key, "table_id": table, "at": at, "rating": shown(new.mu, new.sigma)}
            await connection.execute(insert(t.rating_history).values(history))
            values = {"mean": new.mu, "deviation": new.sigma, "games": games + 1}
            await _put(connection, key, values, new=games == 0)

    async def _rating(
        self, connection: AsyncConnection, user: str, edition: str, players: int
    ) -> tuple[float, float, int]:
        c = t.ratings.c
        condition = (c.user_id == user, c.edition == edition, c.players == players)
        query = select(c.mean, c.deviation, c.games).where(*condition).with_for_update()
        row = (await connection.execute(query)).first()
        if row is None:
            fresh = self.model.rating()
            return fresh.mu, fresh.sigma, 0
        return row.mean, row.deviation, row.games

    async def of(self, user: str) -> list[dict[str, Any]]:
        """All ratings of a person."""
        query = select(t.ratings).where(t.ratings.c.user_id == user).order_by(t.ratings.c.edition, t.ratings.c.players)
        async with self.engine.connect() as connection:
            return [dict(row._mapping) for row in await connection.execute(query)]

    async def best(self, edition: str, players: int, limit: int = 50) -> list[dict[str, Any]]:
        """The leading people."""
        c = t.ratings.c
        query = (
            select(c.user_id, c.mean, c.deviation, c.games, t.users.c.name)
            .join(t.users, t.users.c.id == c.user_id)
            .where(c.edition == edition, c.players == players, ~t.users.c.deleted)
            .order_by((c.mean - 3 * c.deviation).desc(), c.user_id)
            .limit(limit)
        )
        async with self.engine.connect() as connection:
            return [dict(row._mapping) for row in await connection.execute(query)]

    async def history(self, user: str, edition: str | None = None, players: int | None = None) -> list[dict[str, Any]]:
        """How a person's rating went, oldest first."""
        query = select(t.rating_history).where(t.rating_history.c.user_id == user)
        if edition is not None:
            query = query.where(t.rating_history.c.edition == edition)
        if players is not None:
            query = query.where(t.rating_history.c.players == players)
        async with self.engine.connect() as connection:
            rows = await connection.execute(query.order_by(t.rating_history.c.at))
            return [dict(row._mapping) for row in rows]


async def _put(connection: AsyncConnection, key: dict[str, Any], values: dict[str, Any], new: bool) -> None:
    if new:
        await connection.execute(insert(t.ratings).values({**key, **values}))
        return
    condition = [t.ratings.c[name] == value for name, value in key.items()]
    await connection.execute(update(t.ratings).where(*condition).values(values))
