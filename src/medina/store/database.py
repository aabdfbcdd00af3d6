"""Opening the database: SQLite in a folder, or PostgreSQL by its URL."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

import asyncpg
from sqlalchemy import event, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from medina import MedinaError
from medina.words import failure

BUSY_MS = 10_000
LIBPQ_ONLY = {
    "channel_binding",
    "connect_timeout",
    "gssencmode",
    "hostaddr",
    "keepalives",
    "keepalives_count",
    "keepalives_idle",
    "keepalives_interval",
    "load_balance_hosts",
    "sslcompression",
    "tcp_user_timeout",
}
"""Parts of an address, as hosters of PostgreSQL hand them out, that asyncpg knows nothing of."""


class BadDatabase(MedinaError):
    """The database's address is none we can use, or it cannot be reached."""


def database_url(url: str | None, folder: Path) -> str:
    """The URL with the driver we use; without one, SQLite in the data folder."""
    if not url:
        return f"sqlite+aiosqlite:///{folder / 'medina.sqlite3'}"
    scheme, _, rest = url.partition("://")
    try:
        make_url(url)
    except (ArgumentError, ValueError) as error:
        raise _bad_address(error) from None
    if scheme in ("postgresql", "postgres", "postgresql+asyncpg", "postgresql+psycopg"):
        return _checked(f"postgresql+asyncpg://{rest}")
    if scheme in ("sqlite", "sqlite+aiosqlite"):
        return _checked(f"sqlite+aiosqlite://{rest}")
    raise failure(BadDatabase, "server.other_database", scheme=scheme[:40])


def _checked(url: str) -> str:
    """What the drivers would only find out when they connect, and then say in words of their own."""
    parts = make_url(url)
    if not is_postgres(url) and (parts.host or not parts.database or parts.database == ":memory:"):
        raise _bad_address(failure(BadDatabase, "server.sqlite_file"))
    if parts.port is not None and not 0 < parts.port < 65_536:
        raise _bad_address(failure(BadDatabase, "server.bad_port", port=parts.port))
    try:
        parts.get_dialect()().create_connect_args(parts)
    except (ArgumentError, ValueError) as error:
        raise _bad_address(error) from None
    return url


def _bad_address(detail: object) -> BadDatabase:
    return failure(BadDatabase, "server.bad_address", detail=detail)


def is_postgres(url: str) -> bool:
    """PostgreSQL, where several processes act as one site."""
    return url.startswith("postgresql")


def plain_url(url: str) -> str:
    """The URL as libpq and psycopg read it."""
    return url.replace("postgresql+asyncpg://", "postgresql://", 1)


def asyncpg_arguments(url: str) -> dict[str, Any]:
    """How asyncpg connects. It reads libpq's addresses, but would hand the server what only libpq understands."""
    parts = urlsplit(plain_url(url))
    query = [(name, value) for name, value in parse_qsl(parts.query) if name not in LIBPQ_ONLY]
    return {"dsn": parts._replace(query=urlencode(query)).geturl()}


def open_engine(url: str, pool: int = 5) -> AsyncEngine:
    """The engine; on SQLite every connection writes ahead and syncs fully."""
    if is_postgres(url):
        arguments = asyncpg_arguments(url)
        return create_async_engine(
            url,
            pool_size=pool,
            max_overflow=pool,
            pool_pre_ping=True,
            async_creator=lambda: asyncpg.connect(**arguments),
        )
    engine = create_async_engine(url, pool_size=pool, max_overflow=0)
    event.listen(engine.sync_engine, "connect", _make_durable)
    return engine


@contextlib.asynccontextmanager
async def one_at_a_time(engine: AsyncEngine, key: str) -> AsyncIterator[None]:
    """Whoever comes with the same key waits, at whatever process. SQLite has one process: there its own lock does.

    A connection is held meanwhile, so a process should ask for one key at a time."""
    if engine.dialect.name != "postgresql":
        yield
        return
    async with engine.connect() as connection:
        await connection.execute(text("SELECT pg_advisory_xact_lock(1, hashtext(:key))"), {"key": key})
        yield


async def yield_to_writer(connection: AsyncConnection) -> None:
    """Let this transaction fail, and not the writer's, where each waits for rows that the other has changed.

    PostgreSQL looks for such a pair after a second of waiting, and chooses which of the two fails.
    """
    if connection.dialect.name == "postgresql":
        await connection.execute(text("SET LOCAL lock_timeout = '900ms'"))


def open_sqlite(path: str) -> sqlite3.Connection:
    """A connection for the writer's own thread, as durable as the engine's; it begins no transaction by itself."""
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    _make_durable(connection)
    return connection


def _make_durable(connection: Any, _record: object = None) -> None:
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", f"busy_timeout={BUSY_MS}", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()
