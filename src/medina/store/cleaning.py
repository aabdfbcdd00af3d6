"""Removing what nobody needs any more, a few rows at a time: each bite is a transaction, so a kill costs nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Select, delete, exists, or_, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from medina.store import tables as t
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
        """Guests from before then who never sat down, opened a table, said or studied anything, or chose whom to
        avoid, and whom nobody has reported."""
        c = t.users.c
        mine = [t.seats.c.user_id, t.analyses.c.user_id, t.bonds.c.user_id, t.bonds.c.other_id, t.reports.c.user_id]
        idle = [~exists().where(column == c.id) for column in (*mine, t.bans.c.user_id, t.acts.c.user_id)]
        plain = (c.password.is_(None), c.became.is_(None), ~c.deleted, ~c.said, c.created < before)
        query = select(c.id).where(*plain, *idle, c.id > after).order_by(c.id)
        async with self.engine.begin() as connection:
            ids = await _next(connection, query)
            hosts = await connection.execute(select(t.tables.c.host).where(t.tables.c.host.in_(ids)))
            gone = sorted(set(ids) - set(hosts.scalars()))
            await connection.execute(update(t.reports).where(t.reports.c.reporter.in_(gone)).values(reporter=None))
            await connection.execute(delete(t.users).where(c.id.in_(gone), *idle))
            return _last(ids)

    async def empty_tables(self, before: int, after: str) -> str | None:
        """Tables that were closed before anybody played, with what was said there; not while a report is open."""
        c = t.tables.c
        reported = exists().where(t.reports.c.table_id == c.id, t.reports.c.closed.is_(None))
        query = select(c.id).where(c.phase == "closed", c.updated < before, ~reported, c.id > after).order_by(c.id)
        async with self.engine.begin() as connection:
            ids = await _next(connection, query)
            for column in (t.events.c.table_id, t.seats.c.table_id, c.id):
                await connection.execute(delete(column.table).where(column.in_(ids)))
            return _last(ids)

    async def analyses(self, before: int, after: str) -> str | None:
        """Analyses that ended before then; whoever wants one again asks again."""
        c = t.analyses.c
        query = select(c.id).where(c.state.not_in(RUNNING), c.updated < before, c.id > after).order_by(c.id)
        async with self.engine.begin() as connection:
            ids = await _next(connection, query)
            await connection.execute(delete(t.study_steps).where(t.study_steps.c.analysis_id.in_(ids)))
            await connection.execute(delete(t.analyses).where(c.id.in_(ids)))
            return _last(ids)

    async def bans(self, before: int) -> None:
        """Bans that ended; that they were is in the log."""
        async with self.engine.begin() as connection:
            await connection.execute(delete(t.bans).where(or_(t.bans.c.until < before)))


async def _next(connection: AsyncConnection, query: Select[Any]) -> Sequence[str]:
    if connection.dialect.name == "postgresql":
        lock = await connection.execute(text("SELECT pg_try_advisory_xact_lock(:key)"), {"key": LOCK})
        if not lock.scalar():
            return []
    return list((await connection.execute(query.limit(BITE))).scalars())


def _last(ids: Sequence[str]) -> str | None:
    return ids[-1] if len(ids) == BITE else None
