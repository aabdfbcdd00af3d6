"""Puzzles as they travel to players: a folder with a small index and shards that are fetched as they are needed.

    index.json         what there is to choose from: id, level, themes, kind of game and number of steps
    0.json, 1.json, …  the puzzles themselves, `SHARD` in each, in the order of the index

A city's cells follow from its palaces and streets, so they stay at home; the site puts them back.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from medina.notation import position_to_json
from medina.puzzles.difficulty import first_level
from medina.puzzles.puzzle import Puzzle, Step
from medina.puzzles.themes import THEMES

SHARD = 50
INDEX = "index.json"
VERSION_LETTERS = 12


def pack(puzzles: Sequence[Puzzle], folder: Path) -> None:
    """Write the folder anew; nothing else may be in it."""
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.json"):
        old.unlink()
    for name, content in packed(puzzles).items():
        (folder / name).write_text(content, encoding="utf-8")


def packed(puzzles: Sequence[Puzzle]) -> dict[str, str]:
    """The files by their names. The version changes with anything in them."""
    starts = range(0, len(puzzles), SHARD)
    shards = [_written({"puzzles": list(map(_whole, puzzles[start : start + SHARD]))}) for start in starts]
    entries = list(map(_entry, puzzles))
    version = hashlib.sha256("".join([_written(entries), *shards]).encode()).hexdigest()[:VERSION_LETTERS]
    index = _written({"version": version, "themes": THEMES, "shard": SHARD, "puzzles": entries})
    return {INDEX: index, **{f"{number}.json": shard for number, shard in enumerate(shards)}}


def _written(content: Any) -> str:
    return json.dumps(content, separators=(",", ":")) + "\n"


def _entry(puzzle: Puzzle) -> list[Any]:
    """Id, level, themes by their numbers, kind of game, steps."""
    rules = puzzle.start.ruleset
    kind = f"{rules.edition}{rules.players}{'g' if rules.gates else ''}"
    themes = [THEMES.index(theme) for theme in puzzle.themes]
    return [puzzle.id, first_level(puzzle), themes, kind, len(puzzle.steps)]


def _whole(puzzle: Puzzle) -> dict[str, Any]:
    position: dict[str, Any] = dict(position_to_json(puzzle.start))
    cells = position.pop("cells")
    position["well"] = next((cell for cell, what in cells.items() if what == "well"), None)
    return {"id": puzzle.id, "position": position, "steps": [_step(step) for step in puzzle.steps]}


def _step(step: Step) -> dict[str, Any]:
    proofs = [[proof.spent, proof.lead, proof.error] for proof in step.proofs]
    return {
        "key": list(step.key),
        "turn": list(step.turn),
        "rival": list(step.rival),
        "replies": [list(reply) for reply in step.replies],
        "proofs": proofs,
    }
