"""What people decide together: about somebody absent, taking back, pausing, vacation, analysis while they play."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from tabletop import ANNA, BEN, CARLA, EVA, Tabletop, started

from medina.table import commands as do
from medina.table import events as ev
from medina.table.decide import ShareVacation
from medina.table.options import DAY_MS, VACATION_DAYS, Clock, Days, Matter, NoClock, Options, RealTime
from medina.table.people import Person
from medina.table.state import bot_to_move, deadline
from medina.table.vacation import days_left, year_began

ACCOUNTS = [Person(user=name, name=name, account=True) for name in ("kim", "lou")]


def table_of(players: int = 2, clock: Clock | None = None) -> Tabletop:
    return started(Options(starts="seated", players=players, clock=clock or NoClock()))


def turn(table: Tabletop) -> None:
    """The shortest whole turn of whoever acts."""
    while not table.state.complete:
        table.place()
    table.confirm()


def rated(clock: Clock) -> Tabletop:
    table = Tabletop(Options(starts="seated", clock=clock, rated=True), host=ACCOUNTS[0])
    for person in ACCOUNTS:
        table.do(do.Sit(), person)
    table.do(do.Start(), ACCOUNTS[0])
    return table


@pytest.mark.parametrize("what", ["claim", "abort", "bot"])
def test_the_one_who_remains_decides_alone(what: Matter) -> None:
    table = table_of()
    assert table.refused(do.Propose(what=what, seat=0), BEN) == "not_absent"
    table.do(do.Leave(), ANNA)
    assert table.refused(do.Propose(what=what, seat=1), ANNA) == "not_absent"
    table.do(do.Propose(what=what, seat=0, bot="random"), BEN)
    if what == "bot":
        assert table.state.seats[0].bot == "random"
        assert bot_to_move(table.state) == "random"
        table.do(do.Back(), ANNA)
        table.place()
        return
    assert table.state.result is not None
    assert (table.state.result.reason, table.state.result.places) == {
        "claim": ("claimed", (2, 1)),
        "abort": ("aborted", ()),
    }[what]


def test_who_is_left_decides_together_and_one_no_is_enough() -> None:
    table = table_of(3)
    table.do(do.Leave(), ANNA)
    claim = do.Propose(what="claim", seat=0)
    table.do(claim, BEN)
    assert table.state.phase == "playing"
    assert table.refused(claim, CARLA) == "already_proposed"
    assert table.refused(do.Answer(yes=True), EVA) == "not_seated"
    assert table.refused(do.Answer(yes=True), ANNA) == "not_asked"
    table.do(do.Answer(yes=False), CARLA)
    assert table.state.proposal is None
    assert table.refused(do.Answer(yes=True), CARLA) == "nothing_proposed"
    table.do(do.Propose(what="bot", seat=0, bot="random"), CARLA)
    assert table.do(do.Answer(yes=True), CARLA).events == ()
    table.do(do.Answer(yes=True), BEN)
    assert table.state.seats[0].bot == "random"


def test_who_comes_back_in_time_is_not_replaced() -> None:
    table = table_of(3)
    table.do(do.Leave(), ANNA)
    table.do(do.Propose(what="claim", seat=0), BEN)
    table.do(do.Back(), ANNA)
    assert table.state.proposal is None
    table.place()


def test_without_a_clock_being_away_counts_when_it_is_ones_turn() -> None:
    table = table_of()
    table.away = {1}
    assert table.refused(do.Propose(what="bot", seat=1), ANNA) == "not_absent"
    turn(table)
    table.do(do.Propose(what="bot", seat=1, bot="random"), ANNA)
    assert (table.state.seats[1].status, table.state.seats[1].bot) == ("left", "random")
    table.away = set()
    table.do(do.Back(), BEN)
    table.place()
    timed = table_of(clock=Days())
    timed.away = {0}
    assert timed.refused(do.Propose(what="bot", seat=0), BEN) == "not_absent"


def test_who_is_taken_for_absent_says_that_they_are_there() -> None:
    table = table_of(3)
    table.away = {0}
    table.do(do.Propose(what="claim", seat=0), BEN)
    table.away = set()
    table.do(do.Back(), ANNA)
    assert table.state.proposal is None
    table.away = {0}
    table.do(do.Propose(what="claim", seat=0), BEN)
    table.away = set()
    assert [type(event) for event in table.do(do.Answer(yes=True), CARLA).events] == [ev.Agreed, ev.Dropped]
    assert table.state.phase == "playing"


def test_people_whose_time_is_up_are_absent_but_not_in_rated_games() -> None:
    table = table_of(clock=RealTime(initial_s=10))
    table.wait(10_000)
    table.do(do.Propose(what="claim", seat=0), BEN)
    assert table.state.seats[0].status == "forfeited"
    counted = rated(RealTime(initial_s=10))
    assert counted.refused(do.Propose(what="abort", seat=0), ACCOUNTS[1]) == "not_absent"


def test_a_confirmed_turn_is_taken_back_when_everybody_agrees() -> None:
    table = table_of(3, Days())
    assert table.refused(do.Propose(what="take_back"), ANNA) == "no_turn_of_yours"
    before = table.state.position
    turn(table)
    turn(table)
    table.do(do.Propose(what="take_back"), ANNA)
    table.do(do.Answer(yes=True), BEN)
    assert len(table.state.turns) == 2
    table.do(do.Answer(yes=False), CARLA)
    turn(table)
    table.place()
    table.do(do.Propose(what="take_back"), ANNA)
    table.do(do.Answer(yes=True), BEN)
    (_, undone) = table.do(do.Answer(yes=True), CARLA).events
    assert isinstance(undone, ev.Undone)
    assert (table.state.position, table.state.turns, table.state.draft) == (before, (), ())
    assert table.state.acting == 0
    turn(table)
    assert table.folded() == table.state


def test_what_was_asked_back_is_no_longer_when_the_game_goes_on() -> None:
    table = table_of()
    turn(table)
    table.do(do.Propose(what="take_back"), ANNA)
    turn(table)
    assert table.state.proposal is None


def test_a_bot_agrees_at_once_and_a_record_stands() -> None:
    table = Tabletop(Options(starts="seated"))
    table.do(do.Sit(), ANNA)
    table.do(do.SeatBot(bot="random"), ANNA)
    table.do(do.Start(), ANNA)
    turn(table)
    table.do(do.Propose(what="take_back"), ANNA)
    assert table.state.turns == ()
    record = '[Edition "second"]\n[Players "2"]\n[Well "l6"]\n[Market "c3"]\n\n1. Ge8 Ge7,Ge6\n*\n'
    given = started(record=record)
    assert given.refused(do.Propose(what="take_back"), ANNA) == "no_turn_of_yours"
    turn(given)
    given.do(do.Propose(what="take_back"), ANNA)
    given.do(do.Answer(yes=True), BEN)
    assert len(given.state.turns) == 2


def test_in_rated_games_nothing_is_taken_back_or_analysed() -> None:
    table = rated(Days())
    for what in ("take_back", "analysis"):
        assert table.refused(do.Propose(what=what), ACCOUNTS[0]) == "not_in_rated"  # type: ignore[arg-type]
    assert rated(RealTime()).refused(do.Propose(what="pause"), ACCOUNTS[0]) == "not_in_rated"


def test_a_pause_stops_the_clock_until_somebody_goes_on() -> None:
    table = table_of(clock=Days(days=2))
    assert table.refused(do.Resume(), ANNA) == "not_paused"
    table.now += DAY_MS
    table.do(do.Propose(what="pause"), BEN)
    table.do(do.Answer(yes=True), ANNA)
    assert deadline(table.state) is None
    assert table.moves() == ()
    assert table.refused(do.Place(move="Ge8", n=table.state.n), ANNA) == "paused"
    assert table.wait(30 * DAY_MS).events == ()
    table.do(do.Resume(), BEN)
    assert deadline(table.state) == table.now + DAY_MS
    turn(table)
    assert deadline(table.state) == table.now + 2 * DAY_MS
    assert table_of().refused(do.Propose(what="pause"), ANNA) == "no_clock"


def test_on_vacation_no_time_runs_and_there_are_only_so_many_days() -> None:
    table = table_of(clock=Days(days=2))
    table.now += DAY_MS
    table.do(do.Vacation(days=4), ANNA)
    assert deadline(table.state) == table.now + 5 * DAY_MS
    table.do(do.Vacation(days=3), BEN)
    turn(table)
    assert deadline(table.state) == table.now + 5 * DAY_MS
    assert table.refused(do.Vacation(days=VACATION_DAYS - 2), BEN) == "vacation_spent"
    assert table_of().refused(do.Vacation(days=1), ANNA) == "no_vacation"


def test_vacation_in_other_games_counts_once_for_every_day() -> None:
    table = table_of(clock=Days(days=2))
    spent = VACATION_DAYS - 3
    table.elsewhere = [(table.now, table.now + spent * DAY_MS), (table.now + DAY_MS, table.now + 2 * DAY_MS)]
    assert days_left(table.elsewhere) == 3
    table.do(do.Vacation(days=spent + 3), ANNA)
    assert table.refused(do.Vacation(days=1), ANNA) == "vacation_spent"


def test_vacation_taken_at_another_table_holds_here_too() -> None:
    table = table_of(clock=Days(days=2))
    until = table.now + 5 * DAY_MS
    table.do(ShareVacation(ANNA.user, 5, until), None)
    assert deadline(table.state) == until + 2 * DAY_MS
    for user, end in ((ANNA.user, until), (EVA.user, until + 1)):
        assert table.do(ShareVacation(user, 5, end), None).events == ()
    assert table_of().do(ShareVacation(ANNA.user, 5, until), None).events == ()


def test_a_year_of_vacation_begins_on_the_first_of_january() -> None:
    summer, winter = (int(datetime(*day, tzinfo=UTC).timestamp() * 1000) for day in ((2026, 7, 1), (2026, 1, 1)))
    assert year_began(summer) == year_began(winter) == winter
    assert year_began(winter - 1) < winter


def test_all_may_allow_that_their_game_is_analysed_while_they_play() -> None:
    table = table_of()
    table.do(do.Propose(what="analysis"), ANNA)
    assert not table.state.analysis
    table.do(do.Answer(yes=True), BEN)
    assert table.state.analysis
