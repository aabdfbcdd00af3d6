"""One table of switches and one of languages: a line in each, and texts, are all that a new one needs.

What a switch then does is the matter of its rule; here nothing asks for it.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PROGRAM = """
import json, sys
import medina, msgspec
from medina.cli import main
from medina.fast.convert import from_json, to_json
from medina.table.commands import Speak
from medina.table.options import Options
from medina.table.state import ruleset_of
from medina.words import say

options = msgspec.json.decode(b'{"switches": {"siesta": false}}', type=Options)
rules = ruleset_of(options)
assert medina.Ruleset.of().siesta and not medina.Ruleset.of("first", 3).siesta and not rules.siesta
start = medina.new_game(rules, seed=1)
text = medina.write_record(medina.Record.new(start))
assert '[Siesta "no"]' in text and medina.read_record(text).start == start
position = medina.position_to_json(start)
assert to_json(from_json(position))["options"] == position["options"] | {"siesta": False}

assert say("switch.siesta", "xx") == "nap" and medina.words.decimal(0.5, lang="xx") == "0;5"
msgspec.convert({"do": "speak", "language": "xx"}, Speak)
main(["play", "--help", "--lang", "xx"])
"""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the sources with another switch and another language."""
    root = tmp_path_factory.mktemp("house")
    leave_out = shutil.ignore_patterns("static", "__pycache__", "*.npz")
    shutil.copytree(ROOT / "src", root / "src", ignore=leave_out)
    (root / "client/src/generated").mkdir(parents=True)
    (root / "scripts").mkdir()
    shutil.copy(ROOT / "scripts/generate_words.py", root / "scripts")
    rules, words = root / "src/medina/rules/ruleset.py", root / "src/medina/words"
    _put(rules, "before", '    "founding": Switch(', '    "siesta": Switch("4.2", first=False, second=True),\n')
    _put(rules, "before", "    founding: bool\n", "    siesta: bool\n")
    shutil.copytree(words / "fr", words / "xx")
    _put(words / "__init__.py", "after", "LANGUAGES = {\n", '    "xx": Language("Xish", ";"),\n')
    for file in words.glob("*/switch.json"):
        file.write_text(json.dumps(json.loads(file.read_text("utf-8")) | {"switch.siesta": "nap"}), "utf-8")
    return root


def _put(file: Path, where: str, mark: str, line: str) -> None:
    text = file.read_text("utf-8")
    assert text.count(mark) == 1
    file.write_text(text.replace(mark, line + mark if where == "before" else mark + line), "utf-8")


def _run(house: Path, *arguments: str) -> str:
    # Nothing is compiled for this: the same functions run as plain Python.
    env = {**os.environ, "PYTHONPATH": str(house / "src"), "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run([sys.executable, *arguments], env=env, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_everything_follows_from_the_tables(house: Path) -> None:
    assert "--no-siesta  nap (4.2)" in re.sub(r"\s*\n\s+|(?<=siesta)\s+", "  ", _run(house, "-c", PROGRAM))


def test_the_client_gets_them_too(house: Path) -> None:
    _run(house, str(house / "scripts/generate_words.py"))
    made = house / "client/src/generated"
    tables = (made / "tables.ts").read_text("utf-8")
    assert '"siesta", "founding"' in tables
    assert '"xx": "Xish"' in tables
    assert json.loads((made / "words.xx.json").read_text("utf-8"))["switch.siesta"] == "nap"


def test_nobody_else_names_a_language() -> None:
    """English is what remains where nothing else is known; other codes stand in the table alone."""
    sources = [*(ROOT / "src/medina").rglob("*.py"), *(ROOT / "client/src").rglob("*.ts")]
    sources += (ROOT / "client/src").rglob("*.svelte")
    naming = {
        str(source.relative_to(ROOT))
        for source in sources
        if "generated" not in source.parts and re.search(r"""(["'`])(fr|de)\1""", source.read_text("utf-8"))
    }
    assert naming == {"src/medina/words/__init__.py"}
