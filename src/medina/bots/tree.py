"""Best-first search: a tree that grows where the evaluation and the visits so far promise most (PUCT).

Every node belongs to the seat that places next, and keeps what every seat can expect, so that any number of players is
the same: each picks what is best for itself. A turn of two placements is simply two nodes of the same seat.
"""

# mypy: disable-error-code="no-any-return"

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from medina.bots.exponential import exp
from medina.bots.network import Weights, count_up, foresee, remember
from medina.bots.survey import Floats, Scratch
from medina.bots.taste import Taste
from medina.bots.utility import find_utilities, value_of_a_point
from medina.fast._compile import entry, inner
from medina.fast.flow import play
from medina.fast.layout import GATE_MOVE, HASH, LEFT, MAX_MOVES, PLAYERS, ROOFED, TURN, Moves, State
from medina.fast.listing import copy_state, legal
from medina.fast.playout import draw

Ints = npt.NDArray[np.int32]

MOVE, FIRST, COUNT, VISITS, SEAT = range(5)  # whole numbers of a node
NODE_INTS: Final = 5
# Fractions of a node: sums of the wishes of four seats, their wishes at first sight, sums of their final scores.
GLANCE: Final = 4
FINALS: Final = 8
PRIOR: Final = 12
NODE_FLOATS: Final = 13
MANY_POINTS: Final = np.float32(150)  # a wish of 1 for who only counts its own
UNKNOWN: Final = -2  # the seat of a node nobody has looked into yet
MAX_DEPTH: Final = 200
PLACES: Final = GATE_MOVE  # moves below are places for buildings, stables, merchants and walls
SAMPLE: Final = 48  # places that nobody has weighed yet and that are weighed below the root
KEEP: Final = 4  # places that are weighed again below the root: those that have looked best so far
AGAIN: Final = 16  # one in so many of the others is weighed, too: things change
UNSEEN: Final = np.float32(0)  # what is known of a place before anybody has weighed it, as arrays begin
WORST: Final = np.float32(-1000)
BUSY: Final = 25  # visits after which a position below the root is worth weighing all its moves
HABIT: Final = np.float32(0.3)  # how quickly what is known of a place follows what is seen of it

ENTRIES_A_PLACE: Final = 8  # a position looked into has about so many moves that are kept
TRIES: Final = 8  # how far from its place a position may be found in the table of those looked into
ELSEWHERE: Final = 0x1D8E4E27C47D124F  # for whom a position is and how much is left of the turn make it another


class Tree(NamedTuple):
    """Nodes in two tables; `size` holds how many there are and how many were looked into.

    `keys` and `nodes` find the node where a position has been looked into, so that what is reached in two orders is
    looked into once: the second node shares the children of the first.
    """

    ints: Ints
    floats: Floats
    size: State
    keys: State
    nodes: Ints


# What a searcher is like, as a vector: how curious and how undecided at first sight, both in points; how noisy its
# first sight, how many moves it keeps in mind at a node, how many visits its first sight counts for, which share of
# the moves it notices at all, and whether it minds the others' points.
CURIOSITY, HEAT, NOISE, WIDTH, TRUST, ATTENTION, CARE = range(7)


def vector_of(taste: Taste) -> Floats:
    """A taste as the search reads it."""
    return np.array(taste.values, dtype=np.float32)


