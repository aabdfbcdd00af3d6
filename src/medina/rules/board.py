"""The city and the ring of wall cells around it (section 1).

A set of city cells is a plain integer, one bit a cell. Cells are numbered column by column with one spare row
between columns, so that a step in any direction is a shift and never lands in the next column.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

COLUMN_LETTERS = "abcdefghijklmnop"
SIDES = "NSWE"
NORTH, SOUTH, WEST, EAST = range(4)
SIDES_BY_NAME = (EAST, NORTH, SOUTH, WEST)
LOW, HIGH = 0, 1
"""The two ends of a side: west or south, east or north."""

ROWS_OF_TOWER = {
    1: ((NORTH, LOW), (WEST, HIGH)),
    2: ((SOUTH, HIGH), (EAST, LOW)),
    3: ((NORTH, HIGH), (EAST, HIGH)),
    4: ((SOUTH, LOW), (WEST, LOW)),
}
"""1.2: the two rows of walls, as side and end, that start from each tower."""

TOWER_OF_ROW = {row: tower for tower, rows in ROWS_OF_TOWER.items() for row in rows}


def each_cell(cells: int) -> Iterator[int]:
    """The numbers of the cells in a set, lowest first."""
    while cells:
        lowest = cells & -cells
        yield lowest.bit_length() - 1
        cells ^= lowest


class Board:
    """One size of city: names, neighbours and the ring. There are two, see `board_for`."""

    def __init__(self, columns: int, rows: int) -> None:
        self.columns = columns
        self.rows = rows
        self.stride = rows + 1
        self.column_mask = (1 << rows) - 1
        self.names = tuple(self._name(number) for number in range(columns * self.stride))
        self.number = {name: number for number, name in enumerate(self.names) if name}
        self.city = self._set(self.number.values())
        self.touching = tuple(self.touch(1 << number) for number in range(len(self.names)))
        self.nearby = tuple(self.near(1 << number) for number in range(len(self.names)))
        self.order = tuple(number % self.stride * columns + number // self.stride for number in range(len(self.names)))
        self.side_lengths = (columns, columns, rows, rows)
        self.fronts = tuple(
            tuple(self._front(side, place) for place in range(length)) for side, length in enumerate(self.side_lengths)
        )
        self.wall_names = tuple(
            tuple(
                SIDES[side] + (COLUMN_LETTERS[place] if side in (NORTH, SOUTH) else str(place + 1))
                for place in range(length)
            )
            for side, length in enumerate(self.side_lengths)
        )
        self.wall_place = {
            name: (side, place) for side, names in enumerate(self.wall_names) for place, name in enumerate(names)
        }
        self.places = frozenset({*self.number, *self.wall_place})
        self.lowest_row = self._set(self.fronts[SOUTH])
        self.edge = self._set(number for fronts in self.fronts for number in fronts)
        self.row_fronts = tuple(
            (self._running(fronts), self._running(tuple(reversed(fronts)))) for fronts in self.fronts
        )

    def __repr__(self) -> str:
        return f"Board({self.columns}, {self.rows})"

    def __reduce__(self) -> tuple[object, tuple[int, int]]:
        return _board, (self.columns, self.rows)

    def touch(self, cells: int) -> int:
        """1.4: the cells that share a side with one of these."""
        stride = self.stride
        return (cells << 1 | cells >> 1 | cells << stride | cells >> stride) & self.city

    def near(self, cells: int) -> int:
        """1.4: these cells and those that share a side or a corner with one of them."""
        upright = (cells | cells << 1 | cells >> 1) & self.city
        return (upright | upright << self.stride | upright >> self.stride) & self.city

    def names_of(self, cells: int) -> tuple[str, ...]:
        """The names of a set's cells in board order: by row from the south, then by column from the west."""
        return tuple(self.names[number] for number in sorted(each_cell(cells), key=self.order.__getitem__))

    def first_of(self, cells: int) -> int:
        """The number of a set's first cell in board order."""
        row = self.lowest_row
        while not cells & row:
            row <<= 1
        return (cells & row & -(cells & row)).bit_length() - 1

    def two_from(self, number: int) -> int:
        """11.1: the cells two away from this one in a straight line."""
        cell, stride = 1 << number, self.stride
        ahead = self.touch(cell)
        straight = (ahead & cell << 1) << 1 | (ahead & cell >> 1) >> 1
        across = (ahead & cell << stride) << stride | (ahead & cell >> stride) >> stride
        return (straight | across) & self.city

    def _name(self, number: int) -> str:
        column, row = divmod(number, self.stride)
        return f"{COLUMN_LETTERS[column]}{row + 1}" if row < self.rows else ""

    def _front(self, side: int, place: int) -> int:
        column = {WEST: 0, EAST: self.columns - 1}.get(side, place)
        row = {NORTH: self.rows - 1, SOUTH: 0}.get(side, place)
        return column * self.stride + row

    @staticmethod
    def _set(numbers: Iterable[int]) -> int:
        cells = 0
        for number in numbers:
            cells |= 1 << number
        return cells

    @staticmethod
    def _running(fronts: tuple[int, ...]) -> tuple[int, ...]:
        """The fronts of the first 0, 1, 2, … wall cells of a row of walls."""
        sets = [0]
        for number in fronts:
            sets.append(sets[-1] | 1 << number)
        return tuple(sets)


@cache
def _board(columns: int, rows: int) -> Board:
    return Board(columns, rows)


def board_for(players: int) -> Board:
    """1.1: the smaller city for two players, the larger one for three or four."""
    return _board(14, 10) if players == 2 else _board(16, 11)
