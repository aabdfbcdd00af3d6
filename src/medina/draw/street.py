"""Market streets: a carpet from end to end, also out through one gate and in through another."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from medina.notation.shapes import PositionJson

from .colours import CARPET, CARPET_EDGE, darker
from .geometry import RING, Board, Point, place
from .markup import ellipse, group, path, points

CARPETS = (CARPET, "#3d5a80", "#6b5b2f", "#6d3f73")
"""One colour a street, so that two streets side by side are told apart."""
_LOW = 4.0
"""Merchants stand a little below the middle of their cell, and so does the carpet."""
_OUTSIDE = 5.0
"""How far outside the ring a street runs from gate to gate."""
_SILL = -9.0
"""Where its carpet ends there: its square end reaches half its width further."""


def carpet_colour(index: int) -> str:
    """The colour of the street with this number."""
    return CARPETS[index % len(CARPETS)]


def _touch(one: str, other: str) -> bool:
    (ax, ay), (bx, by) = place(one), place(other)
    return abs(ax - bx) + abs(ay - by) == 1


def _spot(board: Board, cell: str) -> Point:
    x, y = board.centre(cell)
    return x, y + _LOW


def _gates_at(board: Board, position: PositionJson, cell: str) -> list[str]:
    """The used gates before which a cell lies (a corner cell may have two)."""
    return [gate for gate in position["used_gates"] if board.front(gate) == cell]


def _gate_mouth(board: Board, gate: str, outside: float = _OUTSIDE) -> Point:
    """The point outside the ring where a street leaves through a gate."""
    x, y = _spot(board, board.front(gate))
    return {
        "N": (x, board.top - RING - outside),
        "S": (x, board.bottom + RING + outside),
        "W": (board.left - RING - outside, y),
        "E": (board.right + RING + outside, y),
    }[gate[0]]


def _around(board: Board, start: Point, end: Point) -> list[Point]:
    """The shorter way around the ring from one gate's mouth to the other's."""
    north, south = board.top - RING - _OUTSIDE, board.bottom + RING + _OUTSIDE
    west, east = board.left - RING - _OUTSIDE, board.right + RING + _OUTSIDE
    corners = [(west, north), (east, north), (east, south), (west, south)]

    def distance(point: Point) -> float:
        """How far along the ring, clockwise from the north-west corner."""
        x, y = point
        if y <= north:
            return x - west
        if x >= east:
            return east - west + y - north
        if y >= south:
            return 2 * (east - west) + south - north - x + west
        return 2 * (east - west) + 2 * (south - north) - y + north

    length = 2 * (east - west + south - north)
    clockwise = (distance(end) - distance(start)) % length
    if clockwise > length / 2:
        return _around(board, end, start)[::-1]
    passed = [(c, (distance(c) - distance(start)) % length) for c in corners]
    return [start, *(c for c, at in sorted(passed, key=lambda pair: pair[1]) if 0 < at < clockwise), end]


def _passage(board: Board, position: PositionJson, before: str, after: str) -> tuple[str, str] | None:
    """The two gates between two neighbours of a street that do not touch."""
    leaving, entering = _gates_at(board, position, before), _gates_at(board, position, after)
    return (leaving[0], entering[0]) if leaving and entering else None


def passages(board: Board, position: PositionJson, street: Sequence[str]) -> list[tuple[str, str]]:
    """Every pair of gates a street goes through (rule 16.4)."""
    steps = [pair for pair in pairwise(street) if not _touch(*pair)]
    return [found for one, other in steps if (found := _passage(board, position, one, other))]


def _lines(board: Board, position: PositionJson, street: Sequence[str]) -> list[list[Point]]:
    """The pieces of carpet inside the city, each reaching out under its gates."""
    lines = [[_spot(board, street[0])]]
    for before, after in pairwise(street):
        gates = None if _touch(before, after) else _passage(board, position, before, after)
        if gates:
            lines[-1].append(_gate_mouth(board, gates[0], _SILL))
            lines.append([_gate_mouth(board, gates[1], _SILL)])
        lines[-1].append(_spot(board, after))
    return lines


def _strokes(data: str, colour: str, cap: str) -> str:
    """A carpet along a line: gold border, field, inner line and a row of knots."""
    common = {"d": data, "fill": "none", "stroke_linejoin": "round"}
    layers: list[tuple[str, float, str | None]] = [
        (darker(colour, 0.45), 26, None),
        (CARPET_EDGE, 24, None),
        (colour, 20.5, None),
        (CARPET_EDGE, 13, None),
        (darker(colour, 0.12), 11.4, None),
        (CARPET_EDGE, 3.4, "3.4 8.6"),
    ]
    return "".join(
        path(**common, stroke=stroke, stroke_width=width, stroke_dasharray=dash, stroke_linecap=None if dash else cap)
        for stroke, width, dash in layers
    )


def street_carpet(board: Board, position: PositionJson, street: Sequence[str], index: int) -> str:
    """The carpet of one street, flat on the ground, and its track around the ring between two gates."""
    colour = carpet_colour(index)
    tracks = [
        path(
            points(*_around(board, _gate_mouth(board, one), _gate_mouth(board, other)), close=False),
            fill="none",
            stroke=colour,
            stroke_width=6,
            stroke_dasharray="8 5",
            stroke_linejoin="round",
            stroke_opacity=0.85,
        )
        for one, other in passages(board, position, street)
    ]
    inside = "".join(
        points(*(line if len(line) > 1 else [line[0], (line[0][0] + 0.01, line[0][1])]), close=False)
        for line in _lines(board, position, street)
    )
    return group(*tracks, _strokes(inside, colour, "square"), data_street=" ".join(street))


def _ring(board: Board, cell: str, colour: str) -> str:
    x, y = _spot(board, cell)
    rings = [
        ellipse(x, y, 20, 17, stroke="#fff3d0", stroke_width=4.4, stroke_opacity=0.85),
        ellipse(x, y, 20, 17, stroke=darker(colour, 0.2), stroke_width=2.4, stroke_dasharray="6 4.2"),
    ]
    return group(*rings, fill="none", data_end=cell)


def street_ends(board: Board, street: Sequence[str], index: int) -> str:
    """Dashed rings around the two ends: here the street grows."""
    ends = [street[0]] if len(street) == 1 else [street[0], street[-1]]
    return "".join(_ring(board, cell, carpet_colour(index)) for cell in ends)
