"""Puzzles that moderators took away; why and when is in the log."""

from __future__ import annotations

from sqlalchemy import delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from medina.store import tables as t
from medina.store.moderation import Work


async def withdrawn(engine: AsyncEngine) -> list[str]:
    """The ids of those that are offered to no one."""
    c = t.puzzles_withdrawn.c
    async with engine.connect() as connection:
        return list((await connection.execute(select(c.puzzle).order_by(c.puzzle))).scalars())


def withdraw(puzzle: str) -> Work:
    """A puzzle is offered to no one any more."""
    c = t.puzzles_withdrawn.c

    async def work(connection: AsyncConnection) -> None:
        # Somebody else may have done the same at this moment.
        await connection.execute(delete(t.puzzles_withdrawn).where(c.puzzle == puzzle))
        await connection.execute(insert(t.puzzles_withdrawn).values(puzzle=puzzle))

    return work


def offer_again(puzzle: str) -> Work:
    """A puzzle is back among the others."""

    async def work(connection: AsyncConnection) -> None:
        await connection.execute(delete(t.puzzles_withdrawn).where(t.puzzles_withdrawn.c.puzzle == puzzle))

    return work
