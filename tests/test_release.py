"""What a release says about itself, in every place where it does, and what importing it costs."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import yaml

import medina

ROOT = Path(__file__).resolve().parents[1]
IMPORT_SHARE = 2
"""Times what Python's own asyncio takes: a tenth of a second on the machine that this was measured on."""


def project() -> dict[str, Any]:
    found: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    return found


def test_the_version_is_written_in_the_package_and_nowhere_else() -> None:
    assert re.fullmatch(r"\d+\.\d+\.\d+", medina.__version__)
    assert "version" in project()["dynamic"]
    command = [sys.executable, "-m", "hatchling", "version"]
    asked = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert asked.stdout.strip() == medina.__version__


def test_the_newest_changes_are_those_of_this_version() -> None:
    headings = re.findall(r"^## (\S+) \((.+)\)$", (ROOT / "CHANGELOG.md").read_text("utf-8"), flags=re.MULTILINE)
    assert headings[0][0] == medina.__version__
    assert all(re.fullmatch(r"not yet released|\d{4}-\d\d-\d\d", when) for _, when in headings)


def test_the_citation_is_whole_and_of_this_version() -> None:
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    assert {"cff-version", "message", "title", "authors", "version"} <= set(citation)
    assert citation["cff-version"] == "1.2.0"
    assert citation["version"] == medina.__version__
    assert citation["license"] == project()["license"]
    assert citation["authors"] == project()["authors"]
    assert citation["type"] == "software"


def test_every_python_that_is_named_is_allowed() -> None:
    named = re.findall(r"Python :: (3\.\d+)", "\n".join(project()["classifiers"]))
    assert named == ["3.11", "3.12", "3.13", "3.14"]
    assert project()["requires-python"] == f">={named[0]}"


IMPORT = """
import sys, time
before, begin = set(sys.modules), time.process_time()
import {name}
print(time.process_time() - begin, *set(sys.modules) - before)
"""


def test_importing_needs_nothing_and_takes_no_time() -> None:
    seconds: dict[str, list[float]] = {"medina": [], "asyncio": []}
    for _ in range(3):  # the first may have to compile
        for name, times in seconds.items():
            program = IMPORT.format(name=name)
            done = subprocess.run([sys.executable, "-Ic", program], capture_output=True, text=True, check=True)
            spent, *modules = done.stdout.split()
            times.append(float(spent))
            assert {module.split(".")[0] for module in modules} <= {*sys.stdlib_module_names, "medina"}
    assert min(seconds["medina"]) < IMPORT_SHARE * min(seconds["asyncio"])
