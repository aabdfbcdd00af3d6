"""Bringing the database to this version's shape, by one process at a time."""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import sqlite3
import time
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import IO, TypeVar

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text
from sqlalchemy.ext.asyncio import AsyncEngine

from medina.store.database import BadDatabase
from medina.store.durable import part_of, written_aside
from medina.store.tables import metadata
from medina.words import failure, say

LOCK = 0x6D6564696E61
"""PostgreSQL's advisory lock for starting processes ("medina" in ASCII)."""


REWRITING = "0010"
"""The revision that writes every game anew, for which a database in a file is copied first."""
NEWS_SECONDS = 2.0
"""An upgrade that takes longer says so often how far it is."""

Tell = Callable[[str], None]
"""Shows a sentence to whoever started the program."""
T = TypeVar("T")


def quiet(sentence: str) -> None:
    """Nobody wants to know."""


async def migrate(engine: AsyncEngine, to: str = "head", tell: Tell = quiet) -> str:
    """Apply what is missing, all of it or nothing, and give the revision; others that start at the same moment wait."""
    await _change(engine, lambda connection: _migrate(connection, to, tell))
    return newest() if to == "head" else to


async def rebuild(engine: AsyncEngine, revision: str, fill: Callable[[Connection], T], tell: Tell = quiet) -> T:
    """Drop every table, make those of a revision, let `fill` put rows into them, and migrate: all of it or nothing.

    The database has to be at the newest revision.
    """
    return await _change(engine, lambda connection: _rebuild(connection, revision, fill, tell))


async def _change(engine: AsyncEngine, work: Callable[[Connection], T]) -> T:
    async with _alone(engine), engine.connect() as connection:
        done = await connection.run_sync(work)
        if connection.dialect.name == "sqlite":
            # Its foreign keys were switched off, and only a new connection has them on for certain.
            await connection.invalidate()
    return done


def newest() -> str:
    """The revision this version of the program wants."""
    head = ScriptDirectory.from_config(_config()).get_current_head()
    assert head is not None
    return head


def current(connection: Connection) -> str | None:
    """The revision the database is at; None when it is empty."""
    revision: str | None = MigrationContext.configure(connection).get_current_revision()
    return revision


def _config(connection: Connection | None = None, tell: Tell = quiet) -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes |= {"connection": connection, "progress": _teller(tell)}
    return config


def _teller(tell: Tell) -> Callable[[int, int], None]:
    """Tell how many tables are done at the beginning, at the end, and now and then between."""
    told = float("-inf")

    def progress(done: int, total: int) -> None:
        nonlocal told
        if total and (done == total or time.monotonic() - told >= NEWS_SECONDS):
            told = time.monotonic()
            tell(say("server.migrating", done=done, total=total))

    return progress


def _migrate(connection: Connection, to: str, tell: Tell) -> None:
    present = current(connection)
    connection.commit()
    refuse_newer(present)
    with _one_transaction(connection):
        if connection.dialect.name == "sqlite" and _rewrites(connection, present, to):
            tell(say("server.copied", file=_copied(connection)))
        command.upgrade(_config(connection, tell), to)


def _rebuild(connection: Connection, revision: str, fill: Callable[[Connection], T], tell: Tell) -> T:
    config = _config(connection, tell)
    with _one_transaction(connection):
        metadata.drop_all(connection, checkfirst=False)
        connection.exec_driver_sql("DROP TABLE alembic_version")
        command.upgrade(config, revision)
        filled = fill(connection)
        command.upgrade(config, "head")
    return filled


def _rewrites(connection: Connection, present: str | None, to: str) -> bool:
    """Is this an upgrade that writes games anew, and are there any?"""
    if present is None or present >= REWRITING or (to != "head" and to < REWRITING):
        return False
    return bool(
        connection.exec_driver_sql("SELECT EXISTS (SELECT 1 FROM users) OR EXISTS (SELECT 1 FROM events)").scalar()
    )


def _copied(connection: Connection) -> Path:
    """Copy a database in a file, which nobody else can write to now, to a file beside it.

    One that is there already was made by an upgrade that did not come to its end.
    """
    database = Path(str(connection.engine.url.database))
    file = database.with_name(f"{database.name}.before-{REWRITING}")
    try:
        with (
            written_aside(file),
            contextlib.closing(sqlite3.connect(database)) as source,
            contextlib.closing(sqlite3.connect(part_of(file))) as copy,
        ):
            copy.execute("PRAGMA journal_mode=OFF")
            source.backup(copy)
    except (OSError, sqlite3.Error) as error:
        raise failure(BadDatabase, "server.not_copied", file=file, detail=error) from None
    return file


@contextlib.contextmanager
def _one_transaction(connection: Connection) -> Iterator[None]:
    """Every revision that is missing, and the note that it is there, in one transaction: a process may be killed here.

    Python's driver for SQLite begins none for statements that change the shape. To change a table there is to write it
    anew and to drop the old one, with which whatever refers to it would go: so its foreign keys are off meanwhile.
    """
    sqlite = connection.dialect.name == "sqlite"
    if sqlite:
        connection.exec_driver_sql("PRAGMA foreign_keys=OFF")
        connection.commit()
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    else:
        connection.begin()
    yield
    if sqlite and connection.exec_driver_sql("PRAGMA foreign_key_check").first() is not None:
        raise failure(BadDatabase, "server.orphans")
    connection.commit()


@contextlib.asynccontextmanager
async def _alone(engine: AsyncEngine) -> AsyncIterator[None]:
    """Nobody else migrates meanwhile: an advisory lock on PostgreSQL, a locked file beside SQLite's."""
    if engine.dialect.name == "postgresql":
        async with engine.connect() as connection:
            await connection.execute(text("SELECT pg_advisory_lock(:key)"), {"key": LOCK})
            try:
                yield
            finally:
                await connection.execute(text("SELECT pg_advisory_unlock(:key)"), {"key": LOCK})
        return
    with open(f"{engine.url.database}.lock", "w") as lock:
        while not _locked(lock):
            await asyncio.sleep(0.05)
        yield


def _locked(lock: IO[str]) -> bool:
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def refuse_newer(present: str | None) -> None:
    """Raise `BadDatabase` for the revision of a database that a newer version of the program has made."""
    if present is not None and present not in revisions():
        raise failure(BadDatabase, "server.newer_database")


def revisions() -> set[str]:
    """All that this version of the program knows."""
    return {script.revision for script in ScriptDirectory.from_config(_config()).walk_revisions()}
