"""state = fold(events): one short function an event. What is drafted is no event: `drafted` puts it in."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from msgspec.structs import replace

from medina import Position, new_game, read_record
from medina.table import events as ev
from medina.table.options import Days, RealTime
from medina.table.state import SeatState, State, full_time, ruleset_of
from medina.table.wire import Proposal, Result, Turn


def fold(events: Iterable[ev.TableEvent], state: State | None = None) -> State:
    """The state after these events (of a new table, or on top of `state`)."""
    for event in events:
        state = evolve(state, event)
    if state is None:
        raise ValueError("a table begins with an event")
    return state


def evolve(state: State | None, event: ev.TableEvent) -> State:
    """The state after one more event."""
    if isinstance(event, ev.Opened):
        return _opened(event)
    if state is None or event.seq != state.seq + 1:
        raise ValueError(f"event {event.seq} does not follow {state.seq if state else 'nothing'}")
    changed = _EVOLVE[type(event)](state, event)
    if changed.proposal is not None and type(event) in _SETTLING:
        changed = replace(changed, proposal=None)
    n = state.n + (type(event) in _GAME_EVENTS)
    updated = state.updated if state.phase == "over" else event.at  # what comes after a game does not make it newer
    return replace(changed, seq=event.seq, n=n, updated=updated)


def drafted(state: State, moves: tuple[str, ...], n: int) -> State:
    """The state at change `n`, with these placements drafted in place of those before; raises what the rules raise."""
    if moves == state.draft:
        return state if n == state.n else replace(state, n=n)
    known = len(state.draft) if moves[: len(state.draft)] == state.draft else 0
    position = state.position if known else state.confirmed
    assert position is not None
    for move in moves[known:]:
        position = position.play(move)
    return replace(state, n=n, draft=moves, position=position, complete=bool(moves) and not position.is_mid_turn)


def _opened(event: ev.Opened) -> State:
    return State(
        seq=event.seq,
        n=0,
        phase="open",
        options=event.options,
        host=event.host,
        rules_version=event.rules_version,
        seats=(SeatState(),) * event.options.players,
        created=event.at,
        updated=event.at,
        record=event.record,
        ply=event.ply,
        device=event.device,
    )


def _sat(state: State, event: ev.Sat) -> State:
    on = state.options.auto_confirm
    return state.with_seat(event.seat, user=event.user, bot=None, status="here", auto_confirm=on)


def _bot_sat(state: State, event: ev.BotSat) -> State:
    return state.with_seat(event.seat, user=None, bot=event.bot, status="here")


def _freed(state: State, event: ev.SeatFreed) -> State:
    seats = list(state.seats)
    seats[event.seat] = SeatState()
    return replace(state, seats=tuple(seats))


def _swapped(state: State, event: ev.Swapped) -> State:
    seats = list(state.seats)
    seats[event.seat], seats[event.other] = seats[event.other], seats[event.seat]
    return replace(state, seats=tuple(seats))


def _host(state: State, event: ev.HostChanged) -> State:
    return replace(state, host=event.host)


def _options(state: State, event: ev.OptionsSet) -> State:
    players = event.options.players
    seats = (*state.seats, *(SeatState(),) * players)[:players]
    return replace(state, options=event.options, seats=seats)


def _closed(state: State, event: ev.Closed) -> State:
    return replace(state, phase="closed")


def _started(state: State, event: ev.Started) -> State:
    start, position, turns = _first_position(state, event)
    full = full_time(state.options)
    return replace(
        state,
        phase="playing",
        rules_version=event.rules_version,
        seats=tuple(state.seats[old] for old in event.order),
        start=start,
        confirmed=position,
        position=position,
        turns=turns,
        given=len(turns),
        acting=position.turn,
        left=() if full is None else (full,) * len(state.seats),
        since=event.at,
    )


def _first_position(state: State, event: ev.Started) -> tuple[Position, Position, tuple[Turn, ...]]:
    if state.record is None:
        position = new_game(ruleset_of(state.options, event.rules_version), well=event.well, market=event.market)
        return position, position, ()
    record = read_record(state.record)
    ply = len(record.moves) if state.ply is None else state.ply
    played = record.undo(len(record.moves) - ply)
    turns = tuple((turn.seat, tuple(move.text for move in turn.moves)) for turn in played.turns)
    return played.start, played.position, turns


def _turn_played(state: State, event: ev.TurnPlayed) -> State:
    state = drafted(state, event.moves, state.n)
    assert state.position is not None
    state = replace(
        state,
        turns=(*state.turns, (event.seat, event.moves)),
        draft=(),
        confirmed=state.position,
        complete=False,
        acting=state.position.turn,
        left=_time_after_turn(state, event),
        since=_time_begins(state, state.position.turn, event.at),
        proposal=None if state.proposal is not None and state.proposal.what == "take_back" else state.proposal,
    )
    seat = state.seats[event.seat]
    returned = seat.bot is None and seat.status in ("timed_out", "left")
    return state.with_seat(event.seat, status="here") if returned else state


def _time_after_turn(state: State, event: ev.TurnPlayed) -> tuple[int, ...]:
    if not state.left:
        return ()
    left = list(state.left)
    if isinstance(state.options.clock, RealTime):
        left[event.seat] = _rest(state, event.seat, event.at) + state.options.clock.increment_s * 1000
    return _days_anew(state, tuple(left))


def _rest(state: State, seat: int, now: int) -> int:
    """What is left of the time of the seat that is to act."""
    return max(0, state.left[seat] - max(0, now - state.since))


def _days_anew(state: State, left: tuple[int, ...]) -> tuple[int, ...]:
    """By correspondence every turn has its days."""
    full = full_time(state.options)
    return left if full is None or not isinstance(state.options.clock, Days) else (full,) * len(left)


def _time_begins(state: State, seat: int | None, now: int) -> int:
    """When a seat's time begins to run: at once, or after its vacation."""
    return now if seat is None else max(now, state.seats[seat].vacation_until)


