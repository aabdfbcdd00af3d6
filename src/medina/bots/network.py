"""The evaluation: a small learned network that foresees every seat's final score from the features.

One hidden layer. A seat's features, those of all seats on average, and the shared ones go in; what the seat will still
win comes out.
"""

# mypy: disable-error-code="no-any-return"

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np

from medina.bots import features
from medina.bots.features import PADDING, SEAT_SIZE, SHARED_SIZE, expect_placement, find_features, find_features_after
from medina.bots.survey import Floats, Scratch, Table, keep_survey
from medina.bots.vectors import COMPARED, LANES, add_rows, differing_bits, weigh
from medina.fast._compile import inner, lowest
from medina.fast.layout import PLAYERS, TURN, State

INPUTS: Final = 2 * SEAT_SIZE + SHARED_SIZE
ALL: Final = 4  # the list of changes that drive all seats alike, behind those of the seats
WEIGHTS: Final = Path(__file__).parent.parent / "engine" / "weights"
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


class Weights(NamedTuple):
    """A network as compiled code likes it: a row for every input, the direct path as one more unit.

    `seat` has the rows of a seat's own block; `common` those of what drives all seats alike: the mean over the seats,
    then the shared block.
    """

    seat: Floats
    common: Floats
    second: Floats


def pack(network: Network) -> Weights:
    """Lays a network out for compiled code; the units are filled up to a power of two and whole vectors."""
    width = len(network.second)
    units = max(LANES, 1 << (width - 1).bit_length())
    rows = np.zeros((INPUTS, units + PADDING), dtype=np.float32)
    rows[:, :width] = network.first
    rows[:, units] = network.direct
    second = np.zeros(units, dtype=np.float32)
    second[:width] = network.second
    return Weights(np.ascontiguousarray(rows[:SEAT_SIZE]), np.ascontiguousarray(rows[SEAT_SIZE:]), second)


def unpack(weights: Weights) -> Network:
    """The network that was packed, without the units that only fill it up."""
    rows, units = np.concatenate([weights.seat, weights.common]), len(weights.second)
    used = np.flatnonzero(rows[:, :units].any(axis=0) | (weights.second != 0))
    width = int(used[-1]) + 1 if len(used) else 0
    return Network(*map(np.ascontiguousarray, (rows[:, :width], rows[:, units], weights.second[:width])))


def packed_bytes(weights: Weights) -> bytes:
    """A network as it lies in a file: packed, in half precision, which is as good."""
    return b"".join(array.astype("<f2").tobytes() for array in weights)


def load_weights(path: Path) -> Weights:
    """Read a packed network from a file."""
    numbers = np.fromfile(path, dtype="<f2").astype(np.float32)
    units = (len(numbers) - INPUTS * PADDING) // (INPUTS + 1)
    rows = numbers[:-units].reshape(INPUTS, units + PADDING)
    return Weights(*map(np.ascontiguousarray, (rows[:SEAT_SIZE], rows[SEAT_SIZE:], numbers[-units:])))


def load_network(path: Path) -> Network:
    """Read a network from a file."""
    return unpack(load_weights(path))


def save_network(network: Network, path: Path) -> None:
    """Write a network to a file."""
    path.write_bytes(packed_bytes(pack(network)))


@cache
def weights_for(edition: str, players: int) -> Weights:
    """The evaluation learned for this game; gates and switches share it."""
    return load_weights(WEIGHTS / f"{edition}{players}.bin")


def simple_mind(**opinions: float) -> Network:
    """An evaluation a beginner would give: the points on the board and a few plain opinions, in points each."""
    direct = np.zeros(INPUTS, dtype=np.float32)
    for name, points in opinions.items():
        direct[getattr(features, name)] = points / 10
    return Network(np.zeros((INPUTS, 1), np.float32), direct, np.zeros(1, np.float32))


