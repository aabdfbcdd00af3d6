"""What a position looks like as JSON: every field, with its type and how it is written and read.

Positions are written and read by this table. The table's messages, the API's document, the client's TypeScript and
the numbers that compiled code takes are made from the types; what a field means stands in the notation document.
"""
# ruff: noqa: E741  (O is the letter of orange)

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any, Literal, NamedTuple, TypedDict, cast

from medina.notation.errors import BadPosition
from medina.rules import RULES_VERSION, Position
from medina.rules.palace import Owner, PalaceCells
from medina.rules.ring import Side
from medina.rules.ruleset import COLOURS, STOCK_PIECES, Edition, SwitchValue
from medina.rules.state import State

Untrusted = dict[str, Any]
"""A JSON object from outside, of which nothing is known yet."""

Cell = Annotated[str, "cell"]
Wall = Annotated[str, "wall"]
Tower = Annotated[str, "tower"]
Seat = Annotated[int | None, "seat"]
Options = Annotated[dict[str, SwitchValue], "options"]

Colour = Literal["G", "P", "B", "O"]
Phase = Literal["founding", "play", "over"]
OnCell = Literal["G", "P", "B", "O", "S", "M", "well"]
OnWall = Literal["wall", "gate"]


class PalaceJson(TypedDict):
    """One palace; `buildings` and `stables` in board order."""

    colour: Colour
    buildings: list[Cell]
    stables: list[Cell]
    roof: Owner


class StockJson(TypedDict):
    """How many of each piece a seat holds, by letter (T: tea tiles); null where the reader may not know."""

    G: int | None
    P: int | None
    B: int | None
    O: int | None
    S: int | None
    M: int | None
    W: int | None
    R: int | None
    N: int | None
    D: int | None
    T: int | None


class TileOwners(TypedDict):
    """Who has each colour's tile; null before anybody had it."""

    G: Owner
    P: Owner
    B: Owner
    O: Owner


class TilePalaces(TypedDict):
    """The first building of the palace that holds each colour's tile."""

    G: Cell | None
    P: Cell | None
    B: Cell | None
    O: Cell | None


class PositionJson(TypedDict):
    """A position: everything the rest of the game depends on."""

    edition: Edition
    players: int
    gates: bool
    phase: Phase
    turn: Seat
    placements_left: int
    cells: dict[Cell, OnCell]
    walls: dict[Wall, OnWall]
    palaces: list[PalaceJson]
    streets: list[list[Cell]]
    stock: list[StockJson]
    out: list[bool]
    palace_tiles: TileOwners
    tower_tiles: dict[Tower, Owner]
    tower_merchants: dict[Tower, int]
    tea_left: int
    scores: list[int]
    options: Options
    rules: int
    turn_size: int
    roofed_this_turn: bool
    first_turn_done: list[bool]
    palace_tile_palaces: TilePalaces
    used_gates: list[Wall]
    spare_gate: bool


class Field(NamedTuple):
    """How a field is written, the parts of the state that it is made from, and how a state takes it from an object.

    What follows from other fields is not read; nor are the fields that say which game it is, which are read before.
    """

    parts: frozenset[str]
    write: Callable[[Position], Any]
    read: Callable[[State, Untrusted], None] | None


def _field(
    parts: str, write: Callable[[Position], Any], read: Callable[[State, Untrusted], None] | None = None
) -> Field:
    return Field(frozenset(parts.split()), write, read)


def _same(name: str) -> Field:
    """A field that is a part of the state as it is."""
    return _field(
        name,
        lambda position: getattr(position.state, name),
        lambda state, data: setattr(state, name, data[name]),
    )


def _each(name: str) -> Field:
    """A field that is a part of the state with an entry a seat."""
    return _field(
        name,
        lambda position: list(getattr(position.state, name)),
        lambda state, data: setattr(state, name, tuple(data[name])),
    )


def _by_tower(name: str) -> Field:
    """A field that is a part of the state with an entry a tower."""
    return _field(
        name,
        lambda position: dict(zip("1234", getattr(position.state, name), strict=True)),
        lambda state, data: setattr(state, name, tuple(data[name][tower] for tower in "1234")),
    )


