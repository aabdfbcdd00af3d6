"""Lines that come again and again are counted, not written."""

from __future__ import annotations

import logging

import pytest
import structlog

from medina.server.logs import MOST_LINES, WINDOW_SECONDS, Repeats


def written(repeats: Repeats, method: str = "warning", **line: object) -> bool:
    """Does this line get into the log?"""
    try:
        repeats(None, method, line)
    except structlog.DropEvent:
        return False
    return True


def test_the_first_lines_of_a_kind_are_written() -> None:
    repeats = Repeats()
    assert [written(repeats, event="turned away", why="a") for _ in range(100)].count(True) == MOST_LINES
    assert written(repeats, event="turned away", why="b")
    assert written(repeats, event="the database failed", exc_info=OSError("full"))
    assert [written(repeats, "info", event="answered") for _ in range(100)].count(True) == 100


def test_lines_of_libraries_too() -> None:
    repeats = Repeats()
    records = [logging.LogRecord("uvicorn.error", logging.WARNING, "", 0, "Invalid %s", (n,), None) for n in range(100)]
    assert [repeats.filter(record) for record in records].count(True) == MOST_LINES


def test_how_often_is_told_afterwards_and_then_it_begins_anew(capsys: pytest.CaptureFixture[str]) -> None:
    now = 0.0
    repeats = Repeats(lambda: now)
    with structlog.testing.capture_logs() as said:
        for _ in range(100):
            written(repeats, event="turned away", why="a")
        repeats.tell()
        assert said == []
        now = WINDOW_SECONDS + 1
        repeats.tell()
    assert [(line["line"], line["times"]) for line in said] == [("turned away a", 100 - MOST_LINES)]
    assert written(repeats, event="turned away", why="a")
