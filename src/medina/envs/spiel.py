"""Medina for OpenSpiel: importing this registers `pyspiel.load_game("medina(players=2,gates=True)")`.

Chance puts down the well and the market (3.1). Observations are what a seat sees over the screens; the information
state is what it knows with a perfect memory, which is every stock.

>>> import pyspiel, medina.envs.spiel
>>> state = pyspiel.load_game("medina(players=3,gates=True)").new_initial_state()
>>> while not state.is_terminal():
...     state.apply_action(state.legal_actions()[0])
>>> sum(state.returns())
0.0
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel

from medina.draw import ansi
from medina.envs.batch import REWARDS, Batch, step_all
from medina.envs.observing import number_names, observe, plane_shape
from medina.envs.vector import room_for
from medina.fast.actions import action_count, action_text, to_action
from medina.fast.game import from_position, legal_codes, to_json
from medina.fast.layout import STRIDE, TURN
from medina.fast.moves import cell_name
from medina.notation import position_from_json
from medina.rules import MedinaError, Position, Ruleset, new_game
from medina.rules.board import Board, board_for
from medina.rules.ruleset import SWITCHES, SwitchValue

_LONGEST_LEAD = 400.0
"""More points than anybody can have: every cell, wall and tile, and every merchant four times."""
_DEFAULTS = {"edition": "second", "players": 2, "gates": False, "reward": "place"}
_USUAL = "usual"
"""Leaves a switch as the edition has it. OpenSpiel wants a default for every parameter."""


def _game_type(utility: Any) -> Any:
    return pyspiel.GameType(
        short_name="medina",
        long_name="Medina",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=utility,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=4,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={**_DEFAULTS, **dict.fromkeys(SWITCHES, _USUAL)},
    )


_BY_PLACE = _game_type(pyspiel.GameType.Utility.ZERO_SUM)
_BY_POINTS = _game_type(pyspiel.GameType.Utility.GENERAL_SUM)


def _game_info(ruleset: Ruleset, by_place: bool) -> Any:
    city = board_for(ruleset.players)
    return pyspiel.GameInfo(
        num_distinct_actions=action_count(ruleset.players, ruleset.gates),
        max_chance_outcomes=city.rows * city.columns,
        num_players=ruleset.players,
        min_utility=-1.0 if by_place else -_LONGEST_LEAD,
        max_utility=1.0 if by_place else _LONGEST_LEAD,
        utility_sum=0.0 if by_place else None,
        # every piece once, with those that lie on the towers and beside the board, tea and the founding
        max_game_length=ruleset.players * sum(ruleset.stock()) + 6 + 1 + 6 + 1,
    )


class MedinaGame(pyspiel.Game):  # type: ignore[misc]
    """The game of one ruleset, with rewards as `VectorGame` gives them."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**_DEFAULTS, **(params or {})}
        if given["reward"] not in REWARDS:
            raise MedinaError(f"reward is one of {', '.join(REWARDS)}.")
        self.ruleset = Ruleset.of(given["edition"], given["players"], given["gates"], **_switches(given))
        self.reward_kind = REWARDS.index(given["reward"])
        by_place = given["reward"] == "place"
        super().__init__(_BY_PLACE if by_place else _BY_POINTS, _game_info(self.ruleset, by_place), params or {})

    def new_initial_state(self) -> MedinaState:
        return MedinaState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> MedinaObserver:
        return MedinaObserver(self.ruleset, iig_obs_type is not None and iig_obs_type.perfect_recall)


def _settings(name: str) -> dict[str, SwitchValue]:
    """The values of a switch by the text of its parameter: `on` and `off`, or its words."""
    return {value if isinstance(value, str) else "on" if value else "off": value for value in SWITCHES[name].values}


def _switches(given: dict[str, Any]) -> dict[str, SwitchValue]:
    """17: the switches that are not left as their edition has them."""
    chosen = {name: given[name] for name in SWITCHES if given.get(name, _USUAL) != _USUAL}
    for name, setting in chosen.items():
        if setting not in _settings(name):
            raise MedinaError(f"{name} is one of {', '.join((_USUAL, *_settings(name)))}.")
    return {name: _settings(name)[setting] for name, setting in chosen.items()}


