"""Hints: from the analysis with its outlook, and quick where the compiled rules are not installed."""

from __future__ import annotations

import random

import pytest

from medina import new_game
from medina.terminal import hints

START = new_game("second", 2, well="f6", market="c3")


def test_a_hint_says_why_and_what_to_expect() -> None:
    game = START.play("Md3").play("Of8")
    said = hints.hint(game, 0.2, random.Random(1))
    assert said.split()[0] in {move.text for move in game.legal_moves}
    assert " Expected at the end: player 1 " in said
    assert said.endswith(" %.")


def test_without_the_compiled_rules_a_quick_bot_gives_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hints, "find_spec", lambda name: None)
    game = START.play("Md3").play("Of8")
    said = hints.hint(game, 0.1, random.Random(1))
    assert said == "Rf8 claims the orange palace, 1 cell, before Red can, and wins the orange palace tile (4 points)."
