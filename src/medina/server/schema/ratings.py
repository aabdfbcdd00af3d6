"""Ratings: now, through time, and who leads."""

from __future__ import annotations

from medina.server.schema.base import Answer


class RatingInfo(Answer, frozen=True, kw_only=True):
    """`rating` is the cautious estimate (mean minus three deviations, scaled), which orders the list.

    It is `provisional` until there were enough different opponents.
    """

    edition: str
    players: int
    rating: int
    mean: float
    deviation: float
    games: int
    provisional: bool


class Leader(Answer, frozen=True, kw_only=True):
    """Those with a `provisional` rating come after all others."""

    place: int
    user: str
    name: str
    rating: int
    games: int
    provisional: bool


class Leaders(Answer, frozen=True, kw_only=True):
    edition: str
    players: int
    leaders: list[Leader]


class RatingPoint(Answer, frozen=True, kw_only=True):
    """`table` is null for a private table where the asker did not sit."""

    at: int
    table: str | None
    rating: int


class RatingHistory(Answer, frozen=True, kw_only=True):
    edition: str
    players: int
    history: list[RatingPoint]
