"""Why a move is illegal: the rule a person would mention first, with the cells it is about."""

from __future__ import annotations

from medina.rules.board import Board, each_cell
from medina.rules.effects import cell_of
from medina.rules.errors import BadMove
from medina.rules.listing import TEA, founding_cells, may_hand_in_tea, placements
from medina.rules.move import Move
from medina.rules.obligations import obligations
from medina.rules.palace import PalaceCells
from medina.rules.refusals import Refusal
from medina.rules.ruleset import COLOURS, STOCK_PIECES
from medina.rules.state import State
from medina.rules.targets import Targets


def check_on_board(board: Board, move: Move) -> None:
    """A cell that is not on this board makes no move at all."""
    for place in (move.cell, move.exit):
        if place is not None and place not in board.places:
            raise BadMove.because("off_board", move=move.text, cell=place, columns=board.columns, rows=board.rows)


def refusal(state: State, targets: Targets, move: Move) -> Refusal | None:
    """The first rule that a move on this board breaks, or None for a legal move."""
    if state.phase == "founding":
        return founding_refusal(state, move)
    if move.piece == "T":
        return tea_refusal(state, targets)
    if not state.stocks[state.seat][STOCK_PIECES.index(move.piece)]:
        return Refusal("4.2", "none_left", {"piece": move.piece})
    return _EXPLAINERS[move.piece](state, targets, move) or obligation_refusal(state, targets, move)


def obligation_refusal(state: State, targets: Targets, move: Move) -> Refusal | None:
    """4.9: what the turn could have before an otherwise legal move, and not after it."""
    for rule, kept in obligations(state, targets).items():
        if not kept(state, targets, move) and any(kept(state, targets, other) for other in placements(state, targets)):
            reason = "second_due" if rule == "4.8" else "roof_due" if state.placements_left == 1 else "roof_later"
            return Refusal(rule, reason)
    return None


def astray(state: State, text: str) -> Refusal | None:
    """A piece put off its ground: a wall or a gate in the city, any other piece in the ring.

    Nobody can write that as a move, but a hand can do it, and whoever did wants to hear where the piece goes.
    """
    piece, cell = text[:1], text[1:]
    if piece not in _GROUNDS or cell not in (state.board.number if piece in "WD" else state.board.wall_place):
        return None
    if state.phase == "founding":
        return Refusal("3.3", "found_first")
    if not state.stocks[state.seat][STOCK_PIECES.index(piece)]:
        return Refusal("4.2", "none_left", {"piece": piece})
    rule, reason = _GROUNDS[piece]
    return Refusal(rule, reason, {"cell": cell})


def founding_refusal(state: State, move: Move) -> Refusal | None:
    """3.3: a merchant on an empty cell that is not on the edge, before anything else."""
    if move.piece != "M" or move.exit is not None:
        return Refusal("3.3", "found_first")
    cell = cell_of(state, move)
    if cell & founding_cells(state):
        return None
    reason = "found_inside" if cell & state.board.edge else "found_on_empty"
    return Refusal("3.3", reason, {"cell": name_of(move)})


def tea_refusal(state: State, targets: Targets) -> Refusal | None:
    """10.3, 4.6."""
    if may_hand_in_tea(state):
        return obligation_refusal(state, targets, TEA)
    if not state.tea[state.seat]:
        return Refusal("10.3", "tea_none")
    return Refusal("10.3", "tea_short" if state.turn_size == 1 else "tea_first")


def building_refusal(state: State, targets: Targets, move: Move) -> Refusal | None:
    """5.2, 5.4, then the distance rules."""
    cell = cell_of(state, move)
    colour = COLOURS.index(move.piece)
    if cell & targets.buildings[colour]:
        return None
    if cell & state.occupied:
        return Refusal("5.2", "cell_taken", {"cell": name_of(move)})
    extended = open_palace(state, colour)
    if extended is not None and not extended.touched & cell:
        return Refusal("5.4", "open_palace", {"cell": name_of(move), "colour": move.piece, "at": extended.first})
    return distance_refusal(state, move, extended)


def open_palace(state: State, colour: int) -> PalaceCells | None:
    """5.3: the open palace of a colour."""
    for palace in state.palaces:
        if is_open(state, palace) and palace.colour_number == colour:
            return palace
    return None


def is_open(state: State, palace: PalaceCells) -> bool:
    """5.3: has it no roof, and could a building be added to it?"""
    return palace.roof is None and bool(palace.touched & ~state.unbuildable)


def distance_refusal(state: State, move: Move, extended: PalaceCells | None) -> Refusal:
    """5.6, 5.7 or 16.3: what an empty cell beside this palace (or none) is too close to."""
    cell = cell_of(state, move)
    for palace in state.palaces:
        if palace is not extended and palace.near & cell:
            at = state.board.names[state.board.first_of(state.board.near(cell) & palace.cells)]
            return Refusal("5.6", "near_palace", {"cell": name_of(move), "colour": palace.colour, "at": at})
    if state.well is not None and state.board.near(1 << state.well) & cell:
        return Refusal("5.7", "near_well", {"cell": name_of(move), "at": state.board.names[state.well]})
    return Refusal("16.3", "gate_front", {"cell": name_of(move), "at": gate_before(state, cell)})


def gate_before(state: State, front: int) -> str:
    """The gate with that front."""
    return next(name for name, number in state.gates if front >> number & 1)


