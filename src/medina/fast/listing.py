"""The legal moves of a position: what the player has and where it may go, less what 4.9 does not let be placed.

4.6 and 4.8 ask for an own roof and for two placements in a turn. By 4.9 a placement is legal only if the turn can still
have afterwards what it could have before. Whether it keeps a second placement possible is nearly always clear from what
else the player can place; where it is not, the placement is tried on a position that the caller hands in.
"""

# mypy: disable-error-code="no-any-return"

from __future__ import annotations

import numpy as np

from medina.fast import layout as at
from medina.fast._compile import inner, lowest
from medina.fast.bits import Bits, first, has, load, near, only, size, some, without
from medina.fast.layout import Moves, State
from medina.fast.placing import palace_at, place
from medina.fast.targets import can_place, can_roof, find_targets, large

_0 = np.uint64(0)
_1 = np.uint64(1)
NO_CELLS: Bits = (_0, _0, _0)


@inner
def may_drink(state: State) -> bool:
    """10.3: tea instead of the second placement of a turn of two."""
    return state[at.LEFT] == 1 and state[at.TURN_SIZE] == 2 and state[at.STOCK + at.KINDS * state[at.TURN] + at.TEA] > 0


@inner
def legal(state: State, out: Moves, after: State) -> int:
    """Write the codes of all legal moves to `out` and return their number. `after` is room to try a placement in."""
    if state[at.TURN] < 0:
        return 0
    if state[at.PHASE] == at.FOUNDING:
        return _list_founding(state, out)
    count = _list_placements(state, out)
    if roof_asked(state):
        count = _keep_roof(state, out, count)
    if second_asked(state) and not _second_is_sure(state):
        count = _keep_second(state, out, count, after)
    return count


@inner
def _list_placements(state: State, out: Moves) -> int:
    """Every piece that the player has, wherever it may go, and tea."""
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


# --- 4.6, 4.8, 4.9: what a turn must contain where it can


@inner
def roof_asked(state: State) -> bool:
    """4.6: is every other player out, and does this turn lack an own roof?"""
    if not state[at.OPTIONS] & at.OPTION_LAST_PLAYER_ROOFS or state[at.ROOFED]:
        return False
    seat = state[at.TURN]
    others = ((1 << state[at.PLAYERS]) - 1) & ~(1 << seat)
    return state[at.OUT] & others == others and state[at.STOCK + at.KINDS * seat + at.ROOF] > 0


@inner
def _keep_roof(state: State, out: Moves, count: int) -> int:
    """4.6, 4.9: leave the moves after which the turn can have an own roof, if there are any."""
    if state[at.LEFT] == 2 and not can_roof(state, state[at.TURN]):
        return _keep_new_colours(state, out, count)
    if not can_roof(state, state[at.TURN]):
        return count
    only_palace = _only_roofable(state) if state[at.LEFT] == 2 else -1
    kept = 0
    for index in range(count):
        move = out[index]
        is_neutral = at.NEUTRAL_ROOF_MOVE <= move < at.TEA_MOVE
        if state[at.LEFT] == 2:
            keeps = not is_neutral or palace_at(state, move - at.NEUTRAL_ROOF_MOVE) != only_palace
        else:
            keeps = at.ROOF_MOVE <= move < at.NEUTRAL_ROOF_MOVE
        if keeps:
            out[kept] = move
            kept += 1
    return kept


