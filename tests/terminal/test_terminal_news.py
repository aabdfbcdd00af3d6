"""What changed hands is told."""

from __future__ import annotations

from medina import new_game
from medina.terminal.news import finished, news
from support import city

START = new_game("second", 2, well="f6", market="c3")
NAMES = ["you", "greedy"]


def played(*moves: str) -> list[str]:
    """The news of the last of these moves."""
    before = START
    for move in moves[:-1]:
        before = before.play(move)
    return news(before, before.play(moves[-1]), NAMES)


def test_quiet_moves_are_no_news() -> None:
    assert played("Ge8") == []


def test_tiles_and_tea_of_a_first_roof() -> None:
    assert played("Pe8", "Re8") == ["Palace tile (purple, 2): greedy.", "Tea 3: greedy."]
    assert played("Pe8", "Ne8") == ["Palace tile (purple, 2): nobody."]


def test_tower_tiles_come_with_their_merchants() -> None:
    assert played("WNa", "Oa10", "Ra10") == [
        "Palace tile (orange, 4): greedy.",
        "Tower tile 1 (merchants: 3): greedy.",
    ]
    assert played("WSa", "Oa1", "Ra1") == ["Palace tile (orange, 4): greedy.", "Tower tile 4: greedy."]


def test_merchants_are_told_of_only_when_somebody_takes_them() -> None:
    assert played("WNa", "Oa10", "Na10") == ["Palace tile (orange, 4): nobody.", "Tower tile 1: nobody."]
    before = city("second", 2, "G a10 @1", hands={1: ""})
    assert news(before, before.play("WNa"), NAMES) == ["Tower tile 1: greedy."], "who is out takes no merchants (4.5)"


def test_finished_colours() -> None:
    moves = ("Ge8", "Re8", "Md3", "Gl2", "Rl2")
    assert played(*moves) == ["Everybody owns a palace (grey): its remaining buildings are out of the game."]
    position = START
    for move in moves:
        position = position.play(move)
    assert finished(position, "G")
    assert not finished(position, "P")
    assert position.stocks[0]["G"] == 0
