"""What a turn must contain where it can: an own roof (4.6) and two placements (4.8).

4.9 makes one mechanism of both: a placement is legal only if the turn can still have afterwards what it could have
before. Whether a placement keeps the second placement possible is nearly always clear from what else the player can
place; where it is not, the placement is tried on a copy of the state.
"""

from __future__ import annotations

from collections.abc import Callable

from medina.rules.board import SIDES_BY_NAME
from medina.rules.effects import place
from medina.rules.move import Move
from medina.rules.ruleset import COLOURS, GATE, MERCHANT, NEUTRAL_ROOF, ROOF, STABLE, STOCK_PIECES, WALL
from medina.rules.state import State
from medina.rules.targets import Targets

Kept = Callable[[State, Targets, Move], bool]
_NOTHING: dict[str, Kept] = {}


def obligations(state: State, targets: Targets) -> dict[str, Kept]:
    """The rules that ask something of this turn, each with whether a placement keeps it possible."""
    rules, asked = state.rules, _NOTHING
    if rules.last_player_roofs and True in state.out and roof_asked(state):
        asked = {"4.6": keeps_roof}
    if rules.both_placements and state.placements_left == 2 and not second_is_sure(state, targets):
        asked = {**asked, "4.8": keeps_second}
    return asked


def keep(state: State, targets: Targets, moves: tuple[Move, ...]) -> tuple[Move, ...]:
    """4.9: those of the otherwise legal moves that keep possible what the turn could have; all if it could not."""
    for kept in obligations(state, targets).values():
        moves = tuple(move for move in moves if kept(state, targets, move)) or moves
    return moves


def roof_asked(state: State) -> bool:
    """4.6: is every other player out, and does this turn lack an own roof?"""
    is_last = sum(state.out) == state.rules.players - 1
    return is_last and not state.roofed_this_turn and state.stocks[state.seat][ROOF] > 0


def keeps_roof(state: State, targets: Targets, move: Move) -> bool:
    """4.6: can the turn have an own roof with this placement in it?"""
    if move.piece == "R":
        return True
    if state.placements_left == 1:
        return False
    free = ~state.claimed[state.seat]
    roofable = [palace for palace in targets.unroofed if free >> palace.colour_number & 1]
    if not roofable:
        return move.piece in COLOURS and bool(free >> COLOURS.index(move.piece) & 1)
    return move.piece != "N" or len(roofable) > 1 or move.cell not in roofable[0].buildings


def second_is_sure(state: State, targets: Targets) -> bool:
    """4.8: is it clear that whatever comes first keeps the second placement as possible as it was?

    Settles nearly every position: enough can be placed elsewhere, or the last piece is placed and brings no other.
    """
    stock = state.stocks[state.seat]
    walls = bool(stock[WALL] and targets.walls)
    if walls and stock[MERCHANT] and targets.merchants:  # neither takes the room of the other
        return True
    room = market_room(state)
    kinds = walls + bool(stock[MERCHANT] and room) + has_roof(state, targets)
    return (
        kinds > 1  # nor do walls, merchants and roofs
        or (sum(stock) == 1 and not any(state.tower_merchants) and not state.spare_gate)
        or (stock[WALL] > 1 and wall_sides(state) > 1)
        or (stock[MERCHANT] > 1 and room.bit_count() > 5)  # a merchant takes its cell and at most its four neighbours
    )


def keeps_second(state: State, targets: Targets, move: Move) -> bool:
    """4.8: can the player place another piece after this one?"""
    return surely_keeps_second(state, targets, move) or tried_keeps_second(state, move)


def tried_keeps_second(state: State, move: Move) -> bool:
    """4.8: the same by playing the placement on a copy."""
    after = state.copy()
    place(after, move)
    return Targets(after).serve(after, state.seat)


def surely_keeps_second(state: State, targets: Targets, move: Move) -> bool:
    """4.8: does a piece stay placeable that this placement cannot get in the way of?"""
    stock, room, kind = state.stocks[state.seat], market_room(state), STOCK_PIECES.index(move.piece)
    left = (*stock[:kind], stock[kind] - 1, *stock[kind + 1 :])
    closed = ground_taken(state, move)
    if left[MERCHANT] and (kind != MERCHANT or room.bit_count() > 5) and room & ~closed:
        return True
    if left[WALL] and targets.walls and (kind not in (WALL, GATE) or wall_sides(state) > 1):
        return True
    if keeps_some_roof(state, targets, move, left):
        return True
    if left[STABLE] and targets.stables & ~closed:
        return True
    changed = colour_changed(state, targets, move)
    return any(left[colour] and colour != changed and targets.buildings[colour] & ~closed for colour in range(4))


def keeps_some_roof(state: State, targets: Targets, move: Move, left: tuple[int, ...]) -> bool:
    """Is there a palace for one of the player's roofs after this placement?"""
    free, unroofed = ~state.claimed[state.seat], targets.unroofed
    if move.piece in COLOURS:  # its palace has no roof
        free_colour = free >> COLOURS.index(move.piece) & 1
        return bool(left[NEUTRAL_ROOF] or (left[ROOF] and (free_colour or targets.roofable & free)))
    if move.piece in "RN":
        unroofed = [palace for palace in unroofed if move.cell not in palace.buildings]
    if move.piece == "R":
        free &= ~(1 << (colour_roofed(targets, move)))
    return bool(
        (left[NEUTRAL_ROOF] and unroofed)
        or (left[ROOF] and any(free >> palace.colour_number & 1 for palace in unroofed))
    )


def colour_roofed(targets: Targets, move: Move) -> int:
    """The colour of the palace that a roof is put on."""
    return next(palace.colour_number for palace in targets.unroofed if move.cell in palace.buildings)


def colour_changed(state: State, targets: Targets, move: Move) -> int | None:
    """The colour whose buildings go elsewhere after this placement: its palace gets a roof, or is just started."""
    if move.piece in "RN":
        return colour_roofed(targets, move)
    if move.piece not in COLOURS:
        return None
    colour = COLOURS.index(move.piece)
    cell = 1 << state.board.number[move.cell or ""]
    grows = any(palace.colour_number == colour and palace.touched & cell for palace in targets.unroofed)
    return None if grows else colour


def ground_taken(state: State, move: Move) -> int:
    """The city cells on which this placement may keep other pieces from being placed."""
    board = state.board
    if move.piece == "D":
        side, number = board.wall_place[move.cell or ""]
        return 1 << board.fronts[side][number]
    if move.piece in "WRN":
        return 0
    cell = 1 << board.number[move.cell or ""]
    return cell if move.piece == "M" else cell | board.near(cell)


def market_room(state: State) -> int:
    """8.2, 8.3: the cells for merchants, whether they lengthen a street or start one."""
    return state.board.city & ~(state.occupied | state.by_two)


def has_roof(state: State, targets: Targets) -> bool:
    """6: is there a palace for one of the player's roofs?"""
    stock = state.stocks[state.seat]
    return bool(
        (stock[ROOF] and targets.roofable & ~state.claimed[state.seat]) or (stock[NEUTRAL_ROOF] and targets.unroofed)
    )


def wall_sides(state: State) -> int:
    """9.1: on how many sides a wall can be placed."""
    return sum(1 for side in SIDES_BY_NAME if state.sides[side].wall_places)