@inner
def _keep_new_colours(state: State, out: Moves, count: int) -> int:
    """4.9: with no palace to roof, only a building of a colour the player does not own yet makes one."""
    owned = state[at.OWNS + state[at.TURN]]
    kept = 0
    for index in range(count):
        if out[index] < at.STABLE * at.CELLS and not (owned >> (out[index] // at.CELLS)) & 1:
            out[kept] = out[index]
            kept += 1
    return kept if kept > 0 else count


@inner
def _only_roofable(state: State) -> int:
    """The palace that the player can roof, if it is the only one; else -1."""
    owned, found = state[at.OWNS + state[at.TURN]], -1
    for palace in range(state[at.PALACE_COUNT]):
        facts = state[at.PALACE + at.PALACE_SIZE * palace + 3]
        if not facts & at.ROOF_FIELD and not (owned >> (facts & at.COLOUR_MASK)) & 1:
            if found >= 0:
                return -1
            found = palace
    return found


@inner
def second_asked(state: State) -> bool:
    """4.8: is this the first of two placements? A last piece that brings no other cannot have a second after it."""
    if not state[at.OPTIONS] & at.OPTION_BOTH_PLACEMENTS or state[at.LEFT] != 2:
        return False
    lying = state[at.TOWER_MERCHANTS : at.TOWER_MERCHANTS + at.TOWERS]
    brings = state[at.SPARE_GATE] + lying[0] + lying[1] + lying[2] + lying[3]
    return state[at.PIECES + state[at.TURN]] > 1 or brings > 0


@inner
def _market_room(state: State) -> Bits:
    """8.2, 8.3: the cells for merchants, whether they lengthen a street or start one."""
    return without(load(state, at.EMPTY), load(state, at.M_TWICE))


@inner
def _second_is_sure(state: State) -> bool:
    """4.8: will a piece be left to place, whatever comes first? Settles nearly every position."""
    seat = state[at.TURN]
    stock = at.STOCK + at.KINDS * seat
    room = size(_market_room(state)) if state[stock + at.MERCHANT] > 0 else 0
    kinds = 1 if room > 0 else 0
    if state[stock + at.WALL] > 0 and state[at.WALL_TARGETS] != 0:
        kinds += 1
    if can_roof(state, seat) or (state[stock + at.NEUTRAL_ROOF] > 0 and state[at.ROOFABLE] != 0):
        kinds += 1
    if kinds > 1:  # none of walls, merchants and roofs takes the room of another
        return True
    if state[stock + at.WALL] > 1 and _wall_sides(state) > 1:
        return True
    # a merchant takes its cell and at most its four neighbours
    return state[stock + at.MERCHANT] > 1 and room > 5


@inner
def _wall_sides(state: State) -> int:
    """9.1: on how many sides a wall can be placed."""
    sides = 0
    for side in range(4):
        length = state[at.COLUMNS] if side < 2 else state[at.ROWS]
        if (state[at.WALL_TARGETS] >> at.SIDES[0, side]) & ((1 << length) - 1):
            sides += 1
    return sides


@inner
def _keep_second(state: State, out: Moves, count: int, after: State) -> int:
    """4.8, 4.9: leave the moves after which the player can place another piece, if there are any."""
    kept = 0
    for index in range(count):
        move = out[index]
        if _surely_keeps_second(state, move) or _tried_keeps_second(state, move, after):
            out[index] = out[kept]
            out[kept] = move
            kept += 1
    return kept if kept > 0 else count


@inner
def _tried_keeps_second(state: State, move: int, after: State) -> bool:
    """4.8: can the player place another piece after this one? Found by playing it."""
    copy_state(after, state)
    place(after, move)
    find_targets(after)
    return can_place(after, state[at.TURN])


@inner
def copy_state(target: State, source: State) -> None:
    """Copies a position; unused palaces stay behind."""
    for index in range(at.PALACE + at.PALACE_SIZE * source[at.PALACE_COUNT]):
        target[index] = source[index]


@inner
def _kind_of(move: int) -> int:
    """The kind of piece that a placement takes from the stock."""
    if move < at.WALL_MOVE:
        return move // at.CELLS
    if move < at.GATE_MOVE:
        return at.WALL
    if move < at.ROOF_MOVE:
        return at.GATE
    if move < at.NEUTRAL_ROOF_MOVE:
        return at.ROOF
    return at.NEUTRAL_ROOF if move < at.TEA_MOVE else at.MERCHANT


@inner
def _surely_keeps_second(state: State, move: int) -> bool:
    """4.8: does a piece stay placeable that this placement cannot get in the way of?"""
    kind = _kind_of(move)
    taken = _ground_taken(state, move, kind)
    room = _market_room(state)
    if _left(state, kind, at.MERCHANT) > 0 and some(without(room, taken)) and (kind != at.MERCHANT or size(room) > 5):
        return True
    elsewhere = kind not in (at.WALL, at.GATE) or _wall_sides(state) > 1
    if elsewhere and _left(state, kind, at.WALL) > 0 and state[at.WALL_TARGETS] != 0:
        return True
    if _keeps_some_roof(state, move, kind):
        return True
    if _left(state, kind, at.STABLE) > 0 and some(without(load(state, at.TARGETS + 3 * at.STABLE), taken)):
        return True
    changed = _colour_changed(state, move, kind)
    for colour in range(4):
        ground = without(load(state, at.TARGETS + 3 * colour), taken)
        if colour != changed and _left(state, kind, colour) > 0 and some(ground):
            return True
    return False


@inner
def _left(state: State, placed: int, kind: int) -> int:
    """How many pieces of a kind the player has after placing one of the kind `placed`."""
    return state[at.STOCK + at.KINDS * state[at.TURN] + kind] - (1 if kind == placed else 0)


@inner
def _ground_taken(state: State, move: int, kind: int) -> Bits:
    """The city cells on which this placement may keep other pieces from being placed."""
    if kind == at.GATE:
        return only(at.FRONT[large(state), move - at.GATE_MOVE])
    if kind == at.MERCHANT:
        if move >= at.PASSAGE_MOVE:
            return only(at.FRONT[large(state), (move - at.PASSAGE_MOVE) % 64])
        return only(move % at.CELLS)
    return near(only(move % at.CELLS)) if kind <= at.STABLE else NO_CELLS


@inner
def _keeps_some_roof(state: State, move: int, kind: int) -> bool:
    """Is there a palace for one of the player's roofs after this placement?"""
    neutral, own = _left(state, kind, at.NEUTRAL_ROOF), _left(state, kind, at.ROOF)
    if neutral <= 0 and own <= 0:
        return False
    owned = state[at.OWNS + state[at.TURN]]
    if kind < at.STABLE:  # its palace has no roof
        return neutral > 0 or not (owned >> kind) & 1 or state[at.ROOFABLE] & ~owned != 0
    roofed = _palace_roofed(state, move, kind)
    if kind == at.ROOF:
        owned |= 1 << (state[at.PALACE + at.PALACE_SIZE * roofed + 3] & at.COLOUR_MASK)
    for palace in range(state[at.PALACE_COUNT]):
        facts = state[at.PALACE + at.PALACE_SIZE * palace + 3]
        fits = neutral > 0 or not (owned >> (facts & at.COLOUR_MASK)) & 1
        if palace != roofed and not facts & at.ROOF_FIELD and fits:
            return True
    return False


@inner
def _palace_roofed(state: State, move: int, kind: int) -> int:
    """The palace that a roof is put on; -1 for other placements."""
    if kind == at.ROOF:
        return palace_at(state, move - at.ROOF_MOVE)
    return palace_at(state, move - at.NEUTRAL_ROOF_MOVE) if kind == at.NEUTRAL_ROOF else -1


@inner
def _colour_changed(state: State, move: int, kind: int) -> int:
    """The colour whose buildings go elsewhere after this placement: its palace gets a roof, or is just started."""
    if kind < at.STABLE:
        return kind if state[at.OPEN + kind] < 0 else -1
    roofed = _palace_roofed(state, move, kind)
    return -1 if roofed < 0 else state[at.PALACE + at.PALACE_SIZE * roofed + 3] & at.COLOUR_MASK
