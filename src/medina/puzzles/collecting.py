"""A file of puzzles that grows: in the order of the games, without neighbours, and resumable at any moment."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from medina.notation import position_to_json
from medina.puzzles.mining import Found
from medina.puzzles.puzzle import Puzzle, read_puzzles
from medina.rules import Position

NEIGHBOURS = 8
"""Positions that differ by fewer pieces than this are neighbours: of two, only the first is used."""


class Collection:
    """The file of puzzles, and beside it (`.games`) a line for every game that was looked through."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.log = file.with_name(file.name + ".games")
        for path in (self.file, self.log):
            _drop_half_line(path)
        self.done = {json.loads(line)["task"] for line in _lines(self.log)}
        self.puzzles = list(read_puzzles(file)) if file.exists() else []
        self._games = {puzzle.game for puzzle in self.puzzles}
        self._cities = [_city(puzzle.start) for puzzle in self.puzzles]

    def add(self, task: str, found: Found) -> list[Puzzle]:
        """Keep what a game had in it, but for neighbours of what is there; gives what was kept."""
        kept = [] if found.game in self._games else [puzzle for puzzle in found.puzzles if self._keep(puzzle)]
        self._games.add(found.game)
        _append(self.file, (puzzle.to_json() for puzzle in kept))
        self.puzzles += kept
        _append(self.log, [{"task": task, "game": found.game, "turns": found.turns, "puzzles": len(kept)}])
        self.done.add(task)
        return kept

    def _keep(self, puzzle: Puzzle) -> bool:
        city = _city(puzzle.start)
        if any(len(city ^ other) < NEIGHBOURS for other in self._cities):
            return False
        self._cities.append(city)
        return True


def in_order(results: Iterable[tuple[int, Any]], first: int = 0) -> Iterator[Any]:
    """Results in the order of their numbers, each as soon as all before it are there: then a seed gives the same file
    however many work on it."""
    waiting: dict[int, Any] = {}
    for number, result in results:
        waiting[number] = result
        while first in waiting:
            yield waiting.pop(first)
            first += 1


def _city(position: Position) -> frozenset[tuple[str, str]]:
    """The pieces on the board and where they stand."""
    written = position_to_json(position)
    roofs = [(palace["buildings"][0], f"roof {palace['roof']}") for palace in written["palaces"]]
    return frozenset([*written["cells"].items(), *written["walls"].items(), *roofs])


def _lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines() if path.exists() else []


def _append(path: Path, objects: Iterable[dict[str, Any]]) -> None:
    with path.open("a", encoding="utf-8") as file:
        for each in objects:
            file.write(json.dumps(each, ensure_ascii=False, separators=(",", ":")) + "\n")
        file.flush()
        os.fsync(file.fileno())


def _drop_half_line(path: Path) -> None:
    """What a kill left half written."""
    if path.exists():
        whole, _, rest = path.read_bytes().rpartition(b"\n")
        if rest:
            os.truncate(path, len(whole) + 1 if whole else 0)
