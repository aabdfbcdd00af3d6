"""What people are told when they are called: nothing that is hidden at the table, and each in their language."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from msgspec import Struct

from medina.server.calling.message import Kind, Notice
from medina.server.visitors import guest_name
from medina.table.people import PersonInfo
from medina.table.state import State, deadline
from medina.words import LANGUAGES, say

URGENT = ("turn", "invite", "rematch")
"""Kinds that somebody waits for."""
DAY_SECONDS = 86_400
LEAST_SECONDS, MOST_SECONDS = 60, 3 * DAY_SECONDS
"""How long a push service keeps a notice for a browser that is not there."""
OVER_SECONDS = 60
"""Nobody needs to hear later that there is nothing to hear."""


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


def news_of(
    kind: str, state: State, people: Mapping[str, PersonInfo | None], user: str, inviter: str | None, lang: str
) -> News:
    """What happened, told to `user`; `people` has the names."""
    others = [seat for seat in state.seats if seat.user is not None and seat.user != user]
    names = ", ".join(_called(seat.user, people, lang) for seat in others)
    together = say("server.call.with", lang, names=names) if names else ""
    if kind == "invite":
        title = say("server.call.invite", lang, name=_called(inviter, people, lang))
        return News(title, say("server.call.invite_body", lang, players=state.options.players))
    if kind == "rematch":
        wants = next((seat.user for seat in others if seat.rematch), None)
        return News(say("server.call.rematch", lang, name=_called(wants, people, lang)), together)
    return News(say(f"server.call.{kind}", lang), together)


def _called(user: str | None, people: Mapping[str, PersonInfo | None], lang: str) -> str:
    """Name a person. A forgotten one is somebody; a guest who chose no name has one in every language."""
    person = people.get(user) if user is not None else None
    if user is None or person is None or not person.name:
        return say("server.call.somebody", lang)
    unnamed = not person.account and any(person.name == guest_name(user, each) for each in LANGUAGES)
    return guest_name(user, lang) if unnamed else person.name


def kept_seconds(kind: str, state: State, now: int) -> int:
    """How long the news is worth being delivered: a turn as long as its time runs."""
    until = deadline(state) if kind == "turn" else None
    return MOST_SECONDS if until is None else min(max((until - now) // 1000, LEAST_SECONDS), MOST_SECONDS)
