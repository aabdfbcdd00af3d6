"""Where each kind of piece may go. This depends on the board alone, so it is found once for all players.

What a player may place is then a question of the stock, and of roofs.
"""

# mypy: disable-error-code="no-any-return"

from __future__ import annotations

import numpy as np

from medina.fast import layout as at
from medina.fast._compile import inner
from medina.fast.bits import Bits, both, has, load, some, store, touching, without
from medina.fast.layout import State


@inner
def find_targets(state: State) -> None:
    """Finds everything that can be placed now, after any change of the board."""
    can = _find_city_targets(state)
    if _find_wall_targets(state):
        can |= 1 << at.WALL
    if state[at.OPTIONS] & at.OPTION_GATES and _find_gate_targets(state):
        can |= 1 << at.GATE
    state[at.CAN] = can


@inner
def _find_city_targets(state: State) -> int:
    can = 0
    free = load(state, at.FREE)
    room = without(free, load(state, at.TWICE))  # beside exactly one palace, or none
    fresh = without(free, load(state, at.ONCE))
    for colour in range(4):
        cells = _building_cells(state, colour, room, fresh)
        store(state, at.TARGETS + 3 * colour, cells)
        if some(cells):
            can |= 1 << colour
    stables = both(touching(load(state, at.BUILDINGS)), room)
    store(state, at.TARGETS + 3 * at.STABLE, stables)
    if some(stables):
        can |= 1 << at.STABLE
    if _find_merchant_targets(state):
        can |= 1 << at.MERCHANT
    return can


@inner
def _building_cells(state: State, colour: int, room: Bits, fresh: Bits) -> Bits:
    """5.3, 5.4, 5.5: beside the open palace of the colour, or anywhere allowed when there is none."""
    palace = state[at.OPEN + colour]
    if palace >= 0:
        growth = both(touching(load(state, at.PALACE + at.PALACE_SIZE * palace)), room)
        if some(growth):
            return growth
        state[at.OPEN + colour] = -1  # nothing ever becomes empty again: it is closed for good
    return fresh


@inner
def _find_merchant_targets(state: State) -> bool:
    """8.2, 8.3: at the end of a street; a new street only when none goes on."""
    room = without(load(state, at.EMPTY), load(state, at.M_TWICE))
    cells = both(touching(load(state, at.ENDS)), room)
    state[at.PASSAGES] = 0
    if state[at.OPTIONS] & at.OPTION_GATES:
        _find_passages(state)
    if not some(cells) and state[at.PASSAGES] == 0:
        cells = room
    store(state, at.TARGETS + 3 * at.MERCHANT, cells)
    return some(cells) or state[at.PASSAGES] > 0


@inner
def large(state: State) -> int:
    """Which table of wall fronts belongs to this city."""
    return 1 if state[at.ROWS] == at.LARGE_ROWS else 0


@inner
def _find_passages(state: State) -> None:
    """16.4, 16.5: out through an unused gate that a street's end stands at, in through another unused one."""
    count = 0
    table = large(state)
    for leave in range(4):
        if state[at.GATES + leave] < 0 or (state[at.USED_GATES] >> leave) & 1:
            continue
        exit_wall = at.SIDES[0, leave] + state[at.GATES + leave]
        if not has(state, at.ENDS, at.FRONT[table, exit_wall]):
            continue
        for enter in range(4):
            if enter == leave or state[at.GATES + enter] < 0 or (state[at.USED_GATES] >> enter) & 1:
                continue
            entry_wall = at.SIDES[0, enter] + state[at.GATES + enter]
            cell = at.FRONT[table, entry_wall]
            if has(state, at.EMPTY, cell) and not has(state, at.M_ONCE, cell):
                state[at.PASSAGE_LIST + count] = exit_wall * 64 + entry_wall
                count += 1
    state[at.PASSAGES] = count


@inner
def _find_wall_targets(state: State) -> bool:
    """9.1, 9.2, 16.2: each row grows inwards; rows never meet, or stop at the gate."""
    targets = np.int64(0)
    for side in range(4):
        length = state[at.COLUMNS] if side < 2 else state[at.ROWS]
        low, high, gate = state[at.LOW + side], length - 1 - state[at.HIGH + side], state[at.GATES + side]
        start = at.SIDES[0, side]
        if gate < 0:
            if low < high:
                targets |= (np.int64(1) << (start + low)) | (np.int64(1) << (start + high))
        else:
            if low < gate:
                targets |= np.int64(1) << (start + low)
            if high > gate:
                targets |= np.int64(1) << (start + high)
    state[at.WALL_TARGETS] = targets
    return targets != 0


@inner
def _gate_fits(state: State, side: int, place: int, length: int) -> bool:
    """16.1: away from the towers, with a front that is empty or holds a merchant."""
    if place < 1 or place > length - 2:
        return False
    cell = at.FRONT[large(state), at.SIDES[0, side] + place]
    return not has(state, at.BUILDINGS, cell) and not has(state, at.STABLES, cell)


@inner
def _find_gate_targets(state: State) -> bool:
    targets = np.int64(0)
    for side in range(4):
        if state[at.GATES + side] >= 0:
            continue
        length = state[at.COLUMNS] if side < 2 else state[at.ROWS]
        low, high = state[at.LOW + side], length - 1 - state[at.HIGH + side]
        if low > 0 and _gate_fits(state, side, low, length):
            targets |= np.int64(1) << (at.SIDES[0, side] + low)
        if high < length - 1 and _gate_fits(state, side, high, length):
            targets |= np.int64(1) << (at.SIDES[0, side] + high)
    state[at.GATE_TARGETS] = targets
    return targets != 0


@inner
def can_roof(state: State, seat: int) -> bool:
    """6.1, 6.2: the seat has an own roof and a palace to put it on."""
    return state[at.STOCK + at.KINDS * seat + at.ROOF] > 0 and state[at.ROOFABLE] & ~state[at.OWNS + seat] != 0


@inner
def can_place(state: State, seat: int) -> bool:
    """4.4: does the seat have a legal placement?"""
    if (state[at.OUT] >> seat) & 1:
        return False
    stock = at.STOCK + at.KINDS * seat
    can = state[at.CAN]
    for kind in range(at.GATE + 1):
        if state[stock + kind] > 0 and (can >> kind) & 1:
            return True
    return can_roof(state, seat) or (state[stock + at.NEUTRAL_ROOF] > 0 and state[at.ROOFABLE] != 0)
