"""The folder of a match: its plan, a line for every finished game, and the records.

    match.json     the plan
    games.jsonl    the journal: one line a finished game, added the moment it ends
    games/         the records, 00001.mgn and so on
    result.json    the table, once all games are played (and after a stop, as far as it got)
    result.md      the same, to be read

A match that is killed at any moment can be taken up again (`lines`).
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from medina.bots import Outlook
from medina.match.entrants import BadMatch
from medina.match.lines import append_lines, whole_lines
from medina.match.plan import MatchPlan
from medina.match.play import Forfeit, GameResult
from medina.notation import Record, read_record
from medina.words import failure


class Journal:
    """The folder of one match."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.lines = folder / "games.jsonl"

    @property
    def exists(self) -> bool:
        """Is there a match in the folder?"""
        return (self.folder / "match.json").exists()

    def create(self, plan: MatchPlan) -> None:
        """Begin a match in this folder. Raises `BadMatch` if there is one already."""
        if self.exists:
            raise failure(BadMatch, "match.error.folder_taken", folder=self.folder)
        (self.folder / "games").mkdir(parents=True, exist_ok=True)
        self.save_plan(plan)

    def save_plan(self, plan: MatchPlan) -> None:
        self.write("match.json", json.dumps(plan.to_json(), indent=2, ensure_ascii=False) + "\n")

    def plan(self) -> MatchPlan:
        """The plan of the match in this folder. Raises `BadMatch` if it cannot be read."""
        try:
            return MatchPlan.from_json(json.loads((self.folder / "match.json").read_text("utf-8")))
        except (ValueError, KeyError, TypeError):
            raise failure(BadMatch, "match.error.bad_plan", file=self.folder / "match.json") from None

    def results(self) -> dict[int, GameResult]:
        """The finished games by number, without their records. Cuts off what a kill left half written."""
        try:
            found = [result_from_json(json.loads(line)) for line in whole_lines(self.lines)]
        except (ValueError, KeyError, TypeError):
            raise failure(BadMatch, "match.error.bad_journal", file=self.lines) from None
        return {result.number: result for result in found}

    def add(self, result: GameResult) -> None:
        """Keep a finished game: its record first, so that every line of the journal has one."""
        self.write(self._record_name(result.number), result.record)
        append_lines(self.lines, [result_to_json(result)])

    def record_of(self, number: int) -> Record:
        """The record of a finished game."""
        return read_record((self.folder / self._record_name(number)).read_text("utf-8"))

    @staticmethod
    def _record_name(number: int) -> str:
        return f"games/{number:05}.mgn"

    def write(self, name: str, text: str) -> None:
        """Write a whole file or none of it."""
        path = self.folder / name
        half = path.with_name(path.name + ".part")
        half.write_text(text, "utf-8", newline="\n")
        os.replace(half, path)


def result_to_json(result: GameResult) -> dict[str, Any]:
    """A line of the journal; the record has a file of its own."""
    data = {name: value for name, value in asdict(result).items() if value is not None}
    del data["record"]
    return data


def result_from_json(data: Mapping[str, Any]) -> GameResult:
    """The result that a line of the journal tells."""
    lists = {name: tuple(value) for name, value in data.items() if isinstance(value, list)}
    result = GameResult(**{**data, **lists})
    if result.forfeit is not None:
        result = replace(result, forfeit=Forfeit(**data["forfeit"]))
    return result if result.outlooks is None else replace(result, outlooks=tuple(map(outlook, data["outlooks"])))


def outlook(data: Mapping[str, Any] | None) -> Outlook | None:
    return None if data is None else Outlook(tuple(data["scores"]), tuple(data["wins"]))
