"""Many games at once in compiled code: setting up, stepping, masks and rewards, without Python for a game."""

# mypy: disable-error-code="no-any-return"

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from medina.envs.observing import Seats
from medina.fast import layout as at
from medina.fast._compile import entry, inner
from medina.fast.actions import action_of, code_of, fill_mask
from medina.fast.convert import from_json
from medina.fast.derive import derive, lay_out_city
from medina.fast.flow import play
from medina.fast.layout import Moves, State, States
from medina.fast.listing import legal
from medina.fast.placing import place_merchant
from medina.fast.playout import draw
from medina.fast.scoring import score
from medina.fast.targets import find_targets
from medina.notation import position_to_json
from medina.rules import Ruleset, new_game

Floats = npt.NDArray[np.float32]
Actions = npt.NDArray[np.int64]

REWARDS: Final = ("place", "score", "margin")
PLACE, SCORE, MARGIN = range(3)
ALL_LEGAL: Final = -1


class Batch(NamedTuple):
    """Games side by side, a row of every array for each."""

    states: States
    chance: State
    """A word a game: where it draws its wells, markets, seats and its opponents' moves from."""
    seats: Seats
    """Through whose eyes each game is seen: the seat to place, or the one that is learning."""
    masks: npt.NDArray[np.int8]
    rewards: Floats
    scores: Floats
    over: npt.NDArray[np.bool_]


def empty_city(ruleset: Ruleset) -> State:
    """The state of a game before its well and its market are put down (3.1)."""
    state = from_json(position_to_json(new_game(ruleset, seed=0)))
    _clear(state)
    return state


@entry
def _clear(state: State) -> None:
    state[at.WELL] = -1
    state[at.LOG_SIZE] = 0
    state[at.LOG : at.PALACE_COUNT] = 0
    state[at.ENDS : at.TOWER_FRONTS] = 0
    derive(state)


@inner
def put_well(state: State, cell: int) -> None:
    state[at.WELL] = cell
    lay_out_city(state)
    find_targets(state)


@inner
def put_market(state: State, cell: int) -> None:
    place_merchant(state, cell)
    find_targets(state)


@inner
def _inner_cell(state: State, chance: State, taken: int) -> int:
    """A city cell that is neither on the edge nor taken."""
    columns = state[at.COLUMNS] - 2
    number = draw(chance, columns * (state[at.ROWS] - 2) - (1 if taken >= 0 else 0))
    cell = (1 + number // columns) * at.STRIDE + 1 + number % columns
    if taken < 0 or cell < taken:
        return cell
    return (1 + (number + 1) // columns) * at.STRIDE + 1 + (number + 1) % columns


@inner
def set_up(city: State, state: State, chance: State) -> None:
    """3.1: a new game with its well and its market drawn."""
    for index in range(len(city)):
        state[index] = city[index]
    if city[at.OPTIONS] & at.OPTION_WELL:
        put_well(state, _inner_cell(state, chance, -1))
    if city[at.PHASE] != at.FOUNDING:
        put_market(state, _inner_cell(state, chance, state[at.WELL]))


@inner
def reward(kind: int, points: State, players: int, rewards: Floats) -> None:
    """What the end of a game is worth to each seat.

    By place from 1 for the first to -1 for the last, evenly spaced, shared where places are; by score the points; by
    margin the points ahead of the best of the others.
    """
    for seat in range(players):
        ahead, best = 0, -1
        for other in range(players):
            if other != seat:
                ahead += (1 if points[seat] > points[other] else 0) - (1 if points[seat] < points[other] else 0)
                best = max(best, points[other])
        if kind == PLACE:
            rewards[seat] = ahead / (players - 1)
        else:
            rewards[seat] = points[seat] - (best if kind == MARGIN else 0)


@inner
def _settle(batch: Batch, game: int, kind: int, points: State, moves: Moves, after: State) -> None:
    """Fills in what a game offers now: its mask, or its rewards when it is over."""
    state = batch.states[game]
    batch.over[game] = state[at.TURN] < 0
    if state[at.TURN] >= 0:
        fill_mask(state, moves, after, batch.masks[game])
        return
    players = state[at.PLAYERS]
    score(state, points)
    for seat in range(players):
        batch.scores[game, seat] = points[seat]
    reward(kind, points, players, batch.rewards[game])
    batch.masks[game, :] = 1  # the next step sets up a new game, whatever the action


@inner
def _look(batch: Batch, game: int, with_opponents: bool, moves: Moves, after: State) -> None:
    """Lets random opponents place until it is the learner's turn; in self-play the seat to place looks."""
    state = batch.states[game]
    if not with_opponents:
        if state[at.TURN] >= 0:
            batch.seats[game] = state[at.TURN]
        return
    while state[at.TURN] >= 0 and state[at.TURN] != batch.seats[game]:
        play(state, moves[draw(batch.chance[game : game + 1], legal(state, moves, after))])


@inner
def _begin(city: State, batch: Batch, game: int) -> None:
    chance = batch.chance[game : game + 1]
    set_up(city, batch.states[game], chance)
    batch.seats[game] = draw(chance, city[at.PLAYERS])


@entry
def step_all(city: State, batch: Batch, with_opponents: bool, kind: int, actions: Actions) -> int:
    """One action in every game; those that are over are set up anew.

    Says which game's action was not legal first, and then nothing has changed; `ALL_LEGAL` if all of them were.
    """
    for game in range(len(batch.states)):
        action = actions[game]
        if not 0 <= action < batch.masks.shape[1] or not batch.masks[game, action]:
            return game
    moves, after = np.empty(at.MAX_MOVES, dtype=np.int32), np.empty(at.STATE_SIZE, dtype=np.int64)
    points = np.zeros(4, dtype=np.int64)
    for game in range(len(batch.states)):
        state = batch.states[game]
        if batch.over[game]:
            batch.rewards[game, :] = 0
            batch.scores[game, :] = 0
            _begin(city, batch, game)
        else:
            play(state, code_of(state, actions[game]))
        _look(batch, game, with_opponents, moves, after)
        _settle(batch, game, kind, points, moves, after)
    return ALL_LEGAL


@entry
def sample_all(batch: Batch, chance: State, actions: Actions) -> None:
    """A random legal action of every game, each as likely as the others."""
    moves, after = np.empty(at.MAX_MOVES, dtype=np.int32), np.empty(at.STATE_SIZE, dtype=np.int64)
    for game in range(len(batch.states)):
        state = batch.states[game]
        count = legal(state, moves, after)
        actions[game] = action_of(state, moves[draw(chance, count)]) if count else 0
