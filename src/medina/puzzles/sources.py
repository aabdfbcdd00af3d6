"""Where games come from: files, a site's archive, or bots that play each other."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from medina.match import MatchPlan, play_game
from medina.notation import Record, read_record, write_record
from medina.puzzles.mining import Effort, Found, mine


@dataclass(frozen=True)
class Task:
    """One game to look through: the text of its record, or a game of a plan that is yet to be played."""

    name: str
    record: str | None = None
    plan: MatchPlan | None = None
    number: int = 0

    def game(self) -> Record:
        """The game, played now if it has to be."""
        if self.record is not None:
            return read_record(self.record)
        assert self.plan is not None
        return read_record(play_game(self.plan, self.number).record)


def look_through(number: int, task: Task, effort: Effort) -> tuple[int, tuple[str, Found]]:
    """The work of one task, as a worker does it."""
    return number, (task.name, mine(task.game(), effort))


def from_files(paths: list[Path]) -> Iterator[Task]:
    """Records, folders of them (such as a match's), and data sets."""
    for path in paths:
        for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
            if file.suffix == ".parquet":
                yield from _from_dataset(file)
            elif file.suffix == ".mgn" or file == path:
                yield Task(f"file {file}", record=file.read_text(encoding="utf-8"))


def _from_dataset(path: Path) -> Iterator[Task]:
    from medina.data import read_dataset

    for number, game in enumerate(read_dataset(path), 1):
        yield Task(f"data set {path} game {number}", record=write_record(game.record))


def from_matches(plan: MatchPlan) -> Iterator[Task]:
    """Games that bots play for this."""
    kind = f"{plan.ruleset.edition} {plan.ruleset.players}{' gates' if plan.ruleset.gates else ''}"
    for number in range(1, plan.games + 1):
        yield Task(f"self-play {kind} seed {plan.seed} game {number}", plan=plan, number=number)


def from_site(url: str, token: str | None, most: int) -> list[Task]:
    """The newest games of a site's archive that whoever has the token may read."""
    return asyncio.run(_fetch(url, token, most))


async def _fetch(url: str, token: str | None, most: int) -> list[Task]:
    from medina.client import Client

    tasks: list[Task] = []
    async with Client(url, token) as site:
        async for card in site.archive():
            tasks.append(Task(f"table {card.id}", record=await site.record_text(card.id)))
            if len(tasks) == most:
                break
    return tasks
