"""How a position lies in memory: one flat vector of 64-bit integers, and the tables of the board.

City cells are bits, row by row from a1 upwards with a column of padding, so that a shift never wraps into the city: the
lowest bit of a set is its first cell in board order. A set of cells takes three words.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from medina.rules import board
from medina.rules.board import Board, board_for
from medina.rules.ruleset import SWITCHES

State = npt.NDArray[np.int64]
"""A position as one vector of `STATE_SIZE` integers."""
States = npt.NDArray[np.int64]
"""Many positions, a row each."""
Moves = npt.NDArray[np.int32]

# 1.1: the small city of two players, then the large one. One layout serves both.
CITIES: Final = (board_for(2), board_for(4))
_LARGE: Final = CITIES[1]
LARGE_ROWS: Final = _LARGE.rows
STRIDE: Final = _LARGE.columns + 1
CELLS: Final = 3 * 64  # three words of bits; the large city and its padding use 187 of them
WALLS: Final = sum(_LARGE.side_lengths)
SEATS: Final = 4
PALACES: Final = 48  # no more fit into the city with a cell between them

# The four sides in the order north, south, west, east: where each begins among the wall cells.
SIDE_START: Final = tuple(sum(_LARGE.side_lengths[:side]) for side in range(4))
# The tower at the low (west or south) end and at the high (east or north) end of each side, counted from 0.
LOW_TOWER: Final = tuple(board.TOWER_OF_ROW[side, board.LOW] - 1 for side in range(4))
HIGH_TOWER: Final = tuple(board.TOWER_OF_ROW[side, board.HIGH] - 1 for side in range(4))

# Kinds of pieces, in the order of a stock. Tea is no piece but is kept with them.
GREY, PURPLE, BROWN, ORANGE, STABLE, MERCHANT, WALL, GATE, ROOF, NEUTRAL_ROOF, TEA = range(11)
KINDS: Final = 11
KIND_LETTERS: Final = "GPBOSMWDRNT"

# Who has put a roof on a palace, or owns a tile.
NOBODY: Final = 0
NEUTRAL: Final = 5  # seats are 1 to 4 here

FOUNDING, PLAY, OVER = range(3)

# --- the vector: sets of cells, three words each
EMPTY: Final = 0  # empty city cells
FREE: Final = 3  # empty, not near the well, not the front of a gate
BUILDINGS: Final = 6
STABLES: Final = 9
MERCHANTS: Final = 12
ONCE: Final = 15  # near at least one palace
TWICE: Final = 18  # near at least two palaces
M_ONCE: Final = 21  # touching at least one merchant
M_TWICE: Final = 24  # touching at least two merchants
ENDS: Final = 27  # ends of streets
SINGLES: Final = 30  # streets of one merchant
TOWER_FRONTS: Final = 33  # four sets: fronts of the walls of each tower
NS_FRONTS: Final = 45  # fronts of north and south walls
WE_FRONTS: Final = 48  # fronts of west and east walls
# where pieces may go now, whoever places them: four colours, stables, merchants
TARGETS: Final = 51
WALL_TARGETS: Final = 69  # one word of wall cells
GATE_TARGETS: Final = 70
PASSAGES: Final = 71  # how many ways through gates; then up to 12 codes of exit * 64 + entry
PASSAGE_LIST: Final = 72
CAN: Final = 84  # which kinds of pieces have a target, as bits
ROOFABLE: Final = 85  # which colours have a palace without a roof, as bits
# --- numbers
PLAYERS: Final = 86
COLUMNS: Final = 87
ROWS: Final = 88
OPTIONS: Final = 89
PHASE: Final = 90
TURN: Final = 91  # seat, -1 when over
LEFT: Final = 92
TURN_SIZE: Final = 93
ROOFED: Final = 94
FIRST_DONE: Final = 95  # bits
OUT: Final = 96  # bits
TEA_LEFT: Final = 97
SPARE_GATE: Final = 98
USED_GATES: Final = 99  # bits by side
WELL: Final = 100  # cell, -1 without
LOW: Final = 101  # walls built from the low end of each side
HIGH: Final = 105
GATES: Final = 109  # where the gate of each side is, -1 without
OPEN: Final = 113  # the open palace of each colour, -1 without
TILE: Final = 117  # the palace that holds each palace tile, -1 before
TOWER_TILE: Final = 121  # owner
TOWER_MERCHANTS: Final = 125
OWNS: Final = 129  # colours each seat owns a palace of, as bits
PIECES: Final = 133  # pieces each seat still has
STOCK: Final = 137  # KINDS numbers a seat
HASH: Final = 181
LOG_SIZE: Final = 182  # merchants in the order they came
LOG: Final = 183  # `LOGGED` of 16 bits: cell, and the merchant it was joined to
LOGGED: Final = 32
ALONE: Final = 255  # joined to none
PALACE_COUNT: Final = 191
PALACE: Final = 192  # per palace three words of buildings and one of facts
PALACE_SIZE: Final = 4
STATE_SIZE: Final = PALACE + PALACES * PALACE_SIZE
"""How many integers a position takes."""

# The facts of a palace in one word.
COLOUR_MASK: Final = 3  # bits 0-1
ROOF_SHIFT: Final = 2  # bits 2-4
CONNECTED_SHIFT: Final = 5  # bits 5-8: towers whose north or south row it touches; 9-12: west or east row
TOWERS: Final = 4
SIZE_SHIFT: Final = 13
ROOF_FIELD: Final = 7 << ROOF_SHIFT

# Options as bits: gates and edition, then for every switch the place of its value among `Switch.values`.
# Switches that compiled code never asks for have no name here.
OPTION_GATES: Final = 1
OPTION_SECOND: Final = 2
SWITCH_WIDTHS: Final = tuple((len(switch.values) - 1).bit_length() for switch in SWITCHES.values())
SWITCH_SHIFTS: Final = {name: 2 + sum(SWITCH_WIDTHS[:index]) for index, name in enumerate(SWITCHES)}
OPTION_WELL: Final = 1 << SWITCH_SHIFTS["well"]
OPTION_TEA: Final = 1 << SWITCH_SHIFTS["tea"]
OPTION_SHORT_FIRST_TURN: Final = 1 << SWITCH_SHIFTS["short_first_turn"]
OPTION_LAST_PLAYER_ROOFS: Final = 1 << SWITCH_SHIFTS["last_player_roofs"]
OPTION_BOTH_PLACEMENTS: Final = 1 << SWITCH_SHIFTS["both_placements"]
CONNECTION_SHIFT: Final = SWITCH_SHIFTS["connection"]
BY_TOWER, BY_ROW, BY_WALL = range(3)  # 13.4: the values of the switch `connection`

# --- moves
WALL_MOVE: Final = 6 * CELLS  # below: kind * CELLS + cell
GATE_MOVE: Final = WALL_MOVE + 64
ROOF_MOVE: Final = GATE_MOVE + 64  # + first building of the palace
NEUTRAL_ROOF_MOVE: Final = ROOF_MOVE + CELLS
TEA_MOVE: Final = NEUTRAL_ROOF_MOVE + CELLS
PASSAGE_MOVE: Final = TEA_MOVE + 64  # + exit * 64 + entry
MOVE_CODES: Final = PASSAGE_MOVE + 64 * 64
# --- numbers of the hash: one for a seat's move, one for a palace holding a tile, for tea won, for the spare gate, for
# who holds a tower tile, for who got its merchants, for two merchants side by side in a street
TILE_KEYS: Final = MOVE_CODES * SEATS
TEA_KEYS: Final = TILE_KEYS + 4 * CELLS
SPARE_KEYS: Final = TEA_KEYS + 8 * 8
TOWER_KEYS: Final = SPARE_KEYS + SEATS
TOWER_MERCHANT_KEYS: Final = TOWER_KEYS + 4 * 8
JOIN_KEYS: Final = TOWER_MERCHANT_KEYS + 4 * 8
MAX_MOVES: Final = 6 * len(_LARGE.number) + 2 * 64 + 2 * PALACES + 16


def fronts(city: Board, side: int) -> list[int]:
    """1.4: the city cell that each wall cell of a side touches."""
    return [number % city.stride * STRIDE + number // city.stride for number in city.fronts[side]]


def _wall_fronts(city: Board) -> list[int]:
    found = [0] * 64
    for side, start in enumerate(SIDE_START):
        found[start : start + city.side_lengths[side]] = fronts(city, side)
    return found


# The city cell each wall cell touches, in either city.
FRONT: Final = np.array([_wall_fronts(city) for city in CITIES], dtype=np.int64)
SIDE_OF: Final = np.repeat(np.arange(4), _LARGE.side_lengths)
SIDES: Final = np.array([SIDE_START, LOW_TOWER, HIGH_TOWER], dtype=np.int64)
