#!/usr/bin/env python3
"""A player that learns Medina from nothing: PPO with action masks, in one file, on the CPU.

    pip install "medina[examples]"
    python examples/ppo.py train --out ppo.flax
    python examples/ppo.py test ppo.flax --games 1000

The learning is done by skrl; here are the games, what a placement is paid, and the two networks, in Flax. The learner
has one seat in many two-player games at once (`medina.envs.gym_vector`), whose other seat places at random. An illegal
action has no chance: the observation says what is legal, and the policy takes the rest out, playing and learning.
"""

from __future__ import annotations

import argparse
import logging
from pathlib import Path
from typing import Any

import gymnasium
import jax
import jax.numpy as jnp
import numpy as np
import skrl
from flax import linen as nn
from gymnasium.vector import VectorEnv, VectorWrapper
from skrl.agents.jax.ppo import PPO
from skrl.envs.wrappers.jax import wrap_env
from skrl.memories.jax import RandomMemory
from skrl.models.jax import CategoricalMixin, DeterministicMixin, Model
from skrl.trainers.jax import SequentialTrainer
from skrl.utils import set_seed
from skrl.utils.spaces.jax import flatten_tensorized_space, tensorize_space, unflatten_tensorized_space

from medina.envs.observing import number_names
from medina.match.table import wilson

skrl.config.jax.device = "cpu"
logging.getLogger("skrl").setLevel(logging.WARNING)

ROUNDS = 60  # of playing and learning: a minute
GAMES, STEPS = 64, 16  # side by side, and placements of each in a round
WIDTH, KINDS = 64, 9
POINTS = 10.0
"""A lead of so many points is worth one."""
SCORES = [number_names(2).index(f"seat {seat}: score") for seat in range(2)]

SETTINGS = {
    "rollouts": STEPS,
    "learning_epochs": 6,
    "mini_batches": 4,
    "discount_factor": 1.0,  # every game ends
    "learning_rate": 2e-2,
    "value_clip": 0.0,
    "value_loss_scale": 0.5,
    "experiment": {"write_interval": 0, "checkpoint_interval": 0},
}


class Leads(VectorWrapper):
    """Pays for a placement how the lead changes until the next one. In a game that adds up to the lead at its end.

    The step that only sets up a new game is an end as well: it is paid nothing, and nothing is expected of it.
    """

    def reset(self, **options: Any) -> tuple[Any, dict[str, Any]]:
        observations, infos = super().reset(**options)
        self._lead, self._over = lead(observations), np.zeros(self.num_envs, dtype=bool)
        return observations, infos

    def step(self, actions: Any) -> tuple[Any, ...]:
        observations, _, over, cut, infos = super().step(actions)
        pay = np.where(self._over, 0, lead(observations) - self._lead)
        ended = over | self._over
        self._lead, self._over = lead(observations), over
        return observations, pay, ended, cut, infos


def lead(observations: dict[str, np.ndarray]) -> np.ndarray:
    own, other = (observations["numbers"][:, score].astype(np.float32) for score in SCORES)
    return (own - other) / POINTS


class Network(Model):
    """What both networks begin with."""

    def look(self, inputs: dict[str, jax.Array]) -> tuple[jax.Array, jax.Array, jax.Array]:
        """The city, a hidden layer that has counted everything, and what is legal."""
        seen = unflatten_tensorized_space(self.observation_space, inputs["observations"])
        city = jnp.moveaxis(seen["planes"], 1, -1).astype(jnp.float32)
        counts = jnp.concatenate([seen["numbers"].astype(jnp.float32), city.sum(axis=(1, 2))], axis=1) / 10
        return city, nn.relu(nn.Dense(WIDTH)(counts)), seen["action_mask"] > 0


class Policy(CategoricalMixin, Network):
    """How much every action is wanted: at first, each legal one as much as the others.

    How much a piece is wanted on a cell is what stands there and around it, times weights, and how much the piece is
    wanted at all, which depends on the counts of everything.
    """

    def __init__(self, **options: Any) -> None:
        Model.__init__(self, **options)
        CategoricalMixin.__init__(self)

    @nn.compact
    def __call__(self, inputs: dict[str, jax.Array], role: str) -> tuple[jax.Array, dict[str, Any]]:
        city, hidden, legal = self.look(inputs)
        mood = nn.Dense(KINDS + 1, kernel_init=nn.initializers.zeros)(hidden)
        wishes = nn.Conv(KINDS, (3, 3), use_bias=False, kernel_init=nn.initializers.zeros)(city)
        wishes = jnp.moveaxis(wishes, -1, 1) + mood[:, :KINDS, None, None]
        walls = wishes[:, -1]
        logits = jnp.concatenate(
            [
                wishes[:, :-1, 1:-1, 1:-1].reshape(len(city), -1),
                *(walls[:, -1, 1:-1], walls[:, 0, 1:-1], walls[:, 1:-1, 0], walls[:, 1:-1, -1]),
                mood[:, KINDS:],
            ],
            axis=1,
        )
        return jnp.where(legal, logits, -1e9), {}


