"""Games to show and replay."""

from __future__ import annotations

import random

from medina import Record, new_game


def random_record(moves: int, seed: int = 5, gates: bool = True) -> Record:
    """A three-player game of random moves, with names and a comment."""
    tags = {"Event": "Friday night", "Date": "2026-11-15", "Seat0": "Ada", "Seat1": "bot:greedy", "Seat2": "Zoé"}
    draw, record = random.Random(seed), Record.new(new_game("second", 3, gates, seed=seed), tags)
    while record.position.legal_moves and len(record.moves) < moves:
        record = record.play(draw.choice(record.position.legal_moves))
    return record
