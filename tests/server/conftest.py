"""Fixtures of the server's tests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hosting import site
from starlette.testclient import TestClient

from postgres_server import fresh_database, postgres_server


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    """A site without limits, on SQLite."""
    with site(tmp_path / "data") as made:
        yield made


@pytest.fixture(scope="session")
def database_server() -> Iterator[str]:
    """A PostgreSQL server for the session."""
    with postgres_server() as url:
        yield url


@pytest.fixture
def pg(database_server: str) -> Iterator[str]:
    """A fresh database of the session's PostgreSQL."""
    with fresh_database(database_server) as url:
        yield url