class MedinaState(pyspiel.State):  # type: ignore[misc]
    """A position, or a board that chance has not finished setting up."""

    def __init__(self, game: MedinaGame) -> None:
        super().__init__(game)
        self.ruleset, self._reward_kind = game.ruleset, game.reward_kind
        self.drawn: list[str] = []
        self.batch: Batch | None = None
        self.moves: list[str] = []
        self._begin()

    @property
    def _to_draw(self) -> list[str]:
        """3.1, 3.3: what chance puts down, in this order."""
        rules = self.ruleset
        return ["well"] * rules.well + ["market"] * (not rules.founding)

    def _begin(self) -> None:
        """Fills the arrays once everything is drawn."""
        if len(self.drawn) < len(self._to_draw):
            return
        cells = dict(zip(self._to_draw, self.drawn, strict=True))
        start = from_position(new_game(self.ruleset, well=cells.get("well"), market=cells.get("market")))
        rules = self.ruleset
        self.batch = room_for(1, rules.players, action_count(rules.players, rules.gates))
        self.batch.states[0] = start
        self.batch.masks[0, [to_action(start, int(code)) for code in legal_codes(start)]] = 1

    @property
    def position(self) -> Position:
        """The position as the library knows it, for our own bots."""
        assert self.batch is not None
        return position_from_json(to_json(self.batch.states[0]))

    def current_player(self) -> int:
        if self.batch is None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.batch.over[0] else int(self.batch.states[0, TURN])

    def is_terminal(self) -> bool:
        return self.batch is not None and bool(self.batch.over[0])

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """3.1: any city cell that is not on the edge, and not the well's."""
        city = board_for(self.ruleset.players)
        free = [cell for cell in _inner_cells(city) if _cell_name(cell, city) not in self.drawn]
        return [(cell, 1 / len(free)) for cell in free]

    def _legal_actions(self, player: int) -> list[int]:
        if self.batch is None or player != self.current_player():
            return []
        found: list[int] = np.flatnonzero(self.batch.masks[0]).tolist()
        return found

    def _apply_action(self, action: int) -> None:
        if self.batch is None:
            self.drawn.append(_cell_name(action, board_for(self.ruleset.players)))
            self._begin()
            return
        self.moves.append(action_text(self.batch.states[0], action))
        never = self.batch.states[0]  # the city to begin anew in: no state is played on after its end
        step_all(never, self.batch, False, self._reward_kind, np.array([action]))

    def _action_to_string(self, player: int, action: int) -> str:
        if self.batch is None:
            return _cell_name(action, board_for(self.ruleset.players))
        return action_text(self.batch.states[0], action)

    def returns(self) -> list[float]:
        if self.batch is None:
            return [0.0] * self.ruleset.players
        rewards: list[float] = self.batch.rewards[0].tolist()
        return rewards

    def __str__(self) -> str:
        return " ".join([*self.drawn, *self.moves])


class MedinaObserver:
    """What one seat sees, or with a perfect memory knows, as OpenSpiel wants it: one flat tensor and views of it."""

    def __init__(self, ruleset: Ruleset, remembers: bool) -> None:
        self._remembers = remembers
        planes, numbers = plane_shape(ruleset.players), len(number_names(ruleset.players))
        self._names = number_names(ruleset.players)
        size = int(np.prod(planes))
        self.tensor = np.zeros(size + numbers, np.float32)
        self.dict = {"planes": self.tensor[:size].reshape(planes), "numbers": self.tensor[size:]}
        self._planes = np.zeros((1, planes[0], planes[1] * planes[2]), np.uint8)
        self._numbers = np.zeros((1, numbers), np.int16)

    def set_from(self, state: MedinaState, player: int) -> None:
        self.tensor[:] = 0
        if state.batch is None:
            return
        observe(state.batch.states, np.array([player], np.int8), self._remembers, self._planes, self._numbers)
        self.tensor[:] = np.concatenate([self._planes.ravel(), self._numbers.ravel()])

    def string_from(self, state: MedinaState, player: int) -> str:
        """The moves so far for a perfect memory, and without one the city as text with the numbers that are not 0."""
        if self._remembers or state.batch is None:
            return f"seat {player}: {state}"
        self.set_from(state, player)
        counts = [f"{name} {value:.0f}" for name, value in zip(self._names, self.dict["numbers"], strict=True) if value]
        return "\n".join([ansi(to_json(state.batch.states[0]), colour=False, unicode=False), *counts])


def _inner_cells(city: Board) -> list[int]:
    """The numbers of the cells that are not on the edge, as actions number cells."""
    return [row * city.columns + column for row in range(1, city.rows - 1) for column in range(1, city.columns - 1)]


def _cell_name(cell: int, city: Board) -> str:
    row, column = divmod(cell, city.columns)
    return cell_name(row * STRIDE + column)


pyspiel.register_game(_BY_PLACE, MedinaGame)
