"""Where each kind of piece may go: the one source of legality.

What is found here holds for every seat; who has which pieces left comes on top.
"""

from __future__ import annotations

from functools import cache, lru_cache

from medina.rules.board import SIDES_BY_NAME, Board
from medina.rules.move import Move
from medina.rules.palace import PalaceCells
from medina.rules.ring import Side
from medina.rules.ruleset import BROWN, GATE, GREY, MERCHANT, NEUTRAL_ROOF, ORANGE, PURPLE, ROOF, STABLE, WALL
from medina.rules.state import State


class Targets:
    """The cells, wall places and palaces open to each kind of piece in a position."""

    __slots__ = ("buildings", "gates", "merchants", "passages", "roofable", "stables", "unroofed", "walls")

    def __init__(self, state: State) -> None:
        unbuildable = state.unbuildable
        self.unroofed = [palace for palace in state.palaces if palace.roof is None]
        self.roofable = 0
        for palace in self.unroofed:
            self.roofable |= 1 << palace.colour_number
        self.buildings = building_cells(state, self.unroofed, unbuildable)
        self.stables = stable_cells(state, unbuildable)
        self.passages = passages(state)
        self.merchants = merchant_cells(state, self.passages)
        self.walls = wall_moves(state.board, state.sides)
        self.gates = gate_moves(state) if state.rules.gates and len(state.gates) < len(state.sides) else ()

    def serve(self, state: State, seat: int) -> bool:
        """4.4: can this seat place one of its pieces?"""
        stock = state.stocks[seat]
        return bool(
            (stock[WALL] and self.walls)
            or (stock[GREY] and self.buildings[GREY])
            or (stock[PURPLE] and self.buildings[PURPLE])
            or (stock[BROWN] and self.buildings[BROWN])
            or (stock[ORANGE] and self.buildings[ORANGE])
            or (stock[MERCHANT] and (self.merchants or self.passages))
            or (stock[STABLE] and self.stables)
            or (stock[ROOF] and self.roofable & ~state.claimed[seat])
            or (stock[NEUTRAL_ROOF] and self.unroofed)
            or (stock[GATE] and self.gates)
        )


def building_cells(state: State, unroofed: list[PalaceCells], unbuildable: int) -> list[int]:
    """5.4, 5.5: for each colour the cells where a building may go."""
    fresh = state.board.city & ~(unbuildable | state.near_one)
    cells = [fresh] * 4
    for palace in unroofed:
        grow = palace.touched & ~unbuildable
        if grow:
            cells[palace.colour_number] = grow
    return cells


def stable_cells(state: State, unbuildable: int) -> int:
    """7.1, 7.2: cells that touch a building and are near no second palace."""
    return state.by_building & ~unbuildable


def merchant_cells(state: State, through_gates: tuple[Move, ...]) -> int:
    """8.2: cells that lengthen a street; 8.3: if there are none and no passage, cells that start one."""
    clear = ~(state.occupied | state.by_two)
    lengthen = 0
    for street in state.streets:
        lengthen |= state.board.touching[street[0]] | state.board.touching[street[-1]]
    lengthen &= clear
    if lengthen or through_gates:
        return lengthen
    return state.board.city & clear


def passages(state: State) -> tuple[Move, ...]:
    """16.4: the merchants that continue a street out through one gate and in through another."""
    if not state.gate_fronts & state.merchants:
        return ()
    gates = [gate for gate in state.gates if gate[0] not in state.used_gates]
    closed = state.occupied | state.by_one
    entries = [state.board.names[front] for _, front in gates if not closed >> front & 1]
    if not entries:
        return ()
    ends = {number for street in state.streets for number in (street[0], street[-1])}
    exits = [name for name, front in gates if front in ends]
    return tuple(Move("M", cell, out) for out in exits for cell in entries)


@lru_cache(maxsize=4096)
def wall_moves(board: Board, sides: tuple[Side, ...]) -> tuple[Move, ...]:
    """9.1, 9.2, 16.2: the walls that can be placed."""
    return tuple(move for side in SIDES_BY_NAME for move in side_wall_moves(board, side, sides[side]))


@cache
def side_wall_moves(board: Board, side: int, ring: Side) -> tuple[Move, ...]:
    """The walls that can be placed on one side."""
    return tuple(sorted(Move("W", board.wall_names[side][place]) for place in ring.wall_places))


def gate_moves(state: State) -> tuple[Move, ...]:
    """16.1: the gates that can be placed."""
    gates = gates_beside_walls(state.board, state.sides)
    if not gates:
        return ()
    built = state.occupied & ~state.merchants
    return tuple([move for move, front in gates if not built & front])


@lru_cache(maxsize=4096)
def gates_beside_walls(board: Board, sides: tuple[Side, ...]) -> tuple[tuple[Move, int], ...]:
    """16.1: the gates that the ring allows, each with its front as a set of cells."""
    return tuple(gate for side in SIDES_BY_NAME for gate in side_gates(board, side, sides[side]))


@cache
def side_gates(board: Board, side: int, ring: Side) -> tuple[tuple[Move, int], ...]:
    """The gates that one side allows."""
    names, fronts = board.wall_names[side], board.fronts[side]
    return tuple(sorted((Move("D", names[place]), 1 << fronts[place]) for place in ring.gate_places))
