"""What people are told when they are called: nothing that is hidden at the table, and each in their language."""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec import Struct

from medina.table.events import Person
from medina.table.state import SeatState, State, deadline
from medina.words import say

Kind = Literal["turn", "invite", "rematch", "end"]
KINDS: tuple[Kind, ...] = ("turn", "invite", "rematch", "end")
URGENT = ("turn", "invite", "rematch")
"""Kinds that somebody waits for."""
DAY_SECONDS = 86_400
LEAST_SECONDS, MOST_SECONDS = 60, 3 * DAY_SECONDS
"""How long a push service keeps a notice for a browser that is not there."""
OVER_SECONDS = 60
"""Nobody needs to hear later that there is nothing to hear."""


class Notice(Struct, frozen=True, omit_defaults=True):
    """What the service worker gets. With `tag`, a notice takes the place of the one before; `over` takes it away."""

    kind: Kind | Literal["over"]
    tag: str
    path: str = ""
    title: str = ""
    body: str = ""
    lang: str = ""
    open: str = ""
    off: str = ""


def tag_of(table: str) -> str:
    return f"medina-{table}"


def notice(kind: Kind, table: str, path: str, news: News, lang: str) -> bytes:
    """The message of a call."""
    return msgspec.json.encode(
        Notice(
            kind=kind,
            tag=tag_of(table),
            path=path,
            title=news.title,
            body=news.body,
            lang=lang,
            open=say("server.call.open", lang),
            off=say("server.call.off", lang),
        )
    )


def taken_back(table: str) -> bytes:
    """The message that closes what a call has shown."""
    return msgspec.json.encode(Notice(kind="over", tag=tag_of(table)))


class News(Struct, frozen=True):
    """A call in two sentences."""

    title: str
    body: str


def news_of(kind: str, state: State, user: str, inviter: Person | None, lang: str) -> News:
    """What happened, to whom it is told."""
    names = ", ".join(_name(seat, lang) for seat in state.seats if not seat.free and _user(seat) != user)
    together = say("server.call.with", lang, names=names) if names else ""
    if kind == "invite":
        title = say("server.call.invite", lang, name=_called(inviter, lang))
        return News(title, say("server.call.invite_body", lang, players=state.options.players))
    if kind == "rematch":
        wants = next((seat.person for seat in state.seats if seat.rematch and _user(seat) != user), None)
        return News(say("server.call.rematch", lang, name=_called(wants, lang)), together)
    return News(say(f"server.call.{kind}", lang), together)


def _user(seat: SeatState) -> str | None:
    return seat.person.user if seat.person is not None else None


def _name(seat: SeatState, lang: str) -> str:
    return _called(seat.person, lang) if seat.person is not None else (seat.bot or "").capitalize()


def _called(person: Person | None, lang: str) -> str:
    """Who had themselves forgotten has no name any more."""
    return person.name if person is not None and person.name else say("server.call.somebody", lang)


def kept_seconds(kind: str, state: State, now: int) -> int:
    """How long the news is worth being delivered: a turn as long as its time runs."""
    until = deadline(state) if kind == "turn" else None
    return MOST_SECONDS if until is None else min(max((until - now) // 1000, LEAST_SECONDS), MOST_SECONDS)
