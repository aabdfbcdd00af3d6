"""Count code lines by package, without blank lines, comments and docstrings.

    .venv/bin/python scripts/count_lines.py                # totals of each part of the repository
    .venv/bin/python scripts/count_lines.py --by package   # each package, with its modules
    .venv/bin/python scripts/count_lines.py --by module    # each file

Generated files, built files and data are left out. A Svelte file counts its script, its markup and its styles.
"""

from __future__ import annotations

import argparse
import ast
import io
import re
import tokenize
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
PARTS = {
    "medina": "src/medina",
    "scripts": "scripts",
    "benchmarks": "benchmarks",
    "tests": "tests",
    "client": "client/src",
    "client-tests": "client/tests",
}
"""Parts of the repository, and their folders."""
LEFT_OUT = {"__pycache__", "generated", "node_modules", "static"}
NO_CODE = {
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENCODING,
    tokenize.ENDMARKER,
}
SCRIPT = re.compile(
    r"""
    (?P<comment> //[^\n]* | /\*.*?\*/ )
    | (?P<string> '(?:\\.|[^'\\\n])*' | "(?:\\.|[^"\\\n])*" | `(?:\\.|[^`\\])*` )
    | (?P<regex> (?<=[(,=:\[!&|?{};]) [ \t]* /(?![/*]) (?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\[\n])+ / )
    """,
    re.DOTALL | re.VERBOSE,
)
"""What may hold the signs of a comment in TypeScript: a comment, or a literal that only looks like one."""
STYLE_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
MARKUP = re.compile(r"(?P<comment><!--.*?-->)|<(?P<tag>script|style)\b[^>]*>(?P<body>.*?)</(?P=tag)>", re.DOTALL)


class Module(NamedTuple):
    """A file with code."""

    part: str
    package: str
    module: str
    lines: int


def python_lines(text: str) -> int:
    """Count lines with code. A string that stands alone as a statement is a docstring."""
    code: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type not in NO_CODE:
            code.update(range(token.start[0], token.end[0] + 1))
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            code.difference_update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    lines = text.splitlines()
    return sum(bool(lines[number - 1].strip()) for number in code)


def script_lines(text: str) -> int:
    """Count lines of TypeScript or JavaScript with code."""
    return _filled(_without_script_comments(text))


def svelte_lines(text: str) -> int:
    """Count lines of a Svelte file with code: script, markup and styles."""
    return _filled(MARKUP.sub(_bare_block, text))


def _bare_block(found: re.Match[str]) -> str:
    if found["comment"] is not None:
        return _blank(found)
    bare = _without_script_comments if found["tag"] == "script" else lambda body: STYLE_COMMENT.sub(_blank, body)
    return found[0].replace(found["body"], bare(found["body"]), 1)


def _without_script_comments(text: str) -> str:
    return SCRIPT.sub(lambda found: _blank(found) if found["comment"] is not None else found[0], text)


def _blank(found: re.Match[str]) -> str:
    return "\n" * found[0].count("\n")


def _filled(text: str) -> int:
    return sum(bool(line.strip()) for line in text.splitlines())


COUNTERS: dict[str, Callable[[str], int]] = {
    ".py": python_lines,
    ".ts": script_lines,
    ".js": script_lines,
    ".svelte": svelte_lines,
}


def modules(root: Path = ROOT) -> Iterator[Module]:
    """Find every file with code. Files directly in the folder of a part belong to its package `.`."""
    for part, folder in PARTS.items():
        for path in sorted((root / folder).rglob("*")):
            inside = path.relative_to(root / folder)
            if path.suffix in COUNTERS and not LEFT_OUT & set(inside.parts):
                package = f"{part}/{inside.parts[0] if len(inside.parts) > 1 else '.'}"
                lines = COUNTERS[path.suffix](path.read_text("utf-8"))
                yield Module(part, package, f"{part}/{inside.as_posix()}", lines)


def table(found: Iterable[Module], by: str = "") -> str:
    """Write the counts as a table, with a total for each part."""
    found = list(found)
    rows: list[tuple[str, int, int]] = []
    for part in PARTS:
        mine = [module for module in found if module.part == part]
        if not mine:
            continue
        for name in sorted({getattr(module, by) for module in mine}) if by else ():
            group = [module for module in mine if getattr(module, by) == name]
            rows.append((f"  {name}", len(group), sum(module.lines for module in group)))
        rows.append((part, len(mine), sum(module.lines for module in mine)))
    width = max(len(name) for name, _, _ in rows)
    lines = [f"{'':{width}}  modules    lines"]
    lines += [f"{name:{width}}  {count:7,}  {number:7,}" for name, count, number in rows]
    return "\n".join(lines)


def main() -> None:
    """Print the table that was asked for."""
    parser = argparse.ArgumentParser(description="Count code lines without blank lines, comments and docstrings.")
    parser.add_argument(
        "--by", choices=("package", "module"), default="", help="one row for each of these, besides the totals"
    )
    print(table(modules(), parser.parse_args().by))


if __name__ == "__main__":
    main()
