"""How rows get to disk: one transaction, and as few steps as each database allows."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Protocol

import asyncpg
import msgspec
from sqlalchemy import Column, Table
from sqlalchemy.dialects import postgresql
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from medina.store import tables as t
from medina.store.database import open_sqlite
from medina.store.notices import CHANNEL
from medina.store.outbox import Outbox, steps
from medina.store.rows import Row, Rows, insertion, written_columns


class Conflict(Exception):
    """The stored head of a table is not the one that was read: load what was stored since and decide again."""


class NotStored(OSError):
    """The database did not take it."""


class Committer(Protocol):
    """One connection on which only the writer writes."""

    async def commit(self, rows: Rows, notices: list[str]) -> None:
        """Store all of it or nothing, and tell other processes if there can be any; raises Conflict or NotStored."""

    async def close(self) -> None:
        """Let go."""


def committer(engine: AsyncEngine) -> Committer:
    """The one for this database."""
    return PostgresCommitter(engine) if engine.dialect.name == "postgresql" else SqliteCommitter(engine)


class SqliteCommitter:
    """A thread of its own, asked once for each transaction.

    All rows of a kind go in by one statement, as JSON: for every statement, and for every row that is bound by itself,
    the thread would have to wait until the interpreter comes free.
    """

    def __init__(self, engine: AsyncEngine) -> None:
        self._path = engine.url.database or ""
        self._thread = ThreadPoolExecutor(1, "writer")
        self._connection: sqlite3.Connection | None = None

    async def commit(self, rows: Rows, notices: list[str]) -> None:
        """One step to the thread and back; SQLite has no other processes to tell."""
        await asyncio.get_running_loop().run_in_executor(self._thread, self._commit, rows)

    async def close(self) -> None:
        """Close in the thread, which has the connection, and end it."""
        await asyncio.get_running_loop().run_in_executor(self._thread, self._hang_up)
        self._thread.shutdown()

    def _commit(self, rows: Rows) -> None:
        kinds = (rows.events, rows.new_heads, rows.tables, rows.ends, rows.seats, rows.chat, rows.vacations)
        statements = [(sql, _json(some)) for sql, some in zip(_SQLITE, kinds, strict=True) if some]
        statements += steps(rows.calls, "sqlite")
        try:
            if self._connection is None:
                self._connection = open_sqlite(self._path)
            with self._connection as connection:
                connection.execute("BEGIN IMMEDIATE")
                if rows.heads and connection.execute(_SQLITE_HEADS, _json(rows.heads)).rowcount != len(rows.heads):
                    raise Conflict
                for sql, given in statements:
                    connection.execute(sql, given)
        except sqlite3.IntegrityError:
            raise Conflict from None
        except sqlite3.Error as error:
            self._hang_up()
            raise NotStored(str(error)) from error

    def _hang_up(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with contextlib.suppress(sqlite3.Error):
                connection.close()


def _json(rows: list[Row]) -> tuple[str]:
    return (msgspec.json.encode(rows).decode(),)


def _from_json(table: Table) -> str:
    values = ", ".join(f"json_extract(value, '$[{n}]')" for n in range(len(written_columns(table))))
    # Without WHERE, SQLite would read ON CONFLICT as a condition of a join.
    return insertion(table, f"SELECT {values} FROM json_each(?) WHERE true")


_SQLITE = (
    _from_json(t.table_events),
    _from_json(t.drafts),
    _from_json(t.tables),
    # By way of the key: SQLite would look at every seat of the site for a condition on the list alone. What is crossed
    # is not put into another order.
    "DELETE FROM seats WHERE (table_id, seat) IN (SELECT s.table_id, s.seat FROM json_each(?) CROSS JOIN seats AS s "
    "ON s.table_id = json_extract(value, '$[0]') AND s.seat >= json_extract(value, '$[1]'))",
    _from_json(t.seats),
    _from_json(t.chat),
    _from_json(t.vacations),
)
_SQLITE_HEADS = """
UPDATE drafts
SET seq = json_extract(value, '$[1]'), n = json_extract(value, '$[2]'), seat = json_extract(value, '$[3]'),
    moves = json_extract(value, '$[4]')
FROM json_each(?)
WHERE table_id = json_extract(value, '$[0]')
    AND drafts.seq = json_extract(value, '$[5]') AND drafts.n = json_extract(value, '$[6]')
