"""A growing tree on one position, and what it found."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from medina.engine.core import Core, entries_in, network, network_path, places_of
from medina.engine.description import ARRAYS, FOUND, NODE, STATE
from medina.engine.game import Game

SLICE_SECONDS: Final = 0.008
MOST_MEMORY: Final = 432_000_000
"""What the tree of one search may take, in bytes. Only what is used is taken; there is always room for a look."""
_COLUMNS: Final[int] = ARRAYS["found"].shape[1]  # type: ignore[assignment]
_INTS: Final[int] = ARRAYS["tree.ints"].shape[1]  # type: ignore[assignment]
_MOST_LISTED: Final[int] = ARRAYS["moves"].shape[0]  # type: ignore[assignment]
_WIDEST: Final = 128
"""As many moves are kept in mind at the root with the width of all our tastes, a quarter of them elsewhere."""


@dataclass(frozen=True, slots=True)
class Option:
    """A move of the root after a search: visits, and what every seat may expect by wish, final score and win.

    A move that nobody looked into has its wishes at first sight. `line` has the moves that are likely to follow.
    """

    move: int
    visits: int
    wishes: tuple[float, ...]
    finals: tuple[float, ...]
    chances: tuple[float, ...]
    line: tuple[int, ...]


class Search:
    """A search of one position, which may be asked to go on at any time. It belongs to one thread at a time.

    `mind` is the name of a network that comes with the package, or a file. With a limit of `nodes` the tree gets no
    more room than they need, which changes no answer.
    """

    def __init__(
        self,
        game: Game,
        mind: str | Path,
        taste: Sequence[float],
        seed: int,
        *,
        nodes: int | None = None,
        memory: int = MOST_MEMORY,
    ) -> None:
        self._room, places = _sizes(nodes, memory)
        weights = network(mind if isinstance(mind, Path) else network_path(mind))
        self._core = Core(weights, self._room, places)
        for name in ("state", "desk.state", "desk.after"):
            self._core.view(name).cast("B")[:] = game.state
        for place, value in enumerate(taste):
            self._core.view("taste")[place] = value
        self._core.view("chance")[0] = seed & ((1 << 62) - 1)
        self._core.call("clear")
        self.nodes = 0
        """How many positions were looked into."""
        self.visits: dict[int, int] = {}
        """How often each of the root's moves was looked into."""

    @property
    def full(self) -> bool:
        """Has the tree all the memory it may have?"""
        return self.entries + _MOST_LISTED > self._room

    @property
    def entries(self) -> int:
        """How many entries the tree has."""
        return int(self._core.view("tree.size")[0])

    @property
    def state(self) -> bytes:
        """The position that is searched, as the module has it."""
        return self._core.view("state").tobytes()

    def look_into(self, count: int) -> None:
        """So many more positions, unless memory ends first."""
        self._core.call("search", count)
        self._note()

    def run(self, deadline: float | None, most: int | None, stop: Callable[[], bool]) -> None:
        """Go on in slices until the time, the nodes, the memory or the patience are used up.

        One position is looked into in any case.
        """
        slice_nodes = 1
        while not self.full and (most is None or self.nodes < most):
            begin = time.perf_counter()
            if self.nodes > 0 and (stop() or (deadline is not None and begin >= deadline)):
                return
            self.look_into(slice_nodes if most is None else min(slice_nodes, most - self.nodes))
            spent = time.perf_counter() - begin
            limit = SLICE_SECONDS if deadline is None else min(SLICE_SECONDS, max(0.0, deadline - begin - spent))
            slice_nodes = max(1, min(4 * slice_nodes, int(limit * slice_nodes / max(spent, 1e-6))))

    def follow(self, move: int) -> bool:
        """Go on after a move of the root with what is known there; not if that is nothing or there is no room."""
        followed = bool(self._core.call("follow", move))
        self._note()
        return followed

    def _note(self) -> None:
        """Note how far things are, so that other threads may ask while the search goes on."""
        ints = self._core.view("tree.ints")
        first, count = ints[NODE["FIRST"]], ints[NODE["COUNT"]]
        moves, visits = (
            ints[_INTS * first + NODE[column] : _INTS * (first + count) : _INTS].tolist()
            for column in ("MOVE", "VISITS")
        )
        self.visits = dict(zip(moves, visits, strict=True))
        self.nodes = int(self._core.view("tree.size")[1])

    def rows(self) -> bytes:
        """What was found, as the module writes it; see `merge`."""
        count = self._core.call("write_found")
        return self._core.view("found")[: count * _COLUMNS].tobytes()

    def merged(self, searches: Iterable[Search]) -> list[Option]:
        """What this search and others of the same position found; see `merge`."""
        rows = b"".join(search.rows() for search in (self, *searches))
        found = self._core.view("found")
        found.cast("B")[: len(rows)] = rows
        players = int(self._core.view("state")[STATE["PLAYERS"]])
        count = self._core.call("merge_found", players, len(rows) // (8 * _COLUMNS))
        return [_option(found[row * _COLUMNS : (row + 1) * _COLUMNS].tolist(), players) for row in range(count)]


def merge(searches: Sequence[Search]) -> tuple[Option, list[Option]]:
    """The position itself, and its moves, most looked into first; of equals those that look better at first sight.

    Visits are added up, and expectations averaged by them.
    """
    position, *options = searches[0].merged(searches[1:])
    return position, options


def _option(row: Sequence[float], players: int) -> Option:
    def seats(column: str) -> tuple[float, ...]:
        return tuple(row[FOUND[column] : FOUND[column] + players])

    line = tuple(int(move) for move in row[FOUND["LINE"] :] if move >= 0)
    wishes, finals, chances = map(seats, ("WISHES", "FINALS", "CHANCES"))
    return Option(int(row[FOUND["MOVE"]]), int(row[FOUND["VISITS"]]), wishes, finals, chances, line)


def _sizes(nodes: int | None, memory: int) -> tuple[int, int]:
    """How many entries a tree gets, and how many places its table of positions.

    What so many nodes can need at most, and a table so empty that a position is always found or has a place: with more
    room the answer would be the same.
    """
    room = max(entries_in(memory), 2 * _MOST_LISTED)
    places = places_of(room)
    if nodes is not None:
        room = min(room, _WIDEST + (nodes + 1) * _WIDEST // 3 + 3 * _MOST_LISTED)
        places = min(places, 1 << (64 * nodes).bit_length())
    return room, places
