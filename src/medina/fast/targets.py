"""Where each kind of piece may go. This depends on the board alone, so it is found once for all players.

What a player may place is then a question of the stock, and of roofs.
"""

# mypy: disable-error-code="no-any-return"

from __future__ import annotations

import numpy as np

from medina.fast import layout as at
from medina.fast._compile import inner, lowest
from medina.fast.bits import Bits, both, first, has, load, some, store, touching, without
from medina.fast.layout import Moves, State

_0 = np.uint64(0)
_1 = np.uint64(1)


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


@inner
def must_roof(state: State) -> bool:
    """4.6: the last player who can place owes an own roof with the last placement of the turn."""
    if not state[at.OPTIONS] & at.OPTION_LAST_PLAYER_ROOFS or state[at.LEFT] != 1 or state[at.ROOFED]:
        return False
    seat = state[at.TURN]
    if not can_roof(state, seat):
        return False
    rivals = 0
    for other in range(state[at.PLAYERS]):
        if other != seat and can_place(state, other):
            rivals += 1
    return rivals == 0


@inner
def may_drink(state: State) -> bool:
    """10.3: tea instead of the second placement of a turn of two."""
    return state[at.LEFT] == 1 and state[at.TURN_SIZE] == 2 and state[at.STOCK + at.KINDS * state[at.TURN] + at.TEA] > 0


@inner
def legal(state: State, out: Moves) -> int:
    """Writes the codes of all legal moves to `out` and says how many there are."""
    if state[at.TURN] < 0:
        return 0
    if state[at.PHASE] == at.FOUNDING:
        return _list_founding(state, out)
    if must_roof(state):
        return _list_roofs(state, out, 0, False)
    count = _list_city(state, out)
    stock = at.STOCK + at.KINDS * state[at.TURN]
    if state[stock + at.WALL] > 0:
        count = _list_word(np.uint64(state[at.WALL_TARGETS]), at.WALL_MOVE, out, count)
    if state[stock + at.GATE] > 0 and (state[at.CAN] >> at.GATE) & 1:
        count = _list_word(np.uint64(state[at.GATE_TARGETS]), at.GATE_MOVE, out, count)
    if state[at.ROOFABLE] != 0:
        count = _list_roofs(state, out, count, state[stock + at.NEUTRAL_ROOF] > 0)
    if may_drink(state):
        out[count] = at.TEA_MOVE
        count += 1
    return count


@inner
def _list_word(word: np.uint64, base: int, out: Moves, count: int) -> int:
    while word != _0:
        out[count] = base + lowest(word)
        word &= word - _1
        count += 1
    return count


@inner
def _list_cells(state: State, spot: int, base: int, out: Moves, count: int) -> int:
    count = _list_word(np.uint64(state[spot]), base, out, count)
    count = _list_word(np.uint64(state[spot + 1]), base + 64, out, count)
    return _list_word(np.uint64(state[spot + 2]), base + 128, out, count)


@inner
def _list_founding(state: State, out: Moves) -> int:
    """3.3: any city cell off the edge; only the well may stand there already."""
    count = 0
    for row in range(1, state[at.ROWS] - 1):
        for column in range(1, state[at.COLUMNS] - 1):
            cell = row * at.STRIDE + column
            if has(state, at.EMPTY, cell):
                out[count] = at.MERCHANT * at.CELLS + cell
                count += 1
    return count


@inner
def _list_city(state: State, out: Moves) -> int:
    count = 0
    stock = at.STOCK + at.KINDS * state[at.TURN]
    for kind in range(at.MERCHANT + 1):
        if state[stock + kind] > 0:
            count = _list_cells(state, at.TARGETS + 3 * kind, kind * at.CELLS, out, count)
    if state[stock + at.MERCHANT] > 0:
        for index in range(state[at.PASSAGES]):
            out[count] = at.PASSAGE_MOVE + state[at.PASSAGE_LIST + index]
            count += 1
    return count


@inner
def _list_roofs(state: State, out: Moves, count: int, neutral: bool) -> int:
    """6.1 to 6.3: own roofs on colours the player does not own yet, neutral ones on any palace without a roof."""
    seat = state[at.TURN]
    stock = at.STOCK + at.KINDS * seat
    colours = state[at.ROOFABLE] & ~state[at.OWNS + seat] if state[stock + at.ROOF] > 0 else np.int64(0)
    for palace in range(state[at.PALACE_COUNT]):
        spot = at.PALACE + at.PALACE_SIZE * palace
        facts = state[spot + 3]
        if facts & at.ROOF_FIELD:
            continue
        if (colours >> (facts & at.COLOUR_MASK)) & 1:
            out[count] = at.ROOF_MOVE + first(load(state, spot))
            count += 1
        if neutral:
            out[count] = at.NEUTRAL_ROOF_MOVE + first(load(state, spot))
            count += 1
    return count
