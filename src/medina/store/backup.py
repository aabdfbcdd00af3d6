"""Everything in the database as one file, and back, into either kind of database."""

from __future__ import annotations

import gzip
import json
import os
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import IO, Any

from sqlalchemy import Table, delete, func, insert, select
from sqlalchemy.exc import InterfaceError, OperationalError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from medina import MedinaError
from medina.store.migrate import current, migrate, newest
from medina.store.tables import metadata
from medina.words import say

FORMAT = "medina-backup"
CHUNK = 1000
Progress = Callable[[int], None]


class BackupError(MedinaError):
    """A backup that cannot be written or read."""


def _quiet(rows: int) -> None:
    """Nobody wants to see how far it is."""


async def backup(engine: AsyncEngine, file: Path, secret: str | None = None, progress: Progress = _quiet) -> int:
    """Write every row, as they are at one moment, to a new file only its owner can read; gives their number.

    `secret` is the key that signs cookies where it lies outside the database, so that guests stay who they are.
    """
    part = file.with_name(f"{file.name}.part")
    try:
        handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        raise BackupError(say("server.exists", file=file)) from None
    os.close(handle)
    rows = 0
    try:
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as raw:
            with gzip.open(raw, "wt", encoding="utf-8") as out:
                async with engine.connect() as connection:
                    rows = await _write(connection, out, secret, progress)
            raw.flush()
            os.fsync(raw.fileno())
        part.replace(file)
    except BaseException:
        part.unlink(missing_ok=True)
        file.unlink(missing_ok=True)
        raise
    return rows


async def _write(connection: AsyncConnection, out: IO[str], secret: str | None, progress: Progress) -> int:
    if connection.dialect.name == "postgresql":
        await connection.execution_options(isolation_level="REPEATABLE READ")
    else:
        # Python's driver begins no transaction for reading, and without one every table would be of another moment.
        await connection.exec_driver_sql("BEGIN")
    revision = await connection.run_sync(current)
    if revision is None:
        raise BackupError(say("server.nothing_kept", place=connection.engine.url.database))
    _line(out, {"format": FORMAT, "revision": revision, "secret": secret})
    rows = 0
    for table in metadata.sorted_tables:
        async for row in _rows(connection, table):
            _line(out, [table.name, row])
            rows += 1
            if rows % CHUNK == 0:
                progress(rows)
    _line(out, {"rows": rows})
    return rows


async def _rows(connection: AsyncConnection, table: Table) -> AsyncIterator[dict[str, Any]]:
    result = await connection.stream(select(table).order_by(*table.primary_key).execution_options(yield_per=CHUNK))
    async for row in result:
        yield dict(row._mapping)


def _line(out: IO[str], value: Any) -> None:
    out.write(json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n")


async def restore(
    engine: AsyncEngine, file: Path, replace: bool = False, progress: Progress = _quiet
) -> tuple[int, str | None]:
    """Put a backup back, all of it or nothing; gives the number of rows and the signing key that was kept with it."""
    head = next(_lines(file), None)
    if not isinstance(head, dict) or head.get("format") != FORMAT or not isinstance(head.get("revision"), str):
        raise BackupError(say("server.bad_backup", file=file))
    if head["revision"] > newest():
        raise BackupError(say("server.newer_backup", file=file))
    await migrate(engine)
    async with engine.begin() as connection:
        await _make_room(connection, replace)
        rows = await _read(connection, file, progress)
    return rows, head.get("secret")


async def _make_room(connection: AsyncConnection, replace: bool) -> None:
    for table in reversed(metadata.sorted_tables):
        if replace:
            await connection.execute(delete(table))
        elif table.name != "settings" and await _count(connection, table):
            raise BackupError(say("server.not_empty"))
        elif table.name == "settings":
            await connection.execute(delete(table))


async def _count(connection: AsyncConnection, table: Table) -> int:
    return int((await connection.execute(select(func.count()).select_from(table))).scalar_one())


async def _read(connection: AsyncConnection, file: Path, progress: Progress) -> int:
    rows, waiting, whose, end = 0, list[dict[str, Any]](), "", None
    lines = _lines(file)
    next(lines)
    for line in lines:
        if isinstance(line, dict):
            end = line.get("rows")
            continue
        name, row = _row(line, file)
        if waiting and (name != whose or len(waiting) >= CHUNK):
            rows += await _put(connection, whose, waiting, file)
            waiting = []
            progress(rows)
        whose = name
        waiting.append(row)
    rows += await _put(connection, whose, waiting, file) if waiting else 0
    if end != rows:
        raise BackupError(say("server.bad_backup", file=file))
    return rows


def _row(line: Any, file: Path) -> tuple[str, dict[str, Any]]:
    match line:
        case [str(name), dict(row)] if name in metadata.tables:
            return name, row
    raise BackupError(say("server.bad_backup", file=file))


async def _put(connection: AsyncConnection, name: str, rows: list[dict[str, Any]], file: Path) -> int:
    try:
        await connection.execute(insert(metadata.tables[name]), rows)
    except (OperationalError, InterfaceError):
        raise
    except SQLAlchemyError:
        raise BackupError(say("server.bad_backup", file=file)) from None
    return len(rows)


def _lines(file: Path) -> Iterator[Any]:
    try:
        with gzip.open(file, "rt", encoding="utf-8") as lines:
            for line in lines:
                yield json.loads(line)
    except (gzip.BadGzipFile, EOFError, ValueError):
        raise BackupError(say("server.bad_backup", file=file)) from None
