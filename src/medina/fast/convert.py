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
from medina.fast.layout import Moves, State
from medina.fast.listing import legal
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
_SPOILT: Final = -1  # in place of how many numbers were read
_MOST_LEFT: Final = 2
_MOST_IN_STOCK: Final = 63
_MOST_AT_ONCE: Final = 7  # tea tiles, and merchants at a tower: the keys of the hash have room for so many


def from_json(position: Mapping[str, Any]) -> State:
    """The state of a position given in its JSON form."""
    state, paper = np.zeros(at.STATE_SIZE, dtype=np.int64), new_paper()
    numbers = list(numbers_of(POSITION, position))
    paper[1 : len(numbers) + 1] = numbers
    if not _read_paper(paper, state):
        raise ValueError("These are not the numbers of a position.")
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
def _read_paper(paper: State, state: State) -> bool:
    return read_position(paper, state, np.empty(at.MAX_MOVES, dtype=np.int32), np.empty_like(state))


@entry
def _write_paper(state: State, paper: State, points: State) -> None:
    write_position(state, paper, points)


@inner
def take(paper: State, most: int) -> int:
    """The next number, from 0 to `most`. Any other spoils the paper, which from then on tells nothing but zeros."""
    place = paper[0] + 1
    if place <= 0 or place >= PAPER_SIZE or paper[place] < 0 or paper[place] > most:
        paper[0] = _SPOILT
        return 0
    paper[0] = place
    return paper[place]


@inner
def skip(paper: State, count: int) -> None:
    """Pass over numbers that follow from others."""
    if paper[0] >= 0:
        paper[0] += count


@inner
def expect(paper: State, fits: bool) -> None:
    """What does not fit spoils the paper."""
    if not fits:
        paper[0] = _SPOILT


@inner
def put(paper: State, number: int) -> None:
    """One more number."""
    paper[0] += 1
    paper[paper[0]] = number


# --- reading


@inner
def read_position(paper: State, state: State, moves: Moves, after: State) -> bool:
    """Fills a state from the numbers of its position; says whether that is what they are.

    It is a guard, not a judge: what it lets through ends every loop and stays within its arrays. Which positions are
    possible `medina.notation` says. `moves` and `after` are room to work in.
    """
    paper[0] = 0
    state[:] = 0
    _read_game(paper, state)
    _read_well(paper, state)
    _read_ring(paper, state)
    _read_palaces(paper, state)
    _read_streets(paper, state)
    _read_holdings(paper, state)
    _read_turn(paper, state)
    if paper[0] >= 0:
        derive(state)
        if state[at.TURN] < 0 or legal(state, moves, after) > 0:
            return True
    state[:] = 0
    state[at.TURN] = -1
    return False


@inner
def _take_cell(paper: State, state: State) -> int:
    """A cell of the city that nothing was told to stand on so far; `EMPTY` serves to remember them."""
    cell = take(paper, at.CELLS - 1)
    _occupy(paper, state, cell)
    return cell


@inner
def _occupy(paper: State, state: State, cell: int) -> None:
    in_city = cell % at.STRIDE < state[at.COLUMNS] and cell // at.STRIDE < state[at.ROWS]
    expect(paper, in_city and not has(state, at.EMPTY, cell))
    add(state, at.EMPTY, cell)


@inner
def _take_owner(paper: State, state: State) -> int:
    owner = take(paper, at.NEUTRAL)
    expect(paper, owner <= state[at.PLAYERS] or owner == at.NEUTRAL)
    return owner


@inner
def _read_game(paper: State, state: State) -> None:
    if take(paper, 1):
        state[at.OPTIONS] |= at.OPTION_SECOND
    players = take(paper, at.SEATS)
    expect(paper, players >= 2)
    state[at.PLAYERS] = players
    city = 0 if players == 2 else 1
    state[at.COLUMNS], state[at.ROWS] = _CITY_SIZES[city, 0], _CITY_SIZES[city, 1]
    if take(paper, 1):
        state[at.OPTIONS] |= at.OPTION_GATES
    state[at.PHASE] = take(paper, at.OVER)
    state[at.TURN] = take(paper, players) - 1
    state[at.LEFT] = take(paper, _MOST_LEFT)
    expect(paper, (state[at.TURN] < 0) == (state[at.PHASE] == at.OVER))
    expect(paper, state[at.TURN] < 0 or state[at.LEFT] > 0)


