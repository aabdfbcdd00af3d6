"""How the network learns: games it plays against itself, and what came of the positions in them.

Some games are searched: what the search came to think of a position, and of those below it, is learned, moved by what
it thought later in the game. Far more are quick, a glance at each move: there the glances that followed tell what a
position was worth. How the game ended counts in both.

A game is kept as its moves and its notes. A note is a position, by the placements that lead to it, with the final
scores to be expected there. So new inputs can be tried on old games.
"""

# mypy: disable-error-code="no-any-return"

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from medina.bots.features import SEAT_SIZE, SHARED_SIZE, find_features, new_scratch
from medina.bots.network import INPUTS, SCALE, Network, Weights, pack
from medina.bots.survey import Floats, Scratch
from medina.bots.tree import (
    COUNT,
    FINALS,
    FIRST,
    HEAT,
    MOVE,
    PRIOR,
    UNSEEN,
    VISITS,
    Desk,
    Ints,
    Tree,
    best_child,
    clear,
    new_desk,
    new_tree,
    search,
)
from medina.fast._compile import entry, inner
from medina.fast.flow import play
from medina.fast.layout import MAX_MOVES, PLAYERS, TURN, State
from medina.fast.listing import copy_state, legal
from medina.fast.playout import draw

Rows = npt.NDArray[np.float16]

MAX_PLIES: Final = 400
MAX_NOTES: Final = 4000
DEPTH: Final = 6  # placements below the position of the game that a note may lie
PLY, STEPS, PATH = range(3)  # a note: after how many moves of the game, how many steps further, and these
NOTE_SIZE: Final = PATH + DEPTH
TELLING: Final = 8  # positions with one of so many of the search's nodes below them are noted

WIDTH: Final = 24  # moves a player keeps in mind at a node
BATCH: Final = 512  # rows the network is fitted to at a time

OPENING: Final = 24  # up to so many placements at random

STRAYS: Final = 0.3  # of a quick game's first two rounds are placements at random
COOLEST: Final = np.float32(0.075)  # points: how undecided quick games are, or twice that, or four times


class Player(NamedTuple):
    """All that one side of self-play works with."""

    tree: Tree
    taste: Floats
    weights: Weights
    scratch: Scratch
    desk: Desk


def new_player(start: State, network: Network, nodes: int) -> Player:
    """A player for games that begin like this one and searches of so many nodes."""
    taste = np.array([3.5, 0.84, 0.5, WIDTH, 1, 1, 1], dtype=np.float32)
    weights = pack(network)
    tree = new_tree(2 * ((nodes + 4) * WIDTH + MAX_MOVES))  # as much again for busy nodes
    return Player(tree, taste, weights, new_scratch(len(weights.second)), new_desk(start))


class Lesson(NamedTuple):
    """A game to learn from: its moves, its notes, and for every note what the search expected."""

    moves: Ints
    notes: Ints
    views: Floats


def blank_lesson() -> Lesson:
    """Room for any game."""
    return Lesson(
        np.zeros(MAX_PLIES, dtype=np.int32),
        np.zeros((MAX_NOTES, NOTE_SIZE), dtype=np.int32),
        np.zeros((MAX_NOTES, 4), dtype=np.float32),
    )


@inner
def chance_below(chance: State, share: float) -> bool:
    return draw(chance, 1 << 20) < share * (1 << 20)


