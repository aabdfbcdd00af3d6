"""Positions for the drawings: some by hand, some from random games of every kind."""

from __future__ import annotations

import random
from typing import Any

import pytest
from draw_samples import SAMPLES

from medina import new_game, position_to_json

RANDOM_GAMES = [
    ("second", 2, False, 11, 90),
    ("second", 2, True, 12, 400),
    ("second", 3, False, 13, 60),
    ("second", 4, True, 14, 400),
    ("first", 3, True, 15, 400),
    ("first", 4, False, 16, 0),
]


def random_position(edition: str, players: int, gates: bool, seed: int, plies: int) -> dict[str, Any]:
    """The position after some random moves that like gates and passages."""
    draw, position = random.Random(seed), new_game(edition, players, gates, seed=seed)
    for _ in range(plies):
        moves = position.legal_moves
        if not moves:
            break
        position = position.play(draw.choice([move for move in moves if move.exit or move.piece == "D"] or moves))
    return position_to_json(position)


@pytest.fixture(params=[*SAMPLES, *RANDOM_GAMES], ids=str)
def any_position(request: pytest.FixtureRequest) -> dict[str, Any]:
    """Every sample and every random position in turn."""
    if isinstance(request.param, str):
        return SAMPLES[request.param]()
    return random_position(*request.param)
