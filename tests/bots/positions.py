"""Positions for the tests of the bots."""

from __future__ import annotations

import random

import medina

COMBINATIONS = [
    (edition, players, gates)
    for edition, players in (("first", 3), ("first", 4), ("second", 2), ("second", 3), ("second", 4))
    for gates in (False, True)
]


def after_random_moves(start: medina.Position, moves: int, seed: int) -> medina.Position:
    """A position so many random moves later, or the last one before the end."""
    chance = random.Random(seed)
    position = start
    for _ in range(moves):
        following = position.play(chance.choice(position.legal_moves))
        if following.phase == "over":
            break
        position = following
    return position


def with_one_legal_move() -> medina.Position:
    """A position late in a random game where nothing is left to choose."""
    for seed in range(200):
        position = medina.new_game("first", 3, seed=seed)
        chance = random.Random(seed)
        while position.phase != "over":
            if len(position.legal_moves) == 1:
                return position
            position = position.play(chance.choice(position.legal_moves))
    raise AssertionError("no such position among 200 games")
