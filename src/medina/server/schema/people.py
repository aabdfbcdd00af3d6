"""Other people: their pages, muting, blocking, reporting."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from medina.server.schema.base import Answer, Body, PuzzleId
from medina.server.schema.ratings import RatingInfo


class Setup(Answer, frozen=True, kw_only=True):
    """A kind of game, and how many of it were played to the end."""

    edition: str
    players: int
    gates: bool
    games: int


class UserInfo(Answer, frozen=True, kw_only=True):
    """`favourites` are the kinds of game played most often."""

    id: str
    name: str
    account: bool
    since: int
    games: int
    wins: int
    ratings: list[RatingInfo]
    favourites: list[Setup]


class Bond(Answer, frozen=True, kw_only=True):
    """Of somebody muted I do not want to hear; somebody blocked does not sit down with me, either."""

    user: str
    name: str
    kind: Literal["mute", "block"]


class Bonds(Answer, frozen=True, kw_only=True):
    bonds: list[Bond]


class NewBond(Body, frozen=True, kw_only=True):
    kind: Literal["mute", "block"]


class NewReport(Body, frozen=True, kw_only=True):
    """Somebody's name (`user`), a line of a table's chat by its number (`table` and `seq`), or a `puzzle` that seems
    wrong; a `note` says more."""

    user: Annotated[str, Meta(max_length=60)] | None = None
    table: Annotated[str, Meta(max_length=24)] | None = None
    seq: Annotated[int, Meta(ge=0, le=2**53)] | None = None
    puzzle: PuzzleId | None = None
    note: Annotated[str, Meta(max_length=500)] = ""
