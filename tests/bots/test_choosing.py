"""Every bot plays every game legally, in time, and the same way again."""

from __future__ import annotations

import random
import statistics
import subprocess
import sys
import time

import pytest

import medina
from medina.bots import BOTS, BadBudget, Budget, UnknownBot, make_bot
from medina.bots.simple import best_of_turn
from medina.bots.taste import TASTE
from medina.bots.team import Team
from medina.engine import Game, move_texts
from medina.notation import position_to_json
from medina.words import LANGUAGES, say

from .positions import COMBINATIONS, after_random_moves, with_one_legal_move

SMALL = Budget(nodes=3)


@pytest.mark.parametrize(("edition", "players", "gates"), COMBINATIONS)
@pytest.mark.parametrize("name", list(BOTS))
def test_every_bot_plays_every_combination_legally(name: str, edition: str, players: int, gates: bool) -> None:
    bot, chance = make_bot(name), random.Random(7)
    for moves in (0, 5, 40, 70, 100, 125):
        position = after_random_moves(medina.new_game(edition, players, gates, seed=moves), moves, seed=moves)
        assert bot.choose(position, SMALL, chance) in position.legal_moves


@pytest.mark.parametrize("name", ["visitor", "merchant", "architect"])
def test_a_whole_game_can_be_played(name: str) -> None:
    bot, chance = make_bot(name), random.Random(1)
    position = medina.new_game("second", 2, seed=5)
    while position.phase != "over":
        position = position.play(bot.choose(position, Budget(nodes=1), chance))
    assert max(position.scores) > 10


@pytest.mark.parametrize("name", list(BOTS))
def test_the_same_seed_and_nodes_give_the_same_move(name: str) -> None:
    position = after_random_moves(medina.new_game("second", 3, True, seed=4), 50, seed=4)
    for threads in (1, 2):
        budget = Budget(nodes=30, threads=threads)
        moves = {make_bot(name).choose(position, budget, random.Random(seed)) for seed in (11, 11, 11)}
        assert len(moves) == 1


@pytest.mark.parametrize("threads", [1, 2])
def test_a_clear_choice_is_made_sooner_and_is_the_same(threads: int) -> None:
    """Who stops when no other move can overtake plays what the whole budget would have played."""
    sooner = 0
    for moves in range(10, 100, 20):
        position = after_random_moves(medina.new_game("second", 2, seed=moves), moves, seed=moves)
        patient, hasty = (Team(position, TASTE, moves, threads) for _ in range(2))
        patient.run(None, 2000)  # so many that also a quick machine looks up in between
        hasty.run_until_clear(None, 2000)
        assert hasty.found()[1][0].move == patient.found()[1][0].move
        sooner += hasty.nodes < patient.nodes
    assert sooner > 0


@pytest.mark.parametrize("players", [2, 4])
def test_what_is_known_after_a_move_is_kept(players: int) -> None:
    """The tree goes on from the chosen move: the same position, every legal move, and the visits it had there."""
    position = after_random_moves(medina.new_game("second", players, True, seed=6), 41, seed=6)
    team = Team(position, TASTE, seed=1)
    team.run(None, 400)
    _, (best, *_) = team.found()
    assert team.follow(best.move)
    after = position.play(move_texts(players)[best.move])
    assert team.nodes == best.visits
    game = Game(position)
    game.state = team.searches[0].state
    assert game.position == position_to_json(after)
    visits, legal = team.searches[0].visits, set(game.codes)
    assert set(visits) <= legal
    assert len(visits) == min(len(legal), 4 * TASTE.width)
    assert 0 < sum(visits.values()) <= best.visits
    team.run(None, best.visits + 50)
    assert team.nodes == best.visits + 50


def test_what_a_bot_remembers_does_not_change_counted_thoughts() -> None:
    position = after_random_moves(medina.new_game("second", 2, seed=6), 41, seed=6)
    used, fresh = make_bot("architect"), make_bot("architect")
    for _ in range(6):
        timed = used.choose(position, Budget(seconds=0.02), random.Random(3))
        position = position.play(timed)
        counted = [bot.choose(position, Budget(nodes=40), random.Random(5)) for bot in (used, fresh)]
        assert counted[0] == counted[1]


@pytest.mark.parametrize("threads", [1, 2])
def test_the_strongest_keeps_to_its_time(threads: int) -> None:
    bot, over = make_bot("architect"), []
    for moves in (0, 6, 30, 60, 90):
        position = after_random_moves(medina.new_game("second", 4, seed=moves), moves, seed=1)
        begin = time.process_time()
        bot.choose(position, Budget(seconds=0.08, threads=threads), random.Random(1))
        over.append((time.process_time() - begin) / threads - 0.08)
    # In CPU time, because other work on the machine may hold up any move.
    assert statistics.median(over) < 0.1


def test_one_legal_move_is_played_at_once() -> None:
    position = with_one_legal_move()
    for name in BOTS:
        bot = make_bot(name)
        begin = time.process_time()
        assert (bot.choose(position, Budget(seconds=20), random.Random(1)),) == position.legal_moves
        assert time.process_time() - begin < 2


