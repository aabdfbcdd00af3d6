"""Searching with a budget: a search a thread on one position, and what they found together."""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from medina.bots.base import Budget, never
from medina.bots.taste import Taste
from medina.engine import MOST_MEMORY, Game, Option, Search, merge
from medina.rules import Position

DEFAULT_SECONDS = 1.0
MAX_KEPT = 1_000_000  # larger trees are not kept for the next placement; about 75 MB
MAX_THREADS = 16
SEEDS_APART = 7919


class Team:
    """Searches of one position, a thread each. They differ in their noise, and their visits are added up.

    `mind` is the name of a network that comes with the package, else the one learned for this game. With a limit of
    `nodes`, for all together, the trees get no more room than they need. `memory` bounds each tree, in bytes.
    """

    def __init__(
        self,
        position: Position,
        taste: Taste,
        seed: int,
        threads: int = 1,
        *,
        mind: str | Path | None = None,
        nodes: int | None = None,
        memory: int | None = None,
    ) -> None:
        rules, threads = position.ruleset, min(threads, MAX_THREADS)
        mind, game = mind or f"{rules.edition}{rules.players}", Game(position)
        self.searches = [
            Search(game, mind, taste.values, seed + SEEDS_APART * number, nodes=share, memory=memory or MOST_MEMORY)
            for number, share in enumerate(_shares(nodes, threads))
        ]

    @property
    def nodes(self) -> int:
        """How many positions were looked into by all."""
        return sum(search.nodes for search in self.searches)

    @property
    def full(self) -> bool:
        """Has nobody any memory left?"""
        return all(search.full for search in self.searches)

    def run(self, deadline: float | None, most: int | None, stop: Callable[[], bool] = never) -> None:
        """Let everybody go on; `most` is the number of nodes of all together."""
        shares = _shares(most, len(self.searches))
        if len(self.searches) == 1:
            self.searches[0].run(deadline, shares[0], stop)
            return
        with ThreadPoolExecutor(len(self.searches)) as pool:
            jobs = [
                pool.submit(search.run, deadline, share, stop)
                for search, share in zip(self.searches, shares, strict=True)
            ]
            for job in jobs:
                job.result()

    def run_until_clear(self, deadline: float | None, most: int | None, stop: Callable[[], bool] = never) -> None:
        """Let everybody go on, but only while another move can still become the one most looked into."""
        begin, known = time.perf_counter(), self.nodes
        self.run(deadline, most, lambda: stop() or self._lead() > self._left(begin, known, deadline, most))

    def _lead(self) -> int:
        """By how many visits the first of the root's moves leads the second."""
        visits: Counter[int] = Counter()
        for search in self.searches:
            visits.update(search.visits)
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
        """Go on after a move with what everybody knows there, if everybody has looked into it and has room."""
        return all(search.entries <= MAX_KEPT and search.follow(move) for search in self.searches)

    def found(self) -> tuple[Option, list[Option]]:
        """The position itself, and its moves, most looked into first."""
        return merge(self.searches)


def _shares(most: int | None, count: int) -> list[int | None]:
    if most is None:
        return [None] * count
    return [max(1, (most + number) // count) for number in range(count)]


def deadline_of(budget: Budget, begin: float) -> float | None:
    """When to stop by the clock; a little early, so that the answer is in time."""
    if budget.seconds is None:
        return None if budget.nodes is not None else begin + DEFAULT_SECONDS
    return begin + max(0.0, budget.seconds * 0.97 - 0.004)