def new_tree(room: int) -> Tree:
    """A tree of nothing but its root. Room that is not used costs nothing: the system gives memory when touched."""
    places = 1 << (room // ENTRIES_A_PLACE).bit_length()
    tree = Tree(
        np.zeros((room, NODE_INTS), dtype=np.int32),
        np.zeros((room, NODE_FLOATS), dtype=np.float32),
        np.array([1, 0], dtype=np.int64),
        np.zeros(places, dtype=np.int64),
        np.zeros(places, dtype=np.int32),
    )
    tree.ints[0, SEAT] = UNKNOWN
    return tree


class Desk(NamedTuple):
    """Room for one searcher to work in.

    `lore` is what it has learned of the places so far, for every seat: how far behind the best move each was.
    """

    state: State
    after: State
    moves: Moves
    finals: Floats
    wishes: Floats
    values: Floats
    scores: Floats
    order: npt.NDArray[np.int64]
    path: State
    lore: Floats
    best: Floats


def new_desk(state: State) -> Desk:
    """An empty desk for positions like this one."""
    return Desk(
        state.copy(),
        state.copy(),
        np.empty(MAX_MOVES, dtype=np.int32),
        np.zeros(4, dtype=np.float32),
        np.zeros(4, dtype=np.float32),
        np.zeros((MAX_MOVES, 4), dtype=np.float32),
        np.zeros((MAX_MOVES, 4), dtype=np.float32),
        np.zeros(MAX_MOVES, dtype=np.int64),
        np.zeros(MAX_DEPTH, dtype=np.int64),
        np.zeros((4, PLACES), dtype=np.float32),
        np.zeros(KEEP, dtype=np.float32),
    )


@inner
def clear(tree: Tree) -> None:
    """Leaves nothing but the root."""
    tree.size[0], tree.size[1] = 1, 0
    tree.ints[0, :] = 0
    tree.ints[0, SEAT] = UNKNOWN
    tree.floats[0, :] = 0
    tree.nodes[:] = 0


@entry
def search(
    root: State, tree: Tree, taste: Floats, weights: Weights, scratch: Scratch, desk: Desk, chance: State, rounds: int
) -> int:
    """Looks into so many more positions; says how many it did, fewer when the tree has no room left."""
    for done in range(rounds):
        if tree.size[0] + MAX_MOVES > tree.ints.shape[0]:
            return done
        copy_state(desk.state, root)
        depth = _descend(tree, taste, weights, scratch, desk, chance)
        leaf = desk.path[depth]
        if desk.state[TURN] < 0:
            count_up(desk.state, scratch, desk.finals)
            _wish(desk.state, taste, desk.finals, desk.wishes)
            tree.ints[leaf, SEAT] = -1
        elif not _share(tree, leaf, desk):
            count = _list_candidates(depth, taste, desk, chance)
            _expand(tree, leaf, count, taste, weights, scratch, desk, chance)
        _back_up(tree, desk, depth)
        tree.size[1] += 1
    return rounds


@entry
def follow(
    root: State, tree: Tree, move: int, taste: Floats, weights: Weights, scratch: Scratch, desk: Desk, chance: State
) -> bool:
    """Makes what is known after a move of the root the root's own, and puts the root one placement on.

    Not where nothing is known of it, or where there is no room.
    """
    node = _child(tree, 0, move)
    if node < 0 or tree.ints[node, VISITS] == 0 or tree.size[0] + MAX_MOVES > tree.ints.shape[0]:
        return False
    for column in (FIRST, COUNT, VISITS):
        tree.ints[0, column] = tree.ints[node, column]
    for column in range(NODE_FLOATS):
        tree.floats[0, column] = tree.floats[node, column]
    tree.size[1] = tree.ints[node, VISITS]
    play(root, move)
    copy_state(desk.state, root)
    _widen(tree, 0, taste, weights, scratch, desk, chance)
    return True


@inner
def _widen(tree: Tree, node: int, taste: Floats, weights: Weights, scratch: Scratch, desk: Desk, chance: State) -> None:
    """Weighs all moves of the node on the desk; those that were known before go on from where they were."""
    known_first, known_count = tree.ints[node, FIRST], tree.ints[node, COUNT]
    _expand(tree, node, _list_candidates(0, taste, desk, chance), taste, weights, scratch, desk, chance)
    for known in range(known_first, known_first + known_count):
        child = _child(tree, node, tree.ints[known, MOVE])
        if child >= 0:
            for column in (FIRST, COUNT, VISITS, SEAT):
                tree.ints[child, column] = tree.ints[known, column]
            for seat in range(4):
                tree.floats[child, seat] = tree.floats[known, seat]
                tree.floats[child, FINALS + seat] = tree.floats[known, FINALS + seat]


@inner
def _child(tree: Tree, node: int, move: int) -> int:
    """The child that a move leads to; -1 if the move was not kept in mind."""
    first = tree.ints[node, FIRST]
    for child in range(first, first + tree.ints[node, COUNT]):
        if tree.ints[child, MOVE] == move:
            return child
    return -1


@inner
def _share(tree: Tree, leaf: int, desk: Desk) -> bool:
    """Takes over what is known of this position from where it was reached before, or notes where it was reached."""
    key = desk.state[HASH] + ELSEWHERE * (4 * desk.state[TURN] + 2 * desk.state[ROOFED] + desk.state[LEFT])
    mask = tree.nodes.shape[0] - 1
    place = key & mask
    for _ in range(TRIES):
        if tree.nodes[place] == 0:
            tree.keys[place], tree.nodes[place] = key, leaf + 1
            return False
        if tree.keys[place] == key:
            twin = tree.nodes[place] - 1
            for column in (FIRST, COUNT, SEAT):
                tree.ints[leaf, column] = tree.ints[twin, column]
            for seat in range(4):
                desk.wishes[seat] = tree.floats[twin, seat] / tree.ints[twin, VISITS]
                desk.finals[seat] = tree.floats[twin, FINALS + seat] / tree.ints[twin, VISITS]
            return True
        place = (place + 1) & mask
    return False


@inner
def _descend(tree: Tree, taste: Floats, weights: Weights, scratch: Scratch, desk: Desk, chance: State) -> int:
    """Plays the most promising moves down to a node without children; says how deep it is.

    Below the root not every move is weighed at first. All are where it becomes busy, while there is room.
    """
    node, depth = 0, 0
    desk.path[0] = 0
    while tree.ints[node, COUNT] > 0 and depth < MAX_DEPTH - 1:
        if depth > 0 and tree.ints[node, VISITS] == BUSY and tree.size[0] + 2 * MAX_MOVES <= tree.ints.shape[0]:
            _widen(tree, node, taste, weights, scratch, desk, chance)
        node = _select(tree, node, taste)
        play(desk.state, tree.ints[node, MOVE])
        depth += 1
        desk.path[depth] = node
    return depth


@inner
def _select(tree: Tree, node: int, taste: Floats) -> int:
    """The child with the best sum of value and curiosity."""
    seat, first = tree.ints[node, SEAT], tree.ints[node, FIRST]
    drive = taste[CURIOSITY] * np.sqrt(np.float32(tree.ints[node, VISITS]))
    best, best_value = first, np.float32(-1e9)
    for child in range(first, first + tree.ints[node, COUNT]):
        visits = np.float32(tree.ints[child, VISITS])
        trust = taste[TRUST]
        value = (tree.floats[child, seat] + trust * tree.floats[child, GLANCE + seat]) / (visits + trust)
        value += drive * tree.floats[child, PRIOR] / (1 + visits)
        if value > best_value:
            best, best_value = child, value
    return best


@inner
def _expand(
    tree: Tree, leaf: int, count: int, taste: Floats, weights: Weights, scratch: Scratch, desk: Desk, chance: State
) -> None:
    """Weighs the listed moves of a position, keeps the best as children; the best one's wishes are the position's."""
    state, seat, players = desk.state, desk.state[TURN], desk.state[PLAYERS]
    remember(state, weights, scratch)
    for index in range(count):
        copy_state(desk.after, state)
        play(desk.after, desk.moves[index])
        foresee(desk.after, state, weights, scratch, desk.scores[index])
        _wish(desk.after, taste, desk.scores[index], desk.values[index])
        desk.order[index] = index
    width = int(taste[WIDTH])
    kept = min(count, 4 * width if leaf == 0 else width)
    _sort_best(desk, seat, count, kept)
    _learn(desk, seat, count)
    first = tree.size[0]
    tree.size[0] += kept
    tree.ints[leaf, FIRST], tree.ints[leaf, COUNT], tree.ints[leaf, SEAT] = first, kept, seat
    for rank in range(kept):
        _add_child(tree, first + rank, desk, desk.order[rank])
    _set_priors(tree, first, kept, seat, _stakes(desk, seat, taste), taste, chance)
    for other in range(players):
        desk.wishes[other] = desk.values[desk.order[0], other]
        desk.finals[other] = desk.scores[desk.order[0], other]


@inner
def _list_candidates(depth: int, taste: Floats, desk: Desk, chance: State) -> int:
    """The moves to weigh at the end of the path, in `desk.moves`."""
    count = _notice(desk.moves, legal(desk.state, desk.moves, desk.after), taste, chance)
    return _thin_out(desk, count, chance) if depth > 0 else count


@inner
def _learn(desk: Desk, seat: int, count: int) -> None:
    """Notes how far behind the best each place was, counted from -1."""
    best, lore = desk.values[desk.order[0], seat], desk.lore[seat]
    for index in range(count):
        place = desk.moves[index]
        if place < PLACES:
            seen = desk.values[index, seat] - best - np.float32(1)
            lore[place] = seen if lore[place] == UNSEEN else lore[place] + HABIT * (seen - lore[place])


@inner
def _thin_out(desk: Desk, count: int, chance: State) -> int:
    """Of all places, those that have looked best so far, some that nobody has weighed yet, and now and then another."""
    moves, lore = desk.moves, desk.lore[desk.state[TURN]]
    bar, unseen = _find_bar(desk, lore, count)
    kept = 0
    for index in range(count):
        move = moves[index]
        if move < PLACES:
            if lore[move] == UNSEEN:
                wanted = unseen <= SAMPLE or draw(chance, unseen) < SAMPLE
            else:
                wanted = lore[move] >= bar or draw(chance, AGAIN) == 0
            if not wanted:
                continue
        moves[kept] = move
        kept += 1
    return kept


@inner
def _find_bar(desk: Desk, lore: Floats, count: int) -> tuple[np.float32, int]:
    """How good a place must have looked to be among the best few; and how many nobody has weighed."""
    best, unseen = desk.best, 0
    best[:] = WORST
    for index in range(count):
        if desk.moves[index] >= PLACES:
            continue
        value = lore[desk.moves[index]]
        if value == UNSEEN:
            unseen += 1
        elif value > best[KEEP - 1]:
            rank = KEEP - 1
            while rank > 0 and best[rank - 1] < value:
                best[rank] = best[rank - 1]
                rank -= 1
            best[rank] = value
    return best[KEEP - 1], unseen


@inner
def _wish(state: State, taste: Floats, finals: Floats, wishes: Floats) -> None:
    """What every seat thinks of these final scores; who does not mind the others only counts its own."""
    if taste[CARE] > 0:
        find_utilities(state, finals, wishes)
    else:
        for seat in range(4):
            wishes[seat] = finals[seat] / MANY_POINTS


@inner
def _notice(moves: Moves, count: int, taste: Floats, chance: State) -> int:
    """People overlook moves: the inattentive see only a share of them, but always one."""
    if taste[ATTENTION] >= 1 or count == 0:
        return count
    seen = 0
    for index in range(count):
        if draw(chance, 1000) < taste[ATTENTION] * 1000:
            moves[seen] = moves[index]
            seen += 1
    if seen == 0:
        moves[0] = moves[draw(chance, count)]
        seen = 1
    return seen


@inner
def _sort_best(desk: Desk, seat: int, count: int, kept: int) -> None:
    """Brings the best `kept` moves to the front of the order."""
    order, values = desk.order, desk.values
    for rank in range(kept):
        best = rank
        for index in range(rank + 1, count):
            if values[order[index], seat] > values[order[best], seat]:
                best = index
        order[rank], order[best] = order[best], order[rank]


@inner
def _add_child(tree: Tree, child: int, desk: Desk, index: int) -> None:
    tree.ints[child, MOVE] = desk.moves[index]
    tree.ints[child, FIRST] = tree.ints[child, COUNT] = tree.ints[child, VISITS] = 0
    tree.ints[child, SEAT] = UNKNOWN
    for seat in range(4):
        tree.floats[child, seat] = tree.floats[child, FINALS + seat] = 0
        tree.floats[child, GLANCE + seat] = desk.values[index, seat]


@inner
def _stakes(desk: Desk, seat: int, taste: Floats) -> np.float32:
    """What a point is worth to the seat here: little where the game is won, lost or long."""
    if taste[CARE] > 0:
        return value_of_a_point(desk.state, desk.scores[desk.order[0]], seat, desk.wishes)
    return np.float32(1) / MANY_POINTS


@inner
def _set_priors(
    tree: Tree, first: int, count: int, seat: int, stakes: np.float32, taste: Floats, chance: State
) -> None:
    """Moves that look better at first sight are looked into first. All is in points, so that every seat is as sharp."""
    best = tree.floats[first, GLANCE + seat]
    total = np.float32(0)
    for child in range(first, first + count):
        prior = exp((tree.floats[child, GLANCE + seat] - best) / (stakes * taste[HEAT]))
        if taste[NOISE] > 0:
            prior *= 1 + taste[NOISE] * (draw(chance, 1024) / np.float32(512) - 1)
        tree.floats[child, PRIOR] = prior
        total += prior
    for child in range(first, first + count):
        tree.floats[child, PRIOR] *= stakes / total


@inner
def best_child(tree: Tree, node: int) -> int:
    """A node's child to play: the one most looked into; of equal ones the first, which looked best at first sight."""
    first = tree.ints[node, FIRST]
    best = first
    for child in range(first, first + tree.ints[node, COUNT]):
        if tree.ints[child, VISITS] > tree.ints[best, VISITS]:
            best = child
    return best


@inner
def _back_up(tree: Tree, desk: Desk, depth: int) -> None:
    """Adds what was found to every node on the way."""
    for step in range(depth + 1):
        node = desk.path[step]
        tree.ints[node, VISITS] += 1
        for seat in range(4):
            tree.floats[node, seat] += desk.wishes[seat]
            tree.floats[node, FINALS + seat] += desk.finals[seat]
