"""How fast the environments are, beside PettingZoo's Connect Four and Go and OpenSpiel's Go from Python, in one run.

All play random legal moves on one core. Prints steps a CPU second, medians over the rounds, and the ratio to the
fastest of the others.

    python benchmarks/envs.py [--rounds 5] [--seconds 1] [--games 256]
"""

from __future__ import annotations

import argparse
import random
import statistics
from collections.abc import Callable
from typing import Any

from fast import rate
from medina.envs import VectorGame

GOALS = {"masks": 1_000_000, "masks and observations": 200_000}


def vector_steps(games: VectorGame, observing: bool) -> Callable[[], int]:
    def step_all() -> int:
        games.step(games.sample())
        if observing:
            games.observe()
        return len(games)

    return step_all


def petting_zoo_game(env: Any) -> Callable[[], int]:
    """One whole game: an observation with its mask, and a random legal action, at every step."""
    chance = random.Random(1)

    def play_one() -> int:
        steps = 0
        env.reset(seed=1)
        for _agent in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            env.step(chance.choice(observation["action_mask"].nonzero()[0]))
            steps += 1
        return steps

    return play_one


def open_spiel_game(name: str, observing: bool) -> Callable[[], int]:
    import pyspiel

    game, chance = pyspiel.load_game(name), random.Random(1)

    def play_one() -> int:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            state.apply_action(chance.choice(state.legal_actions()))
            if observing and not state.is_terminal():
                state.observation_tensor()
            steps += 1
        return steps

    return play_one


def contenders(games: int) -> dict[str, Callable[[], int]]:
    from pettingzoo.classic import connect_four_v3, go_v5

    found = {
        "PettingZoo Connect Four": petting_zoo_game(connect_four_v3.env()),
        "PettingZoo Go 9×9": petting_zoo_game(go_v5.env(board_size=9)),
        "OpenSpiel Go 9×9, legal actions": open_spiel_game("go(board_size=9)", False),
        "OpenSpiel Go 9×9, observations": open_spiel_game("go(board_size=9)", True),
    }
    for players, gates in ((2, False), (3, False), (4, True)):
        kind = f"VectorGame, {players} players{', gates' if gates else ''}"
        for what in GOALS:
            batch = VectorGame(games, "second", players, gates, seed=1)
            found[f"{kind}, {what}"] = vector_steps(batch, what != "masks")
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=1.0, help="CPU seconds for each in each round")
    parser.add_argument("--games", type=int, default=256, help="games side by side")
    options = parser.parse_args()
    players = contenders(options.games)
    for play_some in players.values():
        play_some()  # compiled before it is timed
    rates: dict[str, list[float]] = {name: [] for name in players}
    for _ in range(options.rounds):
        for name, play_some in players.items():
            rates[name].append(rate(play_some, options.seconds))
    report({name: statistics.median(values) for name, values in rates.items()})


def report(rates: dict[str, float]) -> None:
    best = max(value for name, value in rates.items() if not name.startswith("VectorGame"))
    print(f"Goals: {', '.join(f'{goal:,} with {what}' for what, goal in GOALS.items())}\n")
    print("| steps | a CPU second | × the fastest of the others |")
    print("|---|---:|---:|")
    for name, value in rates.items():
        print(f"| {name} | {value:,.0f} | {value / best:.1f} |")


if __name__ == "__main__":
    main()
