"""Works out everything in a state that follows from its palaces, stables, streets, walls and stocks."""

from __future__ import annotations

import numpy as np

from medina.fast import layout as at
from medina.fast._compile import inner
from medina.fast.bits import add, both, either, load, near, only, remove, some, store, touching, without
from medina.fast.bits import size as count
from medina.fast.layout import State
from medina.fast.placing import find_roofable
from medina.fast.scoring import palace_cells
from medina.fast.targets import find_targets, large


@inner
def derive(state: State) -> None:
    """Fills in what follows from the rest, targets included."""
    lay_out_city(state)
    _stand_merchants(state)
    _build_rows(state)
    for palace in range(state[at.PALACE_COUNT]):
        _settle_palace(state, palace)
    _find_open(state)
    find_roofable(state)
    for seat in range(state[at.PLAYERS]):
        state[at.PIECES + seat] = state[at.STOCK + at.KINDS * seat : at.STOCK + at.KINDS * seat + at.TEA].sum()
    find_targets(state)


@inner
def lay_out_city(state: State) -> None:
    """1, 5.7: an empty city with its well, if it has one."""
    for spot in (at.EMPTY, at.BUILDINGS, at.MERCHANTS, at.ONCE, at.TWICE, at.M_ONCE, at.M_TWICE):
        state[spot : spot + 3] = 0
    for row in range(state[at.ROWS]):
        for column in range(state[at.COLUMNS]):
            add(state, at.EMPTY, row * at.STRIDE + column)
    barred = near(only(state[at.WELL])) if state[at.WELL] >= 0 else (np.uint64(0), np.uint64(0), np.uint64(0))
    if state[at.WELL] >= 0:
        remove(state, at.EMPTY, state[at.WELL])
    store(state, at.FREE, without(load(state, at.EMPTY), barred))


@inner
def _fill(state: State, cell: int) -> None:
    remove(state, at.EMPTY, cell)
    remove(state, at.FREE, cell)


@inner
def _stand_merchants(state: State) -> None:
    for index in range(state[at.LOG_SIZE]):
        cell = (state[at.LOG + (index >> 2)] >> (16 * (index & 3))) & 255
        add(state, at.MERCHANTS, cell)
        _fill(state, cell)
        around = touching(only(cell))
        once = load(state, at.M_ONCE)
        store(state, at.M_TWICE, either(load(state, at.M_TWICE), both(once, around)))
        store(state, at.M_ONCE, either(once, around))


@inner
def _build_rows(state: State) -> None:
    state[at.TOWER_FRONTS : at.WE_FRONTS + 3] = 0
    fronts = at.FRONT[large(state)]
    for side in range(4):
        length = state[at.COLUMNS] if side < 2 else state[at.ROWS]
        whole = at.NS_FRONTS if side < 2 else at.WE_FRONTS
        for place in range(state[at.LOW + side]):
            front = fronts[at.SIDES[0, side] + place]
            add(state, whole, front)
            add(state, at.TOWER_FRONTS + 3 * at.SIDES[1, side], front)
        for place in range(length - state[at.HIGH + side], length):
            front = fronts[at.SIDES[0, side] + place]
            add(state, whole, front)
            add(state, at.TOWER_FRONTS + 3 * at.SIDES[2, side], front)
        if state[at.GATES + side] >= 0:
            remove(state, at.FREE, fronts[at.SIDES[0, side] + state[at.GATES + side]])


@inner
def _settle_palace(state: State, palace: int) -> None:
    spot = at.PALACE + at.PALACE_SIZE * palace
    cells = palace_cells(state, palace)
    store(state, at.BUILDINGS, either(load(state, at.BUILDINGS), load(state, spot)))
    store(state, at.EMPTY, without(load(state, at.EMPTY), cells))
    store(state, at.FREE, without(load(state, at.FREE), cells))
    zone, once = near(cells), load(state, at.ONCE)
    store(state, at.TWICE, either(load(state, at.TWICE), both(once, zone)))
    store(state, at.ONCE, either(once, zone))
    facts = state[spot + 3] & (at.COLOUR_MASK | at.ROOF_FIELD)
    for tower in range(4):
        fronts = both(cells, load(state, at.TOWER_FRONTS + 3 * tower))
        for axis in range(2):
            if some(both(fronts, load(state, at.WE_FRONTS if axis else at.NS_FRONTS))):
                facts |= 1 << (at.CONNECTED_SHIFT + at.TOWERS * axis + tower)
    state[spot + 3] = facts | (count(cells) << at.SIZE_SHIFT)
    owner = (facts & at.ROOF_FIELD) >> at.ROOF_SHIFT
    if 0 < owner < at.NEUTRAL:
        state[at.OWNS + owner - 1] |= 1 << (facts & at.COLOUR_MASK)


@inner
def _find_open(state: State) -> None:
    """5.3: of each colour at most one palace is open."""
    room = without(load(state, at.FREE), load(state, at.TWICE))
    for palace in range(state[at.PALACE_COUNT]):
        spot = at.PALACE + at.PALACE_SIZE * palace
        if not state[spot + 3] & at.ROOF_FIELD and some(both(touching(load(state, spot)), room)):
            state[at.OPEN + (state[spot + 3] & at.COLOUR_MASK)] = palace
