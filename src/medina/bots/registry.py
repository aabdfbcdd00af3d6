"""The bots by name, weakest first. Ratings are on the scale of Elo, from the matches in docs/bots.md."""

from __future__ import annotations

from collections.abc import Callable

from medina.bots.base import Bot, BotInfo, UnknownBot
from medina.bots.ladder import RUNGS
from medina.bots.simple import GreedyBot, RandomBot
from medina.words import failure


def _rung(name: str) -> Callable[[], Bot]:
    """A bot of the ladder. The engine is loaded only when one is wanted."""

    def make() -> Bot:
        from medina.bots.thinker import ThinkingBot

        return ThinkingBot(RUNGS[name])

    return make


LADDER = {
    "visitor": 600,
    "apprentice": 870,
    "mason": 1220,
    "weaver": 1510,
    "merchant": 1830,
    "surveyor": 2170,
    "scholar": 2470,
    "astronomer": 2770,
    "vizier": 3090,
    "emir": 3380,
    "sultan": 3650,
    "architect": 3990,
}
"""The rungs and their ratings: each beats the one before in 70 to 90 % of two-player games."""

BOTS: dict[str, BotInfo] = {
    info.name: info
    for info in sorted(
        [
            BotInfo("random", "bots.random", 640, RandomBot),
            BotInfo("greedy", "bots.greedy", 670, GreedyBot),
            *(BotInfo(name, f"bots.{name}", rating, _rung(name)) for name, rating in LADDER.items()),
        ],
        key=lambda info: info.rating,
    )
}
"""Every bot by its name, weakest first: how it is described, how strong it is, and how to make one."""


def make_bot(name: str) -> Bot:
    """The bot of this name. Raises `UnknownBot`."""
    info = BOTS.get(name)
    if info is None:
        raise unknown_bot(name)
    return info.factory()


def unknown_bot(name: str) -> UnknownBot:
    """The error that tells which names there are instead."""
    return failure(UnknownBot, "bots.unknown", name=f"{name:.60}", bots=", ".join(BOTS))
