"""A match spread over the machines of a Dask cluster: a real scheduler and two real workers, here on one machine."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from patience import wait_until

pytest.importorskip("distributed")
pytestmark = pytest.mark.processes

QUIET = {"DASK_DISTRIBUTED__LOGGING__DISTRIBUTED": "error", "DASK_DISTRIBUTED__WORKER__MULTIPROCESSING_METHOD": "fork"}


@contextmanager
def running(*words: str) -> Iterator[None]:
    command = [sys.executable, "-m", *words]
    process = subprocess.Popen(
        command, env={**os.environ, **QUIET}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        yield
    finally:
        process.kill()
        process.wait()


@contextmanager
def scheduler(folder: Path) -> Iterator[str]:
    """The address of a scheduler without workers."""
    file = folder / "scheduler.json"
    options = ("--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(file))
    with running("distributed.cli.dask_scheduler", *options):
        wait_until(lambda: file.exists() and file.read_text().strip(), "no scheduler")
        yield json.loads(file.read_text())["address"]


def worker(address: str, folder: Path) -> ExitStack:
    stack = ExitStack()
    options = (
        "--host",
        "127.0.0.1",
        "--no-nanny",
        "--no-dashboard",
        "--nthreads",
        "1",
        "--local-directory",
        str(folder),
    )
    stack.enter_context(running("distributed.cli.dask_worker", address, *options))
    return stack


def match(folder: Path, *options: str, code: int = 0) -> str:
    words = ("match", "--bots", "random,random@2n", "--games", "8", "--seed", "3", "--nodes", "1", "--out", str(folder))
    done = subprocess.run(
        [sys.executable, "-m", "medina", *words, *options],
        env={**os.environ, **QUIET, "MEDINA_LANG": "en"},
        capture_output=True,
        text=True,
        timeout=150,
    )
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout + done.stderr


def test_a_match_on_a_cluster_is_the_same_match(tmp_path: Path) -> None:
    with scheduler(tmp_path) as address, worker(address, tmp_path / "1"), worker(address, tmp_path / "2"):
        wait_for_workers(address, 2)
        said = match(tmp_path / "there", "--backend", "dask", "--scheduler", address)
        workers = workers_that_worked(address)
    match(tmp_path / "here", "--jobs", "1")
    assert (tmp_path / "there/result.json").read_text() == (tmp_path / "here/result.json").read_text()
    for record in sorted((tmp_path / "here/games").iterdir()):
        assert (tmp_path / "there/games" / record.name).read_text() == record.read_text()
    assert "8 of 8 games" in said
    assert len(workers) == 2


def wait_for_workers(address: str, count: int) -> None:
    from distributed import Client

    with Client(address) as client:
        client.wait_for_workers(count, timeout=60)


def workers_that_worked(address: str) -> set[int]:
    """The workers that know the game, which they load when they play one."""
    from distributed import Client

    with Client(address) as client:
        found = client.run(lambda: (os.getpid(), "medina.match.play" in sys.modules))
    return {pid for pid, worked in found.values() if worked}


def test_a_cluster_that_is_not_there_is_a_sentence(tmp_path: Path) -> None:
    said = match(tmp_path / "match", "--scheduler", "tcp://127.0.0.1:9", code=2)
    assert "No Dask scheduler answers at tcp://127.0.0.1:9" in said
    assert "Traceback" not in said
