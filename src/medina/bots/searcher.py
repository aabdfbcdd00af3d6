"""Searching with a budget: trees that grow in chunks, so that time, nodes and a wish to stop are all heeded."""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np

from medina.bots import tree as nodes
from medina.bots.base import Budget
from medina.bots.features import new_scratch
from medina.bots.network import Weights
from medina.bots.survey import Floats
from medina.bots.tree import Tree, new_desk, new_tree
from medina.bots.utility import chances_behind
from medina.fast.layout import MAX_MOVES, State

CHUNK_SECONDS = 0.008
DEFAULT_SECONDS = 1.0
MAX_NODES = 6_000_000  # of one tree; about 450 MB
MAX_KEPT = 1_000_000  # larger trees are not kept for the next placement; about 75 MB
MAX_THREADS = 16


@dataclass(frozen=True, slots=True)
class Taste:
    """What a searcher is like; see `medina.bots.tree`."""

    curiosity: float = 3.5
    heat: float = 0.84
    noise: float = 0.1
    width: int = 32
    trust: float = 1.0
    attention: float = 1.0
    care: bool = True

    def vector(self) -> Floats:
        """The form the compiled search reads."""
        values = [self.curiosity, self.heat, self.noise, self.width, self.trust, self.attention, self.care]
        return np.array(values, dtype=np.float32)


class Searcher:
    """One growing tree on one position. It may be asked to go on at any time."""

    def __init__(self, state: State, weights: Weights, taste: Taste, seed: int) -> None:
        self.state = state
        self.tree = new_tree(MAX_NODES)
        self._weights = weights
        self._taste = taste.vector()
        self._scratch = new_scratch(len(weights.second))
        self._desk = new_desk(state)
        self._chance = np.array([seed & (2**62 - 1)], dtype=np.int64)

    @property
    def nodes(self) -> int:
        """How many positions were looked into."""
        return int(self.tree.size[1])

    @property
    def full(self) -> bool:
        """Has the tree all the memory it may have?"""
        return int(self.tree.size[0]) + MAX_MOVES > MAX_NODES

    def root_visits(self) -> dict[int, int]:
        """How often each of the root's moves was looked into."""
        first, count = self.tree.ints[0, nodes.FIRST], self.tree.ints[0, nodes.COUNT]
        children = self.tree.ints[first : first + count]
        return dict(zip(children[:, nodes.MOVE].tolist(), children[:, nodes.VISITS].tolist(), strict=True))

    def look_into(self, count: int) -> None:
        """So many more positions, unless memory ends first."""
        nodes.search(self.state, self.tree, self._taste, self._weights, self._scratch, self._desk, self._chance, count)

    def follow(self, move: int) -> bool:
        """Goes on after a move of the root with what is known there; not if that is little or takes too much room."""
        if self.root_visits().get(move, 0) == 0 or int(self.tree.size[0]) > MAX_KEPT:
            return False
        nodes.follow(self.state, self.tree, move, self._taste, self._weights, self._scratch, self._desk, self._chance)
        return True

    def run(self, deadline: float | None, most: int | None, stop: Callable[[], bool]) -> None:
        """Goes on until the time, the nodes or the patience are used up."""
        chunk = 1
        while not stop() and not self.full and (most is None or self.nodes < most):
            begin = time.perf_counter()
            if deadline is not None and begin >= deadline and self.nodes > 0:
                return
            self.look_into(chunk if most is None else min(chunk, most - self.nodes))
            spent = time.perf_counter() - begin
            limit = CHUNK_SECONDS if deadline is None else min(CHUNK_SECONDS, max(0.0, deadline - begin - spent))
            chunk = max(1, min(4 * chunk, int(limit * chunk / max(spent, 1e-6))))


@dataclass(frozen=True, slots=True)
class Option:
    """A move of the root after the search: visits, and what every seat may expect by wish and by final score."""

    move: int
    visits: int
    wishes: tuple[float, ...]
    finals: tuple[float, ...]


def chances_of(option: Option, players: int) -> tuple[float, ...]:
    """The chances to win behind the wishes."""
    chances = np.zeros(players)
    chances_behind(players, np.array(option.wishes), np.array(option.finals), chances)
    return tuple(chances.tolist())


