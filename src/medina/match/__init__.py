"""Matches: bots play each other, seats rotated, spread over processes or machines, stopped and resumed at will.

>>> from medina.match import MatchPlan, play_match
>>> plan = MatchPlan(bots=("random", "random"), games=2, nodes=1, seed=1)
>>> [result.number for result in play_match(plan)]
[1, 2]
"""

from medina.match.entrants import BadMatch
from medina.match.journal import Journal
from medina.match.plan import MatchPlan
from medina.match.play import GameResult, play_game
from medina.match.run import Workers, play_match
from medina.match.table import Standing, standings

__all__ = [
    "BadMatch",
    "GameResult",
    "Journal",
    "MatchPlan",
    "Standing",
    "Workers",
    "play_game",
    "play_match",
    "standings",
]
