"""PettingZoo's own tests of an environment, and what they do not look at."""

from __future__ import annotations

import pickle
from functools import partial
from typing import Any

import numpy as np
import pytest

pytest.importorskip("pettingzoo")

from pettingzoo.test import api_test, render_test, seed_test

import medina
from medina.envs import medina_v1

GAMES = [
    {"edition": "second", "players": 2},
    {"edition": "second", "players": 3, "gates": True, "reward": "margin"},
    {"edition": "first", "players": 4, "reward": "score", "stocks": "open", "tea": True},
]


@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array", "ignore:Action mask numpy array is all zeros")
@pytest.mark.parametrize("options", GAMES)
def test_api(options: dict[str, Any]) -> None:
    api_test(medina_v1.env(**options), num_cycles=200)


@pytest.mark.parametrize("options", GAMES)
def test_seed(options: dict[str, Any]) -> None:
    seed_test(partial(medina_v1.env, **options), num_cycles=60)


def test_render() -> None:
    render_test(partial(medina_v1.env, players=2), custom_tests={"svg": lambda drawing: drawing.startswith("<svg")})
    with pytest.raises(medina.MedinaError, match="rgb_array"):
        medina_v1.env(render_mode="film")


def play(env: Any, seed: int) -> dict[str, float]:
    """A whole random game; says what every agent got."""
    got = dict.fromkeys(env.possible_agents, 0.0)
    env.reset(seed=seed)
    chance = np.random.default_rng(seed)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        got[agent] += reward
        over = terminated or truncated
        env.step(None if over else int(chance.choice(np.flatnonzero(observation["action_mask"]))))
    return got


def test_everybody_gets_the_reward_of_the_game() -> None:
    env = medina_v1.env(players=3, reward="score")
    got = play(env, seed=2)
    final = env.unwrapped.games.position(0)
    assert final.phase == "over"
    assert tuple(got.values()) == final.scores


def test_only_the_agent_to_place_has_actions() -> None:
    env = medina_v1.env(players=3)
    env.reset(seed=1)
    masks = {agent: env.observe(agent)["action_mask"].any() for agent in env.agents}
    assert masks == {"seat_0": True, "seat_1": False, "seat_2": False}


def test_an_illegal_action_ends_the_game() -> None:
    env = medina_v1.env()
    env.reset(seed=1)
    env.step(int(np.flatnonzero(env.observe("seat_0")["action_mask"] == 0)[0]))
    assert (env.terminations, env.rewards) == ({"seat_0": True, "seat_1": True}, {"seat_0": -1, "seat_1": 0})


def test_an_environment_can_be_pickled() -> None:
    env = medina_v1.raw_env(players=4, gates=True, reward="margin", founding=True)
    again = pickle.loads(pickle.dumps(env))
    assert again.games.ruleset == env.games.ruleset
    assert play(again, 3) == play(env, 3)
