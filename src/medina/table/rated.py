"""The rules of rated play, told to players before they begin: what may be rated, who has lost, and what counts."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Literal

from msgspec.structs import replace

from medina.table.options import DAY_MS, NoClock, Options
from medina.table.refusal import No, no
from medina.table.state import SeatState, State, ruleset_of

LEAST_PLACEMENTS = 10
"""Confirmed placements for each seat before a game counts: until then anybody may go without harm."""
MOST_A_DAY = 3
"""Games of the same two people that count within `WINDOW_MS`."""
WINDOW_MS = DAY_MS
ESTABLISHED = 5
"""Different opponents after which a rating is no longer provisional."""

Verdict = Literal["counts", "too_short", "too_often"]


def check_options(options: Options) -> None:
    """By the edition's own rules, and with a clock: nobody has to wait for ever for somebody who will not lose."""
    if not options.rated:
        return
    if ruleset_of(options).unusual_options or options.gates:
        raise no("not_rated")
    if isinstance(options.clock, NoClock):
        raise no("rated_clock")


def as_now(options: Options) -> Options:
    """The options of a rematch: what was rated by older rules and may not be any more is played for its own sake."""
    try:
        check_options(options)
    except No:
        return replace(options, rated=False)
    return options


def check_seats(state: State, accounts: Collection[str]) -> None:
    """Between people with accounts, from the first placement on."""
    if not state.options.rated:
        return
    if any(seat.user is None for seat in state.seats) or state.record is not None:
        raise no("not_rated")
    check_people(state.seats, accounts)


def check_people(seats: Iterable[SeatState], accounts: Collection[str]) -> None:
    """Nobody sits at a rated table who cannot play there: neither bots nor guests."""
    for seat in seats:
        if seat.bot is not None:
            raise no("not_rated")
        if seat.user is not None and seat.user not in accounts:
            raise no("needs_account", who=seat.user)


def leaving_loses(options: Options) -> bool:
    """Whoever leaves or runs out of time has given up; should a bot play on for them, it does not play for them."""
    return options.rated


def rank(options: Options, resigned: bool, score: int) -> tuple[bool, int]:
    """15.4: what places go by, the smallest first. Who gave up comes last; if rated, whatever a bot made of it."""
    return resigned, 0 if resigned and options.rated else -score


def verdict(placements: int, players: int, meetings: Iterable[int]) -> Verdict:
    """Does a finished game count? `meetings`: for each two of its people, their games that counted lately."""
    if placements < LEAST_PLACEMENTS * players:
        return "too_short"
    return "too_often" if max(meetings, default=0) >= MOST_A_DAY else "counts"


def provisional(opponents: int) -> bool:
    """Is it too early to say how well somebody plays? The same few people say little."""
    return opponents < ESTABLISHED
