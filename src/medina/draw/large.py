"""The board for roomy colour terminals: five characters by two lines a cell, with south faces and standing pieces."""

from __future__ import annotations

from .colours import CARPET_EDGE, EARTH, PLASTER, ROBES, SAND, THATCH, WALL_TOP, Stone, darker, lighter, owner_colour
from .geometry import Place, cell_name
from .ink import Ink
from .palaces import PalaceDrawing
from .street import carpet_colour
from .tiles import HIGHLIGHT, HIGHLIGHT_INK, INK_DARK, INK_LIGHT, LAST, LIGHT_STONES, Tile, Tiles, on, owner_sign

TwoLines = tuple[Tile, Tile]
_WIDTH = 5


def _flat(upper: str, lower: str, fore: str, back: str, *, bold: bool = False) -> TwoLines:
    return (Ink(upper, fore, back, bold),), (Ink(lower, fore, back, bold),)


def _chars(tile: Tile) -> list[Ink]:
    """The tile as single characters, so that some can be replaced."""
    return [Ink(character, ink.fore, ink.back, ink.bold) for ink in tile for character in ink.text]


def _corners(lines: TwoLines) -> TwoLines:
    """White corners around a cell placed last."""
    framed = []
    for tile, (left, right) in zip(lines, (("┌", "┐"), ("└", "┘")), strict=True):
        chars = _chars(tile)
        chars[0] = Ink(left, LAST, chars[0].back, True)
        chars[-1] = Ink(right, LAST, chars[-1].back, True)
        framed.append(tuple(chars))
    return framed[0], framed[1]


class LargeTiles(Tiles):
    """Large tiles of one position. Always in colour and Unicode."""

    width = _WIDTH

    def row(self, row: int) -> list[list[Tile]]:
        city = [self.city_lines((column, row)) for column in range(1, self.board.columns + 1)]
        cells = [self.side_wall(f"W{row}"), *city, self.side_wall(f"E{row}")]
        return [[upper for upper, _ in cells], [lower for _, lower in cells]]

    def city_lines(self, where: Place) -> TwoLines:
        """The two lines of a city cell."""
        cell = cell_name(where)
        piece = self.position["cells"].get(cell)
        if cell in self.highlights:
            return self._choice(cell, piece)
        lines = self._lines(cell, where, piece)
        return _corners(lines) if cell in self.last else lines

    def _choice(self, cell: str, piece: str | None) -> TwoLines:
        """A cell to choose shows its name, so that it can be typed."""
        upper = f"  {'●' if piece is None else piece}  "
        return _flat(upper, f"{cell:^{_WIDTH}}", HIGHLIGHT_INK, HIGHLIGHT, bold=True)

    def _lines(self, cell: str, where: Place, piece: str | None) -> TwoLines:
        if piece is None:
            return self._ground(cell, where)
        if piece == "well":
            return _flat("╭≈≈≈╮", "╰≈≈≈╯", "#e6fbff", "#2f86ad", bold=True)
        if piece == "M":
            return self._figure(cell)
        if piece == "S":
            return self._hut(self.palaces[cell].stone)
        return self._block(cell, where, piece)

    def _ground(self, cell: str, where: Place) -> TwoLines:
        if cell in self.well_cells:
            return _flat("  °  ", " +4  ", "#1d5a78", "#a9d6e4", bold=True)
        return _flat("     ", "     ", INK_DARK, lighter(SAND, 0.38) if sum(where) % 2 else lighter(SAND, 0.14))

    def _figure(self, cell: str) -> TwoLines:
        """A merchant on the carpet; angle brackets at the ends of a street."""
        index = self.streets.get(cell, 0)
        street = self.position["streets"][index]
        back = carpet_colour(index)
        robe = lighter(ROBES[street.index(cell) % len(ROBES)], 0.25)
        left, right = ("‹", "›") if cell in (street[0], street[-1]) else (" ", " ")
        gold = CARPET_EDGE
        upper = (Ink(f"{left} ", gold, back, True), Ink("▄", INK_LIGHT, back), Ink(f" {right}", gold, back, True))
        lower = (Ink(" ▟", robe, back), Ink("M", INK_LIGHT, robe, True), Ink("▙ ", robe, back))
        return upper, lower

    def _hut(self, stone: Stone) -> TwoLines:
        back = stone.rim
        upper = (Ink("▗▟█▙▖", THATCH, back),)
        lower = (Ink(" ▐", PLASTER, back), Ink("S", INK_DARK, PLASTER, True), Ink("▌ ", PLASTER, back))
        return upper, lower

    def _block(self, cell: str, where: Place, piece: str) -> TwoLines:
        """A building: its top, and below it the south face with windows where no block follows."""
        palace = self.palaces[cell]
        stone = palace.stone
        letter = darker(stone.face, 0.5) if piece in LIGHT_STONES else stone.mark
        open_south = (where[0], where[1] - 1) not in palace.blocks
        back = stone.face if open_south else stone.rim
        owner = palace.palace["roof"]
        if cell == palace.roof_cell and owner is not None:
            return self._large_dome(palace, owner, letter, back)
        windows = " ∩ ∩ " if open_south else "     "
        return (Ink(f"  {piece}  ", letter, stone.rim, True),), (Ink(windows, stone.window, back, True),)

    def _large_dome(self, palace: PalaceDrawing, owner: int | str, letter: str, back: str) -> TwoLines:
        colour, rim = owner_colour(owner), palace.stone.rim
        upper = (Ink(palace.palace["colour"], letter, rim, True), Ink("▟█▙", colour, rim), Ink(" ", letter, rim))
        lower = (Ink(" ", None, back), Ink(f" {owner_sign(owner)} ", on(colour), colour, True), Ink(" ", None, back))
        return upper, lower

    def level_wall(self, cell: str) -> Tile:
        """A cell of the north or south side, five characters wide."""
        if cell in self.highlights:
            return (Ink(f"{cell:^{_WIDTH}}", HIGHLIGHT_INK, HIGHLIGHT, True),)
        kind = self.position["walls"].get(cell)
        if kind is None:
            return (Ink("┄┄┄┄┄", darker(EARTH, 0.25), EARTH),)
        small = self.wall(cell)
        if kind == "gate":
            left, arch, right = small
            return Ink("▙", WALL_TOP, left.back), left, arch, right, Ink("▟", WALL_TOP, left.back)
        return (Ink("▙▄█▄▟", small[0].fore, small[0].back),)

    def side_wall(self, cell: str) -> TwoLines:
        """The two lines of a cell of the west or east side, three characters wide."""
        if cell in self.highlights:
            return _flat(" ● ", f"{cell:^3}", HIGHLIGHT_INK, HIGHLIGHT, bold=True)
        small = self.wall(cell)
        if self.position["walls"].get(cell) == "gate":
            return (Ink("▙▄▟", WALL_TOP, small[0].back),), small
        return small, small
