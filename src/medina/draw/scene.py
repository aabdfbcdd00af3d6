"""Putting the drawing together: flat things first, then everything that stands, row by row from the north."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from zlib import crc32

from medina.notation.shapes import PositionJson

from .describe import describe, heading
from .geometry import CELL, Board, is_wall_cell, place
from .ground import coordinates as coordinate_labels
from .ground import ground, ground_defs
from .marks import highlight, last_mark
from .markup import ellipse, group, number, rect, tag, text
from .palaces import HEIGHT, PalaceDrawing, row_clips
from .pieces import merchant, well, well_cell
from .street import carpet_colour, passages, street_carpet, street_ends
from .walls import tower, tower_row, tower_shadow, wall_piece, wall_shadow

_TOWERS = (1, 3, 4, 2)


class Scene:
    """One position being drawn."""

    def __init__(self, position: PositionJson, board: Board, prefix: str) -> None:
        self.position, self.board, self.prefix = position, board, prefix
        self.well_cells = board.well_cells(position)
        self.palaces = [
            PalaceDrawing(board, palace, f"{prefix}p{index}", frozenset(self.well_cells))
            for index, palace in enumerate(position["palaces"])
        ]

    def defs(self) -> str:
        """What the drawing refers to by id."""
        tops = "".join(palace.top() for palace in self.palaces)
        return tag("defs", ground_defs(self.prefix), row_clips(self.board, self.prefix), tops)

    def _lift(self, cell: str) -> float:
        """How high above the ground the top of what stands on a cell is."""
        if is_wall_cell(cell):
            return 0.0
        return HEIGHT if self.position["cells"].get(cell) in ("G", "P", "B", "O") else 0.0

    def flat(self, highlights: Iterable[str]) -> str:
        """Everything that lies on the ground."""
        streets = list(enumerate(self.position["streets"]))
        return "".join(
            [
                ground(self.board, self.prefix),
                *(well_cell(self.board, cell) for cell in self.well_cells),
                *(highlight(self.board, cell, 0) for cell in highlights if not self._lift(cell)),
                *(street_carpet(self.board, self.position, street, index) for index, street in streets),
                *(street_ends(self.board, street, index) for index, street in streets),
                self._shadows(),
            ]
        )

    def _shadows(self) -> str:
        """All shadows in one group: one blur for the whole drawing."""
        cast = [palace.shadow() for palace in self.palaces]
        cast += [wall_shadow(self.board, cell) for cell in self.position["walls"]]
        cast += [tower_shadow(self.board, name) for name in _TOWERS]
        for cell, piece in self.position["cells"].items():
            x, y = self.board.centre(cell)
            if piece in ("M", "well"):
                cast.append(ellipse(x + 5, y + 13, 12, 5) if piece == "M" else ellipse(x + 6, y + 9, 21, 14))
            elif piece == "S":
                cast.append(rect(x - 16, y - 12, CELL - 10, CELL - 14))
        return group(*cast, fill="#4a2f10", opacity=0.34, filter=f"url(#{self.prefix}soft)", data_part="shadows")

    def standing(self, highlights: Iterable[str], last: Iterable[str]) -> str:
        """Everything that stands up, from the back to the front."""
        layers: dict[int, list[str]] = defaultdict(list)
        self._add_ring(layers)
        self._add_palaces(layers)
        self._add_merchants(layers)
        for cell in highlights:
            if lift := self._lift(cell):
                layers[place(cell)[1]].append(highlight(self.board, cell, lift))
        self._add_roofs(layers)
        marks = [last_mark(self.board, cell, self._lift(cell)) for cell in last]
        rows = range(self.board.rows + 1, -1, -1)
        return "".join(group(*layers[row], data_row=str(row)) for row in rows) + "".join(marks)

    def _carpets_at_gates(self) -> dict[str, str]:
        """The colour of the street that goes through each gate."""
        return {
            gate: carpet_colour(index)
            for index, street in enumerate(self.position["streets"])
            for pair in passages(self.board, self.position, street)
            for gate in pair
        }

    def _add_ring(self, layers: dict[int, list[str]]) -> None:
        carpets = self._carpets_at_gates()
        for cell, kind in sorted(self.position["walls"].items(), key=lambda item: item[1] == "gate"):
            drawn = wall_piece(self.board, cell, kind, carpets.get(cell))
            layers[self.board.wall_row(cell)].append(drawn)
        for name in _TOWERS:
            layers[tower_row(self.board, name)].append(tower(self.board, self.position, name))

    def _add_palaces(self, layers: dict[int, list[str]]) -> None:
        for palace in self.palaces:
            for row in palace.rows():
                layers[row].append(palace.slice(row, f"{self.prefix}row{row}"))

    def _add_merchants(self, layers: dict[int, list[str]]) -> None:
        robes = {cell: at for street in self.position["streets"] for at, cell in enumerate(street)}
        for cell, piece in self.position["cells"].items():
            row = place(cell)[1]
            if piece == "M":
                layers[row].append(merchant(self.board, cell, robes.get(cell, 0)))
            elif piece == "well":
                layers[row].append(well(self.board, cell))

    def _add_roofs(self, layers: dict[int, list[str]]) -> None:
        holders = self.position["palace_tile_palaces"]
        for palace in self.palaces:
            row = place(palace.roof_cell)[1]
            layers[row] += [palace.roof(), palace.tile(holders[palace.palace["colour"]])]


def _size(board: Board, size: float | None) -> tuple[float, float]:
    width = board.width if size is None else float(size)
    return width, width * board.height / board.width


def svg(
    position: PositionJson,
    *,
    highlights: Iterable[str] = (),
    last: Iterable[str] = (),
    coordinates: bool = True,
    size: float | None = None,
    title: str | None = None,
    lang: str | None = None,
) -> str:
    """The position (as JSON, see the notation) as one self-contained SVG.

    `highlights` and `last` name cells ("e5", "Nc") to offer and cells just played; `size` is the width in pixels.
    Raises `ValueError` for a cell that is not on the board or a language there is not.
    """
    board = Board.of(position, coordinates=coordinates)
    highlights, last = list(highlights), list(last)
    board.check([*highlights, *last])
    prefix = f"m{crc32(repr((position, highlights, last, coordinates)).encode()):08x}-"
    scene = Scene(position, board, prefix)
    width, height = _size(board, size)
    return tag(
        "svg",
        tag("title", text(heading(position, title, lang)), id=f"{prefix}title"),
        tag("desc", text(describe(position, lang)), id=f"{prefix}desc"),
        scene.defs(),
        scene.flat(highlights),
        coordinate_labels(board) if coordinates else "",
        scene.standing(highlights, last),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(board.width)} {number(board.height)}",
        width=width,
        height=height,
        role="img",
        aria_labelledby=f"{prefix}title {prefix}desc",
    )
