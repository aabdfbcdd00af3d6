"""What a seat sees, as planes of the city with its ring of walls and as a row of numbers.

Seats are counted from the one that looks: 0 is itself, 1 the next clockwise. Other seats' pieces stay behind their
screens (2.2) until the game is over, unless the stocks are played openly; roofs, tea, tiles and points are public.
Rows go from the south to the north and columns from the west to the east, with the ring around them.
"""

# mypy: disable-error-code="no-any-return"

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from medina.fast import layout as at
from medina.fast._compile import entry, inner, lowest
from medina.fast.bits import Bits, load, only
from medina.fast.layout import State, States
from medina.fast.scoring import palace_cells, score
from medina.fast.targets import large
from medina.rules.ruleset import PUBLIC_PIECES

Planes = npt.NDArray[np.uint8]
Numbers = npt.NDArray[np.int16]
Seats = npt.NDArray[np.int8]

# The planes. Buildings have the first four, by colour; the roofs of the seats the last.
STABLE, MERCHANT, STREET_END, STREET_OF_ONE, WELL, WALL, GATE, USED_GATE, TILE, NEUTRAL_ROOF, ROOF = range(4, 15)
_PLANES: Final = (
    *("grey", "purple", "brown", "orange", "stable", "merchant", "street end", "street of one"),
    *("well", "wall", "gate", "used gate", "palace with its tile", "neutral roof"),
)
# The numbers of a seat, after its stock.
_OUT, _FIRST_TURN_DONE, _SCORE, _PALACE_TILES, _TOWER_TILES = at.KINDS, at.KINDS + 1, at.KINDS + 2, at.KINDS + 3, 18
_SEAT_SIZE: Final = 22
# The numbers of the position that are one value of the state each.
_SHARED: Final = {
    "placements left": at.LEFT,
    "turn size": at.TURN_SIZE,
    "roofed this turn": at.ROOFED,
    "tea left": at.TEA_LEFT,
    "spare gate": at.SPARE_GATE,
    **{f"merchants on tower {tower + 1}": at.TOWER_MERCHANTS + tower for tower in range(4)},
    **{f"walls from the low end, {side}": at.LOW + index for index, side in enumerate("NSWE")},
    **{f"walls from the high end, {side}": at.HIGH + index for index, side in enumerate("NSWE")},
}
_SHARED_AT: Final = np.array(list(_SHARED.values()), dtype=np.int64)
_NEUTRAL_TILES: Final = 8
_HIDDEN: Final = np.array([letter not in PUBLIC_PIECES for letter in at.KIND_LETTERS])


def plane_names(players: int) -> tuple[str, ...]:
    """What each plane shows. A roof is shown on every cell of its palace."""
    return (*_PLANES, *[f"roof of seat {seat}" for seat in range(players)])


def number_names(players: int) -> tuple[str, ...]:
    """What each number counts."""
    of_seat = (
        *[f"stock {letter}" for letter in at.KIND_LETTERS],
        *("out", "first turn done", "score"),
        *[f"palace tile {letter}" for letter in "GPBO"],
        *[f"tower tile {tower + 1}" for tower in range(4)],
    )
    return (
        *[f"seat {seat}: {name}" for seat in range(players) for name in of_seat],
        *[f"seat {seat} is to place" for seat in range(players)],
        *[f"this is seat number {seat}" for seat in range(players)],
        *("founding", "over"),
        *_SHARED,
        *[f"neutral palace tile {letter}" for letter in "GPBO"],
        *[f"neutral tower tile {tower + 1}" for tower in range(4)],
    )


def plane_shape(players: int) -> tuple[int, int, int]:
    """Planes, rows and columns, the ring included."""
    city = at.CITIES[0 if players == 2 else 1]
    return len(plane_names(players)), city.rows + 2, city.columns + 2


