"""decide(state, command, who, now) gives events or a refusal. Pure: time and chance are arguments."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from msgspec import Struct

from medina import MedinaError
from medina.rules import RULES_VERSION
from medina.table import _agreeing, _playing, _seating, rated
from medina.table import commands as do
from medina.table import events as ev
from medina.table.course import Course, Decision, Luck
from medina.table.fold import evolve, fold
from medina.table.options import Options
from medina.table.refusal import No, no, refusal_of
from medina.table.state import SeatState, State, deadline
from medina.table.vacation import Period


class Tick(Struct, frozen=True):
    """The server's own command: look at the clock."""


class BotPlays(Struct, frozen=True):
    """The server's own command: the placements by which the bot of a seat ends its turn, chosen at change `n`."""

    seat: int
    moves: tuple[str, ...]
    n: int


class Stop(Struct, frozen=True):
    """The server's own command: whoever looks after the site ends what goes on here."""


class ShareVacation(Struct, frozen=True):
    """The server's own command: somebody who sits here has taken a vacation at another table."""

    user: str
    days: int
    until: int


def decide(
    state: State,
    command: object,
    who: str | None,
    now: int,
    luck: Luck | None = None,
    away: Collection[int] = (),
    vacations: Collection[Period] = (),
    accounts: Collection[str] = (),
) -> Decision:
    """What comes of a command. Time that has run out is looked at first and counts even if the command is refused.

    `who` is the id of the person who asks. Three things only the caller can know: `away` are the seats whose people
    have not been seen for long, `vacations` those this person has had this year in all games, `accounts` the people
    here who have an account.
    """
    course = Course(state, now, luck or Luck(), away, vacations, accounts)
    try:
        _look_at_clock(course)
        granted = course.state, len(course.events)
        _dispatch(course, command, who)
    except No as refusal:
        return _refused(course, granted, refusal.refusal)
    except MedinaError as error:
        return _refused(course, granted, refusal_of(error))
    return Decision(course.state, tuple(course.events), changed=bool(course.events) or course.state.n != state.n)


def open_table(options: Options, host: str, now: int, record: str | None = None, ply: int | None = None) -> Decision:
    """A new table, nobody seated yet. Raises MedinaError when the record or the ruleset is none."""
    try:
        event = _seating.open_events(options, host, now, RULES_VERSION, record, ply)
    except No as refusal:
        raise TableError(refusal.refusal.code, refusal.refusal.message) from None
    return Decision(evolve(None, event), (event,))


def open_rematch(state: State, now: int, seed: int) -> Decision:
    """The next table of those who want it and their bots, already started if no seat is free."""
    opened = open_table(rated.as_now(state.options), _next_host(state), now)
    course = Course(opened.state, now, Luck(seed))
    for number, seat in enumerate(state.seats):
        if seat.rematch:
            course.add(ev.Sat, seat=number, user=seat.user)
        elif seat.user is None:
            course.add(ev.BotSat, seat=number, bot=seat.bot)
    if not any(seat.free for seat in course.state.seats):
        _seating.begin(course)
    return Decision(course.state, (*opened.events, *course.events))


def _next_host(state: State) -> str:
    """The same host, or a player who wants a rematch if the host sits here and does not."""
    seat = state.seat_of(state.host)
    willing = [other.user for other in state.seats if other.rematch and other.user is not None]
    return state.host if seat is None or state.seats[seat].rematch or not willing else willing[0]


class TableError(MedinaError):
    """A table that cannot be opened like this."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code  # type: ignore[misc]


def _refused(course: Course, granted: tuple[State, int], refusal: Any) -> Decision:
    state, count = granted
    return Decision(state, tuple(course.events[:count]), refusal, changed=count > 0)


def _look_at_clock(course: Course) -> None:
    due = deadline(course.state)
    seat = course.state.acting
    if due is None or seat is None or course.now < due:
        return
    course.add(ev.TimedOut, seat=seat)
    if rated.leaving_loses(course.state.options):
        _playing.give_up(course, seat)
    elif course.state.options.absent == "bot":
        _playing.replace_by_bot(course, seat)


def _dispatch(course: Course, command: object, who: str | None) -> None:
    if isinstance(command, Tick):
        return
    if isinstance(command, BotPlays):
        _bot_plays(course, command)
        return
    if isinstance(command, Stop):
        _stop(course)
        return
    if isinstance(command, ShareVacation):
        _agreeing.share_vacation(course, command.user, command.days, command.until)
        return
    if who is None:
        raise no("not_seated")
    _HANDLERS[type(command)](course, who, command)


def _bot_plays(course: Course, command: BotPlays) -> None:
    state = course.state
    if state.phase != "playing" or state.acting != command.seat or state.seats[command.seat].bot is None:
        raise no("not_your_turn")
    if command.n != state.n:
        raise no("stale")
    for move in command.moves:
        _playing.draft(course, move)
    if not course.state.complete:
        raise no("turn_incomplete")
    _playing.finish_turn(course)


def _stop(course: Course) -> None:
    """A table that waits is closed; a game that is played has no winner."""
    if course.state.phase == "open":
        course.add(ev.Closed)
    elif course.state.phase == "playing":
        _playing.end(course, "aborted")
    else:
        raise no("game_over")


def _leave(course: Course, who: str, command: do.Leave) -> None:
    if course.state.phase == "open":
        _seating.walk_out(course, who)
    else:
        _playing.leave(course, who)


def _rematch(course: Course, who: str, command: do.Rematch) -> None:
    state = course.state
    if state.phase != "over":
        raise no({"open": "not_started", "closed": "closed"}.get(state.phase, "already_started"))
    seat = _playing.seated(state, who)
    if state.rematch is not None:
        return
    if state.seats[seat].rematch != command.yes:
        course.add(ev.RematchSet, seat=seat, yes=command.yes)
    if any(other.rematch for other in course.state.seats) and not any(map(to_be_asked, course.state.seats)):
        course.add(ev.RematchMade, table=course.luck.table)


def to_be_asked(seat: SeatState) -> bool:
    """Has this person still to say whether they play again? Nobody waits for those who went away during the game."""
    return seat.user is not None and not seat.rematch and seat.status not in ("left", "forfeited")


_HANDLERS: dict[type, Callable[[Course, str, Any], None]] = {
    do.Sit: _seating.sit,
    do.Stand: _seating.stand,
    do.SeatBot: _seating.seat_bot,
    do.Kick: _seating.kick,
    do.Swap: _seating.swap,
    do.SetOptions: _seating.set_options,
    do.Start: _seating.start,
    do.Close: _seating.close,
    do.HandOver: _seating.hand_over,
    do.Place: _playing.place,
    do.TakeBack: _playing.take_back,
    do.Confirm: _playing.confirm,
    do.AutoConfirm: _playing.auto_confirm,
    do.Resign: _playing.resign,
    do.Back: _playing.back,
    do.Propose: _agreeing.propose,
    do.Answer: _agreeing.answer,
    do.Resume: _agreeing.resume,
    do.Vacation: _agreeing.vacation,
    do.Leave: _leave,
    do.Rematch: _rematch,
}

__all__ = [
    "BotPlays",
    "Decision",
    "Luck",
    "ShareVacation",
    "Stop",
    "TableError",
    "Tick",
    "decide",
    "fold",
    "open_rematch",
    "open_table",
]
