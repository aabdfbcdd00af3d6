"""The store on both databases: nothing lost, nothing twice, one shape, backups that come back."""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import os
import sqlite3
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import select, text
from sqlalchemy.ext.asyncio import AsyncEngine

from medina.store import tables as t
from medina.store.backup import BackupError, backup, restore
from medina.store.chat import Chats
from medina.store.committing import Conflict, NotStored
from medina.store.database import BadDatabase, database_url, open_engine, open_sqlite
from medina.store.forgetting import forget_person
from medina.store.migrate import migrate, newest
from medina.store.notices import NOTICE_BYTES, News, Notice, notices
from medina.store.people import SECRET, NameTaken, People, Token, User
from medina.store.reading import Reader, Search
from medina.store.rows import Append, ChatRow, Head, SeatRow, Summary, VacationRow
from medina.store.turns import Turns
from medina.store.vacations import vacations
from medina.store.writer import Writer


def run(url: str, work: Callable[[AsyncEngine], Awaitable[Any]]) -> Any:
    """Do something with a database of the present shape."""

    async def whole() -> Any:
        engine = open_engine(url)
        try:
            await migrate(engine)
            return await work(engine)
        finally:
            await engine.dispose()

    return asyncio.run(whole())


def body(seq: int) -> bytes:
    return b'{"type":"closed","seq":%d,"at":1}' % seq


def summary(**changes: Any) -> Summary:
    made = Summary(
        phase="over",
        public=True,
        edition="second",
        players=2,
        gates=False,
        rated=False,
        host="u1",
        acting_user=None,
        deadline=None,
        created=1,
        updated=1,
        ended=1,
        unrated_yet=False,
        well=None,
        bot_n=None,
        bot_due=None,
        bot_exhibition=False,
        bot_person=None,
        bot_origin=None,
        card="{}",
        seats=(SeatRow(0, "u1", None, 1, 30), SeatRow(1, None, "greedy", 2, 20)),
    )
    return msgspec.structs.replace(made, **changes)


def appended(table: str, seq: int, bodies: tuple[bytes, ...], summary: Summary | None = None, **others: Any) -> Append:
    """Events from a number on, decided on the head before them."""
    before = Head(seq - 1, 0) if seq > 1 else None
    after = Head(seq + len(bodies) - 1, 0)
    return Append(table=table, before=before, after=after, bodies=bodies, summary=summary, **others)


def test_many_tables_share_a_commit_and_keep_their_order(url: str) -> None:
    async def work(engine: AsyncEngine) -> None:
        writer = Writer(engine, "me")
        writer.start()

        async def table(name: str) -> None:
            for seq in range(1, 11):
                await writer.append(appended(name, seq, (body(seq),)))

        await asyncio.gather(*(table(f"t{number}") for number in range(50)))
        await writer.stop()
        assert writer.stored == 500
        assert writer.commits < 100
        for number in range(50):
            assert [event.seq for event in await Reader(engine).events(f"t{number}")] == list(range(1, 11))

    run(url, work)


def test_a_number_is_taken_once_and_only_its_owner_has_to_think_again(url: str) -> None:
    async def work(engine: AsyncEngine) -> None:
        writer = Writer(engine, "me")
        writer.start()
        await writer.append(appended("a", 1, (body(1),)))
        results = await asyncio.gather(
            writer.append(appended("a", 1, (body(1),))),
            writer.append(appended("b", 1, (body(1),))),
            writer.append(appended("c", 1, (body(1), body(2)))),
            return_exceptions=True,
        )
        assert [type(result) for result in results] == [Conflict, type(None), type(None)]
        # Two appends that belong together are stored together or not at all.
        with pytest.raises(Conflict):
            await writer.append(appended("d", 1, (body(1),)), appended("b", 1, (body(1),)))
        assert await Reader(engine).events("d") == []
        await writer.stop()

    run(url, work)


def test_what_was_appended_before_the_stop_is_stored(url: str) -> None:
    async def work(engine: AsyncEngine) -> None:
        writer = Writer(engine, "me")
        writer.start()
        waiting = [asyncio.ensure_future(writer.append(appended(f"t{n}", 1, (body(1),)))) for n in range(20)]
        await asyncio.sleep(0)
        await writer.stop()
        await asyncio.gather(*waiting)
        assert writer.stored == 20

    run(url, work)


