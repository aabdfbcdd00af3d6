"""A move: a small hashable value with a text form both ways."""

from __future__ import annotations

import re
from typing import ClassVar

from medina.rules.board import COLUMN_LETTERS, board_for
from medina.rules.errors import BadMove

_COLUMN = f"[{COLUMN_LETTERS}]"
_ROW = f"(?:{'|'.join(str(row + 1) for row in range(board_for(4).rows))})"
_CELL = f"{_COLUMN}{_ROW}"
_WALL_CELL = f"[NS]{_COLUMN}|[WE]{_ROW}"
_MOVE = re.compile(
    rf"(?P<city>[GPBOSRN])(?P<cell>{_CELL})"
    rf"|M(?P<merchant>{_CELL})(?:/(?P<exit>{_WALL_CELL}))?"
    rf"|(?P<ring>[WD])(?P<wall>{_WALL_CELL})"
    r"|T"
)


class Move:
    """One placement, or tea. Equal moves are the same object, so they compare and hash fast.

    >>> move = Move.parse("Ge5")
    >>> move.piece, move.cell
    ('G', 'e5')
    >>> str(Move.parse("Me5/Nc"))
    'Me5/Nc'
    """

    __slots__ = ("cell", "exit", "piece", "text")

    piece: str
    cell: str | None
    exit: str | None
    text: str

    _known: ClassVar[dict[str, Move]] = {}

    def __new__(cls, piece: str, cell: str | None = None, exit: str | None = None) -> Move:
        """The move of this piece to this cell, for merchants through the gate `exit` if given."""
        return cls.parse(f"{piece}{cell or ''}" + (f"/{exit}" if exit is not None else ""))

    @classmethod
    def parse(cls, text: str) -> Move:
        """The move that this text writes. Raises `BadMove` if it writes none."""
        known = cls._known.get(text)
        if known is None:
            match = _MOVE.fullmatch(text)
            if match is None:
                raise BadMove.because("not_a_move", text=f"{text!r:.60}")
            known = cls._known[text] = cls._from(match)
        return known

    @classmethod
    def _from(cls, match: re.Match[str]) -> Move:
        move = object.__new__(cls)
        put = object.__setattr__
        put(move, "text", match.group())
        put(move, "piece", match.group()[0])
        put(move, "cell", match["cell"] or match["merchant"] or match["wall"])
        put(move, "exit", match["exit"])
        return move

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a move cannot be changed")

    def __delattr__(self, name: str) -> None:
        raise AttributeError("a move cannot be changed")

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return Move.parse, (self.text,)

    def __lt__(self, other: Move) -> bool:
        return self.text < other.text

    def __repr__(self) -> str:
        return f"Move.parse({self.text!r})"

    def __str__(self) -> str:
        return self.text