@entry
def play_lesson(
    start: State, young: Player, old: Player, olds: int, short: int, long: int, share: float, chance: State, out: Lesson
) -> tuple[int, int]:
    """One game between two players, `olds` says by bits which seats are the old one's; how many moves and notes it has.

    A share of the placements is thought about for `long` nodes and noted, the others for `short`. The first ones are at
    random and lead everywhere.
    """
    state = start.copy()
    moves = np.empty(MAX_MOVES, dtype=np.int32)
    stack = np.zeros((MAX_MOVES, 2), dtype=np.int32)
    young.desk.lore[:] = old.desk.lore[:] = UNSEEN
    opening = draw(chance, OPENING)
    ply, notes = 0, 0
    while state[TURN] >= 0:
        player = old if (olds >> state[TURN]) & 1 else young
        count = legal(state, moves, player.desk.after)
        move = moves[draw(chance, count)]
        if ply >= opening and count > 1:
            deep = chance_below(chance, share)
            move = _think(state, player, long if deep else short, chance)
            if deep:
                notes = _note(player.tree, ply, long // TELLING, stack, out, notes)
        out.moves[ply] = move
        play(state, move)
        ply += 1
    return ply, notes


@inner
def _think(state: State, player: Player, nodes: int, chance: State) -> int:
    clear(player.tree)
    search(state, player.tree, player.taste, player.weights, player.scratch, player.desk, chance, nodes)
    return player.tree.ints[best_child(player.tree, 0), MOVE]


@entry
def play_quickly(
    start: State, player: Player, share: float, patience: float, chance: State, out: Lesson
) -> tuple[int, int]:
    """One game in which every move is chosen at a glance; how many moves and notes it has.

    A share of its positions is noted. What is expected there are the glances from there on, each counting for
    `patience` of the one before it, and for all that is then left the final scores. How undecided the player is at
    first sight is drawn anew.
    """
    state = start.copy()
    moves = np.empty(MAX_MOVES, dtype=np.int32)
    glances, seen = np.zeros((MAX_PLIES, 4), dtype=np.float32), np.zeros(MAX_PLIES, dtype=np.bool_)
    player.taste[HEAT] = COOLEST * (1 << draw(chance, 3))
    ply, notes = 0, 0
    while state[TURN] >= 0:
        count = legal(state, moves, player.desk.after)
        move = moves[draw(chance, count)]
        if count > 1 and not (ply < 2 * state[PLAYERS] and chance_below(chance, STRAYS)):
            _think(state, player, 1, chance)
            seen[ply] = True
            for seat in range(4):
                glances[ply, seat] = player.tree.floats[0, FINALS + seat]
            move = player.tree.ints[_any_child(player.tree, chance), MOVE]
            if chance_below(chance, share):
                out.notes[notes, PLY], out.notes[notes, STEPS] = ply, 0
                out.views[notes] = glances[ply]
                notes += 1
        out.moves[ply] = move
        play(state, move)
        ply += 1
    find_features(state, player.scratch)
    hopes = player.scratch.points.astype(np.float32)
    _look_back(glances[:ply], seen, hopes, patience, out.notes[:notes], out.views)
    return ply, notes


@inner
def _look_back(
    glances: Floats, seen: npt.NDArray[np.bool_], hopes: Floats, patience: float, notes: Ints, views: Floats
) -> None:
    """Moves what was expected at every note by what came later, from the final scores, the first `hopes`, backwards.

    A note below the position of the game moves as that position does.
    """
    note = len(notes) - 1
    for ply in range(len(glances) - 1, -1, -1):
        if not seen[ply]:
            continue
        for seat in range(4):
            hopes[seat] = glances[ply, seat] + np.float32(patience) * (hopes[seat] - glances[ply, seat])
        while note >= 0 and notes[note, PLY] == ply:
            for seat in range(4):
                views[note, seat] += hopes[seat] - glances[ply, seat]
            note -= 1


@entry
def in_hindsight(start: State, lesson: Lesson, trust: float, scratch: Scratch) -> Floats:
    """What was to be expected at every note of a game with search, knowing how it went on.

    These are the search's views from there on, each counting for `trust` of the one before it, and for all that is then
    left the final scores.
    """
    state = start.copy()
    for ply in range(lesson.moves.shape[0]):
        play(state, lesson.moves[ply])
    find_features(state, scratch)
    hopes = scratch.points.astype(np.float32)
    glances, seen = np.zeros((MAX_PLIES, 4), dtype=np.float32), np.zeros(MAX_PLIES, dtype=np.bool_)
    for note in range(lesson.notes.shape[0]):
        if lesson.notes[note, STEPS] == 0:
            seen[lesson.notes[note, PLY]] = True
            glances[lesson.notes[note, PLY]] = lesson.views[note]
    views = lesson.views.copy()
    _look_back(glances, seen, hopes, trust, lesson.notes, views)
    return views


@inner
def _any_child(tree: Tree, chance: State) -> int:
    """One of the root's moves, the better it looks at first sight the likelier."""
    first, last = tree.ints[0, FIRST], tree.ints[0, FIRST] + tree.ints[0, COUNT] - 1
    total = np.float32(0)
    for child in range(first, last + 1):
        total += tree.floats[child, PRIOR]
    left = total * np.float32(draw(chance, 1 << 20)) / np.float32(1 << 20)
    for child in range(first, last):
        left -= tree.floats[child, PRIOR]
        if left < 0:
            return child
    return last


@inner
def _note(tree: Tree, ply: int, telling: int, stack: Ints, out: Lesson, notes: int) -> int:
    """Notes the root and the positions below that the search looked into often."""
    path = out.notes[MAX_NOTES - 1, PATH:]  # the last note is never used: the way to where we are
    stack[0, 0], stack[0, 1] = 0, 0
    waiting = 1
    while waiting > 0 and notes < MAX_NOTES - 1:
        waiting -= 1
        node, depth = stack[waiting, 0], stack[waiting, 1]
        if depth > 0:
            path[depth - 1] = tree.ints[node, MOVE]
        best = best_child(tree, node)
        visits = tree.ints[best, VISITS]
        if visits == 0:
            continue
        out.notes[notes, PLY], out.notes[notes, STEPS] = ply, depth
        for step in range(depth):
            out.notes[notes, PATH + step] = path[step]
        for seat in range(4):
            out.views[notes, seat] = tree.floats[best, FINALS + seat] / visits
        notes += 1
        first = tree.ints[node, FIRST]
        for child in range(first, first + tree.ints[node, COUNT]):
            if depth < DEPTH and tree.ints[child, VISITS] >= telling and tree.ints[child, COUNT] > 0:
                stack[waiting, 0], stack[waiting, 1] = child, depth + 1
                waiting += 1
    return notes


@entry
def find_rows(start: State, lesson: Lesson, scratch: Scratch, inputs: Floats, goals: Floats) -> int:
    """Plays a game again and fills a row for every note and seat: inputs, and the points still to come as the goal."""
    state, after = start.copy(), start.copy()
    ply, rows = 0, 0
    for note in range(lesson.notes.shape[0]):
        while ply < lesson.notes[note, PLY]:
            play(state, lesson.moves[ply])
            ply += 1
        copy_state(after, state)
        for step in range(lesson.notes[note, STEPS]):
            play(after, lesson.notes[note, PATH + step])
        find_features(after, scratch)
        for seat in range(state[PLAYERS]):
            goals[rows] = lesson.views[note, seat] - scratch.points[seat]
            _fill_row(inputs[rows], seat, state[PLAYERS], scratch)
            rows += 1
    return rows


@inner
def _fill_row(row: Floats, seat: int, players: int, scratch: Scratch) -> None:
    for index in range(SEAT_SIZE):
        total = np.float32(0)
        for other in range(players):
            total += scratch.seats[other, index]
        row[index] = scratch.seats[seat, index]
        row[SEAT_SIZE + index] = total / np.float32(players)
    for index in range(SHARED_SIZE):
        row[2 * SEAT_SIZE + index] = scratch.shared[index]


def rows_of(start: State, lesson: Lesson, trust: float) -> tuple[Rows, Floats]:
    """The rows of one game; numbers are kept in half precision, which is exact enough for all of them."""
    scratch = new_scratch(1)
    lesson = lesson._replace(views=in_hindsight(start, lesson, trust, scratch))
    count = len(lesson.notes) * int(start[PLAYERS])
    inputs, goals = np.empty((count, INPUTS), dtype=np.float32), np.empty(count, dtype=np.float32)
    find_rows(start, lesson, scratch, inputs, goals)
    return inputs.astype(np.float16), goals


def predict(network: Network, inputs: Floats) -> Floats:
    """What the network says to whole rows of inputs: the place where another evaluator of batches may step in."""
    hidden = np.maximum(inputs @ network.first, 0)
    return np.asarray(hidden @ network.second + inputs @ network.direct, dtype=np.float32)


def train(network: Network, inputs: Rows, goals: Floats, steps: int, rate: float, seed: int) -> Network:
    """Fits the network to the rows (Adam, mean square error, the pace sinking to nothing)."""
    generator = np.random.default_rng(seed)
    weights = [np.array(value, dtype=np.float32) for value in network]
    first_moments = [np.zeros_like(value) for value in weights]
    second_moments = [np.zeros_like(value) for value in weights]
    for step in range(1, steps + 1):
        rows = generator.integers(len(goals), size=BATCH)
        slopes = _slopes(weights, inputs[rows].astype(np.float32), goals[rows] / SCALE)
        pace = rate * (1 - (step - 1) / steps) * np.sqrt(1 - 0.999**step) / (1 - 0.9**step)
        for index, slope in enumerate(slopes):
            first_moments[index] += 0.1 * (slope - first_moments[index])
            second_moments[index] += 0.001 * (slope * slope - second_moments[index])
            weights[index] -= pace * first_moments[index] / (np.sqrt(second_moments[index]) + 1e-8)
    return Network(*weights)


def _slopes(weights: list[Floats], inputs: Floats, goal: Floats) -> list[Floats]:
    first, direct, second = weights
    drive = inputs @ first
    hidden = np.maximum(drive, 0)
    miss = (hidden @ second + inputs @ direct - goal) / len(goal)
    back = np.outer(miss, second) * (drive > 0)
    return [inputs.T @ back, inputs.T @ miss, hidden.T @ miss]
