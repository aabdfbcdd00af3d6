"""The register of personal data: it is whole, and forgetting, clean-up and handover do what it says in every table."""

from __future__ import annotations

import asyncio
import importlib
import json
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
import pytest
from sqlalchemy import Column, ForeignKey, Integer, MetaData, String, Table, Text, update
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine

from dying import deaths
from medina.server.settings import Settings
from medina.store import tables as t
from medina.store.chat import REMOVED
from medina.store.cleaning import BITE, BITES, Remains
from medina.store.database import open_engine
from medina.store.forgetting import NOBODY, forget_person
from medina.store.migrate import migrate
from medina.store.moderation import AuditEntry, Ban, Moderation, add_ban, lift_ban
from medina.store.people import People
from medina.store.register import (
    IMPERSONAL,
    NO_PERSON,
    REGISTER,
    About,
    After,
    Change,
    Elsewhere,
    Ended,
    Forget,
    HandOver,
    Keeps,
    Move,
    Nothing,
    Remove,
    undeclared,
)
from personal import OTHER, Row, everything, fill, mark, row_of, rows_about, title

ANNA, GUEST = "anna", "guest"
GAMES = (t.tables, t.table_events, t.drafts, t.seats)
Work = Callable[[AsyncEngine], Awaitable[Any]]


def do(url: str, work: Work) -> Any:
    async def whole() -> Any:
        engine = open_engine(url)
        try:
            return await work(engine)
        finally:
            await engine.dispose()

    return asyncio.run(whole())


async def dump(engine: AsyncEngine) -> dict[str, list[Row]]:
    async with engine.connect() as connection:
        return await everything(connection)


def rows_with(found: dict[str, list[Row]], about: About, person: str) -> list[Row]:
    return [row for row in found[about.table.name] if row[about.who.name] == person]


async def guests_and_accounts(engine: AsyncEngine) -> None:
    """Rows about an account and about a guest, in every table in which there may be any."""
    await migrate(engine)
    rows = [*rows_about(ANNA), *rows_about(GUEST, guest=True), (REGISTER[0], row_of(OTHER, REGISTER[0]))]
    await fill(engine, rows)
    async with engine.begin() as connection:
        plain = update(t.users).where(t.users.c.id == GUEST)
        await connection.execute(plain.values(password=None, name_key=None, email=None, role=None))


# The register


def test_every_column_that_names_a_person_is_declared() -> None:
    assert undeclared(t.metadata) == []


@pytest.mark.parametrize(
    ("columns", "missing"),
    [
        ([Column("user_id", String(24))], ["gifts", "gifts.user_id"]),
        ([Column("giver", ForeignKey("users.id"))], ["gifts", "gifts.giver"]),
        ([Column("giver", String(24))], ["gifts", "gifts.giver"]),
        ([Column("card", Text)], ["gifts", "gifts.card"]),
        ([Column("sender_email", String(100))], ["gifts", "gifts.sender_email"]),
        ([Column("table_id", String(24)), Column("count", Integer)], ["gifts"]),
    ],
)
def test_a_table_that_is_not_declared_is_found(columns: list[Column[Any]], missing: list[str]) -> None:
    metadata = MetaData()
    t.users.to_metadata(metadata)
    Table("gifts", metadata, *columns)
    assert undeclared(metadata) == missing


def test_a_new_column_of_a_known_table_is_found() -> None:
    metadata = MetaData()
    known = t.puzzle_ratings.to_metadata(metadata)
    known.append_column(Column("first_solver", String(24)))
    assert undeclared(metadata) == ["puzzle_ratings.first_solver"]


def test_the_register_declares_nothing_that_is_not_there() -> None:
    declared = [str(column) for about in REGISTER for column in (about.who, *about.contents)]
    there = {str(column) for table in t.metadata.sorted_tables for column in table.columns}
    assert {*declared, *IMPERSONAL} <= there
    assert NO_PERSON.keys() <= t.metadata.tables.keys()
    assert not NO_PERSON.keys() & {about.table.name for about in REGISTER}
    assert len({str(about.who) for about in REGISTER}) == len(REGISTER)


def test_functions_that_the_register_names_exist() -> None:
    for about in REGISTER:
        for action in (about.forget, about.export, about.idle, about.clean, about.hand_over):
            if isinstance(action, Elsewhere):
                assert callable(_named(action.by)), action.by


def _named(path: str) -> object:
    parts = path.split(".")
    for length in range(len(parts), 0, -1):
        try:
            found: object = importlib.import_module(".".join(parts[:length]))
        except ModuleNotFoundError:
            continue
        for part in parts[length:]:
            found = getattr(found, part)
        return found
    raise AssertionError(path)


