"""`medina show`: a position printed, or written as SVG or PNG."""

from __future__ import annotations

import struct
from pathlib import Path
from xml.etree import ElementTree

import pytest
from terminal_games import random_record
from terminal_tools import piped

from medina.cli import main


def test_prints_the_final_position(game: Path) -> None:
    shown = piped("show", str(game))
    assert shown.returncode == 0
    lines = shown.stdout.splitlines()
    assert lines[0].startswith("Friday night · 2026-11-15 · second edition · with gates   move 40 of 40")
    assert lines[1].split() == list("abcdefghijklmnop")
    assert "\x1b" not in shown.stdout
    record = random_record(40)
    turn = record.position.turn
    assert turn is not None
    assert lines[-1].strip() == f"{turn + 1}  {['Ada', 'greedy', 'Zoé'][turn]}: to place"
    assert record.moves[-1].text in lines[-2]


def test_at_counts_moves_from_the_start_or_the_end(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", str(game), "--at", "0"]) == 0
    start = capsys.readouterr().out
    assert "move 0 of 40" in start
    assert "The game begins." in start
    assert main(["show", str(game), "--at", "-38"]) == 0
    assert "move 2 of 40" in capsys.readouterr().out


def test_shows_the_comment_of_a_turn_where_the_turn_ends(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shown = []
    for number in range(6):
        main(["show", str(game), "--at", str(number)])
        shown.append("a bold start" in capsys.readouterr().out)
    assert shown == [False, False, False, False, True, False], "the third turn ends with the fourth move"


def test_names_the_winner_of_a_finished_game(finished: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", str(finished)]) == 0
    scores = random_record(1000).position.scores
    winner = ["Ada", "greedy", "Zoé"][scores.index(max(scores))]
    assert f"{winner} wins with {max(scores)} points." in capsys.readouterr().out


def test_writes_svg_and_png(game: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    svg, png = tmp_path / "out.svg", tmp_path / "out.png"
    assert main(["show", str(game), "--at", "17", "--svg", str(svg), "--png", str(png), "--width", "200"]) == 0
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.splitlines() == [f"Written: {svg}", f"Written: {png}"]
    root = ElementTree.parse(svg).getroot()
    record = random_record(40)
    drawn = {element.get("data-cell") for element in root.iter()} - {None}
    assert drawn == {*record.positions[17].cells, *record.positions[17].walls}
    assert [element.get("data-last") for element in root.iter() if element.get("data-last")] != []
    assert struct.unpack(">I", png.read_bytes()[16:20]) == (200,)


def test_svg_to_standard_output_and_record_from_standard_input(game: Path) -> None:
    shown = piped("show", "-", "--svg", "-", "--no-coordinates", given=game.read_text(encoding="utf-8"))
    assert shown.returncode == 0
    assert ElementTree.fromstring(shown.stdout).get("role") == "img"
    assert 'data-part="coordinates"' not in shown.stdout


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["--at", "41"], "There is no move 41: the game has 40 moves."),
        (["--at", "-41"], "There is no move -41: the game has 40 moves."),
        (["--png", "x.png", "--width", "5"], "The width of a drawing is between 50 and 10000 pixels."),
    ],
)
def test_says_what_is_wrong(game: Path, arguments: list[str], problem: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", str(game), *arguments]) == 2
    assert capsys.readouterr().err.strip() == problem


def test_files_that_are_no_records(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    binary = tmp_path / "picture.mgn"
    binary.write_bytes(b"\x89PNG\xff\xfe")
    assert main(["show", str(binary)]) == 2
    assert f"{binary} is no text file." in capsys.readouterr().err
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear Ana", encoding="utf-8")
    assert main(["show", str(letter), "--lang", "fr"]) == 2
    what = "Ce n'est pas une partie de Medina\N{NO-BREAK SPACE}: une partie enregistrée commence par des étiquettes"
    assert f"{letter} ne se lit pas comme une partie\N{NO-BREAK SPACE}: {what}" in capsys.readouterr().err
    assert main(["show", str(tmp_path / "none.mgn")]) == 2
    assert "none.mgn" in capsys.readouterr().err


def test_ascii_output_stays_readable(game: Path) -> None:
    shown = piped("show", str(game), PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert shown.returncode == 0
    assert shown.stdout.isascii()
    assert "###" in shown.stdout


def test_other_languages(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", str(game), "--at", "0", "--lang", "fr"]) == 0
    assert "La partie commence." in capsys.readouterr().out


def test_replay_without_a_terminal_says_what_to_do(game: Path) -> None:
    done = piped("replay", str(game))
    assert done.returncode == 2
    assert done.stderr.startswith("Replaying needs a terminal with a keyboard.")
    assert f"medina show {game}" in done.stderr