class Value(DeterministicMixin, Network):
    """What a position is worth: the lead that is still to be won."""

    def __init__(self, **options: Any) -> None:
        Model.__init__(self, **options)
        DeterministicMixin.__init__(self)

    @nn.compact
    def __call__(self, inputs: dict[str, jax.Array], role: str) -> tuple[jax.Array, dict[str, Any]]:
        _, hidden, _ = self.look(inputs)
        return nn.Dense(1, kernel_init=nn.initializers.zeros)(hidden), {}


def new_games(count: int, **options: Any) -> VectorEnv:
    """Two-player games; the learner has one seat of each, and random play the other."""
    return gymnasium.make_vec("medina.envs.gym_vector:Medina-v1", num_envs=count, **options)


def new_networks() -> tuple[Policy, Value]:
    """They know nothing yet."""
    games = new_games(1)
    spaces = {"observation_space": games.single_observation_space, "action_space": games.single_action_space}
    networks = Policy(**spaces), Value(**spaces)
    for network in networks:
        network.init_state_dict()
        network.apply = jax.jit(network.apply, static_argnums=2)
    return networks


def train(rounds: int = ROUNDS, *, seed: int = 1) -> tuple[Policy, Value]:
    """Learns by playing. The same seed gives the same player."""
    set_seed(seed)
    policy, value = new_networks()
    env = wrap_env(Leads(new_games(GAMES)), wrapper="gymnasium", verbose=False)
    agent = PPO(
        models={"policy": policy, "value": value},
        memory=RandomMemory(memory_size=STEPS, num_envs=GAMES),
        observation_space=env.observation_space,
        action_space=env.action_space,
        cfg=SETTINGS,
    )
    running = {"timesteps": rounds * STEPS, "headless": True, "close_environment_at_exit": False}
    SequentialTrainer(env=env, agents=agent, cfg=running).train()
    return policy, value


def ask(network: Policy | Value, observations: dict[str, np.ndarray]) -> np.ndarray:
    """A row for every game: of the policy the wish for each action, of the other one number."""
    seen = flatten_tensorized_space(tensorize_space(network.observation_space, observations))
    answer, _ = network.apply(network.state_dict.params, {"observations": seen}, "")
    return np.asarray(answer)


def against_random(policy: Policy, count: int, seed: int = 2) -> tuple[float, float]:
    """So many games, by the actions it wants most: the share of wins, ties counting half, and the mean lead."""
    games = new_games(count, reward="margin")
    observations, _ = games.reset(seed=seed)
    result = np.full(count, np.nan)
    while np.isnan(result).any():
        observations, rewards, over, *_ = games.step(ask(policy, observations).argmax(axis=1))
        new = over & np.isnan(result)
        result[new] = rewards[new]
    return float((result > 0).mean() + (result == 0).mean() / 2), float(result.mean())


def load(path: Path) -> Policy:
    """What `policy.save` kept."""
    policy, _ = new_networks()
    policy.load(str(path))
    return policy


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    training = commands.add_parser("train", help="learn, and keep what was learned")
    training.add_argument("--rounds", type=int, default=ROUNDS)
    training.add_argument("--seed", type=int, default=1)
    training.add_argument("--out", type=Path, default=Path("ppo.flax"))
    testing = commands.add_parser("test", help="play against random")
    testing.add_argument("file", type=Path)
    testing.add_argument("--games", type=int, default=1000)
    options = parser.parse_args()
    if options.command == "train":
        policy, _ = train(options.rounds, seed=options.seed)
        policy.save(str(options.out))
    else:
        share, ahead = against_random(load(options.file), options.games)
        low, high = wilson(share * options.games, options.games)
        print(
            f"{share:.1%} of {options.games} games against random ({low:.1%} to {high:.1%}), {ahead:+.1f} points a game"
        )


if __name__ == "__main__":
    main()
