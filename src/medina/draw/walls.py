"""The ring: crenellated walls, gates and the four round towers."""

from __future__ import annotations

from medina.notation.shapes import PositionJson

from .colours import (
    GATE_DARK,
    GATE_RIM,
    TOWER,
    TOWER_EDGE,
    TOWER_SHADE,
    WALL_EDGE,
    WALL_FACE,
    WALL_TOP,
    darker,
    lighter,
    mix,
    owner_colour,
)
from .geometry import CELL, RING, Board
from .glyphs import label
from .markup import ellipse, group, number, path, points, rect
from .pieces import pip_colour, small_merchant

_HEIGHT = 15.0
_THICK = 24.0
_MERLON = 8.0


def _merlon(x: float, y: float) -> str:
    """One tooth of the battlements standing at (x, y): its lit top and its south face."""
    return rect(x, y - 7, _MERLON, 6, fill=lighter(WALL_TOP, 0.5)) + rect(x, y - 1, _MERLON, 4, fill=WALL_FACE)


def _masonry(x: float, y: float, wide: float, high: float) -> str:
    """A stone face with a few joints."""
    middle = y + high / 2
    joints = f"M{number(x)} {number(middle)}h{number(wide)}" + "".join(
        f"M{number(x + at * wide)} {number(y if upper else middle)}v{number(high / 2)}"
        for at, upper in ((0.25, True), (0.75, True), (0.5, False))
    )
    return rect(x, y, wide, high, fill=WALL_FACE) + path(
        joints, stroke=WALL_EDGE, stroke_width=0.8, stroke_opacity=0.55, fill="none"
    )


def _level_wall(x: float, y: float) -> str:
    """A wall of the north or south side; (x, y) is the north-west corner of its strip."""
    back = y + (RING - _THICK) / 2 - _HEIGHT + 6
    front = back + _THICK - 4
    teeth = (3, 20, 37)
    return group(
        *(_merlon(x + at, back + 2) for at in teeth),
        _masonry(x, front, CELL, _HEIGHT),
        rect(x, back, CELL, front - back + 0.5, fill=WALL_TOP),
        path(f"M{number(x)} {number(back + 0.6)}h{CELL}", stroke=mix(WALL_TOP, WALL_EDGE, 0.45), stroke_width=1.2),
        *(_merlon(x + at, front) for at in teeth),
        path(f"M{number(x)} {number(front + _HEIGHT)}h{CELL}", stroke=WALL_EDGE, stroke_width=1),
    )


def _upright_wall(x: float, y: float) -> str:
    """A wall of the west or east side; (x, y) is the north-west corner of its strip."""
    west, north = x + (RING - _THICK) / 2, y - _HEIGHT
    teeth = (8, 24, 40)
    joint = mix(WALL_TOP, WALL_EDGE, 0.4)
    return group(
        _masonry(west, north + CELL, _THICK, _HEIGHT),
        rect(west, north, _THICK, CELL + 0.5, fill=WALL_TOP),
        path(f"M{number(west + _MERLON)} {number(north)}v{CELL}", stroke=joint, stroke_width=1),
        path(f"M{number(west + _THICK - _MERLON)} {number(north)}v{CELL}", stroke=joint, stroke_width=1),
        *(_merlon(west - 1, north + at) for at in teeth),
        *(_merlon(west + _THICK - _MERLON + 1, north + at) for at in teeth),
        path(f"M{number(west)} {number(north + CELL + _HEIGHT)}h{_THICK}", stroke=WALL_EDGE, stroke_width=1),
    )


def _arch(x: float, foot: float, half: float, rise: float) -> str:
    """The dark opening standing at (x, foot)."""
    return (
        f"M{number(x - half)} {number(foot)}v{number(-rise)}a{number(half)} {number(half)} 0 0 1 {number(2 * half)} 0"
        f"v{number(rise)}Z"
    )


def _gate(x: float, y: float, wide: float, high: float, *, carpet: str | None) -> str:
    """A gatehouse on its strip: taller than the wall, with a red-rimmed arch."""
    middle, foot = x + wide / 2, y + high - (6 if wide == CELL else 17)
    # At the sides the next wall to the south would hide the arch's foot.
    left, tall, half = middle - 21, 31.0, 10.5
    rim = f"M{number(middle - half)} {number(foot - 10)}a{number(half)} {number(half)} 0 0 1 {number(2 * half)} 0"
    tongue = path(points((middle - 5, foot - 9), (middle + 5, foot - 9), (middle + 9, foot), (middle - 9, foot)))
    return group(
        *(_merlon(left + at, foot - tall - 7) for at in (0, 11.5, 23, 34)),
        rect(left, foot - tall - 7, 42, 10, fill=lighter(WALL_TOP, 0.25)),
        rect(left, foot - tall + 3, 42, tall - 3, fill=mix(WALL_FACE, WALL_TOP, 0.45)),
        path(
            f"M{number(left)} {number(foot - tall + 3)}h42M{number(left)} {number(foot)}h42",
            stroke=WALL_EDGE,
            stroke_width=1,
        ),
        path(_arch(middle, foot, half, 10), fill=GATE_DARK),
        group(tongue, fill=carpet) if carpet else "",
        path(rim, fill="none", stroke=GATE_RIM, stroke_width=4.2, stroke_linecap="round"),
        path(rim, fill="none", stroke=lighter(GATE_RIM, 0.5), stroke_width=1, stroke_linecap="round"),
    )


