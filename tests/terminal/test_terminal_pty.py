"""The terminal programs in a real (pseudo) terminal: keys, redrawing, completion, Ctrl-C."""

from __future__ import annotations

from pathlib import Path

import pytest
from terminal_games import random_record
from terminal_tools import Terminal

from medina import read_record, write_record

pytestmark = pytest.mark.processes

GAME = ("play", "--seed", "7", "--bots", "random")
GOLDEN = Path(__file__).parent.parent / "data" / "golden"


def test_play_a_turn_ask_and_leave(tmp_path: Path) -> None:
    with Terminal(*GAME, cwd=tmp_path) as term:
        term.ready("Your turn: place one piece.")
        assert "\x1b[38;5;" in term.raw, "in colour"
        term.line("wnc")
        term.ready("(rule 9.1)")
        term.line("hint")
        term.ready("Hint: ")
        assert "(rule 9.1)" not in term.screen, "drawn anew"
        term.line("w")
        term.ready("Type a cell for this piece (wall)", prompt="W >")
        assert "●" in term.screen
        term.line("na")
        term.ready("Your turn: first of two pieces.")
        assert "●" not in term.screen
        term.line("undo")
        term.ready("Taken back.")
        term.line("help")
        for heading in ("Writing moves", "Commands (Tab completes)", "The board"):
            term.ready(heading, prompt="Press Enter to go on.")
            term.line("")
        term.ready("Your turn: place one piece.")
        term.line("WNa")
        term.ready("Your turn: first of two pieces.")
        term.line("save g.mgn")
        term.ready("Saved as g.mgn.")
        term.line("quit")
        term.expect("Leave the game?")
        term.line("n")
        term.ready()
        term.line("quit")
        term.expect("Leave the game?")
        term.line("")
        assert term.end() == 0
        assert "Goodbye!" in term.screen
    assert read_record((tmp_path / "g.mgn").read_text(encoding="utf-8")).moves[0].text == "WNa"


def test_tab_completes_moves_and_commands() -> None:
    with Terminal(*GAME) as term:
        term.ready("Your turn: place one piece.")
        term.send("mo\t\r")
        term.ready("M  merchant (4): M")
        term.send("sC\t")
        term.send("\x15wna\t\r")
        term.ready("Your turn: first of two pieces.")
        term.send("und\t\r")
        term.ready("Taken back.")


@pytest.mark.parametrize("key", ["\x03", "\x04"], ids=["ctrl-c", "ctrl-d"])
def test_interrupting_asks_before_leaving(key: str) -> None:
    with Terminal(*GAME) as term:
        term.ready("Your turn")
        term.send(key)
        term.expect("Leave the game?")
        term.line("n")
        term.ready("Your turn")
        assert "Leave the game?" not in term.screen
        term.send(key)
        term.expect("Leave the game?")
        term.send(key)
        assert term.end() == 0


def test_resigning_offers_another_game() -> None:
    with Terminal(*GAME, lines=50) as term:
        term.ready("Your turn: place one piece.")
        term.line("WNa")
        term.ready("Your turn: first of two pieces.")
        term.line("resign")
        term.expect("Give this game up?")
        term.line("y")
        term.expect("Enter for another game")
        assert "Resigned: you." in term.screen
        term.line("")
        term.ready("Your turn: place one piece.")
        term.line("WNa")
        term.ready("Your turn: first of two pieces.")
        term.line("resign")
        term.expect("Give this game up?")
        term.line("y")
        term.expect("Enter for another game")
        term.line("undo")
        term.ready("Taken back.")
        term.line("resign")
        term.expect("Give this game up?")
        term.line("y")
        term.expect("Enter for another game")
        term.line("n")
        assert term.end() == 0


@pytest.mark.parametrize(
    ("columns", "lines", "signs"),
    [
        (80, 20, ["R4 N2", "G8  P8"]),
        (80, 24, ["pts bld", "G grey 8"]),
        (160, 45, ["pts bld", "▟M▙"]),
        (50, 20, ["too narrow"]),
    ],
    ids=["compact", "table", "large", "narrow"],
)
def test_the_screen_fits_the_terminal(columns: int, lines: int, signs: list[str]) -> None:
    with Terminal(*GAME, columns=columns, lines=lines) as term:
        term.ready()
        for sign in signs:
            assert sign in term.screen
        assert "1◗" in "".join(term.screen.lines[:2]), "the top of the board is still on the screen"


def test_no_color_is_respected() -> None:
    with Terminal(*GAME, NO_COLOR="1") as term:
        term.ready("Your turn")
        assert "(1)" in term.screen
        assert "\x1b[38" not in term.raw
        assert "\x1b[48" not in term.raw


def test_watching_bots_can_be_interrupted() -> None:
    with Terminal(*GAME, "--seat", "0", "--players", "2") as term:
        term.expect("pts bld")
        term.send("\x03")
        term.expect("Leave the game?")
        term.line("")
        assert term.end() == 0


def test_replay_steps_with_the_keyboard(game: Path) -> None:
    record = random_record(40)
    ends = [sum(len(turn.moves) for turn in record.turns[: index + 1]) for index in range(2)]
    with Terminal("replay", str(game), columns=120, lines=32) as term:
        term.expect("move 0 of 40")
        term.expect("The game begins.")
        for keys, number in [
            ("\x1b[C", 1),
            ("j", 2),
            ("\x1b[D", 1),
            ("k", 0),
            ("n", ends[0]),
            ("n", ends[1]),
            ("p", ends[0]),
            ("\x1b[F", 40),
            ("\x1b[C", 40),
            ("\x1b[H", 0),
            ("G", 40),
        ]:
            term.send(keys)
            term.expect(f"move {number} of 40")
        term.expect(record.moves[-1].text)
        term.send("q")
        assert term.end() == 0


def test_a_small_terminal_shows_the_end_of_a_replay(tmp_path: Path) -> None:
    record = read_record((GOLDEN / "15-first-4-gates.mgn").read_text(encoding="utf-8"))
    file = tmp_path / "commented.mgn"
    file.write_text(write_record(record.with_comment(len(record.turns) - 1, "Well played!")), encoding="utf-8")
    with Terminal("replay", str(file), "--at", "150", columns=80, lines=24) as term:
        term.expect("q quit")
        assert "“Well played!”" in term.screen
        assert "player 3 wins with 54 points." in term.screen
        term.send("q")
        assert term.end() == 0


def test_replay_plays_by_itself_and_stops_at_the_end(game: Path) -> None:
    with Terminal("replay", str(game), "--at", "-5", "--delay", "0.2", columns=120, lines=50) as term:
        term.expect("move 35 of 40")
        term.expect("Space play")
        term.send(" ")
        term.expect("Space stop")
        term.expect("move 40 of 40")
        term.expect("Space play")
        term.send("q")
        assert term.end() == 0


def test_a_small_terminal_shows_the_end_in_two_steps() -> None:
    with Terminal(*GAME, columns=80, lines=24) as term:
        term.ready("Your turn")
        term.line("resign")
        term.expect("Give this game up?")
        term.line("y")
        term.ready("◖1◗", prompt="The game is over. Press Enter to go on.")
        assert "Score sheet" not in term.screen
        term.line("")
        term.expect("Enter for another game")
        assert "Score sheet" in term.screen
        term.line("help")
        term.expect("Press Enter to go on.")
        term.send("\x03")
        assert term.end() == 0
        assert "Goodbye!" in term.screen
