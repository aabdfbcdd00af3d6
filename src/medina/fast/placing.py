"""What a placement does to the board, the tiles and the stocks, before the turn passes on."""

# mypy: disable-error-code="no-any-return"

from __future__ import annotations

import numpy as np

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
from medina.fast.layout import (
    BUILDINGS,
    CELLS,
    COLOUR_MASK,
    CONNECTED_SHIFT,
    EMPTY,
    ENDS,
    FREE,
    FRONT,
    GATE,
    GATE_MOVE,
    GATES,
    HASH,
    HASH_KEYS,
    HIGH,
    KINDS,
    LOG,
    LOG_SIZE,
    LOW,
    M_ONCE,
    M_TWICE,
    MERCHANT,
    MERCHANTS,
    NEUTRAL,
    NEUTRAL_ROOF,
    NEUTRAL_ROOF_MOVE,
    NS_FRONTS,
    ONCE,
    OPEN,
    OPTION_TEA,
    OPTIONS,
    OUT,
    OWNS,
    PALACE,
    PALACE_COUNT,
    PALACE_SIZE,
    PASSAGE_MOVE,
    PIECES,
    PLAYERS,
    PURPLE,
    ROOF,
    ROOF_FIELD,
    ROOF_MOVE,
    ROOF_SHIFT,
    ROOFABLE,
    ROOFED,
    SIDE_OF,
    SIDES,
    SINGLES,
    SIZE_SHIFT,
    SPARE_GATE,
    SPARE_KEYS,
    STABLE,
    STABLES,
    STOCK,
    TEA,
    TEA_KEYS,
    TEA_LEFT,
    TILE,
    TILE_KEYS,
    TOWER_FRONTS,
    TOWER_MERCHANTS,
    TOWER_TILE,
    TURN,
    TWICE,
    USED_GATES,
    WALL,
    WALL_MOVE,
    WE_FRONTS,
    State,
)
from medina.fast.scoring import palace_cells
from medina.fast.targets import large


