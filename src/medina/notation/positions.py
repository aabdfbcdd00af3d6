"""Positions as JSON objects, both ways."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from medina.notation.errors import BadPosition
from medina.notation.judging import city_faults, form_faults, open_faults, play_faults
from medina.notation.loading import load_state, readable
from medina.notation.shapes import FIELDS, PositionJson
from medina.rules import Position

_PARTS = frozenset().union(*(field.parts for field in FIELDS.values()))


def position_to_json(position: Position, like: tuple[Position, PositionJson] | None = None) -> PositionJson:
    """The position as notation.md's JSON object.

    `like` is an earlier position of the same game with its JSON object, which shares the fields that cannot have
    changed: those made from the very same parts of the state.
    """
    if like is None:
        return cast(PositionJson, {name: field.write(position) for name, field in FIELDS.items()})
    earlier, written = like
    was, now = vars(earlier.state), vars(position.state)
    changed = {part for part in _PARTS if was[part] is not now[part]}
    fields = {
        name: written[name] if changed.isdisjoint(field.parts) else field.write(position)  # type: ignore[literal-required]
        for name, field in FIELDS.items()
    }
    return cast(PositionJson, fields)


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
