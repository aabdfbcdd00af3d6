"""The one place that decides what a seat or a watcher may see."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any, cast

from medina import Position
from medina.notation import position_to_json
from medina.notation.shapes import PositionJson, StockJson
from medina.rules.ruleset import PUBLIC_PIECES
from medina.table.events import TableEvent
from medina.table.state import State, deadline
from medina.table.wire import ChatLine, Clocks, Draft, People, Presence, SeatView, Snapshot

NOBODY = Presence(seats=(), watchers=0)


def admits(state: State, user: str | None, by_link: bool) -> bool:
    """May somebody look at the table at all? A private one is for those who sit there and whoever has its link."""
    if state.options.public or by_link:
        return True
    return user is not None and (state.host == user or state.seat_of(user) is not None)


def stock_for(state: State, position: Position, seat: int | None) -> list[StockJson]:
    """2.2: everybody's pieces in a position of a game, as one seat (None: a watcher) may see them now."""
    stocks = cast(list[StockJson], list(position.stocks))
    return stocks if is_open(state) else _behind_screens(stocks, [_screened(stock) for stock in stocks], seat)


def is_open(state: State) -> bool:
    """True if everybody may see all stocks. After the game the screens are lifted."""
    return state.options.stocks == "open" or state.phase == "over"


def _behind_screens(stocks: list[StockJson], screened: list[StockJson], seat: int | None) -> list[StockJson]:
    return [stock if owner == seat else screened[owner] for owner, stock in enumerate(stocks)]


def _screened(stock: StockJson) -> StockJson:
    seen = {piece: count if piece in PUBLIC_PIECES else None for piece, count in stock.items()}
    return cast(StockJson, seen)


def past_position_for(state: State, position: Position, seat: int | None) -> PositionJson:
    """An earlier position of the same game, with the same screens."""
    return {**position_to_json(position), "stock": stock_for(state, position, seat)}


def moves_for(state: State, seat: int | None) -> tuple[str, ...]:
    """The legal moves, for the seat that is to make one."""
    if seat is None or seat != state.acting or state.complete or state.position is None:
        return ()
    if state.paused is not None or state.seats[seat].waited_for:
        return ()
    return tuple(move.text for move in state.position.legal_moves)


def draft_of(state: State) -> Draft | None:
    """The turn being made, which everybody sees as such."""
    if not state.draft or state.acting is None:
        return None
    return Draft(seat=state.acting, moves=state.draft, complete=state.complete)


def clocks_of(state: State) -> Clocks | None:
    if not state.left:
        return None
    running = state.acting if state.phase == "playing" and state.paused is None else None
    return Clocks(left=state.left, running=running, since=state.since, deadline=deadline(state))


def seats_of(state: State) -> tuple[SeatView, ...]:
    """The seats as everybody sees them."""
    return tuple(
        SeatView(
            user=seat.user,
            bot=seat.bot,
            status=seat.status,
            auto_confirm=seat.auto_confirm,
            rematch=seat.rematch,
            vacation=seat.vacation,
            vacation_until=seat.vacation_until,
        )
        for seat in state.seats
    )


class View:
    """A state of a table, and the names of its people, as the fields of a snapshot; each part is worked out once.

    `before` is the view of an earlier state of the same table, which saves work; it is not kept.
    """

    def __init__(self, state: State, people: People, before: View | None = None) -> None:
        self.state = state
        self.people = people
        self._like = before._written if before is not None else None
        self._own: dict[int | None, dict[str, Any]] = {}

    @cached_property
    def common(self) -> dict[str, Any]:
        """The fields that everybody sees alike, and the position without its stocks."""
        state = self.state
        position = self._position and {name: value for name, value in self._position.items() if name != "stock"}
        return {
            "rules_version": state.rules_version,
            "phase": state.phase,
            "options": state.options,
            "host": state.host,
            "people": self.people,
            "seats": seats_of(state),
            "position": position,
            "acting": state.acting,
            "draft": draft_of(state),
            "turns": state.turns,
            "clocks": clocks_of(state),
            "result": state.result,
            "rematch": state.rematch,
            "proposal": state.proposal,
            "paused": state.paused,
            "analysis": state.analysis,
        }

    def own(self, seat: int | None) -> dict[str, Any]:
        """The fields that a seat or a watcher sees otherwise than others, and the stocks of the position."""
        if seat not in self._own:
            self._own[seat] = {
                "your_seat": seat,
                "position": self._position and {"stock": self._stock(seat)},
                "moves": moves_for(self.state, seat),
            }
        return self._own[seat]

    def fields(self, seat: int | None) -> dict[str, Any]:
        """The fields of the snapshot for a seat or a watcher that follow from the state."""
        return joined(self.common, self.own(seat))

    def _stock(self, seat: int | None) -> list[StockJson]:
        assert self._position is not None
        if is_open(self.state):
            return self._position["stock"]
        return _behind_screens(self._position["stock"], self._screened, seat)

    @cached_property
    def _position(self) -> PositionJson | None:
        like, self._like = self._like, None
        return None if self.state.position is None else position_to_json(self.state.position, like)

    @property
    def _written(self) -> tuple[Position, PositionJson] | None:
        """The position with its JSON object, if that has been needed."""
        written = self.__dict__.get("_position")
        return None if written is None or self.state.position is None else (self.state.position, written)

    @cached_property
    def _screened(self) -> list[StockJson]:
        return [] if self._position is None else [_screened(stock) for stock in self._position["stock"]]


def joined(common: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    """Put the common fields, or changes of them, together with those of one receiver."""
    fields = {**common, **own}
    if common.get("position") and own.get("position"):
        fields["position"] = {**common["position"], **own["position"]}
    return fields


def snapshot(
    view: View,
    table: str,
    user: str,
    now: int,
    events: Iterable[TableEvent] = (),
    here: Presence = NOBODY,
    chat: tuple[ChatLine, ...] = (),
) -> Snapshot:
    """Everything this person may know."""
    return Snapshot(
        seq=view.state.seq,
        n=view.state.n,
        table=table,
        you=user,
        chat=chat,
        events=tuple(events),
        online=here.seats,
        away=here.away,
        watchers=here.watchers,
        now=now,
        **view.fields(view.state.seat_of(user)),
    )
