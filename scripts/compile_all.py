#!/usr/bin/env python3
"""Compiles everything that the tests will call, in one process, where what several functions share is compiled once.

Left to the tests, every worker would begin by compiling its own share, and the same again. What was compiled before is
only loaded.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

import medina
from medina import fast
from medina.bots.features import new_scratch
from medina.bots.learning import blank_lesson, new_player, play_lesson, play_quickly, rows_of
from medina.bots.native import NativeSearch
from medina.bots.network import empty_network, weights_for
from medina.bots.taste import TASTE
from medina.envs import VectorGame
from medina.fast.actions import to_action, to_code
from medina.fast.details import details
from medina.fast.greedy import best_of_turn

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from compiled import count_differences, look_at


def compile_search(start: fast.State) -> None:
    weights = weights_for("second", 2)
    search = NativeSearch(start.copy(), weights, TASTE, 1)
    search.look_into(20)
    search.follow(max(search.visits, key=search.visits.__getitem__))
    scratches = new_scratch(len(weights.second)), new_scratch(1)
    look_at(start, scratches[1])
    count_differences(start.copy(), weights, *scratches, np.array([1]))
    players = [new_player(start, empty_network(16), 2) for _ in range(2)]
    lesson = blank_lesson()
    play_lesson(start, *players, 1, 1, 2, 0.5, np.array([1]), lesson)
    play_quickly(start, players[0], 0.5, 0.5, np.array([1]), lesson)
    rows_of(start, lesson._replace(notes=lesson.notes[:0], views=lesson.views[:0]), 0.5)


def compile_rules(start: fast.State) -> None:
    code = int(fast.legal_codes(start)[0])
    to_code(start, to_action(start, code))
    fast.play_move(start.copy(), code)
    fast.scores(start)
    fast.to_json(start)
    details(start)
    fast.random_games(start, 1, 1, np.zeros((1, 4), dtype=np.int64))


def compile_batches() -> None:
    games = VectorGame(2, "second", 2, seed=1)
    games.step(games.sample())
    games.observe()


if __name__ == "__main__":
    position = medina.new_game("second", 2, seed=1)
    compile_search(fast.from_position(position))
    compile_rules(fast.from_position(position))
    best_of_turn(position)
    compile_batches()
