"""Where each kind of piece may go. This depends on the board alone, so it is found once for all players.

What a player may place is then a question of the stock, and of roofs.
"""

# mypy: disable-error-code="no-any-return"

from __future__ import annotations

import numpy as np

from medina.fast._compile import inner, lowest
from medina.fast.bits import Bits, both, first, has, load, some, store, touching, without
from medina.fast.layout import (
    BUILDINGS,
    CAN,
    CELLS,
    COLOUR_MASK,
    COLUMNS,
    EMPTY,
    ENDS,
    FOUNDING,
    FREE,
    FRONT,
    GATE,
    GATE_MOVE,
    GATE_TARGETS,
    GATES,
    HIGH,
    KINDS,
    LARGE_ROWS,
    LEFT,
    LOW,
    M_ONCE,
    M_TWICE,
    MERCHANT,
    NEUTRAL_ROOF,
    NEUTRAL_ROOF_MOVE,
    ONCE,
    OPEN,
    OPTION_GATES,
    OPTION_LAST_PLAYER_ROOFS,
    OPTIONS,
    OUT,
    OWNS,
    PALACE,
    PALACE_COUNT,
    PALACE_SIZE,
    PASSAGE_LIST,
    PASSAGE_MOVE,
    PASSAGES,
    PHASE,
    PLAYERS,
    ROOF,
    ROOF_FIELD,
    ROOF_MOVE,
    ROOFABLE,
    ROOFED,
    ROWS,
    SIDES,
    STABLE,
    STABLES,
    STOCK,
    STRIDE,
    TARGETS,
    TEA,
    TEA_MOVE,
    TURN,
    TURN_SIZE,
    TWICE,
    USED_GATES,
    WALL,
    WALL_MOVE,
    WALL_TARGETS,
    Moves,
    State,
)

_0 = np.uint64(0)
_1 = np.uint64(1)


@inner
def find_targets(state: State) -> None:
    """Finds everything that can be placed now, after any change of the board."""
    can = _find_city_targets(state)
    if _find_wall_targets(state):
        can |= 1 << WALL
    if state[OPTIONS] & OPTION_GATES and _find_gate_targets(state):
        can |= 1 << GATE
    state[CAN] = can


@inner
def _find_city_targets(state: State) -> int:
    can = 0
    free = load(state, FREE)
    room = without(free, load(state, TWICE))  # beside exactly one palace, or none
    fresh = without(free, load(state, ONCE))
    for colour in range(4):
        cells = _building_cells(state, colour, room, fresh)
        store(state, TARGETS + 3 * colour, cells)
        if some(cells):
            can |= 1 << colour
    stables = both(touching(load(state, BUILDINGS)), room)
    store(state, TARGETS + 3 * STABLE, stables)
    if some(stables):
        can |= 1 << STABLE
    if _find_merchant_targets(state):
        can |= 1 << MERCHANT
    return can


@inner
def _building_cells(state: State, colour: int, room: Bits, fresh: Bits) -> Bits:
    """5.3, 5.4, 5.5: beside the open palace of the colour, or anywhere allowed when there is none."""
    palace = state[OPEN + colour]
    if palace >= 0:
        growth = both(touching(load(state, PALACE + PALACE_SIZE * palace)), room)
        if some(growth):
            return growth
        state[OPEN + colour] = -1  # nothing ever becomes empty again: it is closed for good
    return fresh


@inner
def _find_merchant_targets(state: State) -> bool:
    """8.2, 8.3: at the end of a street; a new street only when none goes on."""
    room = without(load(state, EMPTY), load(state, M_TWICE))
    cells = both(touching(load(state, ENDS)), room)
    state[PASSAGES] = 0
    if state[OPTIONS] & OPTION_GATES:
        _find_passages(state)
    if not some(cells) and state[PASSAGES] == 0:
        cells = room
    store(state, TARGETS + 3 * MERCHANT, cells)
    return some(cells) or state[PASSAGES] > 0


@inner
def large(state: State) -> int:
    """Which table of wall fronts belongs to this city."""
    return 1 if state[ROWS] == LARGE_ROWS else 0


@inner
def _find_passages(state: State) -> None:
    """16.4, 16.5: out through an unused gate that a street's end stands at, in through another unused one."""
    count = 0
    table = large(state)
    for leave in range(4):
        if state[GATES + leave] < 0 or (state[USED_GATES] >> leave) & 1:
            continue
        exit_wall = SIDES[0, leave] + state[GATES + leave]
        if not has(state, ENDS, FRONT[table, exit_wall]):
            continue
        for enter in range(4):
            if enter == leave or state[GATES + enter] < 0 or (state[USED_GATES] >> enter) & 1:
                continue
            entry_wall = SIDES[0, enter] + state[GATES + enter]
            cell = FRONT[table, entry_wall]
            if has(state, EMPTY, cell) and not has(state, M_ONCE, cell):
                state[PASSAGE_LIST + count] = exit_wall * 64 + entry_wall
                count += 1
    state[PASSAGES] = count


@inner
def _find_wall_targets(state: State) -> bool:
    """9.1, 9.2, 16.2: each row grows inwards; rows never meet, or stop at the gate."""
    targets = np.int64(0)
    for side in range(4):
        length = state[COLUMNS] if side < 2 else state[ROWS]
        low, high, gate = state[LOW + side], length - 1 - state[HIGH + side], state[GATES + side]
        start = SIDES[0, side]
        if gate < 0:
            if low < high:
                targets |= (np.int64(1) << (start + low)) | (np.int64(1) << (start + high))
        else:
            if low < gate:
                targets |= np.int64(1) << (start + low)
            if high > gate:
                targets |= np.int64(1) << (start + high)
    state[WALL_TARGETS] = targets
    return targets != 0


