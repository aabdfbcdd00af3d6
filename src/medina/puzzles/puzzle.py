"""A puzzle as a value and as a line of JSON, which is described in docs/puzzles.md."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from medina.notation import position_from_json, position_to_json
from medina.rules import RULES_VERSION, MedinaError, Move, Position

ID_LETTERS = 12
SHIPPED = Path(__file__).parent / "shipped.jsonl"
"""Those that come with the package, in the order of their ids."""


class BadPuzzle(MedinaError):
    """A line that is no puzzle, or one that breaks the rules."""

    code = "bad_puzzle"


@dataclass(frozen=True)
class Proof:
    """How clearly a turn is the best, by one way of looking: how much was spent, and its lead over the next best turn.

    For a search `spent` are nodes and the lead is in shares of a win, with 100 points counted as one. For playouts they
    are games, and the lead is in points, with the `error` of that (the standard error of the difference).
    """

    way: str
    spent: int
    lead: float
    error: float = 0.0


@dataclass(frozen=True)
class Step:
    """One turn to find. `key` are the placements that it must have, in whatever order; where the key is a part of the
    turn, the rest is free. `turn` is the best one, `rival` the best without the key.

    `replies` is what the others are expected to do then, a turn after the other; empty in the last step.
    """

    key: tuple[str, ...]
    turn: tuple[str, ...]
    rival: tuple[str, ...]
    proofs: tuple[Proof, ...]
    replies: tuple[tuple[str, ...], ...] = ()

    def is_found(self, turn: Sequence[Move], before: Sequence[Position]) -> bool:
        """Has a turn the key? `before` are the positions in which its placements were made.

        A roof is on its palace, by whichever cell it is called: a building that came first may have changed that.
        """
        made = list(zip(turn, before, strict=True))
        return all(any(_is_same(Move.parse(key), move, position) for move, position in made) for key in self.key)


def _is_same(key: Move, move: Move, before: Position) -> bool:
    if key == move or key.piece != move.piece or key.piece not in "RN":
        return key == move
    return any({key.cell, move.cell} <= set(palace.buildings) for palace in before.palaces)


def new_id(start: Position) -> str:
    """The id of a new puzzle from its position. Once a puzzle is stored, its id is never computed again."""
    text = json.dumps(position_to_json(start), sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:ID_LETTERS]


def _checked_id(given: object) -> str:
    if not isinstance(given, str) or not re.fullmatch(rf"[0-9a-f]{{{ID_LETTERS}}}", given):
        raise ValueError("its id is not twelve hexadecimal digits")
    return given


@dataclass(frozen=True)
class Puzzle:
    """A position whose turn is to be found, and perhaps the one after it, until the point is made."""

    start: Position
    steps: tuple[Step, ...]
    themes: tuple[str, ...]
    game: str
    ply: int
    id: str
    rules_version: int = RULES_VERSION

    def to_json(self) -> dict[str, Any]:
        """As it is written."""
        return {
            "id": self.id,
            "rules_version": RULES_VERSION,
            "themes": list(self.themes),
            "game": self.game,
            "ply": self.ply,
            "position": position_to_json(self.start),
            "steps": [asdict(step) for step in self.steps],
        }

    @staticmethod
    def from_json(data: dict[str, Any]) -> Puzzle:
        """The puzzle that was written, checked against the rules. Raises `BadPuzzle`.

        Without a version of the rules it is of version 1.
        """
        try:
            told = {"rules_version": 1, **data}
            read = {
                "start": position_from_json(told.pop("position")),
                "steps": tuple(_step(step) for step in told["steps"]),
                "themes": tuple(told["themes"]),
                "id": _checked_id(told["id"]),
            }
            puzzle = Puzzle(**{**told, **read})
        except (KeyError, TypeError, ValueError, MedinaError) as error:
            raise BadPuzzle(f"This is no puzzle: {error}") from None
        puzzle.check()
        return puzzle

    def check(self) -> None:
        """Every turn and every reply is legal, the best turn has the key, its rival has not, and all is proved."""
        position = self.start
        if not self.steps or not self.themes:
            raise BadPuzzle(f"The puzzle {self.id} asks for nothing.")
        for step in self.steps:
            _after(self, position, step.rival)
            if not set(step.key) <= set(step.turn) or set(step.key) <= set(step.rival) or not step.key:
                raise BadPuzzle(f"In the puzzle {self.id}, the key does not tell the best turn from its rival.")
            if [proof.way for proof in step.proofs] != ["search", "search", "playouts"]:
                raise BadPuzzle(f"The puzzle {self.id} is not proved in both ways.")
            position = _after(self, position, step.turn)
            for reply in step.replies:
                position = _after(self, position, reply)


def _after(puzzle: Puzzle, position: Position, turn: tuple[str, ...]) -> Position:
    """The position after a whole turn."""
    seat = position.turn
    try:
        for number, move in enumerate(turn):
            if number and not position.is_mid_turn:
                raise BadPuzzle(f"In the puzzle {puzzle.id}, {' '.join(turn)} is more than a turn.")
            position = position.play(move)
    except MedinaError as error:
        raise BadPuzzle(f"In the puzzle {puzzle.id}: {error.message}") from None
    if position.is_mid_turn and position.turn == seat:
        raise BadPuzzle(f"In the puzzle {puzzle.id}, {' '.join(turn)} is not a whole turn.")
    return position


def _step(data: dict[str, Any]) -> Step:
    read = {name: tuple(data[name]) for name in ("key", "turn", "rival")}
    proofs = tuple(Proof(**proof) for proof in data["proofs"])
    replies = tuple(tuple(reply) for reply in data.get("replies", ()))
    return Step(**{**data, **read, "proofs": proofs, "replies": replies})


def read_puzzles(file: Path) -> Iterator[Puzzle]:
    """The puzzles of a file, a line each, checked against the rules. Raises `BadPuzzle`."""
    yield from map(read_puzzle, file.read_text(encoding="utf-8").splitlines())


def read_puzzle(line: str) -> Puzzle:
    """The puzzle of a line, checked against the rules. Raises `BadPuzzle`."""
    try:
        data = json.loads(line)
    except ValueError:
        raise BadPuzzle(f"A line is no JSON: {line:.40}") from None
    return Puzzle.from_json(data)
