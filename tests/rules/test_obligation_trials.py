"""4.8: nearly every placement is settled without trying it, so that the first edition stays quick."""

import random

import medina
from medina.rules import obligations

GAMES = 24


def test_4_8_few_placements_are_tried(monkeypatch):
    tried = []
    original = obligations.tried_keeps_second
    monkeypatch.setattr(
        obligations, "tried_keeps_second", lambda state, move: tried.append(move) or original(state, move)
    )
    for seed in range(GAMES):
        chance = random.Random(seed)
        position = medina.new_game("first", 3 + seed % 2, seed % 3 == 0, seed=seed)
        while position.phase != "over":
            position = position.play(chance.choice(position.legal_moves))
    assert 0 < len(tried) <= 10 * GAMES
