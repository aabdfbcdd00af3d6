"""The chat of tables, a row for each line. It is no event of the game, and it is kept for a time of its own."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Select, func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from medina.store import tables as t
from medina.table.wire import ChatLine

REMOVED = "—"
"""Stands for words that were taken away."""

_c = t.chat.c
_LINES = select(_c.n, _c.room, _c.user_id.label("user"), _c.at, _c.text)


class Chats:
    """Lines of chat as they are stored. They name people by the id under which each line was said."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine

    async def last(self, table: str, most: int) -> tuple[ChatLine, ...]:
        """The last lines at a table, oldest first."""
        lines = await self._lines(_LINES.where(_c.table_id == table).order_by(_c.n.desc()).limit(most))
        return tuple(reversed(lines))

    async def around(self, table: str, n: int, each_side: int = 5) -> tuple[ChatLine, ...]:
        """A line at a table, if it is there, with the lines before and after it, oldest first."""
        there = _LINES.where(_c.table_id == table)
        before = await self._lines(there.where(_c.n <= n).order_by(_c.n.desc()).limit(each_side + 1))
        after = await self._lines(there.where(_c.n > n).order_by(_c.n).limit(each_side))
        return (*reversed(before), *after)

    async def newest(self, tables: list[str]) -> dict[str, int]:
        """The number of the last line, by table."""
        query = select(_c.table_id, func.max(_c.n).label("n")).where(_c.table_id.in_(tables)).group_by(_c.table_id)
        async with self.engine.connect() as connection:
            return {row.table_id: row.n for row in await connection.execute(query)}

    async def find(self, table: str, n: int) -> ChatLine | None:
        """One line at a table."""
        found = await self._lines(_LINES.where(_c.table_id == table, _c.n == n))
        return found[0] if found else None

    async def _lines(self, query: Select[Any]) -> list[ChatLine]:
        async with self.engine.connect() as connection:
            return [ChatLine(**row._mapping) for row in await connection.execute(query)]


async def change_text(connection: AsyncConnection, table: str, n: int, words: str) -> None:
    """Give a line other words."""
    await connection.execute(update(t.chat).where(_c.table_id == table, _c.n == n).values(text=words))
