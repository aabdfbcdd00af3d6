"""How much a move may lose before it is called a mistake, and what it is called then: for everybody, here alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

Mark = Literal["?!", "?", "??"]
"""As chess players write it: an inaccuracy, a mistake, a blunder."""

POINTS_A_WIN = 100.0
"""So many points of lead weigh as much as the whole difference between losing and winning."""
SUSPICION = 0.02
"""A move this much worse than the best is looked at twice before it is called a mistake."""
INACCURACY, MISTAKE, BLUNDER = 0.03, 0.08, 0.16
ROUNDING = 0.00005
"""Losses are told in four decimals: one that is told as a threshold has reached it."""


MARKS: tuple[Mark | None, ...] = (None, None, "?!", "?", "??")
"""What a move of each grade is called; the first is nothing, the second to be looked at twice."""


# Both are compiled for the browser as they stand (scripts/make_wasm.py), so they take plain numbers.


def value_of(players: int, seat: int, scores: Sequence[float], wins: Sequence[float]) -> float:
    """One number to compare moves by: chance to win, and the lead in points too, for games that are decided."""
    rival = -1e9
    for other in range(players):
        if other != seat:
            rival = max(rival, scores[other])
    return wins[seat] + (scores[seat] - rival) / POINTS_A_WIN


def grade_of(loss: float) -> int:
    """How bad a loss is, in shares of a win."""
    told = loss + ROUNDING
    return (told >= SUSPICION) + (told >= INACCURACY) + (told >= MISTAKE) + (told >= BLUNDER)


def mark_of(loss: float) -> Mark | None:
    """What to call a move that lost so much, in shares of a win; None when it was no mistake."""
    return MARKS[grade_of(loss)]
