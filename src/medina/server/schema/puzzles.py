"""Puzzles: packed ones, first tries, and why a turn is worse than another."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta

from medina.server.schema.analyses import GivenPromise, ReasonView
from medina.server.schema.base import Answer, Body, GivenPosition, PuzzleId
from medina.table.options import MoveText

PuzzleEntry = tuple[str, int, list[int], str, int]
"""Id, level, themes by their numbers, kind of game ("second3g": edition, players, gates), number of steps."""


class PuzzleIndex(Answer, frozen=True, kw_only=True):
    """Puzzles to choose from; so many in each shard, in this order. `version` is another when anything is."""

    version: str
    themes: list[str]
    shard: int
    puzzles: list[PuzzleEntry]


class PackedStep(Answer, frozen=True, kw_only=True):
    """A turn to find: see docs/puzzles.md. A proof is what was spent, the lead and its error."""

    key: list[str]
    turn: list[str]
    rival: list[str]
    replies: list[list[str]]
    proofs: list[tuple[float, float, float]]


class PackedPuzzle(Answer, frozen=True, kw_only=True):
    """`position` is as everywhere but for its `cells`, which follow from palaces, streets and the `well` there."""

    id: str
    position: dict[str, Any]
    steps: list[PackedStep]


class PuzzleShard(Answer, frozen=True, kw_only=True):
    puzzles: list[PackedPuzzle]


class Puzzles(Answer, frozen=True, kw_only=True):
    """The host's `own` puzzles beside those that ship, how hard those are that somebody has tried, and which of all of
    them were `withdrawn` by a moderator: these are offered to no one."""

    own: PuzzleIndex | None
    learned: dict[str, int]
    withdrawn: list[str]


class MyPuzzles(Answer, frozen=True, kw_only=True):
    """How hard a puzzle I solve every second time, how unsure that is, and which of my first tries were right."""

    level: int
    deviation: int
    tries: dict[str, bool]


class PuzzleTry(Body, frozen=True, kw_only=True):
    puzzle: PuzzleId
    solved: bool


class PuzzleTries(Body, frozen=True, kw_only=True):
    """First tries, in the order they were made."""

    tries: Annotated[list[PuzzleTry], Meta(min_length=1, max_length=50)]


class AskWorse(Body, frozen=True, kw_only=True):
    """A turn that was played in a position, a better one, and what an engine elsewhere says each of them leads to."""

    position: GivenPosition
    played: Annotated[list[MoveText], Meta(min_length=1, max_length=3)]
    better: Annotated[list[MoveText], Meta(min_length=1, max_length=3)]
    after: GivenPromise
    instead: GivenPromise


class Worse(Answer, frozen=True, kw_only=True):
    """What speaks against the turn, in the asker's language with seats by colour, and for programs that have words of
    their own; `move` is the placement that it is about."""

    move: str
    why: str
    faults: list[ReasonView]
