"""Vacation in games by correspondence: a person has so many days a year, for all their games together."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime

from medina.table.events import OnVacation
from medina.table.options import DAY_MS, VACATION_DAYS

Period = tuple[int, int]
"""From when until when, in milliseconds."""


def year_began(now: int) -> int:
    """The first moment of this year, for everybody in the world the same."""
    year = datetime.fromtimestamp(now / 1000, UTC).year
    return int(datetime(year, 1, 1, tzinfo=UTC).timestamp() * 1000)


def period_of(event: OnVacation) -> Period:
    return event.until - event.days * DAY_MS, event.until


def days_taken(periods: Iterable[Period]) -> int:
    """Days off: a day is one, in however many games it was taken."""
    total = reached = 0
    for begin, end in sorted(periods):
        total += max(0, end - max(begin, reached))
        reached = max(reached, end)
    return -(-total // DAY_MS)


def days_left(periods: Iterable[Period]) -> int:
    return max(0, VACATION_DAYS - days_taken(periods))
