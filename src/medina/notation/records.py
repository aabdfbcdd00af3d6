"""A game as it was played: the first position, the moves, and what people wrote about it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar

from medina.notation.errors import BadRecord, RecordProblem
from medina.notation.marks import Marks
from medina.notation.switches import SWITCH_TAGS
from medina.rules import MedinaError, Move, Position, new_game

_TAG_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
GAME_TAGS = frozenset({"Edition", "Rules", "Players", "Gates", "Well", "Market", "Position", *SWITCH_TAGS})
"""The tags that describe the game. They follow from the first position, so a record does not keep them."""
MOST_NESTED = 50
"""How deep variations may lie in one another. Nobody follows deeper, and a tree can be looked at by recursion."""
MOST_PLACEMENTS = 5_000
"""How many placements all lines of a record may have. Reading checks every one, in some 30 microseconds."""

Path = tuple[tuple[int, int], ...]
"""The way to a line of the tree: the word and the number of the variation at which to turn off, again and again."""
Remark = TypeVar("Remark")


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

    `tags` are people's tags (Event, Date, Seat0, …); `comments`, `marks` and `variations` belong to words, by number
    from 0. A variation is a record as well: it begins where the word does that it replaces, in round `first_round`. One
    in place of another one's first word is an alternative to the same word, and is kept beside it.

    >>> from medina import new_game
    >>> record = Record.new(new_game("second", players=2, well="f6", market="c3")).play("Ge8")
    >>> record.undo() == Record.new(record.start)
    True
    >>> tree = record.with_variation(0, record.instead_of(0).play("Pe8"))
    >>> [move.text for move in tree.variations[0][0].moves]
    ['Pe8']
    """

    positions: tuple[Position, ...]
    moves: tuple[Move, ...] = ()
    tags: Mapping[str, str] = field(default_factory=dict)
    comments: Mapping[int, str] = field(default_factory=dict)
    marks: Mapping[int, Marks] = field(default_factory=dict)
    variations: Mapping[int, tuple[Record, ...]] = field(default_factory=dict)
    first_round: int = 1

    def __post_init__(self) -> None:
        for name, value in self.tags.items():
            check_tag(name, value)
        for comment in self.comments.values():
            if re.search(r"[{}\r\n]", comment):
                raise BadRecord("A comment holds anything but braces and line ends.")
        for marks in self.marks.values():
            marks.check(self.start.state.board)
        self._keep("tags", self.tags)
        self._keep("comments", {word: comment for word, comment in self.comments.items() if comment})
        self._keep("marks", {word: marks for word, marks in self.marks.items() if marks != Marks()})
        self._keep("variations", {word: _side_by_side(lines) for word, lines in self.variations.items() if lines})
        if self.variations:
            _check_variations(self)

    def _keep(self, name: str, value: Mapping[Remark, object]) -> None:
        object.__setattr__(self, name, MappingProxyType(dict(value)))

    @staticmethod
    def new(start: Position, tags: Mapping[str, str] | None = None) -> Record:
        """The record of a game that is about to begin."""
        return Record((start,), tags=tags or {})

    @property
    def start(self) -> Position:
        return self.positions[0]

    @property
    def is_set_up(self) -> bool:
        """Does it begin with a position that somebody put together, or in the middle of a game?"""
        start = self.start
        founded = start.streets[0][0] if start.streets and not start.ruleset.founding else None
        try:
            return start != new_game(start.ruleset, well=start.well, market=founded)
        except MedinaError:
            return True

    @property
    def position(self) -> Position:
        """The position after the last move."""
        return self.positions[-1]

    def play(self, move: Move | str) -> Record:
        """The record with one more move. Raises what `Position.play` raises."""
        move = self.position.canonical(move)
        return replace(self, positions=(*self.positions, self.position.play(move)), moves=(*self.moves, move))

    def undo(self, count: int = 1) -> Record:
        """The record without its last moves. Raises `BadRecord` if there are not that many."""
        if not 0 <= count <= len(self.moves):
            raise BadRecord(f"As many moves can be taken back as were played: {len(self.moves)}.")
        return self._until(len(self.moves) - count)

    def with_comment(self, word: int, text: str) -> Record:
        """The record with a comment after that word; an empty text takes one away. The word must be there."""
        self._turn(word)
        return replace(self, comments={**self.comments, word: text})

    def with_marks(self, word: int, marks: Marks) -> Record:
        """The record with these marks at that word in place of those it had; `Marks()` takes them away."""
        self._turn(word)
        return replace(self, marks={**self.marks, word: marks})

    def with_tags(self, **tags: str) -> Record:
        """The record with these tags added or replaced."""
        return replace(self, tags={**self.tags, **tags})

    # The tree

    def instead_of(self, word: int) -> Record:
        """An empty line that begins where that word does, to be played on and given to `with_variation`."""
        turn = self._turn(word)
        return Record((self.positions[turn.start],), first_round=turn.round)

    def with_variation(self, word: int, line: Record) -> Record:
        """The record with one more variation of that word, after those it has."""
        return self._with_lines(word, (*self.variations.get(word, ()), line))

    def without_variation(self, word: int, number: int) -> Record:
        """The record without that variation and all that lies in it."""
        return self._with_lines(word, self._lines_with(word, number))

    def promoted(self, word: int, number: int) -> Record:
        """The record in which that variation and what it replaces have changed places."""
        line, before = self.at(((word, number),)), self._until(self._turn(word).start)
        return replace(
            self,
            positions=before.positions[:-1] + line.positions,
            moves=before.moves + line.moves,
            comments={**before.comments, **_moved(line.comments, word)},
            marks={**before.marks, **_moved(line.marks, word)},
            variations={
                **before.variations,
                word: self._lines_with(word, number, self._since(word)),
                **_moved(line.variations, word),
            },
        )

    def at(self, path: Path) -> Record:
        """The line at the end of that path; the record itself for an empty one. Raises `BadRecord` if there is none."""
        line = self
        for word, number in path:
            lines = line.variations.get(word, ())
            if not 0 <= number < len(lines):
                raise BadRecord(f"Variations are counted from 0, and word {word} has no variation {number}.")
            line = lines[number]
        return line

    def edited(self, path: Path, change: Callable[[Record], Record]) -> Record:
        """The record with the line at the end of that path changed, such as by `lambda line: line.play("Ge5")`."""
        if not path:
            return change(self)
        (word, number), line = path[0], self.at(path[:1]).edited(path[1:], change)
        return self._with_lines(word, self._lines_with(word, number, line))

    def lines(self) -> Iterator[tuple[Path, Record]]:
        """Every line of the tree with its path, the record itself first, in the order they are written."""
        yield (), self
        for word, lines in sorted(self.variations.items()):
            for number, line in enumerate(lines):
                yield from ((((word, number), *path), inner) for path, inner in line.lines())

    @cached_property
    def depth(self) -> int:
        """How deep variations lie in one another; 0 without any."""
        return max((1 + line.depth for lines in self.variations.values() for line in lines), default=0)

    @cached_property
    def placements(self) -> int:
        """How many moves all lines have together."""
        return len(self.moves) + sum(line.placements for lines in self.variations.values() for line in lines)

    def _turn(self, word: int) -> Turn:
        if not 0 <= word < len(self.turns):
            raise BadRecord(f"Words are counted from 0, and there is no word {word} in this line.")
        return self.turns[word]

    def _lines_with(self, word: int, number: int, *instead: Record) -> tuple[Record, ...]:
        """The variations of that word, with these in place of one of them."""
        self.at(((word, number),))
        lines = self.variations[word]
        return (*lines[:number], *instead, *lines[number + 1 :])

    def _with_lines(self, word: int, lines: tuple[Record, ...]) -> Record:
        return replace(self, variations={**self.variations, word: lines})

    def _until(self, end: int) -> Record:
        """The record with only so many moves, and with what belongs to the words that are left."""
        words = sum(turn.start < end for turn in self.turns)
        return replace(
            self,
            positions=self.positions[: end + 1],
            moves=self.moves[:end],
            comments={word: text for word, text in self.comments.items() if word < words},
            marks={word: marks for word, marks in self.marks.items() if word < words},
            variations={word: lines for word, lines in self.variations.items() if word < words},
        )

    def _since(self, word: int) -> Record:
        """The line from that word on, without the variations of the word itself."""
        turn = self._turn(word)
        return Record(
            self.positions[turn.start :],
            self.moves[turn.start :],
            comments=_moved(self.comments, -word),
            marks=_moved(self.marks, -word),
            variations={**_moved(self.variations, -word), 0: ()},
            first_round=turn.round,
        )

    @cached_property
    def turns(self) -> tuple[Turn, ...]:
        """The moves turn by turn."""
        turns: list[Turn] = []
        starts = [number for number in range(len(self.moves)) if not (number and self.positions[number].is_mid_turn)]
        for start, end in pairwise([*starts, len(self.moves)]):
            seat = self.positions[start].turn or 0
            new_round = not turns or seat <= turns[-1].seat
            round = (turns[-1].round if turns else self.first_round - 1) + new_round
            turns.append(Turn(round, seat, self.moves[start:end], start))
        return tuple(turns)

    def __hash__(self) -> int:
        return hash((self.start, self.moves))

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        remarks = (dict(self.tags), dict(self.comments), dict(self.marks), dict(self.variations))
        return _restore, (self.start, self.moves, *remarks, self.first_round)


