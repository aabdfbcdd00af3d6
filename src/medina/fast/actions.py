"""A compact numbering of moves, fixed for a city: what the outputs of a policy stand for.

Move codes are made for speed and mostly stand for passages that no position has. Here every number can be a move:

    planes      one for each of GPBOSMRN, a number a city cell, row by row from a1; a roof is named by the first
                building of its palace
    walls       a number a wall cell: the north side from the west, south, then west from the south, and east
    tea         one number
    gates       a number a wall cell, where the game has gates
    passages    twelve: the side a street leaves by, and the side it comes in by, for a side has one gate at most

Without gates the numbering simply ends earlier, so that what was learnt there keeps its numbers.
"""

# mypy: disable-error-code="no-any-return"

from __future__ import annotations

from itertools import permutations
from typing import Final

import numpy as np
import numpy.typing as npt

from medina.fast import layout as at
from medina.fast._compile import entry, inner
from medina.fast.layout import Moves, State
from medina.fast.listing import legal
from medina.fast.moves import move_text
from medina.fast.targets import large
from medina.rules.board import Board

PLANES: Final = "GPBOSMRN"
_PLANE_CODES: Final = (*[kind * at.CELLS for kind in range(at.MERCHANT + 1)], at.ROOF_MOVE, at.NEUTRAL_ROOF_MOVE)
_PASSAGES: Final = tuple(permutations(range(4), 2))


def _codes(city: Board) -> list[int]:
    """The code of every action of a city, but for passages: theirs depend on where the gates are."""
    cells = [row * at.STRIDE + column for row in range(city.rows) for column in range(city.columns)]
    ring = [at.SIDE_START[side] + place for side in range(4) for place in range(city.side_lengths[side])]
    planes = [base + cell for base in _PLANE_CODES for cell in cells]
    return [*planes, *[at.WALL_MOVE + wall for wall in ring], at.TEA_MOVE, *[at.GATE_MOVE + wall for wall in ring]]


_CODES: Final = tuple(_codes(city) for city in at.CITIES)
FIRST_PASSAGE: Final = tuple(len(codes) for codes in _CODES)
MAX_ACTIONS: Final = max(FIRST_PASSAGE) + len(_PASSAGES)


def _tables() -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]:
    """For either city the code of each action, and the action of each code."""
    codes = np.full((len(_CODES), MAX_ACTIONS), -1, dtype=np.int32)
    actions = np.full((len(_CODES), at.PASSAGE_MOVE), -1, dtype=np.int32)
    for city, known in enumerate(_CODES):
        codes[city, : len(known)] = known
        actions[city, known] = np.arange(len(known))
    return codes, actions


CODE_OF, ACTION_OF = _tables()
_PASSAGE_SIDES: Final = np.array(_PASSAGES, dtype=np.int64)


def action_count(players: int, gates: bool) -> int:
    """How many actions there are in a game of so many players.

    >>> action_count(2, False), action_count(4, True)
    (1169, 1529)
    """
    city = 0 if players == 2 else 1
    return FIRST_PASSAGE[city] + (len(_PASSAGES) if gates else -sum(at.CITIES[city].side_lengths))


@inner
def action_of(state: State, code: int) -> int:
    """The action of a move code."""
    city = large(state)
    if code < at.PASSAGE_MOVE:
        return ACTION_OF[city, code]
    leave, enter = at.SIDE_OF[(code - at.PASSAGE_MOVE) // 64], at.SIDE_OF[(code - at.PASSAGE_MOVE) % 64]
    return FIRST_PASSAGE[city] + 3 * leave + enter - (1 if enter > leave else 0)


@inner
def code_of(state: State, action: int) -> int:
    """The move code of an action that is legal."""
    city = large(state)
    if action < FIRST_PASSAGE[city]:
        return CODE_OF[city, action]
    leave, enter = _PASSAGE_SIDES[action - FIRST_PASSAGE[city]]
    leave_wall = at.SIDES[0, leave] + state[at.GATES + leave]
    return at.PASSAGE_MOVE + 64 * leave_wall + at.SIDES[0, enter] + state[at.GATES + enter]


@inner
def fill_mask(state: State, moves: Moves, after: State, mask: npt.NDArray[np.int8]) -> int:
    """Mark the legal actions and return their number. `moves` and `after` are room to list and to try them in."""
    mask[:] = 0
    count = legal(state, moves, after)
    for index in range(count):
        mask[action_of(state, moves[index])] = 1
    return count


@entry
def to_action(state: State, code: int) -> int:
    """The action of a legal move code."""
    return action_of(state, code)


@entry
def to_code(state: State, action: int) -> int:
    """The move code of a legal action."""
    return code_of(state, action)


def action_text(state: State, action: int) -> str:
    """How the move of a legal action is written."""
    return move_text(to_code(state, action), int(state[at.PLAYERS]))
