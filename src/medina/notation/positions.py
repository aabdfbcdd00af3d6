"""Positions as JSON objects, both ways."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from medina.notation.errors import BadPosition
from medina.notation.judging import city_faults, form_faults, open_faults, play_faults
from medina.notation.loading import load_state, readable
from medina.notation.shapes import (
    Colour,
    OnCell,
    OnWall,
    PalaceJson,
    Phase,
    PositionJson,
    StockJson,
    TileOwners,
    TilePalaces,
)
from medina.rules import RULES_VERSION, Position
from medina.rules.palace import PalaceCells


def position_to_json(position: Position, like: tuple[Position, PositionJson] | None = None) -> PositionJson:
    """The position as notation.md's JSON object.

    `like` is an earlier position of the same game with its JSON object: of the fields that take longest to write, what
    has not changed is shared with it.
    """
    same = {} if like is None else _unchanged(position, *like)
    return {
        "edition": position.ruleset.edition,
        "players": position.ruleset.players,
        "gates": position.ruleset.gates,
        "phase": cast(Phase, position.phase),
        "turn": position.turn,
        "placements_left": position.placements_left,
        "cells": same["cells"] if "cells" in same else cast(dict[str, OnCell], position.cells),
        "walls": same["walls"] if "walls" in same else cast(dict[str, OnWall], position.walls),
        "palaces": _palaces_to_json(position, like),
        "streets": [list(street) for street in position.streets],
        "stock": cast(list[StockJson], list(position.stocks)),
        "out": list(position.out),
        "palace_tiles": cast(TileOwners, position.palace_tiles),
        "tower_tiles": {str(tower): owner for tower, owner in position.tower_tiles.items()},
        "tower_merchants": {str(tower): count for tower, count in position.tower_merchants.items()},
        "tea_left": position.tea_left,
        "scores": list(position.scores),
        "options": position.ruleset.options,
        "rules": RULES_VERSION,
        "turn_size": position.turn_size,
        "roofed_this_turn": position.roofed_this_turn,
        "first_turn_done": list(position.first_turn_done),
        "palace_tile_palaces": cast(TilePalaces, position.palace_tile_palaces),
        "used_gates": list(position.used_gates),
        "spare_gate": position.spare_gate,
    }


def _unchanged(position: Position, earlier: Position, written: PositionJson) -> dict[str, Any]:
    """Return those fields of the earlier JSON object that are made from the very same parts of the state."""
    was, now = earlier.state, position.state
    same: dict[str, Any] = {}
    if was.sides is now.sides:
        same["walls"] = written["walls"]
    if was.palaces is now.palaces and was.streets is now.streets:
        same["cells"] = written["cells"]
    return same


def _palaces_to_json(position: Position, like: tuple[Position, PositionJson] | None) -> list[PalaceJson]:
    palaces = position.state.palaces
    if like is None:
        return [palace_to_json(palace) for palace in palaces]
    earlier, written = like
    if earlier.state.palaces is palaces:
        return written["palaces"]
    known = {id(palace): json for palace, json in zip(earlier.state.palaces, written["palaces"], strict=True)}
    return [known.get(id(palace)) or palace_to_json(palace) for palace in palaces]


def palace_to_json(palace: PalaceCells) -> PalaceJson:
    """A palace as a position's JSON object has it."""
    return {
        "colour": cast(Colour, palace.colour),
        "buildings": list(palace.buildings),
        "stables": list(palace.stables),
        "roof": palace.roof,
    }


def position_from_json(data: object) -> Position:
    """The position that a JSON object describes. Raises `BadPosition` if it describes none.

    Options that are missing are as the edition has them. Scores and owners of tiles may be missing, too; where they are
    there, they must agree with the rest, and so must the cells.
    """
    position, faults = _judged(data)
    if position is None:
        raise faults[0]
    return position


def position_faults(data: object) -> tuple[BadPosition, ...]:
    """All that is wrong with a position's JSON object, each with its rule and cells; nothing if it is a position.

    What the pieces stand on is looked at when the object can be read, and whose turn it is when the city is possible.
    """
    return tuple(_judged(data)[1])


_GAME = ("options", "rules")
"""The fields that say which game it is; those of an earlier version are written in another way."""


def _judged(data: object) -> tuple[Position | None, list[BadPosition]]:
    """The position or what is wrong; the first of it is what a reader says."""
    try:
        with readable():
            state = load_state(data)
            faults = list(form_faults(state)) or [*city_faults(state), *_wall_faults(data, state.walls())]
            if faults:
                return None, faults
            state.derive()
            position = Position(state)
            written = position_to_json(position)
    except BadPosition as error:
        return None, [error]
    assert isinstance(data, dict)
    faults = [BadPosition.because("position_unknown", field=f"{name!r:.40}") for name in data.keys() - written.keys()]
    faults += [
        _misfit(name, data[name], value)
        for name, value in written.items()
        if name in data and name not in _GAME and not _same(data[name], value)
    ]
    faults += [*open_faults(position), *play_faults(position)]
    return (None if faults else position), faults


def _wall_faults(data: object, standing: dict[str, str]) -> list[BadPosition]:
    """9.1, 16.1: the walls and gates that belong to no row."""
    given = data["walls"] if isinstance(data, dict) else {}
    stray = _differing(given, standing)
    gates = [cell for cell in stray if given.get(cell) == "gate"]
    walls = [cell for cell in stray if cell not in gates]
    told = [("position_walls", walls), ("position_gate", gates)]
    return [BadPosition.at(problem, cells) for problem, cells in told if cells]


def _misfit(name: str, given: object, value: object) -> BadPosition:
    """What is wrong with a field that follows from others; of cells, where."""
    cells: list[str] = []
    problem = "position_misfit"
    if isinstance(given, dict) and isinstance(value, dict) and name == "cells":
        cells = _differing(given, value)
        if all(_same(given.get(cell), "S") and cell not in value for cell in cells):
            problem = "position_stable"
    return BadPosition.at(problem, cells, field=name)


def _differing(given: dict[str, object], value: Mapping[str, object]) -> list[str]:
    return sorted(cell for cell in given.keys() | value.keys() if not _same(given.get(cell), value.get(cell)))


def _same(given: object, value: object) -> bool:
    """Equal as JSON: true is not 1."""
    if type(given) is not type(value):
        return False
    if isinstance(given, dict) and isinstance(value, dict):
        return given.keys() == value.keys() and all(_same(given[key], value[key]) for key in value)
    if isinstance(given, list) and isinstance(value, list):
        return len(given) == len(value) and all(map(_same, given, value))
    return given == value
