"""Databases and backups of every earlier revision become what an upgrade of the first one gives, on both databases."""

from __future__ import annotations

import asyncio
import gzip
import json
import lzma
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import MetaData, select
from sqlalchemy.ext.asyncio import AsyncEngine

from medina.store.backup import BackupError, backup, restore
from medina.store.database import BadDatabase, database_url, open_engine
from medina.store.migrate import migrate, newest, revisions
from medina.store.people import SECRET, People
from medina.store.reading import Reader
from medina.table.fold import drafted, fold
from small_site import ROWS

FOLDER = Path(__file__).parents[1] / "data"
DATABASES = {file.name[:4]: file for file in sorted((FOLDER / "earlier" / "databases").glob("*.xz"))}
BACKUPS = {file.stem: file for file in sorted((FOLDER / "backups").glob("*.gz"))}
Content = dict[str, list[tuple[Any, ...]]]


def do(url: str, work: Callable[[AsyncEngine], Awaitable[Any]]) -> Any:
    async def whole() -> Any:
        engine = open_engine(url)
        try:
            return await work(engine)
        finally:
            await engine.dispose()

    return asyncio.run(whole())


def unpacked(revision: str, folder: Path) -> str:
    """The URL of a database of a revision."""
    (folder / "medina.sqlite3").write_bytes(lzma.decompress(DATABASES[revision].read_bytes()))
    return database_url(None, folder)


async def shape_of(engine: AsyncEngine) -> MetaData:
    shape = MetaData()
    async with engine.connect() as connection:
        await connection.run_sync(shape.reflect)
    for name in [name for name in shape.tables if name == "alembic_version" or name.startswith("procrastinate_")]:
        shape.remove(shape.tables[name])
    return shape


async def content(engine: AsyncEngine) -> Content:
    """Every row, whatever the shape."""
    shape = await shape_of(engine)
    found: Content = {}
    async with engine.connect() as connection:
        for table in shape.sorted_tables:
            columns = sorted(table.columns, key=lambda column: column.name)
            rows = await connection.execute(select(*columns).order_by(*table.primary_key))
            found[table.name] = [tuple(row) for row in rows]
    return found


async def write_backup(engine: AsyncEngine, revision: str, file: Path) -> None:
    """A backup as every version has written it: the head, a line for each row, the number of rows."""
    shape = await shape_of(engine)
    lines: list[Any] = [{"format": "medina-backup", "revision": revision, "secret": "k" * 64}]
    async with engine.connect() as connection:
        for table in shape.sorted_tables:
            lines += [[table.name, dict(row._mapping)] for row in await connection.execute(select(table))]
    lines.append({"rows": len(lines) - 1})
    file.write_bytes(gzip.compress("".join(json.dumps(line) + "\n" for line in lines).encode()))


async def games(engine: AsyncEngine) -> dict[str, tuple[str, int]]:
    """The phase and the number of turns of every table, by what is stored of it now."""
    ids = {row["id"] for name, row in ROWS if name == "tables"}
    states = {id: fold(await Reader(engine).events(id)) for id in ids}
    return {id: (state.phase, len(state.turns)) for id, state in states.items()}


def test_a_running_table_of_version_1_of_the_rules_goes_on_by_them(tmp_path: Path) -> None:
    packed = FOLDER / "earlier" / "rules-1" / "table.sqlite3.xz"
    (tmp_path / "medina.sqlite3").write_bytes(lzma.decompress(packed.read_bytes()))

    async def work(engine: AsyncEngine) -> Any:
        await migrate(engine)
        return await Reader(engine).load("versionOne12")

    loaded = do(database_url(None, tmp_path), work)
    state = drafted(fold(loaded.events), loaded.head.moves, loaded.head.n)
    assert (state.phase, state.rules_version) == ("playing", 1)
    assert state.position is not None
    assert state.position.scores == (11, 19, 0)
    rules = state.position.ruleset
    assert (rules.last_player_roofs, rules.both_placements, rules.connection) == (False, False, "tower")


def games_of_then() -> dict[str, tuple[str, int]]:
    events = [(row["table_id"], json.loads(row["body"])["type"]) for name, row in ROWS if name == "events"]
    turns = Counter(table for table, kind in events if kind == "confirmed")
    return {row["id"]: (row["phase"], turns[row["id"]]) for name, row in ROWS if name == "tables"}


def test_there_is_a_database_of_every_earlier_revision() -> None:
    assert set(DATABASES) == revisions() - {newest()}


