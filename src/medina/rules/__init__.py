"""The rules of Medina. Standard library only; every rule is cited by its number."""

from medina.rules.errors import BadMove, BadRuleset, GameOver, IllegalMove, MedinaError
from medina.rules.move import Move
from medina.rules.palace import Palace
from medina.rules.position import Position
from medina.rules.refusals import Refusal
from medina.rules.ruleset import RULES_VERSION, Ruleset
from medina.rules.scoring import Score
from medina.rules.setup import new_game

__all__ = [
    "RULES_VERSION",
    "BadMove",
    "BadRuleset",
    "GameOver",
    "IllegalMove",
    "MedinaError",
    "Move",
    "Palace",
    "Position",
    "Refusal",
    "Ruleset",
    "Score",
    "new_game",
]
