"""What people mark at a turn: a sign for how good it is, and rings and arrows on the board."""

from __future__ import annotations

from dataclasses import dataclass, replace

from medina.notation.errors import BadRecord, RecordProblem
from medina.rules.board import Board

SIGNS = ("!", "?", "!?", "?!", "!!", "??")
"""What a sign can be; they mean what they mean to chess players."""


@dataclass(frozen=True)
class Marks:
    """The marks of one turn. A ring has a cell, an arrow the cells it leads from and to; wall cells are cells, too.

    >>> str(Marks("!?", rings=("e5", "Nc"), arrows=(("e5", "h9"),)))
    '!?<e5 Nc e5-h9>'
    """

    sign: str = ""
    rings: tuple[str, ...] = ()
    arrows: tuple[tuple[str, str], ...] = ()

    def __post_init__(self) -> None:
        if self.sign and self.sign not in SIGNS:
            raise _bad("sign", signs=" ".join(SIGNS))
        if any(start == end for start, end in self.arrows):
            raise _bad("mark_form")
        object.__setattr__(self, "rings", tuple(dict.fromkeys(self.rings)))
        object.__setattr__(self, "arrows", tuple(dict.fromkeys(self.arrows)))

    def check(self, board: Board) -> None:
        """Raises `BadRecord` if a cell is not on the board."""
        for cell in (*self.rings, *(end for arrow in self.arrows for end in arrow)):
            if cell not in board.number and cell not in board.wall_place:
                raise _bad("mark_cell", cell=f"{cell!r:.60}", columns=board.columns, rows=board.rows)

    def with_text(self, text: str) -> Marks:
        """These marks and the sign, or the rings and arrows, that the text writes."""
        if not text.startswith("<"):
            return replace(self, sign=self.sign + text)
        words = [word.split("-") for word in text[1:-1].split()]
        rings = [word[0] for word in words if len(word) == 1]
        arrows = [(word[0], word[1]) for word in words if len(word) == 2]
        if not words or len(rings) + len(arrows) < len(words) or self.rings or self.arrows:
            raise _bad("mark_form")
        return replace(self, rings=(*self.rings, *rings), arrows=(*self.arrows, *arrows))

    def __str__(self) -> str:
        drawn = " ".join((*self.rings, *(f"{start}-{end}" for start, end in self.arrows)))
        return self.sign + (f"<{drawn}>" if drawn else "")


def _bad(problem: str, **given: object) -> BadRecord:
    return BadRecord(RecordProblem.because(problem, **given))