@inner
def remember(state: State, weights: Weights, scratch: Scratch) -> None:
    """Looks at a position, so that `foresee` of those one placement later has little to do.

    Known is then what they have in common.
    """
    find_features(state, scratch)
    keep_survey(state, scratch)
    expect_placement(state, scratch)
    known, players = scratch.known, state[PLAYERS]
    known.shared[:] = 0
    known.seats[:] = 0
    known.drives[:] = 0
    known.common[:] = 0
    _drive(players, weights, scratch)
    for index in range(SHARED_SIZE):
        known.shared[index] = scratch.shared[index]
    for unit in range(known.common.shape[0]):
        known.common[unit] = scratch.common[unit]
    for seat in range(players):
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
    units = weights.second.shape[0]
    for seat in range(players):
        answer = weigh(scratch.drives[seat], scratch.common, weights.second, units)
        finals[seat] += SCALE * (answer + (scratch.drives[seat, units] + scratch.common[units]))


@inner
def count_up(state: State, scratch: Scratch, finals: Floats) -> None:
    """The scores of a finished game."""
    find_features(state, scratch)
    for seat in range(state[PLAYERS]):
        finals[seat] = scratch.points[seat]


@inner
def _drive(players: int, weights: Weights, scratch: Scratch) -> None:
    """What drives the units, of every seat and of all: what drove them in the known position, and what has changed."""
    known, drives, counts = scratch.known, scratch.drives, scratch.counts
    _list_changes(players, scratch)
    for seat in range(players):
        _add(drives[seat], known.drives[seat], weights.seat, scratch.which[seat], scratch.amounts[seat], counts[seat])
    _add(scratch.common, known.common, weights.common, scratch.which[ALL], scratch.amounts[ALL], counts[ALL])


@inner
def _list_changes(players: int, scratch: Scratch) -> None:
    """Lists every input that is not as in the known position, by its row of weights, and by how much it has changed."""
    scratch.counts[:] = 0
    for start in range(0, SEAT_SIZE, COMPARED):
        touched = np.uint64(0)
        for seat in range(players):
            touched |= _list_own(seat, start, scratch)
        _list_mean(players, start, touched, scratch)
    _list_shared(scratch)


@inner
def _list_own(seat: int, start: int, scratch: Scratch) -> np.uint64:
    """What has changed of a seat's own inputs from `start` on; and which those are, as bits."""
    now, before = scratch.seats[seat], scratch.known.seats[seat]
    changed = bits = differing_bits(now, before, start)
    while bits != 0:
        index = start + lowest(bits)
        bits &= bits - np.uint64(1)
        _list(seat, index, now[index] - before[index], scratch)
    return changed


@inner
def _list_mean(players: int, start: int, touched: np.uint64, scratch: Scratch) -> None:
    """What has changed of the mean over the seats, where any of them has."""
    share = np.float32(1) / np.float32(players)
    while touched != 0:
        index = start + lowest(touched)
        touched &= touched - np.uint64(1)
        total = np.float32(0)
        for seat in range(players):
            total += scratch.seats[seat, index] - scratch.known.seats[seat, index]
        if total != 0:
            _list(ALL, index, share * total, scratch)


@inner
def _list_shared(scratch: Scratch) -> None:
    now, before = scratch.shared, scratch.known.shared
    for start in range(0, SHARED_SIZE, COMPARED):
        bits = differing_bits(now, before, start)
        while bits != 0:
            index = start + lowest(bits)
            bits &= bits - np.uint64(1)
            _list(ALL, SEAT_SIZE + index, now[index] - before[index], scratch)


@inner
def _list(seat: int, row: int, amount: np.float32, scratch: Scratch) -> None:
    count = scratch.counts[seat]
    scratch.which[seat, count], scratch.amounts[seat, count] = row, amount
    scratch.counts[seat] = count + 1


@inner
def _add(sums: Floats, known: Floats, rows: Floats, which: Table, amounts: Floats, count: int) -> None:
    """Adds what has changed to the sums of all units, and of the direct path behind them."""
    units = sums.shape[0] - PADDING
    add_rows(sums, known, rows, which, amounts, count, units)
    direct = known[units]
    for index in range(count):
        direct += amounts[index] * rows[which[index], units]
    sums[units] = direct
