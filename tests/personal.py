"""A database with a row about a person for every entry of the register of personal data."""

from __future__ import annotations

import json
import zlib
from collections.abc import Sequence
from typing import Any

from sqlalchemy import BigInteger, Boolean, Column, Float, Integer, String, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from medina.store import tables as t
from medina.store.register import ONLY_ACCOUNTS, REGISTER, About

OTHER = "nobody-else"
"""Whoever else a row is about, where it is about two people."""
NO_IDS = {"table_events.body", "tables.bot_origin", "bans.network"}
"""Columns that the register declares, and that do not hold the id of a person alone."""
NAMES = {"users.id", "users.became", *(str(about.who) for about in REGISTER)} - NO_IDS
"""Columns that hold the id of a person."""
Row = dict[str, Any]


def title(about: About) -> str:
    """Return the name of an entry."""
    return str(about.who)


def mark(person: str, about: About, column: Column[Any]) -> str:
    """Return what the row of an entry says in one of its contents, found nowhere else."""
    length = column.type.length if isinstance(column.type, String) else None
    text = f"{person}: {column} beside {about.who}"
    if column is t.users.c.language:
        return person[:2]
    if column is t.users.c.role:
        return "moderator"
    return text if length is None or len(text) <= length else f"{person} {_number(text)}"


def row_of(person: str, about: About) -> Row:
    """Return a whole row of an entry's table about a person."""
    row = {column.name: _value(person, about, column) for column in about.table.columns}
    row |= {column.name: mark(person, about, column) for column in about.contents}
    if about.who is t.table_events.c.body:
        sat = {"type": "sat", "seq": 1, "at": 1, "seat": 0, "user": person}
        return row | {"body": json.dumps(sat, separators=(",", ":"))}
    if str(about.who) not in NO_IDS:
        row[about.who.name] = person
    if about.table is t.tables:
        host = OTHER if str(about.who) in NO_IDS else person
        return row | {"host": host, "card": json.dumps({"host": host}, separators=(",", ":")), "phase": "playing"}
    if about.table is t.analyses:
        row |= {"request": json.dumps({"record": row["request"]}), "state": "failed"}
    return row


def _value(person: str, about: About, column: Column[Any]) -> Any:
    if str(column) in NAMES:
        return None if column.nullable else OTHER
    if isinstance(column.type, Boolean):
        return False
    if isinstance(column.type, BigInteger | Integer | Float):
        return _number(f"{person} {about.who}") if column.name == "number" else 1
    assert isinstance(column.type, String)
    if column.nullable and not column.primary_key:
        return None
    return {"language": "en", "kind": "mute"}.get(column.name, f"{_number(f'{person} {about.who} {column.name}')}")


def _number(text: str) -> int:
    return zlib.crc32(text.encode()) % 10**8


def rows_about(person: str, guest: bool = False) -> list[tuple[About, Row]]:
    """Return a row for each entry; a guest has none of those that only accounts have."""
    entries = [about for about in REGISTER if about.who is not t.users.c.became]
    return [(about, row_of(person, about)) for about in entries if not (guest and about.hand_over is ONLY_ACCOUNTS)]


async def fill(engine: AsyncEngine, rows: Sequence[tuple[About, Row]]) -> None:
    """Put rows into the database: first those that others belong to."""
    order = {table.name: number for number, table in enumerate(t.metadata.sorted_tables)}
    async with engine.begin() as connection:
        for about, row in sorted(rows, key=lambda pair: order[pair[0].table.name]):
            await connection.execute(insert(about.table).values(row))


async def everything(connection: AsyncConnection) -> dict[str, list[Row]]:
    """Return all rows of all tables, in one order."""
    found: dict[str, list[Row]] = {}
    for table in t.metadata.sorted_tables:
        rows = await connection.execute(select(table).order_by(*table.primary_key))
        found[table.name] = [dict(row._mapping) for row in rows]
    return found
