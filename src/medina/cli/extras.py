"""The extras of the package: which of them a command needs, and what to say when one is not installed."""

from __future__ import annotations

import re
import sys
from importlib.metadata import PackageNotFoundError, requires
from importlib.util import find_spec

from medina.words import say

EXTRAS = ("terminal", "client", "server", "bots", "research", "cluster")
"""The extras that commands use, in the order in which they are named; the first that brings a module is suggested."""

NEEDED = {
    "play": ("terminal", "bots"),
    "show": ("terminal",),
    "replay": ("terminal",),
    "engine": ("bots",),
    "match": ("bots",),
    "analyse": ("terminal", "bots"),
    "puzzles": ("bots",),
    "bench": ("bots",),
    "serve": ("bots", "server"),
    "worker": ("bots", "server"),
    "backup": ("server",),
    "restore": ("server",),
    "ratings": ("server",),
    "admin": ("server",),
    "settings": ("server",),
    "migrate": ("server",),
}
"""The extras of each command. A package of another extra can be needed for some of its options."""

_IMPORTED = {"argon2_cffi": "argon2", "pillow": "PIL"}
"""Modules that are not called like the project they come from."""


def require(*modules: str) -> None:
    """Raise `ModuleNotFoundError` for the first of these modules that is not installed, before any work is done."""
    for module in modules:
        if find_spec(module) is None:
            raise ModuleNotFoundError(name=module)


def missing_text(command: str, module: str) -> str | None:
    """Say which extras to install for a command that lacks a module; None for a module that no extra brings."""
    if module == "medina" or module in sys.stdlib_module_names:
        return None
    needed = {*NEEDED[command]}
    bringing = extras_with(module)
    if bringing and not needed & {*bringing}:
        needed.add(bringing[0])
    extras = ",".join(extra for extra in EXTRAS if extra in needed)
    missing = say("cli.missing", module=module, extras=extras)
    return f"{missing} {say('cli.no_engine')}" if module == "wasmtime" else missing


def extras_with(module: str) -> list[str]:
    """The extras that install a module, by the package's own metadata."""
    try:
        lines = requires("medina") or []
    except PackageNotFoundError:
        return []
    found = set()
    for line in lines:
        project, extra = re.match(r"[\w.-]+", line), re.search(r"extra == ['\"]([\w-]+)", line)
        if project and extra:
            name = project.group().replace("-", "_").lower()
            if _IMPORTED.get(name, name) == module:
                found.add(extra.group(1))
    return [extra for extra in EXTRAS if extra in found]
