"""The pieces that stand alone: merchants, the well, stables, domes and the palace tiles' medals."""

from __future__ import annotations

from .colours import (
    GOLD,
    GOLD_DARK,
    PLASTER,
    ROBES,
    STONES,
    THATCH,
    THATCH_DARK,
    WATER,
    WATER_LIGHT,
    Stone,
    darker,
    lighter,
    owner_colour,
)
from .geometry import CELL, Board, Place
from .glyphs import label
from .markup import ellipse, group, number, path, rect

STABLE_YARD = 5.0
"""How high the yard that ties a stable to its palace stands."""


def _robe(x: float, foot: float, size: float) -> str:
    """A bell-shaped robe with its foot at (x, foot)."""
    n = number
    return (
        f"M{n(x - 10 * size)} {n(foot)}C{n(x - 10 * size)} {n(foot - 9 * size)} {n(x - 6 * size)} {n(foot - 16 * size)}"
        f" {n(x - 3.6 * size)} {n(foot - 19 * size)}H{n(x + 3.6 * size)}"
        f"C{n(x + 6 * size)} {n(foot - 16 * size)} {n(x + 10 * size)} {n(foot - 9 * size)} {n(x + 10 * size)} {n(foot)}"
        f"A{n(10 * size)} {n(3.6 * size)} 0 0 1 {n(x - 10 * size)} {n(foot)}Z"
    )


def _head(x: float, y: float, size: float) -> str:
    """A face under a white turban."""
    turban = (
        f"M{number(x - 6.4 * size)} {number(y - 1.2 * size)}c0 {number(-6.6 * size)} {number(12.8 * size)} "
        f"{number(-6.6 * size)} {number(12.8 * size)} 0c{number(-3.4 * size)} {number(2.6 * size)} "
        f"{number(-9.4 * size)} {number(2.6 * size)} {number(-12.8 * size)} 0Z"
    )
    return ellipse(x, y, 4.8 * size, 5 * size, fill="#d9a06c") + path(
        turban, fill="#fffaf0", stroke="#b9a88a", stroke_width=0.7
    )


def small_merchant(x: float, foot: float, turn: int) -> str:
    """A merchant waiting on a tower."""
    return group(path(_robe(x, foot, 0.52), fill=ROBES[turn % len(ROBES)]), _head(x, foot - 11.5, 0.55))


def merchant(board: Board, cell: str, turn: int) -> str:
    """A merchant on the carpet; neighbours in a street wear different robes."""
    x, y = board.centre(cell)
    foot, robe = y + 13, ROBES[turn % len(ROBES)]
    n = number
    fold = f"M{n(x + 1)} {n(foot - 17)}C{n(x + 3.5)} {n(foot - 10)} {n(x + 3)} {n(foot - 4)} {n(x + 4)} {n(foot + 2)}"
    light = f"M{n(x - 5)} {n(foot - 13)}C{n(x - 7)} {n(foot - 8)} {n(x - 7.6)} {n(foot - 4)} {n(x - 7.6)} {n(foot)}"
    sash = f"M{number(x - 6.6)} {number(foot - 10)}q6.6 4 13.2 0"
    return group(
        path(_robe(x, foot, 1), fill=robe, stroke=darker(robe, 0.45), stroke_width=0.9),
        path(fold, fill="none", stroke=darker(robe, 0.35), stroke_width=1.6, stroke_linecap="round"),
        path(light, fill="none", stroke=lighter(robe, 0.45), stroke_width=1.6, stroke_linecap="round"),
        path(sash, fill="none", stroke=GOLD, stroke_width=1.8),
        _head(x, foot - 22.5, 1),
        data_cell=cell,
        data_piece="M",
    )


def well(board: Board, cell: str) -> str:
    """The well: a round stone kerb with water in it."""
    x, y = board.centre(cell)
    kerb = f"M{number(x - 19)} {number(y - 3)}v8a19 14 0 0 0 38 0v-8Z"
    joints = f"M{number(x - 12)} {number(y + 8)}v8M{number(x)} {number(y + 11)}v8M{number(x + 12)} {number(y + 8)}v8"
    return group(
        path(kerb, fill="#8d8577", stroke="#5f574a"),
        path(joints, stroke="#5f574a", stroke_width=1, stroke_opacity=0.7),
        ellipse(x, y - 3, 19, 14, fill="#d8d0bf", stroke="#7d7465"),
        ellipse(x, y - 2, 13, 9, fill="#22506b"),
        ellipse(x, y - 0.8, 12.6, 7.6, fill=WATER),
        path(
            f"M{number(x - 8)} {number(y - 2)}q4 -4 9 -3.4",
            fill="none",
            stroke=WATER_LIGHT,
            stroke_width=2,
            stroke_linecap="round",
        ),
        path(
            f"M{number(x + 1)} {number(y + 3)}q4 0 6 -2",
            fill="none",
            stroke=WATER_LIGHT,
            stroke_width=1.2,
            stroke_linecap="round",
        ),
        data_cell=cell,
        data_piece="well",
    )


