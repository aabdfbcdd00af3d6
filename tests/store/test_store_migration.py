"""An upgrade from the formats of revision 0009: every table says the same as it did by the code of then."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import sqlite3
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import Struct
from sqlalchemy import select, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine

from dying import deaths
from formats_9 import SAID, database, fill
from medina.server.live.cards import awaited_user, card
from medina.store import durable
from medina.store import tables as t
from medina.store.database import BadDatabase, database_url, open_engine
from medina.store.migrate import current, migrate, newest
from medina.store.reading import Loaded, Reader
from medina.table.fold import drafted, fold
from medina.table.state import State, bot_to_move, deadline, with_people
from postgres_server import fresh_database

TABLES: dict[str, Any] = SAID["tables"]


def do(url: str, work: Callable[[AsyncEngine], Awaitable[Any]]) -> Any:
    async def whole() -> Any:
        engine = open_engine(url)
        try:
            return await work(engine)
        finally:
            await engine.dispose()

    return asyncio.run(whole())


async def rows_of(engine: AsyncEngine, query: Any) -> list[Any]:
    async with engine.connect() as connection:
        return list((await connection.execute(query)).all())


async def became_of(engine: AsyncEngine) -> dict[str, str]:
    c = t.users.c
    return dict(map(tuple, await rows_of(engine, select(c.id, c.became).where(c.became.is_not(None)))))


async def state_of(engine: AsyncEngine, table: str, became: dict[str, str]) -> tuple[State, Any]:
    """A table as a server loads it, and what is stored of it."""
    loaded = await Reader(engine).load(table)
    assert loaded is not None
    state = drafted(fold(loaded.events), loaded.head.moves, loaded.head.n)
    return with_people(state, loaded.host, loaded.users, became), loaded


def told(state: State) -> dict[str, Any]:
    """The same fields as the code of then told."""
    fields = {
        "seats": [
            {
                "user": seat.user,
                "bot": seat.bot,
                "status": seat.status,
                "auto_confirm": seat.auto_confirm,
                "rematch": seat.rematch,
                "vacation": seat.vacation,
                "vacation_until": seat.vacation_until,
            }
            for seat in state.seats
        ],
        "record": state.record is not None,
        "deadline": deadline(state),
        "bot": bot_to_move(state),
        "well": state.start.well if state.start else None,
        "scores": state.position.scores if state.position else None,
    }
    plain = (
        "phase options host rules_version device given turns draft complete acting left since result rematch proposal "
        "paused analysis"
    )
    fields |= {name: getattr(state, name) for name in plain.split()}
    return json.loads(msgspec.json.encode(fields))  # type: ignore[no-any-return]


KINDS = ["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)]


@pytest.fixture(scope="module")
def template(database_server: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The URL of a PostgreSQL database with all the tables of then, which others are made like."""
    with fresh_database(database_server) as address:
        folder = tmp_path_factory.mktemp("template")
        do(database_url(address, folder), lambda engine: fill(engine, folder))
        yield address


@contextlib.contextmanager
def of_then(kind: str, folder: Path, request: pytest.FixtureRequest) -> Iterator[str]:
    """The URL of a database with all the tables of then."""
    if kind == "sqlite":
        database(folder)
        yield database_url(None, folder)
    else:
        like = make_url(request.getfixturevalue("template")).database
        with fresh_database(request.getfixturevalue("database_server"), str(like)) as address:
            yield database_url(address, folder)


