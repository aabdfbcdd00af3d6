"""Taking a person's name and words out of what is stored, when they ask for it. The games themselves stay."""

from __future__ import annotations

from typing import Any

import msgspec
from sqlalchemy import select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from medina.store import tables as t
from medina.store.notices import CHANNEL, NOTICE_BYTES, Notice

NOTHING = "—"


async def forget_person(engine: AsyncEngine, user: str, name: str, origin: str) -> list[str]:
    """Put `name` for the person's own and a dash for what they said, everywhere; gives the tables that changed."""
    async with engine.begin() as connection:
        changed = await _forget_in_events(connection, user, name)
        await _forget_in_cards(connection, user, name)
        if engine.dialect.name == "postgresql":
            for ids in _portions(changed):
                notice = msgspec.json.encode(Notice(origin, {id: (0, []) for id in ids})).decode()
                await connection.execute(text("SELECT pg_notify(:c, :n)"), {"c": CHANNEL, "n": notice})
    return changed


def _portions(ids: list[str]) -> list[list[str]]:
    size = NOTICE_BYTES // 50
    return [ids[start : start + size] for start in range(0, len(ids), size)]


async def _forget_in_events(connection: AsyncConnection, user: str, name: str) -> list[str]:
    c = t.events.c
    found = await connection.execute(select(c.table_id, c.seq, c.body).where(c.body.contains(f'"{user}"')))
    changed: dict[str, None] = {}
    for row in found.all():
        body = msgspec.json.encode(_without(msgspec.json.decode(row.body), user, name)).decode()
        if body != row.body:
            changed[row.table_id] = None
            condition = (c.table_id == row.table_id, c.seq == row.seq)
            await connection.execute(update(t.events).where(*condition).values(body=body))
    return list(changed)


async def _forget_in_cards(connection: AsyncConnection, user: str, name: str) -> None:
    c = t.tables.c
    found = await connection.execute(select(c.id, c.card).where(c.card.contains(f'"{user}"')))
    for row in found.all():
        card = msgspec.json.encode(_without(msgspec.json.decode(row.card), user, name)).decode()
        await connection.execute(update(t.tables).where(c.id == row.id).values(card=card))


def _without(value: Any, user: str, name: str) -> Any:
    if isinstance(value, list):
        return [_without(item, user, name) for item in value]
    if not isinstance(value, dict):
        return value
    kept = {key: _without(item, user, name) for key, item in value.items()}
    if kept.get("user") == user and "name" in kept:
        kept["name"] = name
    if kept.get("type") == "said" and kept["person"]["user"] == user:
        kept["text"] = NOTHING
    return kept
