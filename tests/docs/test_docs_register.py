"""The table of personal data on the security page is that of the register."""

from __future__ import annotations

import subprocess
import sys

from .pages import ROOT


def test_the_table_of_personal_data_is_that_of_the_register() -> None:
    script = ROOT / "scripts" / "generate_register.py"
    checked = subprocess.run([sys.executable, script, "--check"], cwd=ROOT, check=False)
    assert checked.returncode == 0, "run scripts/generate_register.py"
