"""The rungs of the ladder. Each plays like a person of that strength.

The weak do not play well with blunders mixed in: they overlook moves, look at a single placement, count only their own
points, or do not know yet what is worth something. Each rung wins 70 to 90 % against the one below (docs/bots.md).
"""

from __future__ import annotations

import numpy as np

from medina.bots import features
from medina.bots.network import INPUTS, Network, Weights, pack
from medina.bots.searcher import Taste
from medina.bots.strongest import TASTE
from medina.bots.thinker import ThinkingBot


def simple_mind(**opinions: float) -> Weights:
    """An evaluation a beginner would give: the points on the board and a few plain opinions, in points each.

    In half precision, in which networks are kept.
    """
    direct = np.zeros(INPUTS, dtype=np.float32)
    for name, points in opinions.items():
        direct[getattr(features, name)] = np.float16(points / 10)
    return pack(Network(np.zeros((INPUTS, 1), np.float32), direct, np.zeros(1, np.float32)))


def _glancing(attention: float) -> ThinkingBot:
    """Judges well what it notices, but notices little and looks no further than the next placement."""
    return ThinkingBot(Taste(noise=0, attention=attention), 1)


def visitor() -> ThinkingBot:
    """Sees a few places, and claims whatever stands there."""
    taste = Taste(noise=0, attention=0.18, care=False)
    return ThinkingBot(taste, 1, simple_mind(BEST_CLAIM=2.0, ROOFS=-1.0))


def apprentice() -> ThinkingBot:
    """Waits for a palace to grow, sees little, and thinks of nobody else."""
    taste = Taste(noise=0, attention=0.12, care=False)
    return ThinkingBot(taste, 1, simple_mind(BEST_CLAIM=5.0, ROOFS=16.0))


def mason() -> ThinkingBot:
    """Knows what things are worth, and overlooks nearly all of them."""
    return _glancing(0.09)


def weaver() -> ThinkingBot:
    """Overlooks most."""
    return _glancing(0.15)


def merchant() -> ThinkingBot:
    """Overlooks much."""
    return _glancing(0.27)


def surveyor() -> ThinkingBot:
    """Overlooks half."""
    return _glancing(0.52)


def scholar() -> ThinkingBot:
    """Sees everything, and thinks a little about its turn."""
    return ThinkingBot(TASTE, 2)


def astronomer() -> ThinkingBot:
    """Thinks about what its turn will look like."""
    return ThinkingBot(TASTE, 12)


def vizier() -> ThinkingBot:
    """Thinks its turn through, and of the answer."""
    return ThinkingBot(TASTE, 45)


def emir() -> ThinkingBot:
    """Thinks a few turns ahead."""
    return ThinkingBot(TASTE, 220)


def sultan() -> ThinkingBot:
    """Thinks many turns ahead."""
    return ThinkingBot(TASTE, 1500)


def architect() -> ThinkingBot:
    """Thinks as long as it may."""
    return ThinkingBot(TASTE)
