"""Who sits where, and what a plan refuses."""

from __future__ import annotations

from collections import Counter

import pytest

from medina import MedinaError, Ruleset
from medina.bots import UnknownBot
from medina.match import BadMatch, MatchPlan
from medina.match.entrants import entrant, split_bots


def plan(bots: str, players: int, games: int = 24, **more: object) -> MatchPlan:
    return MatchPlan(split_bots(bots), games, Ruleset.of("second", players), nodes=1, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("bots", "players", "games"),
    [
        ("random,greedy", 2, 2),
        ("random,greedy", 3, 3),
        ("random,greedy", 4, 4),
        ("random,greedy,greedy@1s", 4, 4),
        ("random,greedy,greedy@1s,greedy@2s", 4, 8),
        ("random,greedy,greedy@1s,greedy@2s", 2, 12),
        ("random,greedy,greedy@1s,greedy@2s", 3, 12),
    ],
)
def test_everybody_sits_everywhere_equally_often(bots: str, players: int, games: int) -> None:
    match = plan(bots, players, games)
    seats = Counter((bot, seat) for game in range(1, games + 1) for seat, bot in enumerate(match.seats(game)))
    for bot in match.bots:
        assert len({seats[bot, seat] for seat in range(players)}) == 1, bot
    assert match.even_games == games


def test_the_last_bot_fills_the_empty_seats() -> None:
    match = plan("random,greedy", 4)
    assert all(Counter(match.seats(game)) == {"random": 1, "greedy": 3} for game in range(1, 25))


def test_four_bots_meet_in_every_order_around_the_board() -> None:
    match = plan("random,greedy,greedy@1s,greedy@2s", 4)
    assert len({match.seats(game) for game in range(1, 25)}) == 24


def test_a_block_of_games_has_one_setting_and_the_next_another() -> None:
    match = plan("random,greedy", 3, seed=5)
    starts = [match.start(game) for game in range(1, 10)]
    assert starts[0] == starts[1] == starts[2] != starts[3] == starts[5] != starts[6]


def test_an_uneven_number_of_games_is_noticed() -> None:
    assert plan("random,greedy", 3, 10).even_games == 12


def test_a_plan_survives_its_plain_data() -> None:
    match = MatchPlan(("greedy", "cmd:./x"), 7, Ruleset.of("first", 3, gates=True, tea=True), seconds=0.5, seed=9)
    assert MatchPlan.from_json(match.to_json()) == match


def test_entrants_have_budgets_of_their_own() -> None:
    match = plan("random@0.5s,greedy@300n,random", 3)
    budgets = [match.budget(bot) for bot in match.entrants.values()]
    assert [(budget.seconds, budget.nodes) for budget in budgets] == [(0.5, None), (None, 300), (None, 1)]
    assert entrant("cmd:./x @2s").command == "./x @2s"


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"bots": ()}, "Say who plays"),
        ({"games": 0}, "at least one game"),
        ({"seconds": -1.0}, "greater than 0"),
        ({"seconds": float("nan")}, "greater than 0"),
        ({"nodes": 0}, "whole number from 1"),
        ({"bots": ("greedy@0s",)}, "nothing to think with"),
    ],
)
def test_what_cannot_be_played_is_a_sentence(wrong: dict[str, object], sentence: str) -> None:
    with pytest.raises(BadMatch, match=sentence):
        MatchPlan(**{"bots": ("random",), "games": 1, **wrong})  # type: ignore[arg-type]


def test_an_unknown_bot_is_named() -> None:
    with pytest.raises(UnknownBot, match="grandmaster") as caught:
        MatchPlan(("grandmaster",), 1)
    assert isinstance(caught.value, MedinaError)
