"""Nothing is left out of the documentation: commands, options, dependencies."""

from __future__ import annotations

import argparse
import json
import re
import shlex
import subprocess
import sys
import tomllib
from importlib import import_module

import pytest

from medina.cli import COMMANDS

from .pages import DOCS, ROOT, sections

IN_EVERY_COMMAND = {"--help", "--lang"}


def test_every_command_has_its_section() -> None:
    described = [title.strip("`") for title in sections(DOCS / "commands.md") if title.startswith("`medina ")]
    assert sorted(described) == sorted(f"medina {command}" for command in COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_option_of_a_command_is_described(command: str) -> None:
    section = sections(DOCS / "commands.md")[f"`medina {command}`"]
    parser = argparse.ArgumentParser(prog="medina")
    import_module(f"medina.cli.{command}").configure(parser)
    existing = set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", parser.format_help())) - IN_EVERY_COMMAND
    described = set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", section)) - IN_EVERY_COMMAND
    assert described == existing


@pytest.mark.parametrize("command", COMMANDS)
def test_the_examples_of_a_command_are_understood(command: str) -> None:
    section = sections(DOCS / "commands.md")[f"`medina {command}`"]
    examples = re.findall(r"^    medina (.+)$", section, flags=re.MULTILINE)
    assert examples
    for example in examples:
        name, *arguments = shlex.split(example)
        assert name == command
        parser = argparse.ArgumentParser(prog="medina", exit_on_error=False)
        import_module(f"medina.cli.{command}").configure(parser)
        parser.parse_args(arguments)


def test_the_page_of_commands_is_current() -> None:
    script = ROOT / "scripts" / "make_commands.py"
    done = subprocess.run([sys.executable, script, "--check"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_every_dependency_has_its_line() -> None:
    page = (DOCS / "dependencies.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\| `([^`]+)` \|", page, flags=re.MULTILINE)
    assert sorted(listed) == sorted(_python_packages() | _client_packages())
    assert len(listed) == len(set(listed))


def _python_packages() -> set[str]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"].values()
    wanted = [*project["dependencies"], *(requirement for extra in extras for requirement in extra)]
    names = (re.match(r"[A-Za-z0-9._-]+", requirement) for requirement in wanted)
    return {name.group().lower() for name in names if name is not None}


def _client_packages() -> set[str]:
    package = json.loads((ROOT / "client" / "package.json").read_text(encoding="utf-8"))
    return {*package.get("dependencies", {}), *package.get("devDependencies", {})}
