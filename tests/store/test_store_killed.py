"""Whatever spans more than one statement is all there or not at all, wherever the process was killed."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from sqlalchemy import MetaData, select, text
from sqlalchemy.ext.asyncio import AsyncEngine

from dying import deaths
from medina.store.backup import backup, restore
from medina.store.database import open_engine
from medina.store.migrate import current, migrate, newest
from medina.store.people import SECRET, People
from medina.store.reading import Reader
from medina.table.fold import fold
from small_site import FILE, ROWS, as_it_was


def do(url: str, work: Callable[[AsyncEngine], Awaitable[Any]]) -> Any:
    """Something with a database as it is."""

    async def whole() -> Any:
        engine = open_engine(url)
        try:
            return await work(engine)
        finally:
            await engine.dispose()

    return asyncio.run(whole())


async def revision(engine: AsyncEngine) -> str | None:
    async with engine.connect() as connection:
        return await connection.run_sync(current)


async def kept(engine: AsyncEngine) -> dict[str, list[tuple[Any, ...]]]:
    """Every row of every table of the site."""
    shape, found = MetaData(), {}
    async with engine.connect() as connection:
        await connection.run_sync(shape.reflect)
        for table in shape.sorted_tables:
            if table.name != "alembic_version" and not table.name.startswith("procrastinate_"):
                rows = await connection.execute(select(table).order_by(*table.primary_key))
                found[table.name] = [tuple(row) for row in rows]
    return found


def test_a_first_start_that_is_killed_leaves_nothing_behind(url: str) -> None:
    revisions = [do(url, revision) for _ in deaths(url, migrate, 11)]
    assert len(revisions) > 4
    assert set(revisions) <= {None, newest()}
    assert do(url, migrate) == newest()


def test_an_upgrade_with_games_in_it_that_is_killed_loses_nothing(url: str) -> None:
    do(url, as_it_was)
    before = do(url, kept)
    for _ in deaths(url, migrate, 7):
        if do(url, revision) == "0001":
            assert do(url, kept) == before
        else:  # what comes after it are the queue's tables
            assert do(url, revision) == newest()
    assert do(url, revision) == newest()

    async def games(engine: AsyncEngine) -> set[str]:
        ids = {row["id"] for name, row in ROWS if name == "tables"}
        return {fold(await Reader(engine).events(id)).phase for id in ids}

    assert do(url, games) == {"open", "playing", "over"}


def test_an_upgrade_takes_the_word_deleted_away_that_stood_for_a_name(url: str) -> None:
    async def older(engine: AsyncEngine) -> None:
        await migrate(engine, "0003")
        async with engine.begin() as connection:
            for id, gone in (("gone", True), ("here", False)):
                user = {"id": id, "gone": gone, "body": f'{{"person":{{"user":"{id}","name":"deleted"}},"text":"é"}}'}
                await connection.execute(
                    text("INSERT INTO users (id, name, created, deleted) VALUES (:id, 'deleted', 1, :gone)"), user
                )
                await connection.execute(text("INSERT INTO events VALUES (:id, 1, :body)"), user)

    do(url, older)
    do(url, lambda engine: migrate(engine, "0009"))

    async def bodies(engine: AsyncEngine) -> list[str]:
        async with engine.connect() as connection:
            return list((await connection.execute(text("SELECT body FROM events ORDER BY table_id"))).scalars())

    assert do(url, bodies) == [
        '{"person":{"user":"gone","name":""},"text":"é"}',
        '{"person":{"user":"here","name":"deleted"},"text":"é"}',
    ]


def test_a_backup_that_is_killed_leaves_no_file_under_its_name(url: str, tmp_path: Path) -> None:
    do(url, as_it_was)
    do(url, migrate)
    file = tmp_path / "backup.gz"
    for _ in deaths(url, lambda engine: backup(engine, file, "s" * 64)):
        assert not file.exists()
    assert file.exists()
    assert [path.name for path in tmp_path.glob("backup*")] == ["backup.gz"]


def test_a_restoration_that_is_killed_has_put_back_everything_or_nothing(url: str) -> None:
    do(url, migrate)
    before = do(url, kept)
    for _ in deaths(url, lambda engine: restore(engine, FILE), 31):
        assert do(url, kept) == before
        assert do(url, lambda engine: People(engine).setting(SECRET)) is None
    after = do(url, kept)
    assert all(after[name] for name in ("tables", "tokens", "rating_history"))
    assert len(do(url, lambda engine: People(engine).setting(SECRET))) == 64
