"""How hard a puzzle looks before anybody has tried it: a first guess, on the scale on which people see ratings.

Those who try it know better: from the first try on the site learns (`store/solving.py`).
"""

from __future__ import annotations

from medina.puzzles.puzzle import Puzzle, Step
from medina.puzzles.turns import first_glances
from medina.rules import Move, Position

USUAL = 1500
"""What a newcomer has, too."""
IN_PLAIN_SIGHT = -300
"""The turn that scores most at once is the solution."""
QUIET = 150
"""What has to be found brings no points at once."""
ANOTHER_STEP = 175
ANOTHER_PLACEMENT = 75
USUAL_LEAD, A_WHOLE_LEAD = 0.35, -300
"""A turn that is ahead by far is seen from afar."""


def first_level(puzzle: Puzzle) -> int:
    """By what its proof and a glance at the points say."""
    first = puzzle.steps[0]
    level = USUAL + ANOTHER_STEP * (len(puzzle.steps) - 1) + ANOTHER_PLACEMENT * (len(first.key) - 1)
    level += round(A_WHOLE_LEAD * (min(first.proofs[1].lead, 1.0) - USUAL_LEAD))
    if _in_plain_sight(puzzle.start, first):
        level += IN_PLAIN_SIGHT
    elif _gain(puzzle.start, first) <= 0:
        level += QUIET
    return level


def _in_plain_sight(position: Position, step: Step) -> bool:
    """Would somebody find it who takes what there is to take?"""
    key = set(map(Move.parse, step.key))
    return any(key <= set(turn) for turn in first_glances(position)[:1])


def _gain(position: Position, step: Step) -> int:
    """Points that the key brings at once, in the order of the best turn."""
    gain, seat = 0, position.turn or 0
    for text in step.turn:
        after = position.play(text)
        if text in step.key:
            gain += after.scores[seat] - position.scores[seat]
        position = after
    return gain