@pytest.fixture(params=KINDS)
def filled(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    with of_then(request.param, tmp_path, request) as url:
        yield url


class Migrated(Struct, frozen=True):
    """A database of then after the upgrade: what servers load, rows of tables before and now, and who became whom."""

    url: str
    states: dict[str, tuple[State, Loaded]]
    before: dict[str, Any]
    rows: dict[str, Any]
    became: dict[str, str]


@pytest.fixture(scope="module", params=KINDS)
def migrated(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Migrated]:
    with of_then(request.param, tmp_path_factory.mktemp("migrated"), request) as url:

        async def work(engine: AsyncEngine) -> Migrated:
            before = await rows_of(engine, text("SELECT * FROM tables"))
            await migrate(engine)
            became = await became_of(engine)
            states = {id: await state_of(engine, id, became) for id in TABLES}
            rows = await rows_of(engine, select(t.tables))
            return Migrated(url, states, {row.id: row for row in before}, {row.id: row for row in rows}, became)

        yield do(url, work)


def test_the_tables_of_then_have_everything_that_can_happen() -> None:
    assert len(TABLES) >= 300
    tables = TABLES.values()
    seats = Counter(seat["status"] for table in tables for seat in table["seats"])
    assert all(seats[status] >= 10 for status in ("here", "left", "timed_out", "resigned", "forfeited", "free")), seats
    reasons = Counter((table["result"] or {}).get("reason") for table in tables)
    assert all(reasons[one] >= 5 for one in ("finished", "resigned", "abandoned", "claimed", "aborted")), reasons
    clocks = Counter(table["options"]["clock"]["kind"] for table in tables)
    assert all(clocks[one] >= 50 for one in ("none", "realtime", "days")), clocks
    assert sum(bool(table["draft"]) for table in tables) >= 50
    assert sum(bool(table["draft"] and table["bot"]) for table in tables) >= 20
    assert sum(bool(table["proposal"]) for table in tables) >= 10
    assert sum(table["record"] for table in tables) >= 20
    assert sum(table["options"]["rated"] for table in tables) >= 20
    assert sum(len(table["chat"]) for table in tables) >= 300
    assert len(SAID["vacations"]) >= 10


def test_a_migrated_table_is_what_it_was(migrated: Migrated) -> None:
    assert len(migrated.became) >= 30
    for id, before in TABLES.items():
        state, loaded = migrated.states[id]
        now = told(state)
        expected = {name: value for name, value in before.items() if name not in ("seq", "chat")}
        if before["host"] in migrated.became and before["host"] not in [seat["user"] for seat in before["seats"]]:
            # A host without a seat did not come along where the game was over or the account had a seat.
            expected["host"] = migrated.became[before["host"]]
        assert {name: now[name] for name in expected} == expected, id
        assert [event.seq for event in loaded.events] == list(range(1, loaded.head.seq + 1))
        assert loaded.head.n == before["seq"], "no smaller than any number that somebody may still hold"
        assert loaded.head.seat == (state.acting if state.draft else None)
        assert list(loaded.head.moves) == before["draft"]


def test_a_guest_whose_account_sits_at_the_table_stays_a_guest(migrated: Migrated) -> None:
    stayed = [
        (user, state.users)
        for state, loaded in migrated.states.values()
        for user in loaded.users.values()
        if user in migrated.became
    ]
    assert len(stayed) >= 5
    assert all(user in users and migrated.became[user] in users for user, users in stayed)


def test_a_migrated_tables_row_says_who_plays_and_whose_bot_is_due(migrated: Migrated) -> None:
    assert migrated.rows.keys() == TABLES.keys()
    for id, row in migrated.rows.items():
        state, loaded = migrated.states[id]
        before = migrated.before[id]
        assert row.host == state.host
        assert (row.updated, row.ended, row.deadline) == (before.updated, before.ended, before.deadline)
        assert row.well == (state.start.well if state.start else None)
        assert [loaded.users[seat] for seat in range(len(state.seats))] == [seat.user for seat in state.seats]
        assert row.acting_user == awaited_user(state)
        check_bot(row, state, before)
        check_card(row, state)


def check_bot(row: Any, state: State, before: Any) -> None:
    due = bot_to_move(state) is not None
    assert (row.bot_n, row.bot_due) == ((state.n, before.updated) if due else (None, None))
    assert row.bot_exhibition == all(seat.user is None for seat in state.seats)
    assert (row.bot_person is not None) == due
    if due and row.bot_exhibition:
        assert row.bot_person == state.host
    elif due:
        assert row.bot_person in state.users
    assert (row.bot_origin, row.bot_lease, row.bot_worker, row.bot_tries) == (None, None, None, 0)


def check_card(row: Any, state: State) -> None:
    kept, now = json.loads(row.card), json.loads(msgspec.json.encode(card(row.id, state)))
    assert all("name" not in seat for seat in kept["seats"])
    for name in ("host", "phase", "options", "seats", "acting", "placements", "deadline", "reason", "places"):
        assert kept[name] == now[name], (row.id, name)


def test_a_line_of_chat_keeps_its_number_its_words_and_who_said_it(migrated: Migrated) -> None:
    async def work(engine: AsyncEngine) -> None:
        c, became = t.chat.c, migrated.became
        lines = await rows_of(engine, select(t.chat).order_by(c.table_id, c.n))
        for id, before in TABLES.items():
            mine = [line for line in lines if line.table_id == id]
            assert [[line.n, line.at, line.text] for line in mine] == [
                [n, at, said] for n, at, _, said in before["chat"]
            ]
            for line, (_, _, user, _) in zip(mine, before["chat"], strict=True):
                assert user in (line.user_id, became.get(line.user_id))
        assert len(lines) == sum(len(table["chat"]) for table in TABLES.values())
        assert {line.room for line in lines} == {"players", "watchers"}

        report = (await rows_of(engine, select(t.reports)))[0]
        assert [line.text for line in lines if (line.table_id, line.n) == (report.table_id, report.chat_n)] == [
            report.text
        ]
        removed = (await rows_of(engine, select(t.moderation_log).where(t.moderation_log.c.action == "remove_line")))[0]
        assert [line.text for line in lines if (line.table_id, line.n) == (removed.table_id, removed.chat_n)] == ["—"]

    do(migrated.url, work)


def test_who_said_something_as_a_player_is_in_the_players_room(url: str) -> None:
    def person(user: str) -> dict[str, str]:
        return {"user": user, "name": user}

    events = [
        {"type": "opened", "host": person("host"), "options": {"players": 2}},
        {"type": "said", "person": person("guest"), "text": "before"},
        {"type": "sat", "seat": 0, "person": person("guest")},
        {"type": "said", "person": person("guest"), "text": "seated"},
        {"type": "became", "user": "guest", "person": person("account")},
        {"type": "said", "person": person("account"), "text": "as an account"},
        {"type": "said", "person": person("host"), "text": "the host"},
        {"type": "seat_freed", "seat": 0},
        {"type": "host_changed", "host": person("other")},
        {"type": "said", "person": person("account"), "text": "stood up"},
        {"type": "said", "person": person("host"), "text": "no host any more"},
    ]

    async def work(engine: AsyncEngine) -> Any:
        await earlier(engine, {"a": events})
        await migrate(engine)
        c = t.chat.c
        return await rows_of(engine, select(c.n, c.room, c.user_id, c.text).order_by(c.n)), await became_of(engine)

    lines, became = do(url, work)
    assert lines == [
        (2, "watchers", "guest", "before"),
        (4, "players", "guest", "seated"),
        (6, "players", "account", "as an account"),
        (7, "players", "host", "the host"),
        (10, "watchers", "account", "stood up"),
        (11, "watchers", "host", "no host any more"),
    ]
    assert became == {"guest": "account"}, "also where the guest's row was gone"


async def earlier(engine: AsyncEngine, tables: dict[str, list[dict[str, Any]]]) -> None:
    """Events of tables as revision 0009 stored them."""
    await migrate(engine, "0009")
    async with engine.begin() as connection:
        for table, events in tables.items():
            for seq, event in enumerate(events, 1):
                body = json.dumps({"type": event["type"], "seq": seq, "at": seq} | event, separators=(",", ":"))
                add = text("INSERT INTO events (table_id, seq, body) VALUES (:table, :seq, :body)")
                await connection.execute(add, {"table": table, "seq": seq, "body": body})


def test_a_placement_that_ended_a_proposal_is_told_by_an_event(url: str) -> None:
    events = [
        {"type": "opened", "host": {"user": "a", "name": "A"}, "options": {"players": 2}},
        {"type": "sat", "seat": 0, "person": {"user": "a", "name": "A"}},
        {"type": "sat", "seat": 1, "person": {"user": "b", "name": "B"}},
        {"type": "started", "order": [1, 0], "well": "e5", "market": "e9"},
        {"type": "proposed", "seat": 1, "what": "claim", "about": 0},
        {"type": "placed", "seat": 0, "move": "Bc3"},
        {"type": "proposed", "seat": 0, "what": "pause"},
        {"type": "placed", "seat": 0, "move": "Pa1"},
        {"type": "taken_back", "seat": 0},
        {"type": "placed", "seat": 0, "move": "Pa2"},
        {"type": "confirmed", "seat": 0},
        {"type": "placed", "seat": 1, "move": "Gc9"},
    ]

    async def work(engine: AsyncEngine) -> Any:
        await earlier(engine, {"a": events})
        await migrate(engine)
        bodies = await rows_of(engine, select(t.table_events.c.body).order_by(t.table_events.c.seq))
        drafts = await rows_of(engine, select(t.drafts))
        return [json.loads(body) for (body,) in bodies], drafts

    bodies, drafts = do(url, work)
    assert [body["type"] for body in bodies][4:] == ["proposed", "dropped", "proposed", "turn_played"]
    assert bodies[5] == {"type": "dropped", "seq": 6, "at": 6, "seat": 0}
    assert bodies[7] == {"type": "turn_played", "seq": 8, "at": 11, "seat": 0, "moves": ["Bc3", "Pa2"]}
    assert bodies[1] == {"type": "sat", "seq": 2, "at": 2, "seat": 0, "user": "a"}
    assert drafts == [("a", 8, 12, 1, "Gc9")]


def test_a_vacation_is_a_row_whatever_number_of_games_told_of_it(migrated: Migrated) -> None:
    async def work(engine: AsyncEngine) -> Any:
        return await rows_of(engine, select(t.vacations))

    rows = do(migrated.url, work)
    periods = {(row.user_id, row.starts, row.ends) for row in rows}
    assert len(periods) == len(rows)
    told = {(user, *period) for user, found in SAID["vacations"].items() for period in found}
    assert periods == told
    assert len(told) < sum(len(found) for found in SAID["vacations"].values()), "some were told of at many tables"


def test_an_analysis_hangs_on_its_table(migrated: Migrated) -> None:
    async def work(engine: AsyncEngine) -> Any:
        return dict(map(tuple, await rows_of(engine, select(t.analyses.c.id, t.analyses.c.table_id))))

    assert do(migrated.url, work) == SAID["analyses"]


def test_what_undoes_a_ban_has_the_reasons_new_name(migrated: Migrated) -> None:
    async def work(engine: AsyncEngine) -> Any:
        c = t.moderation_log.c
        return await rows_of(engine, select(c.details, c.reason).where(c.action == "ban"))

    ((details, reason),) = do(migrated.url, work)
    assert json.loads(details)["reason"] == reason
    assert "why" not in json.loads(details)


def test_who_starts_an_upgrade_sees_how_far_it_is(filled: str, tmp_path: Path) -> None:
    said: list[str] = []
    do(filled, lambda engine: migrate(engine, tell=said.append))
    copy = str(tmp_path / "medina.sqlite3.before-0010")
    if filled.startswith("sqlite"):
        assert copy in said.pop(0)
    assert f"0 of {len(TABLES)} tables" in said[0]
    assert f"{len(TABLES)} of {len(TABLES)} tables" in said[-1]
    said.clear()
    do(filled, lambda engine: migrate(engine, tell=said.append))
    assert said == []


def content(file: Path) -> dict[str, list[Any]]:
    with contextlib.closing(sqlite3.connect(file)) as connection:
        names = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        return {name: connection.execute(f"SELECT * FROM {name}").fetchall() for name in names}


def test_a_copy_of_the_file_is_what_the_database_was(tmp_path: Path) -> None:
    before = content(database(tmp_path))
    do(database_url(None, tmp_path), migrate)
    copy = tmp_path / "medina.sqlite3.before-0010"
    assert content(copy) == before
    assert os.stat(copy).st_mode & 0o777 == 0o600
    assert sorted(file.name for file in tmp_path.glob("*before*")) == [copy.name]


def test_where_nothing_is_there_is_nothing_to_copy(tmp_path: Path) -> None:
    do(database_url(None, tmp_path), migrate)
    assert list(tmp_path.glob("*before*")) == []

    (tmp_path / "empty").mkdir()
    empty = database_url(None, tmp_path / "empty")
    do(empty, lambda engine: migrate(engine, "0009"))
    do(empty, migrate)
    assert list((tmp_path / "empty").glob("*before*")) == []


def test_a_disk_without_room_for_a_copy_leaves_the_database_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = content(database(tmp_path))

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(durable.os, "fsync", full)
    with pytest.raises(BadDatabase, match="No space left"):
        do(database_url(None, tmp_path), migrate)
    assert content(tmp_path / "medina.sqlite3") == before
    assert list(tmp_path.glob("*before*")) == []


def test_an_event_that_cannot_be_read_is_named_and_changes_nothing(url: str) -> None:
    opened = {"type": "opened", "host": {"user": "a", "name": "A"}, "options": {"players": 2}}
    for wrong in ({"type": "nothing"}, {"type": "sat", "seat": 7, "person": {"user": "b"}}, {"type": "sat"}):

        async def work(engine: AsyncEngine, wrong: dict[str, Any] = wrong) -> Any:
            if await revision(engine) is None:
                await earlier(engine, {"a": [opened, wrong]})
            else:
                async with engine.begin() as connection:
                    body = json.dumps({"seq": 2, "at": 2} | wrong)
                    await connection.execute(text("UPDATE events SET body = :body WHERE seq = 2"), {"body": body})
            with pytest.raises(BadDatabase, match="Event 2 of table a"):
                await migrate(engine)
            return await revision(engine)

        assert do(url, work) == "0009"


async def revision(engine: AsyncEngine) -> str | None:
    async with engine.connect() as connection:
        return await connection.run_sync(current)


async def counted(engine: AsyncEngine) -> Any:
    """The number and the sizes of the events of then."""
    return await rows_of(engine, text("SELECT count(*), sum(length(body)), max(seq) FROM events"))


def test_an_upgrade_that_is_killed_at_any_stage_loses_nothing(filled: str) -> None:
    before, stages = do(filled, counted), 0
    for _ in deaths(filled, migrate, 83):
        stages += 1
        assert do(filled, revision) == "0009"
        assert do(filled, counted) == before
    assert stages >= 10
    assert do(filled, revision) == newest()

    async def work(engine: AsyncEngine) -> None:
        became = await became_of(engine)
        for id, table in TABLES.items():
            state, _ = await state_of(engine, id, became)
            assert (json.loads(msgspec.json.encode(state.turns)), list(state.draft)) == (table["turns"], table["draft"])

    do(filled, work)


@contextlib.contextmanager
def a_process() -> Iterator[Callable[[Callable[[], Any]], None]]:
    def run(work: Callable[[], Any]) -> None:
        child = os.fork()
        if child == 0:
            try:
                work()
            finally:
                os._exit(1)
        _, status = os.waitpid(child, 0)
        assert os.WIFSIGNALED(status)

    yield run


@pytest.mark.parametrize("stage", ["fsync", "replace"])
def test_an_upgrade_that_is_killed_while_it_copies_begins_again(tmp_path: Path, stage: str) -> None:
    before, url = content(database(tmp_path)), database_url(None, tmp_path)

    def killed() -> None:
        setattr(os if stage == "fsync" else Path, stage, lambda *_: os.kill(os.getpid(), signal.SIGKILL))
        do(url, migrate)

    with a_process() as run:
        run(killed)
    assert do(url, revision) == "0009"
    assert [file.name for file in tmp_path.glob("*before*")] == ["medina.sqlite3.before-0010.part"]
    do(url, migrate)
    assert content(tmp_path / "medina.sqlite3.before-0010") == before
    assert [file.name for file in tmp_path.glob("*before*")] == ["medina.sqlite3.before-0010"]


def test_an_older_server_that_still_runs_fails_instead_of_writing(filled: str) -> None:
    async def work(engine: AsyncEngine) -> None:
        async with engine.connect() as older:
            await older.execute(text("SELECT count(*) FROM events"))
            await older.rollback()
            await migrate(engine)
            with pytest.raises(SQLAlchemyError, match="events"):
                await older.execute(text("INSERT INTO events (table_id, seq, body) VALUES ('a', 1, '{}')"))

    do(filled, work)
