"""The outline of a group of cells as one path, so that a palace of many blocks has no seams inside."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from .geometry import CELL, Board, Place, Point
from .markup import number

_Corner = tuple[int, int]
_Step = tuple[int, int]


@dataclass(frozen=True)
class Inset:
    """How far the outline keeps from the cells' north, east, south and west edges."""

    north: float
    east: float
    south: float
    west: float

    @classmethod
    def all(cls, distance: float) -> Inset:
        """The same on every side."""
        return cls(distance, distance, distance, distance)

    def along(self, step: _Step) -> Point:
        """The inward move of an edge walked in this direction (the inside is on the right hand)."""
        return {
            (1, 0): (0.0, self.north),
            (0, 1): (-self.east, 0.0),
            (-1, 0): (0.0, -self.south),
            (0, -1): (self.west, 0.0),
        }[step]


def _edges(cells: Iterable[_Corner]) -> dict[_Corner, list[_Corner]]:
    """The edges with cells on one side only, walked clockwise; cells are (column, line) with lines downwards."""
    directed: set[tuple[_Corner, _Corner]] = set()
    for x, y in cells:
        corners = [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)]
        for start, end in zip(corners, corners[1:] + corners[:1], strict=True):
            if (end, start) in directed:
                directed.remove((end, start))
            else:
                directed.add((start, end))
    found: dict[_Corner, list[_Corner]] = defaultdict(list)
    for start, end in sorted(directed):
        found[start].append(end)
    return found


def _step(start: _Corner, end: _Corner) -> _Step:
    return end[0] - start[0], end[1] - start[1]


def _follow(edges: dict[_Corner, list[_Corner]], start: _Corner) -> list[_Corner]:
    """One loop from `start`. Where two cells meet only at a corner it turns right, which keeps them apart."""
    loop, here = [start], edges[start].pop()
    while here != start:
        dx, dy = _step(loop[-1], here)
        ways = edges[here]
        right = (here[0] - dy, here[1] + dx)
        loop.append(here)
        here = ways.pop(ways.index(right) if right in ways else 0)
    return loop


def _loops(cells: Iterable[_Corner]) -> list[list[_Corner]]:
    edges = _edges(cells)
    found = []
    for start in sorted(edges):
        while edges[start]:
            found.append(_follow(edges, start))
    return found


def _turns(loop: list[_Corner]) -> list[tuple[_Corner, _Step, _Step]]:
    """The corners of a loop with the directions before and after."""
    around = zip(loop[-1:] + loop[:-1], loop, loop[1:] + loop[:1], strict=True)
    steps = [(here, _step(before, here), _step(here, after)) for before, here, after in around]
    return [turn for turn in steps if turn[1] != turn[2]]


def _rounded(vertex: Point, before: _Step, after: _Step, radius: float) -> str:
    x, y = vertex
    start = f"{number(x - before[0] * radius)} {number(y - before[1] * radius)}"
    end = f"{number(x + after[0] * radius)} {number(y + after[1] * radius)}"
    return f"{start}Q{number(x)} {number(y)} {end}"


def outline(board: Board, cells: Iterable[Place], inset: Inset, *, radius: float, lift: float = 0) -> str:
    """Path data around the cells, kept `inset` inside them, `lift` units above the ground."""
    grid = [(column - 1, board.rows - row) for column, row in cells]
    parts = []
    for loop in _loops(grid):
        corners = []
        for (gx, gy), before, after in _turns(loop):
            (ax, ay), (bx, by) = inset.along(before), inset.along(after)
            vertex = (board.left + gx * CELL + ax + bx, board.top + gy * CELL + ay + by - lift)
            corners.append(_rounded(vertex, before, after, radius))
        parts.append(f"M{'L'.join(corners)}Z")
    return "".join(parts)
