"""A position as the JSON object of the notation."""

from typing import Any

from .places import find_palaces
from .scoring import scores, tile_owner
from .state import COLOURS, State


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
