"""The benchmarks that nothing else here runs still run, and say what they are there to say."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

BENCHMARKS = Path(__file__).parent.parent / "benchmarks"


@pytest.mark.parametrize(
    ("program", "options", "said"),
    [
        ("calibrate", "second2 --games 1 --nodes 1 --jobs 1", ["second2: ", "| 0 to 10 % |", "| 75 to 100 % |"]),
        ("curve", "--positions 2 --processes 1 --judge 20 --times 0.01 0.02", ["| 0.01 |", "| 0.02 |"]),
        ("envs", "--rounds 1 --seconds 0.01 --games 4", ["Connect Four", "masks"]),
        ("fast", "--rounds 1 --seconds 0.01", ["second"]),
        ("rules", "--rounds 1 --seconds 0.01", ["second"]),
        ("server", "--databases sqlite --tables 2 --seconds 1", ["sqlite"]),
        ("strength", "--only ladder --processes 1 --minutes 0.05 --games 1", ["| pairing |", "architect"]),
    ],
)
def test_a_benchmark_runs(program: str, options: str, said: list[str]) -> None:
    command = [sys.executable, str(BENCHMARKS / f"{program}.py"), *options.split()]
    out = subprocess.run(command, check=True, timeout=300, stdout=subprocess.PIPE, text=True).stdout
    assert all(words in out for words in said), out
