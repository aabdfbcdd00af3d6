"""A position's JSON object as a state that nobody has judged yet."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from medina.notation.errors import BadPosition
from medina.rules import BadRuleset, Ruleset
from medina.rules.board import Board
from medina.rules.palace import PalaceCells
from medina.rules.ring import Side
from medina.rules.ruleset import COLOURS, RULES_VERSION, STOCK_PIECES, read_switches
from medina.rules.state import State, blank_state

Untrusted = dict[str, Any]
"""A JSON object from outside, of which nothing is known yet."""


@contextmanager
def readable() -> Iterator[None]:
    """Whatever reading stumbles over is a `BadPosition`."""
    try:
        yield
    except BadRuleset as error:
        bad = BadPosition(error.message)
        bad.problem, bad.given = error.problem, error.given
        raise bad from None
    except (KeyError, TypeError, ValueError, AttributeError, IndexError, OverflowError) as error:
        raise BadPosition.because("position_field", detail=f"{error!s:.80}") from None


def load_rules(data: Untrusted) -> Ruleset:
    """The game that the position is of, under the version of the rules that it names (none: 1)."""
    version = data.get("rules", 1)
    if type(version) is not int or not 1 <= version <= RULES_VERSION:
        raise BadPosition.because("position_version", version=f"{version!r:.20}", newest=RULES_VERSION)
    options = read_switches(data["edition"], data.get("options", {}), version)
    return Ruleset.of(data["edition"], data["players"], data["gates"], **options)


def load_state(data: object) -> State:
    """The state that the object says; what follows from the rest is not worked out yet."""
    if not isinstance(data, dict):
        raise BadPosition.because("position_object")
    state = blank_state(load_rules(data))
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
    return state


def _read_palace(board: Board, palace: Untrusted) -> PalaceCells:
    buildings = sum(1 << board.number[name] for name in set(palace["buildings"]))
    stables = sum(1 << board.number[name] for name in set(palace["stables"]))
    if not buildings:
        raise BadPosition.because("position_building")
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
