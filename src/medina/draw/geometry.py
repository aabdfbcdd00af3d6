"""Where the cells of a board lie in the drawing. One cell is CELL units; north is up and y grows southwards."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from medina.notation.shapes import PositionJson
from medina.rules.board import SIDES, board_for
from medina.rules.board import Board as City

CELL = 48.0
RING = 46.0

Point = tuple[float, float]
Place = tuple[int, int]
"""Column and row of a city cell, both counted from 1."""


def column_letter(column: int) -> str:
    """The name of a column: 1 is a."""
    return chr(ord("a") + column - 1)


def place(cell: str) -> Place:
    """Column and row of a city cell.

    >>> place("c11")
    (3, 11)
    """
    return ord(cell[0]) - ord("a") + 1, int(cell[1:])


def cell_name(where: Place) -> str:
    """The name of a city cell."""
    return f"{column_letter(where[0])}{where[1]}"


def is_wall_cell(cell: str) -> bool:
    """Is this the name of a cell of the ring?"""
    return cell[0] in SIDES


@dataclass(frozen=True)
class Board:
    """A city and its place in the drawing."""

    city: City
    margin: float

    @classmethod
    def of(cls, position: PositionJson, *, coordinates: bool = True) -> Board:
        """The board of a position (rule 1.1)."""
        return cls(board_for(position["players"]), 34.0 if coordinates else 18.0)

    @property
    def columns(self) -> int:
        return self.city.columns

    @property
    def rows(self) -> int:
        return self.city.rows

    @cached_property
    def left(self) -> float:
        """The west edge of the city."""
        return self.margin + RING

    @cached_property
    def top(self) -> float:
        """The north edge of the city; a little more room than in the west, since pieces stand up northwards."""
        return self.margin + RING + 6

    @cached_property
    def right(self) -> float:
        """The east edge of the city."""
        return self.left + self.columns * CELL

    @cached_property
    def bottom(self) -> float:
        """The south edge of the city."""
        return self.top + self.rows * CELL

    @cached_property
    def width(self) -> float:
        """The width of the whole drawing."""
        return self.right + RING + self.margin

    @cached_property
    def height(self) -> float:
        """The height of the whole drawing."""
        return self.bottom + RING + self.margin

    def corner(self, where: Place) -> Point:
        """The north-west corner of a city cell."""
        column, row = where
        return self.left + (column - 1) * CELL, self.top + (self.rows - row) * CELL

    def centre(self, cell: str) -> Point:
        """The middle of a city cell."""
        x, y = self.corner(place(cell))
        return x + CELL / 2, y + CELL / 2

    def front(self, wall: str) -> str:
        """The city cell a wall cell touches (rule 1.4)."""
        side, place_ = self.city.wall_place[wall]
        return self.city.names[self.city.fronts[side][place_]]

    def wall_corner(self, wall: str) -> Point:
        """The north-west corner of a wall cell's strip (CELL along the side, RING across)."""
        x, y = self.corner(place(self.front(wall)))
        return {
            "N": (x, self.top - RING),
            "S": (x, self.bottom),
            "W": (self.left - RING, y),
            "E": (self.right, y),
        }[wall[0]]

    def wall_row(self, wall: str) -> int:
        """The row a wall cell is drawn with: the north side behind the city, the south side before it."""
        side = wall[0]
        if side in "NS":
            return self.rows + 1 if side == "N" else 0
        return int(wall[1:])

    def tower(self, number: int) -> Point:
        """The middle of a tower (rule 1.2)."""
        west, east = self.left - RING / 2, self.right + RING / 2
        north, south = self.top - RING / 2, self.bottom + RING / 2
        return {1: (west, north), 2: (east, south), 3: (east, north), 4: (west, south)}[number]

    def well_cells(self, position: PositionJson) -> tuple[str, ...]:
        """The cells that score for the well (rule 11.1)."""
        wells = [self.city.number[cell] for cell, piece in position["cells"].items() if piece == "well"]
        return tuple(name for well in wells for name in self.city.names_of(self.city.two_from(well)))

    def check(self, cells: Iterable[str]) -> None:
        """Complain of a cell that is not on this board, before it is drawn somewhere else."""
        for cell in cells:
            if cell not in self.city.places:
                raise ValueError(f"{cell!r} is not a cell of a board of {self.columns} by {self.rows}.")
