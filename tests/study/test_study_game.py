"""Whole games under analysis: by a simple analyst that everybody can follow, and by the real one."""

from __future__ import annotations

import json
import os
import pickle
import signal
import subprocess
import sys
import time
from pathlib import Path
from xml.etree import ElementTree

import pytest
from resvg_py import svg_to_bytes

import medina
from medina.cli import main
from medina.notation import write_record
from medina.study import (
    BadStudy,
    Evaluation,
    GameStudy,
    Line,
    Outlook,
    analyse_game,
    annotated,
    bot_analyst,
    graph_png,
    graph_svg,
    grow,
    hint,
    mark_of,
    mistakes_markdown,
    next_step,
    study_data,
    value,
)
from medina.study.graph import FONT
from medina.study.themes import LAST_PIECES, themes_of_mistake
from medina.study.thresholds import BLUNDER, INACCURACY, MISTAKE
from medina.words import LANGUAGES

GOLDEN = Path(__file__).parent.parent / "data" / "golden"


def golden(name: str, moves: int) -> medina.Record:
    """The first moves of a golden game."""
    record = medina.read_record((GOLDEN / f"{name}.mgn").read_text("utf-8"))
    return record.undo(len(record.moves) - moves)


def outlook(position: medina.Position) -> Outlook:
    """As simple as can be: what everybody has now, and a chance in proportion."""
    total = sum(position.scores) + len(position.scores)
    return Outlook(tuple(map(float, position.scores)), tuple((score + 1) / total for score in position.scores))


def counting(position: medina.Position) -> Evaluation:
    """An analyst who counts points, and knows only roofs and walls."""
    if position.phase == "over":
        return bot_analyst(nodes=1)(position)
    moves = [move for move in position.legal_moves if move.piece in "RW"] or list(position.legal_moves[:1])
    lines = [Line(move, outlook(position.play(move)), (move,)) for move in moves]
    seat = position.turn or 0
    best = sorted(lines, key=lambda line: (-value(line.outlook, seat), line.move))
    return Evaluation(outlook(position), tuple(best[:5]))


@pytest.fixture(scope="module")
def study() -> GameStudy:
    *_, last = analyse_game(golden("01-second-4", 40), analyst=counting)
    return last


def test_a_study_grows_by_a_position_at_a_time() -> None:
    record = golden("04-second-2", 12)
    steps = [(step.done, step.total) for step in analyse_game(record, analyst=counting)]
    assert steps == [(done, 13) for done in range(1, 14)]


def test_a_mistake_is_what_the_better_move_would_have_been_worth(study: GameStudy) -> None:
    assert study.mistakes
    for mistake in study.mistakes:
        before = study.record.positions[mistake.number - 1]
        gained = value(outlook(before.play(mistake.better.move)), mistake.seat)
        assert mistake.move == study.record.moves[mistake.number - 1] != mistake.better.move
        assert mistake.loss == pytest.approx(gained - value(outlook(before.play(mistake.move)), mistake.seat))
        assert before.turn == mistake.seat


def test_a_mistake_with_the_last_pieces_says_so() -> None:
    whole = medina.read_record((GOLDEN / "04-second-2.mgn").read_text("utf-8"))
    end = medina.Record(whole.positions[-25:], whole.moves[-24:])
    *_, study = analyse_game(end, analyst=counting)
    found = [(end.positions[number - 1], step.criticism) for number, step in enumerate(study.steps) if step.criticism]
    hands = [
        sum(n for piece, n in position.stocks[position.turn or 0].items() if piece != "T") for position, _ in found
    ]
    assert [criticism.hand for _, criticism in found] == hands
    themes = [themes_of_mistake(one.better.move, one.merits, one.faults, one.hand) for _, one in found]
    assert ["last" in some for some in themes] == [hand <= LAST_PIECES for hand in hands]
    assert any("last" in some for some in themes)
    assert [mistake.loss for mistake in study.worst] == sorted((m.loss for m in study.mistakes), reverse=True)


def test_every_move_has_its_loss_and_the_loss_its_mark(study: GameStudy) -> None:
    losses = [step.loss for step in study.steps]
    assert losses[0] is None
    assert all(loss is not None and loss >= 0 for loss in losses[1:])
    marked = {number for number, loss in enumerate(losses) if mark_of(loss or 0) is not None}
    assert marked == {mistake.number for mistake in study.mistakes}
    edges = (INACCURACY - 0.001, INACCURACY, MISTAKE - 0.001, MISTAKE, BLUNDER - 0.001, BLUNDER)
    assert [mark_of(loss) for loss in edges] == [None, "?!", "?!", "?", "?", "??"]
    difference = 0.5 - 0.34  # a little less than 0.16, and told as 0.16
    assert difference < BLUNDER
    assert mark_of(difference) == mark_of(round(difference, 4)) == "??"


