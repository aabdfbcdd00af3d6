"""The register of personal data behind the API: export, handover and forgetting with rows in every table."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hosting import API, browser
from sqlalchemy import update
from starlette.testclient import TestClient
from test_server_people import NAME, register, stored
from test_server_tables import command, join, open_table

from medina.store import people
from medina.store import tables as t
from medina.store.register import ONLY_ACCOUNTS, REGISTER, About, Nothing, Rows
from personal import OTHER, fill, mark, row_of, title

PLAYED = (t.users, t.tables, t.table_events, t.seats)
"""Tables whose rows come from playing, since the site reads what is in them."""
WRITTEN = [about for about in REGISTER if about.table not in (*PLAYED, t.forgetting)]
"""Entries whose rows can be put into the database: whoever is noted in `forgetting` is forgotten within seconds."""


def put(client: TestClient, person: str, *entries: About) -> None:
    """Put a row about a person into the table of each entry."""
    site: Any = client.app.state.site  # type: ignore[attr-defined]
    assert client.portal is not None
    client.portal.call(fill, site.engine, [(about, row_of(person, about)) for about in entries])


def set_user(client: TestClient, person: str, **values: Any) -> None:
    site: Any = client.app.state.site  # type: ignore[attr-defined]

    async def change() -> None:
        async with site.engine.begin() as connection:
            await connection.execute(update(t.users).where(t.users.c.id == person).values(values))

    assert client.portal is not None
    client.portal.call(change)


def play(client: TestClient) -> str:
    """A game with a bot in which something is said, and a second that goes on; gives the first."""
    over = open_table(client, bots=["random"], start=True)
    command(client, over, do="chat", text="what was said")
    command(client, over, do="resign")
    open_table(client, bots=["random"], start=True)
    return over


def test_an_export_holds_every_row_about_a_person(any_client: TestClient) -> None:
    me = str(register(any_client)["id"])
    play(any_client)
    put(any_client, OTHER, REGISTER[0])
    put(any_client, me, *WRITTEN)
    set_user(any_client, me, language="fr", email="anna@example.org")
    answer = any_client.get(f"{API}/me/export")
    assert answer.status_code == 200, answer.text
    exported = answer.json()
    for about in REGISTER:
        field = "" if isinstance(about.export, Nothing) else about.export.field
        if field:
            assert exported[field], f"{title(about)} is not in {field}"
        if about not in WRITTEN:
            continue
        for column in about.contents:
            text = json.dumps(exported[field] if field else exported)
            there = mark(me, about, column) in text
            assert there == (bool(field) and column.name not in about.withheld), (title(about), str(column))
    assert (exported["me"]["name"], exported["me"]["email"]) == ("Anna", "anna@example.org")
    assert "what was said" in [line["text"] for line in exported["chat"]]
    assert len(exported["games"]) == 2
    assert exported["me"]["ratings"]


def test_fields_of_the_export_hold_what_the_register_says(client: TestClient) -> None:
    me = str(register(client)["id"])
    put(client, me, *WRITTEN)
    exported = client.get(f"{API}/me/export").json()
    fields = {about.export.field for about in REGISTER if not isinstance(about.export, Nothing)}
    assert exported.keys() == fields | {"created", "people"}
    for about in WRITTEN:
        if isinstance(about.export, Rows):
            rows = [row.keys() for row in exported[about.export.field]]
            assert about.export.columns.keys() in rows, title(about)


def test_an_export_holds_what_stayed_with_the_guest_that_one_was(client: TestClient) -> None:
    me = str(register(client)["id"])
    guest = browser(client)
    former = str(guest.get(f"{API}/me").json()["id"])
    assert guest.post(f"{API}/sessions", json={**NAME, "take_games": True}).json()["id"] == me
    stayed = [about for about in WRITTEN if isinstance(about.export, Rows) and about.hand_over is not ONLY_ACCOUNTS]
    assert len(stayed) >= 3
    put(client, former, *stayed)
    exported = json.dumps(client.get(f"{API}/me/export").json())
    for about in stayed:
        for column in about.contents:
            assert mark(former, about, column) in exported, title(about)


def left_with(client: TestClient, person: str) -> set[str]:
    """Find the columns that still have a person's id."""
    return {
        title(about)
        for about in REGISTER
        if about.table is not t.users and any(row[about.who.name] == person for row in stored(client, about.table))
    }


@pytest.mark.parametrize("killed", [False, True])
def test_rows_of_a_guest_who_logs_in_are_the_accounts(
    any_client: TestClient, killed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    account = str(register(any_client)["id"])
    guest = browser(any_client)
    former = str(guest.get(f"{API}/me").json()["id"])
    play(guest)
    with join(guest, open_table(guest)):
        pass
    put(any_client, former, *(one for one in WRITTEN if one.hand_over is not ONLY_ACCOUNTS))
    said = guest.post(f"{API}/reports", json={"user": account, "note": "a bad name"})
    assert said.status_code == 201, said.text
    before = {name: stored(any_client, table) for name, table in t.metadata.tables.items()}
    if killed:
        with monkeypatch.context() as patch:
            patch.setattr(people, "_move", broken_off)
            assert guest.post(f"{API}/sessions", json={**NAME, "take_games": True}).status_code == 503
        for about in WRITTEN:
            assert stored(any_client, about.table) == before[about.table.name], "all or nothing"
    assert guest.post(f"{API}/sessions", json={**NAME, "take_games": True}).json()["id"] == account
    staying = {title(about) for about in WRITTEN if isinstance(about.hand_over, Nothing)}
    assert left_with(any_client, former) == staying & {
        "bans.user_id",
        "chat.user_id",
        "moderation_log.user_id",
    }
    notes = [report["note"] for report in guest.get(f"{API}/me/export").json()["reports"]]
    assert "a bad name" in notes


async def broken_off(*_: object) -> None:
    """Fail as a database does that is gone."""
    raise InterruptedError


def test_nothing_a_person_wrote_is_left_after_forgetting(any_client: TestClient) -> None:
    me = str(register(any_client)["id"])
    guest = browser(any_client)
    former = str(guest.get(f"{API}/me").json()["id"])
    play(any_client)
    play(guest)
    put(any_client, former, *(one for one in WRITTEN if one.hand_over is not ONLY_ACCOUNTS))
    put(any_client, me, *(one for one in WRITTEN if one.who not in (t.bans.c.network,)))
    guest.post(f"{API}/sessions", json={**NAME, "take_games": True})
    names = [row["name"] for row in stored(any_client, t.users)]
    gone = any_client.request("DELETE", f"{API}/me", json={"password": NAME["password"]})
    assert gone.status_code == 200, gone.text
    everything = str([stored(any_client, table) for table in t.metadata.sorted_tables])
    for about in WRITTEN:
        if not isinstance(about.forget, Nothing):
            for column in about.contents:
                assert not {mark(me, about, column), mark(former, about, column)} & set(everything.split("'"))
    for personal in (*names, "what was said"):
        assert personal not in everything
