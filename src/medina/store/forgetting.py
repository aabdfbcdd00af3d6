"""Taking a person's name and words out of what is stored, when they ask for it. The games themselves stay."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import Row, delete, insert, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from medina.store import tables as t
from medina.store.notices import CHANNEL, NOTICE_BYTES, Notice
from medina.store.people import People
from medina.store.reading import long_ago
from medina.store.studies import forget_asker

NOTHING = "—"
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
    said = [(who, await _events_of(engine, who)) for who in selves]
    changed: dict[str, None] = {}
    async with engine.begin() as connection:
        for who, events in said:
            await _forget_rows(connection, who)
            changed |= dict.fromkeys(await _forget_in_events(connection, events, who))
            await _forget_in_cards(connection, who)
        await connection.execute(delete(t.forgetting).where(t.forgetting.c.user_id == user))
        if at is not None:
            await connection.execute(insert(t.forgetting).values(user_id=user, at=at))
        if engine.dialect.name == "postgresql":
            for ids in _portions(list(changed)):
                notice = msgspec.json.encode(Notice(origin, {id: (0, []) for id in ids})).decode()
                await connection.execute(text("SELECT pg_notify(:c, :n)"), {"c": CHANNEL, "n": notice})
    return list(changed)


async def to_look_at_again(engine: AsyncEngine, now: int) -> list[str]:
    """People who were forgotten a while ago."""
    c = t.forgetting.c
    query = select(c.user_id).where(long_ago(c.at, now, AGAIN_MS))
    async with engine.connect() as connection:
        return list((await connection.execute(query)).scalars())


async def _forget_rows(connection: AsyncConnection, user: str) -> None:
    """The person's own row stays, so that old games still have somebody."""
    blank = {"name": NOBODY, "name_key": None, "password": None, "language": None, "email": None, "deleted": True}
    await connection.execute(update(t.users).where(t.users.c.id == user).values(**blank))
    await forget_asker(connection, user)
    own = (t.tokens, t.passkeys, t.browsers, t.wishes, t.calls)
    for table in (*own, t.ratings, t.rating_history, t.keys, t.bonds, t.reports):
        await connection.execute(delete(table).where(table.c.user_id == user))
    await connection.execute(delete(t.bonds).where(t.bonds.c.other_id == user))
    reported = update(t.reports).where(t.reports.c.reporter == user)
    await connection.execute(reported.values(reporter=None, note=""))


def _portions(ids: list[str]) -> list[list[str]]:
    size = NOTICE_BYTES // 50
    return [ids[start : start + size] for start in range(0, len(ids), size)]


async def _events_of(engine: AsyncEngine, user: str) -> Sequence[Row[str, int, str]]:
    """Looked for before anything is locked: it takes long, and what is stored of events never changes."""
    c = t.events.c
    async with engine.connect() as connection:
        found = await connection.execute(select(c.table_id, c.seq, c.body).where(c.body.contains(f'"{user}"')))
        return found.all()


async def _forget_in_events(connection: AsyncConnection, events: Sequence[Row[str, int, str]], user: str) -> list[str]:
    c = t.events.c
    changed: dict[str, None] = {}
    for row in events:
        body = msgspec.json.encode(_without(msgspec.json.decode(row.body), user)).decode()
        if body != row.body:
            changed[row.table_id] = None
            condition = (c.table_id == row.table_id, c.seq == row.seq)
            await connection.execute(update(t.events).where(*condition).values(body=body))
    return list(changed)


async def _forget_in_cards(connection: AsyncConnection, user: str) -> None:
    c = t.tables.c
    found = await connection.execute(select(c.id, c.card).where(c.card.contains(f'"{user}"')))
    for row in found.all():
        card = msgspec.json.encode(_without(msgspec.json.decode(row.card), user)).decode()
        await connection.execute(update(t.tables).where(c.id == row.id).values(card=card))


def _without(value: Any, user: str) -> Any:
    if isinstance(value, list):
        return [_without(item, user) for item in value]
    if not isinstance(value, dict):
        return value
    kept = {key: _without(item, user) for key, item in value.items()}
    if kept.get("user") == user and "name" in kept:
        kept["name"] = NOBODY
    if kept.get("type") == "said" and kept["person"]["user"] == user:
        kept["text"] = NOTHING
    return kept
