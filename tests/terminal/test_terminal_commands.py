"""What typed lines mean."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from medina.terminal.commands import COMMANDS, Command, parse, tidy_move
from medina.words import LANGUAGES, say


@pytest.mark.parametrize(
    ("typed", "move"),
    [
        ("Ge5", "Ge5"),
        ("ge5", "Ge5"),
        ("GE10", "Ge10"),
        ("sA1", "Sa1"),
        ("wna", "WNa"),
        ("we5", "WE5"),
        ("dsc", "DSc"),
        ("me5/nc", "Me5/Nc"),
        ("ME5/W10", "Me5/W10"),
        ("t", "T"),
        ("rb2", "Rb2"),
        ("ne5", "Ne5"),
        ("wA1", "Wa1"),
        ("gnC", "GNc"),
        ("sw5", "SW5"),
    ],
)
def test_moves_in_any_case(typed: str, move: str) -> None:
    assert tidy_move(typed) == move
    assert parse(typed) == Command("place", (move,))


@pytest.mark.parametrize("typed", ["e5", "Xe5", "G", "Ge", "Gz5", "Te5", "Ge5/Nc", ""])
def test_what_is_no_move(typed: str) -> None:
    assert tidy_move(typed) is None


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("Ge5, me6", Command("place", ("Ge5", "Me6"))),
        ("  ge5   T ", Command("place", ("Ge5", "T"))),
        ("g", Command("piece", ("G",))),
        ("W", Command("piece", ("W",))),
        ("3", Command("number", ("3",))),
        ("e5", Command("cell", ("e5",))),
        ("nc", Command("cell", ("nc",))),
        ("", Command("nothing")),
        ("why Oe6", Command("why", ("Oe6",))),
        ("save my game.mgn", Command("save", ("my", "game.mgn"))),
        ("save a,b.mgn", Command("save", ("a,b.mgn",))),
        ("?", Command("help")),
        ("Q", Command("quit")),
        ("zurück", Command("undo")),
        ("hello there", Command("unknown", ("hello", "there"))),
        ("Ge5 nonsense", Command("unknown", ("Ge5", "nonsense"))),
    ],
)
def test_lines(line: str, command: Command) -> None:
    assert parse(line) == command


@pytest.mark.parametrize("lang", LANGUAGES)
def test_commands_answer_in_every_language_and_hide_no_move(lang: str) -> None:
    for name in COMMANDS:
        word = say(f"terminal.command.{name}", lang)
        assert parse(word) == Command(name)
        assert tidy_move(word) is None


def test_the_documentation_lists_every_command_in_every_language() -> None:
    page = (Path(__file__).parents[2] / "docs" / "terminal.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\w+)[^`]*` \| `(\w+)` \| `(\w+)` \|", page, flags=re.MULTILINE)
    assert rows == [tuple(say(f"terminal.command.{name}", lang) for lang in LANGUAGES) for name in COMMANDS]
