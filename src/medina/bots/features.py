"""What a good player would name, as numbers: a block for every seat, and one that all seats share.

Every number is scaled to about one, so that the network that weighs them learns easily.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from medina.bots.survey import (
    COLOUR,
    CONNECTED,
    MERCHANT_NEXT,
    MERCHANT_ROOM,
    MERCHANT_SOON,
    OWNER,
    POINTS,
    PROSPECTS,
    SIZE,
    SOON,
    STABLE_ROOM,
    SURVEY_SIZE,
    TOWERS_AT,
    TOWERS_SOON,
    WALL_AT,
    WALL_ROOM,
    WALL_SOON,
    WELL_ROOM,
    Floats,
    Known,
    Scratch,
    survey_after,
    survey_all,
)
from medina.bots.vectors import COMPARED
from medina.fast._compile import inner
from medina.fast.bits import load, size, without
from medina.fast.layout import (
    COLUMNS,
    EMPTY,
    FREE,
    GATE,
    GATES,
    HIGH,
    KINDS,
    LEFT,
    LOW,
    MERCHANT,
    NEUTRAL,
    NEUTRAL_ROOF,
    ONCE,
    OPEN,
    OPTION_GATES,
    OPTION_SECOND,
    OPTIONS,
    OUT,
    OWNS,
    PALACE_COUNT,
    PALACES,
    PASSAGES,
    PIECES,
    PLAYERS,
    ROOF,
    ROWS,
    STABLE,
    STOCK,
    TARGETS,
    TEA,
    TEA_LEFT,
    TILE,
    TOWER_MERCHANTS,
    TOWER_TILE,
    TURN,
    TWICE,
    WALL,
    State,
)

# --- a seat's block
LIVE, ROOFS, STABLES_LEFT, MERCHANTS_LEFT, WALLS_LEFT, GATES_LEFT, NEUTRALS_LEFT, TEA_TILES, BUILDINGS_LEFT = range(9)
OWN_STABLE_ROOM, STABLE_PLANS, OWN_MERCHANT_ROOM, OWN_MERCHANT_NEXT = range(9, 13)
OWN_WALL_ROOM, OWN_WALL_NEXT, OWN_WALL_SOON, OWN_WELL_ROOM = range(13, 17)
TILE_HELD: Final = 17  # three: by a lead of 0, 1, 2 or more
TILE_WANTED: Final = 20  # three: behind by 0, 1, 2
TOWER_RISK_NEXT, TOWER_RISK_SOON, TOWER_HOPE_NEXT, TOWER_HOPE_SOON = range(23, 27)
BEST_CLAIM, SECOND_CLAIM, TO_PLACE, FIRST_OF_TURN, IS_OUT, PIECES_LEFT, AWAY = range(27, 34)
COLOURS: Final = 34  # eight for each colour
COLOUR_BLOCK: Final = 8
# Each three, for walls two, three and four from now: own points, and towers won or lost by value.
OWN_WALL_LATER: Final = COLOURS + 4 * COLOUR_BLOCK
TOWER_HOPE_LATER: Final = OWN_WALL_LATER + SOON - 1
TOWER_RISK_LATER: Final = TOWER_HOPE_LATER + SOON - 1
TOWERS_HELD: Final = TOWER_RISK_LATER + SOON - 1
OWN_MERCHANT_SOON: Final = TOWERS_HELD + 1
SEAT_SIZE: Final = OWN_MERCHANT_SOON + 1
SEAT_ROOM: Final = -(-SEAT_SIZE // COMPARED) * COMPARED  # filled up to whole vectors

# --- the shared block
WALL_CELLS: Final = 31  # where a wall may still come
ROWS_LATER: Final = 32  # four: rows of walls that can grow by one, two, three and four
SHARED_SIZE: Final = 48  # filled up to whole vectors
ALWAYS, SHARE_LEFT = range(2)
WHOLE_GAME: Final = 48  # about so many pieces has a seat in the beginning

PADDING: Final = 8  # a row of weights has one number more than units, for the direct path, and fills whole vectors


def new_scratch(units: int) -> Scratch:
    """Room to work in, for a network of so many hidden units."""
    row = units + PADDING
    return Scratch(
        survey=np.zeros((PALACES, SURVEY_SIZE), dtype=np.int64),
        prospects=np.zeros(PROSPECTS, dtype=np.int64),
        points=np.zeros(4, dtype=np.int64),
        seats=np.zeros((4, SEAT_ROOM), dtype=np.float32),
        shared=np.zeros(SHARED_SIZE, dtype=np.float32),
        claims=np.zeros((4, 4), dtype=np.int64),
        drives=np.zeros((4, row), dtype=np.float32),
        common=np.zeros(row, dtype=np.float32),
        which=np.zeros((5, SEAT_ROOM + SHARED_SIZE), dtype=np.int64),
        amounts=np.zeros((5, SEAT_ROOM + SHARED_SIZE), dtype=np.float32),
        counts=np.zeros(5, dtype=np.int64),
        known=Known(
            survey=np.zeros((PALACES, SURVEY_SIZE), dtype=np.int64),
            outlines=np.zeros((PALACES, 6), dtype=np.int64),
            prospects=np.zeros(PROSPECTS, dtype=np.int64),
            seats=np.zeros((4, SEAT_ROOM), dtype=np.float32),
            shared=np.zeros(SHARED_SIZE, dtype=np.float32),
            drives=np.zeros((4, row), dtype=np.float32),
            common=np.zeros(row, dtype=np.float32),
        ),
    )


@inner
def find_features(state: State, scratch: Scratch) -> None:
    """Fills `scratch.seats` and `scratch.shared`, and `scratch.points` with the live scores."""
    survey_all(state, scratch)
    _read_survey(state, scratch)


@inner
def find_features_after(state: State, before: State, scratch: Scratch) -> None:
    """The same for a position one placement after the known one."""
    survey_after(state, before, scratch)
    _read_survey(state, scratch)


@inner
def expect_placement(state: State, scratch: Scratch) -> None:
    """Puts in the features what nearly every placement changes: a piece less, and whose turn it is."""
    players, turn, left = state[PLAYERS], state[TURN], state[LEFT] - 1
    scratch.seats[turn, PIECES_LEFT] = 0.025 * (state[PIECES + turn] - 1)
    scratch.shared[SHARE_LEFT] = _share_left(state, 1)
    if left == 0:
        turn, left = (turn + 1) % players, 2
    for seat in range(players):
        _tell_turn(scratch.seats[seat], seat, turn, left, players)


@inner
def _read_survey(state: State, scratch: Scratch) -> None:
    seats = scratch.seats
    for seat in range(state[PLAYERS]):
        seats[seat, :] = 0
    _count_points(state, scratch)
    _count_palaces(state, scratch)
    _weigh_tiles(state, scratch)
    _weigh_towers(state, scratch)
    _find_claims(state, scratch)
    for seat in range(state[PLAYERS]):
        _count_stock(state, seat, seats[seat], scratch.points)
        _weigh_colours(state, seat, seats[seat], scratch)
    _describe(state, scratch)


@inner
def _count_points(state: State, scratch: Scratch) -> None:
    """15, from the survey: asking `fast.scoring` again would make every evaluation a tenth slower."""
    points, table = scratch.points, scratch.survey
    points[:] = 0
    for palace in range(state[PALACE_COUNT]):
        owner = table[palace, OWNER]
        if 0 < owner < NEUTRAL:
            points[owner - 1] += table[palace, POINTS]
    for number in range(4):
        if state[TILE + number] >= 0:
            owner = table[state[TILE + number], OWNER]
            if owner < NEUTRAL:
                points[owner - 1] += number + 1
        owner = state[TOWER_TILE + number]
        if 0 < owner < NEUTRAL:
            points[owner - 1] += number + 1


@inner
def _count_palaces(state: State, scratch: Scratch) -> None:
    """What can still be added to palaces with a roof."""
    for palace in range(state[PALACE_COUNT]):
        row = scratch.survey[palace]
        if row[OWNER] == 0 or row[OWNER] == NEUTRAL:
            continue
        block = scratch.seats[row[OWNER] - 1]
        block[OWN_STABLE_ROOM] += 0.125 * row[STABLE_ROOM]
        block[OWN_MERCHANT_ROOM] += 0.1 * row[MERCHANT_ROOM]
        block[OWN_MERCHANT_NEXT] += 0.25 * row[MERCHANT_NEXT]
        block[OWN_MERCHANT_SOON] += 0.125 * row[MERCHANT_SOON]
        block[OWN_WALL_ROOM] += 0.125 * row[WALL_ROOM]
        block[OWN_WALL_NEXT] += 0.5 * row[WALL_AT]
        for walls in range(1, SOON):
            block[OWN_WALL_LATER + walls - 1] += 0.5 * row[WALL_AT + walls]
        block[OWN_WALL_SOON] += 0.125 * row[WALL_SOON]
        block[OWN_WELL_ROOM] += row[WELL_ROOM]
        block[COLOURS + COLOUR_BLOCK * row[COLOUR] + 6] = 0.125 * row[SIZE]


@inner
def _weigh_tiles(state: State, scratch: Scratch) -> None:
    """12.3: how safe the tiles are, and who could win them."""
    table = scratch.survey
    for colour in range(4):
        holder = state[TILE + colour]
        if holder < 0:
            continue
        best_other = 0
        for palace in range(state[PALACE_COUNT]):
            if palace == holder or table[palace, COLOUR] != colour:
                continue
            best_other = max(best_other, table[palace, SIZE])
            behind = table[holder, SIZE] - table[palace, SIZE]
            if 0 < table[palace, OWNER] < NEUTRAL and behind < 3 and table[palace, STABLE_ROOM] > behind:
                scratch.seats[table[palace, OWNER] - 1, TILE_WANTED + behind] += 0.25 * (colour + 1)
        if table[holder, OWNER] < NEUTRAL:
            lead = min(2, max(0, table[holder, SIZE] - best_other))
            scratch.seats[table[holder, OWNER] - 1, TILE_HELD + lead] += 0.25 * (colour + 1)


@inner
def _weigh_towers(state: State, scratch: Scratch) -> None:
    """13.3: who holds a tower, and who could connect to which with the next wall, or soon."""
    table, seats = scratch.survey, scratch.seats
    for tower in range(4):
        holder = state[TOWER_TILE + tower]
        if 0 < holder < NEUTRAL:
            seats[holder - 1, TOWERS_HELD] += 0.25 * (tower + 1)
    for palace in range(state[PALACE_COUNT]):
        owner = table[palace, OWNER]
        if owner == 0 or table[palace, TOWERS_SOON] == 0:
            continue
        for tower in range(4):
            holder = state[TOWER_TILE + tower]
            if holder == owner or not (table[palace, TOWERS_SOON] >> tower) & 1:
                continue
            value = 0.25 * (tower + 1)
            walls = _walls_to(table[palace], tower)
            if owner < NEUTRAL:
                _expect_tower(seats[owner - 1], walls, value, TOWER_HOPE_NEXT, TOWER_HOPE_SOON, TOWER_HOPE_LATER)
            if 0 < holder < NEUTRAL:
                _expect_tower(seats[holder - 1], walls, value, TOWER_RISK_NEXT, TOWER_RISK_SOON, TOWER_RISK_LATER)


@inner
def _walls_to(row: State, tower: int) -> int:
    """How many walls must come before the one that connects a palace to a tower."""
    walls = 0
    while not (row[TOWERS_AT + walls] >> tower) & 1:
        walls += 1
    return walls


@inner
def _expect_tower(block: Floats, walls: int, value: float, at_once: int, soon: int, later: int) -> None:
    if walls == 0:
        block[at_once] += value
    else:
        block[soon] += value
        block[later + walls - 1] += value


@inner
def _find_claims(state: State, scratch: Scratch) -> None:
    """For every seat and colour the points a roof would bring at once."""
    claims, table = scratch.claims, scratch.survey
    claims[:] = 0
    for palace in range(state[PALACE_COUNT]):
        if table[palace, OWNER] != 0:
            continue
        colour = table[palace, COLOUR]
        worth = table[palace, POINTS]
        holder = state[TILE + colour]
        if holder < 0 or table[palace, SIZE] > table[holder, SIZE]:
            worth += colour + 1
        for seat in range(state[PLAYERS]):
            if (state[OWNS + seat] >> colour) & 1 or state[STOCK + KINDS * seat + ROOF] == 0:
                continue
            claims[seat, colour] = max(claims[seat, colour], worth + _towers_won(state, table[palace, CONNECTED], seat))


@inner
def _towers_won(state: State, connected: int, seat: int) -> int:
    worth = 0
    if connected:
        for tower in range(4):
            if (connected >> tower) & 1 and state[TOWER_TILE + tower] != seat + 1:
                worth += tower + 1
    return worth


@inner
def _count_stock(state: State, seat: int, block: Floats, points: State) -> None:
    stock = STOCK + KINDS * seat
    block[LIVE] = 0.05 * points[seat]
    block[ROOFS] = 0.25 * state[stock + ROOF]
    block[STABLES_LEFT] = 0.25 * state[stock + STABLE]
    block[MERCHANTS_LEFT] = 0.1 * state[stock + MERCHANT]
    block[WALLS_LEFT] = 0.1 * state[stock + WALL]
    block[GATES_LEFT] = state[stock + GATE]
    block[NEUTRALS_LEFT] = state[stock + NEUTRAL_ROOF]
    block[TEA_TILES] = state[stock + TEA]
    buildings = state[stock] + state[stock + 1] + state[stock + 2] + state[stock + 3]
    block[BUILDINGS_LEFT] = 0.05 * buildings
    block[PIECES_LEFT] = 0.025 * state[PIECES + seat]
    block[STABLE_PLANS] = min(block[STABLES_LEFT] * 4, block[OWN_STABLE_ROOM] * 8) * 0.25
    block[IS_OUT] = (state[OUT] >> seat) & 1
    if state[TURN] >= 0:
        _tell_turn(block, seat, state[TURN], state[LEFT], state[PLAYERS])


@inner
def _tell_turn(block: Floats, seat: int, turn: int, left: int, players: int) -> None:
    block[AWAY] = 0.5 * ((seat - turn + players) % players)
    block[TO_PLACE] = 1 if seat == turn else 0
    block[FIRST_OF_TURN] = 1 if seat == turn and left == 2 else 0


@inner
def _weigh_colours(state: State, seat: int, block: Floats, scratch: Scratch) -> None:
    """Each colour: owned or not, what a claim brings, who may come first, what can grow."""
    players, turn = state[PLAYERS], max(0, state[TURN])
    away = (seat - turn + players) % players
    best, second = 0, 0
    for colour in range(4):
        where = COLOURS + COLOUR_BLOCK * colour
        block[where] = (state[OWNS + seat] >> colour) & 1
        block[where + 1] = 0.125 * state[STOCK + KINDS * seat + colour]
        claim = scratch.claims[seat, colour]
        block[where + 2] = 0.1 * claim
        if claim > best:
            best, second = claim, best
        elif claim > second:
            second = claim
        before, rivals = 0, 0
        for other in range(players):
            if other != seat and scratch.claims[other, colour] > 0:
                rivals += 1
                if (other - turn + players) % players < away:
                    before = 1
        if claim > 0:
            block[where + 3] = 0.1 * claim * before
            block[where + 4] = np.float32(rivals) / np.float32(players - 1)
        palace = state[OPEN + colour]
        if palace >= 0 and block[where] == 0:
            block[where + 5] = 0.125 * min(8, scratch.survey[palace, STABLE_ROOM])
            block[where + 7] = 0.125 * scratch.survey[palace, WALL_SOON]
    block[BEST_CLAIM], block[SECOND_CLAIM] = 0.1 * best, 0.1 * second


@inner
def _describe(state: State, scratch: Scratch) -> None:
    """What is the same for everybody."""
    shared = scratch.shared
    shared[:] = 0
    players = state[PLAYERS]
    for seat in range(players):
        for colour in range(4):
            shared[16 + colour] += 0.05 * state[STOCK + KINDS * seat + colour]
    shared[ALWAYS] = 1
    shared[SHARE_LEFT] = _share_left(state, 0)
    free = load(state, FREE)
    shared[2] = size(load(state, EMPTY)) / np.float32(176)
    shared[3] = size(without(free, load(state, ONCE))) / np.float32(100)
    shared[4] = size(without(free, load(state, TWICE))) / np.float32(176)
    shared[5] = size(load(state, TARGETS + 3 * MERCHANT)) / np.float32(50)
    shared[6] = np.float32(state[TEA_LEFT]) / np.float32(6)
    shared[7] = 1 if state[OPTIONS] & OPTION_GATES else 0
    for number in range(4):
        shared[8 + number] = np.float32(state[TOWER_MERCHANTS + number])
        shared[12 + number] = 0.25 * (number + 1) if state[TOWER_TILE + number] == 0 else 0
    for palace in range(state[PALACE_COUNT]):
        if scratch.survey[palace, OWNER] == 0:
            shared[20 + scratch.survey[palace, COLOUR]] += 0.1 * scratch.survey[palace, POINTS]
            shared[24 + scratch.survey[palace, COLOUR]] += 0.5
            shared[28] += 0.125 * scratch.survey[palace, STABLE_ROOM]
    _count_wall_cells(state, shared)
    shared[29] = 1 if state[PASSAGES] > 0 else 0
    shared[30] = 1 if state[OPTIONS] & OPTION_SECOND else 0


@inner
def _count_wall_cells(state: State, shared: Floats) -> None:
    """9.2, 16.2: how far the rows of walls can still grow."""
    for side in range(4):
        length = state[COLUMNS] if side < 2 else state[ROWS]
        low, high, gate = state[LOW + side], length - state[HIGH + side], state[GATES + side]
        left = right = cells = high - low - 1
        if gate >= 0:
            left, right = gate - low, high - gate - 1
            cells = left + right
        shared[WALL_CELLS] += np.float32(0.02) * np.float32(cells)
        for walls in range(SOON):
            shared[ROWS_LATER + walls] += np.float32(0.125) * np.float32((left > walls) + (right > walls))


@inner
def _share_left(state: State, placed: int) -> np.float32:
    """How much of the game is left after so many placements more."""
    pieces = -placed
    for seat in range(state[PLAYERS]):
        pieces += state[PIECES + seat]
    return np.float32(pieces) / np.float32(WHOLE_GAME * state[PLAYERS])
