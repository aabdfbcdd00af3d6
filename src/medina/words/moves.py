"""Moves as people say them."""

from __future__ import annotations

from medina.rules import Move
from medina.words import say


def move_words(move: Move, lang: str | None = None) -> str:
    """A move in words: "a grey building on e5"."""
    if move.exit is not None:
        return say("terminal.move.passage", lang, cell=move.cell, gate=move.exit)
    return say(f"terminal.move.{move.piece}", lang, cell=move.cell)
