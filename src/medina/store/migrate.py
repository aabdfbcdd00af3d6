"""Bringing the database to this version's shape, by one process at a time."""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import IO, Any

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect, text
from sqlalchemy.ext.asyncio import AsyncEngine

from medina.store.database import BadDatabase
from medina.words import failure

LOCK = 0x6D6564696E61
"""PostgreSQL's advisory lock for starting processes ("medina" in ASCII)."""


async def migrate(engine: AsyncEngine, to: str = "head") -> str:
    """Apply what is missing, all of it or nothing, and give the revision; others that start at the same moment wait."""
    async with _alone(engine), engine.connect() as connection:
        await connection.run_sync(_migrate, to)
        if connection.dialect.name == "sqlite":
            # Its foreign keys were switched off, and only a new connection has them on for certain.
            await connection.invalidate()
    return newest() if to == "head" else to


def newest() -> str:
    """The revision this version of the program wants."""
    head = ScriptDirectory.from_config(_config()).get_current_head()
    assert head is not None
    return head


def current(connection: Connection) -> str | None:
    """The revision the database is at; None when it is empty."""
    revision: str | None = MigrationContext.configure(connection).get_current_revision()
    return revision


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    return config


def _migrate(connection: Connection, to: str) -> None:
    present = current(connection)
    connection.commit()
    refuse_newer(present)
    config = _config()
    config.attributes["connection"] = connection
    with _one_transaction(connection):
        command.upgrade(config, to)
    if connection.dialect.name == "postgresql":
        _install_queue(connection)


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
    known = {script.revision for script in ScriptDirectory.from_config(_config()).walk_revisions()}
    if present is not None and present not in known:
        raise failure(BadDatabase, "server.newer_database")


def _install_queue(connection: Connection) -> None:
    """The job queue's own tables, from the library that works on them."""
    present = inspect(connection).has_table("procrastinate_jobs")
    connection.commit()
    if present:
        return
    from procrastinate.schema import SchemaManager

    script = SchemaManager.get_schema()
    raw: Any = connection.connection.dbapi_connection
    raw.run_async(lambda driver: driver.execute(f"BEGIN;{script};COMMIT;"))
