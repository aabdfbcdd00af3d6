"""Removing what nobody needs any more, a few rows at a time: each bite is a transaction, so a kill costs nothing."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import msgspec
from sqlalchemy import Column, Select, delete, exists, select, text, tuple_, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from medina.store import tables as t
from medina.store.register import REGISTER, Change, Elsewhere, Ended, Keeps, Nothing, Remove
from medina.store.studies import RUNNING

BITE = 200
LOCK = 0x636C65616E
"""PostgreSQL's advisory lock for the process that cleans ("clean" in ASCII)."""


class Remains:
    """Each of these looks at the next few after an id, removes what may go, and gives the last id it looked at, None
    when there are no more, or when another process is at it."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine

    async def guests(self, before: int, after: str) -> str | None:
        """Guests from before then who never sat down, opened a table, said or analysed anything, or chose whom to
        avoid, and whom nobody has reported."""
        c = t.users.c
        keeping = [about.who for about in REGISTER if isinstance(about.idle, Keeps)]
        idle = [~exists().where(column == c.id) for column in keeping if _indexed(column)]
        plain = (c.password.is_(None), c.became.is_(None), ~c.deleted, c.created < before)
        query = select(c.id).where(*plain, *idle, c.id > after).order_by(c.id)
        async with self.engine.begin() as connection:
            ids = await _next(connection, query)
            gone = set(ids)
            for column in keeping:
                if not _indexed(column):  # looked through once, not once for each guest
                    gone -= set((await connection.execute(select(column).where(column.in_(ids)))).scalars())
            unneeded = delete(t.users).where(c.id.in_(sorted(gone)), *idle).returning(c.id)
            await _remove_about(connection, (await connection.execute(unneeded)).scalars().all())
            return _last(ids)

    async def empty_tables(self, before: int, after: str) -> str | None:
        """Tables that were closed before anybody played, with what was said there; not while a report is open."""
        c = t.tables.c
        reported = exists().where(t.reports.c.table_id == c.id, t.reports.c.closed_at.is_(None))
        query = select(c.id).where(c.phase == "closed", c.updated < before, ~reported, c.id > after).order_by(c.id)
        async with self.engine.begin() as connection:
            ids = await _next(connection, query)
            for table in (t.table_events, t.drafts, t.chat, t.seats):
                await connection.execute(delete(table).where(table.c.table_id.in_(ids)))
            await connection.execute(delete(t.tables).where(c.id.in_(ids)))
            return _last(ids)

    async def chat(self, before: int, after: str) -> str | None:
        """Lines of chat from before then; not while a report about one is open."""
        c, report = t.chat.c, t.reports.c
        reported = exists().where(report.table_id == c.table_id, report.chat_n == c.n, report.closed_at.is_(None))
        query = select(c.table_id, c.n).where(c.at < before, ~reported).order_by(c.at)
        async with self.engine.begin() as connection:
            lines = [tuple(row) for row in await _next_rows(connection, query)]
            await connection.execute(delete(t.chat).where(tuple_(c.table_id, c.n).in_(lines)))
            return after if len(lines) == BITE else None

    async def analyses(self, before: int, after: str) -> str | None:
        """Analyses that ended before then; whoever wants one again asks again."""
        c = t.analyses.c
        query = select(c.id).where(c.state.not_in(RUNNING), c.updated < before, c.id > after).order_by(c.id)
        async with self.engine.begin() as connection:
            ids = await _next(connection, query)
            await connection.execute(delete(t.study_steps).where(t.study_steps.c.analysis_id.in_(ids)))
            await connection.execute(delete(t.analyses).where(c.id.in_(ids)))
            return _last(ids)

    async def ended(self, before: int) -> None:
        """Rows whose moment has passed, such as bans that ended; that they were is in the log."""
        columns = {str(about.clean.until): about.clean.until for about in REGISTER if isinstance(about.clean, Ended)}
        async with self.engine.begin() as connection:
            for until in columns.values():
                await connection.execute(delete(until.table).where(until < before))

    async def addresses(self, before: int) -> None:
        """Take addresses out of the log of moderation when their bans are gone, however these ended."""
        c = t.moderation_log.c
        old = (c.user_id.is_(None), c.action.in_(("ban_address", "unban")), c.details != "", c.at < before)
        async with self.engine.begin() as connection:
            standing = set((await connection.execute(select(t.bans.c.id))).scalars())
            for number, details in (await connection.execute(select(c.number, c.details).where(*old))).all():
                if msgspec.json.decode(details)["id"] not in standing:
                    await connection.execute(update(t.moderation_log).where(c.number == number).values(details=""))


BITES: dict[str, Callable[[Remains, int, str], Awaitable[str | None]]] = {
    "analysis_days": Remains.analyses,
    "table_days": Remains.empty_tables,
    "chat_days": Remains.chat,
    "guest_days": Remains.guests,
}
"""What removes rows after the days of a setting. Guests come last: the rows before may have kept them."""


async def _remove_about(connection: AsyncConnection, guests: Sequence[str]) -> None:
    """Do to the rows about guests who are removed what the register says."""
    for about in REGISTER:
        theirs = about.who.in_(guests)
        match about.idle:
            case Remove():
                await connection.execute(delete(about.table).where(theirs))
            case Change(values):
                await connection.execute(update(about.table).where(theirs).values(values))
            case Keeps() | Elsewhere() | Nothing():
                pass


def _indexed(column: Column[Any]) -> bool:
    return bool(column.index) or column is next(iter(column.table.primary_key))


async def _next(connection: AsyncConnection, query: Select[Any]) -> list[str]:
    return [row[0] for row in await _next_rows(connection, query)]


async def _next_rows(connection: AsyncConnection, query: Select[Any]) -> Sequence[Any]:
    if connection.dialect.name == "postgresql":
        lock = await connection.execute(text("SELECT pg_try_advisory_xact_lock(:key)"), {"key": LOCK})
        if not lock.scalar():
            return []
    found: Sequence[Any] = (await connection.execute(query.limit(BITE))).all()
    return found


def _last(ids: Sequence[str]) -> str | None:
    return ids[-1] if len(ids) == BITE else None
