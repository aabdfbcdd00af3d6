"""A file of puzzles that grows: in the order of the games, without neighbours, and resumable at any moment."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from medina.match.lines import append_lines, whole_lines
from medina.notation import position_to_json
from medina.puzzles.mining import Found
from medina.puzzles.puzzle import Puzzle, read_puzzle
from medina.rules import Position

NEIGHBOURS = 8
"""Positions that differ by fewer pieces than this are neighbours: of two, only the first is used."""


class Collection:
    """The file of puzzles, and beside it (`.games`) a line for every game that was looked through."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.log = file.with_name(file.name + ".games")
        self.done = {json.loads(line)["task"] for line in whole_lines(self.log)}
        self.puzzles = [read_puzzle(line) for line in whole_lines(file)]
        self._games = {puzzle.game for puzzle in self.puzzles}
        self._cities = [_city(puzzle.start) for puzzle in self.puzzles]

    def add(self, task: str, found: Found) -> list[Puzzle]:
        """Keep what a game had in it, but for neighbours of what is there; gives what was kept."""
        kept = [] if found.game in self._games else [puzzle for puzzle in found.puzzles if self._keep(puzzle)]
        self._games.add(found.game)
        append_lines(self.file, (puzzle.to_json() for puzzle in kept))
        self.puzzles += kept
        append_lines(self.log, [{"task": task, "game": found.game, "turns": found.turns, "puzzles": len(kept)}])
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
