"""Taking a person's name and words out of what is stored, when they ask for it. The games themselves stay."""

from __future__ import annotations

from sqlalchemy import delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from medina.store import tables as t
from medina.store.people import People
from medina.store.reading import long_ago
from medina.store.redacting import change_cards, change_events, events_naming, renamed, silenced, tell_changed
from medina.store.register import REGISTER, Change, Elsewhere, Forget, Nothing, Remove

NOBODY = ""
"""The name of who is forgotten. Nobody else has none, so readers say in their own language who that was."""
AGAIN_MS = 60_000
"""After so long nothing is under way any more that began before."""


async def forget_person(engine: AsyncEngine, user: str, origin: str, at: int | None) -> list[str]:
    """Take everything personal away, all of it or nothing; gives the tables that changed.

    The person has no name from now on, and a dash stands for what they said; so it goes with the guests they were
    before. What was under way may still bring something in: with `at` it is noted that one has to look again after that
    moment, without it that this was the last.
    """
    selves = [user, *await People(engine).earlier(user)]
    said = [(who, await events_naming(engine, who)) for who in selves]
    changed: dict[str, None] = {}
    async with engine.begin() as connection:
        for who, events in said:
            nothing_left = renamed(who, NOBODY), silenced(who)
            await _forget_rows(connection, who)
            changed |= await change_events(connection, events, *nothing_left)
            await change_cards(connection, who, *nothing_left)
        await connection.execute(delete(t.forgetting).where(t.forgetting.c.user_id == user))
        if at is not None:
            await connection.execute(insert(t.forgetting).values(user_id=user, at=at))
        await tell_changed(connection, list(changed), origin)
    return list(changed)


async def to_look_at_again(engine: AsyncEngine, now: int) -> list[str]:
    """People who were forgotten a while ago."""
    c = t.forgetting.c
    query = select(c.user_id).where(long_ago(c.at, now, AGAIN_MS))
    async with engine.connect() as connection:
        return list((await connection.execute(query)).scalars())


async def _forget_rows(connection: AsyncConnection, user: str) -> None:
    """Do to each row about a person what the register says. The person's own row stays, for old games."""
    for about in REGISTER:
        mine = about.who == user
        match about.forget:
            case Remove():
                await connection.execute(delete(about.table).where(mine))
            case Change(values):
                await connection.execute(update(about.table).where(mine).values(values))
            case Forget(work, _):
                await work(connection, user)
            case Elsewhere() | Nothing():
                pass