def test_a_summary_replaces_the_one_before_with_its_seats(url: str) -> None:
    async def work(engine: AsyncEngine) -> None:
        writer = Writer(engine, "me")
        writer.start()
        three = (*summary().seats, SeatRow(2, "u3", None))
        await writer.append(appended("a", 1, (body(1),), summary(phase="open", players=3, seats=three)))
        await writer.append(
            appended("a", 2, (body(2),), summary(phase="playing", created=99, seats=()), new_seats=False)
        )
        await writer.append(appended("a", 3, (body(3),), summary(updated=5, seats=summary().seats[::-1])))
        await writer.append(appended("b", 1, (body(1),), summary()))
        # A number that was taken leaves nothing of what came with it.
        with pytest.raises(Conflict):
            await writer.append(appended("b", 1, (body(1),), summary(phase="closed", seats=())))
        await writer.stop()
        async with engine.connect() as connection:
            c = t.tables.c
            tables = await connection.execute(select(c.id, c.phase, c.created, c.updated).order_by(c.id))
            seats = await connection.execute(select(t.seats).order_by("table_id", "seat"))
            assert tables.all() == [("a", "over", 1, 5), ("b", "over", 1, 1)]
            rows = [(0, "u1", None, 1, 30), (1, None, "greedy", 2, 20)]
            assert seats.all() == [(table, *row) for table in "ab" for row in rows]

    run(url, work)


def test_what_the_database_does_not_take_is_an_error_and_the_next_is_stored(url: str) -> None:
    async def work(engine: AsyncEngine) -> None:
        writer = Writer(engine, "me")
        writer.start()
        async with engine.begin() as connection:
            await connection.execute(text("ALTER TABLE table_events RENAME TO gone"))
        with pytest.raises(NotStored):
            await writer.append(appended("a", 1, (body(1),)))
        async with engine.begin() as connection:
            await connection.execute(text("ALTER TABLE gone RENAME TO table_events"))
        await writer.append(appended("a", 1, (body(1),)))
        await writer.stop()
        assert len(await Reader(engine).events("a")) == 1

    run(url, work)


def test_sqlite_syncs_every_commit(tmp_path: Path) -> None:
    async def work(engine: AsyncEngine) -> tuple[Any, Any]:
        async with engine.connect() as connection:
            mode = (await connection.execute(text("PRAGMA journal_mode"))).scalar()
            return mode, (await connection.execute(text("PRAGMA synchronous"))).scalar()

    assert run(database_url(None, tmp_path), work) == ("wal", 2)
    with contextlib.closing(open_sqlite(str(tmp_path / "medina.sqlite3"))) as connection:
        pragmas = [connection.execute(f"PRAGMA {name}").fetchone() for name in ("journal_mode", "synchronous")]
    assert pragmas == [("wal",), (2,)]


def test_new_seats_of_a_table_are_no_matter_of_all_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []

    def listening(path: str) -> sqlite3.Connection:
        connection = open_sqlite(path)
        connection.set_trace_callback(said.append)
        return connection

    async def work(engine: AsyncEngine) -> None:
        writer = Writer(engine, origin="me")
        writer.start()
        await writer.append(appended("a", 1, (body(1),), summary()))
        await writer.stop()

    monkeypatch.setattr("medina.store.committing.open_sqlite", listening)
    run(database_url(None, tmp_path), work)
    (clearing,) = [statement for statement in said if statement.startswith("DELETE FROM seats")]
    with contextlib.closing(open_sqlite(str(tmp_path / "medina.sqlite3"))) as connection:
        plan = [str(step[-1]) for step in connection.execute(f"EXPLAIN QUERY PLAN {clearing}")]
    assert [step for step in plan if step.startswith("SCAN") and "json_each" not in step] == [], plan
    assert any(step.startswith("SEARCH seats") for step in plan)


def test_the_migrations_make_exactly_the_tables(url: str) -> None:
    async def work(engine: AsyncEngine) -> None:
        def differences(connection: Any) -> list[Any]:
            def ours(name: str | None, kind: str, _: Any) -> bool:
                return kind != "table" or name in t.metadata.tables

            context = MigrationContext.configure(connection, opts={"include_name": ours, "compare_type": True})
            return list(compare_metadata(context, t.metadata))

        async with engine.connect() as connection:
            assert await connection.run_sync(differences) == []

    run(url, work)


def test_processes_that_start_together_migrate_one_after_the_other(url: str) -> None:
    async def whole() -> list[str]:
        engines = [open_engine(url) for _ in range(4)]
        try:
            return list(await asyncio.gather(*(migrate(engine) for engine in engines)))
        finally:
            for engine in engines:
                await engine.dispose()

    assert asyncio.run(whole()) == [newest()] * 4


