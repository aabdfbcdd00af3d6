"""Updates as bytes: what has changed between two states of a table, for each kind of receiver."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

import msgspec

from medina.table.events import TableEvent
from medina.table.view import View, joined
from medina.table.wire import PositionChanges, Update

_encoder = msgspec.json.Encoder()


def changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of the update that leads from the fields of one snapshot to those of a later one."""
    changed = _changed(before, after)
    if "position" in changed and before["position"] is not None and after["position"] is not None:
        changed["position"] = position_changes(before["position"], after["position"])
    if "turns" in changed:
        kept = _alike(before["turns"], after["turns"])
        changed["turns"] = after["turns"][kept:]
        changed |= {"kept": kept} if kept < len(before["turns"]) else {}
    if "people" in changed:
        gone = dict.fromkeys(before["people"].keys() - after["people"].keys())
        changed["people"] = {**_new(before["people"], after["people"]), **gone}
    return changed


def position_changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> PositionChanges:
    """Return the fields of a position that differ from those of an earlier position of the same game."""
    return _changed(before, after)


def _new(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in after.items() if name not in before or value != before[name]}


def _changed(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in after.items() if value is not before[name] != value}


def _alike(before: tuple[Any, ...], after: tuple[Any, ...]) -> int:
    """Count the items at the beginning that are the same."""
    both = zip(before, after, strict=False)
    return next((number for number, (was, now) in enumerate(both) if was != now), min(len(before), len(after)))


class Bulletin:
    """The update about the events that led from one state to another."""

    def __init__(self, before: View, after: View, events: tuple[TableEvent, ...], now: int) -> None:
        self._before, self._after = before, after
        self._events, self._now = events, now
        self._texts: dict[tuple[int | None, int | None], bytes] = {}

    def text_for(self, user: str, id: int | None = None, table: str | None = None) -> bytes:
        """Return the message for a person.

        `id` is the number of the request, for the connection that asked; `table` is given if the link that the person
        is shown may have changed.
        """
        seats = self._before.state.seat_of(user), self._after.state.seat_of(user)
        text = self._texts.get(seats)
        if text is None:
            text = self._texts[seats] = _encoder.encode(self._update(*seats))
        own = {name: value for name, value in (("id", id), ("table", table)) if value is not None}
        return b"%b,%b" % (text[:-1], _encoder.encode(own)[1:]) if own else text

    @cached_property
    def _common(self) -> dict[str, Any]:
        return changes(self._before.common, self._after.common)

    def _update(self, was: int | None, seat: int | None) -> Update:
        changed = joined(self._common, changes(self._before.own(was), self._after.own(seat)))
        state = self._after.state
        return Update(seq=state.seq, n=state.n, events=self._events, now=self._now, **changed)
