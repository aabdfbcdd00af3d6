"""How the network learns: games it plays against itself, and regression of the points still to come."""

# mypy: disable-error-code="no-any-return"

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from medina.bots.features import SEAT_SIZE, SHARED_SIZE, find_features, new_scratch
from medina.bots.network import INPUTS, SCALE, Network, Weights, pack
from medina.bots.survey import Floats, Scratch
from medina.bots.tree import FINALS, MOVE, VISITS, Desk, Tree, best_child, clear, new_desk, new_tree, search
from medina.fast._compile import entry, inner
from medina.fast.flow import play
from medina.fast.layout import MAX_MOVES, PLAYERS, TURN, State
from medina.fast.playout import copy_state, draw
from medina.fast.targets import legal

Samples = npt.NDArray[np.float32]


@inner
def chance_below(chance: State, share: float) -> bool:
    return draw(chance, 1 << 20) < share * (1 << 20)


class Player(NamedTuple):
    """All that self-play works with."""

    tree: Tree
    taste: Floats
    weights: Weights
    scratch: Scratch
    desk: Desk
    chance: State


def new_player(start: State, network: Network, seed: int) -> Player:
    """A player for games that begin like this one."""
    taste = np.array([0.25, 0.06, 0.5, 24, 1, 1, 1], dtype=np.float32)
    chance = np.array([seed], dtype=np.int64)
    return Player(new_tree(20_000), taste, pack(network), new_scratch(), new_desk(start), chance)


@inner
def _think(state: State, player: Player, nodes: int) -> int:
    clear(player.tree)
    search(state, player.tree, player.taste, player.weights, player.scratch, player.desk, player.chance, nodes)
    return player.tree.ints[best_child(player.tree), MOVE]


@entry
def play_and_note(
    start: State, player: Player, games: int, nodes: int, keep: float, lean: float, notes: Samples, targets: Floats
) -> int:
    """Self-play; some positions are noted with what came of them, a row a seat. Says how many rows were filled.

    The target is the seat's final score, mixed with what the search foresaw by the share `lean`. No nodes: at random.
    """
    state = start.copy()
    moves = np.empty(MAX_MOVES, dtype=np.int32)
    chance = player.chance
    rows = 0
    for _ in range(games):
        copy_state(state, start)
        opening = draw(chance, 24)
        ply, first_row = 0, rows
        while state[TURN] >= 0:
            count = legal(state, moves)
            thought = nodes > 0 and ply >= opening
            move = _think(state, player, nodes) if thought else moves[draw(chance, count)]
            if (thought or nodes == 0) and chance_below(chance, keep) and rows + 4 <= targets.shape[0]:
                rows = _note(state, player, notes, targets, rows, lean)
            if chance_below(chance, 0.03):
                move = moves[draw(chance, count)]
            play(state, move)
            ply += 1
        find_features(state, player.scratch)
        for row in range(first_row, rows):
            targets[row] += (1 - lean) * player.scratch.points[(row - first_row) % state[PLAYERS]]
    return rows


@inner
def _note(state: State, player: Player, notes: Samples, targets: Floats, rows: int, lean: float) -> int:
    players, scratch = state[PLAYERS], player.scratch
    find_features(state, scratch)
    for seat in range(players):
        row = notes[rows]
        for index in range(SEAT_SIZE):  # one by one: assigning slices would need reference counting
            total = np.float32(0)
            for other in range(players):
                if other != seat:
                    total += scratch.seats[other, index]
            row[index] = scratch.seats[seat, index]
            row[SEAT_SIZE + index] = total / np.float32(players - 1)
        for index in range(SHARED_SIZE):
            row[2 * SEAT_SIZE + index] = scratch.shared[index]
        foreseen = player.tree.floats[0, FINALS + seat] / max(1, player.tree.ints[0, VISITS])
        targets[rows] = lean * foreseen - scratch.points[seat]
        rows += 1
    return rows


def train(
    network: Network, notes: Samples, targets: Floats, epochs: int, rate: float, seed: int
) -> tuple[Network, float]:
    """Fits the network to the notes (Adam, mean square error); gives it with its error in points on held-out rows."""
    generator = np.random.default_rng(seed)
    held = len(targets) // 20
    weights = [np.array(value, dtype=np.float32) for value in network]
    first_moments = [np.zeros_like(value) for value in weights]
    second_moments = [np.zeros_like(value) for value in weights]
    step, batch = 0, 512
    goal = targets / SCALE
    for epoch in range(epochs):
        order = generator.permutation(len(targets) - held) + held
        pace = rate * (1 - epoch / epochs) + rate * 0.05
        for begin in range(0, len(order) - batch + 1, batch):
            rows = order[begin : begin + batch]
            step += 1
            slopes = _slopes(weights, notes[rows].astype(np.float32), goal[rows])
            for index, slope in enumerate(slopes):
                first_moments[index] += 0.1 * (slope - first_moments[index])
                second_moments[index] += 0.001 * (slope * slope - second_moments[index])
                scale = np.sqrt(1 - 0.999**step) / (1 - 0.9**step)
                weights[index] -= pace * scale * first_moments[index] / (np.sqrt(second_moments[index]) + 1e-8)
    trained = Network(*weights)
    misses = predict(trained, notes[:held].astype(np.float32)) - goal[:held]
    return trained, float(np.sqrt(np.mean(misses**2)) * SCALE)


def predict(network: Network, inputs: Floats) -> Floats:
    """What the network says to whole rows of inputs: the place where another evaluator of batches may step in."""
    hidden = np.maximum(inputs @ network.first, 0)
    return np.asarray(hidden @ network.second + inputs @ network.direct, dtype=np.float32)


def _slopes(weights: list[Floats], inputs: Floats, goal: Floats) -> list[Floats]:
    first, direct, second = weights
    drive = inputs @ first
    hidden = np.maximum(drive, 0)
    miss = (hidden @ second + inputs @ direct - goal) / len(goal)
    back = np.outer(miss, second) * (drive > 0)
    return [inputs.T @ back, inputs.T @ miss, hidden.T @ miss]


def blank_notes(rows: int) -> tuple[Samples, Floats]:
    """Room for so many rows of notes and their targets."""
    return np.zeros((rows, INPUTS), dtype=np.float32), np.zeros(rows, dtype=np.float32)