def test_a_study_that_was_begun_goes_on_from_there(study: GameStudy) -> None:
    *_, last = grow(GameStudy(study.record, study.steps[:25]), counting)
    assert last == study
    for done in (0, 1, 25, study.total - 1):
        tail = pickle.loads(pickle.dumps(GameStudy(study.record, study.steps[:done]).tail))
        assert len(tail.record.positions) <= 3
        assert next_step(tail, counting) == study.steps[done]
    assert list(grow(study, counting)) == []


def test_the_best_moves_are_no_mistakes() -> None:
    record = medina.Record.new(golden("01-second-4", 1).start)
    for _ in range(12):
        record = record.play(counting(record.position).lines[0].move)
    *_, last = analyse_game(record, analyst=counting)
    assert last.mistakes == ()
    assert "No mistakes were found." in mistakes_markdown(last, 10, "en")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_annotated_record_is_a_record_of_the_same_game(study: GameStudy, lang: str) -> None:
    text = write_record(annotated(study, lang))
    read = medina.read_record(text)
    assert read.moves == study.record.moves
    assert write_record(read) == text
    assert len(read.comments) == len(read.turns)
    for mistake in study.mistakes:
        assert f"{mistake.move}{mistake.mark}" in read.comments[mistake.word]
        assert str(mistake.better.move) in read.comments[mistake.word]


def test_comments_of_people_stay() -> None:
    record = golden("04-second-2", 4).with_comment(1, "a bold start")
    *_, last = analyse_game(record, analyst=counting)
    assert annotated(last).comments[1].startswith("a bold start ")


def test_the_graph_has_a_line_for_every_seat_in_both_diagrams(study: GameStudy) -> None:
    root = ElementTree.fromstring(graph_svg(study, "fr"))
    lines = [line for line in root.iter() if line.get("data-seat") is not None]
    assert sorted(line.get("data-seat", "") for line in lines) == sorted("01230123")
    assert {line.get("d", "").count("L") for line in lines} == {len(study.record.moves)}
    assert len({(line.get("stroke"), line.get("stroke-dasharray")) for line in lines}) == 4
    marked = {int(mark.get("data-mistake", "")) for mark in root.iter() if mark.get("data-mistake")}
    assert marked == {mistake.number for mistake in study.worst[:8]}


def test_the_graph_as_png_brings_its_own_letters(study: GameStudy) -> None:
    drawn = graph_png(study, width=480)
    assert drawn[:8] == b"\x89PNG\r\n\x1a\n"
    svg = graph_svg(study)
    assert drawn == bytes(svg_to_bytes(svg_string=svg, width=480, font_files=[str(FONT)], skip_system_fonts=True))
    assert drawn != bytes(svg_to_bytes(svg_string=svg, width=480, skip_system_fonts=True)), "no words without the font"


def test_a_part_of_a_study_can_be_written(study: GameStudy) -> None:
    growing = analyse_game(study.record, analyst=counting)
    part = [next(growing) for _ in range(15)][-1]
    growing.close()
    assert "Stopped after 15 of 41 positions" in mistakes_markdown(part, 10, "en")
    assert len(medina.read_record(write_record(annotated(part))).comments) < len(study.record.turns)
    ElementTree.fromstring(graph_svg(part))


def test_the_data_can_be_sent(study: GameStudy) -> None:
    data = json.loads(json.dumps(study_data(study, "en")))
    assert (data["done"], data["total"], len(data["outlooks"])) == (41, 41, 41)
    assert data["mistakes"][0]["move"] == study.worst[0].move.text


def test_what_cannot_be_analysed_is_a_sentence() -> None:
    record = golden("04-second-2", 2)
    with pytest.raises(BadStudy, match="no move has been played"):
        next(analyse_game(record.undo(2)))
    with pytest.raises(BadStudy, match="greater than 0"):
        next(analyse_game(record, seconds=-1))
    with pytest.raises(BadStudy, match="whole number from 1"):
        next(analyse_game(record, nodes=0))


def test_no_hint_in_a_finished_game() -> None:
    over = medina.read_record((GOLDEN / "04-second-2.mgn").read_text("utf-8")).position
    with pytest.raises(medina.GameOver):
        hint(over, nodes=10)