def drop(x: float, y: float, size: float) -> str:
    """A drop of water around (x, y): the mark of the cells that score for the well (rule 11.1)."""
    shape = "M0 -9C5 -2.4 7 .4 7 3.4A7 7 0 0 1 -7 3.4C-7 .4 -5 -2.4 0 -9Z"
    return group(
        path(shape, fill=WATER, stroke="#1d5a78", stroke_width=0.9),
        path(
            "M-3.6 3.6a3.6 3.6 0 0 0 3 3.2", fill="none", stroke=WATER_LIGHT, stroke_width=1.5, stroke_linecap="round"
        ),
        transform=f"translate({number(x)} {number(y)}) scale({number(size)})",
    )


def well_cell(board: Board, cell: str) -> str:
    """An inlaid tile with a drop, two cells from the well."""
    x, y = board.centre(cell)
    return group(
        rect(x - 20, y - 20, 40, 40, rx=7, fill="#9fd0e0", fill_opacity=0.5, stroke="#5ba3bd", stroke_opacity=0.6),
        group(drop(x, y, 1.15), opacity=0.75),
        data_bonus=cell,
    )


def _yard(board: Board, where: Place, touching: list[Place], stone: Stone) -> str:
    """The low paved yard in the palace's colour that runs from the stable into its palace."""
    x, y = board.corner(where)
    column, row = where
    west = -4.0 if (column - 1, row) in touching else 4.0
    east = -4.0 if (column + 1, row) in touching else 4.0
    north = -4.0 if (column, row + 1) in touching else 5.0
    south = -4.0 if (column, row - 1) in touching else 4.0
    left, right = x + west, x + CELL - east
    top, bottom = y + north - STABLE_YARD, y + CELL - south - STABLE_YARD
    return (
        rect(left, bottom - 1, right - left, STABLE_YARD + 1, fill=stone.face)
        + rect(left, top, right - left, bottom - top, fill=stone.rim, stroke=stone.edge, stroke_width=0.8)
        + rect(left + 0.4, top + 0.4, right - left - 0.8, 2, fill=stone.light)
        + rect(left + 2.5, top + 2.5, right - left - 5, bottom - top - 5, fill=stone.floor)
    )


def _lean(where: Place, touching: list[Place]) -> float:
    """A stable leans towards the palace beside it."""
    west, east = (where[0] - 1, where[1]) in touching, (where[0] + 1, where[1]) in touching
    return 4.0 * (east - west)


def stable(board: Board, cell: str, where: Place, touching: list[Place], colour: str) -> str:
    """A thatched hut on a yard in its palace's colour."""
    x, y = board.corner(where)
    middle, foot = x + CELL / 2 + _lean(where, touching), y + CELL - 14
    n = number
    thatch = (
        f"M{n(middle - 19)} {n(foot - 8)}L{n(middle - 8)} {n(foot - 25)}"
        f"Q{n(middle)} {n(foot - 28)} {n(middle + 8)} {n(foot - 25)}"
        f"L{n(middle + 19)} {n(foot - 8)}Q{n(middle)} {n(foot - 3)} {n(middle - 19)} {n(foot - 8)}Z"
    )
    straws = "".join(
        f"M{n(middle + at * 0.45)} {n(foot - 24)}L{n(middle + at)} {n(foot - 7)}" for at in (-12, -7, -2, 3, 8, 13)
    )
    door = f"M{n(middle - 4.5)} {n(foot)}v-6a4.5 4.5 0 0 1 9 0v6Z"
    return group(
        _yard(board, where, touching, STONES[colour]),
        rect(middle - 14, foot - 11, 28, 11, fill=PLASTER, stroke=THATCH_DARK, stroke_width=0.8),
        path(door, fill="#4a2d12"),
        path(thatch, fill=THATCH, stroke=THATCH_DARK, stroke_linejoin="round"),
        path(straws, fill="none", stroke=THATCH_DARK, stroke_width=1, stroke_opacity=0.75),
        path(
            f"M{n(middle - 8)} {n(foot - 25)}Q{n(middle)} {n(foot - 28)} {n(middle + 8)} {n(foot - 25)}",
            fill="none",
            stroke=lighter(THATCH, 0.6),
            stroke_width=2.2,
            stroke_linecap="round",
        ),
        data_cell=cell,
        data_piece="S",
    )