@inner
def _read_well(paper: State, state: State) -> None:
    """Of the cells only the well is not told again by palaces and streets."""
    state[at.WELL] = -1
    for _ in range(take(paper, at.CELLS)):
        cell = take(paper, at.CELLS - 1)
        if take(paper, _WELL) == _WELL:
            state[at.WELL] = cell
            _occupy(paper, state, cell)


@inner
def _read_ring(paper: State, state: State) -> None:
    walls = np.int64(0)
    state[at.GATES : at.GATES + 4] = -1
    for _ in range(take(paper, at.WALLS)):
        wall = take(paper, at.WALLS - 1)
        side = at.SIDE_OF[wall]
        expect(paper, wall - at.SIDES[0, side] < side_length(state, side))
        if take(paper, 1):
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
    state[at.PALACE_COUNT] = take(paper, at.PALACES)
    for palace in range(state[at.PALACE_COUNT]):
        where = at.PALACE + at.PALACE_SIZE * palace
        state[where + 3] = take(paper, at.COLOUR_MASK)
        buildings = take(paper, at.CELLS)
        expect(paper, buildings > 0)
        for _ in range(buildings):
            add(state, where, _take_cell(paper, state))
        for _ in range(take(paper, at.CELLS)):
            add(state, at.STABLES, _take_cell(paper, state))
        state[where + 3] |= _take_owner(paper, state) << at.ROOF_SHIFT


@inner
def _read_streets(paper: State, state: State) -> None:
    for _ in range(take(paper, at.LOGGED)):
        length, cell = take(paper, at.LOGGED - state[at.LOG_SIZE]), at.ALONE
        for place in range(length):
            joined, cell = cell, _take_cell(paper, state)
            log_merchant(state, cell, joined)
            if place == 0 or place == length - 1:
                add(state, at.ENDS, cell)
        if length == 1:
            add(state, at.SINGLES, cell)


@inner
def _read_holdings(paper: State, state: State) -> None:
    for place in range(_take_players(paper, state) * at.KINDS):
        state[at.STOCK + place] = take(paper, _MOST_IN_STOCK)
    state[at.OUT] = _read_flags(paper, state)
    skip(paper, 4)  # who owns the palace tiles follows from the palaces that hold them
    for tower in range(4):
        state[at.TOWER_TILE + tower] = _take_owner(paper, state)
    for tower in range(4):
        state[at.TOWER_MERCHANTS + tower] = take(paper, _MOST_AT_ONCE)
    state[at.TEA_LEFT] = take(paper, _MOST_AT_ONCE)
    skip(paper, _take_players(paper, state))  # scores follow, too


@inner
def _take_players(paper: State, state: State) -> int:
    """The length of a list with an item for every seat."""
    count = take(paper, at.SEATS)
    expect(paper, count == state[at.PLAYERS])
    return count


@inner
def _read_flags(paper: State, state: State) -> int:
    flags = 0
    for place in range(_take_players(paper, state)):
        flags |= take(paper, 1) << place
    return flags


@inner
def _read_turn(paper: State, state: State) -> None:
    for switch in range(_SWITCH_FIELDS.shape[1]):
        state[at.OPTIONS] |= take(paper, (1 << _SWITCH_FIELDS[1, switch]) - 1) << _SWITCH_FIELDS[0, switch]
    skip(paper, 1)  # the version of the rules: whoever reads a position brings it into the newest
    state[at.TURN_SIZE] = take(paper, _MOST_LEFT)
    expect(paper, state[at.TURN] < 0 or state[at.TURN_SIZE] > 0)
    state[at.ROOFED] = take(paper, 1)
    state[at.FIRST_DONE] = _read_flags(paper, state)
    for colour in range(4):
        cell = take(paper, at.CELLS) - 1
        state[at.TILE + colour] = -1 if cell < 0 else palace_at(state, cell)
    for _ in range(take(paper, 4)):
        side = at.SIDE_OF[take(paper, at.WALLS - 1)]
        expect(paper, state[at.GATES + side] >= 0)
        state[at.USED_GATES] |= 1 << side
    state[at.SPARE_GATE] = take(paper, 1)


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
