"""The evaluation: a small learned network that foresees every seat's final score from the features.

One hidden layer. A seat's features, those of the others on average, and the shared ones go in; what the seat will still
win comes out.
"""

# mypy: disable-error-code="no-any-return"

from __future__ import annotations

from pathlib import Path
from typing import Final, NamedTuple

import numpy as np

from medina.bots.features import PADDING, SEAT_SIZE, SHARED_SIZE, find_features, find_features_after
from medina.bots.survey import Floats, Scratch, keep_survey
from medina.fast._compile import inner
from medina.fast.layout import PLAYERS, TURN, State

INPUTS: Final = 2 * SEAT_SIZE + SHARED_SIZE
SCALE: Final = np.float32(10)  # the network counts in tens of points


class Network(NamedTuple):
    """Weights: the first layer by input and hidden unit, the direct path, the second layer."""

    first: Floats
    direct: Floats
    second: Floats


def empty_network(units: int, seed: int = 0) -> Network:
    """A network that knows nothing yet."""
    generator = np.random.default_rng(seed)
    first = generator.normal(0, 0.1, (INPUTS, units)).astype(np.float32)
    second = generator.normal(0, 0.1, units).astype(np.float32)
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
    """Lays a network out for compiled code; the units are filled up to a power of two."""
    width = len(network.second)
    units = 1 << (width - 1).bit_length()
    rows = np.zeros((INPUTS, units + PADDING), dtype=np.float32)
    rows[:, :width] = network.first
    rows[:, units] = network.direct
    second = np.zeros(units, dtype=np.float32)
    second[:width] = network.second
    seat = np.ascontiguousarray(np.concatenate([rows[:SEAT_SIZE], rows[SEAT_SIZE : 2 * SEAT_SIZE]], axis=1))
    return Weights(seat, np.ascontiguousarray(rows[2 * SEAT_SIZE :]), second)


@inner
def remember(state: State, weights: Weights, scratch: Scratch) -> None:
    """Looks at a position, so that `foresee` of those one placement later has little to do."""
    find_features(state, scratch)
    keep_survey(state, scratch)
    known = scratch.known
    known.shared[:] = 0
    known.seats[:] = 0
    known.drives[:] = 0
    _drive(state[PLAYERS], weights, scratch)
    for index in range(SHARED_SIZE):
        known.shared[index] = scratch.shared[index]
    for seat in range(state[PLAYERS]):
        for index in range(SEAT_SIZE):
            known.seats[seat, index] = scratch.seats[seat, index]
        for unit in range(known.drives.shape[1]):
            known.drives[seat, unit] = scratch.drives[seat, unit]


@inner
def foresee(state: State, before: State, weights: Weights, scratch: Scratch, finals: Floats) -> None:
    """The final score of every seat as the network foresees it, one placement after the remembered position."""
    find_features_after(state, before, scratch)
    players = state[PLAYERS]
    for seat in range(players):
        finals[seat] = scratch.points[seat]
    if state[TURN] < 0:
        return
    _drive(players, weights, scratch)
    for seat in range(players):
        finals[seat] += SCALE * _answer(scratch.drives[seat], weights.second)


@inner
def count_up(state: State, scratch: Scratch, finals: Floats) -> None:
    """The scores of a finished game."""
    find_features(state, scratch)
    for seat in range(state[PLAYERS]):
        finals[seat] = scratch.points[seat]


@inner
def _drive(players: int, weights: Weights, scratch: Scratch) -> None:
    """What drives every seat's units: what drove them in the known position, and every input that has changed.

    The loops are written out, over a length that is no constant: so the compiler makes vectors of them.
    """
    known, drives, common, theirs = scratch.known, scratch.drives, scratch.common, scratch.theirs
    units = drives.shape[1]
    common[:] = 0
    for index in range(SHARED_SIZE):
        change = scratch.shared[index] - known.shared[index]
        if change != 0:
            for unit in range(units):
                common[unit] += change * weights.shared[index, unit]
    for seat in range(players):
        for unit in range(units):
            drives[seat, unit] = known.drives[seat, unit] + common[unit]
    share = np.float32(1) / np.float32(players - 1)
    for seat in range(players):
        theirs[:] = 0
        for index in range(SEAT_SIZE):
            change = scratch.seats[seat, index] - known.seats[seat, index]
            if change != 0:
                for unit in range(units):
                    drives[seat, unit] += change * weights.seat[index, unit]
                for unit in range(units):
                    theirs[unit] += change * weights.seat[index, units + unit]
        for other in range(players):
            if other != seat:
                for unit in range(units):
                    drives[other, unit] += share * theirs[unit]


@inner
def _answer(drive: Floats, second: Floats) -> np.float32:
    """The network's output. Halves are added to halves: an order that is the same everywhere, and quick."""
    units = second.shape[0]
    for unit in range(units):
        drive[unit] = max(np.float32(0), drive[unit]) * second[unit]
    half = units // 2
    while half > 0:
        for unit in range(half):
            drive[unit] += drive[half + unit]
        half //= 2
    return drive[0] + drive[units]
