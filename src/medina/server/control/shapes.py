"""What moderators are answered. Nothing here holds a password, a token, an e-mail address or a hidden piece."""

from __future__ import annotations

from typing import Literal

from medina.server.control.acts import Role
from medina.server.schema import Answer, TableCard
from medina.table.wire import People


class BanInfo(Answer, frozen=True, kw_only=True):
    """A ban of a person, or of a network, which only hosts are told. `addresses` says that the next address the person
    comes from will be banned, too."""

    id: str
    at: int
    why: str
    user: str | None
    name: str | None
    network: str | None
    addresses: bool
    until: int | None


class Bans(Answer, frozen=True, kw_only=True):
    bans: list[BanInfo]


class PersonCard(Answer, frozen=True, kw_only=True):
    """`reports` are those about this person that are open."""

    id: str
    name: str
    account: bool
    created: int
    role: Role | None
    reports: int
    ban: BanInfo | None


class PeopleFound(Answer, frozen=True, kw_only=True):
    """`next` is the cursor of the following page, null on the last."""

    people: list[PersonCard]
    next: str | None


class TablesFound(Answer, frozen=True, kw_only=True):
    """Tables with the names of their people; `next` is the cursor of the following page, null on the last."""

    tables: list[TableCard]
    people: People
    next: str | None


class Line(Answer, frozen=True, kw_only=True):
    """A line of chat, with the name of its author today. `seq` is its number at the table."""

    seq: int
    at: int
    user: str
    name: str
    text: str


class ChatLines(Answer, frozen=True, kw_only=True):
    lines: list[Line]


class ReportInfo(Answer, frozen=True, kw_only=True):
    """A name or a line, in the `words` it had when it was reported, a line with those around it; or a puzzle that seems
    wrong, by its id."""

    id: str
    at: int
    kind: Literal["name", "chat", "puzzle"]
    words: str
    note: str
    user: str
    name: str
    reporter: str | None
    reporter_name: str | None
    table: str | None
    seq: int | None
    closed: int | None
    lines: list[Line]


class Reports(Answer, frozen=True, kw_only=True):
    reports: list[ReportInfo]


class ActInfo(Answer, frozen=True, kw_only=True):
    """A line of the log. Without a `moderator` it was done at the machine. `undoable` says whether it can be taken
    back by who asks, `undone` when it was; `detail` is the name, the words or the puzzle that was taken away."""

    number: int
    at: int
    what: str
    moderator: str | None
    moderator_name: str | None
    user: str | None
    name: str | None
    table: str | None
    seq: int | None
    why: str
    detail: str | None
    undoable: bool
    undone: int | None


class Acts(Answer, frozen=True, kw_only=True):
    """`next` is the cursor of the following page, null on the last."""

    acts: list[ActInfo]
    next: int | None


class DeedDone(Answer, frozen=True, kw_only=True):
    """The number in the log; `link` where one was asked for, shown this once."""

    act: int
    link: str | None
