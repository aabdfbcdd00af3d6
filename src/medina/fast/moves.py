"""Moves as small integers, and their text both ways."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import Final

from medina.fast import layout as at
from medina.rules.board import COLUMN_LETTERS, SIDES


def cell_name(cell: int) -> str:
    """`a1` for 0, `b1` for 1 and so on, row by row; nothing for the padding."""
    row, column = divmod(cell, at.STRIDE)
    return f"{COLUMN_LETTERS[column]}{row + 1}" if column < at.STRIDE - 1 else ""


def cell_number(name: str) -> int:
    """The inverse of `cell_name`."""
    return (int(name[1:]) - 1) * at.STRIDE + COLUMN_LETTERS.index(name[0])


def wall_name(wall: int) -> str:
    """`Na` for 0, and so on around the four sides."""
    side = max(index for index, start in enumerate(at.SIDE_START) if wall >= start)
    place = wall - at.SIDE_START[side]
    return SIDES[side] + (COLUMN_LETTERS[place] if side < 2 else str(place + 1))


def wall_number(name: str) -> int:
    """The inverse of `wall_name`."""
    side = SIDES.index(name[0])
    return at.SIDE_START[side] + (COLUMN_LETTERS.index(name[1]) if side < 2 else int(name[1:]) - 1)


NAMES: Final = {
    "cells": tuple(cell_name(cell) for cell in range(at.CELLS)),
    "walls": tuple(wall_name(wall) for wall in range(at.WALLS)),
    "nothing": (" ",),
}
"""What can follow the letter of a piece; nothing for the padding between rows of cells."""

MOVE_RUNS: Final = (
    *((kind * at.CELLS, at.KIND_LETTERS[kind], "cells") for kind in range(6)),
    (at.WALL_MOVE, "W", "walls"),
    (at.GATE_MOVE, "D", "walls"),
    (at.ROOF_MOVE, "R", "cells"),
    (at.NEUTRAL_ROOF_MOVE, "N", "cells"),
    (at.TEA_MOVE, "T", "nothing"),
)
"""Runs of codes: where each begins, its letter and what follows it. Passages are told by exit and entry."""


@cache
def move_texts(players: int) -> tuple[str, ...]:
    """The text of every move code in the city of so many players; empty where a code means nothing."""
    texts = [""] * at.MOVE_CODES
    for start, letter, kind in MOVE_RUNS:
        for number, name in enumerate(NAMES[kind]):
            texts[start + number] = (letter + name).strip() if name else ""
    cells, walls = NAMES["cells"], NAMES["walls"]
    fronts = at.FRONT[0 if players == 2 else 1]
    for leave, enter in product(range(at.WALLS), repeat=2):
        texts[at.PASSAGE_MOVE + 64 * leave + enter] = f"M{cells[fronts[enter]]}/{walls[leave]}"
    return tuple(texts)


def move_text(code: int, players: int) -> str:
    """How a move is written."""
    return move_texts(players)[code]


def move_code(text: str, fronts_of_gates: dict[str, str]) -> int:
    """The code of a written move. For passages: which gate has which front (the entry is named by its front)."""
    if text == "T":
        return at.TEA_MOVE
    piece, place = text[0], text[1:]
    if piece in "WD":
        return (at.WALL_MOVE if piece == "W" else at.GATE_MOVE) + wall_number(place)
    if "/" in place:
        cell, leave = place.split("/")
        return at.PASSAGE_MOVE + wall_number(leave) * 64 + wall_number(fronts_of_gates[cell])
    if piece in "RN":
        return (at.ROOF_MOVE if piece == "R" else at.NEUTRAL_ROOF_MOVE) + cell_number(place)
    return at.KIND_LETTERS.index(piece) * at.CELLS + cell_number(place)
