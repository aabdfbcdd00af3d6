"""The bots by name, weakest first."""

from __future__ import annotations

from medina.bots.base import Bot, BotInfo, UnknownBot
from medina.bots.simple import GreedyBot, RandomBot

BOTS: dict[str, BotInfo] = {
    info.name: info
    for info in (
        BotInfo("random", "bots.random", 400, RandomBot),
        BotInfo("greedy", "bots.greedy", 1000, GreedyBot),
    )
}


def make_bot(name: str) -> Bot:
    """The bot of this name. Raises `UnknownBot`."""
    info = BOTS.get(name)
    if info is None:
        raise UnknownBot(f"There is no bot called {name!r:.60}. The bots are {', '.join(BOTS)}.")
    return info.factory()
