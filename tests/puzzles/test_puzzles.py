"""Puzzles: those that ship, the file they are in, what they are about, and how they are found."""

from __future__ import annotations

import json
import random
import runpy
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import medina
from medina.cli import main
from medina.data import SAMPLE
from medina.puzzles import SHIPPED, THEMES, BadPuzzle, Collection, Found, Puzzle, first_level, read_puzzles, themes_of
from medina.puzzles.collecting import in_order
from medina.puzzles.mining import APART, DEEPER, ERRORS, turn_starts
from medina.puzzles.packing import packed
from medina.puzzles.sources import from_files
from medina.puzzles.turns import Turn, by_search, lead_of
from medina.rules import Move
from medina.study.thresholds import BLUNDER
from support import city

PUZZLES = list(read_puzzles(SHIPPED))
SOME = random.Random(13).sample(PUZZLES, min(6, len(PUZZLES)))
CLEAR = 0.1
"""Less than a blunder: puzzles of the rarest theme were looked for with this lead."""
LADDER = Path(__file__).parents[2] / "benchmarks" / "puzzles.py"


def moves(text: str) -> tuple[Move, ...]:
    return tuple(Move.parse(word) for word in text.split())


def test_every_shipped_puzzle_is_proved_in_both_ways_and_none_is_there_twice() -> None:
    assert len({puzzle.id for puzzle in PUZZLES}) == len(PUZZLES)
    for puzzle in PUZZLES:
        assert set(puzzle.themes) <= set(THEMES)
        for step in puzzle.steps:
            first, deeper, playouts = step.proofs
            assert min(first.lead, deeper.lead) >= CLEAR
            assert deeper.spent == DEEPER * first.spent
            assert playouts.lead > ERRORS * playouts.error


def test_there_are_enough_of_every_theme_and_every_kind_of_game() -> None:
    assert len(PUZZLES) >= 600
    themes = Counter(theme for puzzle in PUZZLES for theme in puzzle.themes)
    assert min(themes[theme] for theme in THEMES) >= 30
    kinds = Counter((rules.edition, rules.players, rules.gates) for rules in (p.start.ruleset for p in PUZZLES))
    assert len(kinds) == 10
    assert min(kinds.values()) >= 30


def test_two_puzzles_of_one_game_are_not_neighbours() -> None:
    for one in PUZZLES:
        assert [other.ply for other in PUZZLES if other.game == one.game and 0 < abs(other.ply - one.ply) < APART] == []


@pytest.mark.parametrize("puzzle", SOME, ids=lambda puzzle: puzzle.id)
def test_another_search_with_another_seed_says_the_same(puzzle: Puzzle) -> None:
    step = puzzle.steps[0]
    turns = [whole(puzzle.start, step.turn), whole(puzzle.start, step.rival)]
    judged = by_search(puzzle.start, turns, nodes=300, seed=7)
    clear = CLEAR if "block" in puzzle.themes else BLUNDER
    assert lead_of(judged, moves(" ".join(step.key)))[1] > clear / 2


def whole(position: medina.Position, texts: tuple[str, ...]) -> Turn:
    end = position
    for text in texts:
        end = end.play(text)
    return Turn(moves(" ".join(texts)), end, 0.0)


def test_the_order_of_a_turn_is_free_and_a_roof_is_on_its_palace() -> None:
    before = city("second", 3, "G e8 e9; M c3 d3")
    step = replace(PUZZLES[0].steps[0], key=("Re8",), turn=("Ge10", "Re8"))
    grown = before.play("Gd8")
    roof = next(move for move in grown.legal_moves if move.piece == "R" and move.cell in ("d8", "e8"))
    assert step.is_found((Move.parse("Gd8"), roof), (before, grown))
    assert step.is_found(moves("Re8 Oa1"), (before, before.play("Re8")))
    assert not step.is_found(moves("Ge10 Oa1"), (before, before.play("Ge10")))


def test_a_first_guess_at_how_hard_it_is() -> None:
    puzzle = PUZZLES[0]
    longer = replace(puzzle, steps=puzzle.steps * 2)
    assert first_level(longer) > first_level(puzzle)
    sure = replace(puzzle.steps[0].proofs[1], lead=0.9)
    clear = replace(puzzle.steps[0], proofs=(puzzle.steps[0].proofs[0], sure, puzzle.steps[0].proofs[2]))
    assert first_level(replace(puzzle, steps=(clear,))) < first_level(puzzle)
    assert all(800 <= first_level(each) <= 2400 for each in SOME)


