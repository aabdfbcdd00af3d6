"""The evaluation can be taught: a few seconds of it, what came out plays, and stopping loses nothing."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from pathlib import Path

import numpy as np

import medina
from medina import fast
from medina.bots import Budget
from medina.bots.features import new_scratch
from medina.bots.ladder import Rung
from medina.bots.learning import PLY, STEPS, Lesson, blank_lesson, in_hindsight, new_player, play_lesson, play_quickly
from medina.bots.network import WEIGHTS, load_network, weights_for
from medina.bots.thinker import ThinkingBot
from medina.fast.layout import TURN

ROOT = Path(__file__).parent.parent.parent
BENCHMARKS = ROOT / "benchmarks"


def teach(folder: Path) -> str:
    lesson = "second2 --generations 1 --games 2 --quick 3 --long 16 --short 2 --steps 20 --mean 2 --jobs 1"
    command = [sys.executable, str(BENCHMARKS / "train.py"), *lesson.split(), "--folder", str(folder)]
    return subprocess.run(command, check=True, timeout=300, capture_output=True, text=True).stdout


def test_what_a_few_seconds_of_learning_give_plays_and_goes_on(tmp_path: Path) -> None:
    assert "generation 1" in teach(tmp_path)
    before = (tmp_path / "second2" / "log.jsonl").read_text(encoding="utf-8")
    teach(tmp_path)
    after = (tmp_path / "second2" / "log.jsonl").read_text(encoding="utf-8")
    assert after.startswith(before)
    log = [json.loads(line) for line in after.splitlines()]
    assert [line["generation"] for line in log] == [0, 1]
    assert all(line["games"] == 2 and line["quick"] == 3 and line["notes"] > 50 for line in log)
    young = load_network(tmp_path / "second2" / "young.bin")
    fits = [load_network(path) for path in sorted((tmp_path / "second2").glob("fit-*.bin"))]
    assert 1 <= len(fits) <= 2  # one if it clearly lost and began again
    assert np.allclose(young.first, np.mean([fit.first for fit in fits], axis=0), atol=1e-3)
    assert not np.array_equal(young.second, weights_for("second", 2).second)
    position = medina.new_game("second", 2, seed=1)
    bot = ThinkingBot(Rung(nodes=8, mind=tmp_path / "second2" / "young.bin"))
    for _ in range(6):
        position = position.play(bot.choose(position, Budget(), random.Random(1)))
    assert position.phase != "over"


def test_a_quick_game_tells_what_came_of_its_positions() -> None:
    """Patient to the end these are the final scores, without patience what was seen at that very glance."""
    start, room = fast.from_position(medina.new_game("second", 3, gates=True, seed=5)), blank_lesson()
    player = new_player(start, load_network(WEIGHTS / "second3.bin"), 1)
    views = []
    for patience in (1.0, 0.9, 0.0):
        plies, notes = play_quickly(start, player, 0.5, patience, np.array([3]), room)
        state = start.copy()
        for move in room.moves[:plies]:
            fast.play_move(state, int(move))
        assert state[TURN] == -1
        assert notes > plies / 4
        assert (np.diff(room.notes[:notes, PLY]) > 0).all()
        views.append(room.views[:notes, :3].copy())
    patient, between, hasty = views
    assert np.allclose(patient, fast.scores(state), atol=1e-3)
    assert np.abs(hasty - patient).mean() > np.abs(between - patient).mean() > 0
    assert np.abs(np.diff(hasty, axis=0)).mean() < np.abs(hasty[0] - patient[0]).mean()  # one glance is like the next


def test_what_the_search_thought_moves_by_what_it_thought_later() -> None:
    """Trusting all that came these are the final scores, trusting nothing the search's own view."""
    start, room = fast.from_position(medina.new_game("first", 4, gates=False, seed=6)), blank_lesson()
    player = new_player(start, load_network(WEIGHTS / "first4.bin"), 16)
    plies, notes = play_lesson(start, player, player, 0, 16, 16, 1.0, np.array([4]), room)
    lesson = Lesson(room.moves[:plies], room.notes[:notes], room.views[:notes])
    state = start.copy()
    for move in lesson.moves:
        fast.play_move(state, int(move))
    own, between, came = (in_hindsight(start, lesson, trust, new_scratch(1)) for trust in (0.0, 0.9, 1.0))
    roots = lesson.notes[:, STEPS] == 0
    assert 10 < roots.sum() < notes  # some notes are of positions below those of the game
    assert (own == lesson.views).all()
    assert np.allclose(came[roots], fast.scores(state), atol=1e-3)
    assert np.abs(own - came)[roots].mean() > np.abs(between - came)[roots].mean() > 0
    moved = came - own
    above = np.maximum.accumulate(np.where(roots, np.arange(notes), 0))
    assert np.allclose(moved, moved[above], atol=1e-3)  # a note below moves as the position of the game above it


def test_an_older_architect_is_played_against(tmp_path: Path) -> None:
    """Here it is today's own, so the games are what matters, not who wins; asked again, none is played again."""
    options = ["--kinds", "second2", "first3", "--games", "2", "--seconds", "0.002", "--handicap", "0.5", "--jobs", "2"]
    command = [sys.executable, str(BENCHMARKS / "against.py"), str(ROOT), *options, "--journal", str(tmp_path)]
    for time_left, played in ((["--minutes", "0"], 1), ([], 3), ([], 0)):
        run = subprocess.run([*command, *time_left], check=True, timeout=300, capture_output=True, text=True)
        assert run.stdout.count("seat ") == played
        assert run.stderr == ""
    assert "| second2 | 2 |" in run.stdout
    assert "| first3 | 2 |" in run.stdout
    other = subprocess.run([*command, "--seed", "10"], check=False, timeout=300, capture_output=True, text=True)
    assert other.returncode == 1
    assert "other options" in other.stderr
