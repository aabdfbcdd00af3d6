"""The evaluation can be taught: a few seconds of it, and what came out plays."""

from __future__ import annotations

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

TRAIN = Path(__file__).parent.parent.parent / "benchmarks" / "train.py"


def test_what_a_few_seconds_of_learning_give_plays(tmp_path: Path) -> None:
    out = tmp_path / "second2.npz"
    lesson = ["--processes", "1", "--minutes", "0.03", "--round-seconds", "1", "--nodes", "2", "--out", str(out)]
    command = [sys.executable, str(TRAIN), "second", "2", *lesson]
    said = subprocess.run(command, check=True, timeout=300, capture_output=True, text=True).stdout
    assert "round 0" in said
    learned = pack(load_network(out))
    assert not np.array_equal(learned.second, weights_for("second", 2).second)
    position = medina.new_game("second", 2, seed=1)
    bot = ThinkingBot(TASTE, 8, learned)
    for _ in range(6):
        position = position.play(bot.choose(position, Budget(), random.Random(1)))
    assert position.phase != "over"
