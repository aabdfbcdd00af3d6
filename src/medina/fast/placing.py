"""What a placement does to the board, the tiles and the stocks, before the turn passes on."""

# mypy: disable-error-code="no-any-return"

from __future__ import annotations

import numpy as np

from medina.fast import layout as at
from medina.fast._compile import inner
from medina.fast.bits import (
    add,
    both,
    either,
    first,
    has,
    load,
    near,
    only,
    remove,
    some,
    store,
    touching,
    without,
)
from medina.fast.layout import State
from medina.fast.mixing import hash_key
from medina.fast.scoring import palace_cells
from medina.fast.targets import large


@inner
def place(state: State, move: int) -> None:
    """Lets a placement take full effect (4.2). The move is legal."""
    seat = state[at.TURN]
    state[at.HASH] += hash_key(move * 4 + seat)
    if move < at.WALL_MOVE:
        kind, cell = move // at.CELLS, move % at.CELLS
        _spend(state, seat, kind)
        if kind < at.STABLE:
            place_building(state, kind, cell)
        elif kind == at.STABLE:
            place_stable(state, cell)
        else:
            place_merchant(state, cell)
    elif move < at.GATE_MOVE:
        _spend(state, seat, at.WALL)
        place_wall(state, move - at.WALL_MOVE)
    elif move < at.ROOF_MOVE:
        _spend(state, seat, at.GATE)
        _place_gate(state, seat, move - at.GATE_MOVE)
    elif move < at.NEUTRAL_ROOF_MOVE:
        _spend(state, seat, at.ROOF)
        state[at.ROOFED] = 1
        place_roof(state, move - at.ROOF_MOVE, seat + 1)
    elif move < at.PASSAGE_MOVE:
        _spend(state, seat, at.NEUTRAL_ROOF)
        place_roof(state, move - at.NEUTRAL_ROOF_MOVE, at.NEUTRAL)
    else:
        _spend(state, seat, at.MERCHANT)
        _pass_gates(state, (move - at.PASSAGE_MOVE) // 64, (move - at.PASSAGE_MOVE) % 64)


@inner
def _spend(state: State, seat: int, kind: int) -> None:
    state[at.STOCK + at.KINDS * seat + kind] -= 1
    state[at.PIECES + seat] -= 1


# --- palaces


@inner
def palace_at(state: State, cell: int) -> int:
    """The palace that has a building on this cell."""
    word, bit = cell >> 6, cell & 63
    spot = at.PALACE + word
    for palace in range(state[at.PALACE_COUNT]):
        if (state[spot] >> bit) & 1:
            return palace
        spot += at.PALACE_SIZE
    return -1


@inner
def palace_of(state: State, cell: int) -> int:
    """The palace that has a building or a stable on this cell."""
    if has(state, at.STABLES, cell):
        return palace_at(state, first(both(touching(only(cell)), load(state, at.BUILDINGS))))
    return palace_at(state, cell)


@inner
def start_palace(state: State, colour: int) -> int:
    palace = state[at.PALACE_COUNT]
    state[at.PALACE_COUNT] = palace + 1
    spot = at.PALACE + at.PALACE_SIZE * palace
    state[spot] = state[spot + 1] = state[spot + 2] = 0
    state[spot + 3] = colour
    state[at.OPEN + colour] = palace
    state[at.ROOFABLE] |= 1 << colour
    return palace


@inner
def place_building(state: State, colour: int, cell: int) -> None:
    """5.4, 5.5: to the open palace of the colour, or as a new one."""
    palace = state[at.OPEN + colour]
    if palace < 0:
        palace = start_palace(state, colour)
    _spread(state, palace, cell)
    add(state, at.BUILDINGS, cell)
    add(state, at.PALACE + at.PALACE_SIZE * palace, cell)
    _enlarge(state, palace, cell)


@inner
def place_stable(state: State, cell: int) -> None:
    """7.1, 7.3: part of the palace it touches; it may bring tiles."""
    palace = palace_at(state, first(both(touching(only(cell)), load(state, at.BUILDINGS))))
    _spread(state, palace, cell)
    add(state, at.STABLES, cell)
    _enlarge(state, palace, cell)
    if state[at.PALACE + at.PALACE_SIZE * palace + 3] & at.ROOF_FIELD:
        _compare_sizes(state, palace)


@inner
def _spread(state: State, palace: int, cell: int) -> None:
    """Keeps count of the cells near one palace and near two (5.6)."""
    fresh = without(near(only(cell)), near(palace_cells(state, palace)))
    once = load(state, at.ONCE)
    store(state, at.TWICE, either(load(state, at.TWICE), both(once, fresh)))
    store(state, at.ONCE, either(once, fresh))


@inner
def _enlarge(state: State, palace: int, cell: int) -> None:
    """A cell more: size, and the towers whose walls it touches."""
    remove(state, at.EMPTY, cell)
    remove(state, at.FREE, cell)
    state[at.PALACE + at.PALACE_SIZE * palace + 3] += 1 << at.SIZE_SHIFT
    for axis in range(2):
        if has(state, at.WE_FRONTS if axis else at.NS_FRONTS, cell):
            for tower in range(4):  # a corner's two walls belong to one tower, so both rows are told apart
                if has(state, at.TOWER_FRONTS + 3 * tower, cell):
                    _connect(state, palace, tower, axis)


@inner
def _connect(state: State, palace: int, tower: int, axis: int) -> None:
    """13.2 to 13.4: the palace touches a wall more of a row; a new connection of one with a roof takes the tile."""
    spot = at.PALACE + at.PALACE_SIZE * palace + 3
    row = np.int64(1) << (at.CONNECTED_SHIFT + at.TOWERS * axis + tower)
    connection = (state[at.OPTIONS] >> at.CONNECTION_SHIFT) & 3
    known = state[spot] & row
    if connection == at.BY_TOWER:
        known = (connected_towers(state[spot]) >> tower) & 1
    elif connection == at.BY_WALL:
        known = 0
    state[spot] |= row
    owner = (state[spot] & at.ROOF_FIELD) >> at.ROOF_SHIFT
    if owner and not known:
        _take_tower(state, tower, owner)


@inner
def connected_towers(facts: int) -> int:
    """13.2: the towers that a palace is connected to by either row, as bits, from its facts."""
    return ((facts >> at.CONNECTED_SHIFT) | (facts >> (at.CONNECTED_SHIFT + at.TOWERS))) & ((1 << at.TOWERS) - 1)


@inner
def _take_tower(state: State, tower: int, owner: int) -> None:
    """13.3, 13.5, 4.5: the tile, and its merchants unless nobody may have them."""
    before = state[at.TOWER_TILE + tower]
    if before != owner:
        state[at.HASH] += hash_key(at.TOWER_KEYS + 8 * tower + owner) - hash_key(at.TOWER_KEYS + 8 * tower + before)
        state[at.TOWER_TILE + tower] = owner
    merchants = state[at.TOWER_MERCHANTS + tower]
    if merchants:
        takes = owner != at.NEUTRAL and not (state[at.OUT] >> (owner - 1)) & 1
        if takes:
            state[at.STOCK + at.KINDS * (owner - 1) + at.MERCHANT] += merchants
            state[at.PIECES + owner - 1] += merchants
        keeper = owner if takes else at.NEUTRAL
        state[at.HASH] += hash_key(at.TOWER_MERCHANT_KEYS + 8 * tower + keeper)
        state[at.TOWER_MERCHANTS + tower] = 0


@inner
def _compare_sizes(state: State, palace: int) -> None:
    """12.3: the first palace with a roof takes the tile, then only a larger one."""
    facts = state[at.PALACE + at.PALACE_SIZE * palace + 3]
    tile = at.TILE + (facts & at.COLOUR_MASK)
    holder = state[tile]
    if holder < 0 or facts >> at.SIZE_SHIFT > state[at.PALACE + at.PALACE_SIZE * holder + 3] >> at.SIZE_SHIFT:
        if holder >= 0:
            state[at.HASH] -= _tile_key(state, holder)
        state[at.HASH] += _tile_key(state, palace)
        state[tile] = palace


@inner
def _tile_key(state: State, palace: int) -> int:
    spot = at.PALACE + at.PALACE_SIZE * palace
    return hash_key(at.TILE_KEYS + at.CELLS * (state[spot + 3] & at.COLOUR_MASK) + first(load(state, spot)))


@inner
def place_roof(state: State, cell: int, owner: int) -> None:
    """6, 10, 12, 13: a claim, with everything it brings."""
    palace = palace_at(state, cell)
    spot = at.PALACE + at.PALACE_SIZE * palace + 3
    state[spot] |= owner << at.ROOF_SHIFT
    colour = state[spot] & at.COLOUR_MASK
    if state[at.OPEN + colour] == palace:
        state[at.OPEN + colour] = -1
    _compare_sizes(state, palace)
    if colour == at.PURPLE and state[at.OPTIONS] & at.OPTION_TEA:
        _pour_tea(state, owner)
    towers = connected_towers(state[spot])
    for tower in range(4):
        if (towers >> tower) & 1:
            _take_tower(state, tower, owner)
    if owner != at.NEUTRAL:
        state[at.OWNS + owner - 1] |= 1 << colour
        _finish_colour(state, colour)
    find_roofable(state)


@inner
def _pour_tea(state: State, owner: int) -> None:
    """10.1, 10.2: three, two, one; six tiles in all."""
    left = state[at.TEA_LEFT]
    won = 3 if left == 6 else (2 if left == 3 else left)
    state[at.TEA_LEFT] = left - won
    state[at.HASH] += hash_key(at.TEA_KEYS + 8 * owner + won)
    if owner != at.NEUTRAL:
        state[at.STOCK + at.KINDS * (owner - 1) + at.TEA] += won


@inner
def _finish_colour(state: State, colour: int) -> None:
    """5.8: when everybody owns a palace of a colour, its buildings leave all hands."""
    players = state[at.PLAYERS]
    for seat in range(players):
        if not (state[at.OWNS + seat] >> colour) & 1:
            return
    for seat in range(players):
        spot = at.STOCK + at.KINDS * seat + colour
        state[at.PIECES + seat] -= state[spot]
        state[spot] = 0


@inner
def find_roofable(state: State) -> None:
    """Which colours have a palace without a roof."""
    colours = np.int64(0)
    for palace in range(state[at.PALACE_COUNT]):
        facts = state[at.PALACE + at.PALACE_SIZE * palace + 3]
        if not facts & at.ROOF_FIELD:
            colours |= 1 << (facts & at.COLOUR_MASK)
    state[at.ROOFABLE] = colours


# --- merchants


@inner
def place_merchant(state: State, cell: int) -> None:
    """8.2, 8.3: beside an end it goes on with that street, anywhere else it starts one."""
    end = both(touching(only(cell)), load(state, at.ENDS))
    if some(end):
        extend_street(state, cell, first(end))
    else:
        add(state, at.SINGLES, cell)
        _stand(state, cell, at.ALONE)


@inner
def extend_street(state: State, cell: int, end: int) -> None:
    """8.1: the new merchant is the end now; a single merchant stays an end too."""
    if has(state, at.SINGLES, end):
        remove(state, at.SINGLES, end)
    else:
        remove(state, at.ENDS, end)
    _stand(state, cell, end)


@inner
def _stand(state: State, cell: int, joined: int) -> None:
    add(state, at.ENDS, cell)
    add(state, at.MERCHANTS, cell)
    remove(state, at.EMPTY, cell)
    remove(state, at.FREE, cell)
    around = touching(only(cell))
    once = load(state, at.M_ONCE)
    store(state, at.M_TWICE, either(load(state, at.M_TWICE), both(once, around)))
    store(state, at.M_ONCE, either(once, around))
    log_merchant(state, cell, joined)
    if joined != at.ALONE:  # which streets there are can depend on the order in which merchants came
        state[at.HASH] += hash_key(at.JOIN_KEYS + at.CELLS * min(cell, joined) + max(cell, joined))


@inner
def log_merchant(state: State, cell: int, joined: int) -> None:
    """Writes down that a merchant came, and which one it was joined to (`ALONE`: none)."""
    index = state[at.LOG_SIZE]
    word, shift = at.LOG + (index >> 2), 16 * (index & 3)
    mask = np.int64(0xFFFF) << shift
    state[word] = (state[word] & ~mask) | (np.int64(joined * 256 + cell) << shift)
    state[at.LOG_SIZE] = index + 1


@inner
def _pass_gates(state: State, leave: int, enter: int) -> None:
    """16.4, 16.5: out and in again, and both gates are used up."""
    table = large(state)
    state[at.USED_GATES] |= (1 << at.SIDE_OF[leave]) | (1 << at.SIDE_OF[enter])
    extend_street(state, at.FRONT[table, enter], at.FRONT[table, leave])


# --- walls and gates


@inner
def place_wall(state: State, wall: int) -> None:
    """9.1, 13.3: a row grows by one and may connect the palace in front."""
    side = at.SIDE_OF[wall]
    if wall - at.SIDES[0, side] == state[at.LOW + side]:
        state[at.LOW + side] += 1
        tower = at.SIDES[1, side]
    else:
        state[at.HIGH + side] += 1
        tower = at.SIDES[2, side]
    front = at.FRONT[large(state), wall]
    add(state, at.NS_FRONTS if side < 2 else at.WE_FRONTS, front)
    add(state, at.TOWER_FRONTS + 3 * tower, front)
    if has(state, at.BUILDINGS, front) or has(state, at.STABLES, front):
        _connect(state, palace_of(state, front), tower, side // 2)


@inner
def put_gate(state: State, wall: int) -> None:
    """16.3: nothing is built in front of a gate."""
    side = at.SIDE_OF[wall]
    state[at.GATES + side] = wall - at.SIDES[0, side]
    remove(state, at.FREE, at.FRONT[large(state), wall])


@inner
def _place_gate(state: State, seat: int, wall: int) -> None:
    """16.6: with three players the first gate brings the fourth."""
    put_gate(state, wall)
    if state[at.SPARE_GATE]:
        state[at.SPARE_GATE] = 0
        state[at.HASH] += hash_key(at.SPARE_KEYS + seat)
        state[at.STOCK + at.KINDS * seat + at.GATE] += 1
        state[at.PIECES + seat] += 1
