"""An update as bytes, written once for everybody and finished for each kind of receiver.

The shared part (events, patch, draft, clocks) is encoded once; only the stocks and the legal moves differ, and watchers
share one text. What may be seen is asked of `view`.
"""

from __future__ import annotations

from typing import Any

import msgspec

from medina.notation import position_to_json
from medina.table.events import TableEvent
from medina.table.patch import diff
from medina.table.state import State
from medina.table.view import clocks_of, draft_of, moves_for, stock_for, table_changes
from medina.table.wire import Cuts, Sets, Update

_encoder = msgspec.json.Encoder()


class Bulletin:
    """What to tell about the events that led from one state to another."""

    __slots__ = ("_seated", "_shared", "_texts", "game", "state")

    def __init__(self, before: State, after: State, events: tuple[TableEvent, ...], now: int) -> None:
        self.state = after
        self.game = after.game_seq != before.game_seq
        self._seated = before.seats is not after.seats
        self._texts: dict[int | None, bytes] = {}
        self._shared = _encoder.encode(self._update(before, events, now))[:-1]

    def text_for(self, seat: int | None, id: int | None = None) -> bytes:
        """The message for a seat, or for a watcher; on the connection that asked, with the number of its request."""
        text = self._texts.get(seat)
        if text is None:
            text = self._texts[seat] = self._finish(seat)
        return text if id is None else b'%b,"id":%d}' % (text[:-1], id)

    def _finish(self, seat: int | None) -> bytes:
        own: dict[str, Any] = {}
        if self.game:
            own["stock"] = stock_for(self.state, seat)
            if seat is not None and seat == self.state.acting:
                own["moves"] = moves_for(self.state, seat)
        if self._seated:
            own["your_seat"] = seat
        return b"%b,%b" % (self._shared, _encoder.encode(own)[1:]) if own else self._shared + b"}"

    def _update(self, before: State, events: tuple[TableEvent, ...], now: int) -> Update:
        after = self.state
        changes = table_changes(before, after)
        if self.game:
            sets, cuts = self._patch(before)
            kept = _kept(before, after)
            told = {"set": sets, "cut": cuts, "turns": after.turns[kept:], "clocks": clocks_of(after)}
            changes |= {name: value for name, value in told.items() if value}
            changes |= {"kept": kept} if kept < len(before.turns) else {}
            changes |= {"acting": after.acting, "draft": draft_of(after)}
        elif (clocks := clocks_of(after)) != clocks_of(before):  # who has left has no time to lose
            changes["clocks"] = clocks
        return Update(seq=after.seq, events=events, now=now, **changes)

    def _patch(self, before: State) -> tuple[Sets, Cuts]:
        """What changed on the board; all of it, without stocks, when the game starts."""
        if self.state.position is None or before.position is self.state.position:
            return [], []
        if before.position is None:
            return [([], {**position_to_json(self.state.position), "stock": []})], []
        return diff(before.position, self.state.position)


def _kept(before: State, after: State) -> int:
    """How many of the turns before still count: all, unless some were taken back."""
    both = list(zip(before.turns, after.turns, strict=False))
    return next((number for number, (was, now) in enumerate(both) if was != now), len(both))
