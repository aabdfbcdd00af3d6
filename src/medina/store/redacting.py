"""Changing what stored events say: names and words, for whoever wants to be forgotten, and where people are insulted.
Nothing else of an event is ever changed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from sqlalchemy import Row, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from medina.store import tables as t
from medina.store.notices import CHANNEL, NOTICE_BYTES, Notice

NOTHING = "—"
"""Stands for words that were taken away."""

Change = Callable[[dict[str, Any]], dict[str, Any]]
"""What becomes of an object inside an event or a card."""


def renamed(user: str, name: str) -> Change:
    """The person of this id has another name."""
    return lambda value: {**value, "name": name} if value.get("user") == user and "name" in value else value


def silenced(user: str) -> Change:
    """A dash stands for what this person said."""

    def change(value: dict[str, Any]) -> dict[str, Any]:
        said = value.get("type") == "said" and value["person"]["user"] == user
        return {**value, "text": NOTHING} if said else value

    return change


async def events_naming(engine: AsyncEngine, user: str) -> Sequence[Row[str, int, str]]:
    """Looked for before anything is locked: it takes long, and what is stored of events hardly ever changes."""
    c = t.events.c
    async with engine.connect() as connection:
        found = await connection.execute(select(c.table_id, c.seq, c.body).where(c.body.contains(f'"{user}"')))
        return found.all()


async def change_events(
    connection: AsyncConnection, events: Sequence[Row[str, int, str]], *changes: Change
) -> dict[str, None]:
    """Gives the tables at which something is different now."""
    c = t.events.c
    changed: dict[str, None] = {}
    for row in events:
        body = _changed(row.body, changes)
        if body != row.body:
            changed[row.table_id] = None
            line = (c.table_id == row.table_id, c.seq == row.seq)
            await connection.execute(update(t.events).where(*line).values(body=body))
    return changed


async def change_cards(connection: AsyncConnection, user: str, *changes: Change) -> None:
    """The same in the lists of tables."""
    c = t.tables.c
    for row in (await connection.execute(select(c.id, c.card).where(c.card.contains(f'"{user}"')))).all():
        await connection.execute(update(t.tables).where(c.id == row.id).values(card=_changed(row.card, changes)))


async def change_line(connection: AsyncConnection, table: str, seq: int, words: str) -> None:
    """A line of chat has other words."""
    c = t.events.c
    line = (c.table_id == table, c.seq == seq)
    rows = (await connection.execute(select(c.table_id, c.seq, c.body).where(*line))).all()
    await change_events(connection, rows, lambda value: {**value, "text": words} if "text" in value else value)


async def tell_changed(connection: AsyncConnection, tables: Sequence[str], origin: str) -> None:
    """Other processes have to read these tables again."""
    if connection.dialect.name != "postgresql":
        return
    size = NOTICE_BYTES // 50
    for start in range(0, len(tables), size):
        portion = {id: (0, list[msgspec.Raw]()) for id in tables[start : start + size]}
        notice = msgspec.json.encode(Notice(origin, portion)).decode()
        await connection.execute(text("SELECT pg_notify(:c, :n)"), {"c": CHANNEL, "n": notice})


def _changed(body: str, changes: Sequence[Change]) -> str:
    return msgspec.json.encode(_walk(msgspec.json.decode(body), changes)).decode()


def _walk(value: Any, changes: Sequence[Change]) -> Any:
    if isinstance(value, list):
        return [_walk(item, changes) for item in value]
    if not isinstance(value, dict):
        return value
    kept = {key: _walk(item, changes) for key, item in value.items()}
    for change in changes:
        kept = change(kept)
    return kept
