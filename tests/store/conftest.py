"""Fixtures of the store's tests: both databases."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from medina.store.database import database_url
from postgres_server import fresh_database, postgres_server


@pytest.fixture(scope="session")
def database_server() -> Iterator[str]:
    """A PostgreSQL server for the session."""
    with postgres_server() as url:
        yield url


@pytest.fixture
def postgres_url(database_server: str) -> Iterator[str]:
    """A fresh database on it."""
    with fresh_database(database_server) as url:
        yield database_url(url, Path())


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty database, of each kind."""
    if request.param == "sqlite":
        return database_url(None, tmp_path)
    return str(request.getfixturevalue("postgres_url"))