def _auto_confirm(state: State, event: ev.AutoConfirmSet) -> State:
    return state.with_seat(event.seat, auto_confirm=event.on)


def _left(state: State, event: ev.Left) -> State:
    return state.with_seat(event.seat, status="left")


def _timed_out(state: State, event: ev.TimedOut) -> State:
    return state.with_seat(event.seat, status="timed_out")


def _resigned(state: State, event: ev.Resigned) -> State:
    return state.with_seat(event.seat, status="resigned")


def _replaced(state: State, event: ev.Replaced) -> State:
    return state.with_seat(event.seat, bot=event.bot)


def _came_back(state: State, event: ev.CameBack) -> State:
    return state.with_seat(event.seat, bot=None, status="here")


def _forfeited(state: State, event: ev.Forfeited) -> State:
    return state.with_seat(event.seat, status="forfeited")


def _proposed(state: State, event: ev.Proposed) -> State:
    agreed = (event.seat,)
    proposal = Proposal(seat=event.seat, what=event.what, about=event.about, bot=event.bot, agreed=agreed)
    return replace(state, proposal=proposal)


def _agreed(state: State, event: ev.Agreed) -> State:
    assert state.proposal is not None
    return replace(state, proposal=replace(state.proposal, agreed=(*state.proposal.agreed, event.seat)))


def _dropped(state: State, event: ev.Dropped) -> State:
    return state


def _undone(state: State, event: ev.Undone) -> State:
    """The city grows again from the start: positions of turns long past are not kept."""
    turns = state.turns[: len(state.turns) - event.turns]
    position = state.start
    assert position is not None
    for _, moves in turns:
        for move in moves:
            position = position.play(move)
    return replace(
        state,
        confirmed=position,
        position=position,
        turns=turns,
        draft=(),
        complete=False,
        acting=position.turn,
        left=_days_anew(state, state.left),
        since=_time_begins(state, position.turn, event.at),
    )


def _paused(state: State, event: ev.Paused) -> State:
    return replace(state, paused=event.at, left=_used(state, event.at), since=event.at)


def _used(state: State, now: int) -> tuple[int, ...]:
    """Everybody's time with what the acting seat has used up of it taken away."""
    return tuple(_rest(state, seat, now) if seat == state.acting else left for seat, left in enumerate(state.left))


def _resumed(state: State, event: ev.Resumed) -> State:
    return replace(state, paused=None, since=_time_begins(state, state.acting, event.at))


def _analysis_allowed(state: State, event: ev.AnalysisAllowed) -> State:
    return replace(state, analysis=True)


def _on_vacation(state: State, event: ev.OnVacation) -> State:
    days = state.seats[event.seat].vacation + event.days
    if state.acting == event.seat:
        state = replace(state, left=_used(state, event.at), since=event.until)
    return state.with_seat(event.seat, vacation=days, vacation_until=event.until)


def _ended(state: State, event: ev.Ended) -> State:
    """A turn that was never confirmed does not count."""
    result = Result(reason=event.reason, scores=event.scores, places=event.places)
    state = drafted(state, (), state.n)
    return replace(state, phase="over", acting=None, paused=None, result=result)


def _rematch_set(state: State, event: ev.RematchSet) -> State:
    return state.with_seat(event.seat, rematch=event.yes)


def _rematch_made(state: State, event: ev.RematchMade) -> State:
    return replace(state, rematch=event.table)


_EVOLVE: dict[type[ev.Event], Callable[[State, Any], State]] = {
    ev.Sat: _sat,
    ev.BotSat: _bot_sat,
    ev.SeatFreed: _freed,
    ev.Swapped: _swapped,
    ev.HostChanged: _host,
    ev.OptionsSet: _options,
    ev.Closed: _closed,
    ev.Started: _started,
    ev.TurnPlayed: _turn_played,
    ev.AutoConfirmSet: _auto_confirm,
    ev.Left: _left,
    ev.TimedOut: _timed_out,
    ev.Resigned: _resigned,
    ev.Replaced: _replaced,
    ev.CameBack: _came_back,
    ev.Forfeited: _forfeited,
    ev.Proposed: _proposed,
    ev.Agreed: _agreed,
    ev.Dropped: _dropped,
    ev.Undone: _undone,
    ev.Paused: _paused,
    ev.Resumed: _resumed,
    ev.AnalysisAllowed: _analysis_allowed,
    ev.OnVacation: _on_vacation,
    ev.Ended: _ended,
    ev.RematchSet: _rematch_set,
    ev.RematchMade: _rematch_made,
}
_GAME_EVENTS = frozenset(
    {
        ev.Started,
        ev.TurnPlayed,
        ev.Left,
        ev.Replaced,
        ev.CameBack,
        ev.Undone,
        ev.Paused,
        ev.Resumed,
        ev.Ended,
    }
)
_SETTLING = frozenset(
    {
        ev.Left,
        ev.TimedOut,
        ev.Resigned,
        ev.Replaced,
        ev.CameBack,
        ev.Dropped,
        ev.Undone,
        ev.Paused,
        ev.AnalysisAllowed,
        ev.Ended,
    }
)
"""After these nothing is proposed any more: it was carried out or dropped, or other people have to agree now."""