def test_more_nodes_than_time_stops_by_time() -> None:
    begin = time.process_time()
    make_bot("architect").choose(medina.new_game(seed=1), Budget(seconds=0.1, nodes=10**9), random.Random(1))
    assert time.process_time() - begin < 3


@pytest.mark.parametrize("arguments", [{"seconds": -1.0}, {"seconds": float("nan")}, {"nodes": 0}, {"threads": 0}])
def test_a_senseless_budget_is_refused(arguments: dict[str, float]) -> None:
    with pytest.raises(BadBudget) as caught:
        Budget(**arguments)  # type: ignore[arg-type]
    assert caught.value.code == "bad_request"


def test_an_unknown_bot_is_named_with_those_there_are() -> None:
    with pytest.raises(UnknownBot, match="architect") as caught:
        make_bot("nobody")
    assert caught.value.code == "unknown_bot"


@pytest.mark.parametrize("name", list(BOTS))
def test_a_finished_game_has_nothing_to_choose(name: str) -> None:
    position, chance = medina.new_game("second", 2, seed=2), random.Random(2)
    while position.phase != "over":
        position = position.play(chance.choice(position.legal_moves))
    with pytest.raises(medina.GameOver):
        make_bot(name).choose(position, Budget(nodes=1), chance)


def test_every_bot_has_a_character_in_every_language() -> None:
    assert len(BOTS) >= 7
    for info in BOTS.values():
        assert len({say(info.character, lang) for lang in LANGUAGES}) == len(LANGUAGES)
    ratings = [info.rating for info in BOTS.values()]
    assert ratings == sorted(ratings)


def test_greedy_is_the_same_compiled() -> None:
    for seed, (edition, players, gates) in enumerate(COMBINATIONS):
        position = after_random_moves(medina.new_game(edition, players, gates, seed=seed), 45 + 9 * seed, seed=seed)
        assert [move.text for move in best_of_turn(position)] == Game(position).greediest


def test_greedy_takes_the_points_that_are_there() -> None:
    position = medina.new_game("second", 2, well="g5", market="c3").play("Oe8")
    move = make_bot("greedy").choose(position, Budget(), random.Random(1))
    after = position.play(move)
    best = max(after.play(second).scores[1] for second in after.legal_moves) if after.turn == 1 else after.scores[1]
    assert best >= 1 + 4 + 1  # the orange palace, its tile, and a merchant, wall or stable with it


def test_simple_bots_need_nothing_compiled() -> None:
    program = (
        "import sys, random, medina\n"
        "from medina.bots import make_bot, Budget\n"
        "for name in ('random', 'greedy'):\n"
        "    make_bot(name).choose(medina.new_game(seed=1), Budget(), random.Random(1))\n"
        "sys.exit(bool({'numba', 'numpy', 'wasmtime'} & {*sys.modules}))\n"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False, timeout=60).returncode == 0


def test_the_strongest_beats_greedy() -> None:
    """A few quick games; docs/bots.md has the real measurements."""
    bots = make_bot("architect"), make_bot("greedy")
    for seed in range(4):
        position, chance = medina.new_game("second", 2, seed=seed), random.Random(seed)
        while position.phase != "over":
            assert position.turn is not None
            bot = bots[(position.turn + seed) % 2]
            position = position.play(bot.choose(position, Budget(nodes=8), chance))
        assert position.scores[seed % 2] > position.scores[1 - seed % 2]


@pytest.mark.parametrize("name", ["random", "greedy", "emir", "architect"])
def test_a_turn_is_its_placements_and_no_more(name: str) -> None:
    for moves in (0, 3, 30, 60, 99):
        position = after_random_moves(medina.new_game("second", 3, True, seed=moves), moves, seed=moves)
        turn = make_bot(name).choose_turn(position, Budget(nodes=12), random.Random(5))
        bot, chance, one_by_one, now = make_bot(name), random.Random(5), [], position
        while now.turn == position.turn and (now == position or now.is_mid_turn):
            one_by_one.append(bot.choose(now, Budget(nodes=12), chance))
            now = now.play(one_by_one[-1])
        assert turn == one_by_one


def test_the_search_of_a_timed_turn_goes_on_for_its_second_placement(monkeypatch: pytest.MonkeyPatch) -> None:
    followed: list[bool] = []
    follow = Team.follow
    monkeypatch.setattr(Team, "follow", lambda self, move: followed.append(follow(self, move)) or followed[-1])
    position = after_random_moves(medina.new_game("second", 2, seed=6), 41, seed=6)
    assert position.placements_left == 2
    bot = make_bot("architect")
    assert len(bot.choose_turn(position, Budget(seconds=0.4), random.Random(3))) == 2
    assert followed == [True]
    assert len(make_bot("emir").choose_turn(position, Budget(seconds=5), random.Random(3))) == 2
    assert followed == [True], "who counts nodes searches each placement anew"


def test_a_finished_game_has_no_turn() -> None:
    position, chance = medina.new_game("second", 2, seed=2), random.Random(2)
    while position.phase != "over":
        position = position.play(chance.choice(position.legal_moves))
    with pytest.raises(medina.GameOver):
        make_bot("architect").choose_turn(position, Budget(nodes=1), chance)
