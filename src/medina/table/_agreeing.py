"""What the people at a table decide together: about somebody absent, taking back, pausing, analysis while they play."""

from __future__ import annotations

from collections.abc import Callable, Collection

from medina.table import _playing as playing
from medina.table import commands as do
from medina.table import events as ev
from medina.table.course import Course
from medina.table.options import DAY_MS, VACATION_DAYS, Days, Matter, NoClock, RealTime
from medina.table.refusal import no
from medina.table.state import State
from medina.table.vacation import days_left, days_taken
from medina.table.wire import Proposal

ABOUT_ABSENT = ("bot", "claim", "abort")


def propose(course: Course, who: str, command: do.Propose) -> None:
    """One proposal at a time. It is carried out as soon as everybody who is asked has agreed; bots always do."""
    state = course.state
    seat = playing.in_game(state, who)
    if state.proposal is not None:
        raise no("already_proposed")
    about = command.seat if command.what in ABOUT_ABSENT else None
    _CHECKS[command.what](course, seat, about)
    if seat not in _asked(course, about):
        raise no("you_left" if state.seats[seat].status == "left" else "not_asked")
    bot = (command.bot or state.options.substitute) if command.what == "bot" else None
    course.add(ev.Proposed, seat=seat, what=command.what, about=about, bot=bot)
    _settle(course)


def answer(course: Course, who: str, command: do.Answer) -> None:
    """Agree or not; one who does not is enough to drop it."""
    seat = playing.in_game(course.state, who)
    proposal = course.state.proposal
    if proposal is None:
        raise no("nothing_proposed")
    if seat not in _asked(course, proposal.about):
        raise no("not_asked")
    if not command.yes:
        course.add(ev.Dropped, seat=seat)
        return
    if seat not in proposal.agreed:
        course.add(ev.Agreed, seat=seat)
    _settle(course)


def resume(course: Course, who: str, command: do.Resume) -> None:
    """Anybody who plays may end a pause."""
    seat = playing.in_game(course.state, who)
    if course.state.paused is None:
        raise no("not_paused")
    course.add(ev.Resumed, seat=seat)


def vacation(course: Course, who: str, command: do.Vacation) -> None:
    """Days that one's own time does not run, from now or from the end of the vacation one has."""
    seat = playing.in_game(course.state, who)
    mine = course.state.seats[seat]
    if not isinstance(course.state.options.clock, Days):
        raise no("no_vacation")
    begin = max(course.now, mine.vacation_until)
    until = begin + command.days * DAY_MS
    if days_taken([*course.vacations, (begin, until)]) > VACATION_DAYS:
        raise no("vacation_spent", days=days_left(course.vacations))
    course.add(ev.OnVacation, seat=seat, days=command.days, until=until)


def share_vacation(course: Course, user: str, days: int, until: int) -> None:
    """What was taken at another table holds here, too."""
    state = course.state
    seat = state.seat_of(user)
    if seat is None or state.phase != "playing" or not isinstance(state.options.clock, Days):
        return
    if state.seats[seat].played_by_person and until > state.seats[seat].vacation_until:
        course.add(ev.OnVacation, seat=seat, days=days, until=until)


def is_absent(state: State, seat: int, away: Collection[int]) -> bool:
    """Does the table wait for somebody who is not there? A clock hurries them; in rated games it alone decides."""
    one = state.seats[seat]
    if not one.played_by_person or state.options.rated or state.paused is not None:
        return False
    if one.status in ("left", "timed_out"):
        return True
    return isinstance(state.options.clock, NoClock) and state.acting == seat and seat in away


def _asked(course: Course, about: int | None) -> list[int]:
    """Whose agreement it takes: everybody who plays. About somebody absent, those who are there themselves."""
    state = course.state
    people = [seat for seat, one in enumerate(state.seats) if one.played_by_person and one.status != "left"]
    if about is None:
        return people
    return [seat for seat in people if seat != about and seat not in course.away]


def _settle(course: Course) -> None:
    proposal = course.state.proposal
    assert proposal is not None
    if not set(_asked(course, proposal.about)) <= set(proposal.agreed):
        return
    if proposal.about is not None and not is_absent(course.state, proposal.about, course.away):
        course.add(ev.Dropped, seat=proposal.about)  # they came back in the meantime
        return
    _CARRY_OUT[proposal.what](course, proposal)


def _check_absent(course: Course, seat: int, about: int | None) -> None:
    if about is None or about >= len(course.state.seats) or not is_absent(course.state, about, course.away):
        raise no("not_absent")


def _check_take_back(course: Course, seat: int, about: int | None) -> None:
    if course.state.options.rated:
        raise no("not_in_rated")
    if course.state.paused is not None:
        raise no("paused")
    if _turns_since(course.state, seat) is None:
        raise no("no_turn_of_yours")


def _check_pause(course: Course, seat: int, about: int | None) -> None:
    options = course.state.options
    if course.state.paused is not None:
        raise no("paused")
    if isinstance(options.clock, NoClock):
        raise no("no_clock")
    if options.rated and isinstance(options.clock, RealTime):
        raise no("not_in_rated")


def _check_analysis(course: Course, seat: int, about: int | None) -> None:
    if course.state.options.rated:
        raise no("not_in_rated")


def _turns_since(state: State, seat: int) -> int | None:
    """How many turns there are from a seat's last one on; None when it has made none at this table."""
    mine = [number for number, (who, _) in enumerate(state.turns) if who == seat and number >= state.given]
    return len(state.turns) - mine[-1] if mine else None


def _bot(course: Course, proposal: Proposal) -> None:
    assert proposal.about is not None
    if course.state.seats[proposal.about].status == "here":
        course.add(ev.Left, seat=proposal.about)
    playing.replace_by_bot(course, proposal.about, proposal.bot)


def _claim(course: Course, proposal: Proposal) -> None:
    absent = [seat for seat in range(len(course.state.seats)) if is_absent(course.state, seat, course.away)]
    for seat in absent:
        course.add(ev.Forfeited, seat=seat)
    playing.end(course, "claimed")


def _abort(course: Course, proposal: Proposal) -> None:
    playing.end(course, "aborted")


def _undo(course: Course, proposal: Proposal) -> None:
    turns = _turns_since(course.state, proposal.seat)
    assert turns is not None
    course.add(ev.Undone, turns=turns)


def _pause(course: Course, proposal: Proposal) -> None:
    course.add(ev.Paused)


def _allow_analysis(course: Course, proposal: Proposal) -> None:
    course.add(ev.AnalysisAllowed)


_CHECKS: dict[Matter, Callable[[Course, int, int | None], None]] = {
    "bot": _check_absent,
    "claim": _check_absent,
    "abort": _check_absent,
    "take_back": _check_take_back,
    "pause": _check_pause,
    "analysis": _check_analysis,
}
_CARRY_OUT: dict[Matter, Callable[[Course, Proposal], None]] = {
    "bot": _bot,
    "claim": _claim,
    "abort": _abort,
    "take_back": _undo,
    "pause": _pause,
    "analysis": _allow_analysis,
}