@pytest.mark.parametrize("revision", DATABASES)
def test_a_database_of_an_earlier_revision_is_read(revision: str, tmp_path: Path) -> None:
    url = unpacked(revision, tmp_path)
    do(url, migrate)
    assert do(url, games) == games_of_then()


@pytest.mark.parametrize("revision", DATABASES)
def test_a_backup_of_an_earlier_revision_gives_what_its_upgrade_gives(revision: str, url: str, tmp_path: Path) -> None:
    file = tmp_path / "backup.gz"
    (tmp_path / "then").mkdir()
    then = unpacked(revision, tmp_path / "then")
    do(then, lambda engine: write_backup(engine, revision, file))
    do(then, migrate)
    do(url, lambda engine: restore(engine, file))
    assert do(url, games) == games_of_then()
    assert do(url, lambda engine: People(engine).setting(SECRET)) == "k" * 64
    do(url, lambda engine: People(engine).drop_setting(SECRET))
    assert do(url, content) == do(then, content)


@pytest.mark.parametrize("revision", BACKUPS)
def test_a_backup_that_an_earlier_version_wrote_is_restored_and_backed_up_again(
    revision: str, url: str, tmp_path: Path
) -> None:
    said: list[str] = []
    rows = do(url, lambda engine: restore(engine, BACKUPS[revision], tell=said.append))
    assert rows == len(gzip.decompress(BACKUPS[revision].read_bytes()).splitlines()) - 2
    assert said, "how far the upgrade is"
    assert list(tmp_path.glob("*before*")) == [], "an empty database is not worth a copy"
    restored = do(url, content)
    assert restored["drafts"]
    assert restored["table_events"]

    file = tmp_path / "again.gz"
    do(url, lambda engine: backup(engine, file))
    do(url, lambda engine: restore(engine, file, replace=True))
    assert do(url, content) == restored


def test_a_backup_of_an_earlier_revision_takes_the_place_of_everything(url: str) -> None:
    do(url, lambda engine: restore(engine, BACKUPS["0001"]))
    with pytest.raises(BackupError, match="not empty"):
        do(url, lambda engine: restore(engine, BACKUPS["0009"]))
    assert do(url, games) == games_of_then()
    do(url, lambda engine: restore(engine, BACKUPS["0009"], replace=True))
    replaced = do(url, content)
    assert not {row["id"] for name, row in ROWS if name == "tables"} & {table for table, *_ in replaced["drafts"]}


@pytest.mark.parametrize(
    "wrong",
    [
        ["alembic_version", {"version_num": "0001"}],
        ["drafts", {"table_id": "a", "seq": 1, "n": 1, "seat": None, "moves": ""}],
        ["users", {"id": "a", "name": "A", "created": 1, "deleted": False, "said": False}],
    ],
)
def test_a_backup_with_what_its_revision_had_not_is_refused(url: str, tmp_path: Path, wrong: list[Any]) -> None:
    do(url, lambda engine: restore(engine, BACKUPS["0001"]))
    before, file = do(url, content), tmp_path / "wrong.gz"
    lines = [{"format": "medina-backup", "revision": "0002"}, wrong, {"rows": 1}]
    file.write_bytes(gzip.compress("".join(json.dumps(line) + "\n" for line in lines).encode()))
    with pytest.raises(BackupError, match="damaged"):
        do(url, lambda engine: restore(engine, file, replace=True))
    assert do(url, content) == before


def test_a_backup_with_an_event_that_cannot_be_read_changes_nothing(url: str, tmp_path: Path) -> None:
    do(url, lambda engine: restore(engine, BACKUPS["0001"]))
    before, file = do(url, content), tmp_path / "wrong.gz"
    wrong = ["events", {"table_id": "a", "seq": 1, "body": "{}"}]
    lines = [{"format": "medina-backup", "revision": "0009"}, wrong, {"rows": 1}]
    file.write_bytes(gzip.compress("".join(json.dumps(line) + "\n" for line in lines).encode()))
    with pytest.raises(BadDatabase, match="Event 1 of table a"):
        do(url, lambda engine: restore(engine, file, replace=True))
    assert do(url, content) == before


@pytest.mark.parametrize("revision", ["0000", "000", "1"])
def test_a_backup_of_a_revision_that_never_was_is_refused(revision: str, tmp_path: Path) -> None:
    file = tmp_path / "wrong.gz"
    lines = [{"format": "medina-backup", "revision": revision}, {"rows": 0}]
    file.write_bytes(gzip.compress("".join(json.dumps(line) + "\n" for line in lines).encode()))
    with pytest.raises(BackupError):
        do(database_url(None, tmp_path), lambda engine: restore(engine, file))