def _restore(start: Position, moves: tuple[Move, ...], *remarks: Any) -> Record:
    positions = [start]
    for move in moves:
        positions.append(positions[-1].play(move))
    return Record(tuple(positions), moves, *remarks)


def _moved(remarks: Mapping[int, Remark], by: int) -> dict[int, Remark]:
    """What belongs to words, after so many more words; what would come before the first is left out."""
    return {word + by: remark for word, remark in remarks.items() if word + by >= 0}


def _side_by_side(lines: tuple[Record, ...]) -> tuple[Record, ...]:
    """Each line, followed by what are variations of its first word: they replace the same turn as the line does."""
    flat: list[Record] = []
    for line in lines:
        inner = line.variations.get(0, ())
        flat += [line._with_lines(0, ()) if inner else line, *inner]
    return tuple(flat)


def _check_variations(record: Record) -> None:
    """Variations begin where their word does, have a turn and no tags; and there are not too many."""
    for word, lines in record.variations.items():
        empty = record.instead_of(word)
        for line in lines:
            if not line.moves:
                raise BadRecord(RecordProblem.because("variation_empty"))
            if line.start != empty.start or line.first_round != empty.first_round or line.tags:
                raise BadRecord("A variation has no tags and begins where the word does that it replaces.")
    if record.depth > MOST_NESTED:
        raise BadRecord(RecordProblem.because("too_deep", most=MOST_NESTED))
    if record.placements > MOST_PLACEMENTS:
        raise BadRecord(RecordProblem.because("too_long", most=MOST_PLACEMENTS))


def check_tag(name: str, value: str) -> None:
    """A tag's name is a word, its value one line, and it does not describe the game."""
    if not _TAG_NAME.fullmatch(name) or name in GAME_TAGS:
        raise BadRecord(f"{name!r:.60} cannot be the name of a tag of one's own.")
    if "\n" in value or "\r" in value:
        raise BadRecord(f"The value of the tag {name:.60} must be one line.")