def _dome_shape(x: float, y: float) -> str:
    n = number
    return (
        f"M{n(x - 14)} {n(y)}C{n(x - 19)} {n(y - 12)} {n(x - 11)} {n(y - 19)} {n(x - 5)} {n(y - 25)}"
        f"C{n(x - 2)} {n(y - 28)} {n(x - 1)} {n(y - 31)} {n(x)} {n(y - 35)}"
        f"C{n(x + 1)} {n(y - 31)} {n(x + 2)} {n(y - 28)} {n(x + 5)} {n(y - 25)}"
        f"C{n(x + 11)} {n(y - 19)} {n(x + 19)} {n(y - 12)} {n(x + 14)} {n(y)}"
        f"A14 5 0 0 1 {n(x - 14)} {n(y)}Z"
    )


def _golden_tip(x: float, y: float) -> str:
    return (
        path(f"M{number(x)} {number(y + 2)}v-9", stroke=GOLD_DARK, stroke_width=2.6, stroke_linecap="round")
        + path(f"M{number(x)} {number(y + 2)}v-9", stroke=GOLD, stroke_width=1.4, stroke_linecap="round")
        + ellipse(x, y - 1.5, 3, 3, fill=GOLD, stroke=GOLD_DARK, stroke_width=0.8)
    )


def pip_colour(owner: int | str) -> str:
    """The pips that count a seat show on its colour: dark on the yellow one, light on the others."""
    return "#5b3a08" if owner == 3 else "#fff8e0"


def dome(x: float, y: float, owner: int | str, cell: str) -> str:
    """A roof standing at (x, y): the owner's colour, the seat's pips on its drum, a golden tip."""
    colour = owner_colour(owner)
    count = owner + 1 if isinstance(owner, int) else 0
    n = number
    spots = [(at - (count - 1) / 2) * 5.2 for at in range(count)]
    pips = [ellipse(x + at, y - 6.5 - at * at * 0.02, 1.6, 1.6, fill=pip_colour(owner)) for at in spots]
    shade = (
        f"M{n(x + 1)} {n(y - 31)}C{n(x + 2)} {n(y - 28)} {n(x + 2)} {n(y - 28)} {n(x + 5)} {n(y - 25)}"
        f"C{n(x + 11)} {n(y - 19)} {n(x + 19)} {n(y - 12)} {n(x + 14)} {n(y)}A14 5 0 0 1 {n(x + 4)} {n(y + 4.7)}"
        f"C{n(x + 10)} {n(y - 8)} {n(x + 7)} {n(y - 18)} {n(x + 1)} {n(y - 31)}Z"
    )
    return group(
        path(f"M{n(x - 14)} {n(y)}v6a14 5 0 0 0 28 0v-6Z", fill=PLASTER, stroke="#8a7550", stroke_width=0.9),
        path(_dome_shape(x, y), fill=colour, stroke=darker(colour, 0.5), stroke_width=1.1),
        path(shade, fill=darker(colour, 0.3)),
        path(
            f"M{n(x - 9)} {n(y - 4)}C{n(x - 11.5)} {n(y - 12)} {n(x - 6)} {n(y - 18)} {n(x - 3)} {n(y - 22)}",
            fill="none",
            stroke=lighter(colour, 0.65),
            stroke_width=2.6,
            stroke_linecap="round",
        ),
        *pips,
        _golden_tip(x, y - 36),
        data_roof=cell,
        data_owner=str(owner),
    )


def medal(x: float, y: float, value: int, colour: str) -> str:
    """The palace tile of a colour, lying on the palace that holds it."""
    return group(
        ellipse(x, y, 8.4, 8.4, fill=GOLD, stroke=GOLD_DARK, stroke_width=1.2),
        ellipse(x, y, 6, 6, fill="none", stroke=lighter(GOLD, 0.6), stroke_width=0.8),
        label(str(value), x, y, scale=0.85, colour="#5d3c05", weight=1.9),
        data_tile=colour,
    )
