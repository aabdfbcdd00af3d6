"""A position as the JSON object of the notation."""

from typing import Any

from .places import find_palaces
from .record import VERSION_1
from .scoring import scores, tile_owner
from .state import COLOURS, RULES_VERSION, PalaceMark, Rules, State


def position_json(state: State) -> dict[str, Any]:
    """Everything the rest of the game depends on, freshly made."""
    palaces = find_palaces(state)
    holders = {c: state.tile_palace[c] for c in COLOURS}
    return {
        "edition": state.rules.edition,
        "players": state.rules.players,
        "gates": state.rules.gates,
        "phase": state.phase,
        "turn": state.turn,
        "placements_left": state.placements_left,
        "cells": dict(state.cells),
        "walls": dict(state.walls),
        "palaces": [
            {
                "colour": palace.colour,
                "buildings": list(palace.buildings),
                "stables": list(palace.stables),
                "roof": palace.roof,
            }
            for palace in palaces
        ],
        "streets": [street_from_its_first_end(state, street) for street in state.streets],
        "stock": [dict(stock) for stock in state.stock],
        "out": list(state.out),
        "palace_tiles": {colour: tile_owner(state, colour) for colour in COLOURS},
        "tower_tiles": {str(tower): owner for tower, owner in state.tower_tiles.items()},
        "tower_merchants": {str(tower): count for tower, count in state.tower_merchants.items()},
        "tea_left": state.tea_left,
        "scores": scores(state),
        "options": state.rules.switches(),
        "rules": RULES_VERSION,
        "turn_size": state.turn_size,
        "roofed_this_turn": state.roofed_this_turn,
        "first_turn_done": list(state.first_turn_done),
        "palace_tile_palaces": {
            colour: None if holder is None else palaces[holder].buildings[0] for colour, holder in holders.items()
        },
        "used_gates": sorted(state.used_gates),
        "spare_gate": state.spare_gate,
    }


def street_from_its_first_end(state: State, street: list[str]) -> list[str]:
    """A street is written from its end that comes first in board order."""
    order = state.board.order
    return list(street) if order[street[0]] <= order[street[-1]] else street[::-1]


def state_from_json(position: dict[str, Any]) -> State:
    """Read a position that `position_json` wrote, or one of version 1. The moves that led to it are not known."""
    switches = dict(position["options"])
    if "rules" not in position:
        switches |= VERSION_1
    marks = [PalaceMark(palace["colour"], palace["buildings"][0], palace["roof"]) for palace in position["palaces"]]
    starts = [mark.start for mark in marks]
    holders = position["palace_tile_palaces"]
    return State(
        rules=Rules.of(position["edition"], position["players"], position["gates"], **switches),
        phase=position["phase"],
        stock=[dict(stock) for stock in position["stock"]],
        out=list(position["out"]),
        first_turn_done=list(position["first_turn_done"]),
        tea_left=position["tea_left"],
        tower_merchants={int(tower): count for tower, count in position["tower_merchants"].items()},
        spare_gate=position["spare_gate"],
        cells=dict(position["cells"]),
        walls=dict(position["walls"]),
        palaces=marks,
        streets=[list(street) for street in position["streets"]],
        tile_palace={colour: starts.index(cell) if cell else None for colour, cell in holders.items()},
        tower_tiles={int(tower): owner for tower, owner in position["tower_tiles"].items()},
        used_gates=set(position["used_gates"]),
        turn=position["turn"],
        turn_size=position["turn_size"],
        placements_left=position["placements_left"],
        roofed_this_turn=position["roofed_this_turn"],
    )
