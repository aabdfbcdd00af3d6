"""Runs the mutants that scripts/mutate_rules.sh had mutmut make, each in a fork of a process that collected the tests.

    .venv/bin/python scripts/run_mutants.py FOLDER [PREFIX]

This is what `mutmut run` does, without starting pytest for each of 2,400 mutants: the tests of the mutated function
come first, those that killed most so far before the others. PREFIX limits the run, for example to `medina.rules.turns`.
The result, mutant by mutant, is FOLDER/mutants.json; a run that was stopped goes on where it was.
"""

from __future__ import annotations

import json
import os
import re
import resource
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

SECONDS = 12
"""CPU time after which a mutant counts as killed: it runs in circles."""
MADE_ONCE = ("medina.rules.board.", "medina.rules.move.", "medina.rules.ruleset.", "medina.rules.listing.")
"""Modules whose values are made once and kept, so that mutmut cannot tell which tests depend on them: all tests run."""


class Collected:
    """A pytest plugin that keeps what was collected."""

    items: list[Any]

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """All tests are known."""
        self.items = list(session.items)


def collect(folder: Path) -> dict[str, Any]:
    """The tests by name, ready to be called."""
    os.chdir(folder / "mutants")
    sys.path.insert(0, str(folder / "mutants" / "src"))
    os.environ["MUTANT_UNDER_TEST"] = ""
    plugin = Collected()
    slow = [f"--ignore=tests/rules/test_{name}.py" for name in ("contract", "golden", "perft")]
    pytest.main(["--collect-only", "-qq", "-p", "no:cacheprovider", "tests/rules", *slow], plugins=[plugin])
    return {item.nodeid: item for item in plugin.items}


def call(item: Any) -> None:
    """One test, without pytest around it; the tests of the rules use no fixtures."""
    item.obj(**(item.callspec.params if hasattr(item, "callspec") else {}))


def run_mutant(name: str, tests: list[tuple[str, Any]]) -> str:
    """Which test kills the mutant, or `survived`."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 1))
        os.write(writer, try_tests(name, tests).encode())
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader, "rb") as answers:
        answer = answers.read().decode()
    _, status = os.waitpid(child, 0)
    return answer or f"stopped by signal {status & 127}"


def try_tests(name: str, tests: list[tuple[str, Any]]) -> str:
    """In the child: the first test that fails with the mutant in place."""
    import mutmut.mutation.trampoline as trampoline

    os.environ["MUTANT_UNDER_TEST"] = name
    trampoline.get_mutant_under_test = lambda: name
    for test, item in tests:
        try:
            call(item)
        except BaseException:
            return test
    return "survived"


def mutant_names(folder: Path) -> list[str]:
    """All mutants that were made."""
    metas = sorted((folder / "mutants" / "src" / "medina" / "rules").glob("*.meta"))
    return [name for meta in metas for name in json.loads(meta.read_text())["exit_code_by_key"]]


def tests_for(name: str, items: dict[str, Any], stats: dict[str, Any], kills: Counter[str]) -> list[tuple[str, Any]]:
    """The tests that reach the mutated function, the most telling and shortest first."""
    function = re.sub(r"__mutmut_\d+$", "", name)
    known = items if name.startswith(MADE_ONCE) else stats["tests_by_mangled_function_name"].get(function, [])
    chosen = [test for test in items if test in known or test not in stats["duration_by_test"]]
    chosen.sort(key=lambda test: (-kills[test], stats["duration_by_test"].get(test, 1)))
    return [(test, items[test]) for test in chosen]


def main() -> None:
    """See the module."""
    folder, prefix = Path(sys.argv[1]).resolve(), (sys.argv[2:] or [""])[0]
    results_file = folder / "mutants.json"
    results: dict[str, str] = json.loads(results_file.read_text()) if results_file.exists() else {}
    stats = json.loads((folder / "mutants" / "mutmut-stats.json").read_text())
    stats["tests_by_mangled_function_name"] = {k: set(v) for k, v in stats["tests_by_mangled_function_name"].items()}
    items = collect(folder)
    kills = Counter(results.values())
    unchanged = run_mutant("no mutant", list(items.items()))
    if unchanged != "survived":
        sys.exit(f"{unchanged} fails without any mutant")
    todo = [name for name in mutant_names(folder) if name.startswith(prefix) and name not in results]
    began = time.monotonic()
    for number, name in enumerate(todo, 1):
        results[name] = run_mutant(name, tests_for(name, items, stats, kills))
        kills[results[name]] += 1
        if number % 10 == 0 or number == len(todo):
            results_file.write_text(json.dumps(results, indent=0))
            survived = sum(result == "survived" for result in results.values())
            print(f"{number} of {len(todo)}, {survived} survived, {time.monotonic() - began:.0f} s", flush=True)


if __name__ == "__main__":
    main()
