"""A small site as the first revision of the database kept it: rated games, one under way, one with a bot, one open."""

from __future__ import annotations

import gzip
from collections import defaultdict
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import MetaData, insert, select, text
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from medina.store.migrate import migrate

FILE = Path(__file__).parent / "data" / "backups" / "0001.gz"
"""Made by `medina backup` of the version that had no other revision."""
_HEAD, *_LINES = (msgspec.json.decode(line) for line in gzip.decompress(FILE.read_bytes()).splitlines())
SECRET = str(_HEAD["secret"])
ROWS: list[tuple[str, dict[str, Any]]] = [(line[0], line[1]) for line in _LINES if isinstance(line, list)]

EVENTS = [row for name, row in ROWS if name == "events"]


async def as_it_was(engine: AsyncEngine) -> None:
    """Put it into an empty database, in the shape it had."""
    await migrate(engine, "0001")
    shape = MetaData()
    async with engine.begin() as connection:
        await connection.run_sync(shape.reflect)
        for name, row in sorted(ROWS, key=lambda line: line[0] == "tokens"):  # which belong to users
            await connection.execute(insert(shape.tables[name]).values(row))


async def kept(engine: AsyncEngine) -> int:
    """How many rows of it are there, each as it was or as it is written today; of the events all or none."""
    shape = MetaData()
    async with engine.connect() as connection:
        await connection.run_sync(shape.reflect)
        found = len(await _events_kept(connection, "events" in shape.tables))
        for name in {name for name, _ in ROWS} - {"events"}:
            wanted = [row for one, row in ROWS if one == name]
            same = [column for column in wanted[0] if column in shape.tables[name].c and column != "card"]
            rows = await connection.execute(select(*(shape.tables[name].c[column] for column in same)))
            stored = {tuple(row) for row in rows}
            found += sum(tuple(row[column] for column in same) in stored for row in wanted)
    return found


async def _events_kept(connection: AsyncConnection, earlier: bool) -> list[dict[str, Any]]:
    """The events, if they are all there: as they were, or as turns and chat."""
    if earlier:
        rows = await connection.execute(text("SELECT table_id, seq, body FROM events"))
        return EVENTS if {tuple(row) for row in rows} >= {tuple(row.values()) for row in EVENTS} else []
    bodies = await connection.execute(text("SELECT table_id, body FROM table_events ORDER BY table_id, seq"))
    turns = [(table, event["moves"]) for table, body in bodies if (event := msgspec.json.decode(body)).get("moves")]
    chat = {tuple(row) for row in await connection.execute(text("SELECT table_id, n, text FROM chat"))}
    return EVENTS if (turns, chat) == (turns_of(EVENTS), chat_of(EVENTS)) else []


def turns_of(events: list[dict[str, Any]]) -> list[tuple[str, list[str]]]:
    """The confirmed turns in these events of the first revision, by table."""
    drafts, turns = defaultdict[str, list[str]](list), []
    for row in sorted(events, key=lambda row: (row["table_id"], row["seq"])):
        event = msgspec.json.decode(row["body"])
        if event["type"] == "placed":
            drafts[row["table_id"]].append(event["move"])
        elif event["type"] == "confirmed":
            turns.append((row["table_id"], drafts.pop(row["table_id"])))
    return turns


def chat_of(events: list[dict[str, Any]]) -> set[tuple[str, int, str]]:
    """The lines of chat in these events, each with the number of its event."""
    said = [(row, event) for row in events if (event := msgspec.json.decode(row["body"]))["type"] == "said"]
    return {(row["table_id"], row["seq"], event["text"]) for row, event in said}
