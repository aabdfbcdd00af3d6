"""Whole matches on the command line, with real processes."""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import psutil
import pytest

import medina
from patience import wait_until

pytestmark = pytest.mark.processes

PROGRAMS = Path(__file__).parent / "programs.py"
ALWAYS = ("--nodes", "1", "--seed", "5", "--event", "Friday")


def medina_match(*options: str | Path, **more: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "medina", "match", *map(str, options)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        env={**os.environ, "MEDINA_LANG": "en", **more},
    )


def finished(*options: str | Path, code: int = 0, **more: str) -> str:
    match = medina_match(*options, **more)
    out, err = match.communicate(timeout=120)
    assert match.returncode == code, out + err
    return out + err


def games_in(folder: Path) -> dict[int, str]:
    """Every game's line of the journal and record."""
    lines = [json.loads(line) for line in (folder / "games.jsonl").read_text().splitlines()]
    return {
        line["number"]: json.dumps(line) + (folder / f"games/{line['number']:05}.mgn").read_text() for line in lines
    }


def wait_for_games(folder: Path, count: int) -> None:
    journal = folder / "games.jsonl"
    wait_until(lambda: journal.exists() and journal.read_bytes().count(b"\n") >= count, "no games were played")


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A match that was played without interruption, in one process."""
    folder = tmp_path_factory.mktemp("match") / "whole"
    finished("--bots", "random,random@2n", "--games", "24", "--jobs", "1", "--out", folder, *ALWAYS)
    return folder


def test_a_match_leaves_records_a_journal_and_a_result(whole: Path) -> None:
    result = json.loads((whole / "result.json").read_text())
    assert result["played"] == 24
    assert sum(entry["wins"] for entry in result["standings"]) == 24
    record = medina.read_record((whole / "games" / "00002.mgn").read_text())
    assert record.position.phase == "over"
    assert record.tags["Event"] == "Friday"
    assert (record.tags["Seat0"], record.tags["Seat1"]) == ("bot:random@2n", "bot:random")
    assert "24 of 24 games" in (whole / "result.md").read_text()


def test_a_killed_match_resumes_to_the_same_result(whole: Path, tmp_path: Path) -> None:
    folder = tmp_path / "killed"
    options = ("--bots", "random,random@2n", "--games", "24", "--out", folder, *ALWAYS)
    match = medina_match(*options, "--jobs", "1")
    wait_for_games(folder, 3)
    os.kill(match.pid, signal.SIGKILL)
    match.communicate()
    with (folder / "games.jsonl").open("a") as journal:
        journal.write('{"number": 24, "seats": ["ran')
    assert 3 <= len((folder / "games.jsonl").read_text().splitlines()) - 1 < 24
    finished("--resume", "--out", folder, "--jobs", "2")
    assert games_in(folder) == games_in(whole)
    assert (folder / "result.json").read_text() == (whole / "result.json").read_text()


def test_worker_processes_of_a_killed_match_end(tmp_path: Path) -> None:
    folder = tmp_path / "killed"
    match = medina_match("--bots", "random", "--games", "2000", "--jobs", "2", "--out", folder, *ALWAYS)
    wait_for_games(folder, 2)
    family = psutil.Process(match.pid).children(recursive=True)
    assert len(family) >= 2
    os.kill(match.pid, signal.SIGKILL)
    _, alive = psutil.wait_procs(family, timeout=60)
    for process in alive:
        process.kill()
    assert alive == []
    match.communicate()


def test_a_worker_that_dies_is_a_sentence_and_loses_no_finished_game(tmp_path: Path) -> None:
    folder = tmp_path / "crippled"
    match = medina_match("--bots", "random", "--games", "2000", "--jobs", "2", "--out", folder, *ALWAYS)
    wait_for_games(folder, 2)
    workers = [
        child for child in psutil.Process(match.pid).children() if "resource_tracker" not in str(child.cmdline())
    ]
    workers[0].kill()
    out, err = match.communicate(timeout=120)
    assert match.returncode == 2, out + err
    assert "A worker process died" in err
    assert "Traceback" not in err
    assert len(games_in(folder)) >= 2


@pytest.mark.parametrize(
    ("jobs", "backend", "stop"),
    [("1", "loky", signal.SIGINT), ("2", "loky", signal.SIGINT), ("2", "threading", signal.SIGTERM)],
)
def test_a_stop_is_clean_and_says_how_to_go_on(jobs: str, backend: str, stop: int, tmp_path: Path) -> None:
    folder = tmp_path / "stopped"
    how = ("--jobs", jobs, "--backend", backend)
    match = medina_match("--bots", "random", "--games", "2000", *how, "--out", folder, *ALWAYS)
    wait_for_games(folder, 2)
    family = psutil.Process(match.pid).children(recursive=True)
    os.killpg(match.pid, stop)
    out, err = match.communicate(timeout=120)
    assert match.returncode == 130
    assert "Traceback" not in out + err
    assert f"medina match --resume --out {folder}" in out.replace("\n", "")
    assert psutil.wait_procs(family, timeout=60)[1] == []
    played = len(games_in(folder))
    assert json.loads((folder / "result.json").read_text())["played"] == played < 2000


def test_misbehaving_programs_forfeit_and_the_match_goes_on(tmp_path: Path) -> None:
    bots = ["cmd:" + shlex.join([sys.executable, str(PROGRAMS), kind]) for kind in ("crash_later", "illegal")]
    options = ("--bots", ",".join([*bots, "random"]), "--players", "3", "--games", "6", "--seed", "1", "--seconds", "5")
    said = finished(*options, "--out", tmp_path / "match", "--jobs", "2")
    assert "it crashed (exit -9)" in said
    assert "it played T, which is illegal" in said
    assert "(rule 10.3)" in said
    result = json.loads((tmp_path / "match" / "result.json").read_text())
    table = {entry["bot"]: entry for entry in result["standings"]}
    assert result["played"] == 6 == sum(entry["forfeits"] for entry in table.values())
    assert table["random"]["share"] == 0.5
    lost = medina.read_record((tmp_path / "match" / "games" / "00001.mgn").read_text())
    assert lost.tags["Forfeit"].split()[1] in ("crash", "illegal")


def test_a_hanging_program_forfeits_after_its_time_and_grace(tmp_path: Path) -> None:
    hang = "cmd:" + shlex.join([sys.executable, str(PROGRAMS), "hang"])
    options = ("--games", "1", "--seed", "1", "--seconds", "0.2", "--grace", "0.3", "--jobs", "1", "--lang", "fr")
    said = finished("--bots", f"{hang},random", "--out", tmp_path / "match", *options)
    assert "«\xa0go\xa0» en 0.5 s" in said


def test_more_games_can_be_added_but_the_plan_stays(whole: Path, tmp_path: Path) -> None:
    folder = tmp_path / "more"
    finished("--bots", "random,random@2n", "--games", "4", "--jobs", "1", "--out", folder, *ALWAYS)
    finished("--resume", "--games", "6", "--jobs", "1", "--out", folder)
    wanted = {number: game for number, game in games_in(whole).items() if number <= 6}
    assert games_in(folder) == wanted
    assert "other settings (seed)" in finished("--resume", "--seed", "6", "--out", folder, code=2)
    assert "--resume" in finished("--bots", "random", "--out", folder, code=2)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (("--bots", "grandmaster"), "There is no bot called 'grandmaster'"),
        (("--bots", "random", "--seconds", "-1"), "greater than 0"),
        (("--bots", "random", "--games", "0"), "at least one game"),
        (("--games", "3"), "Say who plays"),
        (("--bots", "cmd:./no-such-bot"), 'There is no program to run as "./no-such-bot"'),
        (("--bots", "random", "--edition", "first", "--players", "2"), "no two-player game"),
        (("--bots", "random", "--switches", "tea=perhaps"), "tea=no,founding=yes"),
        (("--bots", "random", "--switches", "coffee=no"), "There is no switch 'coffee'"),
        (("--bots", "random", "--jobs", "0"), "At least one game"),
        (("--bots", "random", "--backend", "magic"), "There is no backend magic"),
        (("--bots", "random", "--backend", "dask"), "needs --scheduler"),
        (("--resume",), "Say which match"),
    ],
)
def test_bad_input_is_a_sentence(
    options: tuple[str, ...],
    sentence: str,
    tmp_path: Path,
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from medina.cli import main

    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MEDINA_LANG", "en")
    assert main(["match", *options]) == 2
    assert sentence in capfd.readouterr().err
