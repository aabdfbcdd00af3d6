"""The two first bots. They need nothing but the rules, so they are there at once."""

from __future__ import annotations

import random
from collections.abc import Callable

from medina.bots.base import Bot, Budget, check_playable
from medina.rules import Move, Position


class RandomBot(Bot):
    """Any legal move."""

    def choose(self, position: Position, budget: Budget, rng: random.Random) -> Move:
        """Every legal move is as likely as any other."""
        return rng.choice(check_playable(position))


class GreedyBot(Bot):
    """The placement that, with the best other one of the turn, most improves the player's standing now.

    `best` finds the first moves of the best turns; `medina.fast.greedy` has a compiled one, for many games.
    """

    def __init__(self, best: Callable[[Position], list[Move]] | None = None) -> None:
        self._best = best or best_of_turn

    def choose(self, position: Position, budget: Budget, rng: random.Random) -> Move:
        """One of the best moves, each as likely."""
        moves = check_playable(position)
        return moves[0] if len(moves) == 1 else rng.choice(self._best(position))


def standing(position: Position, seat: int) -> int:
    """The seat's points less those of the best of the others."""
    scores = position.scores
    return scores[seat] - max(score for other, score in enumerate(scores) if other != seat)


def best_of_turn(position: Position) -> list[Move]:
    """The first moves of the best turns, sorted."""
    seat = position.turn
    assert seat is not None
    values = {move: _value_of_turn(position.play(move), seat) for move in position.legal_moves}
    best = max(values.values())
    return [move for move, value in values.items() if value == best]


def _value_of_turn(position: Position, seat: int) -> int:
    """The best standing after the rest of the turn."""
    now = standing(position, seat)
    if not position.is_mid_turn:
        return now
    # Buildings and tea never change a score, so one look at the standing does for all of them.
    telling = [move for move in position.legal_moves if move.piece not in "GPBOT"]
    values = [standing(position.play(move), seat) for move in telling]
    return max(values) if len(telling) == len(position.legal_moves) else max([now, *values])