def test_the_ladder_is_asked_to_solve_them(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    options = ["--most", "2", "--bots", "visitor,greedy,scholar", "--seconds", "0.05", "--unsolved"]
    monkeypatch.setattr(sys, "argv", [str(LADDER), *options])
    runpy.run_path(str(LADDER), run_name="__main__")
    lines = capsys.readouterr().out.splitlines()
    rows = [line.split("|")[1:-1] for line in lines[2:5]]
    assert [row[0].strip() for row in rows] == ["visitor", "greedy", "scholar"]
    assert all(int(row[3]) == 2 and 0 <= int(row[2]) <= 2 for row in rows)
    unsolved = [line.partition(" does not solve")[2].split() for line in lines[5:]]
    assert [len(names) for names in unsolved] == [2 - int(row[2]) for row in rows]
    assert {name for names in unsolved for name in names} <= {puzzle.id for puzzle in PUZZLES}


def test_puzzles_are_asked_for_a_second_solution(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A puzzle that ships has none; asked for its rival instead of its key, it has the key."""
    clear = next(puzzle for puzzle in SOME if len(puzzle.steps) == 1)
    monkeypatch.setattr(sys, "argv", [str(LADDER), "--file", str(_file_of(clear, tmp_path)), "--unclear", "600"])
    runpy.run_path(str(LADDER), run_name="__main__")
    assert capsys.readouterr().out.splitlines()[0] == "0 of 1 are not clear:"
    step = clear.steps[0]
    swapped = replace(clear, steps=(replace(step, turn=step.rival, rival=step.turn, key=step.rival),))
    monkeypatch.setattr(sys, "argv", [str(LADDER), "--file", str(_file_of(swapped, tmp_path)), "--unclear", "600"])
    runpy.run_path(str(LADDER), run_name="__main__")
    assert capsys.readouterr().out.splitlines()[0] == "1 of 1 are not clear:"


def _file_of(puzzle: Puzzle, folder: Path) -> Path:
    path = folder / "one.jsonl"
    path.write_text(json.dumps(puzzle.to_json()) + "\n", "utf-8")
    return path


def test_a_puzzle_comes_back_from_its_line() -> None:
    for puzzle in SOME:
        again = Puzzle.from_json(json.loads(json.dumps(puzzle.to_json())))
        assert (again, again.id) == (puzzle, puzzle.id)


def broken(change: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(json.dumps(PUZZLES[0].to_json()))
    step = data["steps"][0]
    match change:
        case "illegal":
            step["turn"] = [*step["key"], "Ga1", "Ga1"]
        case "part of a turn":
            step["rival"] = step["rival"][:1] if len(step["rival"]) == 2 else []
        case "rival with the key":
            step["rival"] = step["turn"]
        case "no key":
            step["key"] = []
        case "no proof":
            step["proofs"].pop()
        case "no steps":
            data["steps"] = []
        case "no id":
            data["id"] = "0"
        case "no position":
            del data["position"]
    return data


def test_what_may_be_missing_from_a_puzzle() -> None:
    data: dict[str, Any] = json.loads(json.dumps(PUZZLES[0].to_json()))
    del data["rules_version"], data["steps"][-1]["replies"], data["steps"][-1]["proofs"][0]["error"]
    assert Puzzle.from_json(data) == replace(PUZZLES[0], rules_version=1)


@pytest.mark.parametrize("where", ["puzzle", "position", "step", "proof"])
def test_what_there_is_not_in_a_puzzle_is_refused_by_name(where: str) -> None:
    data: dict[str, Any] = json.loads(json.dumps(PUZZLES[0].to_json()))
    step = data["steps"][0]
    part = {"puzzle": data, "position": data["position"], "step": step, "proof": step["proofs"][0]}[where]
    part["naps"] = 1
    with pytest.raises(BadPuzzle, match="'naps'"):
        Puzzle.from_json(data)


def test_the_stored_id_is_the_puzzles_whatever_its_position() -> None:
    stored = {**json.loads(json.dumps(PUZZLES[0].to_json())), "id": "0123456789ab"}
    puzzle = Puzzle.from_json(stored)
    files = {name: json.loads(text) for name, text in packed([puzzle]).items()}
    assert puzzle.id == puzzle.to_json()["id"] == "0123456789ab"
    assert files["index.json"]["puzzles"][0][0] == files["0.json"]["puzzles"][0]["id"] == "0123456789ab"


@pytest.mark.parametrize(
    "change",
    [
        "illegal",
        "part of a turn",
        "rival with the key",
        "no key",
        "no proof",
        "no steps",
        "no id",
        "no position",
    ],
)
def test_a_puzzle_that_is_none_is_refused(change: str) -> None:
    with pytest.raises(BadPuzzle):
        Puzzle.from_json(broken(change))


@pytest.mark.parametrize(
    ("board", "turn", "theme"),
    [
        ("G e8 e9 e10; M c3 d3", "Re8", "claim"),
        ("G e8 e9 e10; M c3 d3", "Re8", "tile"),
        ("G e8 e9 @1; G k8 k9 k10; M c3 d3", "Rk8", "steal"),
        ("M c3 d3", "Ge3", "block"),
        ("G e4 e5 @0; M c3 d3", "Me3", "street"),
    ],
)
def test_what_a_turn_is_about(board: str, turn: str, theme: str) -> None:
    assert theme in themes_of(city("second", 3, board, left=1), moves(turn), moves("Oa1"))


def test_gates_tea_and_the_last_pieces() -> None:
    few = city("second", 3, "M c3 d3; W Na", gates=True, left=1, hands={0: "D1 O1 T1"})
    assert set(themes_of(few, moves("DNb"), moves("Oa1"))) >= {"gates", "last"}
    assert "tea" in themes_of(city("second", 3, "M c3 d3", hands={0: "O3 T1"}), moves("Oa1 T"), moves("Oa1 Oa2"))


def test_a_turn_that_takes_something_away_from_the_next_denies() -> None:
    tempting = city("second", 3, "G e8 e9 e10 e11; M c3 d3", left=1)
    assert "deny" in themes_of(tempting, moves("Ne8"), moves("Oa1"))
    assert "deny" not in themes_of(tempting, moves("Pk5"), moves("Oa1"))


def test_a_file_grows_without_neighbours_and_goes_on_where_it_stopped(tmp_path: Path) -> None:
    one, other = PUZZLES[:2]
    file = tmp_path / "found.jsonl"
    collection = Collection(file)
    assert collection.add("first", Found(one.game, (one,), 30)) == [one]
    assert collection.add("again", Found(one.game, (other,), 30)) == []
    assert collection.add("near", Found("another game", (replace(one, game="another game"),), 30)) == []
    with file.open("a", encoding="utf-8") as half:
        half.write('{"id": "half')
    resumed = Collection(file)
    assert resumed.puzzles == [one]
    assert resumed.done == {"first", "again", "near"}
    assert resumed.add("last", Found("a third game", (replace(other, game="a third game"),), 30))
    assert len(list(read_puzzles(file))) == 2


def test_results_are_taken_in_the_order_of_the_games() -> None:
    assert list(in_order([(2, "c"), (0, "a"), (1, "b"), (3, "d")])) == ["a", "b", "c", "d"]


def test_games_come_from_files_folders_and_data_sets() -> None:
    golden = Path(__file__).parents[1] / "data" / "golden"
    tasks = list(from_files([golden, golden / "04-second-2.mgn", Path(SAMPLE)]))
    assert len(tasks) > 18
    record = tasks[0].game()
    assert all(not record.positions[ply].is_mid_turn for ply in turn_starts(record))


def test_the_command_mines_a_game_once_and_checks_the_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    start = medina.new_game("second", players=2, well="f6", market="c3")
    (tmp_path / "game.mgn").write_text(medina.write_record(medina.Record.new(start).play("Ge8")), encoding="utf-8")
    file = tmp_path / "found.jsonl"
    for _ in range(2):
        arguments = ["puzzles", "mine", str(file), str(tmp_path / "game.mgn"), "--nodes", "20", "--jobs", "1"]
        assert main(arguments) == 0
    assert len((tmp_path / "found.jsonl.games").read_text(encoding="utf-8").splitlines()) == 1
    assert main(["puzzles", "check", str(SHIPPED)]) == 0
    assert f"puzzles: {len(PUZZLES)}" in capsys.readouterr().out


def test_puzzles_of_version_1_keep_their_ids_and_are_read_by_its_rules() -> None:
    file = Path(__file__).parents[1] / "data" / "earlier" / "rules-1" / "puzzles.jsonl"
    puzzles = list(read_puzzles(file))
    assert [puzzle.id for puzzle in puzzles] == [json.loads(line)["id"] for line in file.read_text().splitlines()]
    assert [puzzle.start.ruleset.edition for puzzle in puzzles] == ["first", "second"]
    for puzzle in puzzles:
        rules = puzzle.start.ruleset
        assert (rules.last_player_roofs, rules.both_placements, rules.connection) == (False, False, "tower")
        assert puzzle.to_json()["id"] == puzzle.id
