"""Analyses: asked for, found, and brought by a browser."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from medina.server.schema.base import Answer, Body, GivenPosition, RecordText
from medina.study import Mark
from medina.table.options import MoveText
from medina.table.wire import RefusalInfo


class AskAnalysis(Body, frozen=True, kw_only=True):
    """Analyse a table's game, a record or a position; `moments`: every placement ('all') or only the end ('last').

    `seconds` are for all of it. `nodes` limit what is looked at in each position: if the seconds suffice for them, the
    result is the same every time.
    """

    table: Annotated[str, Meta(max_length=24)] | None = None
    record: RecordText | None = None
    position: GivenPosition | None = None
    moments: Literal["all", "last"] = "all"
    seconds: Annotated[float, Meta(gt=0, le=600)] = 30.0
    nodes: Annotated[int, Meta(ge=1, le=1_000_000)] | None = None


class BestMove(Answer, frozen=True, kw_only=True):
    """A good move: the value per seat it leads to and the expected continuation."""

    move: str
    win: list[float]
    score: list[float]
    line: list[str]


class ReasonView(Answer, frozen=True, kw_only=True):
    """A fact that speaks for or against a move: a key of the shared texts, and what it names, seats by number."""

    key: str
    args: dict[str, str | int | float]


class Moment(Answer, frozen=True, kw_only=True):
    """After `ply` placements: win chance and expected score per seat, the best moves, what the move played lost.

    `loss` is in shares of a win, with a lead of 100 points counted as one. Of a mistake `mark` says how bad it is (?!,
    ? or ??), `why` what speaks against it and `merit` what for the first of the best moves, in the asker's language
    with seats by colour; `faults` and `merits` say the same for programs that have words of their own. `themes` are
    those of the puzzles that it is like.
    """

    ply: int
    played: str | None
    win: list[float]
    score: list[float]
    best: list[BestMove]
    loss: float | None
    why: str | None
    merit: str | None = None
    mark: Mark | None = None
    faults: list[ReasonView] = []
    merits: list[ReasonView] = []
    themes: list[str] = []


class Analysis(Answer, frozen=True, kw_only=True):
    """A job: poll it until `state` is done, failed or cancelled; `moments` fill up while it runs.

    `given_by` names whose browser found this, with so many `nodes` in each position; null when the server did.
    """

    id: str
    state: Literal["queued", "running", "done", "failed", "cancelled"]
    progress: float
    moments: list[Moment]
    error: RefusalInfo | None = None
    given_by: str | None = None
    nodes: int | None = None


Shares = Annotated[list[Annotated[float, Meta(ge=0, le=1)]], Meta(min_length=2, max_length=4)]
Points = Annotated[list[Annotated[float, Meta(ge=-1000, le=1000)]], Meta(min_length=2, max_length=4)]
Continuation = Annotated[list[MoveText], Meta(max_length=8)]


class GivenPromise(Body, frozen=True, kw_only=True):
    """What a position promises every seat, and how the game is expected to go on from there."""

    win: Shares
    score: Points
    line: Continuation = []


class GivenMove(GivenPromise, frozen=True, kw_only=True):
    """A good move and what it leads to."""

    move: MoveText


class GivenMoment(Body, frozen=True, kw_only=True):
    """What was found in a position, the best moves first. `better`: what the first of them led to, looked into as
    deeply as the position itself; needed where the move played seems to have lost more than a little."""

    win: Shares
    score: Points
    best: Annotated[list[GivenMove], Meta(max_length=5)] = []
    better: GivenPromise | None = None


class GiveStudy(Body, frozen=True, kw_only=True):
    """The findings of an engine elsewhere, in every position of a table's game or of a record, with so many nodes
    each. They are judged and put into words here; nothing is searched. With `keep` they are offered to be kept."""

    table: Annotated[str, Meta(max_length=24)] | None = None
    record: RecordText | None = None
    nodes: Annotated[int, Meta(ge=1, le=1_000_000)]
    moments: Annotated[list[GivenMoment], Meta(min_length=1, max_length=1_000)]
    keep: bool = True


class GivenStudy(Answer, frozen=True, kw_only=True):
    """The findings with marks and sentences. `kept` is the id under which everybody who opens the game finds them;
    null when they are not kept: they are when an account gives them, or somebody who sat at that table, and the game
    has neither the server's own analysis nor one with more nodes."""

    moments: list[Moment]
    kept: str | None
