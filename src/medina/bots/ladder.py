"""The rungs between the simplest bots and the strongest. Each plays like a person of that strength.

The weak do not play well with blunders mixed in: they overlook moves, look at a single placement, count only their own
points, or do not know yet what is worth something.
"""

from __future__ import annotations

import numpy as np

from medina.bots import features
from medina.bots.network import INPUTS, Network, Weights, pack
from medina.bots.searcher import Taste
from medina.bots.strongest import TASTE
from medina.bots.thinker import ThinkingBot


def simple_mind(**opinions: float) -> Weights:
    """An evaluation a beginner would give: the points on the board and a few plain opinions, in points each."""
    direct = np.zeros(INPUTS, dtype=np.float32)
    for name, points in opinions.items():
        direct[getattr(features, name)] = points / 10
    return pack(Network(np.zeros((INPUTS, features.HIDDEN), np.float32), direct, np.zeros(features.HIDDEN, np.float32)))


def visitor() -> ThinkingBot:
    """Sees a few places, likes points, likes to claim something."""
    return ThinkingBot(Taste(noise=0, attention=0.12, care=False), 1, simple_mind(BEST_CLAIM=2.0, ROOFS=-1.0))


def apprentice() -> ThinkingBot:
    """Looks around more and waits a little for a palace to grow, but thinks of nobody else."""
    return ThinkingBot(Taste(noise=0, attention=0.4, care=False), 1, simple_mind(BEST_CLAIM=5.0, ROOFS=16.0))


def mason() -> ThinkingBot:
    """Knows what things are worth, but overlooks a lot and never looks past the next placement."""
    return ThinkingBot(Taste(noise=0, attention=0.3), 1)


def merchant() -> ThinkingBot:
    """Judges well, sees most places, looks no further than its own placement."""
    return ThinkingBot(Taste(noise=0, attention=0.8), 1)


def vizier() -> ThinkingBot:
    """Thinks its turn through and glances at the answer."""
    return ThinkingBot(TASTE, 8)


def architect() -> ThinkingBot:
    """Thinks as long as it may."""
    return ThinkingBot(TASTE)
