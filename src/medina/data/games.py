"""A game as a row of a data set, and back: every column with its type and what it means."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from medina.bots import Outlook
from medina.notation import Record
from medina.rules import RULES_VERSION, Position, Ruleset, new_game
from medina.rules.ruleset import read_switches

COLUMNS: Final[dict[str, tuple[str, str]]] = {
    "game": ("int32", "its number in the match, from 1"),
    "event": ("string", "what the match was called"),
    "date": ("string", "the day it began, as 2026-11-16"),
    "edition": ("string", "first or second"),
    "players": ("int8", "how many played"),
    "gates": ("bool", "was it played with The Gates of Medina"),
    "options": ("switches", "every switch of section 17 of the rules"),
    "well": ("string", "the well's cell; null in a game without"),
    "market": ("string", "the first merchant's cell; null where the players found the market"),
    "seats": ("strings", "who played, by seat"),
    "seed": ("string", "the seed of the match: with the number of the game it decides all chance"),
    "seconds": ("float64", "seconds of thought a placement; null in a match by nodes"),
    "nodes": ("int64", "positions looked into a placement; null in a match by the clock"),
    "moves": ("strings", "the placements, in notation"),
    "turns": ("seats", "the seat that made each placement"),
    "scores": ("points", "everybody's points after each placement"),
    "wins": ("numbers", "everybody's chance to win after each placement, as the bot that made it saw it; else null"),
    "expected": ("numbers", "everybody's expected final score after each placement, in the same way"),
    "places": ("seats", "everybody's place in the end, from 1; shared where points are"),
    "forfeit": ("string", "the seat that lost by a fault, and which; null where nobody did"),
    "version": ("string", "the version of medina that played"),
    "rules_version": ("int32", "the version of the rules"),
}
"""The columns: type and meaning. `moves`, `turns`, `scores`, `wins` and `expected` have an entry a placement."""

MISSING: Final[dict[str, Any]] = {
    "game": 1,
    "event": "",
    "date": "",
    "gates": False,
    "options": {},
    "seed": "0",
    "seconds": None,
    "nodes": None,
    "turns": None,
    "scores": None,
    "wins": None,
    "expected": None,
    "forfeit": None,
    "version": "",
    "rules_version": 1,
}
"""What a column is read as that a file does not have; the other columns are needed. A new column stands here, too."""


@dataclass(frozen=True)
class DataGame:
    """One game of a data set: its record, which was checked move by move, and what else is known about it."""

    record: Record
    seats: tuple[str, ...]
    outlooks: tuple[Outlook | None, ...]
    """After each placement, what the bot that made it expected; None where it has no opinion."""
    places: tuple[int, ...]
    game: int = 1
    seed: int = 0
    seconds: float | None = None
    nodes: int | None = None
    forfeit: str | None = None
    version: str = ""
    rules_version: int = RULES_VERSION
    """The version it was stored under; it is written as one of the present version, with the switches of its own."""

    @property
    def scores(self) -> tuple[tuple[int, ...], ...]:
        """Everybody's points after each placement."""
        return tuple(position.scores for position in self.record.positions[1:])

    def to_row(self) -> dict[str, Any]:
        """The game as a row, by column."""
        rules, start, tags = self.record.start.ruleset, self.record.start, self.record.tags
        return {
            "game": self.game,
            "event": tags.get("Event", ""),
            "date": tags.get("Date", ""),
            "edition": rules.edition,
            "players": rules.players,
            "gates": rules.gates,
            "options": rules.options,
            "well": start.well,
            "market": None if rules.founding else start.streets[0][0],
            "seats": list(self.seats),
            "seed": str(self.seed),
            "seconds": self.seconds,
            "nodes": self.nodes,
            "moves": [move.text for move in self.record.moves],
            "turns": [position.turn for position in self.record.positions[:-1]][: len(self.record.moves)],
            "scores": self.scores,
            "wins": [outlook and outlook.wins for outlook in self.outlooks],
            "expected": [outlook and outlook.scores for outlook in self.outlooks],
            "places": list(self.places),
            "forfeit": self.forfeit,
            "version": self.version,
            "rules_version": RULES_VERSION,
        }


def game_of(row: Mapping[str, Any]) -> DataGame:
    """The game of a row with every column. Raises the package's errors for a game that cannot be played like this."""
    record = Record.new(_start(row), _tags(row))
    for move in row["moves"]:
        record = record.play(move)
    same = ("game", "seconds", "nodes", "forfeit", "version", "rules_version")
    return DataGame(
        record,
        seats=tuple(row["seats"]),
        outlooks=_outlooks(row["expected"], row["wins"], len(record.moves)),
        places=tuple(row["places"]),
        seed=int(row["seed"]),
        **{name: row[name] for name in same},
    )


def _start(row: Mapping[str, Any]) -> Position:
    options = {name: value for name, value in row["options"].items() if value is not None}
    options = read_switches(row["edition"], options, row["rules_version"])
    ruleset = Ruleset.of(row["edition"], row["players"], row["gates"], **options)
    return new_game(ruleset, well=row["well"], market=row["market"])


def _tags(row: Mapping[str, Any]) -> dict[str, str]:
    seats = {f"Seat{seat}": name for seat, name in enumerate(row["seats"])}
    return {"Event": row["event"], "Date": row["date"], **seats, "Game": str(row["game"])}


def _outlooks(scores: list[Any] | None, wins: list[Any] | None, plies: int) -> tuple[Outlook | None, ...]:
    """Both are missing where either is."""
    if scores is None or wins is None:
        return (None,) * plies
    return tuple(_outlook(*seen) for seen in zip(scores, wins, strict=True))


def _outlook(scores: list[float] | None, wins: list[float] | None) -> Outlook | None:
    return None if scores is None or wins is None else Outlook(tuple(scores), tuple(wins)).rounded()
