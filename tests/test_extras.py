"""Every command whose packages are not installed says which extra brings them, in the reader's language."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

from environments import ROOT, Environment, build_wheel
from medina.cli import COMMANDS
from medina.cli.extras import EXTRAS, NEEDED, extras_with

GAME = ROOT / "tests" / "data" / "golden" / "04-second-2.mgn"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
ARGUMENTS = {
    "play": [],
    "show": [str(GAME)],
    "replay": [str(GAME)],
    "engine": ["--bot", "vizier"],
    "match": ["--bots", "greedy,random", "--games", "1", "--nodes", "1", "--out", "match"],
    "analyse": [str(GAME), "--nodes", "1", "--out", "analysis"],
    "puzzles": ["check", "puzzles.jsonl"],
    "bench": ["--seconds", "0.01"],
    "serve": ["--port", "0"],
    "worker": [],
    "backup": ["backup.gz"],
    "restore": ["backup.gz"],
    "ratings": ["list", "Anna"],
    "admin": ["people"],
    "settings": [],
    "migrate": [],
}
"""For each command the arguments with which it needs all its extras, or those it needs at the least."""

WITHOUT = """
import sys

class Without:
    def __init__(self, finder, names):
        self.finder, self.names = finder, names

    def __getattr__(self, name):
        return getattr(self.finder, name)

    def find_spec(self, name, path=None, target=None):
        return None if name.partition(".")[0] in self.names else self.finder.find_spec(name, path, target)

