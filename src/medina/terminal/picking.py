"""Choosing a move from lists: a piece first, then a cell or a number."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.text import Text

from medina.rules import Move, Position
from medina.words import say

from .speech import PIECES, gains, own_gain, piece_word, shortened, targets
from .tables import options_table

_LISTED = 5
"""How many moves of a piece get a number: the best, if any brings points at once; the board shows all cells."""


class Picking:
    """The piece in the player's hand, and the numbered moves last shown."""

    def __init__(self) -> None:
        self.piece = ""
        self._numbered: list[Move] = []

    def clear(self) -> None:
        """Put the piece back."""
        self.piece = ""
        self._numbered = []

    def choose(self, position: Position, piece: str) -> bool:
        """Take a piece, if it can go anywhere."""
        moves = [move for move in position.legal_moves if move.piece == piece]
        if not moves:
            self.clear()
            return False
        self.piece = piece
        gain = {move: own_gain(position, move) for move in moves}
        telling = moves if len(moves) <= _LISTED else [move for move in moves if gain[move] > 0]
        self._numbered = sorted(telling, key=lambda move: -gain[move])[:_LISTED]
        return True

    def highlights(self, position: Position) -> list[str]:
        """The cells the piece may go to."""
        return targets(position, self.piece) if self.piece else []

    def numbered(self, number: int) -> Move | None:
        """The move with this number in the list last shown."""
        return self._numbered[number - 1] if 1 <= number <= len(self._numbered) else None

    def menu(self, position: Position, *, list_cells: bool) -> RenderableType:
        """The piece's best moves by number; its cells too, where no board marks them."""
        seat = position.turn or 0
        options = [
            (number, move, gains(position, position.play(move), seat))
            for number, move in enumerate(self._numbered, start=1)
        ]
        head = [Text(shortened(self.highlights(position), 24))] if list_cells else []
        foot = Text(say("terminal.pick" if options else "terminal.pick_cell", piece=piece_word(self.piece)))
        return Group(*head, *([options_table(options)] if options else []), foot)

    def overview(self, position: Position) -> RenderableType:
        """How many moves each piece has, with some of them."""
        lines = []
        for piece in PIECES:
            texts = [move.text for move in position.legal_moves if move.piece == piece]
            if texts:
                lines.append(Text(f"{piece}  {piece_word(piece)} ({len(texts)}): {shortened(texts, 10)}"))
        return Group(*lines)

    def moves_to(self, position: Position, cell: str) -> list[str]:
        """The moves that go to a cell: of the piece in hand, else whichever piece."""
        moves = [move for move in position.legal_moves if move.cell in cell_names(cell)]
        return [move.text for move in moves if self.piece in ("", move.piece)]


def cell_names(typed: str) -> set[str]:
    """The cells that may be meant: e5 is a city cell, or the wall cell E5."""
    return {typed.lower(), typed[0].upper() + typed[1:].lower()}
