"""Notifications are stored in the transaction of the events that they tell of.

The same few statements, written for each database, serve the writer, which has the notifications of many tables at a
time, and notifications that no event brings about.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import astuple
from sqlalchemy import Column
from sqlalchemy.dialects import postgresql

from medina.store import tables as t

NOTHING = ""
"""The kind of a notification that was taken back, and may still be on screens."""


class Notification(Struct, frozen=True, kw_only=True):
    """A row of `notifications`. `mark` tells it from the next of its kind at the table.

    `shown` says that push messages were sent, `emailed_at` when an e-mail was, since the person was last at the table.
    """

    user_id: str
    table_id: str
    kind: str
    mark: int
    at: int
    due: int | None
    inviter: str | None
    shown: bool
    emailed_at: int | None


class Retraction(Struct, frozen=True):
    """Notifications of a kind are no news any more at a table: to a person, or to everybody if none is named."""

    table_id: str
    user_id: str | None
    kind: str
    at: int

    def ends(self, one: Notification) -> bool:
        return (one.table_id, one.kind) == (self.table_id, self.kind) and self.user_id in (None, one.user_id)


class Seen(Struct, frozen=True):
    """A person is at a table again: the next e-mail may be sent."""

    table_id: str
    user_id: str


class Outbox(Struct, frozen=True):
    """Changes of notifications, applied in this order: who is back, what is over, what is due."""

    returned: tuple[Seen, ...] = ()
    over: tuple[Retraction, ...] = ()
    due: tuple[Notification, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.returned or self.over or self.due)


def merged(boxes: Iterable[Outbox]) -> Outbox:
    """Merge boxes in their order, to one notification at most for each person and table."""
    returned: list[Seen] = []
    over: list[Retraction] = []
    due: dict[tuple[str, str], Notification] = {}
    for box in boxes:
        returned += box.returned
        over += box.over
        due = {key: call for key, call in due.items() if not any(ended.ends(call) for ended in box.over)}
        due |= {(call.user_id, call.table_id): call for call in box.due}
    # Always in the same order, so that two processes never wait for each other.
    return Outbox(tuple(returned), tuple(over), tuple(due[key] for key in sorted(due)))


Step = tuple[str, tuple[Any, ...]]


def steps(box: Outbox, dialect: str) -> list[Step]:
    """The statements, each with its parameters."""
    texts, given = (_POSTGRES, _columns) if dialect == "postgresql" else (_SQLITE, _json)
    parts: tuple[tuple[str, Sequence[Struct]], ...] = (
        ("returned", box.returned), ("over", box.over), ("tidy", box.over), ("due", box.due)
    )  # fmt: skip
    return [(texts[name], given(rows)) for name, rows in parts if rows]


def _json(rows: Sequence[Struct]) -> tuple[Any, ...]:
    return (msgspec.json.encode(list(map(astuple, rows))).decode(),)


def _columns(rows: Sequence[Struct]) -> tuple[Any, ...]:
    return tuple(zip(*map(astuple, rows), strict=True))


def _from_json(columns: Sequence[Column[Any]]) -> str:
    values = ", ".join(f"json_extract(value, '$[{n}]') AS {column.name}" for n, column in enumerate(columns))
    return f"(SELECT {values} FROM json_each(?)) AS given"


def _from_arrays(columns: Sequence[Column[Any]]) -> str:
    dialect = postgresql.dialect()  # type: ignore[no-untyped-call]
    arrays = ", ".join(f"${n}::{column.type.compile(dialect)}[]" for n, column in enumerate(columns, 1))
    return f"unnest({arrays}) AS given ({', '.join(column.name for column in columns)})"


def _statements(source: Any) -> dict[str, str]:
    c, calls = t.notifications.c, t.notifications.name
    ended = source([c.table_id, c.user_id, c.kind, c.at])
    names = ", ".join(column.name for column in t.notifications.columns)
    news = ", ".join(f"{name} = excluded.{name}" for name in ("kind", "mark", "at", "due", "inviter", "shown"))
    return {
        "returned": f"UPDATE {calls} SET emailed_at = NULL FROM {source([c.table_id, c.user_id])} "
        f"WHERE {calls}.table_id = given.table_id AND {calls}.user_id = given.user_id",
        "over": f"UPDATE {calls} SET kind = '{NOTHING}', due = CASE WHEN shown THEN given.at END, inviter = NULL "
        f"FROM {ended} WHERE {calls}.table_id = given.table_id AND {calls}.kind = given.kind "
        f"AND {calls}.user_id = coalesce(given.user_id, {calls}.user_id)",
        "tidy": f"DELETE FROM {calls} WHERE table_id IN (SELECT given.table_id FROM {ended}) "
        f"AND kind = '{NOTHING}' AND NOT shown AND emailed_at IS NULL",
        "due": f"INSERT INTO {calls} ({names}) SELECT * FROM {source(list(t.notifications.columns))} WHERE true "
        f"ON CONFLICT (user_id, table_id) DO UPDATE SET {news} "
        f"WHERE {calls}.kind <> excluded.kind OR {calls}.mark <> excluded.mark",
    }


_SQLITE = _statements(_from_json)
_POSTGRES = _statements(_from_arrays)
