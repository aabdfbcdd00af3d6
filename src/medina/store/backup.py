"""Everything in the database as one file, and back, into either kind of database."""

from __future__ import annotations

import gzip
import json
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import IO, Any

from sqlalchemy import Connection, MetaData, Table, func, insert, select
from sqlalchemy.exc import InterfaceError, OperationalError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from medina import MedinaError
from medina.store import tables as t
from medina.store.durable import written_aside
from medina.store.migrate import Tell, current, migrate, newest, quiet, rebuild, refuse_newer, revisions
from medina.store.people import SECRET
from medina.store.tables import metadata
from medina.words import failure

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
    if file.exists():
        raise failure(BackupError, "server.exists", file=file)
    with written_aside(file) as raw, gzip.open(raw, "wt", encoding="utf-8") as out:
        async with engine.connect() as connection:
            return await _write(connection, out, secret, progress)


async def _write(connection: AsyncConnection, out: IO[str], secret: str | None, progress: Progress) -> int:
    if connection.dialect.name == "postgresql":
        await connection.execution_options(isolation_level="REPEATABLE READ")
    else:
        # Python's driver begins no transaction for reading, and without one every table would be of another moment.
        await connection.exec_driver_sql("BEGIN")
    revision = await connection.run_sync(current)
    if revision is None:
        raise failure(BackupError, "server.nothing_kept", place=connection.engine.url.database)
    if revision != newest():
        refuse_newer(revision)
        raise failure(BackupError, "server.older_database")
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
    engine: AsyncEngine, file: Path, replace: bool = False, progress: Progress = _quiet, tell: Tell = quiet
) -> int:
    """Put a backup back, all of it or nothing, with the signing key that was kept with it; gives the number of rows.

    The rows go into tables of the backup's own revision, which are then migrated.
    """
    head = next(_lines(file), None)
    if not isinstance(head, dict) or head.get("format") != FORMAT or not isinstance(head.get("revision"), str):
        raise failure(BackupError, "server.bad_backup", file=file)
    if head["revision"] > newest():
        raise failure(BackupError, "server.newer_backup", file=file)
    if head["revision"] not in revisions():
        raise failure(BackupError, "server.bad_backup", file=file)
    await migrate(engine, tell=tell)
    if not replace:
        await _refuse_full(engine)

    def fill(connection: Connection) -> int:
        rows = _read(connection, file, progress)
        _keep_secret(connection, head.get("secret"))
        return rows

    return await rebuild(engine, head["revision"], fill, tell)


def _keep_secret(connection: Connection, secret: object) -> None:
    """The signing key comes back with the rows; whoever keeps it in a file takes it from here."""
    c = t.settings.c
    present = connection.execute(select(c.key).where(c.key == SECRET)).first()
    if present is None and isinstance(secret, str):
        connection.execute(insert(t.settings).values(key=SECRET, value=secret))


async def _refuse_full(engine: AsyncEngine) -> None:
    """Nothing is replaced unasked, but for the settings that a first start makes."""
    async with engine.connect() as connection:
        for table in metadata.sorted_tables:
            found = await connection.execute(select(func.count()).select_from(table))
            if table is not t.settings and found.scalar_one():
                raise failure(BackupError, "server.not_empty")


def _read(connection: Connection, file: Path, progress: Progress) -> int:
    shape = _shape(connection)
    rows, waiting, whose, end = 0, list[dict[str, Any]](), "", None
    lines = _lines(file)
    next(lines)
    for line in lines:
        if isinstance(line, dict):
            end = line.get("rows")
            continue
        name, row = _row(line, shape, file)
        if waiting and (name != whose or len(waiting) >= CHUNK):
            rows += _put(connection, shape.tables[whose], waiting, file)
            waiting = []
            progress(rows)
        whose = name
        waiting.append(row)
    rows += _put(connection, shape.tables[whose], waiting, file) if waiting else 0
    if end != rows:
        raise failure(BackupError, "server.bad_backup", file=file)
    return rows


def _shape(connection: Connection) -> MetaData:
    """The tables that this revision has, but for the note which one it is and the queue's."""
    shape = MetaData()
    shape.reflect(connection, only=lambda name, _: name != "alembic_version" and not name.startswith("procrastinate_"))
    return shape


def _row(line: Any, shape: MetaData, file: Path) -> tuple[str, dict[str, Any]]:
    match line:
        case [str(name), dict(row)] if name in shape.tables and row.keys() <= set(shape.tables[name].columns.keys()):
            return name, row
    raise failure(BackupError, "server.bad_backup", file=file)


def _put(connection: Connection, table: Table, rows: list[dict[str, Any]], file: Path) -> int:
    try:
        connection.execute(insert(table), rows)
    except (OperationalError, InterfaceError):
        raise
    except (SQLAlchemyError, UnicodeError):  # half a character, written as \ud800, is no text for a database
        raise failure(BackupError, "server.bad_backup", file=file) from None
    return len(rows)


def _lines(file: Path) -> Iterator[Any]:
    try:
        with gzip.open(file, "rt", encoding="utf-8") as lines:
            for line in lines:
                yield json.loads(line)
    except (gzip.BadGzipFile, EOFError, ValueError):
        raise failure(BackupError, "server.bad_backup", file=file) from None
