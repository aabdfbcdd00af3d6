"""Positions to states and back, by way of the position's JSON form in numbers (`forms.POSITION`): it holds everything.

Compiled, so that a browser does not need a second version. `paper` holds the numbers from its second place on, and in
its first how many of them were read or written.
"""

# mypy: disable-error-code="no-any-return"

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np

from medina.fast import layout as at
from medina.fast._compile import entry, inner
from medina.fast.bits import Bits, add, both, first, has, load, size, touching
from medina.fast.derive import derive
from medina.fast.forms import ON_CELL, POSITION
from medina.fast.layout import State
from medina.fast.placing import log_merchant, palace_at
from medina.fast.scoring import score
from medina.notation.numbers import numbers_of, value_of
from medina.rules.board import SIDES
from medina.rules.ruleset import RULES_VERSION

PAPER_SIZE: Final = 2048
_CITY_SIZES: Final = np.array([[city.columns, city.rows] for city in at.CITIES], dtype=np.int64)
_SWITCH_FIELDS: Final = np.array([list(at.SWITCH_SHIFTS.values()), at.SWITCH_WIDTHS], dtype=np.int64)
"""Where each switch lies in `OPTIONS`: shifts, then widths in bits."""
_SIDES_BY_NAME: Final = tuple(sorted(range(4), key=SIDES.__getitem__))
_STABLE: Final = ON_CELL.index("S")
_MERCHANT: Final = ON_CELL.index("M")
_WELL: Final = ON_CELL.index("well")


def from_json(position: Mapping[str, Any]) -> State:
    """The state of a position given in its JSON form."""
    state, paper = np.zeros(at.STATE_SIZE, dtype=np.int64), new_paper()
    numbers = list(numbers_of(POSITION, position))
    paper[1 : len(numbers) + 1] = numbers
    _read_paper(paper, state)
    return state


def to_json(state: State) -> dict[str, Any]:
    """The position's JSON form."""
    paper = new_paper()
    _write_paper(state, paper, np.zeros(4, dtype=np.int64))
    found: dict[str, Any] = value_of(POSITION, paper[1:].tolist())
    return found


def new_paper() -> State:
    """Room for the numbers of any position."""
    return np.zeros(PAPER_SIZE, dtype=np.int64)


@entry
def _read_paper(paper: State, state: State) -> None:
    read_position(paper, state)


@entry
def _write_paper(state: State, paper: State, points: State) -> None:
    write_position(state, paper, points)


@inner
def take(paper: State) -> int:
    """The next number."""
    paper[0] += 1
    return paper[paper[0]]


@inner
def put(paper: State, number: int) -> None:
    """One more number."""
    paper[0] += 1
    paper[paper[0]] = number


# --- reading


@inner
def read_position(paper: State, state: State) -> None:
    """Fills a state from the numbers of its position."""
    paper[0] = 0
    state[:] = 0
    _read_game(paper, state)
    _read_well(paper, state)
    _read_ring(paper, state)
    _read_palaces(paper, state)
    _read_streets(paper, state)
    _read_holdings(paper, state)
    _read_turn(paper, state)
    derive(state)


@inner
def _read_game(paper: State, state: State) -> None:
    if take(paper):
        state[at.OPTIONS] |= at.OPTION_SECOND
    players = take(paper)
    state[at.PLAYERS] = players
    city = 0 if players == 2 else 1
    state[at.COLUMNS], state[at.ROWS] = _CITY_SIZES[city, 0], _CITY_SIZES[city, 1]
    if take(paper):
        state[at.OPTIONS] |= at.OPTION_GATES
    state[at.PHASE] = take(paper)
    state[at.TURN] = take(paper) - 1
    state[at.LEFT] = take(paper)


@inner
def _read_well(paper: State, state: State) -> None:
    """Of the cells only the well is not told again by palaces and streets."""
    state[at.WELL] = -1
    for _ in range(take(paper)):
        cell = take(paper)
        if take(paper) == _WELL:
            state[at.WELL] = cell


@inner
def _read_ring(paper: State, state: State) -> None:
    walls = np.int64(0)
    state[at.GATES : at.GATES + 4] = -1
    for _ in range(take(paper)):
        wall = take(paper)
        if take(paper):
            side = at.SIDE_OF[wall]
            state[at.GATES + side] = wall - at.SIDES[0, side]
        else:
            walls |= np.int64(1) << wall
    for side in range(4):
        start, length = at.SIDES[0, side], side_length(state, side)
        while state[at.LOW + side] < length and (walls >> (start + state[at.LOW + side])) & 1:
            state[at.LOW + side] += 1
        while state[at.HIGH + side] < length and (walls >> (start + length - 1 - state[at.HIGH + side])) & 1:
            state[at.HIGH + side] += 1


@inner
def side_length(state: State, side: int) -> int:
    """1.1: how many wall cells a side has."""
    return state[at.COLUMNS] if side < 2 else state[at.ROWS]


