"""Keeping a table's snapshot current: what each message makes of it."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from msgspec import UNSET
from msgspec.structs import fields, replace

from medina.table.events import Said
from medina.table.patch import apply
from medina.table.wire import Presence, Snapshot, Update

_ADDED = ("set", "cut", "stock", "kept", "turns", "events", "moves", "id")
"""Fields of an update that do not simply replace the snapshot's."""
_REPLACED = tuple(field.name for field in fields(Update) if field.name not in _ADDED)


def updated(view: Snapshot, news: Update) -> Snapshot:
    """The snapshot after an update, which must be the next one."""
    changes: dict[str, Any] = {name: value for name in _REPLACED if (value := getattr(news, name)) is not UNSET}
    if news.kept is not UNSET or news.turns is not UNSET:
        kept = view.turns if news.kept is UNSET else view.turns[: news.kept]
        changes["turns"] = kept if news.turns is UNSET else (*kept, *news.turns)
    if news.acting is not UNSET:
        changes["moves"] = () if news.moves is UNSET else news.moves
    said = tuple(event for event in news.events if isinstance(event, Said))
    return replace(view, position=_position(view, news), chat=(*view.chat, *said), events=news.events, **changes)


def _position(view: Snapshot, news: Update) -> Any:
    position: Any = view.position
    if news.set is not UNSET or news.cut is not UNSET:
        sets = [] if news.set is UNSET else news.set
        copied: Any = deepcopy(position) if position is not None else {}
        position = apply(copied, sets, [] if news.cut is UNSET else news.cut)
    if news.stock is not UNSET and position is not None:
        position = {**position, "stock": news.stock}
    return position


def present(view: Snapshot, news: Presence) -> Snapshot:
    """The snapshot with who is there now."""
    return replace(view, online=news.seats, watchers=news.watchers, away=news.away)
