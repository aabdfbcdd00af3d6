"""The result table, from results made by hand."""

from __future__ import annotations

import pytest

from medina.match import GameResult, standings
from medina.match.play import Forfeit, places_of
from medina.match.report import forfeit_line
from medina.match.table import wilson
from medina.words import LANGUAGES


def game(number: int, seats: str, scores: tuple[int, ...], forfeit: Forfeit | None = None) -> GameResult:
    places = places_of(scores, forfeit)
    shares = tuple((place == 1) / places.count(1) for place in places)
    return GameResult(number, tuple(seats), scores, shares, places, 100, forfeit=forfeit)


def test_shared_places_are_split() -> None:
    table = standings("ab", [game(1, "ab", (30, 30)), game(2, "ba", (20, 40))])
    assert [(entry.bot, entry.wins, entry.share, entry.mean_score) for entry in table] == [
        ("a", 1.5, 0.75, 35.0),
        ("b", 0.5, 0.25, 25.0),
    ]


def test_a_bot_in_several_seats_collects_for_all_of_them() -> None:
    table = standings("ab", [game(1, "abb", (10, 30, 30)), game(2, "bab", (10, 30, 30))])
    assert {entry.bot: entry.wins for entry in table} == {"a": 0.5, "b": 1.5}
    assert {entry.bot: entry.games for entry in table} == {"a": 2, "b": 2}


def test_after_a_forfeit_the_others_share_the_win_and_scores_do_not_count() -> None:
    lost = game(1, "abc", (50, 3, 2), Forfeit(0, "hang", {"command": "go", "seconds": 2}))
    table = {entry.bot: entry for entry in standings("abc", [lost])}
    assert (table["a"].wins, table["b"].wins, table["c"].wins) == (0.0, 0.5, 0.5)
    assert (table["a"].forfeits, table["b"].forfeits) == (1, 0)
    assert table["a"].mean_score is None
    assert table["a"].rating < table["b"].rating


def test_the_winner_of_many_games_has_the_better_rating_and_less_doubt() -> None:
    some = [game(number, "ab", (30, 20)) for number in range(1, 5)]
    many = [game(number, "ab", (30, 20)) for number in range(1, 41)]
    few_a, few_b = standings("ab", some)
    many_a, many_b = standings("ab", many)
    assert many_a.rating > few_a.rating > few_b.rating > many_b.rating
    assert many_a.doubt < few_a.doubt


def test_the_order_in_which_games_end_does_not_matter() -> None:
    games = [game(number, "abc", (number % 7, number % 5, number % 3)) for number in range(1, 30)]
    assert standings("abc", games) == standings("abc", games[::-1])


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    # Newcombe (1998), table I: Wilson score without continuity correction.
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_the_interval_is_wilsons(wins: int, games: int, low: float, high: float) -> None:
    assert wilson(wins, games) == pytest.approx((low, high), abs=5e-5)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_forfeit_is_told_with_the_rule_in_every_language(lang: str) -> None:
    details = {"move": "Ge9", "rule": "5.2", "reason": "cell_taken", "args": {"cell": "e9"}}
    line = forfeit_line(game(3, "ab", (0, 0), Forfeit(1, "illegal", details)), lang)
    assert "3" in line
    assert "Ge9" in line
    assert "5.2" in line
    assert "b" in line
