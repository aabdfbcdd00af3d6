"""Ratings by edition and number of players, counted once a game."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct
from openskill.models import PlackettLuce
from sqlalchemy import Select, and_, delete, func, insert, select, text, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from medina.store import tables as t
from medina.table import rated

Standing = tuple[float, float, int]
"""Mean, deviation and number of games."""
SCALE, OFFSET = 40, 500
"""Shown ratings: a newcomer (cautious estimate 0) has 500, and most people end between 800 and 2,000."""


def shown(mean: float, deviation: float) -> int:
    """The cautious estimate as people see it."""
    return round(OFFSET + SCALE * (mean - 3 * deviation))


class Game(Struct, frozen=True, kw_only=True):
    """A rated game that ended: who played, in which places, and how many placements were confirmed."""

    table: str
    edition: str
    users: tuple[str, ...]
    places: tuple[int, ...]
    placements: int
    at: int


class Ratings:
    """What results do to ratings, and lists of them."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine
        self.model = PlackettLuce()

    async def count(self, game: Game) -> None:
        """Let a finished game count, if by the rules of rated play it does; a second time changes nothing."""
        c = t.tables.c
        once = update(t.tables).where(c.id == game.table, c.unrated_yet).values(unrated_yet=False)
        try:
            async with self.engine.begin() as connection:
                # Whoever is here has to wait until this is done, to be forgotten or to finish another game.
                await connection.execute(_present(game.users).with_for_update())
                if (await connection.execute(once)).rowcount:
                    await self._judge(connection, game)
        except IntegrityError:
            # Another game of the same newcomers was faster; this one is still marked and is counted in the next round.
            return

    async def _judge(self, connection: AsyncConnection, game: Game) -> None:
        meetings = await _meetings(connection, game)
        if rated.verdict(game.placements, len(game.users), meetings) == "counts":
            present = set((await connection.execute(_present(game.users))).scalars())
            await self._count(connection, game, present)

    async def _count(self, connection: AsyncConnection, game: Game, present: set[str]) -> None:
        players = len(game.users)
        # In one order for all: two games of the same people wait for each other, and neither for ever.
        known = {user: await self._rating(connection, user, game.edition, players) for user in sorted(game.users)}
        after = self._after(known, game.users, game.places)
        keys = {user: {"user_id": user, "edition": game.edition, "players": players} for user in sorted(present)}
        for user, key in keys.items():
            told = {"table_id": game.table, "at": game.at, "rating": shown(*after[user][:2])}
            await connection.execute(insert(t.rating_history).values({**key, **told}))
        for user, key in keys.items():
            await _put(connection, key, after[user], new=known[user][2] == 0)

    def _after(self, known: Mapping[str, Standing], users: Sequence[str], places: Sequence[int]) -> dict[str, Standing]:
        """What a result makes of everybody's standing."""
        teams = [[self.model.rating(mu=known[user][0], sigma=known[user][1])] for user in users]
        new = self.model.rate(teams, ranks=[float(place) for place in places])
        return {user: (one.mu, one.sigma, known[user][2] + 1) for user, (one,) in zip(users, new, strict=True)}

    async def _rating(self, connection: AsyncConnection, user: str, edition: str, players: int) -> Standing:
        c = t.ratings.c
        condition = (c.user_id == user, c.edition == edition, c.players == players)
        query = select(c.mean, c.deviation, c.games).where(*condition).with_for_update()
        row = (await connection.execute(query)).first()
        return self._newcomer if row is None else (row.mean, row.deviation, row.games)

    @property
    def _newcomer(self) -> Standing:
        fresh = self.model.rating()
        return fresh.mu, fresh.sigma, 0

    async def undo(self, table: str) -> bool:
        """Take a game out as if it had never counted, and work out anew what followed; False when it did not count."""
        h = t.rating_history.c
        async with self.engine.begin() as connection:
            if connection.dialect.name == "postgresql":  # so that nothing is counted meanwhile; SQLite has one writer
                await connection.execute(text("LOCK TABLE ratings IN EXCLUSIVE MODE"))
            taken = delete(t.rating_history).where(h.table_id == table).returning(h.edition, h.players)
            pool = (await connection.execute(taken)).first()
            if pool is not None:
                await self._replay(connection, pool.edition, pool.players)
        return pool is not None

    async def _replay(self, connection: AsyncConnection, edition: str, players: int) -> None:
        """Everybody's standing from the games that count, one after the other."""
        h, r = t.rating_history.c, t.ratings.c
        pool = (h.edition == edition, h.players == players)
        told: dict[str, list[str]] = {}
        for row in await connection.execute(select(h.table_id, h.user_id).where(*pool).order_by(h.at, h.table_id)):
            told.setdefault(row.table_id, []).append(row.user_id)
        results = await _results(connection, select(h.table_id).where(*pool))
        standing: defaultdict[str, Standing] = defaultdict(lambda: self._newcomer)
        await connection.execute(delete(t.ratings).where(r.edition == edition, r.players == players))
        for table, users in told.items():
            standing |= self._after(standing, *results[table])
            for user in users:
                again = update(t.rating_history).where(h.user_id == user, h.table_id == table)
                await connection.execute(again.values(rating=shown(*standing[user][:2])))
        for user in sorted({user for users in told.values() for user in users}):
            await _put(connection, {"user_id": user, "edition": edition, "players": players}, standing[user], new=True)

    async def of(self, user: str) -> list[dict[str, Any]]:
        """All ratings of a person."""
        query = select(t.ratings).where(t.ratings.c.user_id == user).order_by(t.ratings.c.edition, t.ratings.c.players)
        async with self.engine.connect() as connection:
            return [dict(row._mapping) for row in await connection.execute(query)]

    async def best(self, edition: str, players: int, limit: int = 50) -> list[dict[str, Any]]:
        """The leading people: those whose ratings are established before all others."""
        c = t.ratings.c
        query = (
            select(c.user_id, c.mean, c.deviation, c.games, c.opponents, t.users.c.name)
            .join(t.users, t.users.c.id == c.user_id)
            .where(c.edition == edition, c.players == players, ~t.users.c.deleted)
            .order_by((c.opponents >= rated.ESTABLISHED).desc(), (c.mean - 3 * c.deviation).desc(), c.user_id)
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


async def _put(connection: AsyncConnection, key: dict[str, Any], standing: Standing, new: bool) -> None:
    mean, deviation, games = standing
    opponents = await _opponents(connection, key)
    values = {"mean": mean, "deviation": deviation, "games": games, "opponents": opponents}
    if new:
        await connection.execute(insert(t.ratings).values({**key, **values}))
        return
    condition = [t.ratings.c[name] == value for name, value in key.items()]
    await connection.execute(update(t.ratings).where(*condition).values(values))


async def _results(connection: AsyncConnection, tables: Select[str]) -> dict[str, tuple[list[str], list[int]]]:
    """Who played at each table, also who has been forgotten since, and their places."""
    c = t.seats.c
    query = select(c.table_id, c.user_id, c.place).where(c.table_id.in_(tables)).order_by(c.table_id, c.seat)
    found: dict[str, tuple[list[str], list[int]]] = {}
    for table, user, place in await connection.execute(query):
        users, places = found.setdefault(table, ([], []))
        users.append(user)
        places.append(place)
    return found


def _present(users: Sequence[str]) -> Select[str]:
    """Those who have not been forgotten."""
    return select(t.users.c.id).where(t.users.c.id.in_(users), ~t.users.c.deleted).order_by(t.users.c.id)


async def _meetings(connection: AsyncConnection, game: Game) -> list[int]:
    """For each two of a game's people who met lately in games that counted, how often."""
    one, other = t.rating_history.alias(), t.rating_history.alias()
    met = and_(one.c.table_id == other.c.table_id, one.c.user_id < other.c.user_id)
    query = (
        select(func.count())
        .select_from(one.join(other, met))
        .where(one.c.user_id.in_(game.users), other.c.user_id.in_(game.users))
        .where(one.c.at > game.at - rated.WINDOW_MS, one.c.at <= game.at)
        .group_by(one.c.user_id, other.c.user_id)
    )
    return list((await connection.execute(query)).scalars())


async def _opponents(connection: AsyncConnection, key: Mapping[str, Any]) -> int:
    """How many different people somebody has met in games of a kind that counted."""
    own, other = t.rating_history.alias(), t.rating_history.alias()
    met = and_(own.c.table_id == other.c.table_id, own.c.user_id != other.c.user_id)
    query = select(func.count(other.c.user_id.distinct())).select_from(own.join(other, met))
    return int((await connection.execute(query.where(*(own.c[name] == key[name] for name in key)))).scalar_one())