@inner
def _gate_fits(state: State, side: int, at: int, length: int) -> bool:
    """16.1: away from the towers, with a front that is empty or holds a merchant."""
    if at < 1 or at > length - 2:
        return False
    cell = FRONT[large(state), SIDES[0, side] + at]
    return not has(state, BUILDINGS, cell) and not has(state, STABLES, cell)


@inner
def _find_gate_targets(state: State) -> bool:
    targets = np.int64(0)
    for side in range(4):
        if state[GATES + side] >= 0:
            continue
        length = state[COLUMNS] if side < 2 else state[ROWS]
        low, high = state[LOW + side], length - 1 - state[HIGH + side]
        if low > 0 and _gate_fits(state, side, low, length):
            targets |= np.int64(1) << (SIDES[0, side] + low)
        if high < length - 1 and _gate_fits(state, side, high, length):
            targets |= np.int64(1) << (SIDES[0, side] + high)
    state[GATE_TARGETS] = targets
    return targets != 0


@inner
def can_roof(state: State, seat: int) -> bool:
    """6.1, 6.2: the seat has an own roof and a palace to put it on."""
    return state[STOCK + KINDS * seat + ROOF] > 0 and state[ROOFABLE] & ~state[OWNS + seat] != 0


@inner
def can_place(state: State, seat: int) -> bool:
    """4.4: does the seat have a legal placement?"""
    if (state[OUT] >> seat) & 1:
        return False
    stock = STOCK + KINDS * seat
    can = state[CAN]
    for kind in range(GATE + 1):
        if state[stock + kind] > 0 and (can >> kind) & 1:
            return True
    return can_roof(state, seat) or (state[stock + NEUTRAL_ROOF] > 0 and state[ROOFABLE] != 0)


@inner
def must_roof(state: State) -> bool:
    """4.6: the last player who can place owes an own roof with the last placement of the turn."""
    if not state[OPTIONS] & OPTION_LAST_PLAYER_ROOFS or state[LEFT] != 1 or state[ROOFED]:
        return False
    seat = state[TURN]
    if not can_roof(state, seat):
        return False
    rivals = 0
    for other in range(state[PLAYERS]):
        if other != seat and can_place(state, other):
            rivals += 1
    return rivals == 0


@inner
def may_drink(state: State) -> bool:
    """10.3: tea instead of the second placement of a turn of two."""
    return state[LEFT] == 1 and state[TURN_SIZE] == 2 and state[STOCK + KINDS * state[TURN] + TEA] > 0


@inner
def legal(state: State, out: Moves) -> int:
    """Writes the codes of all legal moves to `out` and says how many there are."""
    if state[TURN] < 0:
        return 0
    if state[PHASE] == FOUNDING:
        return _list_founding(state, out)
    if must_roof(state):
        return _list_roofs(state, out, 0, False)
    count = _list_city(state, out)
    stock = STOCK + KINDS * state[TURN]
    if state[stock + WALL] > 0:
        count = _list_word(np.uint64(state[WALL_TARGETS]), WALL_MOVE, out, count)
    if state[stock + GATE] > 0 and (state[CAN] >> GATE) & 1:
        count = _list_word(np.uint64(state[GATE_TARGETS]), GATE_MOVE, out, count)
    if state[ROOFABLE] != 0:
        count = _list_roofs(state, out, count, state[stock + NEUTRAL_ROOF] > 0)
    if may_drink(state):
        out[count] = TEA_MOVE
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
def _list_cells(state: State, at: int, base: int, out: Moves, count: int) -> int:
    count = _list_word(np.uint64(state[at]), base, out, count)
    count = _list_word(np.uint64(state[at + 1]), base + 64, out, count)
    return _list_word(np.uint64(state[at + 2]), base + 128, out, count)


@inner
def _list_founding(state: State, out: Moves) -> int:
    """3.3: any city cell off the edge; only the well may stand there already."""
    count = 0
    for row in range(1, state[ROWS] - 1):
        for column in range(1, state[COLUMNS] - 1):
            cell = row * STRIDE + column
            if has(state, EMPTY, cell):
                out[count] = MERCHANT * CELLS + cell
                count += 1
    return count


@inner
def _list_city(state: State, out: Moves) -> int:
    count = 0
    stock = STOCK + KINDS * state[TURN]
    for kind in range(MERCHANT + 1):
        if state[stock + kind] > 0:
            count = _list_cells(state, TARGETS + 3 * kind, kind * CELLS, out, count)
    if state[stock + MERCHANT] > 0:
        for index in range(state[PASSAGES]):
            out[count] = PASSAGE_MOVE + state[PASSAGE_LIST + index]
            count += 1
    return count


@inner
def _list_roofs(state: State, out: Moves, count: int, neutral: bool) -> int:
    """6.1 to 6.3: own roofs on colours the player does not own yet, neutral ones on any palace without a roof."""
    seat = state[TURN]
    stock = STOCK + KINDS * seat
    colours = state[ROOFABLE] & ~state[OWNS + seat] if state[stock + ROOF] > 0 else np.int64(0)
    for palace in range(state[PALACE_COUNT]):
        at = PALACE + PALACE_SIZE * palace
        facts = state[at + 3]
        if facts & ROOF_FIELD:
            continue
        if (colours >> (facts & COLOUR_MASK)) & 1:
            out[count] = ROOF_MOVE + first(load(state, at))
            count += 1
        if neutral:
            out[count] = NEUTRAL_ROOF_MOVE + first(load(state, at))
            count += 1
    return count
