"""A game as it was played: the first position, the moves, and what people wrote about it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from types import MappingProxyType
from typing import NamedTuple

from medina.notation.errors import BadRecord
from medina.rules import Move, Position
from medina.rules.ruleset import SWITCHES

_TAG_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
SWITCH_TAGS = {name.title().replace("_", ""): name for name in SWITCHES if name != "well"}
"""The tags of switches that are on or off; that of the well also says where it is."""
GAME_TAGS = frozenset({"Edition", "Players", "Gates", "Well", "Market", *SWITCH_TAGS})
"""The tags that describe the game. They follow from the first position, so a record does not keep them."""


class Turn(NamedTuple):
    """One word of a record: what one player placed in one turn."""

    round: int
    seat: int
    moves: tuple[Move, ...]
    start: int
    """How many moves were played before it."""

    @property
    def end(self) -> int:
        """How many moves have been played after it."""
        return self.start + len(self.moves)


@dataclass(frozen=True)
class Record:
    """A game: immutable, so `play` and `undo` give new records.

    `tags` are people's tags (Event, Date, Seat0, …), `comments` belong to words, by number from 0.

    >>> from medina import new_game
    >>> record = Record.new(new_game("second", players=2, well="f6", market="c3")).play("Ge8")
    >>> record.undo() == Record.new(record.start)
    True
    """

    positions: tuple[Position, ...]
    moves: tuple[Move, ...] = ()
    tags: Mapping[str, str] = field(default_factory=dict)
    comments: Mapping[int, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name, value in self.tags.items():
            check_tag(name, value)
        for comment in self.comments.values():
            if re.search(r"[{}\r\n]", comment):
                raise BadRecord("A comment holds anything but braces and line ends.")
        object.__setattr__(self, "tags", MappingProxyType(dict(self.tags)))
        comments = {word: comment for word, comment in self.comments.items() if comment}
        object.__setattr__(self, "comments", MappingProxyType(comments))

    @staticmethod
    def new(start: Position, tags: Mapping[str, str] | None = None) -> Record:
        """The record of a game that is about to begin."""
        return Record((start,), tags=tags or {})

    @property
    def start(self) -> Position:
        return self.positions[0]

    @property
    def position(self) -> Position:
        """The position after the last move."""
        return self.positions[-1]

    def play(self, move: Move | str) -> Record:
        """The record with one more move. Raises what `Position.play` raises."""
        move = self.position.canonical(move)
        return Record((*self.positions, self.position.play(move)), (*self.moves, move), self.tags, self.comments)

    def undo(self, count: int = 1) -> Record:
        """The record without its last moves. Raises `BadRecord` if there are not that many."""
        if not 0 <= count <= len(self.moves):
            raise BadRecord(f"As many moves can be taken back as were played: {len(self.moves)}.")
        kept = len(self.moves) - count
        shorter = Record(self.positions[: kept + 1], self.moves[:kept], self.tags)
        comments = {word: text for word, text in self.comments.items() if word < len(shorter.turns)}
        return Record(shorter.positions, shorter.moves, self.tags, comments)

    def with_comment(self, word: int, text: str) -> Record:
        """The record with a comment after that word; an empty text takes one away. The word must be there."""
        if not 0 <= word < len(self.turns):
            raise BadRecord(f"A comment stands after a word, and there is no word {word} (they are counted from 0).")
        comments = {**self.comments, word: text}
        return Record(self.positions, self.moves, self.tags, comments)

    def with_tags(self, **tags: str) -> Record:
        """The record with these tags added or replaced."""
        return Record(self.positions, self.moves, {**self.tags, **tags}, self.comments)

    @cached_property
    def turns(self) -> tuple[Turn, ...]:
        """The moves turn by turn."""
        turns: list[Turn] = []
        starts = [number for number in range(len(self.moves)) if not (number and self.positions[number].is_mid_turn)]
        for start, end in pairwise([*starts, len(self.moves)]):
            seat = self.positions[start].turn or 0
            new_round = not turns or seat <= turns[-1].seat
            turns.append(Turn((turns[-1].round if turns else 0) + new_round, seat, self.moves[start:end], start))
        return tuple(turns)

    def __hash__(self) -> int:
        return hash((self.start, self.moves))

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return _restore, (self.start, self.moves, dict(self.tags), dict(self.comments))


def _restore(start: Position, moves: tuple[Move, ...], tags: dict[str, str], comments: dict[int, str]) -> Record:
    positions = [start]
    for move in moves:
        positions.append(positions[-1].play(move))
    return Record(tuple(positions), moves, tags, comments)


def check_tag(name: str, value: str) -> None:
    """A tag's name is a word, its value one line, and it does not describe the game."""
    if not _TAG_NAME.fullmatch(name) or name in GAME_TAGS:
        raise BadRecord(f"{name!r:.60} cannot be the name of a tag of one's own.")
    if "\n" in value or "\r" in value:
        raise BadRecord(f"The value of the tag {name:.60} must be one line.")
