"""Palaces: many blocks, one building. Its top is drawn once and laid down in slices, row by row from the north."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from medina.notation.shapes import PalaceJson, PositionJson

from .colours import STONES, Stone
from .geometry import CELL, Board, Place, place
from .markup import group, number, path, rect, tag
from .outline import Inset, outline
from .pieces import dome, drop, medal, stable

HEIGHT = 17.0
GAP = 3.0
"""How far a palace keeps from the edges of its cells."""
TILE_VALUES = {"G": 1, "P": 2, "B": 3, "O": 4}
_MARKS = {
    "G": "M-5.5 -5.5L5.5 5.5M5.5 -5.5L-5.5 5.5",
    "P": "M0 -7.5L6.5 0L0 7.5L-6.5 0Z",
    "B": "M-6.5 -4H6.5M-6.5 4H6.5",
    "O": "M-7 0H7M0 -7V7",
}


@dataclass(frozen=True)
class PalaceDrawing:
    """One palace of a position, ready to be drawn in slices."""

    board: Board
    palace: PalaceJson
    id: str
    well_cells: frozenset[str] = frozenset()
    """The cells that score for the well."""

    @cached_property
    def stone(self) -> Stone:
        return STONES[self.palace["colour"]]

    @cached_property
    def blocks(self) -> list[Place]:
        return [place(cell) for cell in self.palace["buildings"]]

    def _outline(self, inset: Inset, radius: float) -> str:
        return outline(self.board, self.blocks, inset, radius=radius, lift=HEIGHT)

    def top(self) -> str:
        """The whole top: a sunny rim around a sunken terrace. Opaque, so that overlapping slices leave no line."""
        stone = self.stone
        return group(
            path(self._outline(Inset.all(GAP), 3), fill=stone.light, stroke=stone.edge, stroke_width=1),
            path(self._outline(Inset(GAP + 1.6, GAP + 0.6, GAP + 0.6, GAP + 1.6), 2.5), fill=stone.rim),
            path(self._outline(Inset.all(GAP + 5), 2), fill=stone.inner),
            path(self._outline(Inset(GAP + 8, GAP + 5.8, GAP + 5, GAP + 7), 1), fill=stone.floor),
            id=self.id,
        )

    def shadow(self) -> str:
        """Its shadow on the ground, to the south-east."""
        return path(outline(self.board, self.blocks, Inset(6, -7, -4, 2), radius=0))

    def rows(self) -> list[int]:
        return sorted({place(cell)[1] for cell in [*self.palace["buildings"], *self.palace["stables"]]})

    def slice(self, row: int, clip: str) -> str:
        """What is drawn with one row: yards and huts, south faces, the top, the marks."""
        blocks = [cell for cell in self.palace["buildings"] if place(cell)[1] == row]
        drawn = [self._stable(cell) for cell in self.palace["stables"] if place(cell)[1] == row]
        drawn += [self._face(column, row) for column in self._south_columns(row)]
        if blocks:
            # Opacity makes browsers flatten the top before they clip it, or the slices' soft edges would show as seams.
            top = tag("use", href=f"#{self.id}", opacity="0.999")
            drawn.append(group(top, clip_path=f"url(#{clip})"))
        drawn += [self._mark(cell) for cell in blocks]
        return "".join(drawn)

    def _south_columns(self, row: int) -> list[int]:
        return sorted(c for c, r in self.blocks if r == row and (c, row - 1) not in self.blocks)

    def _reach(self, column: int, row: int, side: int) -> float:
        """How far a south face goes beyond its cell's edge: to the corner, on to the next face, or behind a wing."""
        if (column + side, row) not in self.blocks:
            return -GAP
        return GAP if (column + side, row - 1) in self.blocks else 0.5

    def _face(self, column: int, row: int) -> str:
        x, y = self.board.corner((column, row))
        left, right = x - self._reach(column, row, -1), x + CELL + self._reach(column, row, 1)
        foot = y + CELL - GAP
        return group(
            rect(left, foot - HEIGHT - 4, right - left, HEIGHT + 4, fill=self.stone.face),
            path(f"M{number(left)} {number(foot - 0.5)}H{number(right)}", stroke=self.stone.edge, stroke_width=1.4),
            self._windows(x + CELL / 2, foot, door=(column + row) % 3 == 0),
        )

    def _windows(self, x: float, foot: float, *, door: bool) -> str:
        spots = [(x - 13, 5.0), (x, 7.5 if door else 5.0), (x + 13, 5.0)]
        shapes = "".join(
            f"M{number(at - 3)} {number(foot - (1 if tall > 5 else 4))}v{number(-tall)}a3 3 0 0 1 6 0v{number(tall)}Z"
            for at, tall in spots
        )
        sills = "".join(f"M{number(at - 4)} {number(foot - 3.4)}h8" for at, tall in spots if tall == 5)
        return path(shapes, fill=self.stone.window) + path(
            sills, stroke=self.stone.rim, stroke_width=1.2, stroke_opacity=0.8
        )

    def _mark(self, cell: str) -> str:
        x, y = self.board.centre(cell)
        y -= HEIGHT - 1
        covered = cell == self.roof_cell and self.palace["roof"] is not None
        sign = path(
            _MARKS[self.palace["colour"]],
            transform=f"translate({number(x)} {number(y)})",
            fill="none",
            stroke=self.stone.mark,
            stroke_width=2.4,
            stroke_linecap="round",
            stroke_linejoin="round",
        )
        return group(
            sign,
            drop(x + 12, y - 10, 0.62) if cell in self.well_cells and not covered else "",
            data_cell=cell,
            data_piece=self.palace["colour"],
        )

    def _stable(self, cell: str) -> str:
        column, row = place(cell)
        around = [(column - 1, row), (column + 1, row), (column, row + 1), (column, row - 1)]
        touching = [where for where in around if where in self.blocks]
        x, y = self.board.centre(cell)
        hut = stable(self.board, cell, (column, row), touching, self.palace["colour"])
        return hut + (drop(x + 14, y - 16, 0.62) if cell in self.well_cells else "")

    @cached_property
    def roof_cell(self) -> str:
        """Where the dome stands: near the middle, and rather where a block of the palace lies behind it."""
        columns = [column for column, _ in self.blocks]
        rows = [row for _, row in self.blocks]
        middle = (sum(columns) / len(columns), sum(rows) / len(rows))

        def cost(cell: str) -> tuple[float, str]:
            column, row = place(cell)
            exposed = 0.0 if (column, row + 1) in self.blocks else 1.5
            return abs(column - middle[0]) + abs(row - middle[1]) + exposed, cell

        cells: list[str] = self.palace["buildings"]
        return min(cells, key=cost)

    def roof(self) -> str:
        """The dome, if the palace has a roof."""
        owner = self.palace["roof"]
        if owner is None:
            return ""
        x, y = self.board.centre(self.roof_cell)
        wet = drop(x - 15, y - HEIGHT + 14, 0.62) if self.roof_cell in self.well_cells else ""
        return dome(x, y - HEIGHT + 11, owner, self.palace["buildings"][0]) + wet

    def tile(self, holder: str | None) -> str:
        """The medal of the colour's palace tile, if this palace holds it."""
        if holder is None or holder not in self.palace["buildings"]:
            return ""
        x, y = self.board.centre(self.roof_cell)
        colour = self.palace["colour"]
        return medal(x + 15, y - HEIGHT + 13, TILE_VALUES[colour], colour)


def row_clips(board: Board, prefix: str) -> str:
    """One clip a row for the slices of the tops; they overlap a little so that no gap shows between them."""
    return "".join(
        tag(
            "clipPath",
            rect(0, board.corner((1, row))[1] - HEIGHT - 0.6, board.width, CELL + 1.2),
            id=f"{prefix}row{row}",
        )
        for row in range(1, board.rows + 1)
    )


def roof_cells(position: PositionJson) -> dict[str, str]:
    """For each building of a palace with a roof, the cell its dome stands on."""
    board = Board.of(position)
    drawings = [PalaceDrawing(board, palace, "") for palace in position["palaces"] if palace["roof"] is not None]
    return {cell: drawing.roof_cell for drawing in drawings for cell in drawing.palace["buildings"]}
