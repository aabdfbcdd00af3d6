"""Bans, roles, and the audit log: a moderation action and its entry are written in one transaction."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict
from sqlalchemy import Select, delete, func, insert, or_, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from medina.store import tables as t
from medina.store.chat import change_text

CHANNEL = "medina_acts"
"""PostgreSQL's channel on which processes hear of a new entry."""
NEWS = '{"origin":""}'
LOCK = 0x6D6F6465
"""PostgreSQL's advisory lock for writing entries ("mode" in ASCII)."""

Work = Callable[[AsyncConnection], Awaitable[None]]


class Ban(Struct, frozen=True, kw_only=True):
    """A ban of a person or of a network, until `until` or permanent.

    With `addresses`, the address that the banned person comes from next is banned, too, and then no other: that ban
    names its `cause`, whose `addresses` is false from then on.
    """

    id: str
    at: int
    reason: str
    user_id: str | None = None
    network: str | None = None
    cause: str | None = None
    addresses: bool = False
    until: int | None = None


class AuditEntry(Struct, frozen=True, kw_only=True):
    """What a moderator did; without `moderator` it was done at the machine. `details` is what it takes to undo it."""

    number: int = 0
    at: int
    moderator: str | None
    action: str
    user_id: str | None = None
    table_id: str | None = None
    chat_n: int | None = None
    reason: str = ""
    details: str = ""
    undone_at: int | None = None


class Named(Struct, frozen=True):
    """A person as moderators see one; `user` is the account, if a guest became one."""

    user: str
    name: str
    role: str | None


class Moderation:
    """What moderators read and write."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine

    # The log

    async def record(self, entry: AuditEntry, *work: Work) -> int:
        """Do the work and write the entry in one transaction; gives the number in the log."""
        async with self.engine.begin() as connection:
            if connection.dialect.name == "postgresql":  # one after the other, as the numbers are
                await connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": LOCK})
            number = int((await connection.execute(_noting(entry))).scalar_one())
            for one in work:
                await one(connection)
            await _tell(connection)
        return number

    async def newest(self) -> int:
        """The number of the last entry."""
        async with self.engine.connect() as connection:
            last = select(func.coalesce(func.max(t.moderation_log.c.number), 0))
            return int((await connection.execute(last)).scalar_one())

    async def entries(self, before: int | None = None, limit: int = 50, user: str | None = None) -> list[AuditEntry]:
        """Entries, newest first; with `user`, only those about this person."""
        query = select(t.moderation_log).order_by(t.moderation_log.c.number.desc()).limit(limit)
        if before is not None:
            query = query.where(t.moderation_log.c.number < before)
        if user is not None:
            query = query.where(t.moderation_log.c.user_id == user)
        return [AuditEntry(**row) for row in await self._rows(query)]

    async def entries_since(self, number: int) -> list[AuditEntry]:
        """Entries with a higher number, oldest first."""
        query = select(t.moderation_log).where(t.moderation_log.c.number > number).order_by(t.moderation_log.c.number)
        return [AuditEntry(**row) for row in await self._rows(query)]

    async def entry(self, number: int) -> AuditEntry | None:
        rows = await self._rows(select(t.moderation_log).where(t.moderation_log.c.number == number))
        return AuditEntry(**rows[0]) if rows else None

    # Bans

    async def bans(self, now: int) -> list[Ban]:
        """Bans that are in force, newest first."""
        c = t.bans.c
        holds = or_(c.until.is_(None), c.until > now)
        return [Ban(**row) for row in await self._rows(select(t.bans).where(holds).order_by(c.at.desc(), c.id))]

    async def catch(self, ban: Ban) -> None:
        """Ban an address because of another ban, its `cause`, unless that one has caught an address before.

        The log has no entry for this, only for the cause. Other processes are told.
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
        reports = select(func.count()).where(t.reports.c.user_id == c.id, t.reports.c.closed_at.is_(None))
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

    async def names(self, ids: Iterable[str | None]) -> dict[str, Named]:
        """People by id; for a guest who became an account, the account."""
        c, account = t.users.c, t.users.alias()
        wanted = sorted({id for id in ids if id is not None})
        shown = [func.coalesce(account.c[name], c[name]).label(name) for name in ("name", "role")]
        query = select(c.id, func.coalesce(account.c.id, c.id).label("user"), *shown)
        query = query.outerjoin(account, account.c.id == c.became).where(c.id.in_(wanted))
        return {row.pop("id"): Named(**row) for row in await self._rows(query)}

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

    async def _rows(self, query: Select[Any]) -> list[dict[str, Any]]:
        async with self.engine.connect() as connection:
            return [dict(row._mapping) for row in await connection.execute(query)]


async def _tell(connection: AsyncConnection) -> None:
    """Tell other processes to read the log and the bans."""
    if connection.dialect.name == "postgresql":
        await connection.execute(text("SELECT pg_notify(:c, :n)"), {"c": CHANNEL, "n": NEWS})


def _noting(entry: AuditEntry) -> Any:
    number = select(func.coalesce(func.max(t.moderation_log.c.number), 0) + 1).scalar_subquery()
    return insert(t.moderation_log).values(asdict(entry) | {"number": number}).returning(t.moderation_log.c.number)


def add_ban(ban: Ban) -> Work:
    """Add a ban; it replaces another of the same person or network."""
    c = t.bans.c
    same = c.user_id == ban.user_id if ban.user_id is not None else c.network == ban.network

    async def work(connection: AsyncConnection) -> None:
        await connection.execute(delete(t.bans).where(same))
        await connection.execute(insert(t.bans).values(asdict(ban)))

    return work


def lift_ban(id: str) -> Work:
    """Remove a ban, and the bans of which it is the cause."""
    return _doing(delete(t.bans).where(or_(t.bans.c.id == id, t.bans.c.cause == id)))


def set_role(user: str, role: str | None) -> Work:
    """Give a role, or take it away."""
    return _doing(update(t.users).where(t.users.c.id == user).values(role=role))


def set_name(selves: Sequence[str], name: str) -> Work:
    """Change the name of an account and of the guests that it was. The name for logging in stays."""
    return _doing(update(t.users).where(t.users.c.id.in_(selves)).values(name=name))


def set_line(table: str, n: int, words: str) -> Work:
    """Change the text of a line of chat."""

    async def work(connection: AsyncConnection) -> None:
        await change_text(connection, table, n, words)

    return work


def close_report(id: str, at: int | None) -> Work:
    """Settle a report at a moment, or open it again."""
    return _doing(update(t.reports).where(t.reports.c.id == id).values(closed_at=at))


def mark_undone(number: int, at: int) -> Work:
    """Mark an entry as undone."""
    return _doing(update(t.moderation_log).where(t.moderation_log.c.number == number).values(undone_at=at))


def _doing(statement: Any) -> Work:
    async def work(connection: AsyncConnection) -> None:
        await connection.execute(statement)

    return work
