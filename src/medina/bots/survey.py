"""What a good player sees before counting: for every palace what it is worth and what can still be added to it."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from medina.fast._compile import inner
from medina.fast.bits import Bits, add, both, differing, either, load, size, some, store, touching, without
from medina.fast.layout import (
    BY_TOWER,
    BY_WALL,
    CITIES,
    COLOUR_MASK,
    COLUMNS,
    CONNECTED_SHIFT,
    CONNECTION_SHIFT,
    EMPTY,
    FREE,
    FRONT,
    GATES,
    HIGH,
    LOW,
    M_TWICE,
    MERCHANT,
    MERCHANTS,
    NS_FRONTS,
    OPTIONS,
    PALACE,
    PALACE_COUNT,
    PALACE_SIZE,
    ROOF_FIELD,
    ROOF_SHIFT,
    ROWS,
    SIDES,
    SIZE_SHIFT,
    TARGETS,
    TOWERS,
    TWICE,
    WE_FRONTS,
    State,
    fronts,
)
from medina.fast.placing import connected_towers
from medina.fast.scoring import palace_cells, palace_points, walls_touching, well_cells
from medina.fast.targets import large

Table = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float32]

# The columns of the survey, one row a palace.
OWNER, COLOUR, SIZE, POINTS, STABLE_ROOM, MERCHANT_ROOM, MERCHANT_NEXT = range(7)
WALL_ROOM, WALL_SOON, CONNECTED, WELL_ROOM, TOWERS_SOON, MERCHANT_SOON = range(7, 13)
SOON: Final = 4  # walls a row may grow by before we stop looking
WALL_AT: Final = 13  # cells that the next wall of a row will touch, the one after it, and so on
TOWERS_AT: Final = WALL_AT + SOON  # towers that these would connect to for the first time, as bits
SURVEY_SIZE: Final = TOWERS_AT + SOON

# What the rows of walls will touch: by how many walls they have to grow, then by tower, three words each.
PROSPECTS: Final = SOON * 4 * 3


def _edges() -> Table:
    edges = np.zeros((len(CITIES), 2 * 3), dtype=np.int64)
    for city, side in np.ndindex(len(CITIES), 4):
        for front in fronts(CITIES[city], side):
            edges[city, 3 * (side // 2) + (front >> 6)] |= np.int64(1) << (front & 63)
    return edges


# Fronts of all north and south wall cells, then of all west and east ones, for either city.
EDGES: Final = _edges()
NO_CELLS: Final = (np.uint64(0), np.uint64(0), np.uint64(0))


class Known(NamedTuple):
    """A position that has been looked at, so that only what a placement changes has to be looked at again.

    Its survey with the cells of every palace and those around it, its features, and what they drive the units to.
    """

    survey: Table
    outlines: Table
    prospects: State
    seats: Floats
    shared: Floats
    drives: Floats
    common: Floats


class Scratch(NamedTuple):
    """Room to work in, one for every thread."""

    survey: Table
    prospects: State
    points: State
    seats: Floats
    shared: Floats
    claims: Table
    drives: Floats
    common: Floats
    which: Table
    amounts: Floats
    counts: State
    known: Known


@inner
def survey_all(state: State, scratch: Scratch) -> None:
    """Fills the survey of a position."""
    _find_prospects(state, scratch.prospects)
    well, room, stalls, market = well_cells(state), _room(state), _stalls(state), _market(state)
    for palace in range(state[PALACE_COUNT]):
        _survey_palace(state, palace, scratch.survey[palace], scratch.prospects, well, room, stalls, market)


@inner
def keep_survey(state: State, scratch: Scratch) -> None:
    """Makes the survey just filled the known one."""
    known = scratch.known
    for index in range(PROSPECTS):
        known.prospects[index] = scratch.prospects[index]
    for palace in range(state[PALACE_COUNT]):
        for column in range(SURVEY_SIZE):
            known.survey[palace, column] = scratch.survey[palace, column]
        cells = palace_cells(state, palace)
        store(known.outlines[palace], 0, cells)
        store(known.outlines[palace], 3, touching(cells))


@inner
def survey_after(state: State, before: State, scratch: Scratch) -> None:
    """Fills the survey of a position one placement after the known one: most palaces are as they were."""
    known = scratch.known
    prospects, inside = known.prospects, NO_CELLS
    if _have_walls_changed(state, before):
        prospects = scratch.prospects
        _find_prospects(state, prospects)
        inside = either(
            differing(load(state, NS_FRONTS), load(before, NS_FRONTS)),
            differing(load(state, WE_FRONTS), load(before, WE_FRONTS)),
        )
        for at in range(0, PROSPECTS, 3):
            inside = either(inside, differing(load(prospects, at), load(known.prospects, at)))
    well, room, stalls, market = well_cells(state), _room(state), _stalls(state), _market(state)
    outside = either(differing(room, _room(before)), differing(stalls, _stalls(before)))
    outside = either(outside, differing(market, _market(before)))
    for at in (MERCHANTS, TARGETS + 3 * MERCHANT):
        outside = either(outside, differing(load(state, at), load(before, at)))
    for palace in range(state[PALACE_COUNT]):
        row = scratch.survey[palace]
        if _is_as_before(state, before, palace, known.outlines[palace], inside, outside):
            for column in range(SURVEY_SIZE):
                row[column] = known.survey[palace, column]
        else:
            _survey_palace(state, palace, row, prospects, well, room, stalls, market)


@inner
def _have_walls_changed(state: State, before: State) -> bool:
    """Has a wall or a gate come?"""
    changed = False
    for at in range(LOW, GATES + 4):
        changed |= state[at] != before[at]
    return changed


@inner
def _is_as_before(state: State, before: State, palace: int, outline: State, inside: Bits, outside: Bits) -> bool:
    """Has nothing changed in this palace, at its walls or around it?"""
    if palace >= before[PALACE_COUNT]:
        return False
    facts = PALACE + PALACE_SIZE * palace + 3  # a cell more shows in the size
    if state[facts] != before[facts]:
        return False
    return not some(either(both(load(outline, 0), inside), both(load(outline, 3), outside)))


@inner
def _room(state: State) -> Bits:
    """Where a palace can still grow."""
    return without(load(state, FREE), load(state, TWICE))


@inner
def _stalls(state: State) -> Bits:
    """Where merchants can still come."""
    return without(load(state, EMPTY), load(state, M_TWICE))


@inner
def _market(state: State) -> Bits:
    """What the next merchant will touch."""
    return touching(load(state, TARGETS + 3 * MERCHANT))


@inner
def _find_prospects(state: State, prospects: State) -> None:
    """The cells that the next wall of each row will touch, and those after it."""
    prospects[:] = 0
    for side in range(4):
        length = state[COLUMNS] if side < 2 else state[ROWS]
        low, high, gate = state[LOW + side], length - 1 - state[HIGH + side], state[GATES + side]
        low_last = gate - 1 if gate >= 0 else high - 1
        high_last = gate + 1 if gate >= 0 else low + 1
        start, low_tower, high_tower = SIDES[0, side], SIDES[1, side], SIDES[2, side]
        for place in range(low, min(low + SOON - 1, low_last) + 1):
            add(prospects, _prospect(place - low, low_tower), FRONT[large(state), start + place])
        for place in range(high, max(high - SOON + 1, high_last) - 1, -1):
            add(prospects, _prospect(high - place, high_tower), FRONT[large(state), start + place])


@inner
def _prospect(walls: int, tower: int) -> int:
    """Where the cells are that a tower's rows will touch after so many walls and one more."""
    return 3 * (4 * walls + tower)


