"""The benchmarks that measure in a browser still run, and say what they are there to say."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"


@pytest.mark.parametrize(
    ("program", "options", "said"),
    [
        ("wasm", "--rounds 1 --nodes 1000", ["first 4 after 50: Chromium", "first evaluation: ", "module "]),
        ("whole_game", "--plies 24", ["browser: ", "server meanwhile", "longest task", "server: "]),
    ],
)
def test_a_benchmark_of_browsers_runs(program: str, options: str, said: list[str]) -> None:
    cores = sorted(os.sched_getaffinity(0))[:2]
    if len(cores) < 2:
        pytest.skip("they measure with two cores")
    two_cores = ["taskset", "-c", ",".join(map(str, cores))]
    command = [*two_cores, sys.executable, str(BENCHMARKS / f"{program}.py"), *options.split()]
    out = subprocess.run(command, check=True, timeout=300, stdout=subprocess.PIPE, text=True).stdout
    assert all(words in out for words in said), out