def palace_to_json(palace: PalaceCells) -> PalaceJson:
    """A palace as a position's JSON object has it."""
    return {
        "colour": cast(Colour, palace.colour),
        "buildings": list(palace.buildings),
        "stables": list(palace.stables),
        "roof": palace.roof,
    }


def _read_well(state: State, data: Untrusted) -> None:
    """Of the cells only the well is not told again by palaces and streets."""
    wells = [state.board.number[name] for name, piece in data["cells"].items() if piece == "well"]
    state.well = wells[0] if wells else None


def _read_walls(state: State, data: Untrusted) -> None:
    state.sides = tuple(_side(names, data["walls"]) for names in state.board.wall_names)


def _side(names: tuple[str, ...], walls: Mapping[str, object]) -> Side:
    kinds = [walls.get(name) for name in names]
    gate = kinds.index("gate") if "gate" in kinds else None
    low = next((place for place, kind in enumerate(kinds) if kind != "wall"), len(kinds) - 1)
    high = next((place for place, kind in enumerate(reversed(kinds)) if kind != "wall"), 0)
    return Side(len(names), low, high, gate)


def _read_palaces(state: State, data: Untrusted) -> None:
    state.palaces = tuple(_palace(state, palace) for palace in data["palaces"])


def _palace(state: State, palace: Untrusted) -> PalaceCells:
    number = state.board.number
    buildings = sum(1 << number[name] for name in set(palace["buildings"]))
    stables = sum(1 << number[name] for name in set(palace["stables"]))
    if not buildings:
        raise BadPosition.because("position_building")
    return PalaceCells(state.board, COLOURS.index(palace["colour"]), buildings, stables, palace["roof"])


def _read_streets(state: State, data: Untrusted) -> None:
    state.streets = tuple(tuple(state.board.number[name] for name in street) for street in data["streets"])


def _read_stock(state: State, data: Untrusted) -> None:
    state.stocks = tuple(tuple(stock[piece] for piece in STOCK_PIECES) for stock in data["stock"])
    state.tea = tuple(stock["T"] for stock in data["stock"])


def _read_holders(state: State, data: Untrusted) -> None:
    firsts = [palace.first for palace in state.palaces]
    holders = [data["palace_tile_palaces"][colour] for colour in COLOURS]
    state.tile_palaces = tuple(None if first is None else firsts.index(first) for first in holders)


def _read_used_gates(state: State, data: Untrusted) -> None:
    state.used_gates = frozenset(data["used_gates"])


FIELDS: dict[str, Field] = {
    "edition": _field("rules", lambda position: position.ruleset.edition),
    "players": _field("rules", lambda position: position.ruleset.players),
    "gates": _field("rules", lambda position: position.ruleset.gates),
    "phase": _same("phase"),
    "turn": _same("turn"),
    "placements_left": _same("placements_left"),
    "cells": _field("well palaces streets", lambda position: position.cells, _read_well),
    "walls": _field("sides", lambda position: position.walls, _read_walls),
    "palaces": _field(
        "palaces", lambda position: [palace_to_json(palace) for palace in position.state.palaces], _read_palaces
    ),
    "streets": _field("streets", lambda position: [list(street) for street in position.streets], _read_streets),
    "stock": _field("stocks tea", lambda position: list(position.stocks), _read_stock),
    "out": _each("out"),
    "palace_tiles": _field("palaces tile_palaces", lambda position: position.palace_tiles),
    "tower_tiles": _by_tower("tower_tiles"),
    "tower_merchants": _by_tower("tower_merchants"),
    "tea_left": _same("tea_left"),
    "scores": _field(
        "rules well palaces streets sides tile_palaces tower_tiles", lambda position: list(position.scores)
    ),
    "options": _field("rules", lambda position: position.ruleset.options),
    "rules": _field("rules", lambda position: RULES_VERSION),
    "turn_size": _same("turn_size"),
    "roofed_this_turn": _same("roofed_this_turn"),
    "first_turn_done": _each("first_turn_done"),
    "palace_tile_palaces": _field("palaces tile_palaces", lambda position: position.palace_tile_palaces, _read_holders),
    "used_gates": _field("used_gates", lambda position: list(position.used_gates), _read_used_gates),
    "spare_gate": _same("spare_gate"),
}
"""Every field of `PositionJson` in its order, which is that of notation.md."""