@inner
def place(state: State, move: int) -> None:
    """Lets a placement take full effect (4.2). The move is legal."""
    seat = state[TURN]
    state[HASH] += HASH_KEYS[move * 4 + seat]
    if move < WALL_MOVE:
        kind, cell = move // CELLS, move % CELLS
        _spend(state, seat, kind)
        if kind < STABLE:
            place_building(state, kind, cell)
        elif kind == STABLE:
            place_stable(state, cell)
        else:
            place_merchant(state, cell)
    elif move < GATE_MOVE:
        _spend(state, seat, WALL)
        place_wall(state, move - WALL_MOVE)
    elif move < ROOF_MOVE:
        _spend(state, seat, GATE)
        _place_gate(state, seat, move - GATE_MOVE)
    elif move < NEUTRAL_ROOF_MOVE:
        _spend(state, seat, ROOF)
        state[ROOFED] = 1
        place_roof(state, move - ROOF_MOVE, seat + 1)
    elif move < PASSAGE_MOVE:
        _spend(state, seat, NEUTRAL_ROOF)
        place_roof(state, move - NEUTRAL_ROOF_MOVE, NEUTRAL)
    else:
        _spend(state, seat, MERCHANT)
        _pass_gates(state, (move - PASSAGE_MOVE) // 64, (move - PASSAGE_MOVE) % 64)


@inner
def _spend(state: State, seat: int, kind: int) -> None:
    state[STOCK + KINDS * seat + kind] -= 1
    state[PIECES + seat] -= 1


# --- palaces


@inner
def palace_at(state: State, cell: int) -> int:
    """The palace that has a building on this cell."""
    word, bit = cell >> 6, cell & 63
    at = PALACE + word
    for palace in range(state[PALACE_COUNT]):
        if (state[at] >> bit) & 1:
            return palace
        at += PALACE_SIZE
    return -1


@inner
def palace_of(state: State, cell: int) -> int:
    """The palace that has a building or a stable on this cell."""
    if has(state, STABLES, cell):
        return palace_at(state, first(both(touching(only(cell)), load(state, BUILDINGS))))
    return palace_at(state, cell)


@inner
def start_palace(state: State, colour: int) -> int:
    palace = state[PALACE_COUNT]
    state[PALACE_COUNT] = palace + 1
    at = PALACE + PALACE_SIZE * palace
    state[at] = state[at + 1] = state[at + 2] = 0
    state[at + 3] = colour
    state[OPEN + colour] = palace
    state[ROOFABLE] |= 1 << colour
    return palace


@inner
def place_building(state: State, colour: int, cell: int) -> None:
    """5.4, 5.5: to the open palace of the colour, or as a new one."""
    palace = state[OPEN + colour]
    if palace < 0:
        palace = start_palace(state, colour)
    _spread(state, palace, cell)
    add(state, BUILDINGS, cell)
    add(state, PALACE + PALACE_SIZE * palace, cell)
    _enlarge(state, palace, cell)


@inner
def place_stable(state: State, cell: int) -> None:
    """7.1, 7.3: part of the palace it touches; it may bring tiles."""
    palace = palace_at(state, first(both(touching(only(cell)), load(state, BUILDINGS))))
    _spread(state, palace, cell)
    add(state, STABLES, cell)
    _enlarge(state, palace, cell)
    if state[PALACE + PALACE_SIZE * palace + 3] & ROOF_FIELD:
        _compare_sizes(state, palace)


@inner
def _spread(state: State, palace: int, cell: int) -> None:
    """Keeps count of the cells near one palace and near two (5.6)."""
    fresh = without(near(only(cell)), near(palace_cells(state, palace)))
    once = load(state, ONCE)
    store(state, TWICE, either(load(state, TWICE), both(once, fresh)))
    store(state, ONCE, either(once, fresh))


@inner
def _enlarge(state: State, palace: int, cell: int) -> None:
    """A cell more: size, and the towers whose walls it touches."""
    remove(state, EMPTY, cell)
    remove(state, FREE, cell)
    state[PALACE + PALACE_SIZE * palace + 3] += 1 << SIZE_SHIFT
    if has(state, NS_FRONTS, cell) or has(state, WE_FRONTS, cell):
        for tower in range(4):
            if has(state, TOWER_FRONTS + 3 * tower, cell):
                _connect(state, palace, tower)


@inner
def _connect(state: State, palace: int, tower: int) -> None:
    """13.2 to 13.4: a new connection of a palace with a roof takes the tile."""
    at = PALACE + PALACE_SIZE * palace + 3
    bit = 1 << (CONNECTED_SHIFT + tower)
    if state[at] & bit:
        return
    state[at] |= bit
    owner = (state[at] & ROOF_FIELD) >> ROOF_SHIFT
    if owner:
        _take_tower(state, tower, owner)


@inner
def _take_tower(state: State, tower: int, owner: int) -> None:
    """13.3, 13.5, 4.5: the tile, and its merchants unless nobody may have them."""
    state[TOWER_TILE + tower] = owner
    merchants = state[TOWER_MERCHANTS + tower]
    if merchants and owner != NEUTRAL and not (state[OUT] >> (owner - 1)) & 1:
        state[STOCK + KINDS * (owner - 1) + MERCHANT] += merchants
        state[PIECES + owner - 1] += merchants
    state[TOWER_MERCHANTS + tower] = 0


@inner
def _compare_sizes(state: State, palace: int) -> None:
    """12.3: the first palace with a roof takes the tile, then only a larger one."""
    facts = state[PALACE + PALACE_SIZE * palace + 3]
    tile = TILE + (facts & COLOUR_MASK)
    holder = state[tile]
    if holder < 0 or facts >> SIZE_SHIFT > state[PALACE + PALACE_SIZE * holder + 3] >> SIZE_SHIFT:
        if holder >= 0:
            state[HASH] -= _tile_key(state, holder)
        state[HASH] += _tile_key(state, palace)
        state[tile] = palace


@inner
def _tile_key(state: State, palace: int) -> int:
    at = PALACE + PALACE_SIZE * palace
    return HASH_KEYS[TILE_KEYS + CELLS * (state[at + 3] & COLOUR_MASK) + first(load(state, at))]


@inner
def place_roof(state: State, cell: int, owner: int) -> None:
    """6, 10, 12, 13: a claim, with everything it brings."""
    palace = palace_at(state, cell)
    at = PALACE + PALACE_SIZE * palace + 3
    state[at] |= owner << ROOF_SHIFT
    colour = state[at] & COLOUR_MASK
    if state[OPEN + colour] == palace:
        state[OPEN + colour] = -1
    _compare_sizes(state, palace)
    if colour == PURPLE and state[OPTIONS] & OPTION_TEA:
        _pour_tea(state, owner)
    for tower in range(4):
        if (state[at] >> (CONNECTED_SHIFT + tower)) & 1:
            _take_tower(state, tower, owner)
    if owner != NEUTRAL:
        state[OWNS + owner - 1] |= 1 << colour
        _finish_colour(state, colour)
    find_roofable(state)


@inner
def _pour_tea(state: State, owner: int) -> None:
    """10.1, 10.2: three, two, one; six tiles in all."""
    left = state[TEA_LEFT]
    won = 3 if left == 6 else (2 if left == 3 else left)
    state[TEA_LEFT] = left - won
    state[HASH] += HASH_KEYS[TEA_KEYS + 8 * owner + won]
    if owner != NEUTRAL:
        state[STOCK + KINDS * (owner - 1) + TEA] += won


@inner
def _finish_colour(state: State, colour: int) -> None:
    """5.8: when everybody owns a palace of a colour, its buildings leave all hands."""
    players = state[PLAYERS]
    for seat in range(players):
        if not (state[OWNS + seat] >> colour) & 1:
            return
    for seat in range(players):
        at = STOCK + KINDS * seat + colour
        state[PIECES + seat] -= state[at]
        state[at] = 0


@inner
def find_roofable(state: State) -> None:
    """Which colours have a palace without a roof."""
    colours = np.int64(0)
    for palace in range(state[PALACE_COUNT]):
        facts = state[PALACE + PALACE_SIZE * palace + 3]
        if not facts & ROOF_FIELD:
            colours |= 1 << (facts & COLOUR_MASK)
    state[ROOFABLE] = colours


# --- merchants


@inner
def place_merchant(state: State, cell: int) -> None:
    """8.2, 8.3: beside an end it goes on with that street, anywhere else it starts one."""
    end = both(touching(only(cell)), load(state, ENDS))
    if some(end):
        extend_street(state, cell, first(end))
    else:
        add(state, SINGLES, cell)
        _stand(state, cell, 255)


@inner
def extend_street(state: State, cell: int, end: int) -> None:
    """8.1: the new merchant is the end now; a single merchant stays an end too."""
    if has(state, SINGLES, end):
        remove(state, SINGLES, end)
    else:
        remove(state, ENDS, end)
    _stand(state, cell, end)


@inner
def _stand(state: State, cell: int, joined: int) -> None:
    add(state, ENDS, cell)
    add(state, MERCHANTS, cell)
    remove(state, EMPTY, cell)
    remove(state, FREE, cell)
    around = touching(only(cell))
    once = load(state, M_ONCE)
    store(state, M_TWICE, either(load(state, M_TWICE), both(once, around)))
    store(state, M_ONCE, either(once, around))
    index = state[LOG_SIZE]
    word, shift = LOG + (index >> 2), 16 * (index & 3)
    mask = np.int64(0xFFFF) << shift
    state[word] = (state[word] & ~mask) | (np.int64(joined * 256 + cell) << shift)
    state[LOG_SIZE] = index + 1


@inner
def _pass_gates(state: State, leave: int, enter: int) -> None:
    """16.4, 16.5: out and in again, and both gates are used up."""
    table = large(state)
    state[USED_GATES] |= (1 << SIDE_OF[leave]) | (1 << SIDE_OF[enter])
    extend_street(state, FRONT[table, enter], FRONT[table, leave])


# --- walls and gates


@inner
def place_wall(state: State, wall: int) -> None:
    """9.1, 13.3: a row grows by one and may connect the palace in front."""
    side = SIDE_OF[wall]
    if wall - SIDES[0, side] == state[LOW + side]:
        state[LOW + side] += 1
        tower = SIDES[1, side]
    else:
        state[HIGH + side] += 1
        tower = SIDES[2, side]
    front = FRONT[large(state), wall]
    add(state, NS_FRONTS if side < 2 else WE_FRONTS, front)
    add(state, TOWER_FRONTS + 3 * tower, front)
    if has(state, BUILDINGS, front) or has(state, STABLES, front):
        _connect(state, palace_of(state, front), tower)


@inner
def put_gate(state: State, wall: int) -> None:
    """16.3: nothing is built in front of a gate."""
    side = SIDE_OF[wall]
    state[GATES + side] = wall - SIDES[0, side]
    remove(state, FREE, FRONT[large(state), wall])


@inner
def _place_gate(state: State, seat: int, wall: int) -> None:
    """16.6: with three players the first gate brings the fourth."""
    put_gate(state, wall)
    if state[SPARE_GATE]:
        state[SPARE_GATE] = 0
        state[HASH] += HASH_KEYS[SPARE_KEYS + seat]
        state[STOCK + KINDS * seat + GATE] += 1
        state[PIECES + seat] += 1
