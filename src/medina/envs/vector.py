"""Many games side by side as arrays, for learning."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from medina.envs.batch import ALL_LEGAL, REWARDS, Actions, Batch, Floats, empty_city, sample_all, step_all
from medina.envs.compiling import watch_compiling
from medina.envs.observing import Numbers, Planes, Seats, number_names, observe, plane_shape
from medina.fast.actions import action_count, action_text
from medina.fast.game import to_json
from medina.fast.layout import STATE_SIZE
from medina.notation import position_from_json
from medina.rules import MedinaError, Position, Ruleset
from medina.rules.ruleset import SwitchValue


class BadAction(MedinaError):
    """An action that the game it was meant for does not allow."""


class Observation(NamedTuple):
    """What one seat of every game sees; see `medina.envs.observing` for the meaning of each plane and number."""

    planes: Planes
    numbers: Numbers


class VectorGame:
    """`count` games of one kind. Arrays have a row for each and are the same ones at every step: copy what you keep.

    A game that is over shows its last position, its scores and its rewards until the next step, which sets up a new one
    whatever its action. With `opponent="random"` only one seat of each game, drawn anew every game, is yours.

    >>> games = VectorGame(100, "second", players=3, seed=1)
    >>> while not games.over.any():
    ...     games.step(games.sample())
    >>> games.observe().planes.shape, float(games.rewards[games.over][0].sum())
    ((100, 17, 13, 18), 0.0)
    """

    def __init__(
        self,
        count: int,
        ruleset: Ruleset | str = "second",
        players: int = 2,
        gates: bool = False,
        *,
        seed: int | None = None,
        reward: str = "place",
        stocks: str = "hidden",
        opponent: str | None = None,
        **switches: SwitchValue,
    ) -> None:
        if isinstance(ruleset, str):
            ruleset = Ruleset.of(ruleset, players, gates, **switches)
        self.ruleset = ruleset
        self.reward_kind = _one_of("reward", reward, REWARDS)
        self.stocks_shown = bool(_one_of("stocks", stocks, ("hidden", "open")))
        self._with_opponents = bool(_one_of("opponent", opponent, (None, "random")))
        self.actions = action_count(ruleset.players, ruleset.gates)
        self._city = empty_city(ruleset)
        self._batch = room_for(count, ruleset.players, self.actions)
        self._samples: Actions = np.zeros(count, dtype=np.int64)
        self._view: Observation | None = None
        watch_compiling(lambda: self.reset(seed))

    def __len__(self) -> int:
        return len(self._batch.states)

    def reset(self, seed: int | None = None) -> None:
        """Sets up every game; without a seed each goes on drawing where it was, at first from the system's chance."""
        if seed is not None or not self._batch.chance.any():
            words = np.random.SeedSequence(seed).generate_state(len(self) + 1, np.uint64).view(np.int64)
            self._batch.chance[:], self._chance = words[:-1], words[-1:]
        self._batch.over[:] = True
        self._batch.masks[:] = 1
        self.step(np.zeros(len(self), dtype=np.int64))

    def step(self, actions: npt.ArrayLike) -> None:
        """Plays an action in every game. Raises `BadAction`, and then nothing has changed."""
        chosen = np.ascontiguousarray(actions, dtype=np.int64)
        if chosen.shape != (len(self),):
            raise BadAction(f"There are {len(self)} games, so there must be as many actions.")
        bad = step_all(self._city, self._batch, self._with_opponents, self.reward_kind, chosen)
        if bad != ALL_LEGAL:
            raise BadAction(f"Action {chosen[bad]} is not legal in game {bad}.")

    def sample(self) -> Actions:
        """A random legal action for every game."""
        sample_all(self._batch, self._chance, self._samples)
        return self._samples

    def observe(self, seat: int | None = None) -> Observation:
        """What `seats` see, or this seat in every game."""
        if self._view is None:
            self._view = self._make_view()
        seats = self.seats if seat is None else np.full(len(self), seat, dtype=np.int8)
        planes = self._view.planes.reshape(len(self), self._view.planes.shape[1], -1)
        observe(self._batch.states, seats, self.stocks_shown, planes, self._view.numbers)
        return self._view

    def _make_view(self) -> Observation:
        players = self.ruleset.players
        return Observation(
            np.zeros((len(self), *plane_shape(players)), dtype=np.uint8),
            np.zeros((len(self), len(number_names(players))), dtype=np.int16),
        )

    @property
    def masks(self) -> npt.NDArray[np.int8]:
        """1 for every legal action; where a game is over any action will do."""
        return self._batch.masks

    @property
    def seats(self) -> Seats:
        """The seat that is to place, and where the game is over the one that placed last; or always yours."""
        return self._batch.seats

    @property
    def over(self) -> npt.NDArray[np.bool_]:
        """Which games are over."""
        return self._batch.over

    @property
    def rewards(self) -> Floats:
        """Every seat's reward, zero until a game is over."""
        return self._batch.rewards

    @property
    def scores(self) -> Floats:
        """Every seat's points, once a game is over."""
        return self._batch.scores

    def position(self, game: int) -> Position:
        """The position of one game, to look at."""
        return position_from_json(to_json(self._batch.states[game]))

    def text(self, game: int, action: int) -> str:
        """How a legal action of one game is written."""
        return action_text(self._batch.states[game], action)


def _one_of(name: str, value: str | None, choices: tuple[str | None, ...]) -> int:
    if value not in choices:
        raise MedinaError(f"{name} is one of {', '.join(map(str, choices))}.")
    return choices.index(value)


def room_for(count: int, players: int, actions: int) -> Batch:
    """Arrays for so many games."""
    return Batch(
        states=np.zeros((count, STATE_SIZE), dtype=np.int64),
        chance=np.zeros(count, dtype=np.int64),
        seats=np.zeros(count, dtype=np.int8),
        masks=np.zeros((count, actions), dtype=np.int8),
        rewards=np.zeros((count, players), dtype=np.float32),
        scores=np.zeros((count, players), dtype=np.float32),
        over=np.zeros(count, dtype=np.bool_),
    )
