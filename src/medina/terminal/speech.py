"""Moves, gains and refusals as people say them."""

from __future__ import annotations

from collections.abc import Iterable

from medina.rules import IllegalMove, Move, Position, Score
from medina.rules.ruleset import STOCK_PIECES
from medina.words import refusal_text, say
from medina.words.moves import move_words

PIECES = STOCK_PIECES + "T"
"""The pieces in the order they are listed; tea is handed in like one."""


def piece_word(piece: str) -> str:
    """What the piece of this letter is called."""
    return say(f"terminal.piece.{piece}")


def signed(points: int) -> str:
    """A change with its sign; the minus is a real one."""
    return f"+{points}" if points >= 0 else f"−{-points}"


def score_change(before: Score, after: Score) -> list[tuple[str, int]]:
    """Where points come from or go to between two score sheets, by name."""
    changes = zip(Score._fields, before, after, strict=True)
    return [(name, new - old) for name, old, new in changes if new != old]


def gains(before: Position, after: Position, seat: int) -> str:
    """What a move brings a seat in words, or that it brings nothing now."""
    changes = score_change(before.score_sheet()[seat], after.score_sheet()[seat])
    if not changes:
        return say("terminal.gain.none")
    parts = [f"{signed(points)} {say(f'terminal.score.{name}')}" for name, points in changes]
    total = sum(points for _, points in changes)
    return say("terminal.gain.some", points=signed(total), parts=", ".join(parts))


def own_gain(position: Position, move: Move) -> int:
    """What a move brings the player who makes it at once, less what it brings the others."""
    seat, after = position.turn or 0, position.play(move)
    changes = [new - old for new, old in zip(after.scores, position.scores, strict=True)]
    return 2 * changes[seat] - sum(changes)


def shortened(names: Iterable[str], limit: int) -> str:
    """A list of cells, cut where it becomes too long to read."""
    listed = list(names)
    if len(listed) <= limit:
        return ", ".join(listed)
    return say("terminal.and_more", cells=", ".join(listed[:limit]), count=len(listed) - limit)


def targets(position: Position, piece: str) -> list[str]:
    """Where a piece may go: the cells of its legal moves, each once."""
    return list(dict.fromkeys(move.cell for move in position.legal_moves if move.piece == piece and move.cell))


def advice(position: Position, piece: str) -> str:
    """Where a piece could go instead, with its way through gates, as a sentence; nothing for tea."""
    cells = [move.text.removeprefix(piece) for move in position.legal_moves if move.piece == piece != "T"]
    if cells:
        return say("terminal.try", piece=piece_word(piece), cells=shortened(cells, 14))
    if piece == "T":
        return ""
    left = position.stocks[position.turn or 0][piece]
    return say("terminal.try_none" if left else "terminal.none_left", piece=piece_word(piece))


def refused(position: Position, text: str) -> str:
    """Why a move is refused, with its rule, and what to try instead."""
    try:
        move = position.meant(text)
        position.play(move)
    except IllegalMove as error:
        sentence = f"{_sentence(refusal_text(error.refusal))}."
        return sentence if error.refusal.reason == "none_left" else f"{sentence} {advice(position, text[0])}".rstrip()
    return say("terminal.why.legal", move=move.text, words=move_words(move))


def _sentence(text: str) -> str:
    """With a capital at the beginning, unless it begins with a cell: f9 stays f9."""
    return text if text[1:2].isdigit() else text[0].upper() + text[1:]
