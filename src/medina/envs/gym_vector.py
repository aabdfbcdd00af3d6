"""Gymnasium's vector interface over `VectorGame`: every library that trains on vector environments trains on this.

>>> import gymnasium
>>> envs = gymnasium.make_vec("medina.envs.gym_vector:Medina-v1", num_envs=4, players=3)
>>> observations, infos = envs.reset(seed=1)
>>> observations["action_mask"].shape
(4, 1463)
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from medina.envs.batch import Actions, Floats
from medina.envs.spaces import action_space, mask_space, view_space
from medina.envs.vector import VectorGame

Bools = npt.NDArray[np.bool_]


class MedinaVectorEnv(VectorEnv[dict[str, Any], Actions, Any]):
    """One learner in every game, against random opponents or, with `opponent=None`, in all seats by turns.

    The reward is that of the seat that has just placed; everybody's are in the infos, with seats and final scores. A
    game that is over is set up anew by the next step. Options are those of `VectorGame`.
    """

    metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP, "render_modes": []}  # noqa: RUF012

    def __init__(
        self, num_envs: int = 1, *, opponent: str | None = "random", copy: bool = True, **options: Any
    ) -> None:
        self.games = VectorGame(num_envs, opponent=opponent, **options)
        self.num_envs = num_envs
        self._copies = copy
        ruleset = self.games.ruleset
        self.single_action_space = action_space(ruleset)
        self.single_observation_space = spaces.Dict({**view_space(ruleset), "action_mask": mask_space(ruleset)})
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        self.games.reset(seed)
        return self._observations(), self._infos()

    def step(self, actions: Actions) -> tuple[dict[str, Any], Floats, Bools, Bools, dict[str, Any]]:
        games = self.games
        games.step(actions)
        rewards = games.rewards[np.arange(len(games)), games.seats]
        return self._observations(), rewards, games.over.copy(), np.zeros_like(games.over), self._infos()

    def _observations(self) -> dict[str, Any]:
        view = self.games.observe()
        shared: dict[str, npt.NDArray[Any]] = {
            "planes": view.planes,
            "numbers": view.numbers,
            "action_mask": self.games.masks,
        }
        return {name: array.copy() for name, array in shared.items()} if self._copies else shared

    def _infos(self) -> dict[str, Any]:
        games = self.games
        return {"seats": games.seats.copy(), "rewards": games.rewards.copy(), "scores": games.scores.copy()}


gymnasium.register(id="Medina-v1", vector_entry_point="medina.envs.gym_vector:MedinaVectorEnv")
