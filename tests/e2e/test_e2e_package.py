"""What people install is the product: the wheel and the sdist, each in an environment of its own, serve the site.

One test, because its parts wait for each other: what is built is installed, and the second environment borrows the
dependencies of the first.
"""

from __future__ import annotations

import re
import sys
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from browser_support import Person, Server, expect

import medina
from environments import ROOT, Environment, pip, run

SOURCES = ROOT / "src"


@contextmanager
def serving(environment: Environment) -> Iterator[Server]:
    """The `medina serve` of an environment."""
    server = Server(environment.folder / "data")
    server.program = [str(environment.command)]
    server.start()
    try:
        yield server
    finally:
        server.stop()


def package_files() -> dict[str, bytes]:
    """Everything below `src/medina`, the built site with it, but for what Python leaves there."""
    found = (path for path in SOURCES.rglob("*") if path.is_file() and path.suffix != ".pyc")
    return {str(path.relative_to(SOURCES)): path.read_bytes() for path in found}


def wheel_files(wheel: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(wheel) as opened:
        return {name: opened.read(name) for name in opened.namelist() if name.startswith("medina/")}


def versions(folder: Path) -> Path:
    """The versions of the lock, which pip has in its cache, as constraints."""
    lock = (ROOT / "requirements.lock").read_text("utf-8")
    path = folder / "versions.txt"
    path.write_text("\n".join(re.findall(r"^[\w.-]+==[^\s\\]+(?: ;[^\\\n]+)?", lock, flags=re.MULTILINE)))
    return path


@pytest.fixture
def outside(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Somebody else's folder, from where nothing of the working tree is seen."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PYTHONPATH", raising=False)
    return tmp_path


def test_wheel_and_sdist_serve_the_site(outside: Path, newcomer: Callable[..., Person]) -> None:
    run(sys.executable, "-m", "hatchling", "build", "-d", outside / "dist", cwd=ROOT)
    (wheel,), (sdist,) = outside.glob("dist/*.whl"), outside.glob("dist/*.tar.gz")
    assert wheel_files(wheel) == package_files()
    for part in ("how-to-play.fr-", "passage-"):
        assert any(part in name for name in wheel_files(wheel)), "how to play has its texts and its diagrams"

    first = Environment(outside / "first")
    first.install("--constraint", versions(outside), f"{wheel}[server,bots]")
    assert first.ask("medina.__version__") == medina.__version__
    with serving(first) as server:
        person = newcomer(server)
        person.goto("/")
        person.page.get_by_role("button", name="Play now", exact=True).click()
        expect(person.bar).to_be_visible()
        person.wait_turn()

    nothing = outside / "nothing"  # on the path: no Node, no compiler, no git
    nothing.mkdir()
    pip("wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", outside / "rebuilt", sdist, path=str(nothing))
    (rebuilt,) = outside.glob("rebuilt/*.whl")
    assert wheel_files(rebuilt) == wheel_files(wheel)

    second = Environment(outside / "second")
    second.install("--no-deps", rebuilt)
    (second.packages / "borrowed.pth").write_text(f"{first.packages}\n")
    assert Path(second.ask("medina.__file__")).is_relative_to(second.folder)
    with serving(second) as server:
        server.open_page()