def test_every_reason_is_a_sentence() -> None:
    for about in REGISTER:
        for action in (about.forget, about.export, about.idle, about.clean, about.hand_over):
            if isinstance(action, Nothing):
                assert len(action.why.split()) >= 3, title(about)
        assert about.withheld.keys() <= {column.name for column in about.contents}, title(about)


def test_every_setting_of_the_register_removes_something() -> None:
    settings = {about.clean.setting for about in REGISTER if isinstance(about.clean, After)}
    assert settings == BITES.keys()
    assert settings <= {*Settings.__struct_fields__}


# Forgetting


def test_nothing_about_a_forgotten_person_is_left_in_any_table(url: str) -> None:
    do(url, guests_and_accounts)
    before = do(url, dump)

    do(url, lambda engine: People(engine).take_along(GUEST, ANNA))
    become = do(url, dump)
    assert do(url, lambda engine: forget_person(engine, ANNA, "here", None)) == [ANNA, GUEST]
    after = do(url, dump)
    check_forgotten(before, after)
    for table in GAMES:
        assert after[table.name] == become[table.name], f"{table.name} is about games, and stays as it is"


def check_forgotten(before: dict[str, list[Row]], after: dict[str, list[Row]]) -> None:
    text = str(after)
    for about in REGISTER:
        left = [row for person in (ANNA, GUEST) for row in rows_with(after, about, person)]
        match about.forget:
            case Remove() | Forget():
                assert left == [], title(about)
            case Change(values) if values.get(about.who.name, about.who) is None:
                assert left == [], title(about)
            case Change(values):
                assert left, title(about)
                assert all(row.items() >= values.items() for row in left), title(about)
            case Elsewhere() | Nothing():
                pass
        if isinstance(about.forget, Nothing):
            continue
        for person in (ANNA, GUEST):
            for column in about.contents:
                if len(written := mark(person, about, column)) > 2 and written != "moderator":
                    assert f"'{written}" not in text, (title(about), str(column))
    assert ANNA in str(before)
    assert {row["name"] for row in after["users"] if row["id"] in (ANNA, GUEST)} == {NOBODY}
    assert {row["text"] for row in after["chat"] if row["user_id"] in (ANNA, GUEST)} == {REMOVED}
    assert after["table_events"] == before["table_events"]
    assert len(after["tables"]) == len(before["tables"])
    assert len(after["chat"]) == len(before["chat"])


def test_forgetting_that_is_killed_has_forgotten_all_or_nothing(url: str) -> None:
    do(url, guests_and_accounts)
    before = do(url, dump)
    states = [do(url, dump) for _ in deaths(url, lambda engine: forget_person(engine, ANNA, "here", None), 3)]
    assert len(states) > 5
    assert all(state == before for state in states[:-1])
    assert states[-1] == before or ANNA not in str(states[-1]["tokens"])
    do(url, lambda engine: forget_person(engine, GUEST, "here", None))
    check_forgotten(before, do(url, dump))


# Handover


def test_every_row_of_a_guest_goes_to_the_account_or_has_a_reason_to_stay(url: str) -> None:
    do(url, guests_and_accounts)
    before = do(url, dump)
    do(url, lambda engine: People(engine).take_along(GUEST, ANNA))
    check_handed_over(before, do(url, dump))


def check_handed_over(before: dict[str, list[Row]], after: dict[str, list[Row]]) -> None:
    for about in REGISTER:
        if about.table is t.users:
            continue
        mine, left = rows_with(before, about, GUEST), rows_with(after, about, GUEST)
        match about.hand_over:
            case Move() | HandOver():
                assert mine, f"{title(about)} was not tried"
                assert left == [], title(about)
                assert rows_with(after, about, ANNA), title(about)
            case Elsewhere():
                assert left == [], title(about)
            case Nothing():
                assert mine == left, title(about)
    assert [row["became"] for row in after["users"] if row["id"] == GUEST] == [ANNA]


def test_a_handover_that_is_killed_has_moved_all_or_nothing(url: str) -> None:
    do(url, guests_and_accounts)
    before = do(url, dump)
    states = [do(url, dump) for _ in deaths(url, lambda engine: People(engine).take_along(GUEST, ANNA), 2)]
    assert len(states) > 5
    assert all(state == before for state in states[:-1])
    check_handed_over(before, do(url, dump))


