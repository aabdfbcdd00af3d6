"""Removing what is stored about a person who asks for it. Games stay; they name people by id only."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from medina.store import tables as t
from medina.store.database import yield_to_writer
from medina.store.notices import tell
from medina.store.people import People
from medina.store.reading import long_ago
from medina.store.register import REGISTER, Change, Elsewhere, Forget, Nothing, Remove

NOBODY = ""
"""The name of a forgotten person, and of nobody else: readers show a word of their own language."""
AGAIN_MS = 60_000
"""What was under way when a person was forgotten has ended after this time."""


async def forget_person(engine: AsyncEngine, user: str, origin: str, at: int | None) -> list[str]:
    """Forget a person and the guests that became this account, in one transaction; gives the ids of all of them.

    What was under way may still store something about the person. With `at` the person is noted, to be forgotten again
    a while after that moment; without, the note is removed.
    """
    selves = await People(engine).selves(user)
    async with engine.begin() as connection:
        await yield_to_writer(connection)
        await _forget_rows(connection, selves)
        await connection.execute(delete(t.forgetting).where(t.forgetting.c.user_id == user))
        if at is not None:
            await connection.execute(insert(t.forgetting).values(user_id=user, at=at))
        await tell(connection, origin, people=selves)
    return selves


async def to_look_at_again(engine: AsyncEngine, now: int) -> list[str]:
    """People who were forgotten a while ago."""
    c = t.forgetting.c
    query = select(c.user_id).where(long_ago(c.at, now, AGAIN_MS))
    async with engine.connect() as connection:
        return list((await connection.execute(query)).scalars())


async def _forget_rows(connection: AsyncConnection, selves: Sequence[str]) -> None:
    """Do to the rows about a person what the register says. The person's own row stays, for old games."""
    for about in REGISTER:
        mine = about.who.in_(selves)
        match about.forget:
            case Remove():
                await connection.execute(delete(about.table).where(mine))
            case Change(values):
                await connection.execute(update(about.table).where(mine).values(values))
            case Forget(work, _):
                await work(connection, selves)
            case Elsewhere() | Nothing():
                pass
