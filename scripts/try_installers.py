#!/usr/bin/env python3
"""Installs the wheel with `uv tool install` and with `pipx install`, and opens the site that each then serves.

Both tools come from the package index into a folder that is removed again, and so does what they install.

    python scripts/try_installers.py [dist/medina-….whl]
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests" / "e2e"))

from browser_support import Server  # noqa: E402

TOOLS = {"uv": ("tool", "install"), "pipx": ("install",)}


def run(*command: str | Path, cwd: Path | None = None, **environment: str) -> str:
    done = subprocess.run(command, capture_output=True, text=True, cwd=cwd, env=os.environ | environment, check=False)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stdout}{done.stderr}")
    return done.stdout.split("\n")[0]


def build(folder: Path) -> Path:
    run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder, cwd=ROOT)
    (wheel,) = folder.glob("*.whl")
    return wheel


def install(tool: Path, wheel: Path, home: Path) -> Path:
    """The command that the tool puts on people's path."""
    folders = {"UV_TOOL_DIR": "tools", "UV_TOOL_BIN_DIR": "bin", "PIPX_HOME": "tools", "PIPX_BIN_DIR": "bin"}
    places = {name: str(home / folder) for name, folder in folders.items()}
    run(tool, *TOOLS[tool.name], f"{wheel}[server,bots]", cwd=home, **places)
    return home / "bin" / "medina"


def serve(program: Path, data: Path) -> None:
    """Starts it from a folder of its own and opens the first page."""
    server = Server(data)
    server.program = [str(program)]
    server.start()
    try:
        server.open_page()
    finally:
        server.stop()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("wheel", type=Path, nargs="?", help="the wheel; built if none is given")
    chosen = parser.parse_args().wheel
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        wheel = chosen.resolve() if chosen else build(folder)
        venv.create(folder / "tools", with_pip=True)
        run(folder / "tools" / "bin" / "pip", "--quiet", "install", *TOOLS)
        for tool in TOOLS:
            home = folder / tool
            home.mkdir()
            program = folder / "tools" / "bin" / tool
            begin = time.monotonic()
            medina = install(program, wheel, home)
            installed = time.monotonic()
            serve(medina, home / "data")
            took, opened = installed - begin, time.monotonic() - installed
            print(f"{tool} ({run(program, '--version')}): installed in {took:.0f} s, page open {opened:.1f} s later")


if __name__ == "__main__":
    main()