def test_an_account_keeps_its_own_row_where_the_guest_has_the_same(url: str) -> None:
    async def work(engine: AsyncEngine) -> dict[str, list[Row]]:
        await guests_and_accounts(engine)
        entry = next(about for about in REGISTER if about.who is t.notifications.c.user_id)
        rows = [row_of(person, entry) | {"table_id": "same", "kind": person} for person in (ANNA, GUEST)]
        await fill(engine, [(entry, row) for row in rows])
        await People(engine).take_along(GUEST, ANNA)
        return await dump(engine)

    after = do(url, work)
    same = [(row["user_id"], row["kind"]) for row in after["notifications"] if row["table_id"] == "same"]
    assert same == [(ANNA, ANNA)]
    preferences = next(about for about in REGISTER if about.who is t.notification_preferences.c.user_id)
    kept = [row["push"] for row in after["notification_preferences"] if row["user_id"] == ANNA]
    assert kept == [row_of(ANNA, preferences)["push"]]


def table_of(id: str, host: str, *seated: str, phase: str = "playing") -> list[tuple[About, Row]]:
    """A table with its draft, whose first player is to move after a turn of the last one."""
    entry = next(about for about in REGISTER if about.who is t.tables.c.host)
    card = json.dumps({"host": host, "seats": [{"user": user} for user in seated]}, separators=(",", ":"))
    who = {"host": host, "acting_user": seated[0] if seated else None, "bot_person": seated[-1] if seated else None}
    table = row_of(OTHER, entry) | who | {"id": id, "card": card, "phase": phase}
    seats = [{"table_id": id, "seat": seat, "user_id": user} for seat, user in enumerate(seated)]
    return [(entry, table), *((SEATS, SEAT | seat) for seat in seats)]


SEATS = next(about for about in REGISTER if about.who is t.seats.c.user_id)
SEAT: Row = dict.fromkeys(("bot", "place", "score"))


def test_tables_of_a_guest_are_the_accounts_except_where_it_sits_itself(url: str) -> None:
    tables = [
        *table_of("seated", OTHER, GUEST, OTHER),
        *table_of("over", GUEST, OTHER, GUEST, phase="over"),
        *table_of("both", GUEST, GUEST, ANNA),
        *table_of("made", GUEST, phase="open"),
        *table_of("left", GUEST, OTHER, phase="over"),
        *table_of("others", OTHER, OTHER, ANNA),
    ]
    names = [row["id"] for about, row in tables if about.table is t.tables]

    async def work(engine: AsyncEngine) -> dict[str, list[Row]]:
        await migrate(engine)
        await fill(engine, [*((REGISTER[0], row_of(id, REGISTER[0])) for id in (ANNA, GUEST, OTHER)), *tables])
        async with engine.begin() as connection:
            rows = [{"table_id": name, "seq": 5, "n": 7, "seat": None, "moves": ""} for name in names]
            await connection.execute(t.drafts.insert(), rows)
        await People(engine).take_along(GUEST, ANNA)
        return await dump(engine)

    after = do(url, work)
    people = {row["id"]: (row["host"], row["acting_user"], row["bot_person"]) for row in after["tables"]}
    assert people == {
        "seated": (OTHER, ANNA, OTHER),
        "over": (ANNA, OTHER, ANNA),
        "both": (GUEST, GUEST, ANNA),
        "made": (ANNA, None, None),
        "left": (GUEST, OTHER, OTHER),
        "others": (OTHER, OTHER, ANNA),
    }
    cards = {row["id"]: json.loads(row["card"]) for row in after["tables"]}
    assert cards["seated"] == {"host": OTHER, "seats": [{"user": ANNA}, {"user": OTHER}]}
    assert cards["over"] == {"host": ANNA, "seats": [{"user": OTHER}, {"user": ANNA}]}
    assert cards["both"] == {"host": GUEST, "seats": [{"user": GUEST}, {"user": ANNA}]}
    seated = {(row["table_id"], row["user_id"]) for row in after["seats"]} - {("others", OTHER), ("others", ANNA)}
    assert seated == {
        ("seated", ANNA), ("seated", OTHER), ("over", OTHER), ("over", ANNA), ("both", GUEST), ("both", ANNA),
        ("left", OTHER),
    }  # fmt: skip
    changed = {row["table_id"] for row in after["drafts"] if row["n"] == 8}
    assert changed == {"seated", "over", "made"}, "what was decided before is a conflict there, and nowhere else"
    assert {row["n"] for row in after["drafts"]} == {7, 8}


