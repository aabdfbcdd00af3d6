"""The board in a terminal, with and without colour and Unicode."""

from __future__ import annotations

import io
import re
from typing import Any

import pytest
from draw_samples import city, empty, opening

from medina.draw import ansi, terminal_options
from medina.draw.ink import colour_256

ESCAPE = re.compile(r"\x1b\[[0-9;]*m")
OPENING = """\
       a  b  c  d  e  f  g  h  i  j  k  l  m  n
   (1)###### -  -  *  -  -  -  -  -  -  -  -  - (3)
10 ### .  .  .  .  .  .  .  .  .  .  .  .  .  .  |  10
 9  |  .  .  .  .  .  P  .  P  .  .  .  .  .  .  |  9
 8  |  .  . <M><M> . P^2-P--P  .  O  .  .  .  .  |  8
 7  |  .  .  .  .  *  .  .  .  .  .  .  .  .  .  |  7
 6  |  .  .  .  '  . ~~~ .  '  .  .  .  .  .  .  |  6
 5  |  .  .  .  G-*G* .  .  .  .  .  .  .  .  .  |  5
 4  |  .  . [S]-G  .  '  .  .  .  .  .  .  .  .  |  4
 3  |  .  .  .  .  .  .  .  .  .  .  .  .  .  .  |  3
 2  |  .  .  .  .  .  .  .  .  .  .  .  .  .  .  |  2
 1  |  .  .  .  .  .  .  .  .  .  .  .  .  .  . ### 1
   (4) -  -  -  -  -  -  -  -  -  -  -  -  - ###(2)
       a  b  c  d  e  f  g  h  i  j  k  l  m  n"""


def plain(text: str) -> list[str]:
    return ESCAPE.sub("", text).split("\n")


def test_plain_ascii_says_everything() -> None:
    drawn = ansi(opening(), colour=False, unicode=False, highlights=["e7", "e5", "Ne"], last=["c4"])
    assert drawn == OPENING


@pytest.mark.parametrize("unicode", [False, True])
@pytest.mark.parametrize("colour", [False, True])
def test_every_line_is_as_wide_as_the_board(any_position: dict[str, Any], colour: bool, unicode: bool) -> None:
    lines = plain(ansi(any_position, colour=colour, unicode=unicode))
    columns, rows = (14, 10) if any_position["players"] == 2 else (16, 11)
    assert len(lines) == rows + 4
    assert {len(line) for line in lines[1:-1]} <= {3 + 3 * (columns + 2) + extra for extra in (0, 2, 3)}
    if not unicode:
        assert "".join(lines).isascii()


def test_without_colour_there_is_no_escape_code() -> None:
    assert "\x1b" not in ansi(city(), colour=False)
    assert "\x1b" not in ansi(city(), colour=False, large=True)


def test_each_piece_has_its_letter(any_position: dict[str, Any]) -> None:
    text = "\n".join(plain(ansi(any_position, colour=False, unicode=False))[2:-2])
    pieces = list(any_position["cells"].values())
    for letter in "GPBOSM":
        assert text.count(letter) == pieces.count(letter)
    assert text.count("~~~") == pieces.count("well")
    walls = any_position["walls"]
    sides = [kind for cell, kind in walls.items() if cell[0] in "WE"]
    assert text.count("###") == sides.count("wall")
    assert text.count("#n#") == sides.count("gate")


def test_owners_are_numbers_in_their_colours() -> None:
    coloured = ansi(city())
    assert "48;2;207;51;39m1" in coloured, "a red dome with the first seat's number"
    assert "48;2;230;221;202mN" in coloured, "a pale neutral dome"


def test_depths_of_colour() -> None:
    assert "38;2;" in ansi(empty(), depth=24)
    shallow = ansi(empty(), depth=8)
    assert "38;5;" in shallow
    assert "38;2;" not in shallow
    assert plain(shallow) == plain(ansi(empty(), depth=24))


@pytest.mark.parametrize(
    ("colour", "number"), [("#000000", 16), ("#ffffff", 231), ("#ff0000", 196), ("#808080", 244), ("#5f87af", 67)]
)
def test_nearest_of_256_colours(colour: str, number: int) -> None:
    assert colour_256(colour) == number


def test_large_cells_are_two_lines_and_name_the_cells_to_choose() -> None:
    lines = plain(ansi(opening(), large=True, highlights=["e7", "Ne", "E6", "d5"], last=["c4"]))
    assert len(lines) == 2 * 10 + 4
    assert {len(line.rstrip()) for line in lines[2:-2:2]} == {3 + 3 + 14 * 5 + 3 + 2, 3 + 3 + 14 * 5 + 3 + 3}
    assert " e7 " in lines[2 + 2 * 3 + 1]
    assert " Ne " in lines[1]
    assert "E6" in lines[2 + 2 * 4 + 1]
    assert " d5 " in lines[2 + 2 * 5 + 1]
    assert "┌" in lines[2 + 2 * 6]
    assert "┘" in lines[2 + 2 * 6 + 1]
    assert " +4 " in lines[2 + 2 * 4 + 1]


def test_large_letters_match_the_position(any_position: dict[str, Any]) -> None:
    text = "\n".join(plain(ansi(any_position, large=True)))
    pieces = list(any_position["cells"].values())
    for letter in "GPBOSM":
        assert text.count(letter) == pieces.count(letter)


class _Stream(io.StringIO):
    """A stream that says what it is."""

    def __init__(self, encoding: str, terminal: bool) -> None:
        super().__init__()
        self._name, self._terminal = encoding, terminal

    @property
    def encoding(self) -> str:  # type: ignore[override]
        return self._name

    def isatty(self) -> bool:
        return self._terminal


def test_terminals_are_asked_what_they_can_show(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLORTERM", "truecolor")
    assert terminal_options(_Stream("UTF-8", True)) == {"colour": True, "unicode": True, "depth": 24}
    assert terminal_options(_Stream("latin-1", True)) == {"colour": True, "unicode": False, "depth": 24}
    assert terminal_options(_Stream("utf8", False))["colour"] is False
    monkeypatch.delenv("COLORTERM")
    assert terminal_options(_Stream("utf-8", True))["depth"] == 8
    monkeypatch.setenv("NO_COLOR", "1")
    assert terminal_options(_Stream("utf-8", True))["colour"] is False
    monkeypatch.delenv("NO_COLOR")
    monkeypatch.setenv("TERM", "dumb")
    assert terminal_options(_Stream("utf-8", True))["colour"] is False
