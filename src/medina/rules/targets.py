"""Where each kind of piece may go: the one source of legality.

What is found here holds for every seat; who has which pieces left comes on top.
"""

from __future__ import annotations

from medina.rules.move import Move
from medina.rules.ruleset import BROWN, GATE, GREY, MERCHANT, NEUTRAL_ROOF, ORANGE, PURPLE, ROOF, STABLE, WALL
from medina.rules.state import State


class Targets:
    """The cells, wall places and palaces open to each kind of piece in a position."""

    __slots__ = ("buildings", "gates", "merchants", "passages", "stables", "unroofed", "walls")

    def __init__(self, state: State) -> None:
        self.buildings = building_cells(state)
        self.stables = stable_cells(state)
        self.passages = passages(state)
        self.merchants = merchant_cells(state, self.passages)
        self.walls = any(side.wall_places for side in state.sides)
        self.gates = gate_places(state) if state.rules.gates else ()
        self.unroofed = unroofed_colours(state)

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
            or (stock[ROOF] and self.unroofed & ~state.claimed[seat])
            or (stock[NEUTRAL_ROOF] and self.unroofed)
            or (stock[GATE] and self.gates)
        )


def building_cells(state: State) -> list[int]:
    """5.4, 5.5: for each colour the cells where a building may go."""
    unbuildable = state.unbuildable
    fresh = state.board.city & ~(unbuildable | state.near_one)
    cells = [fresh] * 4
    for palace in state.palaces:
        if palace.roof is None:
            grow = palace.touched & ~unbuildable
            if grow:
                cells[palace.colour_number] = grow
    return cells


def stable_cells(state: State) -> int:
    """7.1, 7.2: cells that touch a building and are near no second palace."""
    return state.by_building & ~state.unbuildable


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


def open_gates(state: State) -> list[tuple[str, int]]:
    """16.5: the gates that have not carried a street yet, with the number of their front."""
    gates = []
    for side, ring in enumerate(state.sides):
        if ring.gate is not None:
            name = state.board.wall_names[side][ring.gate]
            if name not in state.used_gates:
                gates.append((name, state.board.fronts[side][ring.gate]))
    return gates


def passages(state: State) -> tuple[Move, ...]:
    """16.4: the merchants that continue a street out through one gate and in through another."""
    if not state.gate_fronts:
        return ()
    gates = open_gates(state)
    ends = {number for street in state.streets for number in (street[0], street[-1])}
    exits = [name for name, front in gates if front in ends]
    closed = state.occupied | state.by_one
    entries = [(name, state.board.names[front]) for name, front in gates if not closed >> front & 1]
    return tuple(Move("M", cell, out) for out in exits for name, cell in entries if name != out)


def gate_places(state: State) -> tuple[tuple[int, int], ...]:
    """16.1: the sides and places where a gate may go."""
    built = state.occupied & ~state.merchants
    return tuple(
        (side, place)
        for side, ring in enumerate(state.sides)
        for place in ring.gate_places
        if not built >> state.board.fronts[side][place] & 1
    )


def unroofed_colours(state: State) -> int:
    """6.1: the colours, as bits, of which there is a palace without a roof."""
    colours = 0
    for palace in state.palaces:
        if palace.roof is None:
            colours |= 1 << palace.colour_number
    return colours


def roof_due(state: State, targets: Targets) -> bool:
    """4.6: must this placement be an own roof?"""
    if not state.rules.last_player_roofs or state.placements_left != 1 or state.roofed_this_turn:
        return False
    seat = state.seat
    if not (state.stocks[seat][ROOF] and targets.unroofed & ~state.claimed[seat]):
        return False
    return not any(
        targets.serve(state, other) for other in range(state.rules.players) if other != seat and not state.out[other]
    )
