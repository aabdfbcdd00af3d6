"""Gymnasium's vector interface: its own checks, and a learner that sees its reward."""

from __future__ import annotations

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium")

from medina.envs.gym_vector import MedinaVectorEnv  # noqa: E402


@pytest.mark.parametrize("opponent", [None, "random"])
def test_it_is_a_vector_environment(opponent: str | None) -> None:
    envs = gymnasium.make_vec("medina.envs.gym_vector:Medina-v1", num_envs=6, players=3, gates=True, opponent=opponent)
    first, _ = envs.reset(seed=3)
    again, _ = envs.reset(seed=3)
    assert all((first[name] == again[name]).all() for name in first)
    assert first in envs.observation_space
    envs.action_space.seed(1)
    finished = np.zeros(6, dtype=int)
    observations, over = first, np.zeros(6, dtype=bool)
    for _ in range(250):
        actions = envs.action_space.sample(mask=tuple(observations["action_mask"]))
        observations, rewards, terminations, truncations, infos = envs.step(actions)
        assert observations in envs.observation_space
        assert not truncations.any()
        assert not rewards[~terminations].any()
        assert not terminations[over].any()
        assert (rewards == infos["rewards"][np.arange(6), infos["seats"]]).all()
        finished += terminations
        over = terminations
    assert (finished >= 1).all()


def test_observations_are_copies_unless_they_need_not_be() -> None:
    for copy in (True, False):
        envs = MedinaVectorEnv(2, copy=copy, seed=1)
        first, _ = envs.reset(seed=1)
        before = first["numbers"].copy()
        envs.step(envs.games.sample())
        assert (first["numbers"] == before).all() == copy


def test_who_claims_at_once_loses() -> None:
    """The reward is the learner's own, whatever seat it was given."""
    envs = MedinaVectorEnv(100, players=2, reward="place")
    observations, _ = envs.reset(seed=1)
    total, games = 0.0, 0
    chance = np.random.default_rng(1)
    roofs = slice(6 * 140, 7 * 140)
    while games < 100:
        liking = chance.random((100, envs.games.actions)) * observations["action_mask"]
        liking[:, roofs] *= 1000
        observations, rewards, terminations, _, _ = envs.step(liking.argmax(1))
        total, games = total + float(rewards[terminations].sum()), games + int(terminations.sum())
    assert total / games < -0.3
