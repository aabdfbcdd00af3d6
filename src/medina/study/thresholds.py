"""How much a move may lose before it is called a mistake, and what it is called then: for everybody, here alone."""

from __future__ import annotations

from typing import Literal

Mark = Literal["?!", "?", "??"]
"""As chess players write it: an inaccuracy, a mistake, a blunder."""

POINTS_A_WIN = 100.0
"""So many points of lead weigh as much as the whole difference between losing and winning."""
SUSPICION = 0.02
"""A move this much worse than the best is looked at twice before it is called a mistake."""
INACCURACY, MISTAKE, BLUNDER = 0.03, 0.08, 0.16


def mark_of(loss: float) -> Mark | None:
    """What to call a move that lost so much, in shares of a win; None when it was no mistake."""
    if loss < INACCURACY:
        return None
    return "??" if loss >= BLUNDER else "?" if loss >= MISTAKE else "?!"
