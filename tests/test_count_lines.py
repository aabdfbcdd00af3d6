"""Counting code lines: only lines with code count, and every package is in the table."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "scripts"))

import count_lines  # noqa: E402

PYTHON = '''"""A module."""

import os  # 1

# a comment
MANY = 3  # 2
"""What it counts."""


def ask(text: str) -> str:  # 3
    """Return it.

    In two paragraphs.
    """
    long = """  # 4

    not a docstring
    """  # 5 and 6
    return (  # 7
        # nothing
        f"# {text} {long}"  # 8
    )  # 9
'''
SCRIPT = """/* A
   module. */
import { a } from './a' // 1

const address = 'https://example.org' // 2
// nothing
const slash = /[/*]/ // 3
const text = `// 4
/* 5 */`
/** Returns it. */
export const b = (c: number) => c / 2 /* 6 */
/* 7 */ b(1)
"""
SVELTE = """<script lang="ts">
  // nothing
  let open = $state(false)
</script>

<!-- a comment
  over two lines -->
<a href="https://example.org/*">{open}</a>

<style>
  /* nothing */
  a { color: red }
</style>
"""


@pytest.mark.parametrize(
    ("count", "text", "lines"),
    [
        (count_lines.python_lines, PYTHON, 9),
        (count_lines.script_lines, SCRIPT, 7),
        (count_lines.svelte_lines, SVELTE, 7),
    ],
)
def test_only_lines_with_code_count(count: Callable[[str], int], text: str, lines: int) -> None:
    assert count(text) == lines


def test_every_package_is_in_the_table() -> None:
    script = [sys.executable, str(ROOT / "scripts/count_lines.py"), "--by", "package"]
    rows = [line.split() for line in subprocess.check_output(script, text=True).splitlines()[1:]]
    found = {row[0]: (int(row[-2]), int(row[-1].replace(",", ""))) for row in rows}
    packages = {f"medina/{path.parent.name}" for path in (ROOT / "src/medina").glob("*/__init__.py")}
    assert packages <= found.keys()
    files = len(list((ROOT / "src/medina/rules").glob("*.py")))
    assert found["medina/rules"][0] == files
    assert found["medina"][1] > sum(found[f"medina/{name}"][1] for name in ("rules", "table", "store", "server"))
