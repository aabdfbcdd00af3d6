"""Hints: quick without the compiled rules, and with the analysis' outlook where they are loaded."""

from __future__ import annotations

import random
import sys
import types

import pytest

from medina import Move, new_game
from medina.terminal.hints import hint

START = new_game("second", 2, well="f6", market="c3")


def test_a_quick_hint_is_legal_and_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "medina.bots.thinker", raising=False)
    game = START.play("Md3").play("Of8")
    found = hint(game, 0.1, random.Random(1))
    assert found.move == Move.parse("Rf8"), "nine points at once"
    assert found.reason == "a roof on the palace at f8: +9 (+1 buildings, +4 palace tiles, +4 well)."


def test_an_analysis_adds_what_it_expects(monkeypatch: pytest.MonkeyPatch) -> None:
    """The analysis itself is tested with the bots; compiling it here would take half a minute."""
    line = types.SimpleNamespace(move=Move.parse("Ge8"), scores=(61.6, 55.2), chances=(0.634, 0.366))
    asked: dict[str, object] = {}

    def analyse(position: object, seconds: float, **options: object) -> object:
        asked.update(options, position=position, seconds=seconds)
        return types.SimpleNamespace(lines=(line,))

    stand_in = types.ModuleType("medina.bots.analysis")
    stand_in.analyse = analyse  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "medina.bots.analysis", stand_in)
    monkeypatch.setitem(sys.modules, "medina.bots.thinker", types.ModuleType("medina.bots.thinker"))
    found = hint(START, 2.5, random.Random(1))
    assert found.move == line.move
    assert found.reason.endswith("Expected at the end: player 1 62, player 2 55; chance to win 63 %.")
    assert asked["position"] == START
    assert asked["seconds"] == 2.5
