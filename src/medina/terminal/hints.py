"""What to play and why: from the analysis, or, where the engine is not installed, from a quick bot."""

from __future__ import annotations

import random
from importlib.util import find_spec

from medina.bots import Budget, make_bot
from medina.rules import Position
from medina.study import Hint, reason_for
from medina.study import hint as best_move
from medina.words import say

QUICK_BOT = "greedy"


def hint(position: Position, seconds: float, rng: random.Random) -> str:
    """The best move we can find, and the sentences that speak for it."""
    if find_spec("wasmtime") is not None:
        found = best_move(position, seconds, seed=rng.randrange(2**31))
        return f"{found.sentence()} {outlook(position, found)}"
    move = make_bot(QUICK_BOT).choose(position, Budget(seconds=seconds), rng)
    return say("analysis.hint", move=move.text, reasons=reason_for(position, move))


def outlook(position: Position, found: Hint) -> str:
    """What the analysis expects after the move."""
    expected = ", ".join(
        say("terminal.expected_player", player=seat + 1, points=round(points))
        for seat, points in enumerate(found.line.outlook.scores)
    )
    return say("terminal.expected", scores=expected, chance=round(100 * found.line.outlook.wins[position.turn or 0]))
