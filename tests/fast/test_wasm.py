"""The engine for browsers is the compiled code itself: it belongs to its sources, and answers bit for bit the same."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from parity import differences, questions

ROOT = Path(__file__).resolve().parents[2]
ENGINE = ROOT / "src/medina/engine"
BUILDER = ROOT / "scripts/make_wasm.py"


def test_the_module_belongs_to_its_sources() -> None:
    """A changed source without `make wasm` ends here."""
    checked = subprocess.run([sys.executable, BUILDER, "--check"], capture_output=True, text=True)
    assert (checked.returncode, checked.stderr) == (0, "")


def test_node_answers_as_native_code(tmp_path: Path) -> None:
    asked = questions(games=60, looks=30, searches=24)
    assert len(asked["searches"]) >= 20
    (tmp_path / "asked.json").write_text(json.dumps(asked))
    program = tmp_path / "answers.mjs"
    bundler = ROOT / "client/node_modules/.bin/rolldown"
    bundle = [bundler, "client/tests/engine/node.ts", "--platform", "node", "--format", "esm", "-o", program]
    subprocess.run(bundle, cwd=ROOT, check=True, capture_output=True)
    ran = subprocess.run(["node", program, tmp_path / "asked.json", ENGINE], check=True, capture_output=True)
    assert differences(asked, json.loads(ran.stdout)) == []