def test_nobody_gets_round_a_block_by_logging_in(url: str) -> None:
    async def work(engine: AsyncEngine) -> set[tuple[str, str, str]]:
        await guests_and_accounts(engine)
        bonds = [("x", GUEST, "block"), ("y", GUEST, "block"), ("y", ANNA, "mute"), ("z", GUEST, "mute")]
        bonds += [("z", ANNA, "block"), (ANNA, GUEST, "block"), (GUEST, ANNA, "mute")]
        async with engine.begin() as connection:
            await connection.execute(t.blocks.delete())
            rows = [{"user_id": one, "other_id": other, "kind": kind, "at": 1} for one, other, kind in bonds]
            await connection.execute(t.blocks.insert(), rows)
        await People(engine).take_along(GUEST, ANNA)
        return {(row["user_id"], row["other_id"], row["kind"]) for row in (await dump(engine))["blocks"]}

    assert do(url, work) == {("x", ANNA, "block"), ("y", ANNA, "block"), ("z", ANNA, "block")}


@pytest.mark.postgres
def test_a_handover_gives_way_to_who_writes(postgres_url: str) -> None:
    """Otherwise PostgreSQL might choose the writer, where both wait for each other."""

    async def work(engine: AsyncEngine) -> dict[str, list[Row]]:
        await guests_and_accounts(engine)
        before = await dump(engine)
        async with engine.begin() as writing:
            await writing.execute(update(t.users).values(created=2))
            for waiting in (People(engine).take_along(GUEST, ANNA), forget_person(engine, ANNA, "here", 1)):
                with pytest.raises(DBAPIError, match="lock timeout"):
                    await waiting
            await writing.rollback()
        assert await dump(engine) == before
        await People(engine).take_along(GUEST, ANNA)
        return before

    check_handed_over(do(postgres_url, work), do(postgres_url, dump))


# Clean-up


def idle_guest(*entries: About) -> list[tuple[About, Row]]:
    """A guest of long ago, with rows of these entries only."""
    user = row_of(GUEST, REGISTER[0]) | {"password": None, "name_key": None, "email": None, "role": None}
    return [(REGISTER[0], user), *((about, row_of(GUEST, about)) for about in entries)]


@pytest.mark.parametrize("about", [one for one in REGISTER if isinstance(one.idle, Keeps)], ids=title)
def test_a_row_that_keeps_a_guest_does(about: About, url: str) -> None:
    async def work(engine: AsyncEngine) -> dict[str, list[Row]]:
        await migrate(engine)
        await fill(engine, idle_guest(about))
        assert await Remains(engine).guests(10, "") is None
        return await dump(engine)

    assert [row["id"] for row in do(url, work)["users"]] == [GUEST]


def test_nothing_about_a_guest_who_is_removed_is_left_in_any_table(url: str) -> None:
    entries = [one for one in REGISTER if isinstance(one.idle, Remove | Change)]
    assert len(entries) >= 5

    async def work(engine: AsyncEngine) -> tuple[dict[str, list[Row]], dict[str, list[Row]]]:
        await migrate(engine)
        await fill(engine, [*idle_guest(*entries), (REGISTER[0], row_of(OTHER, REGISTER[0]))])
        before = await dump(engine)
        await Remains(engine).guests(10, "")
        return before, await dump(engine)

    before, after = do(url, work)
    assert [row["id"] for row in after["users"]] == [OTHER]
    for about in entries:
        assert rows_with(before, about, GUEST), title(about)
        assert rows_with(after, about, GUEST) == [], title(about)
        if isinstance(about.idle, Change):
            assert len(after[about.table.name]) >= 1, title(about)


def test_a_removal_that_is_killed_has_removed_all_or_nothing(url: str) -> None:
    entries = [one for one in REGISTER if isinstance(one.idle, Remove | Change)]

    async def begin(engine: AsyncEngine) -> None:
        await migrate(engine)
        await fill(engine, idle_guest(*entries))

    do(url, begin)
    before = do(url, dump)
    states = [do(url, dump) for _ in deaths(url, lambda engine: Remains(engine).guests(10, ""), 2)]
    assert len(states) > 2
    assert all(state == before for state in states)
    after = do(url, dump)
    assert after["users"] == []
    assert [title(about) for about in entries if rows_with(after, about, GUEST)] == []


def test_rows_whose_moment_has_passed_go(url: str) -> None:
    entries = [one for one in REGISTER if isinstance(one.clean, Ended)]

    async def work(engine: AsyncEngine) -> tuple[dict[str, list[Row]], dict[str, list[Row]]]:
        await migrate(engine)
        await fill(engine, [(about, row_of(ANNA, about)) for about in entries])
        await fill(engine, [(about, row_of(OTHER, about) | {"until": 100}) for about in entries])
        before = await dump(engine)
        await Remains(engine).ended(50)
        return before, await dump(engine)

    before, after = do(url, work)
    for name in {about.table.name for about in entries}:
        assert {row["until"] for row in before[name]} == {1, 100}, name
        assert {row["until"] for row in after[name]} == {100}, name


