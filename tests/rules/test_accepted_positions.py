"""Whatever position the editor accepts, the rules answer every move with a position or with a refusal of their own."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice

import pytest

from damage import damage, positions
from medina import BadPosition, IllegalMove, Move, Position, complete_position, position_from_json
from support import conceivable

POSITIONS = 250
PLAYED = 25
"""Moves of each position that are played as well, since playing costs more than asking."""


def accepted(rng: random.Random) -> Iterator[Position]:
    """Changed positions that the reader lets through."""
    for data in positions(rng):
        damage(data, rng)
        try:
            yield position_from_json(complete_position(data))
        except BadPosition:
            continue


def check_asking(position: Position, move: Move) -> bool:
    """Ask about a move; the answer agrees with the list of legal moves. True for a legal move."""
    broken = position.why(move)
    assert (broken is None) == (position.canonical(move) in position.legal_moves), move
    assert broken is None or (broken.rule and "{" not in broken.message)
    return broken is None


def check_playing(position: Position, move: Move, legal: bool) -> None:
    """Play a move: a legal one leaves a position that can go on, an illegal one is refused."""
    if not legal:
        with pytest.raises(IllegalMove) as caught:
            position.play(move)
        assert caught.value.refusal == position.why(move)
        return
    after = position.play(move)
    assert bool(after.legal_moves) == (after.phase != "over")
    assert len(after.scores) == position.ruleset.players


def test_every_move_in_every_accepted_position_is_played_or_refused() -> None:
    rng = random.Random(27)
    several_unroofed = 0
    for position in islice(accepted(rng), POSITIONS):
        if position.phase == "over":
            continue
        unroofed = [palace.colour for palace in position.palaces if palace.roof is None]
        several_unroofed += len(set(unroofed)) < len(unroofed)
        gates = [wall for wall, kind in position.walls.items() if kind == "gate"]
        moves = list(conceivable(position, gates))
        legal = {move: check_asking(position, move) for move in moves}
        allowed = [move for move in moves if legal[move]]
        for move in (*rng.choices(moves, k=PLAYED), *rng.choices(allowed, k=PLAYED)):
            check_playing(position, move, legal[move])
    assert several_unroofed > POSITIONS // 20
