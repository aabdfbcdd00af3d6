"""Clocks, to the millisecond."""

from __future__ import annotations

from tabletop import ANNA, BEN, Tabletop, started

from medina.table import commands as do
from medina.table import events as ev
from medina.table.options import DAY_MS, Days, Options, RealTime
from medina.table.state import deadline
from medina.table.view import clocks_of

TEN_SECONDS = RealTime(initial_s=10, increment_s=3)


def timed(absent: str, clock: object = TEN_SECONDS) -> Tabletop:
    return started(Options(starts="seated", clock=clock, absent=absent, substitute="random"))  # type: ignore[arg-type]


def test_a_turn_costs_the_time_it_took_and_earns_the_increment() -> None:
    table = timed("wait")
    table.now += 4_000
    table.place()
    table.now += 1_000
    table.confirm()
    assert table.state.left == (10_000 - 5_000 + 3_000, 10_000)
    clocks = clocks_of(table.state)
    assert clocks is not None
    assert (clocks.running, clocks.deadline) == (1, table.now + 10_000)


def test_time_is_up_at_the_deadline_and_not_a_millisecond_before() -> None:
    table = timed("wait")
    assert table.wait(9_999).events == ()
    (event,) = table.wait(1).events
    assert isinstance(event, ev.TimedOut)
    assert deadline(table.state) is None


def test_a_table_that_waits_lets_the_late_player_go_on() -> None:
    table = timed("wait")
    table.wait(60_000)
    assert table.state.seats[0].status == "timed_out"
    table.place()
    table.confirm()
    assert table.state.seats[0].status == "here"
    assert table.state.left[0] == 3_000


def test_a_bot_takes_over_when_time_is_up_and_the_late_command_is_refused() -> None:
    table = timed("bot")
    move = table.moves()[0]
    table.now += 10_000
    decision = table.ask(do.Place(move=move, n=table.state.n), ANNA)
    assert decision.refusal is not None
    assert [type(event) for event in decision.events] == [ev.TimedOut, ev.Replaced]
    assert table.state.seats[0].bot == "random"
    assert table.refused(do.Back(), ANNA) == "time_up"


def test_a_complete_turn_counts_even_if_the_time_ran_out_before_confirming() -> None:
    table = timed("bot")
    table.place()
    kinds = [type(event) for event in table.wait(10_000).events]
    assert kinds == [ev.TimedOut, ev.Replaced, ev.TurnPlayed]
    assert table.state.acting == 1


def test_days_are_for_each_turn_anew_and_who_is_late_may_come_back() -> None:
    table = timed("bot", Days(days=2))
    table.now += DAY_MS
    table.place()
    table.confirm()
    assert table.wait(2 * DAY_MS - 1).events == ()
    assert table.wait(1).events
    assert table.state.seats[1].bot == "random"
    table.do(do.Back(), BEN)
    assert table.state.seats[1].bot is None


def test_who_left_and_is_waited_for_is_gone_whatever_the_clock_says() -> None:
    table = timed("wait")
    table.do(do.Leave(), ANNA)
    assert table.wait(DAY_MS).events == ()
    table.do(do.Leave(), BEN)
    assert table.state.result is not None
    assert table.state.result.reason == "abandoned"


def test_without_a_clock_nothing_ever_runs_out() -> None:
    table = started()
    assert table.wait(10**12).events == ()
    assert clocks_of(table.state) is None


def test_time_never_runs_backwards() -> None:
    table = timed("wait")
    table.now += 5_000
    table.place()
    table.now -= 9_000
    table.confirm()
    assert table.state.left[0] == 10_000 + 3_000
    assert all(a.at <= b.at for a, b in zip(table.events, table.events[1:], strict=False))
