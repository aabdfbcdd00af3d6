"""What the Containerfile says, for the tests that check it and the script that follows it."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DEPLOY = ROOT / "deploy"
IMAGE = "medina"
"""The last stage, by the name of the product."""


def instructions() -> list[tuple[str, str]]:
    """(instruction, what follows) of the Containerfile, lines put together."""
    text = re.sub(r"^\s*#.*\n", "", (ROOT / "Containerfile").read_text(encoding="utf-8"), flags=re.M)
    lines = [line.strip() for line in text.replace("\\\n", " ").splitlines() if line.strip()]
    return [(name, rest.strip()) for name, _, rest in (line.partition(" ") for line in lines)]


def stages() -> dict[str, list[tuple[str, str]]]:
    """The instructions of each stage, the one it begins with among them."""
    found: dict[str, list[tuple[str, str]]] = {}
    for name, rest in instructions():
        if name == "FROM":
            current = found[rest.partition(" AS ")[2] or IMAGE] = []
        current.append((name, rest))
    return found


def environment_of_image() -> dict[str, str]:
    given = shlex.split(" ".join(rest for name, rest in stages()[IMAGE] if name == "ENV"))
    return dict(item.split("=", 1) for item in given)


def last(name: str) -> str:
    return [rest for kind, rest in stages()[IMAGE] if kind == name][-1]


def sources_of(rest: str) -> tuple[str | None, list[str], str]:
    """Of a COPY: the stage it copies from, if it is one, what it copies, and where to."""
    *words, target = shlex.split(rest)
    options = [word for word in words if word.startswith("--")]
    stage = next((option.removeprefix("--from=") for option in options), None)
    return stage, [word for word in words if not word.startswith("--")], target
