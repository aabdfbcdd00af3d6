"""A game as it was played: where it began, its turns, and where it ended."""

from __future__ import annotations

from medina.notation import PositionJson
from medina.server.schema.base import Answer, Body, RecordText
from medina.table.wire import ScoreSheet


class AskReplay(Body, frozen=True, kw_only=True):
    record: RecordText


class ReplayTurn(Answer, frozen=True, kw_only=True):
    """What one player placed in one turn; `scores` has a list for each placement, with everybody's points after it."""

    seat: int
    round: int
    moves: list[str]
    scores: list[list[int]]
    comment: str | None = None


class Replay(Answer, frozen=True, kw_only=True):
    """A whole game: the first position, the turns, the last position; `analysis` is the id of one that is finished.

    The positions in between follow from the moves; who lacks the rules asks for them one by one. `first` has all hands,
    as the record has; `last` is as the asker may see it. While a table here plays the game, `playing` is true: no
    engine should look at it then, and the server's does not.
    """

    tags: dict[str, str]
    first: PositionJson
    last: PositionJson
    turns: list[ReplayTurn]
    over: bool
    record: str
    sheets: list[ScoreSheet]
    analysis: str | None = None
    playing: bool = False
