"""What to play and why: from the analysis where it is loaded anyway, else from the quick bot that needs nothing."""

from __future__ import annotations

import random
import sys
from dataclasses import dataclass

from medina.bots import Budget, make_bot
from medina.rules import Move, Position
from medina.words import say

from .speech import hint_reason

QUICK_BOT = "greedy"


@dataclass(frozen=True)
class Hint:
    """A move with the sentences that speak for it."""

    move: Move
    reason: str


def hint(position: Position, seconds: float, rng: random.Random) -> Hint:
    """The best move we can find without making the player wait for the compiled rules."""
    if "medina.bots.thinker" in sys.modules:
        return _analysed(position, seconds, rng)
    move = make_bot(QUICK_BOT).choose(position, Budget(seconds=seconds), rng)
    return Hint(move, hint_reason(position, move))


def _analysed(position: Position, seconds: float, rng: random.Random) -> Hint:
    """The first line of an analysis, with the points it expects at the end."""
    from medina.bots.analysis import analyse

    best = analyse(position, seconds, seed=rng.randrange(2**31), lines=1).lines[0]
    expected = ", ".join(
        say("terminal.expected_player", player=seat + 1, points=round(points))
        for seat, points in enumerate(best.scores)
    )
    chance = round(100 * best.chances[position.turn or 0])
    outlook = say("terminal.expected", scores=expected, chance=chance)
    return Hint(best.move, f"{hint_reason(position, best.move)} {outlook}")
