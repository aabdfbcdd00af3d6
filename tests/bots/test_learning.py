"""The evaluation can be taught: a few seconds of it, what came out plays, and stopping loses nothing."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from pathlib import Path

import numpy as np

import medina
from medina.bots import Budget
from medina.bots.network import load_network, pack
from medina.bots.strongest import TASTE
from medina.bots.thinker import ThinkingBot, weights_for

ROOT = Path(__file__).parent.parent.parent
BENCHMARKS = ROOT / "benchmarks"


def teach(folder: Path) -> str:
    lesson = ["--games", "2", "--long", "16", "--short", "2", "--steps", "20", "--jobs", "1", "--minutes", "0.01"]
    command = [sys.executable, str(BENCHMARKS / "train.py"), "second2", "--folder", str(folder), *lesson]
    return subprocess.run(command, check=True, timeout=300, capture_output=True, text=True).stdout


def test_what_a_few_seconds_of_learning_give_plays_and_goes_on(tmp_path: Path) -> None:
    assert "generation 1" in teach(tmp_path)
    before = (tmp_path / "second2" / "log.jsonl").read_text(encoding="utf-8")
    teach(tmp_path)
    after = (tmp_path / "second2" / "log.jsonl").read_text(encoding="utf-8")
    assert after.startswith(before)
    log = [json.loads(line) for line in after.splitlines()]
    assert len(log) > len(before.splitlines())
    assert [line["generation"] for line in log] == list(range(len(log)))
    assert all(line["games"] == 2 and line["notes"] > 20 for line in log)
    learned = pack(load_network(tmp_path / "second2" / "young.npz"))
    assert not np.array_equal(learned.second, weights_for("second", 2).second)
    position = medina.new_game("second", 2, seed=1)
    bot = ThinkingBot(TASTE, 8, learned)
    for _ in range(6):
        position = position.play(bot.choose(position, Budget(), random.Random(1)))
    assert position.phase != "over"


def test_an_older_architect_is_played_against() -> None:
    """Here it is today's own, so the games are what matters, not who wins."""
    options = ["--kinds", "second2", "--games", "2", "--nodes", "1", "--jobs", "1"]
    command = [sys.executable, str(BENCHMARKS / "against.py"), str(ROOT), *options]
    said = subprocess.run(command, check=True, timeout=300, capture_output=True, text=True).stdout
    assert said.count("seat ") == 2
    assert "| second2 | 2 |" in said
