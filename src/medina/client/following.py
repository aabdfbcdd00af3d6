"""Keeping a table's snapshot current: what each message makes of it."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET
from msgspec.structs import fields, replace

from medina.table.wire import CHAT_KEPT, ChatMessage, People, Presence, Snapshot, Update

_MERGED = ("position", "people", "kept", "turns", "id")
"""Fields of an update that do not simply replace the snapshot's."""
_REPLACED = tuple(field.name for field in fields(Update) if field.name not in _MERGED)


def updated(view: Snapshot, news: Update) -> Snapshot:
    """Return the snapshot after an update, which must be the next one."""
    changed: dict[str, Any] = {name: value for name in _REPLACED if (value := getattr(news, name)) is not UNSET}
    if news.position is not UNSET:
        changed["position"] = news.position and {**(view.position or {}), **news.position}
    if news.people is not UNSET:
        changed["people"] = _named(view.people, news.people)
    if news.turns is not UNSET:
        changed["turns"] = (*(view.turns if news.kept is UNSET else view.turns[: news.kept]), *news.turns)
    return replace(view, **changed)


def said(view: Snapshot, news: ChatMessage) -> Snapshot:
    """Return the snapshot after lines of chat: new ones, and others instead of those of the same number."""
    lines = {line.n: line for line in (*view.chat, *news.lines)}
    chat = tuple(sorted(lines.values(), key=lambda line: line.n))[-CHAT_KEPT:]
    return replace(view, chat=chat, people=_named(view.people, news.people))


def _named(people: People, news: People) -> People:
    """The names with others; whoever has been forgotten is there no more."""
    return {user: person for user, person in {**people, **news}.items() if person is not None}


def present(view: Snapshot, news: Presence) -> Snapshot:
    """Return the snapshot with who is there now."""
    return replace(view, online=news.seats, watchers=news.watchers, away=news.away)
