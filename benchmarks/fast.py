"""How fast the compiled rules are, against python-chess and OpenSpiel's go(9x9), on one core in the same run.

All three play random games with the full list of legal moves at every step. Prints a row for every combination:
placements a CPU second and the two ratios, medians over the rounds.

    python benchmarks/fast.py [--rounds 5] [--seconds 0.5]
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Callable
from typing import Any

import numpy as np

import medina
from medina import fast
from medina.fast._compile import entry
from medina.fast.layout import State
from medina.fast.listing import copy_state

COMBINATIONS = [
    (edition, players, gates)
    for edition, players in (("first", 3), ("first", 4), ("second", 2), ("second", 3), ("second", 4))
    for gates in (False, True)
]
GOALS = {"python-chess": 60.0, "OpenSpiel go(9x9)": 2.0}


def rate(play_some: Callable[[], int], seconds: float) -> float:
    """Moves a CPU second of a function that plays some games and says how many moves they had."""
    moves, start = 0, time.process_time()
    while time.process_time() - start < seconds:
        moves += play_some()
    return moves / (time.process_time() - start)


def chess_games() -> Callable[[], int]:
    import chess

    chance = random.Random(1)

    def play_one() -> int:
        board, moves = chess.Board(), 0
        while moves < 200:
            legal = list(board.legal_moves)
            if not legal or board.is_insufficient_material():
                break
            board.push(chance.choice(legal))
            moves += 1
        return moves

    return play_one


def go_games() -> Callable[[], int]:
    """Rollouts by OpenSpiel's own C++ evaluator, so that Python costs it nothing.

    A search of two simulations is two evaluations of so many rollouts each.
    """
    import pyspiel

    game = pyspiel.load_game("go(board_size=9)")
    rollouts = 100
    evaluator = pyspiel.RandomRolloutEvaluator(rollouts, 1)
    bot = pyspiel.MCTSBot(game, evaluator, 2.0, 2, 10, False, 1, False)
    moves = int(2 * rollouts * _go_length(game))

    def play_some() -> int:
        bot.step(game.new_initial_state())
        return moves

    return play_some


def _go_length(game: Any) -> float:
    """The mean length of a random game, to turn rollouts into moves."""
    chance, lengths = random.Random(1), []
    for _ in range(60):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(chance.choice(state.legal_actions()))
        lengths.append(state.move_number())
    return float(statistics.mean(lengths))


def medina_games(edition: str, players: int, gates: bool) -> Callable[[], int]:
    start = fast.from_position(medina.new_game(medina.Ruleset.of(edition, players, gates), seed=1))
    totals = np.zeros((50, 4), dtype=np.int64)
    seeds = iter(range(10**9))
    return lambda: fast.random_games(start, 50, next(seeds), totals)


@entry
def copy_many(source: State, target: State, times: int) -> None:
    for turn in range(times):
        source[0] += turn & 1
        copy_state(target, source)


def copy_cost() -> float:
    """Nanoseconds to copy a position late in a game."""
    position = medina.new_game(medina.Ruleset.of("second", 4), seed=1)
    chance = random.Random(1)
    for _ in range(120):
        if position.legal_moves:
            position = position.play(chance.choice(position.legal_moves))
    state = fast.from_position(position)
    target = state.copy()
    copy_many(state, target, 10)
    start = time.process_time()
    copy_many(state, target, 1_000_000)
    return (time.process_time() - start) * 1000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=0.5, help="CPU seconds for each game in each round")
    options = parser.parse_args()
    players: dict[str, Callable[[], int]] = {"python-chess": chess_games(), "OpenSpiel go(9x9)": go_games()}
    for edition, seats, gates in COMBINATIONS:
        players[f"{edition} edition, {seats} players{', gates' if gates else ''}"] = medina_games(edition, seats, gates)
    for play_some in players.values():
        play_some()  # compiled before it is timed
    rates: dict[str, list[float]] = {name: [] for name in players}
    for _ in range(options.rounds):
        for name, play_some in players.items():
            rates[name].append(rate(play_some, options.seconds))
    report({name: statistics.median(values) for name, values in rates.items()})


def report(rates: dict[str, float]) -> None:
    chess, go = rates["python-chess"], rates["OpenSpiel go(9x9)"]
    print("| game | moves a CPU second | × python-chess (goal 60) | × go(9x9) (goal 2) |")
    print("|---|---:|---:|---:|")
    for name, value in rates.items():
        print(f"| {name} | {value:,.0f} | {value / chess:.1f} | {value / go:.2f} |")
    print(f"\nCopying a position: {copy_cost():.0f} ns (goal: under 200)")


if __name__ == "__main__":
    main()