def wall_piece(board: Board, cell: str, kind: str, carpet: str | None) -> str:
    """The wall or gate on a wall cell; `carpet` is the colour of a street that goes through the gate."""
    x, y = board.wall_corner(cell)
    level = cell[0] in "NS"
    if kind == "gate":
        drawn = _gate(x, y, CELL if level else RING, RING if level else CELL, carpet=carpet)
    else:
        drawn = _level_wall(x, y) if level else _upright_wall(x, y)
    return group(drawn, data_cell=cell, data_piece=kind)


def wall_shadow(board: Board, cell: str) -> str:
    """The shadow of a wall piece on the ground."""
    x, y = board.wall_corner(cell)
    if cell[0] in "NS":
        return rect(x + 4, y + RING - 16, CELL, 16)
    return rect(x + 14, y + 4, _THICK + 6, CELL)


def _crown(x: float, y: float) -> str:
    """The tower's platform: a lit ellipse with teeth around its front."""
    teeth = "".join(
        rect(x + dx - 3.5, y + dy - 5, 7, 8, rx=1, fill=TOWER, stroke=TOWER_EDGE, stroke_width=0.7)
        for dx, dy in ((-19, 0), (-12.5, 8.5), (0, 11.5), (12.5, 8.5), (19, 0))
    )
    return (
        ellipse(x, y, 21, 12, fill=lighter(TOWER, 0.3), stroke=TOWER_EDGE)
        + ellipse(x, y + 1, 15.5, 8, fill=mix(TOWER_SHADE, TOWER, 0.35))
        + teeth
    )


def _back_teeth(x: float, y: float) -> str:
    return "".join(
        rect(x + dx - 3.5, y + dy - 5, 7, 7, rx=1, fill=TOWER_SHADE, stroke=TOWER_EDGE, stroke_width=0.7)
        for dx, dy in ((-12.5, -8), (0, -11), (12.5, -8))
    )


def _flag(x: float, y: float, owner: int | str) -> str:
    """The owner of the tower's tile flies a flag on it."""
    colour = owner_colour(owner)
    cloth = f"M{number(x)} {number(y - 26)}c5 -3 8 3 14 0v11c-6 3 -9 -3 -14 0Z"
    pips = "".join(ellipse(x + 4 + 2.9 * at, y - 20.5, 1.1, 1.1, fill=pip_colour(owner)) for at in range(_pips(owner)))
    return group(
        path(f"M{number(x)} {number(y)}v-27", stroke="#6b4a22", stroke_width=1.8, stroke_linecap="round"),
        path(cloth, fill=colour, stroke=darker(colour, 0.4), stroke_width=0.9),
        pips,
    )


def _pips(owner: int | str) -> int:
    return owner + 1 if isinstance(owner, int) else 0


def tower(board: Board, position: PositionJson, name: int) -> str:
    """A tower with its number, the merchants still on its tile and the flag of the tile's owner."""
    x, y = board.tower(name)
    owner = position["tower_tiles"][str(name)]
    waiting = position["tower_merchants"][str(name)]
    top, foot = y - 25, y + 13
    body = f"M{number(x - 21)} {number(top)}V{number(foot)}a21 12 0 0 0 42 0V{number(top)}Z"
    shade = f"M{number(x + 6)} {number(top)}V{number(foot + 11.4)}a21 12 0 0 0 15 -11.4V{number(top)}Z"
    crowd = [small_merchant(x + (at - (waiting - 1) / 2) * 10, top + 3, at) for at in range(waiting)]
    return group(
        path(body, fill=TOWER, stroke=TOWER_EDGE),
        path(shade, fill=TOWER_SHADE, opacity=0.75),
        _back_teeth(x, top),
        _crown(x, top),
        *crowd,
        _flag(x, top + 2, owner) if owner is not None else "",
        ellipse(x, y - 2, 10, 10, fill="#8a5a2c", stroke="#fff1cf", stroke_width=1.4),
        label(str(name), x, y - 2, scale=1.2, colour="#fff6e0", weight=1.9),
        data_tower=str(name),
        data_owner=None if owner is None else str(owner),
    )


def tower_shadow(board: Board, name: int) -> str:
    """The shadow of a tower on the ground."""
    x, y = board.tower(name)
    return ellipse(x + 8, y + 17, 23, 13)


def tower_row(board: Board, name: int) -> int:
    """The row a tower is drawn with."""
    return board.rows + 1 if name in (1, 3) else 0
