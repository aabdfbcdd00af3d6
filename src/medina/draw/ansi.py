"""The board for a terminal."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from typing import Any, TextIO

from medina.notation.shapes import PositionJson

from .geometry import Board, column_letter
from .ink import Ink, write
from .large import LargeTiles
from .tiles import ASCII, UNICODE, Tile, Tiles

_LABEL = "#a5813f"
"""Coordinates are readable on dark and on light terminals."""


def _header(board: Board, width: int = 3) -> list[Ink]:
    letters = "".join(f"{column_letter(column):^{width}}" for column in range(1, board.columns + 1))
    return [Ink(f"      {letters}".rstrip(), _LABEL)]


def _ring_line(tiles: Tiles, side: str, towers: tuple[int, int]) -> list[Ink]:
    """The north or the south side with its two towers."""
    cells = [f"{side}{column_letter(column)}" for column in range(1, tiles.board.columns + 1)]
    line: list[Tile] = [tiles.tower(towers[0]), *(tiles.wall(cell) for cell in cells), tiles.tower(towers[1])]
    return [Ink("   "), *(ink for tile in line for ink in tile)]


def _row_line(tiles: Tiles, row: int) -> list[Ink]:
    city = [tiles.city((column, row)) for column in range(1, tiles.board.columns + 1)]
    line: list[Tile] = [tiles.wall(f"W{row}"), *city, tiles.wall(f"E{row}")]
    return [Ink(f"{row:>2} ", _LABEL), *(ink for tile in line for ink in tile), Ink(f" {row}", _LABEL)]


def _large_ring_line(tiles: LargeTiles, side: str, towers: tuple[int, int]) -> list[Ink]:
    cells = [f"{side}{column_letter(column)}" for column in range(1, tiles.board.columns + 1)]
    line: list[Tile] = [tiles.tower(towers[0]), *(tiles.level_wall(cell) for cell in cells), tiles.tower(towers[1])]
    return [Ink("   "), *(ink for tile in line for ink in tile)]


def _large_row(tiles: LargeTiles, row: int) -> list[list[Ink]]:
    """The two lines of a row; the row's number stands beside the upper one."""
    city = [tiles.city_lines((column, row)) for column in range(1, tiles.board.columns + 1)]
    cells = [tiles.side_wall(f"W{row}"), *city, tiles.side_wall(f"E{row}")]
    upper = [ink for cell in cells for ink in cell[0]]
    lower = [ink for cell in cells for ink in cell[1]]
    return [[Ink(f"{row:>2} ", _LABEL), *upper, Ink(f" {row}", _LABEL)], [Ink("   "), *lower]]


def _large_lines(tiles: LargeTiles) -> list[list[Ink]]:
    rows = [line for row in range(tiles.board.rows, 0, -1) for line in _large_row(tiles, row)]
    return [
        _header(tiles.board, 5),
        _large_ring_line(tiles, "N", (1, 3)),
        *rows,
        _large_ring_line(tiles, "S", (4, 2)),
        _header(tiles.board, 5),
    ]


def _small_lines(tiles: Tiles) -> list[list[Ink]]:
    return [
        _header(tiles.board),
        _ring_line(tiles, "N", (1, 3)),
        *(_row_line(tiles, row) for row in range(tiles.board.rows, 0, -1)),
        _ring_line(tiles, "S", (4, 2)),
        _header(tiles.board),
    ]


def ansi(
    position: PositionJson,
    *,
    colour: bool = True,
    unicode: bool = True,
    large: bool = False,
    depth: int = 24,
    highlights: Iterable[str] = (),
    last: Iterable[str] = (),
) -> str:
    """The position (as JSON) as lines of text for a terminal, three characters a cell.

    `depth` is 24 for 24-bit colour or 8 for 256 colours. Without colour the letters, brackets and strokes say it all.
    `large` makes cells five characters by two lines, where colour and Unicode allow it.
    """
    board, large = Board.of(position), large and colour and unicode
    tiles = (LargeTiles if large else Tiles)(
        position,
        board,
        signs=UNICODE if unicode else ASCII,
        colour=colour,
        highlights=frozenset(highlights),
        last=frozenset(last),
    )
    lines = _large_lines(tiles) if isinstance(tiles, LargeTiles) else _small_lines(tiles)
    return "\n".join(write(line, colour=colour, depth=depth) for line in lines)


def terminal_options(stream: TextIO | None = None) -> dict[str, Any]:
    """What a stream can show, as options for `ansi`: NO_COLOR, the terminal and its encoding are asked."""
    stream = stream or sys.stdout
    colour = stream.isatty() and "NO_COLOR" not in os.environ and os.environ.get("TERM", "") != "dumb"
    encoding = (getattr(stream, "encoding", None) or "ascii").lower().replace("-", "")
    deep = os.environ.get("COLORTERM", "").lower() in ("truecolor", "24bit")
    return {"colour": colour, "unicode": encoding.startswith("utf"), "depth": 24 if deep else 8}
