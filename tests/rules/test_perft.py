"""The number of move sequences from fixed setups, counted beforehand by the oracle (see scripts/make_perft.py)."""

import json
from pathlib import Path

import pytest

import medina

PERFT = Path(__file__).parent.parent / "data" / "perft"


def count(position, depth):
    if depth == 1:
        return len(position.legal_moves)
    return sum(count(position.play(move), depth - 1) for move in position.legal_moves)


@pytest.mark.parametrize("setup", sorted(path.stem for path in PERFT.glob("*.json")))
def test_perft(setup):
    data = json.loads((PERFT / f"{setup}.json").read_text())
    position = medina.read_record(data["record"]).position
    for depth, sequences in enumerate(data["counts"], 1):
        assert count(position, depth) == sequences, f"{depth} placements"


def test_six_setups_are_counted_to_three_placements():
    depths = [len(json.loads(path.read_text())["counts"]) for path in PERFT.glob("*.json")]
    assert depths.count(3) >= 6