@inner
def _survey_palace(
    state: State, palace: int, row: State, prospects: State, well: Bits, room: Bits, stalls: Bits, market: Bits
) -> None:
    where = PALACE + PALACE_SIZE * palace
    facts = state[where + 3]
    cells = palace_cells(state, palace)
    around = touching(cells)
    walls = walls_touching(state, cells)
    growth = both(touching(load(state, where)), room)
    row[OWNER] = (facts & ROOF_FIELD) >> ROOF_SHIFT
    row[COLOUR] = facts & COLOUR_MASK
    row[SIZE] = facts >> SIZE_SHIFT
    row[POINTS] = palace_points(row[SIZE], walls, size(both(around, load(state, MERCHANTS))), size(both(cells, well)))
    row[STABLE_ROOM] = size(growth)
    row[WELL_ROOM] = size(both(growth, well))
    row[MERCHANT_ROOM] = size(both(around, stalls))
    row[MERCHANT_NEXT] = size(both(around, load(state, TARGETS + 3 * MERCHANT)))
    row[MERCHANT_SOON] = size(both(both(around, stalls), market))
    row[CONNECTED] = connected_towers(facts)
    _survey_walls(state, row, prospects, cells, walls, facts)


@inner
def _survey_walls(state: State, row: State, prospects: State, cells: Bits, walls: int, facts: int) -> None:
    edges = EDGES[large(state)]
    row[WALL_ROOM] = size(both(cells, load(edges, 0))) + size(both(cells, load(edges, 3))) - walls
    row[WALL_SOON] = row[TOWERS_SOON] = 0
    for column in range(WALL_AT, SURVEY_SIZE):
        row[column] = 0
    if row[WALL_ROOM] == 0:
        return
    for tower in range(4):
        soon = NO_CELLS
        fresh = _fresh_fronts(state, edges, facts, tower)
        for more in range(SOON):
            there = both(cells, load(prospects, _prospect(more, tower)))
            if some(there):
                soon = either(soon, there)
                row[WALL_AT + more] += size(there)
                if some(both(there, fresh)):
                    row[TOWERS_AT + more] |= 1 << tower
        if some(soon):
            row[WALL_SOON] += size(soon)
            if some(both(soon, fresh)):
                row[TOWERS_SOON] |= 1 << tower


@inner
def _fresh_fronts(state: State, edges: State, facts: int, tower: int) -> Bits:
    """13.4: where a further wall of the tower connects a palace with these facts anew.

    A corner lies on two sides, but a palace that touches one row there can only come to touch the other.
    """
    connection = (state[OPTIONS] >> CONNECTION_SHIFT) & 3
    by_row = (facts >> (CONNECTED_SHIFT + tower)) & 1, (facts >> (CONNECTED_SHIFT + TOWERS + tower)) & 1
    if connection == BY_WALL or not (by_row[0] or by_row[1]):
        return either(load(edges, 0), load(edges, 3))
    if connection == BY_TOWER or (by_row[0] and by_row[1]):
        return NO_CELLS
    return load(edges, 3) if by_row[0] else load(edges, 0)
