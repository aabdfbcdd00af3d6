"""What the writer stores of a table: events, the draft, chat, and the row by which lists show and find the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import astuple
from sqlalchemy import Column, Table

from medina.store import tables as t
from medina.store.outbox import Outbox, merged
from medina.table.wire import Room

Row = tuple[Any, ...]


class SeatRow(Struct, frozen=True):
    """A seat as the archive is searched by it."""

    seat: int
    user: str | None
    bot: str | None
    place: int | None = None
    score: int | None = None


class Lease(Struct, frozen=True):
    """Until when a bot's turn is left to the process that took it."""

    until: int
    worker: str


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
    deadline: int | None
    created: int
    updated: int
    ended: int | None
    unrated_yet: bool
    well: str | None
    bot_n: int | None
    bot_due: int | None
    bot_exhibition: bool
    bot_person: str | None
    bot_origin: str | None
    card: str
    bot_lease: int | None = None
    bot_worker: str | None = None
    seats: tuple[SeatRow, ...]


class Head(Struct, frozen=True):
    """Where a table is: its last event, the last change of its game, and what is drafted. A row of `drafts`."""

    seq: int
    n: int
    seat: int | None = None
    moves: tuple[str, ...] = ()


class ChatRow(Struct, frozen=True):
    """A line of chat. Its fields are the columns of `chat` after the table."""

    n: int
    room: Room
    user: str
    at: int
    text: str


class VacationRow(Struct, frozen=True):
    """A vacation that a person took. Its fields are the columns of `vacations`."""

    user: str
    starts: int
    ends: int
    at: int


class Append(Struct, frozen=True, kw_only=True):
    """What is new at one table, stored together or not at all.

    `before` is the head it was decided on, None for a new table. If the stored head is another one, nothing is stored.
    `after` is the head from then on; without it nothing but chat is added. The summary is there if it changed.
    """

    table: str
    before: Head | None = None
    after: Head | None = None
    bodies: tuple[bytes, ...] = ()
    summary: Summary | None = None
    new_seats: bool = True
    calls: Outbox = Outbox()
    chat: tuple[ChatRow, ...] = ()
    vacations: tuple[VacationRow, ...] = ()


class Rows(Struct, frozen=True):
    """The rows of some appends."""

    events: list[Row]
    heads: list[Row]
    """Rows of `drafts` to replace: the new row, then the `seq` and `n` that the stored row must have."""
    tables: list[Row]
    new_heads: list[Row]
    seats: list[Row]
    ends: list[Row]
    """(table, number of seats) of those whose seats are written: seats beyond are no more."""
    chat: list[Row]
    vacations: list[Row]
    calls: Outbox

    @property
    def rare(self) -> bool:
        """True if there is something that a placement or a turn does not bring."""
        return bool(self.new_heads or self.seats or self.chat or self.vacations)


def rows_of(appends: Sequence[Append]) -> Rows:
    """All the rows; where a table is in several appends, its last summary counts."""
    # Always in the same order, so that two processes never wait for each other.
    appends = sorted(appends, key=lambda append: append.table)
    latest = {append.table: append.summary for append in appends if append.summary is not None}
    reseated = {append.table for append in appends if append.summary is not None and append.new_seats}
    seated = {table: summary.seats for table, summary in latest.items() if table in reseated}
    return Rows(
        events=[row for append in appends for row in _events(append)],
        heads=[
            (*_head(append.table, append.after), append.before.seq, append.before.n)
            for append in appends
            if append.after is not None and append.before is not None
        ],
        tables=[(table, *astuple(summary)[:-1]) for table, summary in latest.items()],
        new_heads=[
            _head(append.table, append.after)
            for append in appends
            if append.after is not None and append.before is None
        ],
        seats=[(table, *astuple(seat)) for table, seats in seated.items() for seat in seats],
        ends=[(table, len(seats)) for table, seats in seated.items()],
        chat=[(append.table, *astuple(line)) for append in appends for line in append.chat],
        vacations=[astuple(taken) for append in appends for taken in append.vacations],
        calls=merged(append.calls for append in appends if append.calls),
    )


def _events(append: Append) -> list[Row]:
    first = 0 if append.after is None else append.after.seq - len(append.bodies) + 1
    return [(append.table, first + offset, body.decode()) for offset, body in enumerate(append.bodies)]


def _head(table: str, head: Head) -> Row:
    return (table, head.seq, head.n, head.seat, " ".join(head.moves))


CLAIM = {"bot_lease": "excluded.bot_lease", "bot_worker": "excluded.bot_worker", "bot_tries": "0"}
"""Columns of `tables` about who lets a bot think, with their values for the next turn: they hold for one `bot_n`."""
ADDED_ONLY = (t.table_events, t.drafts, t.chat, t.vacations)
"""Tables whose rows are never replaced by adding a row with the same key."""


def written_columns(table: Table) -> list[Column[Any]]:
    """The columns of a table that an append gives, in their order."""
    return [column for column in table.columns if column is not t.tables.c.bot_tries]


def insertion(table: Table, source: str) -> str:
    """SQL that adds rows to a table, or replaces those of the same key; when a table was made never changes."""
    names = [column.name for column in written_columns(table)]
    added = f"INSERT INTO {table.name} ({', '.join(names)}) {source}"
    if table in ADDED_ONLY:
        return added
    keys = [column.name for column in table.primary_key]
    changes = [f"{name} = excluded.{name}" for name in names if name not in (*keys, *CLAIM, "created")]
    if table is t.tables:
        changes += [
            f"{name} = CASE WHEN tables.bot_n = excluded.bot_n THEN tables.{name} ELSE {other} END"
            for name, other in CLAIM.items()
        ]
    return f"{added} ON CONFLICT ({', '.join(keys)}) DO UPDATE SET {', '.join(changes)}"
