"""The arrows of docs/layout.md are those of the code."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from .pages import DOCS, ROOT, tables

PACKAGE = ROOT / "src" / "medina"
PARTS = sorted(folder.name for folder in PACKAGE.iterdir() if (folder / "__init__.py").exists())


def _arrows() -> dict[str, set[str]]:
    rows = tables((DOCS / "layout.md").read_text(encoding="utf-8"))[2:]
    arrows = {row[0].strip("`"): {name.strip(" `") for name in row[2].split(",")} for row in rows}
    return {part: set(PARTS) if used == {"everything"} else used for part, used in arrows.items()}


def _imports(source: Path) -> Iterator[str]:
    """The modules of ours that a file imports, but for what `position.svg()` fetches when it is called."""
    tree = ast.parse(source.read_text(encoding="utf-8"))
    fetched_late = {
        id(node)
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef) and function.name == "svg" and source.name == "position.py"
        for node in ast.walk(function)
    }
    for node in ast.walk(tree):
        if id(node) in fetched_late:
            continue
        if isinstance(node, ast.ImportFrom) and node.level == 0 and node.module is not None:
            yield from [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def test_every_part_is_in_the_table() -> None:
    assert sorted(_arrows()) == PARTS


@pytest.mark.parametrize("part", PARTS)
def test_a_part_uses_only_what_its_arrow_allows(part: str) -> None:
    allowed = {*_arrows()[part], part}
    used = {
        (str(source.relative_to(PACKAGE)), module.split(".")[1])
        for source in (PACKAGE / part).rglob("*.py")
        for module in _imports(source)
        if module.startswith("medina.") and module.split(".")[1] in PARTS
    }
    assert sorted((where, what) for where, what in used if what not in allowed) == []


def test_the_rules_need_only_the_standard_library() -> None:
    import sys

    known = {*sys.stdlib_module_names, "medina"}
    imported = {module.split(".")[0] for source in (PACKAGE / "rules").glob("*.py") for module in _imports(source)}
    assert imported <= known
