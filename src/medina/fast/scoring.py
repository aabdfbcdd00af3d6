"""Section 15: what every seat's palaces and tiles are worth now."""

# mypy: disable-error-code="no-any-return"

from __future__ import annotations

import numpy as np

from medina.fast._compile import inner
from medina.fast.bits import Bits, both, either, load, near, only, size, touching, without
from medina.fast.layout import (
    MERCHANTS,
    NEUTRAL,
    NS_FRONTS,
    PALACE,
    PALACE_COUNT,
    PALACE_SIZE,
    ROOF_FIELD,
    ROOF_SHIFT,
    STABLES,
    TILE,
    TOWER_TILE,
    WE_FRONTS,
    WELL,
    State,
)
from medina.rules.scoring import WELL_POINTS


@inner
def palace_cells(state: State, palace: int) -> Bits:
    """The buildings of a palace and its stables: a stable touches buildings of its own palace only (5.6, 7.1)."""
    buildings = load(state, PALACE + PALACE_SIZE * palace)
    return either(buildings, both(load(state, STABLES), touching(buildings)))


@inner
def well_cells(state: State) -> Bits:
    """11.1: the cells two steps straight from the well."""
    well = state[WELL]
    if well < 0:
        return np.uint64(0), np.uint64(0), np.uint64(0)
    centre = only(well)
    # Two steps by shifting twice; what the first step left beside the well is taken out again.
    sides = touching(touching(centre))
    return without(sides, near(centre))


@inner
def walls_touching(state: State, cells: Bits) -> int:
    """15.1: how many walls touch these cells. A corner cell may touch one on each of two sides."""
    return size(both(cells, load(state, NS_FRONTS))) + size(both(cells, load(state, WE_FRONTS)))


@inner
def palace_points(state: State, cells: Bits, around: Bits, walls: int, well: Bits) -> int:
    """15.1, 15.3: what a palace is worth to its owner, from its cells, those that touch them, its walls, the well's."""
    return size(cells) + walls + size(both(around, load(state, MERCHANTS))) + WELL_POINTS * size(both(cells, well))


@inner
def score(state: State, points: State) -> None:
    """15: adds up the live total of every seat in `points` (four numbers)."""
    points[:4] = 0
    well = well_cells(state)
    for palace in range(state[PALACE_COUNT]):
        owner = (state[PALACE + PALACE_SIZE * palace + 3] & ROOF_FIELD) >> ROOF_SHIFT
        if 0 < owner < NEUTRAL:
            cells = palace_cells(state, palace)
            points[owner - 1] += palace_points(state, cells, touching(cells), walls_touching(state, cells), well)
    add_tiles(state, points)


@inner
def add_tiles(state: State, points: State) -> None:
    """12.1, 13.1: a tile's number is what it is worth to its owner."""
    for colour in range(4):
        holder = state[TILE + colour]
        if holder >= 0:
            owner = (state[PALACE + PALACE_SIZE * holder + 3] & ROOF_FIELD) >> ROOF_SHIFT
            if owner < NEUTRAL:
                points[owner - 1] += colour + 1
    for tower in range(4):
        owner = state[TOWER_TILE + tower]
        if 0 < owner < NEUTRAL:
            points[owner - 1] += tower + 1
