"""During the game: drafting a turn, taking back, confirming, and how a game ends."""

from __future__ import annotations

from medina.table import commands as do
from medina.table import events as ev
from medina.table import rated
from medina.table.course import Course
from medina.table.options import RealTime, Reason
from medina.table.questions import check_at_work
from medina.table.refusal import no
from medina.table.state import State


def place(course: Course, who: str, command: do.Place) -> None:
    """Draft a placement; a seat that confirms by itself ends its complete turn with it."""
    state = course.state
    seat = _acting_seat(state, who, command.n)
    if state.complete:
        raise no("turn_complete")
    draft(course, command.move)
    if state.proposal is not None and state.proposal.about == seat:
        course.add(ev.Dropped, seat=seat)  # who places something is not absent
    if course.state.complete and course.state.seats[seat].auto_confirm:
        finish_turn(course)


def draft(course: Course, text: str) -> None:
    """Draft one more placement, written as the program writes it."""
    position = course.state.position
    assert position is not None
    course.draft((*course.state.draft, position.meant(text).text))


def take_back(course: Course, who: str, command: do.TakeBack) -> None:
    """Undo placements of the turn being drafted, never more."""
    state = course.state
    _acting_seat(state, who, command.n)
    if command.count > len(state.draft):
        raise no("nothing_to_take_back")
    course.draft(state.draft[: -command.count])


def confirm(course: Course, who: str, command: do.Confirm) -> None:
    _acting_seat(course.state, who, command.n)
    if not course.state.complete:
        raise no("turn_incomplete")
    finish_turn(course)


def finish_turn(course: Course) -> None:
    """The complete draft stands; the game may be over with it."""
    assert course.state.acting is not None
    course.add(ev.TurnPlayed, seat=course.state.acting, moves=course.state.draft)
    position = course.state.position
    if position is not None and position.phase == "over":
        end(course, "finished")


def auto_confirm(course: Course, who: str, command: do.AutoConfirm) -> None:
    """How one's own turns end from now on; a complete draft ends at once."""
    seat = seated(course.state, who)
    if course.state.seats[seat].auto_confirm != command.on:
        course.add(ev.AutoConfirmSet, seat=seat, on=command.on)
    if command.on and course.state.complete and course.state.acting == seat:
        finish_turn(course)


def resign(course: Course, who: str, command: do.Resign) -> None:
    """Give up: the last one standing wins, else a bot plays the seat on."""
    give_up(course, in_game(course.state, who))


def give_up(course: Course, seat: int) -> None:
    """By one's own will, or because the rules of rated play take it for that."""
    course.add(ev.Resigned, seat=seat)
    standing = [other for other in course.state.seats if other.status != "resigned"]
    if len(standing) == 1 or nobody_left(course.state):
        end(course, "resigned")
    else:
        replace_by_bot(course, seat)


def leave(course: Course, who: str) -> None:
    """Go away for now; in a rated game, for good."""
    seat = in_game(course.state, who)
    if rated.leaving_loses(course.state.options):
        give_up(course, seat)
        return
    if course.state.seats[seat].status != "left":
        course.add(ev.Left, seat=seat)
    if nobody_left(course.state):
        end(course, "abandoned")
    elif course.state.options.absent == "bot":
        replace_by_bot(course, seat)


def back(course: Course, who: str, command: do.Back) -> None:
    """Come back to the seat one left, or say that one is there when others take one for absent."""
    state = course.state
    seat = in_game(state, who)
    if state.proposal is not None and state.proposal.about == seat and state.seats[seat].status == "here":
        course.add(ev.Dropped, seat=seat)
        return
    if state.seats[seat].status == "here":
        raise no("not_away")
    if state.seats[seat].status == "timed_out" and isinstance(state.options.clock, RealTime):
        raise no("time_up")
    course.add(ev.CameBack, seat=seat)


def replace_by_bot(course: Course, seat: int, bot: str | None = None) -> None:
    """A bot takes the seat over; what it finds drafted and complete it confirms."""
    if course.state.seats[seat].bot is None:
        course.add(ev.Replaced, seat=seat, bot=bot or course.state.options.substitute)
    if course.state.acting == seat and course.state.complete:
        finish_turn(course)


def nobody_left(state: State) -> bool:
    """Has every person gone? A table of bots only was never anybody's."""
    people = [seat for seat in state.seats if seat.user is not None]
    return bool(people) and all(seat.status in ("left", "resigned") for seat in people)


def end(course: Course, reason: Reason) -> None:
    """End the game. A turn that was never confirmed does not count."""
    position = course.state.confirmed
    assert position is not None
    scores = position.scores
    places = () if reason in ("abandoned", "aborted") else _places(course.state, scores)
    course.add(ev.Ended, reason=reason, scores=scores, places=places)


def _places(state: State, scores: tuple[int, ...]) -> tuple[int, ...]:
    """15.4: the highest total wins and ties share a place; who gave up or stayed away comes after everybody else."""
    keys = [
        rated.rank(state.options, seat.status in ("resigned", "forfeited"), score)
        for seat, score in zip(state.seats, scores, strict=True)
    ]
    return tuple(1 + sum(other < key for other in keys) for key in keys)


def seated(state: State, who: str) -> int:
    seat = state.seat_of(who)
    if seat is None:
        raise no("not_seated")
    return seat


def in_game(state: State, who: str) -> int:
    if state.phase == "open":
        raise no("not_started")
    if state.phase != "playing":
        raise no("game_over")
    seat = seated(state, who)
    if state.seats[seat].status == "resigned":
        raise no("resigned")
    return seat


def _acting_seat(state: State, who: str, n: int) -> int:
    seat = in_game(state, who)
    if n != state.n:
        raise no("stale")
    if seat != state.acting or state.seats[seat].bot is not None:
        raise no("not_your_turn")
    check_at_work(state, seat)
    return seat