DAY = 86_400_000


def entry(at: int, action: str, ban: Ban) -> AuditEntry:
    return AuditEntry(at=at, moderator=None, action=action, details=msgspec.json.encode(ban).decode())


def test_the_log_does_not_keep_an_address_whose_ban_ended(url: str) -> None:
    lifted = Ban(id="lifted", at=1, reason="spam", network="192.0.2.0/24")
    over = Ban(id="over", at=1, reason="spam", network="198.51.100.0/24", until=2)
    holding = Ban(id="holding", at=1, reason="spam", network="203.0.113.0/24")

    async def work(engine: AsyncEngine) -> list[str]:
        await migrate(engine)
        log = Moderation(engine)
        for ban in (lifted, over, holding):
            await log.record(entry(1, "ban_address", ban), add_ban(ban))
        await log.record(entry(DAY, "unban", lifted), lift_ban(lifted.id))
        found = []
        for now in (DAY + 1, 2 * DAY + 1):
            await Remains(engine).ended(now - DAY)
            await Remains(engine).addresses(now - DAY)
            found.append(str([one.details for one in await log.entries()]))
        assert len(await log.entries()) == 4, "the log itself is never shortened"
        return found

    soon, later = do(url, work)
    assert (lifted.network in soon, over.network in soon, holding.network in soon) == (True, True, True)
    assert (lifted.network in later, over.network in later, holding.network in later) == (False, False, True)


# Chat


def test_chat_goes_after_its_time_but_not_while_a_line_is_reported(url: str) -> None:
    chat = next(about for about in REGISTER if about.who is t.chat.c.user_id)
    report = next(about for about in REGISTER if about.who is t.reports.c.user_id)
    said = [("a", n, at) for n, at in enumerate([*range(1, 250), 1000], 1)] + [("b", 3, 5), ("b", 4, 5)]
    reports = [("a", 3, None), ("b", 3, 50)]

    async def work(engine: AsyncEngine) -> list[tuple[str, int]]:
        await migrate(engine)
        lines = [row_of(ANNA, chat) | {"table_id": table, "n": n, "at": at} for table, n, at in said]
        rows = [
            row_of(ANNA, report) | {"id": f"{n}{table}", "table_id": table, "chat_n": n, "closed_at": closed}
            for table, n, closed in reports
        ]
        await fill(engine, [*((chat, row) for row in lines), *((report, row) for row in rows)])
        assert await Remains(engine).chat(500, "") == ""
        assert await Remains(engine).chat(500, "") is None
        return [(row["table_id"], row["n"]) for row in (await dump(engine))["chat"]]

    assert do(url, work) == [("a", 3), ("a", 250)]


def test_a_removal_of_chat_that_is_killed_goes_on_where_it_was(url: str) -> None:
    chat = next(about for about in REGISTER if about.who is t.chat.c.user_id)
    lines = BITE + 50

    async def begin(engine: AsyncEngine) -> None:
        await migrate(engine)
        await fill(engine, [(chat, row_of(ANNA, chat) | {"n": n}) for n in range(lines)])

    async def clean(engine: AsyncEngine) -> None:
        while await Remains(engine).chat(10, "") is not None:
            pass

    do(url, begin)
    left = [len(do(url, dump)["chat"]) for _ in deaths(url, clean, 2)]
    assert {*left} <= {lines, lines - BITE, 0}
    assert left[0] == lines
    assert do(url, dump)["chat"] == []


def test_a_table_that_is_removed_takes_all_its_rows_with_it(url: str) -> None:
    rows = {t.table_events: {"seq": 1, "body": "{}"}, t.drafts: {"seq": 1, "n": 1, "moves": ""}}
    rows |= {t.chat: {"n": 1, "room": "players", "user_id": ANNA, "at": 1, "text": "hello"}}

    async def work(engine: AsyncEngine) -> dict[str, list[Row]]:
        await migrate(engine)
        await fill(engine, [*table_of("closed", ANNA, ANNA, phase="closed"), *table_of("open", ANNA, phase="open")])
        async with engine.begin() as connection:
            for table, row in rows.items():
                await connection.execute(table.insert(), [row | {"table_id": id} for id in ("closed", "open")])
        assert await Remains(engine).empty_tables(10, "") is None
        return await dump(engine)

    after = do(url, work)
    assert [row["id"] for row in after["tables"]] == ["open"]
    for table in rows:
        assert [row["table_id"] for row in after[table.name]] == ["open"], table.name
    assert after["seats"] == []
