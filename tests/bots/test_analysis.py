"""The analysis of a position: sensible, stoppable, improving, and the same again."""

from __future__ import annotations

import time

import pytest

import medina
from medina.bots import BadBudget
from medina.bots.analysis import Finding, analyse, analysing

from .positions import COMBINATIONS, after_random_moves


@pytest.mark.parametrize(("edition", "players", "gates"), COMBINATIONS)
def test_every_seat_gets_a_score_and_a_chance(edition: str, players: int, gates: bool) -> None:
    position = after_random_moves(medina.new_game(edition, players, gates, seed=3), 60, seed=3)
    found = analyse(position, nodes=40)
    assert len(found.scores) == len(found.chances) == players
    assert sum(found.chances) == pytest.approx(1)
    assert all(-5 < score < 150 for score in found.scores)
    assert found.done
    assert found.nodes == 40


def test_lines_can_be_played() -> None:
    position = after_random_moves(medina.new_game("second", 2, seed=8), 50, seed=8)
    found = analyse(position, nodes=300, lines=3)
    assert 1 <= len(found.lines) <= 3
    assert sum(line.share for line in found.lines) <= 1.0001
    for line in found.lines:
        after = position.play(line.move)
        for move in line.continuation:
            after = after.play(move)
    assert len(found.lines[0].continuation) >= 2


def test_progress_is_told_and_the_view_improves() -> None:
    views: list[Finding] = []
    analyse(medina.new_game(seed=1), nodes=200, on_progress=views.append)
    assert len(views) >= 3
    assert [view.nodes for view in views] == sorted({view.nodes for view in views})
    assert [view.done for view in views] == [False] * (len(views) - 1) + [True]


def test_it_can_be_stopped() -> None:
    views: list[Finding] = []
    begin = time.process_time()
    found = analyse(medina.new_game(seed=1), 60, stop=lambda: len(views) >= 2, on_progress=views.append)
    assert found.done
    assert time.process_time() - begin < 30


def test_without_limits_it_goes_on_until_left() -> None:
    stream = analysing(medina.new_game(seed=1))
    assert next(stream).nodes < next(stream).nodes
    stream.close()


def test_seconds_are_kept() -> None:
    begin = time.process_time()
    assert analyse(medina.new_game(seed=1), 0.4, threads=2).nodes > 1
    assert time.process_time() - begin < 5


def test_nodes_and_seed_make_it_the_same_again() -> None:
    position = after_random_moves(medina.new_game("first", 4, True, seed=8), 70, seed=8)
    first, second = (analyse(position, nodes=64, seed=5, threads=2) for _ in range(2))
    assert (first.scores, first.chances, first.lines) == (second.scores, second.chances, second.lines)


def test_a_finished_game_has_its_result() -> None:
    position = after_random_moves(medina.new_game(seed=9), 10**6, seed=9)
    while position.phase != "over":
        position = position.play(position.legal_moves[0])
    found = analyse(position, 1)
    assert found.scores == tuple(map(float, position.scores))
    assert max(found.chances) in (0.5, 1.0)
    assert found.lines == ()


def test_senseless_limits_are_refused() -> None:
    with pytest.raises(BadBudget):
        analyse(medina.new_game(seed=1), -1)
