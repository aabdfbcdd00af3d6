"""Positions with one clearly best move, as data; benchmarks/tactics.py found and checked them."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

import medina
from medina.bots import Budget, make_bot

FOLDER = Path(__file__).parent.parent / "data" / "tactics"
NODES = 400  # are enough for nearly all; where they are not, the file says how many it takes
FILES = sorted(FOLDER.glob("*.json"))


def test_there_are_enough_of_them() -> None:
    themes = {json.loads(file.read_text(encoding="utf-8"))["theme"] for file in FILES}
    assert len(FILES) >= 30
    assert {"claim", "steal", "street", "colour", "tempo", "gates"} <= themes


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.stem))
def test_the_strongest_finds_the_move(file: Path) -> None:
    tactic = json.loads(file.read_text(encoding="utf-8"))
    position = medina.position_from_json(tactic["position"])
    nodes = tactic.get("nodes", NODES)
    move = make_bot("architect").choose(position, Budget(nodes=nodes), random.Random(1))
    assert move.text == tactic["best"], tactic["why"]
