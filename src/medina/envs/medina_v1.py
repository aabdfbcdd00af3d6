"""Medina for PettingZoo: an environment in which the seats take their turns (AEC).

>>> from medina.envs import medina_v1
>>> env = medina_v1.env(players=3)
>>> env.reset(seed=1)
>>> for agent in env.agent_iter():
...     observation, reward, terminated, truncated, info = env.last()
...     over = terminated or truncated
...     env.step(None if over else env.action_space(agent).sample(observation["action_mask"]))
>>> env.agents
[]
"""

from __future__ import annotations

from io import BytesIO
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.utils import EzPickle
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from medina.draw import ansi, png, svg, terminal_options
from medina.envs.spaces import action_space, mask_space, view_space
from medina.envs.vector import VectorGame
from medina.notation import position_to_json
from medina.notation.shapes import PositionJson
from medina.rules import MedinaError, Ruleset
from medina.rules.ruleset import SwitchValue

RENDER_MODES = ("human", "ansi", "svg", "rgb_array")
WIDTH = 720
"""Pixels from west to east of a drawing as an array."""


def env(**options: Any) -> Any:
    """The environment as agents should meet it: an illegal action ends the game with -1 for whoever took it."""
    wrapped = wrappers.TerminateIllegalWrapper(raw_env(**options), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrapped))


class raw_env(AECEnv, EzPickle):  # type: ignore[misc]
    """One game. Options are those of `VectorGame`, and a way to draw it."""

    metadata = {  # noqa: RUF012
        "name": "medina_v1",
        "render_modes": list(RENDER_MODES),
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self,
        edition: str = "second",
        players: int = 2,
        gates: bool = False,
        reward: str = "place",
        stocks: str = "hidden",
        render_mode: str | None = None,
        **switches: SwitchValue,
    ) -> None:
        EzPickle.__init__(self, edition, players, gates, reward, stocks, render_mode, **switches)
        super().__init__()
        if render_mode not in (None, *RENDER_MODES):
            raise MedinaError(f"render_mode is one of {', '.join(RENDER_MODES)}.")
        self.render_mode = render_mode
        ruleset = Ruleset.of(edition, players, gates, **switches)
        self.games = VectorGame(1, ruleset, reward=reward, stocks=stocks)
        self.possible_agents = [f"seat_{seat}" for seat in range(players)]
        view = {"observation": view_space(ruleset), "action_mask": mask_space(ruleset)}
        self.observation_spaces = {agent: spaces.Dict(view) for agent in self.possible_agents}
        self.action_spaces = {agent: action_space(ruleset) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.games.reset(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._pass_on()

    def _pass_on(self) -> None:
        """A seat may have two placements in a row, and one that cannot place is passed over (4.2, 4.4)."""
        self.agent_selection = self.possible_agents[self.games.seats[0]]

    def observe(self, agent: str) -> dict[str, Any]:
        view = self.games.observe(self.possible_agents.index(agent))
        its_turn = agent == self.agent_selection and not self.games.over[0]
        mask = self.games.masks[0].copy() if its_turn else np.zeros(self.games.actions, np.int8)
        return {
            "observation": {"planes": view.planes[0].copy(), "numbers": view.numbers[0].copy()},
            "action_mask": mask,
        }

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None, "the agent is still in the game"
        self._cumulative_rewards[agent] = 0.0
        self.games.step([action])
        over = bool(self.games.over[0])
        self.rewards = dict(zip(self.agents, self.games.rewards[0].tolist(), strict=True))
        self.terminations = dict.fromkeys(self.agents, over)
        self._pass_on()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | npt.NDArray[np.uint8] | None:
        """A drawing as text or pixels; `human` prints it."""
        if self.render_mode is None:
            return None
        position = position_to_json(self.games.position(0))
        if self.render_mode == "human":
            print(ansi(position, **terminal_options()))
            return None
        if self.render_mode == "rgb_array":
            return _pixels(position)
        return svg(position) if self.render_mode == "svg" else ansi(position)

    def close(self) -> None:
        """Nothing is open."""


def _pixels(position: PositionJson) -> npt.NDArray[np.uint8]:
    from PIL import Image

    return np.asarray(Image.open(BytesIO(png(svg(position), WIDTH))).convert("RGB"))