class Team:
    """Searchers on one position, a thread each. They differ in their noise, and their visits are added up."""

    def __init__(self, state: State, weights: Weights, taste: Taste, seed: int, threads: int = 1) -> None:
        self.searchers = [
            Searcher(state.copy(), weights, taste, seed + 7919 * number) for number in range(min(threads, MAX_THREADS))
        ]

    @property
    def nodes(self) -> int:
        """How many positions were looked into by all."""
        return sum(searcher.nodes for searcher in self.searchers)

    @property
    def full(self) -> bool:
        """Has nobody any memory left?"""
        return all(searcher.full for searcher in self.searchers)

    def run(self, deadline: float | None, most: int | None, stop: Callable[[], bool] = lambda: False) -> None:
        """Lets everybody go on; `most` is the number of nodes of all together."""
        shares = _shares(most, len(self.searchers))
        if len(self.searchers) == 1:
            self.searchers[0].run(deadline, shares[0], stop)
            return
        with ThreadPoolExecutor(len(self.searchers)) as pool:
            jobs = [
                pool.submit(searcher.run, deadline, share, stop)
                for searcher, share in zip(self.searchers, shares, strict=True)
            ]
            for job in jobs:
                job.result()

    def run_until_clear(self, deadline: float | None, most: int | None) -> None:
        """Lets everybody go on, but only while another move can still become the one most looked into."""
        begin, known = time.perf_counter(), self.nodes
        self.run(deadline, most, lambda: self._lead() > self._left(begin, known, deadline, most))

    def _lead(self) -> int:
        """By how many visits the first of the root's moves leads the second."""
        visits: Counter[int] = Counter()
        for searcher in self.searchers:
            visits.update(searcher.root_visits())
        first, second, *_ = [*sorted(visits.values(), reverse=True), 0, 0]
        return first - second

    def _left(self, begin: float, known: int, deadline: float | None, most: int | None) -> float:
        """How many nodes are still to come, by the number allowed or at the pace since the beginning."""
        by_number = math.inf if most is None else most - self.nodes
        if deadline is None:
            return by_number
        now = time.perf_counter()
        return min(by_number, (self.nodes - known) * (deadline - now) / max(now - begin, 1e-6))

    def follow(self, move: int) -> bool:
        """Goes on after a move with what everybody knows there, if everybody has looked into it."""
        return all(searcher.follow(move) for searcher in self.searchers)

    def options(self) -> list[Option]:
        """The root's moves, most looked into first; of equals those that look better at first sight."""
        merged: dict[int, list[Option]] = {}
        for searcher in self.searchers:
            for option in root_options(searcher.tree):
                merged.setdefault(option.move, []).append(option)
        return sorted((_merge(same) for same in merged.values()), key=lambda option: -option.visits)


def _shares(most: int | None, count: int) -> list[int | None]:
    if most is None:
        return [None] * count
    return [max(1, (most + number) // count) for number in range(count)]


def root_options(tree: Tree, node: int = 0) -> list[Option]:
    """The children of a node as they stand, in the order of first sight."""
    options = []
    first, count = int(tree.ints[node, nodes.FIRST]), int(tree.ints[node, nodes.COUNT])
    for child in range(first, first + count):
        visits = int(tree.ints[child, nodes.VISITS])
        floats = tree.floats[child]
        wishes = floats[:4] / visits if visits else floats[nodes.GLANCE : nodes.GLANCE + 4]
        finals = floats[nodes.FINALS : nodes.FINALS + 4] / max(1, visits)
        options.append(
            Option(int(tree.ints[child, nodes.MOVE]), visits, tuple(map(float, wishes)), tuple(map(float, finals)))
        )
    return options


def _merge(same: list[Option]) -> Option:
    visits = sum(option.visits for option in same)
    shares = [option.visits / visits if visits else 1 / len(same) for option in same]
    wishes = tuple(sum(s * o.wishes[seat] for s, o in zip(shares, same, strict=True)) for seat in range(4))
    finals = tuple(sum(s * o.finals[seat] for s, o in zip(shares, same, strict=True)) for seat in range(4))
    return Option(same[0].move, visits, wishes, finals)


def deadline_of(budget: Budget, begin: float) -> float | None:
    """When to stop by the clock; a little early, so that the answer is in time."""
    if budget.seconds is None:
        return None if budget.nodes is not None else begin + DEFAULT_SECONDS
    return begin + max(0.0, budget.seconds * 0.97 - 0.004)
