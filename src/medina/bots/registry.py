"""The bots by name, weakest first."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from medina.bots.base import Bot, BotInfo, UnknownBot
from medina.bots.simple import GreedyBot, RandomBot


def _rung(name: str) -> Callable[[], Bot]:
    """A bot of the ladder. The compiled rules are loaded only when one is wanted."""

    def make() -> Bot:
        bot: Bot = getattr(import_module("medina.bots.ladder"), name)()
        return bot

    return make


BOTS: dict[str, BotInfo] = {
    info.name: info
    for info in (
        BotInfo("random", "bots.random", 400, RandomBot),
        BotInfo("visitor", "bots.visitor", 700, _rung("visitor")),
        BotInfo("greedy", "bots.greedy", 1000, GreedyBot),
        BotInfo("apprentice", "bots.apprentice", 1000, _rung("apprentice")),
        BotInfo("mason", "bots.mason", 1300, _rung("mason")),
        BotInfo("merchant", "bots.merchant", 1600, _rung("merchant")),
        BotInfo("vizier", "bots.vizier", 1900, _rung("vizier")),
        BotInfo("architect", "bots.architect", 2200, _rung("architect")),
    )
}


def make_bot(name: str) -> Bot:
    """The bot of this name. Raises `UnknownBot`."""
    info = BOTS.get(name)
    if info is None:
        raise UnknownBot(f"There is no bot called {name!r:.60}. The bots are {', '.join(BOTS)}.")
    return info.factory()