def stable_refusal(state: State, targets: Targets, move: Move) -> Refusal | None:
    """7.1, then the distance rules by 7.2."""
    cell = cell_of(state, move)
    if cell & targets.stables:
        return None
    if cell & state.occupied:
        return Refusal("7.1", "cell_taken", {"cell": name_of(move)})
    beside = next((palace for palace in state.palaces if palace.touched & cell), None)
    if beside is None:
        return Refusal("7.1", "stable_apart", {"cell": name_of(move)})
    return distance_refusal(state, move, beside)


def merchant_refusal(state: State, targets: Targets, move: Move) -> Refusal | None:
    """8.2 while a street can be extended, 8.3 when none can, 16.4 and 16.5 for a way through gates."""
    if move.exit is not None:
        return passage_refusal(state, targets, move)
    cell = cell_of(state, move)
    if cell & targets.merchants:
        return None
    extending = bool(targets.passages or lengthens(state, targets.merchants))
    rule = "8.2" if extending else "8.3"
    if cell & state.occupied:
        return Refusal(rule, "cell_taken", {"cell": name_of(move)})
    if not extending:
        return Refusal(rule, "two_merchants", {"cell": name_of(move)})
    reason = "beside_street" if cell & state.by_two and touches_end(state, cell) else "street_end"
    return Refusal(rule, reason, {"cell": name_of(move)})


def lengthens(state: State, cells: int) -> bool:
    """Do merchants on these cells lengthen streets (8.2) rather than start new ones (8.3)?"""
    return any(touches_end(state, 1 << number) for number in each_cell(cells))


def touches_end(state: State, cell: int) -> bool:
    """Does the cell touch an end of a street?"""
    beside = state.board.touch(cell)
    return any(beside >> street[0] & 1 or beside >> street[-1] & 1 for street in state.streets)


def passage_refusal(state: State, targets: Targets, move: Move) -> Refusal | None:
    """16.4 and 16.5, in the order of the way: out through a gate, in through another."""
    if move in targets.passages:
        return None
    gates = dict(state.gates)
    front = state.board.number[name_of(move)]
    leaving = move.exit or ""
    args = {"cell": name_of(move), "at": leaving}
    if leaving not in gates:
        return Refusal("16.4", "no_exit", args)
    ends = {number for street in state.streets for number in (street[0], street[-1])}
    if gates[leaving] not in ends:
        return Refusal("16.4", "no_end_at_gate", args)
    if leaving in state.used_gates:
        return Refusal("16.5", "gate_used", args)
    entry = next((name for name, number in gates.items() if number == front and name != leaving), None)
    if entry is None:
        return Refusal("16.4", "no_entry", args)
    if entry in state.used_gates:
        return Refusal("16.5", "gate_used", {**args, "at": entry})
    reason = "cell_taken" if state.occupied >> front & 1 else "passage_merchant"
    return Refusal("16.4", reason, args)


def wall_refusal(state: State, targets: Targets, move: Move) -> Refusal | None:
    """9.1, 9.2, and 16.2 for the cell behind a gate."""
    side, place = state.board.wall_place[name_of(move)]
    ring = state.sides[side]
    if move in targets.walls:
        return None
    args = {"cell": name_of(move)}
    if not ring.is_empty(place):
        return Refusal("9.1", "cell_taken", args)
    if ring.gate is not None and abs(place - ring.gate) == 1:
        return Refusal("16.2", "past_gate", {**args, "at": state.board.wall_names[side][ring.gate]})
    if ring.next_low == ring.next_high:
        return Refusal("9.2", "wall_gap", args)
    return Refusal("9.1", "wall_apart", args)


def gate_refusal(state: State, targets: Targets, move: Move) -> Refusal | None:
    """16.1, one condition after the other."""
    side, place = state.board.wall_place[name_of(move)]
    if move in targets.gates:
        return None
    ring, args = state.sides[side], {"cell": name_of(move)}
    if not ring.is_empty(place):
        return Refusal("16.1", "cell_taken", args)
    if ring.gate is not None:
        return Refusal("16.1", "gate_second", {**args, "at": state.board.wall_names[side][ring.gate]})
    if place in (0, ring.length - 1):
        return Refusal("16.1", "gate_tower", args)
    if place not in ring.gate_places:
        return Refusal("16.1", "gate_apart", args)
    front = state.board.names[state.board.fronts[side][place]]
    return Refusal("16.1", "gate_blocked", {**args, "at": front})


def roof_refusal(state: State, targets: Targets, move: Move) -> Refusal | None:
    """6.1, 6.2, 6.3."""
    cell = cell_of(state, move)
    palace = next((palace for palace in state.palaces if palace.building_cells & cell), None)
    if palace is None:
        return Refusal("6.1", "no_palace", {"cell": name_of(move)})
    args = {"cell": name_of(move), "colour": palace.colour}
    if palace.roof is not None:
        return Refusal("6.1", "roofed", args)
    if move.piece == "R" and state.claimed[state.seat] >> palace.colour_number & 1:
        return Refusal("6.2", "colour_owned", args)
    return None


def name_of(move: Move) -> str:
    """The move's cell; every move but tea has one."""
    assert move.cell is not None
    return move.cell


_GROUNDS = {
    **dict.fromkeys(COLOURS, ("5.2", "building_in_ring")),
    "S": ("7.1", "stable_in_ring"),
    "M": ("8.2", "merchant_in_ring"),
    "W": ("9.1", "wall_in_city"),
    "D": ("16.1", "gate_in_city"),
    "R": ("6.1", "roof_in_ring"),
    "N": ("6.3", "roof_in_ring"),
}
_EXPLAINERS = {
    **dict.fromkeys(COLOURS, building_refusal),
    "S": stable_refusal,
    "M": merchant_refusal,
    "W": wall_refusal,
    "D": gate_refusal,
    "R": roof_refusal,
    "N": roof_refusal,
}
