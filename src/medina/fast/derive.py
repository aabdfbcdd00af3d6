"""Works out everything in a state that follows from its palaces, stables, streets, walls and stocks."""

from __future__ import annotations

import numpy as np

from medina.fast._compile import entry, inner
from medina.fast.bits import add, both, either, load, near, only, remove, some, store, touching, without
from medina.fast.bits import size as count
from medina.fast.layout import (
    BUILDINGS,
    COLOUR_MASK,
    COLUMNS,
    CONNECTED_SHIFT,
    EMPTY,
    FREE,
    FRONT,
    GATES,
    HIGH,
    KINDS,
    LOG,
    LOG_SIZE,
    LOW,
    M_ONCE,
    M_TWICE,
    MERCHANTS,
    NEUTRAL,
    NS_FRONTS,
    ONCE,
    OPEN,
    OWNS,
    PALACE,
    PALACE_COUNT,
    PALACE_SIZE,
    PIECES,
    PLAYERS,
    ROOF_FIELD,
    ROOF_SHIFT,
    ROWS,
    SIDES,
    SIZE_SHIFT,
    STOCK,
    STRIDE,
    TEA,
    TOWER_FRONTS,
    TWICE,
    WE_FRONTS,
    WELL,
    State,
)
from medina.fast.placing import find_roofable
from medina.fast.scoring import palace_cells
from medina.fast.targets import find_targets, large


@entry
def derive(state: State) -> None:
    """Fills in what follows from the rest, targets included."""
    _lay_out_city(state)
    _stand_merchants(state)
    _build_rows(state)
    for palace in range(state[PALACE_COUNT]):
        _settle_palace(state, palace)
    _find_open(state)
    find_roofable(state)
    for seat in range(state[PLAYERS]):
        state[PIECES + seat] = state[STOCK + KINDS * seat : STOCK + KINDS * seat + TEA].sum()
    find_targets(state)


@inner
def _lay_out_city(state: State) -> None:
    for at in (EMPTY, BUILDINGS, MERCHANTS, ONCE, TWICE, M_ONCE, M_TWICE):
        state[at : at + 3] = 0
    for row in range(state[ROWS]):
        for column in range(state[COLUMNS]):
            add(state, EMPTY, row * STRIDE + column)
    barred = near(only(state[WELL])) if state[WELL] >= 0 else (np.uint64(0), np.uint64(0), np.uint64(0))
    if state[WELL] >= 0:
        remove(state, EMPTY, state[WELL])
    store(state, FREE, without(load(state, EMPTY), barred))


@inner
def _fill(state: State, cell: int) -> None:
    remove(state, EMPTY, cell)
    remove(state, FREE, cell)


@inner
def _stand_merchants(state: State) -> None:
    for index in range(state[LOG_SIZE]):
        cell = (state[LOG + (index >> 2)] >> (16 * (index & 3))) & 255
        add(state, MERCHANTS, cell)
        _fill(state, cell)
        around = touching(only(cell))
        once = load(state, M_ONCE)
        store(state, M_TWICE, either(load(state, M_TWICE), both(once, around)))
        store(state, M_ONCE, either(once, around))


@inner
def _build_rows(state: State) -> None:
    state[TOWER_FRONTS : WE_FRONTS + 3] = 0
    fronts = FRONT[large(state)]
    for side in range(4):
        length = state[COLUMNS] if side < 2 else state[ROWS]
        whole = NS_FRONTS if side < 2 else WE_FRONTS
        for place in range(state[LOW + side]):
            front = fronts[SIDES[0, side] + place]
            add(state, whole, front)
            add(state, TOWER_FRONTS + 3 * SIDES[1, side], front)
        for place in range(length - state[HIGH + side], length):
            front = fronts[SIDES[0, side] + place]
            add(state, whole, front)
            add(state, TOWER_FRONTS + 3 * SIDES[2, side], front)
        if state[GATES + side] >= 0:
            remove(state, FREE, fronts[SIDES[0, side] + state[GATES + side]])


@inner
def _settle_palace(state: State, palace: int) -> None:
    at = PALACE + PALACE_SIZE * palace
    cells = palace_cells(state, palace)
    store(state, BUILDINGS, either(load(state, BUILDINGS), load(state, at)))
    store(state, EMPTY, without(load(state, EMPTY), cells))
    store(state, FREE, without(load(state, FREE), cells))
    zone, once = near(cells), load(state, ONCE)
    store(state, TWICE, either(load(state, TWICE), both(once, zone)))
    store(state, ONCE, either(once, zone))
    facts = state[at + 3] & (COLOUR_MASK | ROOF_FIELD)
    for tower in range(4):
        if some(both(cells, load(state, TOWER_FRONTS + 3 * tower))):
            facts |= 1 << (CONNECTED_SHIFT + tower)
    state[at + 3] = facts | (count(cells) << SIZE_SHIFT)
    owner = (facts & ROOF_FIELD) >> ROOF_SHIFT
    if 0 < owner < NEUTRAL:
        state[OWNS + owner - 1] |= 1 << (facts & COLOUR_MASK)


@inner
def _find_open(state: State) -> None:
    """5.3: of each colour at most one palace is open."""
    room = without(load(state, FREE), load(state, TWICE))
    for palace in range(state[PALACE_COUNT]):
        at = PALACE + PALACE_SIZE * palace
        if not state[at + 3] & ROOF_FIELD and some(both(touching(load(state, at)), room)):
            state[OPEN + (state[at + 3] & COLOUR_MASK)] = palace
