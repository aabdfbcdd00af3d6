"""Which tests may fail once (tests/conftest.py), seen from outside."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

TESTS = '''
from pathlib import Path

import pytest

def count(name):
    with Path(name).open("a") as file:
        file.write("+")

@pytest.fixture(scope="session")
def server():
    count("servers")

def once(name):
    """Fails the first time."""
    file = Path(name)
    tried = file.exists()
    file.touch()
    assert tried, f"{name} at first"

@pytest.mark.processes
def test_good(server):
    pass

@pytest.mark.processes
def test_starved(server):
    once("starved")

@pytest.fixture(scope="session")
def browser():
    once("browser")

@pytest.mark.e2e
def test_late_browser(browser):
    pass

@pytest.mark.processes
def test_broken():
    count("tries")
    assert False

def test_wrong_rule():
    once("rule")
'''


def test_only_what_drives_processes_or_browsers_has_a_second_try_and_is_named(tmp_path: Path) -> None:
    here = Path(__file__).parent
    (tmp_path / "conftest.py").write_text((here / "conftest.py").read_text("utf-8"), "utf-8")
    (tmp_path / "test_some.py").write_text(TESTS, "utf-8")
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers =\n    processes: p\n    e2e: e\n", "utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "xdist", "-n", "2", "--dist", "loadfile"]
    env = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    said = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True, timeout=120).stdout
    assert "2 failed, 3 passed" in said
    assert (tmp_path / "tries").read_text() == "++"
    assert (tmp_path / "servers").read_text() == "++", "a fresh one for the second try"
    named = next(line for line in said.splitlines() if line.startswith("Needed a second try: "))
    assert named.removeprefix("Needed a second try: ").split(", ") == [
        f"test_some.py::test_{name}" for name in ("starved", "late_browser", "broken")
    ]
    assert "starved at first" in said
    assert "test_some.py::test_wrong_rule" in said
