"""Whose turn is thought about next: by address first, then by person, and people before games of bots and analyses.

Whoever had least lately comes first. So one address, a club or somebody with forty tables, has all threads while nobody
else waits, and its share while others do.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Sequence
from typing import Literal

from medina.store.turns import Asker, Queue

Kind = Literal["people", "exhibition", "study"]
KINDS: tuple[Kind, ...] = ("people", "exhibition", "study")
PATIENCE = 8
"""Who waits for something less urgent is passed over so many times at most."""
HALF_LIFE = 20.0
"""Seconds after which half of what somebody had is forgotten."""
LEAST = 0.25
"""A crowded site thinks at least for this part of the usual time."""
MOST_REMEMBERED = 10_000


class Shares:
    """What everybody has had lately, as far as this process has thought for them."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._had: dict[Hashable, tuple[float, float]] = {}
        self._passed: dict[Kind, int] = dict.fromkeys(KINDS, 0)

    def charge(self, asker: Asker, seconds: float) -> None:
        """Somebody has had so much more time of a thread."""
        for name in (asker.address, (asker.address, asker.person)):
            self._had[name] = (max(0.0, self.had(name) + seconds), self._clock())
        if len(self._had) > MOST_REMEMBERED:
            self._had = {name: entry for name, entry in self._had.items() if self.had(name) > 1e-3}

    def had(self, name: Hashable) -> float:
        """What an address, or a person there, has had lately."""
        seconds, at = self._had.get(name, (0.0, 0.0))
        return float(seconds * 0.5 ** ((self._clock() - at) / HALF_LIFE))

    def kind(self, waiting: Collection[Kind]) -> Kind | None:
        """The most urgent kind of those that wait, unless another has been passed over too often."""
        ordered = [kind for kind in KINDS if kind in waiting]
        if not ordered:
            return None
        chosen = next((kind for kind in reversed(ordered) if self._passed[kind] >= PATIENCE), ordered[0])
        for kind in ordered:
            self._passed[kind] = 0 if kind == chosen else self._passed[kind] + 1
        return chosen

    def first(self, queues: Sequence[Queue], kind: Kind) -> Asker:
        """Who of those that wait for this kind comes next."""
        held: dict[str, int] = {}
        for queue in queues:
            held[queue.asker.address] = held.get(queue.asker.address, 0) + queue.held

        def claim(queue: Queue) -> tuple[float, ...]:
            address, person = queue.asker.address, queue.asker.person
            return held[address], self.had(address), queue.held, self.had((address, person)), queue.since

        return min((queue for queue in queues if queue.waiting and kind_of(queue.asker) == kind), key=claim).asker


def kind_of(asker: Asker) -> Kind:
    return "exhibition" if asker.exhibition else "people"


def pressure(queues: Sequence[Queue], asker: Asker, threads: int) -> float:
    """The part of the usual time for which is thought: less the more other addresses wait."""
    others = {queue.asker.address for queue in queues if queue.waiting} - {asker.address}
    return max(LEAST, threads / (threads + len(others)))
