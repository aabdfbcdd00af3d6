"""An update as bytes, written once for everybody and finished for each kind of receiver.

The shared part (events, patch, draft, clocks) is encoded once; only the stocks and the legal moves differ, and watchers
share one text. What may be seen is asked of `view`.
"""

from __future__ import annotations

from typing import Any

import msgspec

from medina.notation import position_to_json
from medina.table.events import TableEvent
from medina.table.patch import Cuts, Sets, diff
from medina.table.state import State
from medina.table.view import clocks_of, draft_of, moves_for, stock_for
from medina.table.wire import Update

_encoder = msgspec.json.Encoder()


class Bulletin:
    """What to tell about the events that led from one state to another."""

    __slots__ = ("_shared", "_texts", "game", "state")

    def __init__(self, before: State, after: State, events: tuple[TableEvent, ...], now: int) -> None:
        self.state = after
        self.game = after.game_seq != before.game_seq
        self._texts: dict[int | None, bytes] = {}
        self._shared = _encoder.encode(self._update(before, events, now))[:-1]

    def text_for(self, seat: int | None, id: int | None = None) -> bytes:
        """The message for a seat, or for a watcher; on the connection that asked, with the number of its request."""
        text = self._texts.get(seat)
        if text is None:
            text = self._texts[seat] = self._finish(seat)
        return text if id is None else b'%b,"id":%d}' % (text[:-1], id)

    def _finish(self, seat: int | None) -> bytes:
        if not self.game:
            return self._shared + b"}"
        stock = _encoder.encode(stock_for(self.state, seat))
        if seat is None or seat != self.state.acting:
            return b'%b,"stock":%b}' % (self._shared, stock)
        return b'%b,"stock":%b,"moves":%b}' % (self._shared, stock, _encoder.encode(moves_for(self.state, seat)))

    def _update(self, before: State, events: tuple[TableEvent, ...], now: int) -> Update:
        after = self.state
        if not self.game:
            return Update(seq=after.seq, events=events, now=now)
        sets, cuts = self._patch(before)
        changes: dict[str, Any] = {"set": sets} if sets else {}
        if cuts:
            changes["cut"] = cuts
        if after.left:
            changes["clocks"] = clocks_of(after)
        return Update(seq=after.seq, events=events, now=now, acting=after.acting, draft=draft_of(after), **changes)

    def _patch(self, before: State) -> tuple[Sets, Cuts]:
        """What changed on the board; all of it, without stocks, when the game starts."""
        if self.state.position is None or before.position is self.state.position:
            return [], []
        if before.position is None:
            return [([], {**position_to_json(self.state.position), "stock": []})], []
        return diff(before.position, self.state.position)
