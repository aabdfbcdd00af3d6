"""What each cell of the board shows in a terminal: three characters, readable with and without colour."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from medina.notation.shapes import PositionJson

from .colours import (
    CARPET_EDGE,
    EARTH,
    GATE_RIM,
    SAND,
    SAND_DARK,
    THATCH,
    TOWER,
    WALL_TOP,
    channels,
    darker,
    lighter,
    owner_colour,
)
from .geometry import Board, Place, cell_name
from .ink import Ink
from .palaces import PalaceDrawing
from .street import carpet_colour

Tile = tuple[Ink, ...]
INK_DARK, INK_LIGHT = "#2a1a08", "#fffaf0"
LIGHT_STONES = ("G", "O")
HIGHLIGHT = "#19c9c2"
HIGHLIGHT_INK = "#03403d"
LAST = "#ffffff"

# For terminals that know Unicode, and for those that do not.
UNICODE = {
    "empty": " · ",
    "well cell": " ° ",
    "well": "≈≈≈",
    "choice": " ● ",
    "left end": "‹",
    "right end": "›",
    "link": "─",
    "wall": "▙▄▟",
    "gate": "▌∩▐",
    "bed": "┄┄┄",
    "side": " ┊ ",
    "left dome": "◖",
    "right dome": "◗",
    "left hut": "▟",
    "right hut": "▙",
}
ASCII = {
    "empty": " . ",
    "well cell": " ' ",
    "well": "~~~",
    "choice": " * ",
    "left end": "<",
    "right end": ">",
    "link": "-",
    "wall": "###",
    "gate": "#n#",
    "bed": " - ",
    "side": " | ",
    "left dome": "(",
    "right dome": ")",
    "left hut": " ",
    "right hut": " ",
}


def owner_sign(owner: int | str) -> str:
    """Whose it is in one character: the seat counted from 1, or N for neutral."""
    return str(owner + 1) if isinstance(owner, int) else "N"


def on(colour: str) -> str:
    """Ink that reads on a background."""
    red, green, blue = channels(colour)
    return INK_DARK if 0.3 * red + 0.59 * green + 0.11 * blue > 140 else INK_LIGHT


@dataclass(frozen=True)
class Tiles:
    """The tiles of one position."""

    position: PositionJson
    board: Board
    signs: Mapping[str, str]
    colour: bool
    highlights: Collection[str]
    last: Collection[str]

    width: ClassVar[int] = 3
    """Characters of a city cell."""

    @cached_property
    def palaces(self) -> dict[str, PalaceDrawing]:
        """The palace each building and stable belongs to."""
        found: dict[str, PalaceDrawing] = {}
        for palace in self.position["palaces"]:
            drawing = PalaceDrawing(self.board, palace, "")
            found |= dict.fromkeys([*palace["buildings"], *palace["stables"]], drawing)
        return found

    @cached_property
    def streets(self) -> dict[str, int]:
        """The number of the street each merchant stands in."""
        return {cell: index for index, street in enumerate(self.position["streets"]) for cell in street}

    @cached_property
    def well_cells(self) -> frozenset[str]:
        """The cells that score for the well (rule 11.1)."""
        return frozenset(self.board.well_cells(self.position))

    def _pair(self, name: str) -> tuple[str, str]:
        return self.signs[f"left {name}"], self.signs[f"right {name}"]

    def row(self, row: int) -> list[list[Tile]]:
        """The lines of a row, each from the west wall to the east wall."""
        city = [self.city((column, row)) for column in range(1, self.board.columns + 1)]
        return [[self.wall(f"W{row}"), *city, self.wall(f"E{row}")]]

    def city(self, where: Place) -> Tile:
        """The tile of a city cell."""
        cell = cell_name(where)
        piece = self.position["cells"].get(cell)
        if piece is None:
            return self._empty(cell, where)
        if piece == "well":
            return (Ink(self.signs["well"], "#e6fbff", "#2f86ad", True),)
        if piece == "M":
            return self._framed(cell, self._merchant(cell, where))
        return self._framed(cell, self._palace(cell, where, piece))

    def _empty(self, cell: str, where: Place) -> Tile:
        back = lighter(SAND, 0.35) if sum(where) % 2 else lighter(SAND, 0.15)
        if cell in self.highlights:
            return (Ink(self.signs["choice"], HIGHLIGHT_INK, HIGHLIGHT, True),)
        if cell in self.well_cells:
            return (Ink(self.signs["well cell"], "#1d5a78", "#a9d6e4", True),)
        return (Ink(self.signs["empty"], SAND_DARK, back),)

    def _framed(self, cell: str, tile: Tile) -> Tile:
        """The tile of a piece with brackets when it was placed last or can be chosen."""
        text = "".join(ink.text for ink in tile)
        middle = tile[len(tile) // 2]
        if cell in self.highlights:
            frame = Ink("", HIGHLIGHT_INK, HIGHLIGHT, True)
            return (Ink(text if "^" in text else f"*{text[1]}*", frame.fore, frame.back, True),)
        if cell not in self.last:
            return tile
        if len(tile) == 1 and "^" not in text:
            return (Ink(f"[{text[1]}]", LAST if self.colour else None, middle.back, True),)
        if len(tile) == 3:
            return Ink("[", LAST, tile[0].back, True), tile[1], Ink("]", LAST, tile[2].back, True)
        return tile

    def _links(self, cell: str, where: Place, group: Mapping[str, object]) -> tuple[str, str]:
        """The strokes to the neighbours west and east that belong together with this cell."""
        column, row = where
        beside = (cell_name((column - 1, row)), cell_name((column + 1, row)))
        west, east = (self.signs["link"] if group.get(other) == group[cell] else " " for other in beside)
        return west, east

    def _merchant(self, cell: str, where: Place) -> Tile:
        index = self.streets.get(cell, 0)
        street = self.position["streets"][index]
        back = carpet_colour(index)
        west, east = self._links(cell, where, self.streets)
        if cell in (street[0], street[-1]):
            left, right = self._pair("end")
            gold = CARPET_EDGE
            return Ink(left, gold, back, True), Ink("M", INK_LIGHT, back, True), Ink(right, gold, back, True)
        return Ink(west, CARPET_EDGE, back), Ink("M", INK_LIGHT, back, True), Ink(east, CARPET_EDGE, back)

    def _palace(self, cell: str, where: Place, piece: str) -> Tile:
        palace = self.palaces[cell]
        stone = palace.stone
        if piece == "S":
            return self._stable(cell, where, palace)
        owner = palace.palace["roof"]
        if cell == palace.roof_cell and owner is not None:
            return self._dome(palace, owner)
        west, east = (" ", " ") if self.colour else self._links(cell, where, self._groups)
        return (
            Ink(
                f"{west}{piece}{east}",
                darker(stone.face, 0.5) if piece in LIGHT_STONES else stone.mark,
                stone.rim,
                True,
            ),
        )

    @cached_property
    def _groups(self) -> dict[str, str]:
        """Each palace cell with its palace's first building."""
        return {cell: palace.palace["buildings"][0] for cell, palace in self.palaces.items()}

    def _stable(self, cell: str, where: Place, palace: PalaceDrawing) -> Tile:
        if not self.colour:
            west, east = self._links(cell, where, self._groups)
            return (Ink(f"{west}S{east}"),)
        back, (left, right) = palace.stone.rim, self._pair("hut")
        return Ink(left, THATCH, back), Ink("S", INK_DARK, THATCH, True), Ink(right, THATCH, back)

    def _dome(self, palace: PalaceDrawing, owner: int | str) -> Tile:
        sign, back = owner_sign(owner), palace.stone.rim
        if not self.colour:
            return (Ink(f"{palace.palace['colour']}^{sign}"),)
        colour, (left, right) = owner_colour(owner), self._pair("dome")
        return Ink(left, colour, back, True), Ink(sign, on(colour), colour, True), Ink(right, colour, back, True)

    def wall(self, cell: str) -> Tile:
        """The tile of a wall cell."""
        kind = self.position["walls"].get(cell)
        if cell in self.highlights:
            return (Ink(self.signs["choice"], HIGHLIGHT_INK, HIGHLIGHT, True),)
        if kind is None:
            return (Ink(self.signs["bed" if cell[0] in "NS" else "side"], darker(EARTH, 0.25), EARTH),)
        if kind == "gate":
            left, arch, right = list(self.signs["gate"])
            pillar = lighter(WALL_TOP, 0.4)
            return (
                Ink(left, pillar, "#35210f"),
                Ink(arch, lighter(GATE_RIM, 0.25), "#35210f", True),
                Ink(right, pillar, "#35210f"),
            )
        stone = LAST if cell in self.last else WALL_TOP
        text = "[#]" if cell in self.last and not self.colour else self.signs["wall"]
        return (Ink(text, stone, darker(EARTH, 0.35) if cell in self.last else darker(EARTH, 0.15)),)

    def level_wall(self, cell: str) -> Tile:
        """The tile of a cell of the north or south side, as wide as a city cell."""
        return self.wall(cell)

    def tower(self, number: int) -> Tile:
        """The tile of a tower, in the colour of its tile's owner."""
        owner = self.position["tower_tiles"][str(number)]
        back = TOWER if owner is None else owner_colour(owner)
        left, right = self._pair("dome")
        if not self.colour:
            return (Ink(f"({number})"),)
        return Ink(left, back, EARTH), Ink(str(number), on(back), back, True), Ink(right, back, EARTH)
