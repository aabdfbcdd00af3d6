"""Bans, who moderates, and the log of what moderators did: each act and its line in the log are one transaction."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict
from sqlalchemy import Select, delete, func, insert, or_, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from medina.store import tables as t
from medina.store.reading import decode_event
from medina.table.events import Said

CHANNEL = "medina_acts"
"""Where PostgreSQL's processes hear that there is a new act."""
NEWS = '{"origin":""}'
LOCK = 0x6D6F6465
"""PostgreSQL's advisory lock for those who act ("mode" in ASCII)."""

Work = Callable[[AsyncConnection], Awaitable[None]]


class Ban(Struct, frozen=True, kw_only=True):
    """Somebody, or everybody from a network, is kept out until then, or for good.

    With `addresses`, the address that the banned person comes from next is banned, too, and then no other: that ban
    names its `cause`, whose `addresses` is false from then on.
    """

    id: str
    at: int
    why: str
    user_id: str | None = None
    network: str | None = None
    cause: str | None = None
    addresses: bool = False
    until: int | None = None


class Act(Struct, frozen=True, kw_only=True):
    """What a moderator did; nobody's name means whoever runs the site. `kept` is what it takes to undo it."""

    number: int = 0
    at: int
    moderator: str | None
    what: str
    user_id: str | None = None
    table_id: str | None = None
    seq: int | None = None
    why: str = ""
    kept: str = ""
    undone: int | None = None


class Moderation:
    """What moderators read and write."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine

    # Acts

    async def record(self, act: Act, *work: Work) -> int:
        """Note it and do it, or neither; gives the number in the log."""
        async with self.engine.begin() as connection:
            if connection.dialect.name == "postgresql":  # one after the other, as the numbers are
                await connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": LOCK})
            number = int((await connection.execute(_noting(act))).scalar_one())
            for one in work:
                await one(connection)
            await _tell(connection)
        return number

    async def newest(self) -> int:
        """The number of the last act."""
        async with self.engine.connect() as connection:
            return int((await connection.execute(select(func.coalesce(func.max(t.acts.c.number), 0)))).scalar_one())

    async def acts(self, before: int | None = None, limit: int = 50, user: str | None = None) -> list[Act]:
        """The log, newest first; only what was done to somebody, if asked for."""
        query = select(t.acts).order_by(t.acts.c.number.desc()).limit(limit)
        if before is not None:
            query = query.where(t.acts.c.number < before)
        if user is not None:
            query = query.where(t.acts.c.user_id == user)
        return [Act(**row) for row in await self._rows(query)]

    async def acts_since(self, number: int) -> list[Act]:
        """What was done after that, oldest first."""
        query = select(t.acts).where(t.acts.c.number > number).order_by(t.acts.c.number)
        return [Act(**row) for row in await self._rows(query)]

    async def act(self, number: int) -> Act | None:
        rows = await self._rows(select(t.acts).where(t.acts.c.number == number))
        return Act(**rows[0]) if rows else None

    # Bans

    async def bans(self, now: int) -> list[Ban]:
        """Those that hold, newest first."""
        c = t.bans.c
        holds = or_(c.until.is_(None), c.until > now)
        return [Ban(**row) for row in await self._rows(select(t.bans).where(holds).order_by(c.at.desc(), c.id))]

    async def catch(self, ban: Ban) -> None:
        """Ban an address because of another ban, its `cause`, unless that one has caught an address before.

        The log has no line of its own for this: the cause is in it. Other processes are told.
        """
        c = t.bans.c
        caught = update(t.bans).where(c.id == ban.cause, c.addresses).values(addresses=False)
        async with self.engine.begin() as connection:
            if not (await connection.execute(caught)).rowcount:
                return
            await add_ban(ban)(connection)
            await _tell(connection)

    # People and tables

    async def people(
        self, like: str, key: str, which: str | None, cursor: tuple[int, str] | None, limit: int
    ) -> list[dict[str, Any]]:
        """Rows of people whose name holds that or who have that id, newest first."""
        c = t.users.c
        reports = select(func.count()).where(t.reports.c.user_id == c.id, t.reports.c.closed.is_(None))
        fields = (c.id, c.name, c.created, c.role, c.password.is_not(None).label("account"))
        query = select(*fields, reports.scalar_subquery().label("reports")).where(~c.deleted)
        if like:
            alike = [c.id == like, c.name.contains(like, autoescape=True)]
            query = query.where(or_(*alike, *([c.name_key.contains(key, autoescape=True)] if key else [])))
        if which == "banned":
            query = query.where(c.id.in_(select(t.bans.c.user_id)))
        elif which == "moderators":
            query = query.where(c.role.is_not(None))
        if cursor is not None:
            created, id = cursor
            query = query.where(or_(c.created < created, (c.created == created) & (c.id > id)))
        return await self._rows(query.order_by(c.created.desc(), c.id).limit(limit))

    async def names(self, ids: Iterable[str | None]) -> dict[str, tuple[str, str | None]]:
        """(name, role) of people by id."""
        c = t.users.c
        wanted = sorted({id for id in ids if id is not None})
        rows = await self._rows(select(c.id, c.name, c.role).where(c.id.in_(wanted)))
        return {row["id"]: (row["name"], row["role"]) for row in rows}

    async def tables(
        self,
        id: str | None,
        user: str | None,
        phase: str | None,
        private: bool,
        cursor: tuple[int, str] | None,
        limit: int,
    ) -> list[tuple[str, int, str]]:
        """(id, updated, card) of tables, the last changed first; private ones by id, or where all are asked for."""
        c = t.tables.c
        query = select(c.id, c.updated, c.card)
        if id is not None:
            query = query.where(c.id == id)
        elif not private:
            query = query.where(c.public)
        if phase is not None:
            query = query.where(c.phase == phase)
        if user is not None:
            query = query.where(c.id.in_(select(t.seats.c.table_id).where(t.seats.c.user_id == user)))
        if cursor is not None:
            updated, last = cursor
            query = query.where(or_(c.updated < updated, (c.updated == updated) & (c.id > last)))
        rows = await self._rows(query.order_by(c.updated.desc(), c.id).limit(limit))
        return [(row["id"], row["updated"], row["card"]) for row in rows]

    async def chat(self, table: str, around: int | None = None, each_side: int = 5) -> list[Said]:
        """Lines of a table's chat: the last of them, or those around one."""
        c = t.events.c
        lines = select(c.seq, c.body).where(c.table_id == table, c.body.startswith('{"type":"said"'))
        if around is None:
            rows = (await self._rows(lines.order_by(c.seq.desc()).limit(100)))[::-1]
        else:
            before = await self._rows(lines.where(c.seq <= around).order_by(c.seq.desc()).limit(each_side + 1))
            rows = before[::-1] + await self._rows(lines.where(c.seq > around).order_by(c.seq).limit(each_side))
        return [event for row in rows if isinstance(event := decode_event(row["body"]), Said)]

    async def _rows(self, query: Select[Any]) -> list[dict[str, Any]]:
        async with self.engine.connect() as connection:
            return [dict(row._mapping) for row in await connection.execute(query)]