# The real analyst


def analysed(folder: Path, file: Path, *options: str) -> dict[str, bytes]:
    assert main(["analyse", str(file), "--nodes", "24", "--seed", "3", "--out", str(folder), *options]) == 0
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_analysing_on_the_command_line_is_reproducible(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "game.mgn"
    file.write_text(write_record(golden("04-second-2", 30)), "utf-8")
    once = analysed(tmp_path / "once", file, "--lang", "en")
    assert "Better:" in capfd.readouterr().out
    assert once == analysed(tmp_path / "twice", file, "--lang", "en")
    assert sorted(once) == ["game.json", "game.md", "game.mgn", "game.png", "game.svg"]
    assert medina.read_record(once["game.mgn"].decode()).moves == golden("04-second-2", 30).moves
    data = json.loads(once["game.json"])
    assert all(sum(outlook["wins"]) == pytest.approx(1, abs=0.01) for outlook in data["outlooks"])
    assert "Die größten Fehler" in analysed(tmp_path / "deutsch", file, "--lang", "de")["game.md"].decode()


def test_a_hint_is_a_legal_move_and_says_why() -> None:
    position = golden("05-first-3-gates", 60).position
    found = hint(position, nodes=40, seed=1)
    assert position.is_legal(found.move)
    assert found.sentence("en").startswith(f"{found.move} ")
    assert len({found.sentence(lang) for lang in LANGUAGES}) == len(LANGUAGES)
    assert hint(position, nodes=40, seed=1) == found


@pytest.mark.processes
def test_ctrl_c_keeps_what_has_been_analysed(tmp_path: Path) -> None:
    command = ["analyse", str(GOLDEN / "04-second-2.mgn"), "--seconds", "0.3", "--out", str(tmp_path), "--lang", "en"]
    job = subprocess.Popen(
        [sys.executable, "-c", "import sys; from medina.cli import main; sys.exit(main(sys.argv[1:]))", *command],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "TTY_COMPATIBLE": "1"},
    )
    assert job.stdout is not None
    said = ""
    while " 2/" not in said:
        said += job.stdout.read(1)
    time.sleep(0.2)
    job.send_signal(signal.SIGINT)
    out, err = job.communicate(timeout=60)
    assert job.returncode == 130, out + err
    assert "Stopped after" in out
    assert "Traceback" not in out + err
    assert 2 <= json.loads((tmp_path / "04-second-2.json").read_text())["done"] < 100


@pytest.mark.parametrize(
    ("content", "options", "sentence"),
    [
        (None, (), "there is no such file"),
        (b"\xff\xfe\x00", (), "is no text file"),
        (b"hello\n", (), "This is not a game record of Medina"),
        (b'[Edition "second"]\n[Players "2"]\n[Well "f6"]\n[Market "c3"]\n\n*\n', (), "nothing to analyse"),
        (
            b'[Edition "second"]\n[Players "2"]\n[Well "f6"]\n[Market "c3"]\n\n1. Ge8\n*\n',
            ("--seconds", "-2"),
            "greater than 0",
        ),
        (b'[Edition "second"]\n[Players "2"]\n[Well "f6"]\n[Market "c3"]\n\n1. Ge8\n*\n', ("--threads", "0"), "from 1"),
    ],
)
def test_bad_input_is_a_sentence(
    content: bytes | None, options: tuple[str, ...], sentence: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.mgn"
    if content is not None:
        file.write_bytes(content)
    assert main(["analyse", str(file), "--lang", "en", "--out", str(tmp_path / "out"), *options]) == 2
    said = capfd.readouterr().err
    assert sentence in said
    assert "Traceback" not in said


@pytest.mark.parametrize("out", ["taken", "taken/analysis"])
def test_a_folder_that_cannot_be_written_is_told_before_the_search(
    out: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "taken").touch()
    monkeypatch.setattr("medina.cli.analyse.analyse", lambda *_: pytest.fail("the search has begun"))
    assert main(["analyse", str(GOLDEN / "04-second-2.mgn"), "--lang", "en", "--out", str(tmp_path / out)]) == 2
    assert capfd.readouterr().err == f"{tmp_path / out}: a file stands where a folder is needed.\n"


def test_the_benchmark_compares_with_chess(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--seconds", "0.02", "--lang", "en"]) == 0
    said = capfd.readouterr().out
    assert "medina.rules" in said
    assert "medina.fast" in said
    assert "python-chess" in said
