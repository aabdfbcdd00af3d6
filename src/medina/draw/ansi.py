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


def _header(tiles: Tiles) -> list[Ink]:
    letters = "".join(f"{column_letter(column):^{tiles.width}}" for column in range(1, tiles.board.columns + 1))
    return [Ink(f"      {letters}".rstrip(), _LABEL)]


def _ring_line(tiles: Tiles, side: str, towers: tuple[int, int]) -> list[Ink]:
    """The north or the south side with its two towers."""
    cells = [f"{side}{column_letter(column)}" for column in range(1, tiles.board.columns + 1)]
    line: list[Tile] = [tiles.tower(towers[0]), *(tiles.level_wall(cell) for cell in cells), tiles.tower(towers[1])]
    return [Ink("   "), *(ink for tile in line for ink in tile)]


def _row_lines(tiles: Tiles, row: int) -> list[list[Ink]]:
    """The row's number stands beside the upper line."""
    upper, *others = [[ink for tile in line for ink in tile] for line in tiles.row(row)]
    return [[Ink(f"{row:>2} ", _LABEL), *upper, Ink(f" {row}", _LABEL)], *([Ink("   "), *line] for line in others)]


def _lines(tiles: Tiles) -> list[list[Ink]]:
    return [
        _header(tiles),
        _ring_line(tiles, "N", (1, 3)),
        *(line for row in range(tiles.board.rows, 0, -1) for line in _row_lines(tiles, row)),
        _ring_line(tiles, "S", (4, 2)),
        _header(tiles),
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
    tiles = (LargeTiles if large and colour and unicode else Tiles)(
        position,
        Board.of(position),
        signs=UNICODE if unicode else ASCII,
        colour=colour,
        highlights=frozenset(highlights),
        last=frozenset(last),
    )
    return "\n".join(write(line, colour=colour, depth=depth) for line in _lines(tiles))


def terminal_options(stream: TextIO | None = None) -> dict[str, Any]:
    """What a stream can show, as options for `ansi`: NO_COLOR, the terminal and its encoding are asked."""
    stream = stream or sys.stdout
    colour = stream.isatty() and "NO_COLOR" not in os.environ and os.environ.get("TERM", "") != "dumb"
    encoding = (getattr(stream, "encoding", None) or "ascii").lower().replace("-", "")
    deep = os.environ.get("COLORTERM", "").lower() in ("truecolor", "24bit")
    return {"colour": colour, "unicode": encoding.startswith("utf"), "depth": 24 if deep else 8}
