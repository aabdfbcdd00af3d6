"""The client's own copy of the refusals is the one the words give."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_refusals_of_the_client_are_those_of_the_rules() -> None:
    script = ROOT / "scripts" / "generate_refusals.py"
    checked = subprocess.run([sys.executable, script, "--check"], cwd=ROOT, check=False)
    assert checked.returncode == 0, "run scripts/generate_refusals.py"
