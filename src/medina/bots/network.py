"""The evaluation: a small learned network that foresees every seat's final score from the features.

One hidden layer. A seat's features, those of the others on average, and the shared ones go in; what the seat will still
win comes out.
"""

# mypy: disable-error-code="no-any-return"

from __future__ import annotations

from pathlib import Path
from typing import Final, NamedTuple

import numpy as np

from medina.bots.features import HIDDEN, SEAT_SIZE, SHARED_SIZE, find_features
from medina.bots.survey import Floats, Scratch
from medina.fast._compile import inner
from medina.fast.layout import PLAYERS, TURN, State

INPUTS: Final = 2 * SEAT_SIZE + SHARED_SIZE
ROW: Final = HIDDEN + 8  # a row of weights, padded to whole vectors
SCALE: Final = np.float32(10)  # the network counts in tens of points


class Network(NamedTuple):
    """Weights: the first layer by input and hidden unit, the direct path, the second layer."""

    first: Floats
    direct: Floats
    second: Floats


def empty_network(seed: int = 0) -> Network:
    """A network that knows nothing yet."""
    generator = np.random.default_rng(seed)
    first = generator.normal(0, 0.1, (INPUTS, HIDDEN)).astype(np.float32)
    second = generator.normal(0, 0.1, HIDDEN).astype(np.float32)
    return Network(first, np.zeros(INPUTS, dtype=np.float32), second)


def load_network(path: Path) -> Network:
    """Reads weights from a file."""
    with np.load(path) as file:
        return Network(*(np.ascontiguousarray(file[name], dtype=np.float32) for name in Network._fields))


def save_network(network: Network, path: Path) -> None:
    """Writes weights to a file, in half precision: twice as small, and as good."""
    np.savez_compressed(path, **{name: value.astype(np.float16) for name, value in network._asdict().items()})


class Weights(NamedTuple):
    """A network as compiled code likes it: a row for every feature, the direct path as one more unit.

    A seat's feature has two rows in one: what it means for the seat itself, then what it means for the others.
    """

    seat: Floats
    shared: Floats
    second: Floats


def pack(network: Network) -> Weights:
    """Lays a network out for compiled code."""
    rows = np.zeros((INPUTS, ROW), dtype=np.float32)
    rows[:, :HIDDEN] = network.first
    rows[:, HIDDEN] = network.direct
    seat = np.ascontiguousarray(np.concatenate([rows[:SEAT_SIZE], rows[SEAT_SIZE : 2 * SEAT_SIZE]], axis=1))
    return Weights(seat, np.ascontiguousarray(rows[2 * SEAT_SIZE :]), np.ascontiguousarray(network.second))


@inner
def _feed(sums: Floats, values: Floats, known_sums: Floats, known_values: Floats, rows: Floats) -> None:
    """Adds up the rows of the inputs, beginning with the sums of known inputs: only what differs has to be added."""
    for unit in range(sums.shape[0]):
        sums[unit] = known_sums[unit]
    for index in range(values.shape[0]):
        change = values[index] - known_values[index]
        if change != 0:
            for unit in range(sums.shape[0]):  # not a constant, or the compiler unrolls it and forgets to vectorise
                sums[unit] += change * rows[index, unit]


@inner
def remember(state: State, weights: Weights, scratch: Scratch) -> None:
    """Keeps the sums of a position, so that `foresee` of its neighbours has little to add."""
    find_features(state, scratch)
    known = scratch.known
    known.shared[:] = 0
    known.shared_sums[:] = 0
    _feed(scratch.shared_sums, scratch.shared, known.shared_sums, known.shared, weights.shared)
    for unit in range(known.shared_sums.shape[0]):
        known.shared_sums[unit] = scratch.shared_sums[unit]
    for index in range(known.shared.shape[0]):
        known.shared[index] = scratch.shared[index]
    for seat in range(state[PLAYERS]):
        known.seats[seat, :] = 0
        known.sums[seat, :] = 0
        _feed(scratch.sums[seat], scratch.seats[seat], known.sums[seat], known.seats[seat], weights.seat)
        for unit in range(known.sums.shape[1]):
            known.sums[seat, unit] = scratch.sums[seat, unit]
        for index in range(known.seats.shape[1]):
            known.seats[seat, index] = scratch.seats[seat, index]


@inner
def foresee(state: State, weights: Weights, scratch: Scratch, finals: Floats) -> None:
    """The final score of every seat as the network foresees it; the true one when the game is over."""
    find_features(state, scratch)
    players = state[PLAYERS]
    for seat in range(players):
        finals[seat] = scratch.points[seat]
    if state[TURN] < 0:
        return
    known = scratch.known
    _feed(scratch.shared_sums, scratch.shared, known.shared_sums, known.shared, weights.shared)
    for seat in range(players):
        _feed(scratch.sums[seat], scratch.seats[seat], known.sums[seat], known.seats[seat], weights.seat)
    share = np.float32(1) / np.float32(players - 1)
    for seat in range(players):
        finals[seat] += SCALE * _output(scratch, seat, players, share, weights)


@inner
def _output(scratch: Scratch, seat: int, players: int, share: np.float32, weights: Weights) -> np.float32:
    """Joins a seat's own sums with those of the others."""
    joined, own = scratch.joined, scratch.sums[seat]
    for unit in range(joined.shape[0]):
        joined[unit] = scratch.shared_sums[unit] + own[unit]
    for other in range(players):
        if other != seat:
            theirs = scratch.sums[other]
            for unit in range(joined.shape[0]):
                joined[unit] += share * theirs[ROW + unit]
    output = joined[HIDDEN]
    for unit in range(HIDDEN):
        output += max(np.float32(0), joined[unit]) * weights.second[unit]
    return output
