"""Positions as JSON objects, both ways."""

from __future__ import annotations

from itertools import pairwise
from typing import Any, cast

from medina.notation.errors import BadPosition
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
from medina.rules import BadRuleset, Position, Ruleset
from medina.rules.board import Board
from medina.rules.palace import PalaceCells
from medina.rules.ring import Side
from medina.rules.ruleset import COLOURS, PURPLE, STOCK_PIECES, TEA_AFTER
from medina.rules.state import State, blank_state

Untrusted = dict[str, Any]
"""A JSON object from outside, of which nothing is known yet."""


def position_to_json(position: Position) -> PositionJson:
    """The position as notation.md's JSON object."""
    return {
        "edition": position.ruleset.edition,
        "players": position.ruleset.players,
        "gates": position.ruleset.gates,
        "phase": cast(Phase, position.phase),
        "turn": position.turn,
        "placements_left": position.placements_left,
        "cells": cast(dict[str, OnCell], position.cells),
        "walls": cast(dict[str, OnWall], position.walls),
        "palaces": [palace_to_json(palace) for palace in position.state.palaces],
        "streets": [list(street) for street in position.streets],
        "stock": cast(list[StockJson], list(position.stocks)),
        "out": list(position.out),
        "palace_tiles": cast(TileOwners, position.palace_tiles),
        "tower_tiles": {str(tower): owner for tower, owner in position.tower_tiles.items()},
        "tower_merchants": {str(tower): count for tower, count in position.tower_merchants.items()},
        "tea_left": position.tea_left,
        "scores": list(position.scores),
        "options": position.ruleset.options,
        "turn_size": position.turn_size,
        "roofed_this_turn": position.roofed_this_turn,
        "first_turn_done": list(position.first_turn_done),
        "palace_tile_palaces": cast(TilePalaces, position.palace_tile_palaces),
        "used_gates": list(position.used_gates),
        "spare_gate": position.spare_gate,
    }


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

    Whatever can be worked out from the rest (cells, scores, owners of tiles) must agree with it.
    """
    if not isinstance(data, dict):
        raise BadPosition("A position is a JSON object.")
    try:
        state = _read_state(data)
        position = Position(state)
        written = position_to_json(position)
    except BadRuleset as error:
        raise BadPosition(error.message) from None
    except BadPosition:
        raise
    except (KeyError, TypeError, ValueError, AttributeError, IndexError, OverflowError) as error:
        raise BadPosition(f"The position lacks a field or has a wrong value: {error!s:.80}.") from None
    for name, value in written.items():
        if name not in data or not _same(data[name], value):
            raise BadPosition(f"The field {name} of the position does not fit the rest.")
    _check_play(position)
    return position


def _same(given: object, value: object) -> bool:
    """Equal as JSON: true is not 1."""
    if type(given) is not type(value):
        return False
    if isinstance(given, dict) and isinstance(value, dict):
        return given.keys() == value.keys() and all(_same(given[key], value[key]) for key in value)
    if isinstance(given, list) and isinstance(value, list):
        return len(given) == len(value) and all(map(_same, given, value))
    return given == value


def _read_state(data: Untrusted) -> State:
    rules = Ruleset.of(data["edition"], data["players"], data["gates"], **data["options"])
    state = blank_state(rules)
    board = state.board
    state.phase, state.turn = data["phase"], data["turn"]
    state.placements_left, state.turn_size = data["placements_left"], data["turn_size"]
    state.roofed_this_turn, state.spare_gate = data["roofed_this_turn"], data["spare_gate"]
    state.first_turn_done, state.out = tuple(data["first_turn_done"]), tuple(data["out"])
    state.tea_left = data["tea_left"]
    wells = [board.number[name] for name, piece in data["cells"].items() if piece == "well"]
    state.well = wells[0] if wells else None
    state.palaces = tuple(_read_palace(board, palace) for palace in data["palaces"])
    state.streets = tuple(tuple(board.number[name] for name in street) for street in data["streets"])
    state.sides = tuple(_read_side(board, side, data["walls"]) for side in range(4))
    state.used_gates = frozenset(data["used_gates"])
    state.stocks = tuple(tuple(stock[piece] for piece in STOCK_PIECES) for stock in data["stock"])
    state.tea = tuple(stock["T"] for stock in data["stock"])
    state.tile_palaces = tuple(_read_holder(state, data["palace_tile_palaces"][colour]) for colour in COLOURS)
    state.tower_tiles = tuple(data["tower_tiles"][tower] for tower in "1234")
    state.tower_merchants = tuple(data["tower_merchants"][tower] for tower in "1234")
    _check_state(state)
    state.derive()
    return state


def _read_palace(board: Board, palace: Untrusted) -> PalaceCells:
    buildings = sum(1 << board.number[name] for name in set(palace["buildings"]))
    stables = sum(1 << board.number[name] for name in set(palace["stables"]))
    _demand(buildings > 0, "has palaces of touching buildings")
    return PalaceCells(board, COLOURS.index(palace["colour"]), buildings, stables, palace["roof"])


def _read_side(board: Board, side: int, walls: Untrusted) -> Side:
    names = board.wall_names[side]
    kinds = [walls.get(name) for name in names]
    gate = kinds.index("gate") if "gate" in kinds else None
    low = next((place for place, kind in enumerate(kinds) if kind != "wall"), len(kinds) - 1)
    high = next((place for place, kind in enumerate(reversed(kinds)) if kind != "wall"), 0)
    return Side(len(names), low, high, gate)


def _read_holder(state: State, first: str | None) -> int | None:
    if first is None:
        return None
    firsts = [palace.first for palace in state.palaces]
    return firsts.index(first)


def _check_state(state: State) -> None:
    """What the comparison with the rewritten position cannot find."""
    players = state.rules.players
    _demand(len(state.stocks) == len(state.out) == len(state.first_turn_done) == players, "has one entry a seat")
    _demand(
        all(_counts(stock) for stock in (*state.stocks, state.tea, (state.tea_left,), state.tower_merchants)),
        "counts pieces",
    )
    flags = (*state.out, *state.first_turn_done, state.roofed_this_turn, state.spare_gate)
    _demand(all(type(flag) is bool for flag in flags), "says true or false where that is asked")
    _demand(_counts((state.placements_left, state.turn_size)), "counts the placements left")
    _demand(all(_is_owner(owner, players) for owner in state.tower_tiles), "names seats")
    _demand((state.well is not None) == state.rules.well, "has a well if the game has one")
    _demand(all(ring.gate is None or _gate_fits(state, ring) for ring in state.sides), "has gates beside walls only")
    gates = {names[ring.gate] for names, ring in zip(state.board.wall_names, state.sides, strict=True) if ring.gate}
    _demand(state.used_gates <= gates, "has used gates that stand")
    _check_palaces(state)
    _check_streets(state)
    purple_roofs = sum(palace.colour_number == PURPLE and palace.roof is not None for palace in state.palaces)
    _demand(
        state.tea_left == (TEA_AFTER[min(purple_roofs, 3)] if state.rules.tea else 0), "has the tea its roofs leave"
    )


def _gate_fits(state: State, ring: Side) -> bool:
    """16.1: away from the towers, at the end of a row of walls, and in a game with gates."""
    assert ring.gate is not None
    ends_row = ring.gate in (ring.low, ring.length - 1 - ring.high)
    return state.rules.gates and ends_row and 0 < ring.gate < ring.length - 1


def _check_palaces(state: State) -> None:
    near = 0
    for palace in state.palaces:
        _demand(_is_owner(palace.roof, state.rules.players), "names seats")
        _demand(_connected(state.board, palace.building_cells), "has palaces of touching buildings")
        _demand(not palace.stable_cells & ~palace.touched, "has stables that touch buildings")
        _demand(not palace.stable_cells & palace.building_cells, "has one piece a cell")
        _demand(not palace.cells & near, "keeps palaces apart")
        near |= palace.near
    for number, colour in zip(state.tile_palaces, range(4), strict=True):
        held = None if number is None else state.palaces[number]
        _demand(
            held is None or (held.colour_number == colour and held.roof is not None),
            "gives tiles to palaces with roofs",
        )


def _check_streets(state: State) -> None:
    merchants = [number for street in state.streets for number in street]
    _demand(all(state.streets), "has no empty street")
    _demand(bool(state.streets) != (state.phase == "founding"), "has a market once it is founded")
    _demand(len(set(merchants)) == len(merchants), "has one piece a cell")
    for street in state.streets:
        order = state.board.order
        _demand(order[street[0]] <= order[street[-1]], "has streets from their first end")
        for one, other in pairwise(street):
            _demand(
                bool(state.board.touching[one] >> other & 1) or _passage(state, one, other),
                "has streets that are paths",
            )


def _passage(state: State, one: int, other: int) -> bool:
    """16.4: are these the fronts of two gates that carried a street?"""
    used = {
        state.board.fronts[side][place] for side, place in (state.board.wall_place[name] for name in state.used_gates)
    }
    return one in used and other in used


def _connected(board: Board, cells: int) -> bool:
    reached = cells & -cells
    while (wider := (reached | board.touch(reached)) & cells) != reached:
        reached = wider
    return bool(cells) and reached == cells


def _counts(numbers: tuple[object, ...]) -> bool:
    return all(type(number) is int and 0 <= number < 100 for number in numbers)


def _is_owner(owner: object, players: int) -> bool:
    return owner is None or owner == "neutral" or (type(owner) is int and 0 <= owner < players)


def _demand(fits: bool, what: str) -> None:
    if not fits:
        raise BadPosition(f"That is no position of the game: one {what}.")


def _check_play(position: Position) -> None:
    """Whose turn it is must be possible."""
    if position.phase == "over":
        _demand(
            position.turn is None and position.placements_left == position.turn_size == 0, "that is over has no turn"
        )
        anybody = any(position.can_place(seat) for seat in range(position.ruleset.players))
        _demand(not anybody, "is over only when nobody can place")
        return
    _demand(position.phase in ("founding", "play"), "is founding, play or over")
    seats = range(position.ruleset.players)
    _demand(type(position.turn) is int and position.turn in seats, "has a seat to place next")
    _demand(1 <= position.placements_left <= position.turn_size <= 2, "has one or two placements left")
    assert position.turn is not None
    _demand(position.phase == "founding" or position.can_place(position.turn), "has a player who can place")
    _demand(position.phase == "play" or position.turn == 0, "is founded by the first player")
