"""The ground: desert around, the ring's foundations, the paved city, its grid and its coordinates."""

from __future__ import annotations

from .colours import DESERT, EARTH, EARTH_DARK, INK, SAND, SAND_DARK, SAND_LIGHT, lighter
from .geometry import CELL, RING, Board, column_letter
from .glyphs import label
from .markup import group, number, path, rect, tag

_COORDINATE_SCALE = 1.15


def ground_defs(prefix: str) -> str:
    """Gradients, grain and the soft blur that other parts refer to by id."""
    sun = tag(
        "radialGradient",
        tag("stop", offset="0", stop_color="#fff9e6", stop_opacity=0.85),
        tag("stop", offset="1", stop_color="#fff9e6", stop_opacity=0),
        id=f"{prefix}sun",
        cx=0.24,
        cy=0.12,
        r=0.95,
    )
    sand = tag(
        "linearGradient",
        tag("stop", offset="0", stop_color=SAND_LIGHT),
        tag("stop", offset="1", stop_color=SAND),
        id=f"{prefix}sand",
        x1=0,
        y1=0,
        x2=0.3,
        y2=1,
    )
    grain = tag(
        "pattern",
        path("M3 4h.1M13 9h.1M8 17h.1M19 20h.1", stroke="#8a6022", stroke_opacity=0.16),
        path("M17 3h.1M5 11h.1M14 15h.1M1 20h.1", stroke="#ffffff", stroke_opacity=0.3),
        id=f"{prefix}grain",
        width=22,
        height=23,
        patternUnits="userSpaceOnUse",
        stroke_width=1.3,
        stroke_linecap="round",
    )
    soft = tag(
        "filter",
        tag("feGaussianBlur", stdDeviation=2.6),
        id=f"{prefix}soft",
        x="-5%",
        y="-5%",
        width="110%",
        height="110%",
    )
    return sun + sand + grain + soft


def _tint(column: int, row: int) -> float:
    """How much a paving stone differs from its neighbours: fixed, but without a visible pattern."""
    return ((column * 37 + row * 101 + column * row * 17) % 13) / 13


def _paving(board: Board) -> str:
    """Hardly visible differences between the stones: a cell is found at once, yet nothing looks like a chessboard."""
    stones = []
    for row in range(1, board.rows + 1):
        for column in range(1, board.columns + 1):
            tint = _tint(column, row)
            if 0.35 < tint < 0.7:
                continue
            x, y = board.corner((column, row))
            colour, strength = ("#ffffff", tint - 0.6) if tint > 0.5 else (EARTH_DARK, 0.4 - tint)
            stones.append(rect(x + 1, y + 1, CELL - 2, CELL - 2, rx=3, fill=colour, opacity=round(strength * 0.32, 3)))
    return "".join(stones)


def _grid(board: Board) -> str:
    vertical = "".join(
        f"M{number(board.left + column * CELL)} {number(board.top)}V{number(board.bottom)}"
        for column in range(1, board.columns)
    )
    level = "".join(
        f"M{number(board.left)} {number(board.top + row * CELL)}H{number(board.right)}" for row in range(1, board.rows)
    )
    return path(vertical + level, stroke=EARTH_DARK, stroke_width=1, stroke_opacity=0.42, fill="none")


def _foundations(board: Board) -> str:
    """The ring's cells, empty or not: where a wall can still come one sees its bed."""
    beds = []
    for wall in board.city.wall_place:
        x, y = board.wall_corner(wall)
        wide, high = (CELL, RING) if wall[0] in "NS" else (RING, CELL)
        beds.append(rect(x + 3, y + 3, wide - 6, high - 6, rx=4))
    return group(*beds, fill=lighter(EARTH, 0.16), stroke=EARTH_DARK, stroke_opacity=0.35)


def ground(board: Board, prefix: str) -> str:
    """Everything flat, from the desert to the grid."""
    wide, high = board.right - board.left, board.bottom - board.top
    return group(
        rect(0, 0, board.width, board.height, fill=DESERT),
        rect(0, 0, board.width, board.height, fill=f"url(#{prefix}grain)"),
        rect(
            board.left - RING,
            board.top - RING,
            wide + 2 * RING,
            high + 2 * RING,
            rx=16,
            fill=EARTH,
            stroke=EARTH_DARK,
            stroke_width=1.2,
        ),
        _foundations(board),
        rect(board.left, board.top, wide, high, fill=f"url(#{prefix}sand)"),
        _paving(board),
        rect(board.left, board.top, wide, high, fill=f"url(#{prefix}sun)"),
        rect(board.left, board.top, wide, high, fill=f"url(#{prefix}grain)", opacity=0.35),
        _grid(board),
        rect(board.left, board.top, wide, high, fill="none", stroke=SAND_DARK, stroke_width=2),
        data_part="ground",
    )


def coordinates(board: Board) -> str:
    """Column letters and row numbers on all four sides."""
    marks = []
    for column in range(1, board.columns + 1):
        x = board.corner((column, 1))[0] + CELL / 2
        for y in (board.top - RING - 19, board.bottom + RING + 16):
            marks.append((column_letter(column), x, y))
    for row in range(1, board.rows + 1):
        y = board.corner((1, row))[1] + CELL / 2
        for x in (board.left - RING - 17, board.right + RING + 17):
            marks.append((str(row), x, y))
    drawn = [label(text, x, y, scale=_COORDINATE_SCALE, colour=INK, weight=1.15) for text, x, y in marks]
    return group(*drawn, data_part="coordinates")
