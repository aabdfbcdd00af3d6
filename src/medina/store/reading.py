"""Reading tables back: their events, and lists of them."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import ColumnElement, Select, and_, bindparam, func, or_, select
from sqlalchemy.ext.asyncio import AsyncEngine

from medina.store import tables as t
from medina.store.rows import Head
from medina.table.events import TableEvent

MOST_ALIKE = 300
"""Running tables that one question looks at, at most."""

_decoder = msgspec.json.Decoder(TableEvent)
_EVENTS = (
    select(t.table_events.c.body)
    .where(t.table_events.c.table_id == bindparam("table"), t.table_events.c.seq > bindparam("after"))
    .order_by(t.table_events.c.seq)
    .limit(bindparam("most"))
)
_ALL = 2**31


def decode_event(body: bytes | str) -> TableEvent:
    event: TableEvent = _decoder.decode(body)
    return event


class Loaded(Struct, frozen=True):
    """What is stored of a table: events after a number, the head, the host and the people of the seats."""

    events: list[TableEvent]
    head: Head
    host: str
    users: dict[int, str | None]
    bot_person: str | None
    bot_origin: str | None


class Search(Struct, frozen=True, kw_only=True):
    """What the archive is searched by; what is None does not matter."""

    user: str | None = None
    edition: str | None = None
    players: int | None = None
    gates: bool | None = None
    bot: str | None = None
    since: int | None = None
    until: int | None = None
    cursor: tuple[int, str] | None = None
    asker: str | None = None
    limit: int = 20


class Reader:
    """Questions to the database that change nothing."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine

    async def events(self, table: str, after: int = 0, most: int = _ALL) -> list[TableEvent]:
        """A table's first events after a number, in order; none when there is no such table."""
        async with self.engine.connect() as connection:
            found = await connection.execute(_EVENTS, {"table": table, "after": after, "most": most})
            return [_decoder.decode(body) for body in found.scalars()]

    async def load(self, table: str, after: int = 0) -> Loaded | None:
        """A table as it is stored, with its events after a number; None when there is no such table."""
        c, d, seats = t.tables.c, t.drafts.c, t.seats.c
        found = select(d.seq, d.n, d.seat, d.moves, c.host, c.bot_person, c.bot_origin)
        query = found.join_from(t.drafts, t.tables, c.id == d.table_id).where(d.table_id == table)
        seated = select(seats.seat, seats.user_id).where(seats.table_id == table)
        while True:
            async with self.engine.connect() as connection:
                row = (await connection.execute(query)).first()
                if row is None:
                    return None
                head = Head(row.seq, row.n, row.seat, tuple(row.moves.split()))
                bodies = (await connection.execute(_EVENTS, {"table": table, "after": after, "most": _ALL})).scalars()
                events = [_decoder.decode(body) for body in bodies]
                users = {row.seat: row.user_id for row in await connection.execute(seated)}
            if head.seq == (events[-1].seq if events else max(after, head.seq)):  # nothing was stored in between
                return Loaded(events, head, row.host, users, row.bot_person, row.bot_origin)

    async def heads(self, tables: list[str]) -> dict[str, tuple[int, int]]:
        """The numbers of the last event and of the last change of the game, by table."""
        c = t.drafts.c
        async with self.engine.connect() as connection:
            found = await connection.execute(select(c.table_id, c.seq, c.n).where(c.table_id.in_(tables)))
            return {id: (seq, n) for id, seq, n in found}

    async def cards(self, query: Select[Any]) -> list[str]:
        """The cards that a query finds."""
        async with self.engine.connect() as connection:
            return list((await connection.execute(query)).scalars())

    async def lobby(self, phase: str, limit: int = 100) -> list[str]:
        """Cards of the public tables in a phase, newest first."""
        query = (
            select(t.tables.c.card)
            .where(t.tables.c.phase == phase, t.tables.c.public)
            .order_by(t.tables.c.updated.desc())
            .limit(limit)
        )
        return await self.cards(query)

    async def unfinished_of(self, user: str) -> list[str]:
        """A person's open and running tables, all of them."""
        return await self._ids(select(t.tables.c.id).where(_unfinished(user)))

    async def seated(self, user: str) -> list[str]:
        """All tables where a person sits or sat, and those of theirs that wait; what goes on comes first."""
        c = t.tables.c
        mine = select(t.seats.c.table_id).where(t.seats.c.user_id == user)
        query = select(c.id).where(or_(c.id.in_(mine), _unfinished(user)))
        return await self._ids(query.order_by(c.ended.desc().nulls_first()))

    async def running_of(self, user: str, limit: int = 200) -> list[str]:
        """Cards of a person's open and running tables, those where it is their turn first."""
        query = (
            select(t.tables.c.card)
            .where(_unfinished(user))
            .order_by((t.tables.c.acting_user == user).desc().nulls_last(), t.tables.c.updated.desc())
            .limit(limit)
        )
        return await self.cards(query)

    async def archive(self, search: Search) -> list[tuple[str, int, str]]:
        """(id, ended, card) of finished games that fit, newest first."""
        c = t.tables.c
        query = select(c.id, c.ended, c.card).where(*_conditions(search)).order_by(c.ended.desc(), c.id.desc())
        async with self.engine.connect() as connection:
            rows = await connection.execute(query.limit(search.limit))
            return [(row.id, row.ended, row.card) for row in rows]

    async def visible(self, tables: list[str], asker: str | None) -> set[str]:
        """Those of these tables whose ids the asker may know: public ones, and where they sat."""
        return set(await self._ids(select(t.tables.c.id).where(t.tables.c.id.in_(tables), _visible(asker))))

    async def running_like(self, edition: str, players: int, gates: bool, well: str | None) -> list[str]:
        """Running tables of a kind of game whose well lies there, the newest first."""
        c = t.tables.c
        alike = (c.phase == "playing", c.edition == edition, c.players == players, c.gates == gates)
        query = select(c.id).where(*alike, c.well == well)
        return await self._ids(query.order_by(c.updated.desc()).limit(MOST_ALIKE))

    async def overdue(self, now: int) -> list[str]:
        """Running tables whose acting person's time is up."""
        c = t.tables.c
        return await self._ids(select(c.id).where(c.deadline <= now, c.phase == "playing").limit(500))

    async def unrated(self) -> list[str]:
        """Finished rated games that have not counted yet."""
        return await self._ids(select(t.tables.c.id).where(t.tables.c.unrated_yet))

    async def forgotten(self, before: int) -> list[str]:
        """Tables that nobody started and nobody touched since."""
        c = t.tables.c
        return await self._ids(select(c.id).where(c.phase == "open", c.updated < before).limit(200))

    async def counts(self, user: str) -> tuple[int, int]:
        """Finished games and wins of a person."""
        query = (
            select(func.count(), func.count().filter(t.seats.c.place == 1))
            .select_from(t.seats.join(t.tables, t.tables.c.id == t.seats.c.table_id))
            .where(t.seats.c.user_id == user, t.tables.c.phase == "over")
        )
        async with self.engine.connect() as connection:
            games, wins = (await connection.execute(query)).one()
            return games, wins

    async def favourites(self, user: str, most: int) -> list[dict[str, Any]]:
        """(edition, players, gates, games) that a person has played to the end most often."""
        c = t.tables.c
        games = func.count().label("games")
        query = (
            select(c.edition, c.players, c.gates, games)
            .join(t.seats, t.seats.c.table_id == c.id)
            .where(t.seats.c.user_id == user, c.phase == "over")
            .group_by(c.edition, c.players, c.gates)
            .order_by(games.desc(), c.edition.desc(), c.players, c.gates)
        )
        async with self.engine.connect() as connection:
            return [dict(row._mapping) for row in await connection.execute(query.limit(most))]

    async def _ids(self, query: Select[Any]) -> list[str]:
        async with self.engine.connect() as connection:
            return list((await connection.execute(query)).scalars())


