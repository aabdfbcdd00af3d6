"""Taking a person's name and words out of what is stored, when they ask for it. The games themselves stay."""

from __future__ import annotations

from sqlalchemy import delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from medina.store import tables as t
from medina.store.people import People
from medina.store.reading import long_ago
from medina.store.redacting import change_cards, change_events, events_naming, renamed, silenced, tell_changed
from medina.store.studies import forget_asker

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
    """The person's own row stays, so that old games still have somebody."""
    empty = ("name_key", "password", "language", "email", "role")
    blank = {"name": NOBODY, "deleted": True, **dict.fromkeys(empty)}
    await connection.execute(update(t.users).where(t.users.c.id == user).values(**blank))
    await forget_asker(connection, user)
    own = (t.tokens, t.passkeys, t.browsers, t.wishes, t.calls)
    solving = (t.puzzle_tries, t.puzzle_solvers)
    for table in (*own, *solving, t.ratings, t.rating_history, t.keys, t.bonds, t.reports, t.bans):
        await connection.execute(delete(table).where(table.c.user_id == user))
    await connection.execute(delete(t.bonds).where(t.bonds.c.other_id == user))
    await connection.execute(update(t.acts).where(t.acts.c.user_id == user).values(kept="", why=""))
    reported = update(t.reports).where(t.reports.c.reporter == user)
    await connection.execute(reported.values(reporter=None, note=""))