async def _tell(connection: AsyncConnection) -> None:
    """Tell other processes to look at the acts and the bans."""
    if connection.dialect.name == "postgresql":
        await connection.execute(text("SELECT pg_notify(:c, :n)"), {"c": CHANNEL, "n": NEWS})


def _noting(act: Act) -> Any:
    number = select(func.coalesce(func.max(t.acts.c.number), 0) + 1).scalar_subquery()
    return insert(t.acts).values(asdict(act) | {"number": number}).returning(t.acts.c.number)


def add_ban(ban: Ban) -> Work:
    """A ban instead of whatever there was of the same person or network."""
    c = t.bans.c
    same = c.user_id == ban.user_id if ban.user_id is not None else c.network == ban.network

    async def work(connection: AsyncConnection) -> None:
        await connection.execute(delete(t.bans).where(same))
        await connection.execute(insert(t.bans).values(asdict(ban)))

    return work


def lift_ban(id: str) -> Work:
    """A ban ends, and those that followed from it."""
    return _doing(delete(t.bans).where(or_(t.bans.c.id == id, t.bans.c.cause == id)))


def set_role(user: str, role: str | None) -> Work:
    """Somebody looks after the site from now on, or does not any more."""
    return _doing(update(t.users).where(t.users.c.id == user).values(role=role))


def set_name(user: str, name: str) -> Work:
    """A person is shown by another name."""
    return _doing(update(t.users).where(t.users.c.id == user).values(name=name))


def close_report(id: str, at: int | None) -> Work:
    """A report is dealt with, or open again."""
    return _doing(update(t.reports).where(t.reports.c.id == id).values(closed=at))


def mark_undone(number: int, at: int) -> Work:
    """An act does not hold any more."""
    return _doing(update(t.acts).where(t.acts.c.number == number).values(undone=at))


def _doing(statement: Any) -> Work:
    async def work(connection: AsyncConnection) -> None:
        await connection.execute(statement)

    return work
