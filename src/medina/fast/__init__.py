"""The rules compiled for search and learning: the same game, positions as integer vectors.

Nothing is decided here: the suite compares every ply of random games of every combination with `medina.rules`.
"""

from __future__ import annotations

from medina.fast.convert import from_json
from medina.fast.game import (
    from_position,
    legal_codes,
    legal_texts,
    play_text,
    scores,
    to_json,
)
from medina.fast.layout import STATE_SIZE, State, States
from medina.fast.moves import move_code, move_text
from medina.fast.playout import play_move, random_games

__all__ = [
    "STATE_SIZE",
    "State",
    "States",
    "from_json",
    "from_position",
    "legal_codes",
    "legal_texts",
    "move_code",
    "move_text",
    "play_move",
    "play_text",
    "random_games",
    "scores",
    "to_json",
]
