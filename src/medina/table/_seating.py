"""Before the start: who sits where, and by which options."""

from __future__ import annotations

import random

from msgspec.structs import replace

from medina import Record, Ruleset, new_game, read_record, write_record
from medina.rules import RULES_VERSION
from medina.table import commands as do
from medina.table import events as ev
from medina.table import rated
from medina.table.course import Course
from medina.table.options import Options, Switches
from medina.table.refusal import no
from medina.table.state import SeatState, State, ruleset_of


def sit(course: Course, who: str, command: do.Sit) -> None:
    state = _open(course.state)
    if state.seat_of(who) is not None:
        raise no("already_seated")
    if state.options.rated and who not in course.accounts:
        raise no("rated_seat")
    course.add(ev.Sat, seat=_free_seat(state, command.seat), user=who)


def stand(course: Course, who: str, command: do.Stand) -> None:
    state = _open(course.state)
    seat = state.seat_of(who)
    if seat is None:
        raise no("not_seated")
    course.add(ev.SeatFreed, seat=seat)


def walk_out(course: Course, who: str) -> None:
    """Leave before the start: the seat is freed, the host's part goes to another person, or the table closes."""
    seat = course.state.seat_of(who)
    if seat is not None:
        course.add(ev.SeatFreed, seat=seat)
    if course.state.host == who:
        heirs = [seat.user for seat in course.state.seats if seat.user is not None]
        if heirs:
            course.add(ev.HostChanged, host=heirs[0])
        else:
            course.add(ev.Closed)
    elif seat is None:
        raise no("not_seated")


def seat_bot(course: Course, who: str, command: do.SeatBot) -> None:
    """Host: a bot on a free seat, or another bot instead of one."""
    state = _hosted(course.state, who)
    if state.options.rated:
        raise no("not_rated")
    number = command.seat
    if number is None or _seat(state, number).free:
        number = _free_seat(state, number)
    elif _seat(state, number).user is not None:
        raise no("no_bot_there")
    course.add(ev.BotSat, seat=number, bot=command.bot)


def kick(course: Course, who: str, command: do.Kick) -> None:
    state = _hosted(course.state, who)
    if not _seat(state, command.seat).free:
        _send_away(course, command.seat)


def _send_away(course: Course, seat: int) -> None:
    course.add(ev.SeatFreed, seat=seat, kicked=True, user=course.state.seats[seat].user)


def swap(course: Course, who: str, command: do.Swap) -> None:
    state = _hosted(course.state, who)
    _seat(state, command.seat), _seat(state, command.other)
    if command.seat != command.other:
        course.add(ev.Swapped, seat=command.seat, other=command.other)


def set_options(course: Course, who: str, command: do.SetOptions) -> None:
    """Host: other options. Seats that are no more are freed first."""
    state = _hosted(course.state, who)
    check_options(command.options)
    if state.record is not None and ruleset_of(command.options) != ruleset_of(state.options):
        raise no("fixed_game")
    if command.options.rated:
        rated.check_people(state.seats[: command.options.players], course.accounts)
    for number in range(command.options.players, len(state.seats)):
        if not state.seats[number].free:
            _send_away(course, number)
    course.add(ev.OptionsSet, options=command.options)


def start(course: Course, who: str, command: do.Start) -> None:
    """Host: begin. The seats are put in turn order as the options say."""
    state = _hosted(course.state, who)
    if any(seat.free for seat in state.seats):
        raise no("seats_free")
    rated.check_seats(state, course.accounts)
    begin(course)


def begin(course: Course) -> None:
    """Draw what chance decides and start the game."""
    state = course.state
    well, market = _drawn_cells(state, course.luck.seed)
    order = _order(state, course.luck.seed)
    course.add(ev.Started, order=order, well=well, market=market, rules_version=RULES_VERSION)


def close(course: Course, who: str, command: do.Close) -> None:
    _hosted(course.state, who)
    course.add(ev.Closed)


def hand_over(course: Course, who: str, command: do.HandOver) -> None:
    """Host: somebody else who sits at the table is the host from now on."""
    heir = _seat(_hosted(course.state, who), command.seat).user
    if heir is None:
        raise no("no_person_there")
    if heir != who:
        course.add(ev.HostChanged, host=heir)


def check_options(options: Options) -> None:
    """Refuse what is no game (raises BadRuleset) and what cannot be rated."""
    ruleset_of(options)
    rated.check_options(options)


def _drawn_cells(state: State, seed: int) -> tuple[str | None, str | None]:
    if state.record is not None:
        return None, None
    position = new_game(ruleset_of(state.options), seed=seed)
    market = position.streets[0][0] if position.streets else None
    return position.well, market


def _order(state: State, seed: int) -> tuple[int, ...]:
    seats = list(range(len(state.seats)))
    if state.record is not None:
        return tuple(seats)
    if state.options.starts == "random":
        random.Random(seed).shuffle(seats)
    if state.options.starts == "host":
        first = state.seat_of(state.host) or 0
        seats = seats[first:] + seats[:first]
    return tuple(seats)


def _open(state: State) -> State:
    if state.phase == "closed":
        raise no("closed")
    if state.phase != "open":
        raise no("already_started")
    return state


def _hosted(state: State, who: str) -> State:
    if state.host != who:
        raise no("not_host")
    return _open(state)


def _seat(state: State, number: int) -> SeatState:
    if number >= len(state.seats):
        raise no("no_seat")
    return state.seats[number]


def _free_seat(state: State, wanted: int | None) -> int:
    if wanted is not None and not _seat(state, wanted).free:
        raise no("seat_taken")
    if wanted is not None:
        return wanted
    for number, seat in enumerate(state.seats):
        if seat.free:
            return number
    raise no("seat_taken")


def open_events(
    options: Options, host: str, now: int, rules_version: int, record: str | None = None, ply: int | None = None
) -> ev.Opened:
    """The first event of a table. With a record, the options' game becomes that of the record."""
    if record is not None:
        game = read_record(record)
        if game.is_set_up:
            raise no("set_up")
        options = _options_of(game.start.ruleset, options)
        ply = len(game.moves) if ply is None else min(ply, len(game.moves))
        if game.positions[ply].phase == "over":
            raise no("game_over")
        record = write_record(Record(game.positions, game.moves))  # people's words about it, however many, are not kept
    check_options(options)
    return ev.Opened(seq=1, at=now, options=options, host=host, rules_version=rules_version, record=record, ply=ply)


def _options_of(ruleset: Ruleset, options: Options) -> Options:
    switches = Switches(**ruleset.unusual_options)
    return replace(
        options, edition=ruleset.edition, players=ruleset.players, gates=ruleset.gates, switches=switches, rated=False
    )