def long_ago(moment: ColumnElement[int], now: int, least: int) -> ColumnElement[bool]:
    """Was it so many milliseconds ago? What seems yet to come was stored when the clock was ahead: long ago, too."""
    return or_(moment <= now - least, moment > now)


def _unfinished(user: str) -> Any:
    """Open or running, and theirs by seat or as the host."""
    mine = select(t.seats.c.table_id).where(t.seats.c.user_id == user)
    return and_(t.tables.c.phase.in_(("open", "playing")), or_(t.tables.c.id.in_(mine), t.tables.c.host == user))


def _conditions(search: Search) -> list[Any]:
    """Finished, public or the asker's own, and as searched."""
    c = t.tables.c
    found: list[Any] = [c.phase == "over", _visible(search.asker)]
    exact = {"edition": search.edition, "players": search.players, "gates": search.gates}
    found += [c[name] == value for name, value in exact.items() if value is not None]
    if search.since is not None:
        found.append(c.ended >= search.since)
    if search.until is not None:
        found.append(c.ended <= search.until)
    if search.user is not None:
        found.append(c.id.in_(select(t.seats.c.table_id).where(t.seats.c.user_id == search.user)))
    if search.bot is not None:
        found.append(c.id.in_(select(t.seats.c.table_id).where(t.seats.c.bot == search.bot)))
    if search.cursor is not None:
        ended, table = search.cursor
        found.append(or_(c.ended < ended, and_(c.ended == ended, c.id < table)))
    return found


def _visible(asker: str | None) -> Any:
    if asker is None:
        return t.tables.c.public
    own = select(t.seats.c.table_id).where(t.seats.c.user_id == asker)
    return or_(t.tables.c.public, t.tables.c.id.in_(own))
