"""The board for a terminal."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Mapping
from typing import Any, TextIO

from .geometry import Board, column_letter
from .ink import Ink, write
from .tiles import ASCII, UNICODE, Tile, Tiles

_LABEL = "#a5813f"
"""Coordinates are readable on dark and on light terminals."""


def _header(board: Board) -> list[Ink]:
    letters = "".join(f" {column_letter(column)} " for column in range(1, board.columns + 1))
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


def ansi(
    position: Mapping[str, Any],
    *,
    colour: bool = True,
    unicode: bool = True,
    depth: int = 24,
    highlights: Iterable[str] = (),
    last: Iterable[str] = (),
) -> str:
    """The position (as JSON) as lines of text for a terminal, three characters a cell.

    `depth` is 24 for 24-bit colour or 8 for 256 colours. Without colour the letters, brackets and strokes say it all.
    """
    board = Board.of(position)
    signs = UNICODE if unicode else ASCII
    tiles = Tiles(position, board, signs=signs, colour=colour, highlights=frozenset(highlights), last=frozenset(last))
    lines = [
        _header(board),
        _ring_line(tiles, "N", (1, 3)),
        *(_row_line(tiles, row) for row in range(board.rows, 0, -1)),
        _ring_line(tiles, "S", (4, 2)),
        _header(board),
    ]
    return "\n".join(write(line, colour=colour, depth=depth) for line in lines)


def terminal_options(stream: TextIO | None = None) -> dict[str, Any]:
    """What a stream can show, as options for `ansi`: NO_COLOR, the terminal and its encoding are asked."""
    stream = stream or sys.stdout
    colour = stream.isatty() and "NO_COLOR" not in os.environ and os.environ.get("TERM", "") != "dumb"
    encoding = (getattr(stream, "encoding", None) or "ascii").lower().replace("-", "")
    deep = os.environ.get("COLORTERM", "").lower() in ("truecolor", "24bit")
    return {"colour": colour, "unicode": encoding.startswith("utf"), "depth": 24 if deep else 8}