"""


class PostgresCommitter:
    """Everything in one statement, which is a transaction and one way there and back; calls come with a few more."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._connection: AsyncConnection | None = None
        self._driver: Any = None

    async def commit(self, rows: Rows, notices: list[str]) -> None:
        """Notices go out with the transaction, or not at all."""
        kinds = [rows.heads, rows.events, rows.tables]
        if rows.rare:
            kinds += [rows.new_heads, rows.seats, rows.chat, rows.vacations, rows.ends]
        sql = _RARE if rows.rare else _PLAYING
        columns = [column for some, width in zip(kinds, _WIDTHS, strict=False) for column in _columns(some, width)]
        try:
            if self._driver is None:
                await self._connect()
            if rows.calls:
                await self._with_calls(rows.calls, sql, notices, *columns)
            else:
                await self._driver.execute(sql, notices, *columns)
        except (asyncpg.UniqueViolationError, asyncpg.DivisionByZeroError):
            raise Conflict from None
        except (asyncpg.PostgresError, asyncpg.InterfaceError) as error:
            await self.close()
            raise NotStored(str(error)) from error
        except BaseException:
            await self.close()
            raise

    async def _with_calls(self, calls: Outbox, sql: str, *given: Any) -> None:
        async with self._driver.transaction():
            await self._driver.execute(sql, *given)
            for step, columns in steps(calls, "postgresql"):
                await self._driver.execute(step, *columns)

    async def _connect(self) -> None:
        self._connection = await self._engine.connect()
        self._driver = (await self._connection.get_raw_connection()).driver_connection

    async def close(self) -> None:
        """Hang up; the next transaction connects anew."""
        connection, self._connection, self._driver = self._connection, None, None
        if connection is not None:
            with contextlib.suppress(SQLAlchemyError, OSError):
                await connection.invalidate()
            await connection.close()


def _columns(rows: list[Row], width: int) -> list[Any]:
    return list(zip(*rows, strict=True)) if rows else [()] * width


_OFTEN = (t.table_events, t.tables)
_RARELY = (t.drafts, t.seats, t.chat, t.vacations)
_HEADS = [*t.drafts.columns, t.drafts.c.seq, t.drafts.c.n]
_ENDS = [t.seats.c.table_id, t.seats.c.seat]
_WIDTHS = (len(_HEADS), *(len(written_columns(table)) for table in (*_OFTEN, *_RARELY)), len(_ENDS))

_dialect = postgresql.dialect()  # type: ignore[no-untyped-call]


def _statement(rare: bool) -> str:
    """One statement that stores everything and sends the notices, which are its first parameter.

    Where a stored head is not the one that was read, fewer heads are replaced than given: the statement then divides by
    zero, which takes all of it back.
    """
    used = 1

    def unnest(columns: Sequence[Column[Any]]) -> str:
        nonlocal used
        arrays = []
        for column in columns:
            used += 1
            arrays.append(f"${used}::{column.type.compile(_dialect)}[]")
        return f"unnest({', '.join(arrays)})"

    parts = [
        f"heads AS (UPDATE drafts SET seq = given.seq, n = given.n, seat = given.seat, moves = given.moves "
        f"FROM {unnest(_HEADS)} AS given (table_id, seq, n, seat, moves, had_seq, had_n) "
        "WHERE drafts.table_id = given.table_id AND drafts.seq = had_seq AND drafts.n = had_n RETURNING 1)"
    ]
    for table in (*_OFTEN, *(_RARELY if rare else ())):
        parts.append(f"{table.name}_in AS ({insertion(table, f'SELECT * FROM {unnest(written_columns(table))}')})")
    if rare:
        parts.append(
            f"seats_out AS (DELETE FROM seats USING {unnest(_ENDS)} AS ends (id, count) "
            "WHERE seats.table_id = ends.id AND seats.seat >= ends.count)"
        )
    return (
        f"WITH {', '.join(parts)} SELECT 1 / ((SELECT count(*) FROM heads) = cardinality($2::text[]))::int, "
        f"(SELECT count(pg_notify('{CHANNEL}', notice)) FROM unnest($1::text[]) AS notice)"
    )


_PLAYING = _statement(rare=False)
_RARE = _statement(rare=True)
