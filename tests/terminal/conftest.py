"""A recorded game to show and replay."""

from __future__ import annotations

from pathlib import Path

import pytest
from terminal_games import random_record

from medina import write_record
from medina.words import set_language


@pytest.fixture(autouse=True)
def _english() -> object:
    """The tests read English unless they say otherwise."""
    set_language("en")
    yield
    set_language(None)


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """The file of an unfinished game of 40 moves."""
    file = tmp_path / "game.mgn"
    file.write_text(write_record(random_record(40).with_comment(2, "a bold start")), encoding="utf-8")
    return file


@pytest.fixture
def finished(tmp_path: Path) -> Path:
    """The file of a finished game."""
    file = tmp_path / "finished.mgn"
    file.write_text(write_record(random_record(1000)), encoding="utf-8")
    return file
