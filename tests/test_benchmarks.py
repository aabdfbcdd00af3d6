"""The benchmarks that nothing else here runs still run, and say what they are there to say."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

from medina.bots.features import ALWAYS, SEAT_SIZE, SHARE_LEFT
from medina.bots.network import SCALE, WEIGHTS, load_network

BENCHMARKS = Path(__file__).parent.parent / "benchmarks"


@pytest.mark.parametrize(
    ("program", "options", "said"),
    [
        ("calibrate", "second2 --games 1 --nodes 1 --jobs 1", ["second2: ", "| 0 to 10 % |", "| 75 to 100 % |"]),
        ("curve", "--positions 2 --processes 1 --judge 20 --times 0.01 0.02", ["| 0.01 |", "| 0.02 |"]),
        ("envs", "--rounds 1 --seconds 0.01 --games 4", ["Connect Four", "masks"]),
        ("fair", "--tables 1 --turns 2 --pause 0", ["alone", "beside them"]),
        ("fast", "--rounds 1 --seconds 0.01", ["second"]),
        ("glance", "second3 --positions 2 --nodes 20", ["| part of the game |", "| looks best |"]),
        ("pace", f"{shlex.quote(str(BENCHMARKS.parent))} --rounds 1 --nodes 20", ["| second2 |", "| first4 |"]),
        ("rules", "--rounds 1 --seconds 0.01", ["second"]),
        ("server", "--databases sqlite --tables 2 --seconds 1", ["sqlite"]),
        ("updates", "--games 1", ["2 players, what is stored", "4 players, the replay"]),
        ("strength", "--only ladder --processes 1 --minutes 0.05 --games 1", ["| pairing |", "architect"]),
    ],
)
def test_a_benchmark_runs(program: str, options: str, said: list[str]) -> None:
    command = [sys.executable, str(BENCHMARKS / f"{program}.py"), *shlex.split(options)]
    out = subprocess.run(command, check=True, timeout=300, stdout=subprocess.PIPE, text=True).stdout
    assert all(words in out for words in said), out


def test_what_was_said_is_kept_told_again_and_drawn(tmp_path: Path) -> None:
    kept, drawing = tmp_path / "said.jsonl", tmp_path / "chances.svg"
    calibrate = [sys.executable, str(BENCHMARKS / "calibrate.py"), "second2", "first3"]
    told = [
        subprocess.run([*calibrate, *options], check=True, timeout=300, stdout=subprocess.PIPE, text=True).stdout
        for options in (
            ["--games", "1", "--nodes", "1", "--jobs", "1", "--out", str(kept)],
            ["--read", str(kept), "--diagram", str(drawing)],
        )
    ]
    assert told[0] == told[1]
    tenths = re.findall(r"\| \d+ to \d+ % \| \d+ \| ([\d.]+)% \|", told[0])
    dots = [float(dot.attrib["cx"]) for dot in ElementTree.parse(drawing).iter("{http://www.w3.org/2000/svg}circle")]
    assert dots == pytest.approx([1.5 * float(tenth) for tenth in tenths], abs=0.2)  # panels are 150 wide


def test_a_network_is_corrected_by_what_came(tmp_path: Path) -> None:
    """It expects more or less of all seats alike, by a line in the pieces left, and nothing else changes."""
    corrected = tmp_path / "corrected"
    options = ["second3", "--games", "1", "--nodes", "1", "--first", "7", "--jobs", "1", "--correct", str(corrected)]
    command = [sys.executable, str(BENCHMARKS / "calibrate.py"), *options]
    out = subprocess.run(command, check=True, timeout=300, stdout=subprocess.PIPE, text=True).stdout
    found = re.search(r"corrected by ([+-].*) points in the end and ([+-].*) in the beginning", out)
    assert found, out
    before, after = (load_network(folder / "second3.bin") for folder in (WEIGHTS, corrected))
    change = SCALE * (after.direct - before.direct)[2 * SEAT_SIZE :]
    assert change[[ALWAYS, SHARE_LEFT]].cumsum() == pytest.approx([float(found[1]), float(found[2])], abs=0.03)
    assert np.count_nonzero(after.direct != before.direct) <= 2
    assert np.array_equal(after.first, before.first)
