"""Medina, the board game by Stefan Dorra: rules, notation and records.

>>> import medina
>>> position = medina.new_game("second", players=2, well="f6", market="c3")
>>> position = position.play("Ge8")
>>> [move.text for move in position.legal_moves if move.piece == "R"]
['Re8']
>>> position.scores
(0, 0)

This module is the public face of the library; `medina.draw`, `medina.bots`, `medina.protocol` and
`medina.client` are there when needed.
"""

from medina.notation import (
    BadPosition,
    BadRecord,
    Marks,
    Record,
    Turn,
    complete_position,
    position_faults,
    position_from_json,
    position_to_json,
    read_record,
    write_record,
)
from medina.rules import (
    RULES_VERSION,
    BadMove,
    BadRuleset,
    GameOver,
    IllegalMove,
    MedinaError,
    Move,
    Palace,
    Position,
    Refusal,
    Ruleset,
    Score,
    new_game,
)

__version__ = "0.1.0"
"""The version of the package; that of the rules is counted apart."""

__all__ = [
    "RULES_VERSION",
    "BadMove",
    "BadPosition",
    "BadRecord",
    "BadRuleset",
    "GameOver",
    "IllegalMove",
    "Marks",
    "MedinaError",
    "Move",
    "Palace",
    "Position",
    "Record",
    "Refusal",
    "Ruleset",
    "Score",
    "Turn",
    "__version__",
    "complete_position",
    "new_game",
    "position_faults",
    "position_from_json",
    "position_to_json",
    "read_record",
    "write_record",
]
