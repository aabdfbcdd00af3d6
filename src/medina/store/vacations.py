"""Vacations that people have taken, over all their games."""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncEngine

from medina.store import tables as t
from medina.table.vacation import Period


async def vacations(engine: AsyncEngine, user: str, since: int) -> list[Period]:
    """The vacations that a person has taken since a moment."""
    c = t.vacations.c
    query = select(c.starts, c.ends).where(c.user_id == user, c.at >= since)
    async with engine.connect() as connection:
        return [(starts, ends) for starts, ends in await connection.execute(query)]
