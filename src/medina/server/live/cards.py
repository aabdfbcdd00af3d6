"""A table in lists: what is shown of it and what it is searched by."""

from __future__ import annotations

import msgspec

from medina.server.schema import SeatCard, TableCard
from medina.store.rows import Lease, SeatRow, Summary
from medina.table import events as ev
from medina.table.state import SeatState, State, bot_to_move, deadline, is_exhibition
from medina.table.wire import Status

QUIET = (ev.AutoConfirmSet, ev.Proposed, ev.Agreed, ev.Dropped, ev.AnalysisAllowed)
"""Events that change nothing a list shows: the card is written again when the turn is confirmed."""
RESEATING = (
    ev.Opened,
    ev.Sat,
    ev.BotSat,
    ev.SeatFreed,
    ev.Swapped,
    ev.OptionsSet,
    ev.Started,
    ev.Replaced,
    ev.CameBack,
    ev.Ended,
)

_encoder = msgspec.json.Encoder()


def changes_card(events: tuple[ev.TableEvent, ...]) -> bool:
    """Does any of these show in a list?"""
    return any(not isinstance(event, QUIET) for event in events)


def changes_seats(events: tuple[ev.TableEvent, ...]) -> bool:
    """Does any of these change who plays, or how it ended?"""
    return any(isinstance(event, RESEATING) for event in events)


def card(table: str, state: State) -> TableCard:
    """The table as lists show it."""
    position = state.position
    result = state.result
    scores = result.scores if result else position.scores if position else None
    return TableCard(
        id=table,
        phase=state.phase,
        options=state.options,
        host=state.host,
        seats=[_seat_card(seat) for seat in state.seats],
        acting=state.acting if state.paused is None else None,
        scores=None if scores is None else list(scores),
        places=None if result is None else list(result.places),
        placements=sum(len(moves) for _, moves in state.turns),
        created=state.created,
        updated=state.updated,
        deadline=deadline(state),
        reason=result.reason if result else None,
        device=state.device,
    )


def _seat_card(seat: SeatState) -> SeatCard:
    return SeatCard(bot=seat.bot, user=seat.user, status=seat.status)


def awaited(status: Status, bot: str | None) -> bool:
    """Is it for the person of a seat to move? Not while a bot plays on, nor for who has left."""
    return bot is None and status != "left"


def awaited_user(state: State) -> str | None:
    """The person whose turn it is."""
    acting = None if state.acting is None or state.paused is not None else state.seats[state.acting]
    return acting.user if acting and awaited(acting.status, acting.bot) else None


def summary(
    table: str, state: State, bot_person: str | None, bot_origin: str | None, lease: Lease | None = None
) -> Summary:
    """The row that lists and searches read, and that says whose bot is due, and who has taken its turn."""
    options = state.options
    bot = bot_to_move(state) is not None
    return Summary(
        phase=state.phase,
        public=options.public,
        edition=options.edition,
        players=options.players,
        gates=options.gates,
        rated=options.rated,
        host=state.host,
        acting_user=awaited_user(state),
        deadline=deadline(state),
        created=state.created,
        updated=state.updated,
        ended=state.updated if state.phase == "over" else None,
        unrated_yet=options.rated and bool(state.result and state.result.places),
        well=state.start.well if state.start else None,
        bot_n=state.n if bot else None,
        bot_due=state.updated if bot else None,
        bot_exhibition=is_exhibition(state),
        bot_person=bot_person,
        bot_origin=bot_origin,
        card=_encoder.encode(card(table, state)).decode(),
        bot_lease=lease.until if lease else None,
        bot_worker=lease.worker if lease else None,
        seats=tuple(_seat_row(number, state) for number in range(len(state.seats))),
    )


def _seat_row(number: int, state: State) -> SeatRow:
    seat, result = state.seats[number], state.result
    return SeatRow(
        seat=number,
        user=seat.user,
        bot=seat.bot,
        place=result.places[number] if result and result.places else None,
        score=result.scores[number] if result else None,
    )
