"""Mistakes by the themes of the puzzles."""

from medina import Move
from medina.puzzles.themes import THEMES
from medina.study.reasons import Reason
from medina.study.themes import LAST_PIECES, THEME_OF_REASON, themes_of_mistake
from medina.words import catalogue


def reason(key: str) -> Reason:
    return Reason(f"analysis.{key}", 1)


def test_every_reason_is_one_and_every_theme_has_puzzles():
    assert {f"analysis.{key}" for key in THEME_OF_REASON} <= catalogue("en").keys()
    assert set(THEME_OF_REASON.values()) <= set(THEMES)


def test_what_would_have_been_better_comes_first():
    better = Move.parse("Re5")
    told = themes_of_mistake(better, [reason("good.claims_before"), reason("good.tea")], [reason("bad.lets_tile")])
    assert told == ("claim", "tea", "deny")
    assert themes_of_mistake(better, [reason("good.quiet")], [reason("bad.drifts")]) == ()


def test_the_last_pieces_are_known_by_the_hand():
    better, tile = Move.parse("Re5"), [reason("good.tile")]
    assert [themes_of_mistake(better, tile, [], hand) for hand in (LAST_PIECES + 1, LAST_PIECES, 1, None)] == [
        ("tile",),
        ("tile", "last"),
        ("tile", "last"),
        ("tile",),
    ]


def test_gates_and_streets_are_known_by_the_piece():
    assert themes_of_mistake(Move.parse("DNc"), [], []) == ("gates",)
    assert themes_of_mistake(Move.parse("Me5/Nc"), [reason("good.points")], []) == ("street", "gates")
    assert themes_of_mistake(Move.parse("Se5"), [reason("good.points")], []) == ()
