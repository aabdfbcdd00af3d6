"""What a line typed by a player means. Generous about upper and lower case; the notation itself is not."""

from __future__ import annotations

import re
from dataclasses import dataclass

from medina.words import LANGUAGES, say

from .speech import PIECES

COMMANDS = ("help", "why", "undo", "hint", "moves", "score", "save", "load", "new", "bots", "resign", "quit")
_SHORT = {"?": "help", "h": "help", "q": "quit", "exit": "quit", "u": "undo"}
_CITY = re.compile(r"([GPBOSRN])([A-P])(\d{1,2})")
_MERCHANT = re.compile(r"M([A-P])(\d{1,2})(?:/([NSWE])([A-P]|\d{1,2}))?")
_RING = re.compile(r"([WD])([NSWE])([A-P]|\d{1,2})")
_ASTRAY = re.compile(r"[WD][A-P]\d{1,2}|[GPBOSMRN][NS][A-P]|[GPBOSMRN]W\d{1,2}")
"""A piece that somebody would put off its ground."""
_NUMBER = re.compile(r"\d{1,3}")
_CELL = re.compile(r"[A-P]\d{1,2}|[NSWE](?:[A-P]|\d{1,2})")


@dataclass(frozen=True)
class Command:
    """One thing to do. `name` is one of COMMANDS, or `place`, `piece`, `number`, `cell`, `nothing`, `unknown`."""

    name: str
    words: tuple[str, ...] = ()

    @property
    def argument(self) -> str:
        return " ".join(self.words)


def tidy_move(text: str) -> str | None:
    """A move as the notation writes it, however its letters were typed; None if it cannot be one.

    >>> tidy_move("ge5"), tidy_move("wnA"), tidy_move("me5/nc"), tidy_move("hello")
    ('Ge5', 'WNa', 'Me5/Nc', None)
    """
    upper = text.upper()
    if upper == "T":
        return "T"
    if found := _CITY.fullmatch(upper):
        return f"{found[1]}{found[2].lower()}{found[3]}"
    if found := _RING.fullmatch(upper):
        return f"{found[1]}{found[2]}{found[3].lower()}"
    if found := _MERCHANT.fullmatch(upper):
        way_out = f"/{found[3]}{found[4].lower()}" if found[3] else ""
        return f"M{found[1].lower()}{found[2]}{way_out}"
    if _ASTRAY.fullmatch(upper):
        return text[0].upper() + (text[1:].lower() if upper[0] in "WD" else upper[1] + text[2:].lower())
    return None


def command_words() -> dict[str, str]:
    """Every word a command answers to, in all languages, and a few short forms."""
    words = dict(_SHORT)
    for name in COMMANDS:
        words[name] = name
        words |= {say(f"terminal.command.{name}", lang): name for lang in LANGUAGES}
    return words


def parse(line: str) -> Command:
    words = line.replace(",", " ").split()
    if not words:
        return Command("nothing")
    known = command_words().get(words[0].lower())
    if known is not None:
        return Command(known, tuple(line.split()[1:]))
    if len(words) == 1 and words[0].upper() in PIECES and words[0].upper() != "T":
        return Command("piece", (words[0].upper(),))
    moves = [tidy_move(word) for word in words]
    if all(move is not None for move in moves):
        return Command("place", tuple(move for move in moves if move is not None))
    if len(words) == 1 and _NUMBER.fullmatch(words[0]):
        return Command("number", (words[0],))
    if len(words) == 1 and _CELL.fullmatch(words[0].upper()):
        return Command("cell", (words[0],))
    return Command("unknown", tuple(words))
