"""`medina play` through pipes: what scripts see, and every command."""

from __future__ import annotations

import io
import random
import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from terminal_tools import piped

from medina import Record, new_game, read_record, write_record
from medina.bots import BOTS
from medina.cli import main

Play = Callable[..., str]


def play(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], lines: list[str], *options: str) -> str:
    """The output of a game given these lines, in this process."""
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
    assert main(["play", "--seed", "7", "--bots", "random", *options]) == 0
    return capsys.readouterr().out


@pytest.fixture
def game(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Play:
    """Play lines in this process."""

    def run(lines: list[str], *options: str) -> str:
        return play(monkeypatch, capsys, lines, *options)

    monkeypatch.setenv("COLUMNS", "120")
    return run


def test_a_script_plays_from_a_pipe() -> None:
    done = piped("play", "--seed", "3", given="Wna\n")
    assert done.returncode == 0
    assert done.stderr == ""
    assert "Your turn: place one piece." in done.stdout
    assert "Your turn: first of two pieces." in done.stdout
    assert "The input ended after 3 moves, in the middle of the game." in done.stdout
    assert done.stdout.rstrip().endswith("Thank you for playing. Goodbye!")
    assert "\x1b" not in done.stdout


def test_a_whole_game_by_hints_ends_with_a_score_sheet(tmp_path: Path) -> None:
    """Play every hint: the moves a script sees are all legal, and the game comes to its end."""
    start = new_game("second", 2, seed=11)
    record = Record.new(start, {"Seat0": "human", "Seat1": "player two"})
    draw = random.Random(4)
    while record.position.legal_moves:
        record = record.play(draw.choice(record.position.legal_moves))
    (tmp_path / "start.mgn").write_text(write_record(Record.new(start, record.tags)), encoding="utf-8")
    lines = "".join(f"{move.text.lower() if move.piece != 'T' else 't'}\n" for move in record.moves)
    done = piped("play", "start.mgn", given=lines, cwd=tmp_path)
    assert "Score sheet" in done.stdout
    total = next(line for line in done.stdout.splitlines() if "total" in line)
    assert [int(number) for number in re.findall(r"\d+", total)] == list(record.position.scores)
    best = max(record.position.scores)
    assert f"with {best} points" in done.stdout


def test_wrong_moves_say_why_and_what_to_try(game: Play) -> None:
    out = game(["WNc", "Gp5", "Ge99", "xyzzy", "why", "why WNc", "why T", "why Gp1"])
    assert "Nc touches neither a tower nor a wall of its side (rule 9.1). You can place this piece (wall) on: " in out
    assert "E1, E10, Na, Nn, Sa, Sn, W1, W10." in out
    assert "Gp5 is not on this board: its columns are a to n, its rows 1 to 10." in out
    assert "Ge99 is not on this board" in out
    assert '"xyzzy" is neither a move nor a command.' in out
    assert "for example: why Oe6" in out
    assert "You have no tea tile (rule 10.3)." in out
    assert "Gp1 is not on this board" in out
    assert "after 0 moves" in out


def test_a_letter_shows_cells_and_a_cell_or_number_places(game: Play) -> None:
    out = game(["w", "na"])
    assert "E1, E10, Na, Nn, Sa, Sn, W1, W10" in out
    assert "Type a cell for this piece (wall)" in out
    assert "after 3 moves" in out
    out = game(["m", "2"])
    assert "Type a cell or a number for this piece (merchant)" in out
    options = re.findall(r"^(\d)  (M[a-n]\d+)  a merchant on", out, flags=re.MULTILINE)
    assert [number for number, _ in options] == ["1", "2", "3", "4"]
    assert f"{options[1][1]} a merchant on" in out or "after 3 moves" in out
    assert "after 3 moves" in out


def test_a_piece_off_its_ground_is_told_where_it_goes(game: Play) -> None:
    out = game(["w", "c4", "gnc", "why wc4"])
    assert out.count("c4 lies in the city; walls go into the ring around it") == 2
    assert "Nc lies in the ring of walls; buildings go on empty cells of the city (rule 5.2)." in " ".join(out.split())


def test_letters_and_numbers_that_lead_nowhere(game: Play) -> None:
    out = game(["r", "4", "9" * 5000, "Na", "k99", "e5"])
    assert "You cannot place this piece (roof) now." in out
    assert "There is no such number in the list." in out
    assert '"9999' in out, "a number beyond all lists is nonsense"
    assert "Which move to Na? Possible: WNa" in out
    assert "k99 is not on this board: its columns are a to n, its rows 1 to 10." in out
    assert re.search(r"Which move to e5\? Possible: Be5, Ge5, Oe5, Pe5|can go to e5 now", out)


def test_a_piece_that_is_gone_is_refused_in_one_sentence(game: Play) -> None:
    out = game(["DNb"])
    assert "You have no gates left (rule 4.2).\n" in out


@pytest.mark.parametrize(
    ("street", "cell", "told"),
    [
        ("Mc2 Mb2 Mb1", "b10", "Mb10/Sb a merchant on b10, out through the gate Sb"),
        ("Mc2 Mb2 Mb1 Mc4 Mc5 Mc6 Mc7 Mc8 Mc9 Mc10 Mb10", "n2", "Which move to n2? Possible: Mn2/Nb, Mn2/Sb"),
    ],
    ids=["one way", "two ways"],
)
def test_a_cell_behind_gates(
    street: str, cell: str, told: str, game: Play, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    record = Record.new(new_game("second", 2, gates=True, well="f6", market="c3"))
    for move in f"WNa DNb WSa DSb WE1 DE2 {street}".split():
        record = record.play(move)
    (tmp_path / "gates.mgn").write_text(write_record(record), encoding="utf-8")
    out = game([f"M{cell}", "m", cell], "gates.mgn")
    assert re.search(rf"You can place this piece \(merchant\) on: .*\b{cell}/Sb", out), "not the cell just refused"
    assert told in out


def test_two_moves_on_a_line_and_no_third(game: Play) -> None:
    assert "after 7 moves" in game(["WNa", "WE1,WE2"])
    out = game(["WNa", "WE1 WE2 WE3"])
    assert "WE3 was not played: your turn is over." in out


def test_undo_takes_back_and_says_when_it_cannot(game: Play) -> None:
    out = game(["undo", "WNa", "undo"])
    assert "There is nothing of yours to take back." in out
    assert "Taken back." in out
    assert "after 0 moves" in out


def test_hint_moves_score_and_help(game: Play) -> None:
    out = game(["hint", "moves", "score", "help", "hilfe"])
    assert re.search(
        r"Hint: [GPBOSMW]\w+ .+\. Expected at the end: player 1 \d+, player 2 \d+; chance to win \d+ %\.", out
    )
    assert "M  merchant (4): M" in out
    assert out.count("Score sheet") == 1
    assert out.count("Writing moves (upper or lower case)") == 2


def test_save_asks_before_it_replaces_and_load_goes_on(
    game: Play, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "taken.mgn").write_text("mine")
    out = game(["WNa", "save one", "save one.mgn", "save taken.mgn", "n", "load", "load taken.mgn", "load one.mgn"])
    assert out.count("Saved as one.mgn.") == 2
    assert "taken.mgn exists. Replace it?\nNot saved." in out, "the next line is the answer"
    assert (tmp_path / "taken.mgn").read_text() == "mine"
    assert "Say which file" in out
    assert "taken.mgn cannot be read as a game record: This is not a game record of Medina" in out
    assert "Going on with one.mgn." in out
    record = read_record((tmp_path / "one.mgn").read_text(encoding="utf-8"))
    assert record.moves[0].text == "WNa"
    assert record.tags["Seat1"] == "bot:random"
    out = game(["WNa", "save taken.mgn", "y", "save", "save no/such/folder.mgn", "load none.mgn"])
    assert out.count("Saved as taken.mgn.") == 2, "save alone writes to the same file again"
    assert out.count("That file cannot be used") == 2


@pytest.mark.parametrize(
    "line", ["save /", "save .", "save ..", "save ~nobody/x", "load ~nobody", "load .", "load zip"]
)
def test_files_that_cannot_be_are_refused_in_a_sentence(
    line: str, game: Play, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "zip").write_bytes(b"PK\xff\xfe")
    out = game([line, "WNa"])
    assert re.search(r"cannot be used: \S+ is a folder|: there is no such file or|zip is no text file", out)
    assert "after 3 moves" in out, "the game goes on"
    assert [file.name for file in tmp_path.iterdir()] == ["zip"]


def test_save_without_a_name_makes_one(game: Play, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    game(["save"])
    (file,) = tmp_path.glob("medina-*.mgn")
    assert read_record(file.read_text(encoding="utf-8")).moves == ()


def test_resign_new_and_quit(game: Play) -> None:
    out = game(["resign", "n", "resign", "y", "WNa", "quit"])
    assert '"WNa" is neither a move nor a command' in out, "the game is over"
    assert "Resigned: you." in out
    assert "Score sheet" in out
    out = game(["WNa", "new", "n", "new", "y", "quit", "WNb"])
    assert "after" not in out, "quit leaves at once in a pipe"
    assert out.rstrip().endswith("Goodbye!")


def test_bots_are_introduced_and_chosen_for_another_game(game: Play) -> None:
    out = game(["bots", "new nobody", "new greedy", "y", "WNa", "quit"])
    introduced = re.findall(r"^(\w+) +\d+ ", out, flags=re.MULTILINE)
    assert introduced == list(BOTS)
    assert "There is no bot called 'nobody'." in out
    assert re.search(r"^ 2  greedy: ", out, flags=re.MULTILINE)
    assert not re.search(r"^ 2  random: ", out, flags=re.MULTILINE)


def test_help_of_the_command_introduces_the_bots(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["play", "--help"])
    out = capsys.readouterr().out
    assert all(re.search(rf"^  {name} +\w", out, flags=re.MULTILINE) for name in BOTS)


def test_a_finished_game_can_be_saved_and_another_begun(
    game: Play, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    out = game(["resign", "y", "save end.mgn", "score", "", "WNa", "quit"])
    assert "Saved as end.mgn." in out
    assert out.count("Score sheet") == 2
    assert out.count("Your turn: first of two pieces.") == 1
    assert (tmp_path / "end.mgn").exists()


def test_bots_among_themselves_play_to_the_end(game: Play) -> None:
    out = game([], "--seat", "0", "--players", "3", "--gates")
    assert "wins with" in out or "share the victory" in out


def test_your_seat_can_be_any(game: Play) -> None:
    out = game([], "--seat", "2")
    assert re.search(r"^>  2  you ", out, flags=re.MULTILINE)
    assert "after 1 moves" in out


def test_first_edition_founds_the_market(game: Play) -> None:
    out = game(["ma1", "mc3", "md3"], "--edition", "first")
    assert "Found the market: a merchant (M) on a cell away from the edge." in out
    assert "a1 is on the edge" in out
    assert " 3  random " in out, "three players, the smallest game of that edition"
    assert "Your turn: second piece." in out


def test_switches_change_the_rules(game: Play) -> None:
    assert "tea" in game([]).split("Your pieces")[0]
    assert "tea" not in game([], "--no-tea").split("Your pieces")[0]
    assert "~~~" not in game([], "--no-well")
    assert "≈≈≈" not in game([], "--no-well")
    assert "first of two pieces" in game([], "--no-short-first-turn")


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        (["--bots", "nobody"], "There is no bot called 'nobody'."),
        (["--bots", "nobody", "--lang", "de"], "Einen Bot namens „nobody“ gibt es nicht."),
        (["--seat", "3"], "Your seat is a number from 1 to 2, or 0 to watch."),
        (["--seconds", "-1"], "The time to think is a number of seconds, zero or more."),
        (["--seconds", "nan"], "The time to think is a number of seconds, zero or more."),
        (["--edition", "first", "--players", "2"], "The first edition has no two-player game."),
        (["none.mgn"], "none.mgn: there is no such file or folder"),
    ],
)
def test_wrong_options_are_sentences(options: list[str], problem: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", *options]) == 2
    assert problem in capsys.readouterr().err


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("fr", ["À vous\N{NO-BREAK SPACE}: posez une pièce.", "Vos pièces\N{NO-BREAK SPACE}:", "Au revoir"]),
        ("de", ["Du bist dran", "Deine Teile:"]),
    ],
)
def test_other_languages(game: Play, lang: str, words: list[str]) -> None:
    out = game(["hilfe", "aide"], "--lang", lang)
    assert all(word in out for word in words)


def test_the_same_seed_gives_the_same_game(game: Play) -> None:
    lines = ["WNa", "WNb", "WNc"]
    assert game(lines) == game(lines)
