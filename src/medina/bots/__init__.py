"""The bots, from one that plays at random to the strongest we can make.

>>> import random, medina
>>> from medina.bots import Budget, make_bot
>>> make_bot("greedy").choose(medina.new_game(seed=1), Budget(), random.Random(1)).piece in "GPBOSMWRN"
True
"""

from __future__ import annotations

from medina.bots.base import BadBudget, Bot, BotInfo, Budget, Outlook, Thought, UnknownBot, think_turn, think_with
from medina.bots.registry import BOTS, make_bot

__all__ = [
    "BOTS",
    "BadBudget",
    "Bot",
    "BotInfo",
    "Budget",
    "Outlook",
    "Thought",
    "UnknownBot",
    "make_bot",
    "think_turn",
    "think_with",
]
