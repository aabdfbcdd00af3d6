"""The bots that the documentation shows can play."""

from __future__ import annotations

import argparse
import re
import shlex
import sys
from pathlib import Path

import pytest

from medina import Ruleset
from medina.cli import analyse, bench, match
from medina.match import MatchPlan, play_match, standings
from medina.match.report import forfeit_line

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "docs" / "matches.md", ROOT / "docs" / "write-a-bot.md"]


def play(command: str, edition: str, players: int) -> float:
    """The share of the win that a program has against random; every game is played to its end."""
    plan = MatchPlan((f"cmd:{command}", "random"), 2, Ruleset.of(edition, players), seconds=20.0, seed=2)
    results = list(play_match(plan))
    assert [forfeit_line(result) for result in results if result.forfeit] == []
    return next(entry.share for entry in standings(plan.bots, results) if entry.bot != "random")


def test_the_example_plays_to_the_end() -> None:
    assert 0 <= play(shlex.join([sys.executable, str(ROOT / "examples" / "tiny_bot.py")]), "second", 2) <= 1


def test_the_bot_on_the_page_plays_to_the_end(tmp_path: Path) -> None:
    code = re.search(r"```python\n(.+?)```", PAGES[1].read_text("utf-8"), flags=re.DOTALL)
    assert code is not None
    bot = tmp_path / "a bot.py"
    bot.write_text(code.group(1), "utf-8")
    assert 0 <= play(shlex.join([sys.executable, str(bot)]), "first", 3) <= 1


@pytest.mark.parametrize("page", PAGES, ids=[page.name for page in PAGES])
def test_the_commands_of_the_page_are_understood(page: Path) -> None:
    shown = re.findall(r"^    medina (match|analyse|bench)(.*)$", page.read_text("utf-8"), flags=re.MULTILINE)
    assert shown
    for name, options in shown:
        parser = argparse.ArgumentParser(exit_on_error=False)
        parser.add_argument("--lang")
        {"match": match, "analyse": analyse, "bench": bench}[name].configure(parser)
        parser.parse_args(shlex.split(options))
