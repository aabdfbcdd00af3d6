"""What a mistake is about, in the words of the puzzles: so that who makes it finds those that fit."""

from __future__ import annotations

from collections.abc import Sequence

from medina.rules import Move
from medina.study.reasons import Reason

THEME_OF_REASON = {
    "good.claims": "claim",
    "good.claims_before": "claim",
    "good.neutralises_before": "claim",
    "bad.misses_claim": "claim",
    "bad.leaves_claim": "claim",
    "bad.claims_early": "claim",
    "bad.claims_lesser": "claim",
    "good.tile": "tile",
    "bad.misses_tile": "tile",
    "good.takes_tile": "steal",
    "good.takes_tower": "steal",
    "good.tower": "tower",
    "bad.misses_tower": "tower",
    "good.ends_street": "block",
    "good.finishes": "colour",
    "bad.misses_finish": "colour",
    "good.tea": "tea",
    "good.waits": "tea",
    "bad.misses_tea": "tea",
    "bad.spends_tea": "tea",
    "bad.spends_piece": "tea",
    "good.closes": "deny",
    "bad.gives_points": "deny",
    "bad.gives_tower": "deny",
    "bad.lets_tile": "deny",
    "bad.lets_tower": "deny",
    "bad.builds_for_others": "deny",
}
"""By the keys of the reasons; what a reason that is not here is about, no puzzle is."""


LAST_PIECES = 6


def is_last(hand: int) -> bool:
    """Is it about the last pieces in a hand?"""
    return 0 < hand <= LAST_PIECES


def themes_of_mistake(
    better: Move, merits: Sequence[Reason], faults: Sequence[Reason], hand: int | None = None
) -> tuple[str, ...]:
    """The themes of a mistake, the weightiest first: of what would have been better, then of what was bad about it, and
    of how many pieces were left in the `hand`, if that is known."""
    keys = [reason.key.removeprefix("analysis.") for reason in (*merits, *faults)]
    found = [THEME_OF_REASON[key] for key in keys if key in THEME_OF_REASON]
    if better.piece == "D" or better.exit is not None:
        found.insert(0, "gates")
    if better.piece == "M" and "good.points" in keys:
        found.insert(0, "street")
    if hand is not None and is_last(hand):
        found.append("last")
    return tuple(dict.fromkeys(found))
