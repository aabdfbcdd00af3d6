"""What people have reported: names, lines of chat, puzzles."""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from msgspec.structs import asdict
from sqlalchemy import insert, select
from sqlalchemy.ext.asyncio import AsyncEngine

from medina.store import tables as t


class Report(Struct, frozen=True, kw_only=True):
    """A report of a name, a puzzle, or a line of chat with its table and number. `text` is what it said then."""

    id: str
    at: int
    reporter: str | None
    user_id: str
    kind: str
    text: str
    note: str
    table_id: str | None = None
    chat_n: int | None = None
    closed_at: int | None = None


class Reports:
    """All reports of the site."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine

    async def add(self, report: Report) -> None:
        async with self.engine.begin() as connection:
            await connection.execute(insert(t.reports).values(asdict(report)))

    async def open(self) -> list[Report]:
        """Reports that no moderator has settled, oldest first."""
        return await self._found(t.reports.c.closed_at.is_(None))

    async def find(self, id: str) -> Report | None:
        found = await self._found(t.reports.c.id == id)
        return found[0] if found else None

    async def about(self, table: str) -> bool:
        """True if a line of this table was reported."""
        return bool(await self._found(t.reports.c.table_id == table))

    async def settled(self, most: int = 100) -> list[Report]:
        """Settled reports, the last first."""
        c = t.reports.c
        query = select(t.reports).where(c.closed_at.is_not(None)).order_by(c.closed_at.desc(), c.id).limit(most)
        async with self.engine.connect() as connection:
            return [Report(**row._mapping) for row in await connection.execute(query)]

    async def _found(self, which: Any) -> list[Report]:
        async with self.engine.connect() as connection:
            rows = await connection.execute(select(t.reports).where(which).order_by(t.reports.c.at, t.reports.c.id))
            return [Report(**row._mapping) for row in rows]
