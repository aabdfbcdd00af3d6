"""Questions about a position."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta

from medina.notation import PositionJson
from medina.server.schema.base import Answer, Body, GivenPosition, Ply, RecordText
from medina.table.options import MoveText
from medina.table.wire import PalaceDetail, RefusalInfo, ScoreSheet


class WhichPosition(Body, frozen=True, kw_only=True):
    """A position: as JSON, or a record's text with how many placements to play of it (all when absent)."""

    position: GivenPosition | None = None
    record: RecordText | None = None
    ply: Ply | None = None


class AskLegal(WhichPosition, frozen=True, kw_only=True):
    previews: bool = False


class Legal(Answer, frozen=True, kw_only=True):
    turn: int | None
    moves: list[str]
    scores: dict[str, tuple[int, ...]] | None = None


class AskWhy(WhichPosition, frozen=True, kw_only=True):
    move: MoveText


class WhyNot(Answer, frozen=True, kw_only=True):
    legal: bool
    refusal: RefusalInfo | None = None


class AskPlay(WhichPosition, frozen=True, kw_only=True):
    """Play these moves; with `previews` the answer has the score changes of the legal moves that follow."""

    moves: Annotated[list[MoveText], Meta(max_length=200)]
    previews: bool = False


class Played(Answer, frozen=True, kw_only=True):
    position: PositionJson
    moves: list[str]
    scores: dict[str, tuple[int, ...]] | None = None


class PositionAnswer(Answer, frozen=True, kw_only=True):
    position: PositionJson


class AskCheck(Body, frozen=True, kw_only=True):
    """A position as somebody puts it together: what follows from the rest (stocks, `out`, `tea_left`, `palace_tiles`,
    `scores`) may be missing or null."""

    position: dict[str, Any]


class PositionFault(Answer, frozen=True, kw_only=True):
    """What is impossible about a position: by which rule, where, and in a sentence."""

    problem: str
    rule: str | None
    cells: list[str]
    message: str


class Checked(Answer, frozen=True, kw_only=True):
    """All that is impossible, and the position with what follows put in; it is one if there are no faults."""

    faults: list[PositionFault]
    position: dict[str, Any]


class DetailsOf(Answer, frozen=True, kw_only=True):
    sheets: list[ScoreSheet]
    palaces: list[PalaceDetail]
