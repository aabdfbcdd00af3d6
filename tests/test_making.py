"""`make` says at once what is missing on the machine, before it installs anything."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from environments import ROOT

TOOLS = ("make", "sh", "find", "grep", "mkdir", "touch", "sed")
NODE = "To build the site Medina needs Node 20 or newer"
NPM = "To build the site Medina needs npm"
PYTHON = "Medina needs Python 3.11 or newer"


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout that nothing was installed into."""
    folder = tmp_path / "a checkout"
    (folder / "client").mkdir(parents=True)
    shutil.copytree(ROOT / "scripts", folder / "scripts", ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("Makefile", "pyproject.toml", "requirements.lock", "client/package.json", "client/package-lock.json"):
        shutil.copy(ROOT / name, folder / name)
    for name in ("client/index.html", "client/vite.config.ts"):
        (folder / name).touch()
    return folder


@pytest.fixture
def machine(tmp_path: Path) -> Path:
    """The only folder on the path: with make and what it needs, a Python that fails to install, no Node."""
    folder = tmp_path / "bin"
    folder.mkdir()
    for name in TOOLS:
        found = shutil.which(name)
        assert found is not None
        (folder / name).symlink_to(found)
    put(folder, "python3", '[ "$1" = -c ] || { echo "installing" >&2; exit 9; }')
    return folder


def put(machine: Path, name: str, script: str) -> None:
    """A program that does what the script says."""
    path = machine / name
    path.write_text(f"#!/bin/sh\n{script}\n", "utf-8")
    path.chmod(0o755)


def make(goal: str, checkout: Path, machine: Path) -> str:
    """What making a goal tells; it always fails here."""
    done = subprocess.run(
        [machine / "make", goal], cwd=checkout, env={"PATH": str(machine)}, capture_output=True, text=True, check=False
    )
    assert done.returncode != 0
    assert not (checkout / ".venv").exists()
    return done.stderr


def test_without_node_it_is_told_before_anything_is_installed(checkout: Path, machine: Path) -> None:
    for goal in ("play", "test", "wheel"):
        told = make(goal, checkout, machine)
        assert f"{NODE}, and there is none here; without it, `make terminal` plays in the terminal" in told
        assert NPM in told
        assert "installing" not in told
        assert "not found" not in told


@pytest.mark.parametrize("version", ["v18.19.1", "v9.0.0", "", "nonsense"])
def test_an_old_node_is_named(version: str, checkout: Path, machine: Path) -> None:
    put(machine, "node", f"echo {version}")
    put(machine, "npm", "exit 0")
    told = make("play", checkout, machine)
    assert f"{NODE}, and this is Node {version or 'of an unknown version'};" in told
    assert NPM not in told
    assert "installing" not in told


def test_node_without_npm(checkout: Path, machine: Path) -> None:
    put(machine, "node", "echo v20.0.0")
    told = make("play", checkout, machine)
    assert NPM in told
    assert NODE not in told
    assert "installing" not in told


def test_an_old_python_is_named_and_a_missing_one(checkout: Path, machine: Path) -> None:
    put(machine, "python3", '[ "$1" = --version ] && echo "Python 3.9.2"; exit 1')
    for goal in ("play", "terminal"):
        assert f"{PYTHON}, and this is Python 3.9.2:" in make(goal, checkout, machine)
    (machine / "python3").unlink()
    for goal in ("play", "terminal"):
        assert f"{PYTHON}, and there is no python3 here:" in make(goal, checkout, machine)


def test_a_python_that_makes_no_environments(checkout: Path, machine: Path) -> None:
    put(machine, "python3", 'case "$2" in *ensurepip*) exit 1 ;; esac; [ "$1" = -c ] || echo installing >&2')
    told = make("terminal", checkout, machine)
    assert "install the package python3-venv" in told
    assert "installing" not in told


def test_with_everything_there_it_installs(checkout: Path, machine: Path) -> None:
    assert "installing" in make("terminal", checkout, machine), "the terminal needs no Node"
    put(machine, "node", "echo v20.0.0")
    put(machine, "npm", "exit 0")
    told = make("play", checkout, machine)
    assert "installing" in told
    assert NODE not in told
