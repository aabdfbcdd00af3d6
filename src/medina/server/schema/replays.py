"""A game, placement by placement."""

from __future__ import annotations

from medina.notation import PositionJson
from medina.server.schema.base import Answer, Body, RecordText
from medina.table.wire import PositionChanges, ScoreSheet


class AskReplay(Body, frozen=True, kw_only=True):
    record: RecordText


class ReplayStep(Answer, frozen=True, kw_only=True):
    """One placement: who, what, in which round and turn; `position` has the fields of the position that it changed."""

    seat: int
    move: str
    round: int
    turn: int
    scores: list[int]
    position: PositionChanges
    comment: str | None = None


class Replay(Answer, frozen=True, kw_only=True):
    """A whole game: the starting position and a step a placement; `analysis` is the id of one that is finished.

    While a table here plays it, `playing` is true: no engine should look at it then, and the server's does not.
    """

    tags: dict[str, str]
    start: PositionJson
    steps: list[ReplayStep]
    over: bool
    record: str
    sheets: list[ScoreSheet]
    analysis: str | None = None
    playing: bool = False
