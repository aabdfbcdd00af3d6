"""The pictures are current, and the three languages tell the same game, with the numbers of the rules."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib.util import module_from_spec, spec_from_file_location
from types import ModuleType

import pytest

import medina
from medina.words import LANGUAGES

from .pages import DOCS, ROOT, links, tables

SCRIPT = ROOT / "scripts" / "make_diagrams.py"


def _make_diagrams() -> ModuleType:
    spec = spec_from_file_location("make_diagrams", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules["make_diagrams"] = module
    spec.loader.exec_module(module)
    return module


def test_diagrams_are_current() -> None:
    done = subprocess.run([sys.executable, SCRIPT, "--check"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_how_to_play_shows_the_same_pictures_and_rules_in_every_language(lang: str) -> None:
    english = [link for link in links(DOCS / "how-to-play.en.md") if link.startswith(("diagrams/", "rules.md#"))]
    here = [link for link in links(DOCS / f"how-to-play.{lang}.md") if link.startswith(("diagrams/", "rules.md#"))]
    assert here == english
    assert len(english) > 50


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_scoring_example_adds_up(lang: str) -> None:
    score = _make_diagrams().scoring_position().score_sheet()[0]
    rows = tables((DOCS / f"how-to-play.{lang}.md").read_text(encoding="utf-8"))
    start = next(number for number, row in enumerate(rows) if row[1].lower() in ("points", "punkte"))
    shown = [int(row[1].strip("*")) for row in rows[start + 2 : start + 10]]
    parts = (score.buildings, score.stables, score.walls, score.merchants)
    assert shown == [*parts, score.well, score.palace_tiles, score.tower_tiles, score.total]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_piece_counts_are_those_of_the_rules(lang: str) -> None:
    rows = tables((DOCS / f"how-to-play.{lang}.md").read_text(encoding="utf-8"))
    shown = [[int(re.sub(r"\D", "", cell)) for cell in row[1:]] for row in rows[2:8]]
    stocks = [medina.new_game("second", players, seed=1).stocks[0] for players in (2, 3, 4)]
    assert shown == [[stock[piece] for stock in stocks] for piece in "GRNSMW"]


def test_the_counts_in_the_rules_are_those_of_the_library() -> None:
    rows = tables((DOCS / "rules.md").read_text(encoding="utf-8"))
    shown = [[int(cell) for cell in row[1:]] for row in rows[2:9]]
    games = (("first", 3), ("first", 4), ("second", 2), ("second", 3), ("second", 4))
    stocks = [medina.new_game(edition, players, gates=True, seed=1).stocks[0] for edition, players in games]
    assert shown == [[stock[piece] for stock in stocks] for piece in "GRNSMWD"]
