"""OpenSpiel's own tree search against one of our bots.

python examples/open_spiel_mcts.py [--bot greedy] [--simulations 20] [--seed 1]
"""

from __future__ import annotations

import argparse
import random

import numpy as np
import pyspiel
from open_spiel.python.algorithms.mcts import MCTSBot, RandomRolloutEvaluator

import medina.envs.spiel  # noqa: F401, registers the game
from medina.bots import Budget, make_bot


def play(name: str, simulations: int, seed: int) -> list[float]:
    """One game; the search sits in seat 0. Gives the final scores."""
    chance, random_state = random.Random(seed), np.random.RandomState(seed)
    game = pyspiel.load_game("medina(players=2,reward=score)")
    search = MCTSBot(game, 2.0, simulations, RandomRolloutEvaluator(1, random_state), random_state=random_state)
    bot = make_bot(name)
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(chance.choice([outcome for outcome, _ in state.chance_outcomes()]))
        elif state.current_player() == 0:
            state.apply_action(search.step(state))
        else:
            move = bot.choose(state.position, Budget(nodes=50), chance)
            state.apply_action(state.string_to_action(1, move.text))
    return list(state.returns())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bot", default="greedy")
    parser.add_argument("--simulations", type=int, default=20, help="of the search, for every placement")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    search, bot = play(options.bot, options.simulations, options.seed)
    print(f"OpenSpiel's MCTS {search:.0f}, {options.bot} {bot:.0f}")


if __name__ == "__main__":
    main()