def test_a_database_of_a_newer_version_is_left_alone(url: str) -> None:
    async def work(engine: AsyncEngine) -> None:
        async with engine.begin() as connection:
            await connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
        with pytest.raises(BadDatabase, match="newer"):
            await migrate(engine)

    run(url, work)


def test_addresses_of_databases(tmp_path: Path) -> None:
    assert database_url("postgres://u:p@h/d", tmp_path) == "postgresql+asyncpg://u:p@h/d"
    assert database_url("", tmp_path).startswith("sqlite+aiosqlite:///")
    with pytest.raises(BadDatabase, match="mysql"):
        database_url("mysql://h/d", tmp_path)


async def _fill(engine: AsyncEngine) -> None:
    writer = Writer(engine, "me")
    writer.start()
    for number in range(5):
        name = f"t{number}"
        await writer.append(
            appended(name, 1, (body(1), body(2)), summary(ended=number, edition="first" if number == 0 else "second"))
        )
    await writer.append(appended("hidden", 1, (body(1),), summary(public=False, ended=9)))
    await writer.stop()
    await People(engine).add(User("u1", 'Zoë "\u2028', "zoe", "hash", "fr", 5, False))


def test_the_archive_is_searched_and_paged(url: str) -> None:
    async def work(engine: AsyncEngine) -> None:
        await _fill(engine)
        reader = Reader(engine)

        async def ids(**search: Any) -> list[str]:
            return [id for id, _, _ in await reader.archive(Search(**search))]

        assert await ids() == ["t4", "t3", "t2", "t1", "t0"]
        assert await ids(asker="u1") == ["hidden", "t4", "t3", "t2", "t1", "t0"]
        assert await ids(edition="first") == ["t0"]
        assert await ids(user="nobody") == []
        assert await ids(bot="greedy", since=2, until=3) == ["t3", "t2"]
        assert await ids(limit=2) == ["t4", "t3"]
        assert await ids(limit=2, cursor=(3, "t3")) == ["t2", "t1"]
        assert await reader.counts("u1") == (6, 6)

    run(url, work)


def test_tables_that_wait_for_a_bot_are_found_and_whether_people_wait_too(url: str) -> None:
    async def work(engine: AsyncEngine) -> None:
        bots = (SeatRow(0, None, "greedy"), SeatRow(1, None, "greedy"))
        due = {"bot_n": 3, "bot_due": 1}
        show = summary(**due, bot_exhibition=True, seats=bots)
        shapes = {"duel": summary(**due), "show": show, "over": summary()}
        writer = Writer(engine, "me")
        writer.start()
        await writer.append(*(appended(name, 1, (body(1),), shape) for name, shape in shapes.items()))
        await writer.stop()
        queues = await Turns(engine, "me").queues(2)
        assert sorted((queue.asker.exhibition, queue.waiting, queue.since) for queue in queues) == [
            (False, 1, 1),
            (True, 1, 1),
        ]

    run(url, work)


def test_a_backup_comes_back_the_same(url: str, tmp_path: Path) -> None:
    file = tmp_path / "backup.gz"

    async def save(engine: AsyncEngine) -> int:
        await _fill(engine)
        return await backup(engine, file, secret="key")

    rows = run(url, save)
    assert rows == len(["user"]) + 6 + 6 + 11 + 12
    assert os.stat(file).st_mode & 0o777 == 0o600
    assert list(tmp_path.glob("*.part")) == []

    async def bring_back(engine: AsyncEngine) -> None:
        assert await restore(engine, file) == rows
        people = People(engine)
        assert await people.setting(SECRET) == "key"
        await people.drop_setting(SECRET)
        second = tmp_path / "again.gz"
        await backup(engine, second, secret="key")
        assert _content(second) == _content(file)
        with pytest.raises(BackupError, match="not empty"):
            await restore(engine, file)
        assert await restore(engine, file, replace=True) == rows

    (tmp_path / "other").mkdir()
    run(database_url(None, tmp_path / "other"), bring_back)


def _content(file: Path) -> list[bytes]:
    import gzip

    return sorted(gzip.decompress(file.read_bytes()).splitlines())


