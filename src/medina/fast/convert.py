"""Positions to states and back, by way of the position's JSON form, which holds everything."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from medina.fast import layout as at
from medina.fast.derive import derive
from medina.fast.layout import State
from medina.fast.moves import cell_name, cell_number, wall_name, wall_number
from medina.rules.board import board_for
from medina.rules.ruleset import COLOURS

_PHASES = ("founding", "play", "over")
_WORD = (1 << 64) - 1


def from_json(position: Mapping[str, Any]) -> State:
    """The state of a position given in its JSON form."""
    state = np.zeros(at.STATE_SIZE, dtype=np.int64)
    _read_game(state, position)
    _read_ring(state, position)
    _read_palaces(state, position)
    _read_streets(state, position)
    _read_holdings(state, position)
    derive(state)
    return state


def _read_game(state: State, position: Mapping[str, Any]) -> None:
    players = position["players"]
    options = sum(bit for name, bit in at.SWITCH_BITS.items() if position["options"][name])
    options |= at.OPTION_GATES if position["gates"] else 0
    options |= at.OPTION_SECOND if position["edition"] == "second" else 0
    state[at.OPTIONS] = options
    state[at.PLAYERS] = players
    city = board_for(players)
    state[at.COLUMNS], state[at.ROWS] = city.columns, city.rows
    state[at.PHASE] = _PHASES.index(position["phase"])
    state[at.TURN] = -1 if position["turn"] is None else position["turn"]
    state[at.LEFT] = position["placements_left"]
    state[at.TURN_SIZE] = position["turn_size"]
    state[at.ROOFED] = position["roofed_this_turn"]
    state[at.FIRST_DONE] = _flags(position["first_turn_done"])
    state[at.OUT] = _flags(position["out"])
    state[at.TEA_LEFT] = position["tea_left"]
    state[at.SPARE_GATE] = position["spare_gate"]
    wells = [cell for cell, what in position["cells"].items() if what == "well"]
    state[at.WELL] = cell_number(wells[0]) if wells else -1


def _flags(values: list[bool]) -> int:
    return sum(1 << index for index, value in enumerate(values) if value)


def _read_ring(state: State, position: Mapping[str, Any]) -> None:
    state[at.GATES : at.GATES + 4] = -1
    walls = {wall_number(name) for name, what in position["walls"].items() if what == "wall"}
    gates = {wall_number(name) for name, what in position["walls"].items() if what == "gate"}
    for side, start in enumerate(at.SIDE_START):
        length = int(state[at.COLUMNS] if side < 2 else state[at.ROWS])
        low = next(count for count in range(length + 1) if start + count not in walls)
        high = next(count for count in range(length + 1) if start + length - 1 - count not in walls)
        state[at.LOW + side], state[at.HIGH + side] = low, high
        for gate in gates:
            if int(at.SIDE_OF[gate]) == side:
                state[at.GATES + side] = gate - start
    for name in position["used_gates"]:
        state[at.USED_GATES] |= 1 << int(at.SIDE_OF[wall_number(name)])


def _write_cells(state: State, where: int, cells: list[str]) -> None:
    bits = 0
    for name in cells:
        bits |= 1 << cell_number(name)
    for word in range(3):
        value = bits >> (64 * word) & _WORD
        state[where + word] = value - (1 << 64) if value >> 63 else value


def _read_palaces(state: State, position: Mapping[str, Any]) -> None:
    palaces = position["palaces"]
    state[at.PALACE_COUNT] = len(palaces)
    state[at.OPEN : at.OPEN + 4] = -1
    _write_cells(state, at.STABLES, [cell for palace in palaces for cell in palace["stables"]])
    for index, palace in enumerate(palaces):
        where = at.PALACE + at.PALACE_SIZE * index
        _write_cells(state, where, palace["buildings"])
        state[where + 3] = COLOURS.index(palace["colour"]) | _owner_code(palace["roof"]) << at.ROOF_SHIFT


def _owner_code(owner: object) -> int:
    if owner is None:
        return at.NOBODY
    return at.NEUTRAL if owner == "neutral" else int(str(owner)) + 1


def _read_streets(state: State, position: Mapping[str, Any]) -> None:
    index = 0
    ends: list[str] = []
    singles: list[str] = []
    for street in position["streets"]:
        ends += [street[0], street[-1]]
        singles += street if len(street) == 1 else []
        joined = 255
        for name in street:
            cell = cell_number(name)
            state[at.LOG + (index >> 2)] |= np.array(joined * 256 + cell << 16 * (index & 3), np.uint64).view(np.int64)
            joined, index = cell, index + 1
    state[at.LOG_SIZE] = index
    _write_cells(state, at.ENDS, ends)
    _write_cells(state, at.SINGLES, singles)


def _read_holdings(state: State, position: Mapping[str, Any]) -> None:
    for seat, stock in enumerate(position["stock"]):
        for kind, letter in enumerate(at.KIND_LETTERS):
            state[at.STOCK + at.KINDS * seat + kind] = stock[letter]
    firsts = [palace["buildings"][0] for palace in position["palaces"]]
    for colour, letter in enumerate(COLOURS):
        holder = position["palace_tile_palaces"][letter]
        state[at.TILE + colour] = -1 if holder is None else firsts.index(holder)
    for tower in range(4):
        state[at.TOWER_TILE + tower] = _owner_code(position["tower_tiles"][str(tower + 1)])
        state[at.TOWER_MERCHANTS + tower] = position["tower_merchants"][str(tower + 1)]


def cells_at(state: State, where: int) -> list[int]:
    """The cells of a set of the state, in board order."""
    bits = sum((int(state[where + word]) & _WORD) << (64 * word) for word in range(3))
    return [cell for cell in range(at.CELLS) if bits >> cell & 1]


def _owner(code: int) -> int | str | None:
    return None if code == at.NOBODY else "neutral" if code == at.NEUTRAL else code - 1


def _palaces(state: State) -> list[dict[str, Any]]:
    stables = cells_at(state, at.STABLES)
    palaces = []
    for index in range(int(state[at.PALACE_COUNT])):
        where = at.PALACE + at.PALACE_SIZE * index
        facts = int(state[where + 3])
        buildings = cells_at(state, where)
        around = {cell + step for cell in buildings for step in (-1, 1, -at.STRIDE, at.STRIDE)}
        palaces.append(
            {
                "colour": COLOURS[facts & at.COLOUR_MASK],
                "buildings": [cell_name(cell) for cell in buildings],
                "stables": [cell_name(cell) for cell in stables if cell in around],
                "roof": _owner((facts & at.ROOF_FIELD) >> at.ROOF_SHIFT),
            }
        )
    return palaces


def _streets(state: State) -> list[list[str]]:
    streets: list[list[int]] = []
    for index in range(int(state[at.LOG_SIZE])):
        entry = int(state[at.LOG + (index >> 2)]) >> 16 * (index & 3) & 0xFFFF
        joined, cell = entry >> 8, entry & 255
        if joined == 255:
            streets.append([cell])
            continue
        street = next(street for street in streets if joined in (street[0], street[-1]))
        street.insert(len(street) if street[-1] == joined else 0, cell)
    ordered = [street if street[0] <= street[-1] else street[::-1] for street in streets]
    return [[cell_name(cell) for cell in street] for street in ordered]


def _walls(state: State) -> dict[str, str]:
    walls = {}
    for side, start in enumerate(at.SIDE_START):
        length = int(state[at.COLUMNS] if side < 2 else state[at.ROWS])
        low, high, gate = (int(state[where + side]) for where in (at.LOW, at.HIGH, at.GATES))
        for place in [*range(low), *range(length - high, length)]:
            walls[wall_name(start + place)] = "wall"
        if gate >= 0:
            walls[wall_name(start + gate)] = "gate"
    return walls


def _cells(state: State, palaces: list[dict[str, Any]], streets: list[list[str]]) -> dict[str, str]:
    cells = {name: "M" for street in streets for name in street}
    for palace in palaces:
        cells |= dict.fromkeys(palace["buildings"], palace["colour"])
        cells |= dict.fromkeys(palace["stables"], "S")
    if state[at.WELL] >= 0:
        cells[cell_name(int(state[at.WELL]))] = "well"
    return cells


def to_json(state: State, scores: list[int]) -> dict[str, Any]:
    """The position's JSON form, given its live scores."""
    players, options = int(state[at.PLAYERS]), int(state[at.OPTIONS])
    palaces, streets = _palaces(state), _streets(state)
    over = int(state[at.PHASE]) == at.OVER
    used = [
        wall_name(at.SIDE_START[side] + int(state[at.GATES + side]))
        for side in range(4)
        if state[at.USED_GATES] >> side & 1
    ]
    holders = [int(holder) for holder in state[at.TILE : at.TILE + 4]]
    return {
        "edition": "second" if options & at.OPTION_SECOND else "first",
        "players": players,
        "gates": bool(options & at.OPTION_GATES),
        "phase": _PHASES[int(state[at.PHASE])],
        "turn": None if over else int(state[at.TURN]),
        "placements_left": int(state[at.LEFT]),
        "cells": _cells(state, palaces, streets),
        "walls": _walls(state),
        "palaces": palaces,
        "streets": streets,
        "stock": [_stock(state, seat) for seat in range(players)],
        "out": [bool(state[at.OUT] >> seat & 1) for seat in range(players)],
        "palace_tiles": {
            colour: None if holder < 0 else palaces[holder]["roof"]
            for colour, holder in zip(COLOURS, holders, strict=True)
        },
        "tower_tiles": {str(tower + 1): _owner(int(state[at.TOWER_TILE + tower])) for tower in range(4)},
        "tower_merchants": {str(tower + 1): int(state[at.TOWER_MERCHANTS + tower]) for tower in range(4)},
        "tea_left": int(state[at.TEA_LEFT]),
        "scores": scores,
        "options": {name: bool(options & bit) for name, bit in at.SWITCH_BITS.items()},
        "turn_size": int(state[at.TURN_SIZE]),
        "roofed_this_turn": bool(state[at.ROOFED]),
        "first_turn_done": [bool(state[at.FIRST_DONE] >> seat & 1) for seat in range(players)],
        "palace_tile_palaces": {
            colour: None if holder < 0 else palaces[holder]["buildings"][0]
            for colour, holder in zip(COLOURS, holders, strict=True)
        },
        "used_gates": sorted(used),
        "spare_gate": bool(state[at.SPARE_GATE]),
    }


def _stock(state: State, seat: int) -> dict[str, int]:
    start = at.STOCK + at.KINDS * seat
    return {letter: int(state[start + kind]) for kind, letter in enumerate(at.KIND_LETTERS)}
