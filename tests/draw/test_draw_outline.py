"""The outline of a palace: one loop around, one for each hole, none where cells merely meet at a corner."""

from __future__ import annotations

import re

import pytest

from medina.draw.geometry import Board, place
from medina.draw.outline import Inset, outline
from medina.rules.board import board_for

BOARD = Board(board_for(4), 0)


def loops(cells: str, distance: float = 0) -> list[list[tuple[float, float]]]:
    """The corners of each loop, in board coordinates from the city's north-west corner, in cells."""
    data = outline(BOARD, [place(cell) for cell in cells.split()], Inset.all(distance), radius=0)
    found = []
    for part in data.split("Z")[:-1]:
        corners = re.findall(r"Q(\S+) (\S+) ", part)
        found.append([((float(x) - BOARD.left) / 48, (float(y) - BOARD.top) / 48) for x, y in corners])
    return found


@pytest.mark.parametrize(
    ("cells", "corners"),
    [
        ("a11", [4]),
        ("a11 b11 c11", [4]),
        ("a11 b11 a10", [6]),
        ("b11 a10 b10 c10 b9", [12]),
        ("a11 b11 c11 a10 c10 a9 b9 c9", [4, 4]),
        ("a11 b10", [4, 4]),
        ("a11 b11 a10 c10 a9 b9 c9", [10]),
    ],
)
def test_corners_of_each_loop(cells: str, corners: list[int]) -> None:
    assert sorted(map(len, loops(cells))) == sorted(corners)


def test_the_outline_keeps_its_distance_inside_and_outside_corners() -> None:
    (corners,) = loops("a11 b11 a10", 4.8)
    assert {(round(x, 3), round(y, 3)) for x, y in corners} == {
        (0.1, 0.1),
        (1.9, 0.1),
        (1.9, 0.9),
        (0.9, 0.9),
        (0.9, 1.9),
        (0.1, 1.9),
    }
