"""The one place that decides what a seat or a watcher may see."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, cast

from medina import Position
from medina.notation import position_to_json
from medina.notation.shapes import PositionJson, StockJson
from medina.rules.ruleset import PUBLIC_PIECES
from medina.table.events import TableEvent
from medina.table.state import State, deadline
from medina.table.wire import Clocks, Draft, Presence, SeatView, Snapshot

NOBODY = Presence(seats=(), watchers=0)


def admits(state: State, user: str | None, by_link: bool) -> bool:
    """May somebody look at the table at all? A private one is for those who sit there and whoever has its link."""
    if state.options.public or by_link:
        return True
    return user is not None and (state.host.user == user or state.seat_of(user) is not None)


def stock_for(state: State, seat: int | None) -> list[StockJson]:
    """2.2: everybody's pieces as one seat (None: a watcher) may see them. After the game the screens are lifted."""
    return [] if state.position is None else _stock_in(state, state.position, seat)


def _stock_in(state: State, position: Position, seat: int | None) -> list[StockJson]:
    shown = state.options.stocks == "open" or state.phase == "over"
    stocks = [stock if shown or owner == seat else _screened(stock) for owner, stock in enumerate(position.stocks)]
    return cast(list[StockJson], stocks)


def _screened(stock: dict[str, int]) -> dict[str, int | None]:
    return {piece: count if piece in PUBLIC_PIECES else None for piece, count in stock.items()}


def position_for(state: State, seat: int | None) -> PositionJson | None:
    """The position as notation.md writes it, with the stocks that may be seen."""
    return None if state.position is None else past_position_for(state, state.position, seat)


def past_position_for(state: State, position: Position, seat: int | None) -> PositionJson:
    """An earlier position of the same game, with the same screens."""
    return {**position_to_json(position), "stock": _stock_in(state, position, seat)}


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
            person=seat.person,
            bot=seat.bot,
            status=seat.status,
            auto_confirm=seat.auto_confirm,
            rematch=seat.rematch,
            vacation=seat.vacation,
            vacation_until=seat.vacation_until,
        )
        for seat in state.seats
    )


_TABLE: dict[str, Callable[[State], Any]] = {
    "phase": lambda state: state.phase,
    "options": lambda state: state.options,
    "host": lambda state: state.host.user,
    "host_name": lambda state: state.host.name,
    "seats": seats_of,
    "result": lambda state: state.result,
    "rematch": lambda state: state.rematch,
    "proposal": lambda state: state.proposal,
    "paused": lambda state: state.paused,
    "analysis": lambda state: state.analysis,
}
"""What everybody knows about a table beside the game: fields of the state, and how a snapshot shows them."""


def table_changes(before: State, after: State) -> dict[str, Any]:
    """What an update tells about the table itself: the fields of a snapshot that are others now."""
    return {name: show(after) for name, show in _TABLE.items() if getattr(before, name) is not getattr(after, name)}


def snapshot(
    state: State,
    table: str,
    user: str,
    now: int,
    events: Iterable[TableEvent] = (),
    here: Presence = NOBODY,
) -> Snapshot:
    """Everything this person may know."""
    seat = state.seat_of(user)
    return Snapshot(
        seq=state.seq,
        table=table,
        rules_version=state.rules_version,
        you=user,
        your_seat=seat,
        position=position_for(state, seat),
        acting=state.acting,
        draft=draft_of(state),
        moves=moves_for(state, seat),
        turns=state.turns,
        clocks=clocks_of(state),
        chat=state.chat,
        events=tuple(events),
        online=here.seats,
        away=here.away,
        watchers=here.watchers,
        now=now,
        **{name: show(state) for name, show in _TABLE.items()},
    )