def _spots() -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Where in a flat plane each city cell and each wall cell lies, for either city."""
    cells, walls = np.zeros((2, at.CELLS), dtype=np.int64), np.zeros((2, 64), dtype=np.int64)
    for index, city in enumerate(at.CITIES):
        width = city.columns + 2
        for row, column in np.ndindex(city.rows, city.columns):
            cells[index, row * at.STRIDE + column] = (row + 1) * width + column + 1
        outward = (width, -width, -1, 1)
        for side, start in enumerate(at.SIDE_START):
            fronts = at.FRONT[index, start : start + city.side_lengths[side]]
            walls[index, start : start + len(fronts)] = cells[index, fronts] + outward[side]
    return cells, walls


CELL_SPOTS, WALL_SPOTS = _spots()


@inner
def _paint_word(plane: Planes, word: np.uint64, spots: State) -> None:
    while word != np.uint64(0):
        plane[spots[lowest(word)]] = 1
        word &= word - np.uint64(1)


@inner
def _paint(plane: Planes, cells: Bits, spots: State) -> None:
    _paint_word(plane, cells[0], spots)
    _paint_word(plane, cells[1], spots[64:])
    _paint_word(plane, cells[2], spots[128:])


@inner
def _paint_palaces(state: State, seat: int, planes: Planes, spots: State) -> None:
    players = state[at.PLAYERS]
    for palace in range(state[at.PALACE_COUNT]):
        where = at.PALACE + at.PALACE_SIZE * palace
        facts = state[where + 3]
        colour, owner = facts & at.COLOUR_MASK, (facts & at.ROOF_FIELD) >> at.ROOF_SHIFT
        _paint(planes[colour], load(state, where), spots)
        if owner == at.NOBODY:
            continue
        cells = palace_cells(state, palace)
        if owner == at.NEUTRAL:
            _paint(planes[NEUTRAL_ROOF], cells, spots)
        else:
            _paint(planes[ROOF + (owner - 1 - seat + players) % players], cells, spots)
        if state[at.TILE + colour] == palace:
            _paint(planes[TILE], cells, spots)


@inner
def _paint_ring(state: State, planes: Planes, spots: State) -> None:
    for side in range(4):
        start = at.SIDES[0, side]
        length = state[at.COLUMNS] if side < 2 else state[at.ROWS]
        for place in range(state[at.LOW + side]):
            planes[WALL, spots[start + place]] = 1
        for place in range(length - state[at.HIGH + side], length):
            planes[WALL, spots[start + place]] = 1
        if state[at.GATES + side] >= 0:
            gate = spots[start + state[at.GATES + side]]
            planes[GATE, gate] = 1
            planes[USED_GATE, gate] = (state[at.USED_GATES] >> side) & 1


@inner
def paint(state: State, seat: int, planes: Planes) -> None:
    """The planes that a seat sees, each of them flat."""
    planes[:] = 0
    spots = CELL_SPOTS[large(state)]
    _paint_palaces(state, seat, planes, spots)
    _paint(planes[STABLE], load(state, at.STABLES), spots)
    _paint(planes[MERCHANT], load(state, at.MERCHANTS), spots)
    _paint(planes[STREET_END], load(state, at.ENDS), spots)
    _paint(planes[STREET_OF_ONE], load(state, at.SINGLES), spots)
    if state[at.WELL] >= 0:
        _paint(planes[WELL], only(state[at.WELL]), spots)
    _paint_ring(state, planes, WALL_SPOTS[large(state)])


@inner
def _tile_owner(state: State, colour: int) -> int:
    """12.4: who has a palace tile, as roofs say it."""
    holder = state[at.TILE + colour]
    if holder < 0:
        return at.NOBODY
    return (state[at.PALACE + at.PALACE_SIZE * holder + 3] & at.ROOF_FIELD) >> at.ROOF_SHIFT


@inner
def count(state: State, seat: int, shown: bool, points: State, numbers: Numbers) -> None:
    """The numbers that a seat sees; `shown` when it sees the others' stocks as well."""
    players = state[at.PLAYERS]
    numbers[:] = 0
    score(state, points)
    for step in range(players):
        other = (seat + step) % players
        mine = numbers[_SEAT_SIZE * step : _SEAT_SIZE * (step + 1)]
        for kind in range(at.KINDS):
            if step == 0 or shown or state[at.TURN] < 0 or not _HIDDEN[kind]:
                mine[kind] = state[at.STOCK + at.KINDS * other + kind]
        mine[_OUT] = (state[at.OUT] >> other) & 1
        mine[_FIRST_TURN_DONE] = (state[at.FIRST_DONE] >> other) & 1
        mine[_SCORE] = points[other]
        for index in range(4):
            mine[_PALACE_TILES + index] = 1 if _tile_owner(state, index) == other + 1 else 0
            mine[_TOWER_TILES + index] = 1 if state[at.TOWER_TILE + index] == other + 1 else 0
    _count_shared(state, seat, numbers[_SEAT_SIZE * players :])


@inner
def _count_shared(state: State, seat: int, numbers: Numbers) -> None:
    players = state[at.PLAYERS]
    if state[at.TURN] >= 0:
        numbers[(state[at.TURN] - seat + players) % players] = 1
    numbers[players + seat] = 1
    rest = numbers[2 * players :]
    rest[0] = 1 if state[at.PHASE] == at.FOUNDING else 0
    rest[1] = 1 if state[at.PHASE] == at.OVER else 0
    for index in range(len(_SHARED_AT)):
        rest[2 + index] = state[_SHARED_AT[index]]
    neutral = rest[2 + len(_SHARED_AT) :]
    for index in range(4):
        neutral[index] = 1 if _tile_owner(state, index) == at.NEUTRAL else 0
        neutral[4 + index] = 1 if state[at.TOWER_TILE + index] == at.NEUTRAL else 0


@entry
def observe(states: States, seats: Seats, shown: bool, planes: Planes, numbers: Numbers) -> None:
    """What one seat of every game sees."""
    points = np.zeros(4, dtype=np.int64)
    for game in range(len(states)):
        paint(states[game], seats[game], planes[game])
        count(states[game], seats[game], shown, points, numbers[game])
