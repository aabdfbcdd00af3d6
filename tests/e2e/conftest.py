"""Fixtures of the browser tests: a server of the worker's own, one browser, and as many people as a test needs."""

from __future__ import annotations

import os
import random
import shutil
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from browser_support import FAR_AWAY, FLAGS, Person, Server
from playwright.sync_api import Browser, BrowserContext, sync_playwright

STATIC = Path(__file__).resolve().parents[2] / "src" / "medina" / "server" / "static"


BUDGET = "budget"
NOT_LEFT = ("service_workers", "permissions")
"""Settings of which something stays in a browser when its person has left."""


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """The budgets that were measured, whatever was captured."""
    reports = terminalreporter.getreports("passed") + terminalreporter.getreports("failed")
    lines = [value for report in reports for name, value in getattr(report, "user_properties", []) if name == BUDGET]
    if lines:
        terminalreporter.section("budgets")
        for line in dict.fromkeys(lines):
            terminalreporter.write_line(line)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.e2e)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = os.environ.get("MEDINA_BROWSER") or shutil.which("chromium") or "/usr/bin/chromium"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    assert (STATIC / "index.html").exists(), "build the client first: cd client && npm ci && npm run build"
    server = Server(tmp_path_factory.mktemp("medina"))
    server.start()
    yield server
    server.stop()


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A server that a test may kill."""
    server = Server(tmp_path / "data")
    server.start()
    yield server
    server.stop()


@pytest.fixture
def far_server(tmp_path: Path) -> Iterator[Server]:
    """A server at the end of a slow line."""
    server = Server(tmp_path / "data")
    server.program = FAR_AWAY
    server.start()
    yield server
    server.stop()


@pytest.fixture
def quick_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """A server that takes people for absent after a second."""
    monkeypatch.setenv("MEDINA_AWAY_SECONDS", "1")
    server = Server(tmp_path / "data")
    server.start()
    yield server
    server.stop()


@pytest.fixture(scope="session")
def left() -> dict[str, list[BrowserContext]]:
    """Browsers that people have left, by their settings."""
    return defaultdict(list)


@pytest.fixture
def newcomer(browser: Browser, left: dict[str, list[BrowserContext]]) -> Iterator[Callable[..., Person]]:
    """Opens browser windows of different people; at the end nobody may have met an error."""
    people: list[tuple[Person, str]] = []

    def come(server: Server, **settings: Any) -> Person:
        kind = repr(settings)
        person = Person(browser, server, left[kind].pop() if left[kind] else None, **settings)
        people.append((person, kind))
        return person

    yield come
    troubles = [trouble for person, _ in people for trouble in person.troubles]
    for person, kind in people:
        if any(setting in kind for setting in NOT_LEFT):
            person.close()
        else:
            person.leave()
            left[kind].append(person.context)
    assert troubles == []


@pytest.fixture
def person(newcomer: Callable[..., Person], server: Server) -> Person:
    return newcomer(server)


@pytest.fixture
def budget(record_property: Callable[[str, object], None]) -> Callable[[str], None]:
    """Note what was measured; it is shown at the end of the run."""
    return lambda line: record_property(BUDGET, line)


@pytest.fixture
def rng(request: pytest.FixtureRequest) -> random.Random:
    return random.Random(request.node.name)
