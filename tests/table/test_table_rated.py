"""Rated play cannot be forced: who leaves loses, what is short or repeated does not count."""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace
from tabletop import ANNA, BEN, CARLA, Tabletop

from medina.table import commands as do
from medina.table import rated
from medina.table.decide import Tick, open_rematch
from medina.table.options import Days, Options, RealTime
from medina.table.people import Person

ACCOUNTS = tuple(replace(person, account=True) for person in (ANNA, BEN, CARLA))


def rated_table(players: int = 2, clock: Days | RealTime = Days()) -> Tabletop:  # noqa: B008
    options = Options(players=players, rated=True, clock=clock, starts="seated", auto_confirm=True, absent="wait")
    table = Tabletop(options, host=ACCOUNTS[0])
    for person in ACCOUNTS[:players]:
        table.do(do.Sit(), person)
    table.do(do.Start(), ACCOUNTS[0])
    return table


def place(table: Tabletop, count: int) -> None:
    """So many placements, whosever turn it is: the first that is legal."""
    for _ in range(count):
        state = table.state
        assert state.position is not None
        assert state.acting is not None
        move = state.position.legal_moves[0].text
        table.do(do.Place(move=move, n=state.n), table.person(state.acting))


def test_who_leads_and_leaves_has_lost() -> None:
    table = rated_table()
    place(table, 24)
    position = table.state.position
    assert position is not None
    leader = max(range(2), key=lambda seat: position.scores[seat])
    table.do(do.Leave(), table.person(leader))
    assert table.state.result is not None
    assert table.state.result.places[leader] == 2
    assert table.refused(do.Back(), table.person(leader)) == "game_over"


def test_who_runs_out_of_time_has_lost() -> None:
    table = rated_table(clock=RealTime(initial_s=10, increment_s=0))
    place(table, 3)
    late = table.state.acting
    assert late is not None
    table.now += 11_000
    table.do(Tick(), None)
    assert table.state.result is not None
    assert table.state.result.places[late] == 2


def test_a_bot_that_plays_on_wins_nothing_for_who_left() -> None:
    table = rated_table(3)
    table.do(do.Leave(), ACCOUNTS[1])
    assert table.state.phase == "playing"
    assert table.state.seats[1].bot is not None
    assert table.refused(do.Back(), ACCOUNTS[1]) == "resigned"
    table.do(do.Resign(), ACCOUNTS[2])
    assert table.state.result is not None
    assert table.state.result.places == (1, 2, 2)


def test_places_of_who_gave_up_do_not_go_by_points_where_they_are_rated() -> None:
    played, counted = Options(), Options(rated=True)
    assert rated.rank(counted, True, 90) == rated.rank(counted, True, 10) > rated.rank(counted, False, 0)
    assert rated.rank(played, True, 90) < rated.rank(played, True, 10)


def test_leaving_an_unrated_game_is_going_away_for_now() -> None:
    table = Tabletop(Options(absent="wait"), host=ANNA)
    for person in (ANNA, BEN):
        table.do(do.Sit(), person)
    table.do(do.Start(), ANNA)
    table.do(do.Leave(), BEN)
    table.do(do.Back(), BEN)
    assert table.state.phase == "playing"


def test_a_game_counts_from_a_number_of_placements_and_a_few_times_a_day() -> None:
    least = 2 * rated.LEAST_PLACEMENTS
    assert rated.verdict(least - 1, 2, [0]) == "too_short"
    assert rated.verdict(least, 3, [0, 0, 0]) == "too_short"
    assert rated.verdict(least, 2, [rated.MOST_A_DAY - 1]) == "counts"
    assert rated.verdict(200, 3, [0, rated.MOST_A_DAY, 0]) == "too_often"


def test_a_rating_is_provisional_until_there_were_enough_different_opponents() -> None:
    assert rated.provisional(0)
    assert rated.provisional(rated.ESTABLISHED - 1)
    assert not rated.provisional(rated.ESTABLISHED)


def test_a_rematch_of_what_was_rated_without_a_clock_is_not_rated() -> None:
    table = rated_table()
    old = replace(table.state, options=Options(rated=True))
    assert open_rematch(old, table.now, 1).state.options.rated is False
    assert open_rematch(table.state, table.now, 1).state.options.rated is True


def test_nobody_is_rated_without_an_account() -> None:
    table = Tabletop(Options(rated=True, clock=Days()), host=ACCOUNTS[0])
    table.do(do.Sit(), ACCOUNTS[0])
    assert table.refused(do.Sit(), Person("g", "guest")) == "rated_seat"


def test_hosts_read_the_same_numbers_as_players() -> None:
    page = (Path(__file__).parents[2] / "docs" / "hosting.md").read_text("utf-8")
    rules = page.partition("## Rated games")[2].partition("\n## ")[0]
    words = {3: "three", 5: "five"}
    assert f"{rated.LEAST_PLACEMENTS} placements for each player" in rules
    assert f"{words[rated.MOST_A_DAY]} times in {rated.WINDOW_MS // 3_600_000} hours" in rules
    assert f"{words[rated.ESTABLISHED]} different opponents" in rules
