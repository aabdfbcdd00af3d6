"""Moves, positions and game records as text and JSON."""

from medina.notation.completing import complete_position
from medina.notation.errors import BadPosition, BadRecord
from medina.notation.marks import Marks
from medina.notation.naming import game_key
from medina.notation.positions import position_faults, position_from_json, position_to_json
from medina.notation.reading import read_record
from medina.notation.records import Record, Turn
from medina.notation.shapes import PositionJson
from medina.notation.writing import write_record

__all__ = [
    "BadPosition",
    "BadRecord",
    "Marks",
    "PositionJson",
    "Record",
    "Turn",
    "complete_position",
    "game_key",
    "position_faults",
    "position_from_json",
    "position_to_json",
    "read_record",
    "write_record",
]