@inner
def _read_palaces(paper: State, state: State) -> None:
    state[at.OPEN : at.OPEN + 4] = -1
    state[at.PALACE_COUNT] = take(paper)
    for palace in range(state[at.PALACE_COUNT]):
        where = at.PALACE + at.PALACE_SIZE * palace
        state[where + 3] = take(paper)
        for _ in range(take(paper)):
            add(state, where, take(paper))
        for _ in range(take(paper)):
            add(state, at.STABLES, take(paper))
        state[where + 3] |= take(paper) << at.ROOF_SHIFT


@inner
def _read_streets(paper: State, state: State) -> None:
    for _ in range(take(paper)):
        length, cell = take(paper), at.ALONE
        for place in range(length):
            joined, cell = cell, take(paper)
            log_merchant(state, cell, joined)
            if place == 0 or place == length - 1:
                add(state, at.ENDS, cell)
        if length == 1:
            add(state, at.SINGLES, cell)


@inner
def _read_holdings(paper: State, state: State) -> None:
    for place in range(take(paper) * at.KINDS):
        state[at.STOCK + place] = take(paper)
    state[at.OUT] = _read_flags(paper, take(paper))
    paper[0] += 4  # who owns the palace tiles follows from the palaces that hold them
    for tower in range(4):
        state[at.TOWER_TILE + tower] = take(paper)
    for tower in range(4):
        state[at.TOWER_MERCHANTS + tower] = take(paper)
    state[at.TEA_LEFT] = take(paper)
    scores = take(paper)
    paper[0] += scores  # they follow, too


@inner
def _read_flags(paper: State, count: int) -> int:
    flags = 0
    for place in range(count):
        flags |= take(paper) << place
    return flags


@inner
def _read_turn(paper: State, state: State) -> None:
    for switch in range(_SWITCH_FIELDS.shape[1]):
        state[at.OPTIONS] |= take(paper) << _SWITCH_FIELDS[0, switch]
    paper[0] += 1  # the version of the rules: whoever reads a position brings it into the newest
    state[at.TURN_SIZE] = take(paper)
    state[at.ROOFED] = take(paper)
    state[at.FIRST_DONE] = _read_flags(paper, take(paper))
    for colour in range(4):
        cell = take(paper) - 1
        state[at.TILE + colour] = -1 if cell < 0 else palace_at(state, cell)
    for _ in range(take(paper)):
        state[at.USED_GATES] |= 1 << at.SIDE_OF[take(paper)]
    state[at.SPARE_GATE] = take(paper)


# --- writing


@inner
def write_position(state: State, paper: State, points: State) -> None:
    """Tells the position of a state in numbers; `points` is room for the scores."""
    paper[0] = 0
    _write_game(state, paper)
    _write_cells(state, paper)
    _write_ring(state, paper)
    _write_palaces(state, paper)
    _write_streets(state, paper)
    _write_holdings(state, paper)
    score(state, points)
    put(paper, state[at.PLAYERS])
    for seat in range(state[at.PLAYERS]):
        put(paper, points[seat])
    _write_turn(state, paper)


@inner
def _write_game(state: State, paper: State) -> None:
    put(paper, 1 if state[at.OPTIONS] & at.OPTION_SECOND else 0)
    put(paper, state[at.PLAYERS])
    put(paper, 1 if state[at.OPTIONS] & at.OPTION_GATES else 0)
    put(paper, state[at.PHASE])
    put(paper, state[at.TURN] + 1)
    put(paper, state[at.LEFT])


@inner
def put_cells(paper: State, cells: Bits) -> None:
    """A list of the cells of a set, in board order."""
    put(paper, size(cells))
    for cell in range(at.CELLS):
        if contains(cells, cell):
            put(paper, cell)


@inner
def contains(cells: Bits, cell: int) -> bool:
    """Is this cell in the set?"""
    word = cells[0] if cell < 64 else (cells[1] if cell < 128 else cells[2])
    return (word >> np.uint64(cell & 63)) & np.uint64(1) != np.uint64(0)


@inner
def _write_cells(state: State, paper: State) -> None:
    start = paper[0] + 1
    put(paper, 0)
    for cell in range(at.CELLS):
        what = _what_stands(state, cell)
        if what >= 0:
            put(paper, cell)
            put(paper, what)
            paper[start] += 1


@inner
def _what_stands(state: State, cell: int) -> int:
    if cell == state[at.WELL]:
        return _WELL
    if has(state, at.MERCHANTS, cell):
        return _MERCHANT
    if has(state, at.STABLES, cell):
        return _STABLE
    palace = palace_at(state, cell)
    return -1 if palace < 0 else state[at.PALACE + at.PALACE_SIZE * palace + 3] & at.COLOUR_MASK


@inner
def _write_ring(state: State, paper: State) -> None:
    start = paper[0] + 1
    put(paper, 0)
    for side in range(4):
        length = side_length(state, side)
        for place in range(length):
            wall = place < state[at.LOW + side] or place >= length - state[at.HIGH + side]
            if wall or place == state[at.GATES + side]:
                put(paper, at.SIDES[0, side] + place)
                put(paper, 0 if wall else 1)
                paper[start] += 1


