"""A few of the kills and power cuts that `scripts/kill.py` does by the thousand."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from kills import TRIALS, kill

from power import Mains

A_FEW = 2 * len(TRIALS) + 2


@pytest.mark.postgres
@pytest.mark.skipif(shutil.which("gcc") is None, reason="the shim that notes what was synced is compiled")
def test_promises_are_kept_when_processes_are_killed_and_the_power_goes(tmp_path: Path, database_server: str) -> None:
    killed = list(kill(tmp_path, database_server, A_FEW, seed=1))
    assert len(killed) == A_FEW
    assert {where for _, where in killed} == {"SQLite", "PostgreSQL"}


WRITER = """
import os, sys
from pathlib import Path
from medina.store.durable import written_aside
folder = Path(sys.argv[1])
(folder / "old").write_text("changed, and not synced")
(folder / "new").write_text("never synced")
with open(folder / "nameless", "w") as file:
    file.write("synced, but its folder is not")
    file.flush()
    os.fsync(file.fileno())
if len(sys.argv) > 2:
    with written_aside(folder / "whole") as file:
        file.write(b"synced")
"""


@pytest.mark.skipif(shutil.which("gcc") is None, reason="the shim that notes what was synced is compiled")
@pytest.mark.parametrize("durable", [False, True])
def test_a_power_cut_leaves_what_was_synced_and_no_more(tmp_path: Path, durable: bool) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    (folder / "old").write_text("old")
    mains = Mains(folder, tmp_path)
    mains.on()
    arguments = [sys.executable, "-c", WRITER, str(folder), *(["durably"] if durable else [])]
    subprocess.run(arguments, env={**os.environ, **mains.environment}, check=True)
    assert (folder / "new").exists()
    mains.cut(Unlucky())
    left = {path.name: path.read_text() for path in folder.iterdir()}
    assert left.pop("old") == "old"
    if durable:
        assert left.pop("whole") == "synced"
        assert left.pop("nameless").startswith("synced")
        assert left == {"new": ""}
    else:
        assert left == {}


class Unlucky(random.Random):
    """Nothing that was not synced makes it."""

    def random(self) -> float:
        return 0.9
