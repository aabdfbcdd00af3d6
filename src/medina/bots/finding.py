"""What a search found, as rows of numbers: written here once, and read by Python and by browsers.

The first row is the position itself; then every move of the root that was kept in mind, in the order of first sight.
"""

# mypy: disable-error-code="no-any-return"

from __future__ import annotations

from typing import Final

import numpy as np

from medina.bots import tree as nodes
from medina.bots.tree import Tree
from medina.bots.utility import Doubles, find_chances_behind
from medina.fast._compile import inner
from medina.fast.layout import MAX_MOVES, State

# Columns: the move, its visits, then for every seat what it may expect by wish and by final score, and its chance to
# win; last the moves that are likely to follow.
FOUND_MOVE, FOUND_VISITS = range(2)
FOUND_WISHES: Final = 2
FOUND_FINALS: Final = 6
FOUND_CHANCES: Final = 10
FOUND_LINE: Final = 14
LINE_LENGTH: Final = 8
FOUND_COLUMNS: Final = FOUND_LINE + LINE_LENGTH
FOUND_ROWS: Final = 2 * MAX_MOVES  # sixteen searchers with as many moves as are kept in mind at the root, and room
NO_MOVE: Final = -1


@inner
def write_found(tree: Tree, found: Doubles) -> int:
    """The rows of one search; says how many they are."""
    first, count = tree.ints[0, nodes.FIRST], min(tree.ints[0, nodes.COUNT], found.shape[0] - 1)
    _write_row(tree, 0, found[0])
    found[0, FOUND_MOVE] = NO_MOVE
    for index in range(count):
        _write_row(tree, first + index, found[1 + index])
    return 1 + count


@inner
def _write_row(tree: Tree, node: int, row: Doubles) -> None:
    """What was never looked into has its wishes at first sight, and no scores."""
    visits = tree.ints[node, nodes.VISITS]
    row[FOUND_MOVE], row[FOUND_VISITS] = tree.ints[node, nodes.MOVE], visits
    divisor = np.float32(max(1, visits))
    for seat in range(4):
        row[FOUND_WISHES + seat] = (
            tree.floats[node, seat] / divisor if visits > 0 else tree.floats[node, nodes.GLANCE + seat]
        )
        row[FOUND_FINALS + seat] = tree.floats[node, nodes.FINALS + seat] / divisor
        row[FOUND_CHANCES + seat] = 0
    for place in range(LINE_LENGTH):
        node = _most_visited(tree, node)
        row[FOUND_LINE + place] = tree.ints[node, nodes.MOVE] if node >= 0 else NO_MOVE


@inner
def _most_visited(tree: Tree, node: int) -> int:
    """The child most looked into, -1 without any."""
    if node < 0:
        return -1
    best, most = -1, 0
    first = tree.ints[node, nodes.FIRST]
    for child in range(first, first + tree.ints[node, nodes.COUNT]):
        if tree.ints[child, nodes.VISITS] > most:
            best, most = child, tree.ints[child, nodes.VISITS]
    return best


@inner
def merge_found(players: int, count: int, found: Doubles, order: State) -> int:
    """Put together the rows of several searches of one position, one after the other; says how many are left.

    Visits are added up, expectations averaged by them, and chances to win worked out. The first row stays the
    position's; the others are sorted by visits, of equals those that looked better at first sight come first. `order`
    is room to work in.
    """
    kept = 0
    for index in range(count):
        same = _row_of(found, kept, found[index, FOUND_MOVE])
        if same < 0:
            for column in range(FOUND_COLUMNS):
                found[kept, column] = found[index, column]
            order[kept] = 1
            kept += 1
        else:
            _add_row(found[same], found[index], order[same])
            order[same] += 1
    for index in range(kept):
        row = found[index]
        find_chances_behind(
            players,
            row[FOUND_WISHES:FOUND_FINALS],
            row[FOUND_FINALS:FOUND_CHANCES],
            row[FOUND_CHANCES:FOUND_LINE],
        )
        if index > 1:
            _sink(found, index)
    return kept


@inner
def _row_of(found: Doubles, count: int, move: float) -> int:
    """The row of a move, -1 without."""
    for index in range(count):
        if found[index, FOUND_MOVE] == move:
            return index
    return -1


@inner
def _add_row(row: Doubles, other: Doubles, searches: int) -> None:
    """Average one search more into a row that stands for so many; what nobody looked into by their number."""
    visits = row[FOUND_VISITS] + other[FOUND_VISITS]
    share = other[FOUND_VISITS] / visits if visits > 0 else 1 / (searches + 1)
    for column in range(FOUND_WISHES, FOUND_CHANCES):
        row[column] += share * (other[column] - row[column])
    row[FOUND_VISITS] = visits


@inner
def _sink(found: Doubles, index: int) -> None:
    """Bring a row forward past those with fewer visits, but not past the position itself."""
    while index > 1 and found[index, FOUND_VISITS] > found[index - 1, FOUND_VISITS]:
        for column in range(FOUND_COLUMNS):
            found[index, column], found[index - 1, column] = found[index - 1, column], found[index, column]
        index -= 1
