"""A game on the device begins as the rules begin it, and is written as the notation writes it, whatever its options."""

from __future__ import annotations

import json
import random
import subprocess
from itertools import product
from pathlib import Path
from typing import Any

import medina
from medina.notation import position_to_json
from medina.rules.board import board_for
from medina.rules.ruleset import PLAYERS, SWITCHES

ROOT = Path(__file__).resolve().parents[2]
WHOLE = 40
"""Every so many games one is played to the end."""


def rulesets() -> list[medina.Ruleset]:
    games = [(edition, players) for edition, numbers in PLAYERS.items() for players in numbers]
    every = product(games, (False, True), product(*(switch.values for switch in SWITCHES.values())))
    return [
        medina.Ruleset.of(edition, players, gates, **dict(zip(SWITCHES, chosen, strict=True)))
        for (edition, players), gates, chosen in every
    ]


def question(number: int, ruleset: medina.Ruleset) -> dict[str, Any]:
    board = board_for(ruleset.players)
    well, market = random.Random(number).sample(board.names_of(board.city & ~board.edge), 2)
    unusual: dict[str, bool | str | None] = dict(ruleset.unusual_options)
    options = {
        "edition": ruleset.edition,
        "players": ruleset.players,
        "gates": ruleset.gates,
        "switches": dict.fromkeys(SWITCHES) | unusual,
    }
    return {"options": options, "well": well, "market": market, "plies": 300 if number % WHOLE == 0 else 6}


def asked_in_node(questions: list[dict[str, Any]], folder: Path) -> list[dict[str, Any]]:
    (folder / "asked.json").write_text(json.dumps(questions))
    program = folder / "solo.mjs"
    bundler = ROOT / "client/node_modules/.bin/rolldown"
    bundle = [bundler, "client/tests/engine/solo.ts", "--platform", "node", "--format", "esm", "-o", program]
    subprocess.run(bundle, cwd=ROOT, check=True, capture_output=True)
    module = ROOT / "src/medina/engine/engine.wasm"
    ran = subprocess.run(["node", program, folder / "asked.json", module], check=True, capture_output=True)
    answers: list[dict[str, Any]] = json.loads(ran.stdout)
    return answers


def test_every_game_begins_and_is_written_as_by_the_package(tmp_path: Path) -> None:
    games = rulesets()
    questions = [question(number, ruleset) for number, ruleset in enumerate(games)]
    for ruleset, asked, answer in zip(games, questions, asked_in_node(questions, tmp_path), strict=True):
        well = asked["well"] if ruleset.well else None
        market = None if ruleset.founding else asked["market"]
        start = medina.new_game(ruleset, well=well, market=market)
        assert answer["start"] == position_to_json(start)
        record = medina.read_record(answer["record"])
        assert record.start == start
        assert position_to_json(record.position) == answer["end"]
        assert medina.write_record(record) == answer["record"]
        assert answer["again"] == {part: answer[part] for part in ("start", "end", "record")}
        if answer["setUp"]:
            check_set_up(**answer["setUp"], end=answer["end"])


def check_set_up(record: str, start: dict[str, Any], again: list[dict[str, Any]], end: dict[str, Any]) -> None:
    read = medina.read_record(record)
    assert read.is_set_up
    assert position_to_json(read.start) == start
    assert again == [start, position_to_json(read.position)] == [start, end]
