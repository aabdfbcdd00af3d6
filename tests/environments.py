"""Python environments beside the one that runs the tests, and the wheel to be installed into them."""

from __future__ import annotations

import os
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def run(*command: str | Path, cwd: Path | None = None, path: str | None = None) -> str:
    environment = os.environ if path is None else {**os.environ, "PATH": path}
    done = subprocess.run(command, capture_output=True, text=True, cwd=cwd, env=environment, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.strip()


def pip(*arguments: str | Path, path: str | None = None) -> None:
    run(sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", *arguments, path=path)


class Environment:
    """A Python with nothing installed, not even pip."""

    def __init__(self, folder: Path) -> None:
        venv.create(folder, symlinks=True)
        self.folder = folder
        self.command = folder / "bin" / "medina"
        (self.packages,) = folder.glob("lib/python*/site-packages")

    def install(self, *arguments: str | Path) -> None:
        pip("--python", self.folder / "bin" / "python", "install", "--no-compile", *arguments)

    def ask(self, expression: str) -> str:
        return run(self.folder / "bin" / "python", "-c", f"import medina; print({expression})")


def build_wheel(folder: Path) -> Path:
    """Build the wheel from the working tree, without network and without an environment of its own."""
    run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder, cwd=ROOT)
    (wheel,) = folder.glob("*.whl")
    return wheel
