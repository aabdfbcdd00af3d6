"""Only `serve`, `restore` and `migrate` make a database; other commands refuse where there is none."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from hosting import site

from medina.cli import main
from medina.words import LANGUAGES, say

READING = {
    "backup": ["backup", "{folder}/backup.gz", "--data", "{data}"],
    "ratings": ["ratings", "list", "Anna", "--data", "{data}"],
    "admin": ["admin", "people", "--data", "{data}"],
    "an act": ["admin", "ban", "Anna", "--why", "x", "--data", "{data}"],
}


def ask(command: str, folder: Path, data: Path) -> int:
    return main([part.format(folder=folder, data=data) for part in READING[command]])


@pytest.fixture(autouse=True)
def in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEDINA_LANG", "en")


@pytest.mark.parametrize("command", READING)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_command_in_the_wrong_folder_makes_nothing_and_names_it(
    command: str, lang: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("MEDINA_LANG", lang)
    for place in (tmp_path / "nowhere", tmp_path / "empty"):
        (tmp_path / "empty").mkdir(exist_ok=True)
        assert ask(command, tmp_path, place) == 2
        assert str(place) in capsys.readouterr().err
    assert [path.name for path in tmp_path.rglob("*")] == ["empty"]


@pytest.mark.parametrize("command", READING)
def test_the_folder_that_is_meant_by_default_is_named_in_full(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main([part.format(folder=tmp_path) for part in READING[command] if "data" not in part]) == 2
    assert str(tmp_path / "medina-data") in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("command", READING)
def test_a_file_of_sqlite_that_is_no_site_stays_as_it_is(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sqlite3.connect(tmp_path / "medina.sqlite3").close()
    assert ask(command, tmp_path, tmp_path) == 2
    assert str(tmp_path) in capsys.readouterr().err
    with sqlite3.connect(tmp_path / "medina.sqlite3") as connection:
        assert connection.execute("SELECT name FROM sqlite_master").fetchall() == []


def test_the_file_of_an_address_without_a_site_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("MEDINA_DATABASE_URL", f"sqlite:///{tmp_path}/other.sqlite3")
    assert ask("admin", tmp_path, tmp_path) == 2
    assert f"{tmp_path}/other.sqlite3" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_worker_refuses_an_empty_database(
    pg: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("MEDINA_DATABASE_URL", pg)
    monkeypatch.setenv("MEDINA_DATA", str(tmp_path))
    assert main(["worker"]) == 2
    assert "There is no Medina site in postgresql" in capsys.readouterr().err


def test_a_new_site_without_games_is_backed_up(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["migrate", "--data", str(tmp_path / "site")]) == 0
    assert main(["backup", str(tmp_path / "new.gz"), "--data", str(tmp_path / "site")]) == 0
    assert (tmp_path / "new.gz").is_file()
    assert main(["restore", str(tmp_path / "new.gz"), "--data", str(tmp_path / "other")]) == 0
    assert (tmp_path / "other" / "medina.sqlite3").is_file()


@pytest.mark.parametrize("content", [None, "{", "[]"])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_folder_without_puzzles_stops_the_start_with_a_sentence(
    content: str | None, lang: str, tmp_path: Path
) -> None:
    folder = tmp_path / "puzzles"
    if content is not None:
        folder.mkdir()
        (folder / "index.json").write_text(content, "utf-8")
    command = [sys.executable, "-m", "medina", "serve", "--port", "0", "--data", str(tmp_path / "data")]
    chosen = {**os.environ, "MEDINA_PUZZLES": str(folder), "MEDINA_LANG": lang}
    done = subprocess.run(command, env=chosen, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 2, done.stderr
    assert done.stderr == say("server.bad_puzzles", lang, folder=folder) + "\n"


def test_a_site_that_was_served_can_be_looked_at(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with site(tmp_path):
        pass
    assert ask("admin", tmp_path, tmp_path) == 0
    assert ask("backup", tmp_path, tmp_path) == 0


@pytest.mark.parametrize(("revision", "sentence"), [("9999", "newer version"), ("0001", "older version")])
def test_a_backup_of_another_version_is_refused(
    revision: str, sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["migrate", "--data", str(tmp_path)]) == 0
    with sqlite3.connect(tmp_path / "medina.sqlite3") as connection:
        connection.execute("UPDATE alembic_version SET version_num = ?", [revision])
    assert ask("backup", tmp_path, tmp_path) == 2
    assert sentence in capsys.readouterr().err
    assert not (tmp_path / "backup.gz").exists()