@inner
def _write_palaces(state: State, paper: State) -> None:
    put(paper, state[at.PALACE_COUNT])
    for palace in range(state[at.PALACE_COUNT]):
        where = at.PALACE + at.PALACE_SIZE * palace
        buildings = load(state, where)
        put(paper, state[where + 3] & at.COLOUR_MASK)
        put_cells(paper, buildings)
        put_cells(paper, both(load(state, at.STABLES), touching(buildings)))
        put(paper, (state[where + 3] & at.ROOF_FIELD) >> at.ROOF_SHIFT)


@inner
def _write_streets(state: State, paper: State) -> None:
    start = paper[0] + 1
    put(paper, 0)
    for index in range(state[at.LOG_SIZE]):
        if _log_entry(state, index) >> 8 == at.ALONE:
            _write_street(state, paper, _log_entry(state, index) & 255)
            paper[start] += 1


@inner
def _write_street(state: State, paper: State, origin: int) -> None:
    """From its first end in board order: back to where the street began, and on to the other end.

    A street grows at both ends of its first merchant, so two may have been joined to that one.
    """
    ends = _end_of_arm(state, origin, 0), _end_of_arm(state, origin, 1)
    arm = 0 if ends[0] <= ends[1] else 1
    start = paper[0] + 1
    put(paper, 0)
    cell = ends[arm]
    while cell != origin:
        put(paper, cell)
        cell = _joined_by(state, cell)
    put(paper, origin)
    cell = _joined_to(state, origin, 1 - arm)
    while cell >= 0:
        put(paper, cell)
        cell = _joined_to(state, cell, 0)
    paper[start] = paper[0] - start


@inner
def _log_entry(state: State, index: int) -> int:
    return (state[at.LOG + (index >> 2)] >> (16 * (index & 3))) & 0xFFFF


@inner
def _joined_by(state: State, cell: int) -> int:
    """The merchant that the one on this cell was joined to."""
    for index in range(state[at.LOG_SIZE]):
        entry = _log_entry(state, index)
        if entry & 255 == cell:
            return entry >> 8
    return at.ALONE


@inner
def _joined_to(state: State, cell: int, number: int) -> int:
    """The merchant that was the first or second to be joined to the one on this cell; -1 without."""
    for index in range(state[at.LOG_SIZE]):
        entry = _log_entry(state, index)
        if entry >> 8 == cell:
            if number == 0:
                return entry & 255
            number -= 1
    return -1


@inner
def _end_of_arm(state: State, origin: int, arm: int) -> int:
    end, cell = origin, _joined_to(state, origin, arm)
    while cell >= 0:
        end, cell = cell, _joined_to(state, cell, 0)
    return end


@inner
def _write_holdings(state: State, paper: State) -> None:
    players = state[at.PLAYERS]
    put(paper, players)
    for place in range(players * at.KINDS):
        put(paper, state[at.STOCK + place])
    put(paper, players)
    _write_flags(paper, state[at.OUT], players)
    for colour in range(4):
        put(paper, tile_owner(state, colour))
    for tower in range(4):
        put(paper, state[at.TOWER_TILE + tower])
    for tower in range(4):
        put(paper, state[at.TOWER_MERCHANTS + tower])
    put(paper, state[at.TEA_LEFT])


@inner
def tile_owner(state: State, colour: int) -> int:
    """12.4: who owns the palace that holds the colour's tile."""
    holder = state[at.TILE + colour]
    if holder < 0:
        return at.NOBODY
    return (state[at.PALACE + at.PALACE_SIZE * holder + 3] & at.ROOF_FIELD) >> at.ROOF_SHIFT


@inner
def _write_flags(paper: State, flags: int, count: int) -> None:
    for place in range(count):
        put(paper, (flags >> place) & 1)


@inner
def _write_turn(state: State, paper: State) -> None:
    for switch in range(_SWITCH_FIELDS.shape[1]):
        put(paper, (state[at.OPTIONS] >> _SWITCH_FIELDS[0, switch]) & ((1 << _SWITCH_FIELDS[1, switch]) - 1))
    put(paper, RULES_VERSION)
    put(paper, state[at.TURN_SIZE])
    put(paper, state[at.ROOFED])
    put(paper, state[at.PLAYERS])
    _write_flags(paper, state[at.FIRST_DONE], state[at.PLAYERS])
    for colour in range(4):
        holder = state[at.TILE + colour]
        put(paper, 0 if holder < 0 else first(load(state, at.PALACE + at.PALACE_SIZE * holder)) + 1)
    start = paper[0] + 1
    put(paper, 0)
    for side in _SIDES_BY_NAME:
        if (state[at.USED_GATES] >> side) & 1:
            put(paper, at.SIDES[0, side] + state[at.GATES + side])
            paper[start] += 1
    put(paper, state[at.SPARE_GATE])
