"""What the client shares with the package is the same there."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from medina.bots import BOTS

ROOT = Path(__file__).resolve().parents[2]


def test_tables_and_texts_of_the_client_are_those_of_the_package() -> None:
    script = ROOT / "scripts" / "generate_words.py"
    checked = subprocess.run([sys.executable, script, "--check"], cwd=ROOT, check=False)
    assert checked.returncode == 0, "run scripts/generate_words.py"


def test_every_bot_has_a_name_on_the_site() -> None:
    words = json.loads((ROOT / "client" / "src" / "i18n" / "en.json").read_text(encoding="utf-8"))
    assert {f"bot.{name}" for name in BOTS} == {key for key in words if key.startswith("bot.")}
