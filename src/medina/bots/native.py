"""The search as Numba compiles it on this machine: what training, measuring and the tests of the engine use."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from medina.bots import tree as nodes
from medina.bots.features import new_scratch
from medina.bots.network import Weights
from medina.bots.taste import Taste
from medina.bots.tree import Tree, new_desk, new_tree, vector_of
from medina.fast.layout import State

MAX_NODES = 6_000_000  # as many entries as the engine's search has without a limit of nodes


class NativeSearch:
    """One growing tree on one position, as `medina.engine.Search` has it."""

    def __init__(self, state: State, weights: Weights, taste: Taste, seed: int) -> None:
        self.state = state
        self.tree = new_tree(MAX_NODES)
        self._weights = weights
        self._taste = vector_of(taste)
        self._scratch = new_scratch(len(weights.second))
        self._desk = new_desk(state)
        self._chance = np.array([seed & (2**62 - 1)], dtype=np.int64)

    @property
    def nodes(self) -> int:
        """How many positions were looked into."""
        return int(self.tree.size[1])

    @property
    def visits(self) -> dict[int, int]:
        """How often each of the root's moves was looked into."""
        return {option.move: option.visits for option in root_options(self.tree)}

    def look_into(self, count: int) -> None:
        """So many more positions, unless memory ends first."""
        nodes.search(self.state, self.tree, self._taste, self._weights, self._scratch, self._desk, self._chance, count)

    def follow(self, move: int) -> bool:
        """Go on after a move of the root with what is known there; not if that is nothing or there is no room."""
        found: bool = nodes.follow(
            self.state, self.tree, move, self._taste, self._weights, self._scratch, self._desk, self._chance
        )
        return found


@dataclass(frozen=True, slots=True)
class RootOption:
    """A move of the root after the search: visits, and what every seat may expect by wish and by final score."""

    move: int
    visits: int
    wishes: tuple[float, ...]
    finals: tuple[float, ...]


def root_options(tree: Tree, node: int = 0) -> list[RootOption]:
    """The children of a node as they stand, in the order of first sight."""
    options = []
    first, count = int(tree.ints[node, nodes.FIRST]), int(tree.ints[node, nodes.COUNT])
    for child in range(first, first + count):
        visits = int(tree.ints[child, nodes.VISITS])
        floats = tree.floats[child]
        wishes = floats[:4] / visits if visits else floats[nodes.GLANCE : nodes.GLANCE + 4]
        finals = floats[nodes.FINALS : nodes.FINALS + 4] / max(1, visits)
        options.append(
            RootOption(int(tree.ints[child, nodes.MOVE]), visits, tuple(map(float, wishes)), tuple(map(float, finals)))
        )
    return options