@pytest.mark.postgres
def test_a_site_moves_from_sqlite_to_postgresql_by_backup(tmp_path: Path, postgres_url: str) -> None:
    file = tmp_path / "backup.gz"

    async def save(engine: AsyncEngine) -> None:
        await _fill(engine)
        await backup(engine, file)

    run(database_url(None, tmp_path), save)

    async def bring_back(engine: AsyncEngine) -> None:
        await restore(engine, file)
        assert len(await Reader(engine).events("t3")) == 2

    run(postgres_url, bring_back)


HEAD = '{"format":"medina-backup","revision":"0001"}\n'
DAMAGED = (
    "",
    '{"format":"medina-backup"}\n',
    f"{HEAD}5\n",
    f'{HEAD}["nothing",{{}}]\n',
    f'{HEAD}["users",{{"id":"a"}}]\n{{"rows":1}}\n',
    f'{HEAD}["settings",{{"key":"\\ud800","value":""}}]\n{{"rows":1}}\n',
)


def test_a_damaged_backup_changes_nothing(url: str, tmp_path: Path) -> None:
    file = tmp_path / "backup.gz"

    async def work(engine: AsyncEngine) -> None:
        await _fill(engine)
        await backup(engine, file)
        whole = file.read_bytes()
        file.write_bytes(whole[: len(whole) // 2])
        with pytest.raises(BackupError, match="damaged"):
            await restore(engine, file, replace=True)
        assert len(await Reader(engine).events("t3")) == 2
        file.write_text("hello")
        with pytest.raises(BackupError, match="damaged"):
            await restore(engine, file, replace=True)
        with pytest.raises(BackupError, match="exists"):
            await backup(engine, file)
        for lines in DAMAGED:
            file.write_bytes(gzip.compress(lines.encode()))
            with pytest.raises(BackupError, match="damaged"):
                await restore(engine, file, replace=True)
        assert len(await Reader(engine).events("t3")) == 2

    run(url, work)


def test_where_nothing_is_kept_there_is_nothing_to_back_up(tmp_path: Path) -> None:
    file = tmp_path / "backup.gz"

    async def work() -> None:
        engine = open_engine(database_url(None, tmp_path))
        try:
            with pytest.raises(BackupError, match="no Medina site"):
                await backup(engine, file)
        finally:
            await engine.dispose()

    asyncio.run(work())
    assert not file.exists()


def test_names_belong_to_one_account(url: str) -> None:
    async def work(engine: AsyncEngine) -> None:
        people = People(engine)
        await people.add(User("a", "A", "same", "x", None, 1, False))
        await people.add(User("b", "B", None, None, None, 1, False))
        with pytest.raises(NameTaken):
            await people.change("b", name_key="same")
        assert await people.keep_setting("k", "1") == "1"
        assert await people.keep_setting("k", "2") == "1"
        await forget_person(engine, "a", "me", 1)
        assert await people.by_id("a") is None
        assert await people.by_name("same") is None

    run(url, work)


def test_a_tokens_use_is_noted_to_the_minute(url: str) -> None:
    async def work(engine: AsyncEngine) -> None:
        people = People(engine)
        await people.add(User("a", "A", "a", "x", None, 1, False))
        await people.add_token(Token("t", "a", "bot", "digest", 1, None), 20)
        for now, noted in ((100_000, 100_000), (159_000, 100_000), (161_000, 161_000)):
            user = await people.by_token("digest", now)
            assert user is not None
            assert user.id == "a"
            assert [token.used for token in await people.tokens("a")] == [noted]
        assert await people.by_token("other", 1) is None

    run(url, work)


def test_nobody_gets_more_tokens_by_asking_at_once(url: str) -> None:
    async def work(engine: AsyncEngine) -> None:
        people = People(engine)
        for user in ("a", "b"):
            await people.add(User(user, user, user, "x", None, 1, False))
        tokens = [Token(f"{user}{n}", user, "bot", f"digest {user}{n}", 1, None) for n in range(12) for user in "ab"]
        granted = await asyncio.gather(*(people.add_token(token, 5) for token in tokens))
        assert granted.count(True) == 10
        assert [len(await people.tokens(user)) for user in ("a", "b")] == [5, 5]

    run(url, work)


def test_notices_fit_and_tell_everything() -> None:
    numbers = range(200)
    appends = [
        appended(f"table{n}", n + 1, (b"1" * 9000,) if n % 7 == 0 else (b"1",) * (n % 3 + 1), chat=(line(n),))
        for n in numbers
    ]
    told: dict[str, News] = {}
    for notice in notices(appends, "me"):
        assert len(notice.encode()) < 8000
        told |= msgspec.json.decode(notice, type=Notice).tables
    assert {name: (news.after, len(news.bodies), news.chat) for name, news in told.items()} == {
        f"table{n}": (append.after, 0 if n % 7 == 0 else n % 3 + 1, (line(n),))
        for n, append in zip(numbers, appends, strict=True)
    }
    assert NOTICE_BYTES < 8000


def line(n: int) -> ChatRow:
    return ChatRow(n, "players", "u1", 1, "hello")


def test_a_draft_is_stored_only_over_the_one_that_was_read(url: str) -> None:
    async def work(engine: AsyncEngine) -> None:
        writer = Writer(engine, "me")
        writer.start()
        opened = Head(1, 1)
        placed, confirmed, taken_back = Head(1, 2, 0, ("Ge5", "Se4")), Head(2, 3), Head(1, 3)
        await writer.append(Append(table="a", after=opened, bodies=(body(1),), summary=summary()))
        await writer.append(Append(table="a", before=opened, after=placed))
        other = Writer(engine, "other")
        other.start()
        # One process confirms and another takes back: one of them has to decide again, whether it writes events or not.
        answers = await asyncio.gather(
            writer.append(Append(table="a", before=placed, after=confirmed, bodies=(body(2),))),
            other.append(Append(table="a", before=placed, after=taken_back)),
            return_exceptions=True,
        )
        assert sorted(type(answer).__name__ for answer in answers) == ["Conflict", "NoneType"]
        await writer.stop()
        await other.stop()
        loaded = await Reader(engine).load("a")
        assert loaded is not None
        stored = confirmed if answers[0] is None else taken_back
        assert loaded.head == stored
        assert [event.seq for event in loaded.events] == list(range(1, stored.seq + 1))

    run(url, work)


def test_a_conflict_of_one_table_leaves_the_others_of_the_commit_alone(url: str) -> None:
    async def work(engine: AsyncEngine) -> None:
        writer = Writer(engine, "me")
        writer.start()
        for name in "ab":
            await writer.append(appended(name, 1, (body(1),), summary()))
        answers = await asyncio.gather(
            writer.append(Append(table="a", before=Head(1, 0), after=Head(1, 1, 0, ("Ge5",)))),
            writer.append(Append(table="b", before=Head(1, 7), after=Head(1, 8, 0, ("Ge5",)))),
            return_exceptions=True,
        )
        assert [type(answer) for answer in answers] == [type(None), Conflict]
        await writer.stop()
        assert await Reader(engine).heads(["a", "b", "c"]) == {"a": (1, 1), "b": (1, 0)}

    run(url, work)


def test_lines_of_chat_and_vacations_are_stored_with_what_they_belong_to(url: str) -> None:
    async def work(engine: AsyncEngine) -> None:
        writer = Writer(engine, "me")
        writer.start()
        await writer.append(appended("a", 1, (body(1),), summary()), Append(table="a", chat=(line(5), line(6))))
        with pytest.raises(Conflict):
            await writer.append(Append(table="a", chat=(line(6),)))
        taken = VacationRow("u1", 10, 20, 5)
        with pytest.raises(Conflict):
            await writer.append(appended("a", 1, (body(1),), vacations=(taken,)))
        assert await vacations(engine, "u1", 0) == []
        await writer.append(appended("a", 2, (body(2),), vacations=(taken,)))
        await writer.stop()
        assert [said.n for said in await Chats(engine).last("a", 200)] == [5, 6]
        assert await vacations(engine, "u1", 0) == [(10, 20)]

    run(url, work)


def test_what_a_worker_claims_holds_for_one_turn_of_a_bot(url: str) -> None:
    async def work(engine: AsyncEngine) -> None:
        async def claims() -> Any:
            c = t.tables.c
            async with engine.connect() as connection:
                return tuple((await connection.execute(select(c.bot_lease, c.bot_worker, c.bot_tries))).one())

        writer = Writer(engine, "me")
        writer.start()
        due = summary(phase="playing", bot_n=3, bot_due=1, bot_person="u1")
        await writer.append(appended("a", 1, (body(1),), due))
        async with engine.begin() as connection:
            await connection.execute(t.tables.update().values(bot_lease=9, bot_worker="w", bot_tries=2))
        await writer.append(appended("a", 2, (body(2),), due))
        assert await claims() == (9, "w", 2)
        await writer.append(appended("a", 3, (body(3),), msgspec.structs.replace(due, bot_n=4)))
        assert await claims() == (None, None, 0)
        await writer.stop()

    run(url, work)
