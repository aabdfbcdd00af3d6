"""Marks that are no pieces: cells one may choose (turquoise) and the pieces placed last."""

from __future__ import annotations

from .colours import LAST, TURQUOISE, darker
from .geometry import CELL, RING, Board, is_wall_cell, place
from .markup import group, number, path, rect


def _box(board: Board, cell: str, lift: float) -> tuple[float, float, float, float]:
    """Left, top, width and height of the cell's mark."""
    if is_wall_cell(cell):
        x, y = board.wall_corner(cell)
        wide, high = (CELL, RING) if cell[0] in "NS" else (RING, CELL)
    else:
        x, y = board.corner(place(cell))
        wide = high = CELL
    return x + 4, y + 4 - lift, wide - 8, high - 8


def highlight(board: Board, cell: str, lift: float) -> str:
    """A soft turquoise glow on a cell one may choose, `lift` above the ground where a palace stands."""
    x, y, wide, high = _box(board, cell, lift)
    return group(
        rect(x - 2, y - 2, wide + 4, high + 4, rx=10, fill=TURQUOISE, fill_opacity=0.22),
        rect(x, y, wide, high, rx=8, fill="#35d3cc", fill_opacity=0.42, stroke=TURQUOISE, stroke_width=2.4),
        rect(x + wide / 2 - 4, y + high / 2 - 4, 8, 8, rx=4, fill=darker(TURQUOISE, 0.15)),
        data_highlight=cell,
    )


def last_mark(board: Board, cell: str, lift: float) -> str:
    """White corner brackets around a piece placed last."""
    x, y, wide, high = _box(board, cell, lift)
    arm = 10.0
    corners = "".join(
        f"M{number(cx + dx * arm)} {number(cy)}H{number(cx)}V{number(cy + dy * arm)}"
        for cx, dx in ((x, 1), (x + wide, -1))
        for cy, dy in ((y, 1), (y + high, -1))
    )
    common = {"d": corners, "fill": "none", "stroke_linecap": "round", "stroke_linejoin": "round"}
    return group(
        path(**common, stroke="#5b3a12", stroke_width=5, stroke_opacity=0.75),
        path(**common, stroke=LAST, stroke_width=2.6),
        data_last=cell,
    )
