"""Keeping a table's snapshot current: what each message makes of it."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET
from msgspec.structs import fields, replace

from medina.table.wire import CHAT_KEPT, Presence, Snapshot, Update

_MERGED = ("position", "kept", "turns", "chat_kept", "chat", "id")
"""Fields of an update that do not simply replace the snapshot's."""
_REPLACED = tuple(field.name for field in fields(Update) if field.name not in _MERGED)


def updated(view: Snapshot, news: Update) -> Snapshot:
    """Return the snapshot after an update, which must be the next one."""
    changed: dict[str, Any] = {name: value for name in _REPLACED if (value := getattr(news, name)) is not UNSET}
    if news.position is not UNSET:
        changed["position"] = news.position and {**(view.position or {}), **news.position}
    turns = _longer(view.turns, news.kept, news.turns)
    chat = _longer(view.chat, news.chat_kept, news.chat)[-CHAT_KEPT:]
    return replace(view, turns=turns, chat=chat, **changed)


def _longer(old: tuple[Any, ...], kept: Any, new: Any) -> tuple[Any, ...]:
    return (*(old if kept is UNSET else old[:kept]), *(() if new is UNSET else new))


def present(view: Snapshot, news: Presence) -> Snapshot:
    """Return the snapshot with who is there now."""
    return replace(view, online=news.seats, watchers=news.watchers, away=news.away)
