"""A second, naive implementation of Medina, to compare the real engine with.

It is written from the numbered rules alone, with sets, dictionaries and loops, recomputing everything from the pieces
on the board, and it shares no line with the `medina` package. Slow and obvious is the point.
"""

from .board import Board, board_for
from .game import IllegalMove, found, legal_moves, new_game, play
from .places import Places, can_place
from .positions import position_json, state_from_json
from .record import record_text, replay
from .refusals import NotAMove, broken_rules
from .scoring import score_sheet, scores
from .state import Rules, State

__all__ = [
    "Board",
    "IllegalMove",
    "NotAMove",
    "Places",
    "Rules",
    "State",
    "board_for",
    "broken_rules",
    "can_place",
    "found",
    "legal_moves",
    "new_game",
    "play",
    "position_json",
    "record_text",
    "replay",
    "score_sheet",
    "scores",
    "state_from_json",
]
