"""A palace: touching buildings of one colour with their stables (section 5)."""

from __future__ import annotations

from typing import Literal, NamedTuple

from medina.rules.board import Board
from medina.rules.ruleset import COLOURS

Owner = int | Literal["neutral"] | None
"""A seat, nobody for ever, or nobody yet."""


class Palace(NamedTuple):
    """A palace as players speak of it: cells by name in board order, who owns it, and what makes up its points."""

    colour: str
    buildings: tuple[str, ...]
    stables: tuple[str, ...]
    roof: Owner
    is_open: bool
    """5.3: may a building still be added?"""
    walls: tuple[str, ...]
    """15.1: the walls that touch it, tower by tower."""
    merchants: tuple[str, ...]
    """15.1: the merchants that touch it."""
    well_cells: tuple[str, ...]
    """11.1: its cells that score for the well."""
    towers: tuple[int, ...]
    """13.2: the towers it is connected to."""
    has_tile: bool
    """12.3: does it hold the tile of its colour?"""
    points: int
    """15.1, 15.3: what it scores for its owner, or would for whoever claims it now; tiles come on top."""

    @property
    def size(self) -> int:
        """12.2: buildings plus stables."""
        return len(self.buildings) + len(self.stables)


class PalaceCells:
    """One palace as sets of cells. Never changed once made: a placement makes a new one."""

    __slots__ = (
        "_buildings",
        "_stables",
        "board",
        "building_cells",
        "cells",
        "colour_number",
        "first_number",
        "near",
        "roof",
        "stable_cells",
        "touched",
    )

    roof: Owner
    _buildings: tuple[str, ...] | None
    _stables: tuple[str, ...] | None

    def __init__(
        self, board: Board, colour_number: int, building_cells: int, stable_cells: int = 0, roof: Owner = None
    ) -> None:
        self.board = board
        self.colour_number = colour_number
        self.building_cells = building_cells
        self.stable_cells = stable_cells
        self.roof = roof
        self.cells = building_cells | stable_cells
        self.near = board.near(self.cells)
        self.touched = board.touch(building_cells)
        self.first_number = board.first_of(building_cells)
        self._buildings = None
        self._stables = None

    @property
    def colour(self) -> str:
        return COLOURS[self.colour_number]

    @property
    def buildings(self) -> tuple[str, ...]:
        """The names of the building cells in board order."""
        if self._buildings is None:  # later positions share the palace, and every message to a table names its cells
            self._buildings = self.board.names_of(self.building_cells)
        return self._buildings

    @property
    def stables(self) -> tuple[str, ...]:
        """The names of the stable cells in board order."""
        if self._stables is None:
            self._stables = self.board.names_of(self.stable_cells)
        return self._stables

    @property
    def first(self) -> str:
        """The first building in board order, by which the palace is named."""
        return self.board.names[self.first_number]

    @property
    def size(self) -> int:
        """12.2: buildings plus stables."""
        return self.cells.bit_count()

    def with_building(self, number: int) -> PalaceCells:
        board, twin = self.board, self._twin()
        twin.building_cells |= 1 << number
        twin._buildings = None
        twin.cells |= 1 << number
        twin.near |= board.nearby[number]
        twin.touched |= board.touching[number]
        if board.order[number] < board.order[self.first_number]:
            twin.first_number = number
        return twin

    def with_stable(self, number: int) -> PalaceCells:
        twin = self._twin()
        twin.stable_cells |= 1 << number
        twin._stables = None
        twin.cells |= 1 << number
        twin.near |= self.board.nearby[number]
        return twin

    def with_roof(self, roof: Owner) -> PalaceCells:
        twin = self._twin()
        twin.roof = roof
        return twin

    def _twin(self) -> PalaceCells:
        """A copy to be changed before anybody sees it; working the sets out afresh would cost more."""
        twin = PalaceCells.__new__(PalaceCells)
        twin.board, twin.colour_number, twin.first_number = self.board, self.colour_number, self.first_number
        twin.building_cells, twin.stable_cells, twin.cells = self.building_cells, self.stable_cells, self.cells
        twin.near, twin.touched, twin.roof = self.near, self.touched, self.roof
        twin._buildings, twin._stables = self._buildings, self._stables
        return twin

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PalaceCells) and self._key() == other._key()

    def __hash__(self) -> int:
        # Python takes large integers modulo 2**61 - 1, which would give distant cells the same hash.
        cells = (each.to_bytes(24, "little") for each in (self.building_cells, self.stable_cells))
        return hash((self.colour_number, self.roof, *cells))

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return PalaceCells, (self.board, *self._key())

    def __repr__(self) -> str:
        return f"<palace {self.colour} {' '.join(self.buildings)} stables {' '.join(self.stables)} roof {self.roof}>"

    def _key(self) -> tuple[int, int, int, Owner]:
        return self.colour_number, self.building_cells, self.stable_cells, self.roof
