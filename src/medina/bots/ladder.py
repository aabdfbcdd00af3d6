"""The rungs of the ladder. Each plays like a person of that strength.

The weak do not play well with blunders mixed in: they overlook moves, look at a single placement, count only their own
points, or do not know yet what is worth something. Each rung wins 70 to 90 % against the one below (docs/bots.md).
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from medina.bots.taste import TASTE, Taste


@dataclass(frozen=True, slots=True)
class Rung:
    """What makes a bot: its taste, how many positions it looks into at most, and a mind of its own:
    the name of a network that comes with the package, or a file.
    """

    taste: Taste = TASTE
    nodes: int | None = None
    mind: str | Path | None = None


MINDS = {
    "visitor": {"BEST_CLAIM": 2.0, "ROOFS": -1.0},
    "apprentice": {"BEST_CLAIM": 5.0, "ROOFS": 16.0},
}
"""How beginners judge a position: the points on the board and a few plain opinions, in points each."""


def _glancing(attention: float) -> Rung:
    """Judges well what it notices, but notices little and looks no further than the next placement."""
    return Rung(Taste(noise=0, attention=attention), 1)


RUNGS = {
    # Sees a few places, and claims whatever stands there.
    "visitor": Rung(Taste(noise=0, attention=0.18, care=False), 1, "visitor"),
    # Waits for a palace to grow, sees little, and thinks of nobody else.
    "apprentice": Rung(Taste(noise=0, attention=0.12, care=False), 1, "apprentice"),
    # Knows what things are worth, and overlooks nearly all of them.
    "mason": _glancing(0.09),
    # Overlooks most.
    "weaver": _glancing(0.15),
    # Overlooks much.
    "merchant": _glancing(0.27),
    # Overlooks half.
    "surveyor": _glancing(0.52),
    # Sees everything, and thinks a little about its turn.
    "scholar": Rung(nodes=2),
    # Thinks about what its turn will look like.
    "astronomer": Rung(nodes=12),
    # Thinks its turn through, and of the answer.
    "vizier": Rung(nodes=45),
    # Thinks a few turns ahead.
    "emir": Rung(nodes=220),
    # Thinks many turns ahead.
    "sultan": Rung(nodes=1500),
    # Thinks as long as it may.
    "architect": Rung(),
}
