"""Opening the database: SQLite in a folder, or PostgreSQL by its URL."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

from sqlalchemy import event
from sqlalchemy.engine import make_url
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from medina import MedinaError

BUSY_MS = 10_000


class BadDatabase(MedinaError):
    """The database's address is none we can use, or it cannot be reached."""


def database_url(url: str | None, folder: Path) -> str:
    """The URL with the driver we use; without one, SQLite in the data folder."""
    if not url:
        return f"sqlite+aiosqlite:///{folder / 'medina.sqlite3'}"
    scheme, _, rest = url.partition("://")
    if scheme in ("postgresql", "postgres", "postgresql+asyncpg", "postgresql+psycopg"):
        return f"postgresql+asyncpg://{rest}"
    if scheme in ("sqlite", "sqlite+aiosqlite"):
        return f"sqlite+aiosqlite://{rest}"
    raise BadDatabase(
        f"{scheme[:40]}:// is no database Medina can use. Leave MEDINA_DATABASE_URL empty for SQLite, "
        "or give it a postgresql:// address."
    )


def is_postgres(url: str) -> bool:
    """PostgreSQL, where several processes act as one site."""
    return url.startswith("postgresql")


def plain_url(url: str) -> str:
    """The URL as libpq and psycopg read it."""
    return url.replace("postgresql+asyncpg://", "postgresql://", 1)


def asyncpg_arguments(url: str) -> dict[str, Any]:
    """How asyncpg itself connects to the same database (a `host` in the query may be a socket's folder)."""
    parts = make_url(url)
    query = dict(parts.query)
    return {
        "host": parts.host or query.get("host"),
        "port": parts.port or query.get("port"),
        "user": parts.username,
        "password": parts.password,
        "database": parts.database,
    }


def open_engine(url: str, pool: int = 5) -> AsyncEngine:
    """The engine; on SQLite every connection writes ahead and syncs fully."""
    if is_postgres(url):
        return create_async_engine(url, pool_size=pool, max_overflow=pool, pool_pre_ping=True)
    engine = create_async_engine(url, pool_size=pool, max_overflow=0)
    event.listen(engine.sync_engine, "connect", _make_durable)
    return engine


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