names = set(sys.argv[1].split(","))
sys.meta_path[:] = [Without(finder, names) for finder in sys.meta_path]
from medina.cli import main
sys.exit(main(sys.argv[2:]))
"""
"""Runs a command as if these modules were not installed."""


GUIDES = [
    "README.md",
    *(
        f"docs/{name}.md"
        for name in (
            "client",
            "commands",
            "hosting",
            "matches",
            "puzzles",
            "research",
            "terminal",
            "tutorial-agent",
            "tutorial-bot",
            "tutorial-club",
            "write-a-bot",
        )
    ),
]
"""The pages that begin with an install line."""
OPTIONS = {
    "--scheduler": "cluster",
    "--dataset": "research",
    "puzzles mine puzzles.jsonl --site": "client",
    "--bot ": "bots",
}
"""What stands in an example that needs a further extra."""


def told(extras: tuple[str, ...]) -> str:
    """What must be said of a command that needs these extras."""
    return f'pip install "medina[{",".join(extra for extra in EXTRAS if extra in extras)}]"'


def modules_of(extra: str) -> set[str]:
    """The modules that an extra installs by itself."""
    projects = {re.match(r"[\w.-]+", line).group().lower().replace("_", "-") for line in _lines(extra)}
    return {
        module
        for module, found in packages_distributions().items()
        if projects & {name.lower().replace("_", "-") for name in found}
    }


def _lines(extra: str) -> list[str]:
    return PROJECT["optional-dependencies"][extra]


def run_with(
    extras: tuple[str, ...], *arguments: str, folder: Path, lang: str = "en"
) -> subprocess.CompletedProcess[str]:
    """Run a command as if just these extras were installed."""
    everything = set().union(*(modules_of(extra) for extra in EXTRAS))
    missing = everything - set().union(*(modules_of(extra) for extra in extras))
    command = [sys.executable, "-c", WITHOUT, ",".join(missing), *arguments]
    environment = {**os.environ, "MEDINA_LANG": lang}
    return subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False
    )


def commands_of(text: str) -> set[str]:
    """The commands that the code of a page runs."""
    lines = re.findall(r"^(?:    )?(?:\w+=\S+ )*medina ([a-z]+)(?: .*)?$", text, flags=re.MULTILINE)
    return {name for name in lines if name in COMMANDS}


@pytest.mark.parametrize("page", GUIDES)
def test_install_lines_name_every_extra_that_the_page_needs(page: str) -> None:
    text = (ROOT / page).read_text("utf-8")
    named = {extra for extras in re.findall(r"medina\[([a-z,]+)\]", text) for extra in extras.split(",")}
    assert 'pip install "medina[' in text
    needed = {extra for command in commands_of(text) for extra in NEEDED[command]}
    needed |= {extra for option, extra in OPTIONS.items() if option in text}
    assert needed
    assert needed <= named


def test_every_command_has_its_extras() -> None:
    assert list(NEEDED) == list(COMMANDS) == list(ARGUMENTS)
    assert {extra for needed in NEEDED.values() for extra in needed} <= {*EXTRAS} <= {*PROJECT["optional-dependencies"]}
    for extra in EXTRAS:
        assert [module for module in modules_of(extra) if module.isidentifier() and not module.startswith("_")]


@pytest.mark.parametrize(
    ("module", "extra"),
    [("rich", "terminal"), ("wasmtime", "bots"), ("argon2", "server"), ("httpx", "client"), ("distributed", "cluster")],
)
def test_the_extra_of_a_module_is_known_by_the_metadata(module: str, extra: str) -> None:
    assert extras_with(module)[0] == extra


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """An environment with nothing but the wheel."""
    folder = tmp_path_factory.mktemp("bare")
    environment = Environment(folder / "python")
    environment.install("--no-index", "--no-deps", build_wheel(folder / "dist"))
    return environment


@pytest.mark.parametrize("lang", ["en", "fr", "de"])
def test_the_wheel_alone_says_of_every_command_what_it_needs(bare: Environment, tmp_path: Path, lang: str) -> None:
    environment = {**{name: value for name, value in os.environ.items() if name != "PYTHONPATH"}, "MEDINA_LANG": lang}
    spoken = {"en": "Install it with", "fr": "Installez-le avec", "de": "Installieren mit"}[lang]
    for command, arguments in ARGUMENTS.items():
        done = subprocess.run(
            [bare.command, command, *arguments],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
            stdin=subprocess.DEVNULL,
            check=False,
        )
        assert done.returncode == 2, (command, done.stdout, done.stderr)
        assert told(NEEDED[command]) in done.stderr, command
        assert spoken in done.stderr
        assert done.stderr.count("\n") == 1, done.stderr
    assert list(tmp_path.iterdir()) == []


def test_what_needs_no_extra_runs_from_the_wheel_alone(bare: Environment, tmp_path: Path) -> None:
    for arguments in (["--help"], ["--version"], ["engine", "--help"]):
        subprocess.run([bare.command, *arguments], cwd=tmp_path, capture_output=True, check=True)
    asked = subprocess.run([bare.command, "engine"], input=b'{"do": "legal"}\n{"do": "quit"}\n', capture_output=True)
    assert asked.returncode == 0, asked.stderr


def absences() -> Iterator[tuple[str, str]]:
    for command, extras in NEEDED.items():
        for extra in extras:
            yield command, extra


MORE = {
    ("play", "bots"): ["--bots", "vizier"],
    ("show", "terminal"): [str(GAME), "--png", "city.png"],
}
"""Where one extra alone is missing, the arguments that need it."""


@pytest.mark.parametrize(("command", "missing"), list(absences()))
def test_a_missing_extra_is_named(command: str, missing: str, tmp_path: Path) -> None:
    installed = tuple(extra for extra in NEEDED[command] if extra != missing)
    arguments = MORE.get((command, missing), ARGUMENTS[command])
    done = run_with(installed, command, *arguments, folder=tmp_path)
    assert done.returncode == 2, done.stdout + done.stderr
    assert told(NEEDED[command]) in done.stderr
    assert "Traceback" not in done.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("command", "arguments", "extras"),
    [
        ("match", [*ARGUMENTS["match"], "--scheduler", "tcp://127.0.0.1:1"], ("bots", "cluster")),
        ("match", [*ARGUMENTS["match"], "--dataset", "games"], ("research",)),
        ("puzzles", ["mine", "puzzles.jsonl", "--site", "http://127.0.0.1:1"], ("bots", "client")),
    ],
)
def test_an_option_names_the_extra_that_it_needs_besides(
    command: str, arguments: list[str], extras: tuple[str, ...], tmp_path: Path
) -> None:
    done = run_with(NEEDED[command], command, *arguments, folder=tmp_path)
    assert done.returncode == 2, done.stdout + done.stderr
    assert told(extras) in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("command", ["play", "show", "engine", "match", "analyse", "puzzles", "bench", "settings"])
def test_a_command_runs_with_its_extras_and_no_others(command: str, tmp_path: Path) -> None:
    (tmp_path / "puzzles.jsonl").touch()
    done = run_with(NEEDED[command], command, *ARGUMENTS[command], folder=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("command", ["serve", "worker", "backup", "restore", "ratings", "admin", "migrate"])
def test_a_command_of_the_server_is_read_with_its_extras_and_no_others(command: str, tmp_path: Path) -> None:
    done = run_with(NEEDED[command], command, "--help", folder=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
