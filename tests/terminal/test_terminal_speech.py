"""Moves, gains and refusals in words."""

from __future__ import annotations

import pytest

from medina import Move, new_game
from medina.terminal.speech import (
    PIECES,
    advice,
    gains,
    refused,
    shortened,
    signed,
    targets,
)
from medina.words import catalogue, set_language
from medina.words.moves import move_words

START = new_game("second", 2, well="f6", market="c3")


@pytest.mark.parametrize(
    ("move", "words"),
    [
        ("Ge5", "a grey building on e5"),
        ("Me5/Nc", "a merchant on e5, out through the gate Nc"),
        ("WE5", "a wall at E5"),
        ("Ne5", "a neutral roof on the palace at e5"),
        ("T", "tea"),
    ],
)
def test_moves(move: str, words: str) -> None:
    assert move_words(Move.parse(move)) == words


def test_every_piece_has_words() -> None:
    assert set(PIECES) == set("GPBOSMWDRNT")
    keys = {f"terminal.{kind}.{piece}" for kind in ("move", "piece") for piece in PIECES}
    assert keys <= set(catalogue("en"))


def test_gains_name_where_points_come_from() -> None:
    built = START.play("Gf8")
    roofed = built.play("Rf8")
    assert gains(START, built, 0) == "no points at once."
    assert gains(built, roofed, 1) == "+6 (+1 buildings, +1 palace tiles, +4 well)."
    assert signed(-3) == "−3"
    assert signed(0) == "+0"


def test_refusals_name_the_rule_and_a_way_forward() -> None:
    text = refused(START.play("Ge8"), "Of9")
    assert text.startswith("f9 is near the grey palace at e8 (rule 5.6). You can place this piece (orange) on: a1, ")
    assert text.endswith(" more.")
    assert refused(START, "Ge8") == "Ge8 is legal: a grey building on e8."
    assert refused(START, "T") == "You have no tea tile (rule 10.3)."


def test_refusals_speak_other_languages() -> None:
    set_language("de")
    assert "(Regel 5.6). Dieses Teil (orange) passt auf: a1" in refused(START.play("Ge8"), "Of9")
    set_language("fr")
    assert "(règle 5.6). Cette pièce (orange) peut aller en\N{NO-BREAK SPACE}: a1" in refused(START.play("Ge8"), "Of9")


def test_targets_are_the_cells_of_legal_moves() -> None:
    assert targets(START, "M") == ["b3", "c2", "c4", "d3"]
    assert targets(START, "R") == []
    assert advice(START, "R") == "You cannot place this piece (roof) now."
    assert advice(START, "T") == ""


def test_long_lists_are_cut() -> None:
    assert shortened(["a", "b"], 2) == "a, b"
    assert shortened(["a", "b", "c"], 2) == "a, b and 1 more"
