"""Fixtures of the server's tests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import structlog
from hosting import Clock, site
from starlette.testclient import TestClient

from postgres_server import fresh_database, postgres_server


@pytest.fixture(autouse=True)
def _fresh_log() -> None:
    """Forget where an earlier test's command let the log go: pytest has closed what stood for its terminal."""
    structlog.reset_defaults()


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    """A site without limits, on SQLite."""
    with site(tmp_path / "data") as made:
        yield made


@pytest.fixture
def standing_clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """Nothing flows back into the buckets of a site in this process unless the test lets time pass."""
    clock = Clock()
    monkeypatch.setattr("medina.server.limits.clock", clock)
    return clock


@pytest.fixture
def presence_clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """Nobody is away for long unless the test lets time pass."""
    clock = Clock()
    monkeypatch.setattr("medina.server.live.hub.clock", clock)
    return clock


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


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)])
def any_client(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[TestClient]:
    """A site without limits, on SQLite and again on PostgreSQL."""
    url = "" if request.param == "sqlite" else str(request.getfixturevalue("pg"))
    with site(tmp_path / "data", database_url=url, bot_threads=0 if url else 1) as made:
        yield made
