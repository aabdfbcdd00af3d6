"""A recorded game to show and replay."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from medina import Record, new_game, write_record
from medina.words import set_language


@pytest.fixture(autouse=True)
def _english() -> object:
    """The tests read English unless they say otherwise."""
    set_language("en")
    yield
    set_language(None)


def random_record(moves: int, seed: int = 5, gates: bool = True) -> Record:
    """A three-player game of random moves, with names and a comment."""
    tags = {"Event": "Friday night", "Date": "2026-11-15", "Seat0": "Ada", "Seat1": "bot:greedy", "Seat2": "Zoé"}
    draw, record = random.Random(seed), Record.new(new_game("second", 3, gates, seed=seed), tags)
    while record.position.legal_moves and len(record.moves) < moves:
        record = record.play(draw.choice(record.position.legal_moves))
    return record


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
