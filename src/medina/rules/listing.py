"""The legal moves of a position as a sorted list.

A move's text sorts by piece, then column, then row as text ("e10" before "e2"), so each column's few cells are
looked up as a ready-sorted run of moves and nothing has to be sorted while playing.
"""

from __future__ import annotations

from functools import cache, lru_cache

from medina.rules.board import Board, each_cell
from medina.rules.move import Move
from medina.rules.obligations import keep
from medina.rules.ruleset import BROWN, GATE, GREY, MERCHANT, NEUTRAL_ROOF, ORANGE, PURPLE, ROOF, STABLE, WALL
from medina.rules.state import State
from medina.rules.targets import Targets


def legal_moves(state: State, targets: Targets) -> tuple[Move, ...]:
    """All legal moves, sorted by their text."""
    if state.phase == "over":
        return ()
    if state.phase == "founding":
        return cell_moves(state.board, "M", founding_cells(state))
    return keep(state, targets, placements(state, targets))


def founding_cells(state: State) -> int:
    """3.3: where the market may be founded."""
    return state.board.city & ~(state.board.edge | state.occupied)


def placements(state: State, targets: Targets) -> tuple[Move, ...]:
    """Every piece the player has, wherever it may go, and tea."""
    board, seat = state.board, state.seat
    stock = state.stocks[seat]
    moves: tuple[Move, ...] = ()
    if stock[BROWN]:
        moves += cell_moves(board, "B", targets.buildings[BROWN])
    if stock[GATE]:
        moves += targets.gates
    if stock[GREY]:
        moves += cell_moves(board, "G", targets.buildings[GREY])
    if stock[MERCHANT]:
        moves += merchant_moves(state, targets)
    if stock[NEUTRAL_ROOF]:
        moves += roof_moves(state, targets, "N", 0)
    if stock[ORANGE]:
        moves += cell_moves(board, "O", targets.buildings[ORANGE])
    if stock[PURPLE]:
        moves += cell_moves(board, "P", targets.buildings[PURPLE])
    if stock[ROOF]:
        moves += roof_moves(state, targets, "R", state.claimed[seat])
    if stock[STABLE]:
        moves += cell_moves(board, "S", targets.stables)
    if may_hand_in_tea(state):
        moves += (TEA,)
    if stock[WALL]:
        moves += targets.walls
    return moves


TEA = Move("T")


def may_hand_in_tea(state: State) -> bool:
    """10.3: tea instead of the second placement of a two-placement turn."""
    return state.placements_left == 1 and state.turn_size == 2 and state.tea[state.seat] > 0


@lru_cache(maxsize=16384)
def cell_moves(board: Board, piece: str, cells: int) -> tuple[Move, ...]:
    """The moves of a piece to each of these cells."""
    moves: list[Move] = []
    column = 0
    while cells:
        rows = cells & board.column_mask
        if rows:
            moves += column_moves(board, piece, column, rows)
        cells >>= board.stride
        column += 1
    return tuple(moves)


@cache
def column_moves(board: Board, piece: str, column: int, rows: int) -> tuple[Move, ...]:
    """The moves of a piece to these rows of a column."""
    first = column * board.stride
    return tuple(sorted(Move(piece, board.names[first + row]) for row in each_cell(rows)))


def merchant_moves(state: State, targets: Targets) -> tuple[Move, ...]:
    """8.2, 8.3 and 16.4."""
    moves = cell_moves(state.board, "M", targets.merchants)
    return tuple(sorted(moves + targets.passages)) if targets.passages else moves


def roof_moves(state: State, targets: Targets, piece: str, claimed: int) -> tuple[Move, ...]:
    """6.1, 6.2, 6.3: roofs on palaces without one, but for the colours claimed."""
    firsts = 0
    for palace in targets.unroofed:
        if not claimed >> palace.colour_number & 1:
            firsts |= 1 << palace.first_number
    return cell_moves(state.board, piece, firsts)
