"""Section 15: what every seat's palaces and tiles are worth now."""

# mypy: disable-error-code="no-any-return"

from __future__ import annotations

import numpy as np

from medina.fast import layout as at
from medina.fast._compile import inner
from medina.fast.bits import Bits, both, either, load, near, only, size, touching, without
from medina.fast.layout import State
from medina.rules.scoring import WELL_POINTS


@inner
def palace_cells(state: State, palace: int) -> Bits:
    """The buildings of a palace and its stables: a stable touches buildings of its own palace only (5.6, 7.1)."""
    buildings = load(state, at.PALACE + at.PALACE_SIZE * palace)
    return either(buildings, both(load(state, at.STABLES), touching(buildings)))


@inner
def well_cells(state: State) -> Bits:
    """11.1: the cells two steps straight from the well."""
    well = state[at.WELL]
    if well < 0:
        return np.uint64(0), np.uint64(0), np.uint64(0)
    centre = only(well)
    # Two steps by shifting twice; what the first step left beside the well is taken out again.
    sides = touching(touching(centre))
    return without(sides, near(centre))


@inner
def walls_touching(state: State, cells: Bits) -> int:
    """15.1: how many walls touch these cells. A corner cell may touch one on each of two sides."""
    return size(both(cells, load(state, at.NS_FRONTS))) + size(both(cells, load(state, at.WE_FRONTS)))


@inner
def palace_points(cells: int, walls: int, merchants: int, by_well: int) -> int:
    """15.1, 15.3: what a palace of so many cells is worth to its owner, with so many of the others touching it."""
    return cells + walls + merchants + WELL_POINTS * by_well


@inner
def score(state: State, points: State) -> None:
    """15: adds up the live total of every seat in `points` (four numbers)."""
    points[:4] = 0
    well = well_cells(state)
    for palace in range(state[at.PALACE_COUNT]):
        owner = (state[at.PALACE + at.PALACE_SIZE * palace + 3] & at.ROOF_FIELD) >> at.ROOF_SHIFT
        if 0 < owner < at.NEUTRAL:
            cells = palace_cells(state, palace)
            merchants = size(both(touching(cells), load(state, at.MERCHANTS)))
            by_well = size(both(cells, well))
            points[owner - 1] += palace_points(size(cells), walls_touching(state, cells), merchants, by_well)
    for number in range(4):
        holder = state[at.TILE + number]
        if holder >= 0:
            owner = (state[at.PALACE + at.PALACE_SIZE * holder + 3] & at.ROOF_FIELD) >> at.ROOF_SHIFT
            if owner < at.NEUTRAL:
                points[owner - 1] += number + 1
        owner = state[at.TOWER_TILE + number]
        if 0 < owner < at.NEUTRAL:
            points[owner - 1] += number + 1
