"""What the writer stores: new events of tables, and the row by which lists show and find each table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import astuple
from sqlalchemy import Table

from medina.store import tables as t
from medina.store.outbox import Outbox, merged

Row = tuple[Any, ...]


class SeatRow(Struct, frozen=True):
    """A seat as the archive is searched by it."""

    seat: int
    user: str | None
    bot: str | None
    place: int | None = None
    score: int | None = None


class Summary(Struct, frozen=True, kw_only=True):
    """What lists of tables show and are searched by. Its fields are the columns of `tables`; the seats come last."""

    phase: str
    public: bool
    edition: str
    players: int
    gates: bool
    rated: bool
    host: str
    acting_user: str | None
    bot_seq: int | None
    deadline: int | None
    created: int
    updated: int
    ended: int | None
    unrated_yet: bool
    card: str
    seats: tuple[SeatRow, ...]


class Append(Struct, frozen=True):
    """New events of one table, first number first, its summary where that changed, and who is to hear of it."""

    table: str
    seq: int
    bodies: tuple[bytes, ...]
    summary: Summary | None = None
    new_seats: bool = True
    calls: Outbox = Outbox()


class Rows(Struct, frozen=True):
    """The rows of some appends: events to add; tables and seats to add or replace; seats there are no more."""

    events: list[Row]
    tables: list[Row]
    seats: list[Row]
    ends: list[Row]
    """(table, number of seats) of those whose seats are written."""
    calls: Outbox


def rows_of(appends: Sequence[Append]) -> Rows:
    """All the rows; where a table is in several appends, its last summary counts."""
    events = [
        (append.table, append.seq + offset, body.decode())
        for append in appends
        for offset, body in enumerate(append.bodies)
    ]
    latest = {append.table: append.summary for append in appends if append.summary is not None}
    reseated = {append.table for append in appends if append.new_seats}
    seated = {table: summary.seats for table, summary in latest.items() if table in reseated}
    return Rows(
        events,
        [(table, *astuple(summary)[:-1]) for table, summary in latest.items()],
        [(table, *astuple(seat)) for table, seats in seated.items() for seat in seats],
        [(table, len(seats)) for table, seats in seated.items()],
        merged(append.calls for append in appends if append.calls),
    )


def insertion(table: Table, source: str) -> str:
    """SQL that adds rows to a table; events are never replaced, and when a table was made never changes."""
    names = [column.name for column in table.columns]
    added = f"INSERT INTO {table.name} ({', '.join(names)}) {source}"
    if table is t.events:
        return added
    keys = [column.name for column in table.primary_key]
    changes = ", ".join(f"{name} = excluded.{name}" for name in names if name not in (*keys, "created"))
    return f"{added} ON CONFLICT ({', '.join(keys)}) DO UPDATE SET {changes}"
