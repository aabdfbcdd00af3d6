"""Guests, accounts, tokens: who is who, and what they may take away or have forgotten."""

from __future__ import annotations

import os
import stat
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from hosting import API, Clock, browser, id_of, site
from sqlalchemy import Table, select
from starlette.requests import HTTPConnection
from starlette.testclient import TestClient
from test_server_tables import Socket, command, join, open_table, place_some, two_seated

from medina.server import security
from medina.server.security import address
from medina.store import tables as t
from medina.store.forgetting import AGAIN_MS
from medina.table.text import name_key
from patience import wait_until

NAME = {"name": "Anna", "password": "correct horse"}


def register(client: TestClient, name: str = "Anna") -> dict[str, object]:
    client.get(f"{API}/me")
    made = client.post(f"{API}/accounts", json={"name": name, "password": "correct horse"})
    assert made.status_code == 201, made.text
    return dict(made.json())


def test_a_guest_is_recognised_by_a_cookie_that_scripts_cannot_read(client: TestClient) -> None:
    first = client.get(f"{API}/me")
    cookie = first.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    assert "Path=/" in cookie
    assert "Secure" not in cookie
    assert client.get(f"{API}/me").json()["id"] == first.json()["id"]
    assert browser(client).get(f"{API}/me").json()["id"] != first.json()["id"]


def test_strangers_who_only_look_are_not_remembered(client: TestClient) -> None:
    table = client.post(f"{API}/tables", json={"options": {"public": True}}).json()["id"]
    for path in ("/home", "/me/tables", "/me/bonds", "/me/puzzles", "/me/calls", f"/tables/{table}"):
        answer = browser(client).get(API + path)
        assert answer.status_code == 200, path
        assert "set-cookie" not in answer.headers, path
    made = browser(client).post(f"{API}/tables", json={})
    assert "set-cookie" in made.headers, "who changes something is"
    nothing = browser(client).get(f"{API}/me/export")
    assert nothing.status_code == 401, "about whom nothing is kept, nothing is looked up again and again"


def test_a_question_that_comes_late_does_not_log_anybody_out(client: TestClient) -> None:
    client.get(f"{API}/me")
    slow = browser(client)
    slow.cookies.set("medina", client.cookies["medina"])
    account = register(client)
    # Sent by the same browser while it was still a guest's; the answer comes after it is an account's.
    late = slow.get(f"{API}/me/tables")
    assert late.status_code == 200
    assert "set-cookie" not in late.headers
    assert client.get(f"{API}/me").json()["id"] == account["id"]


def test_who_comes_now_and_then_stays_who_they_are(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    me = client.get(f"{API}/me").json()["id"]
    assert "set-cookie" not in client.get(f"{API}/me").headers
    today = security._today()
    monkeypatch.setattr(security, "_today", lambda: today + 31)
    renewed = client.get(f"{API}/lobby")
    assert "Max-Age=34560000" in renewed.headers["set-cookie"]
    assert "set-cookie" not in client.get(f"{API}/lobby").headers
    assert client.get(f"{API}/me").json()["id"] == me


def test_cookies_are_for_https_only_where_the_host_says_so(tmp_path: Path) -> None:
    with site(tmp_path, secure_cookies=True) as client:
        assert "Secure" in client.get(f"{API}/me").headers["set-cookie"]


def test_a_forged_cookie_is_nobody(client: TestClient) -> None:
    me = client.get(f"{API}/me").json()
    value = client.cookies["medina"]
    for forged in (value[:-2] + "xx", me["id"], "", "a.b", value.split(".")[0] + ".x"):
        other = browser(client)
        other.cookies.set("medina", forged)
        assert other.get(f"{API}/me").json()["id"] != me["id"]


def test_the_secret_is_the_owners_alone_and_survives_a_restart(tmp_path: Path) -> None:
    with site(tmp_path) as client:
        me = client.get(f"{API}/me").json()
        cookie = client.cookies["medina"]
    assert stat.S_IMODE(os.stat(tmp_path / "secret").st_mode) == 0o600
    with site(tmp_path) as client:
        client.cookies.set("medina", cookie)
        assert client.get(f"{API}/me").json()["id"] == me["id"]


def test_a_guest_becomes_an_account_and_keeps_the_games(client: TestClient) -> None:
    guest = client.get(f"{API}/me").json()
    table = client.post(f"{API}/tables", json={"bots": ["random"], "start": True}).json()["id"]
    account = register(client)
    assert account["id"] == guest["id"]
    assert account["account"] is True
    other = browser(client)
    assert other.post(f"{API}/sessions", json=NAME).status_code == 200
    assert [card["id"] for card in other.get(f"{API}/me/tables").json()["tables"]] == [id_of(table)]
    assert client.post(f"{API}/accounts", json=NAME).json()["error"]["reason"] == "already_account"


def test_logging_in_takes_the_guests_games_along_for_everybody_to_see(client: TestClient) -> None:
    me = register(client)
    guest, ben = browser(client), browser(client)
    was = guest.get(f"{API}/me").json()
    running = open_table(guest, options={"public": True, "auto_confirm": True})
    command(ben, running, do="sit")
    command(guest, running, do="start")
    command(guest, running, do="chat", text="hello")
    over = open_table(guest, bots=["random"], start=True)
    command(guest, over, do="resign")
    ended = guest.get(f"{API}/archive").json()["games"][0]["updated"]
    with join(ben, running) as watching:
        assert guest.post(f"{API}/sessions", json={**NAME, "take_games": True}).json()["id"] == me["id"]
        while me["id"] not in [seat.get("user") for seat in watching.snapshot["seats"]]:
            watching.take_in()
    assert watching.snapshot["people"][me["id"]] == {"name": "Anna", "account": True}
    assert was["id"] not in str(watching.snapshot["seats"]) + watching.snapshot["host"]
    place_some((guest, ben), running, 4)
    table = guest.get(f"{API}/tables/{running}").json()
    assert table["your_seat"] is not None
    assert table["people"][table["chat"][0]["user"]]["name"] == "Anna"
    assert [card["id"] for card in guest.get(f"{API}/me/tables").json()["tables"]] == [id_of(running)]
    (game,) = guest.get(f"{API}/archive?player=Anna").json()["games"]
    assert (game["id"], game["updated"]) == (id_of(over), ended)
    assert guest.get(f"{API}/me/export").json()["chat"][0]["text"] == "hello"
    guest.request("DELETE", f"{API}/me", json={"password": NAME["password"]})
    everything = str([stored(client, table) for table in t.metadata.sorted_tables])
    for personal in ("Anna", "hello", was["name"]):
        assert personal not in everything


def test_games_stay_with_the_guest_unless_they_are_asked_along(client: TestClient) -> None:
    register(client)
    guest = browser(client)
    open_table(guest)
    guest.post(f"{API}/sessions", json=NAME)
    assert guest.get(f"{API}/me/tables").json()["tables"] == []


def test_who_sits_at_a_table_gets_no_second_seat_by_logging_in(client: TestClient) -> None:
    register(client)
    guest = browser(client)
    table = open_table(guest)
    command(client, table, do="sit")
    guest.post(f"{API}/sessions", json={**NAME, "take_games": True})
    seats = client.get(f"{API}/tables/{table}").json()["seats"]
    assert len({seat["user"] for seat in seats}) == 2


def test_a_new_name_is_seen_at_every_table_that_goes_on(client: TestClient) -> None:
    table = open_table(client)
    assert client.get(f"{API}/me").json()["named"] is False
    assert client.patch(f"{API}/me", json={"name": "Hanna"}).json()["named"] is True
    assert seated(client, table) == [{"name": "Hanna"}]
    register(client)
    assert seated(client, table) == [{"name": "Anna", "account": True}]


def seated(client: TestClient, table: str) -> list[dict[str, Any]]:
    """What a table says of the people who sit there."""
    shown = client.get(f"{API}/tables/{table}").json()
    return [shown["people"][seat["user"]] for seat in shown["seats"] if "user" in seat]


def test_a_new_name_and_a_log_in_write_nothing_to_tables(client: TestClient) -> None:
    """A guest at many tables stops nobody's moves by taking another name."""
    register(browser(client))
    guest, ben = browser(client), browser(client)
    tables = [open_table(guest, options={"public": True}) for _ in range(3)]
    events, commits = stored(client, t.table_events), client.app.state.site.writer.commits  # type: ignore[attr-defined]
    with join(ben, tables[0]) as watching:
        guest.patch(f"{API}/me", json={"name": "Hanna"})
        while {"name": "Hanna"} not in watching.snapshot["people"].values():
            watching.take_in()
        guest.post(f"{API}/sessions", json={**NAME, "take_games": True})
        while {"name": "Anna", "account": True} not in watching.snapshot["people"].values():
            watching.take_in()
    assert stored(client, t.table_events) == events
    assert client.app.state.site.writer.commits == commits  # type: ignore[attr-defined]
    assert len(ben.get(f"{API}/lobby").json()["open"]) == 3
    assert [person["name"] for person in ben.get(f"{API}/lobby").json()["people"].values()] == ["Anna"]


def test_what_was_decided_before_a_log_in_is_decided_again(client: TestClient) -> None:
    me = register(client)
    guest, ben = browser(client), browser(client)
    table = two_seated(guest, ben)
    site = client.app.state.site  # type: ignore[attr-defined]
    former = guest.get(f"{API}/me").json()["id"]

    async def log_in() -> None:
        await site.people.take_along(former, me["id"])

    assert client.portal is not None
    client.portal.call(log_in)
    assert site.hub.tables[id_of(table)].state.seats[0].user == former, "nobody has told this process yet"
    assert command(guest, table, do="resign").json()["error"]["reason"] == "not_seated"
    assert client.get(f"{API}/tables/{table}").json()["your_seat"] == 0
    assert command(client, table, do="resign").status_code == 200


@pytest.mark.parametrize("name", ["anna", " ANNA ", "Ａｎｎａ", "A\u0301nna", "An\u200bna"])
def test_names_that_look_alike_are_taken(client: TestClient, name: str) -> None:
    register(client)
    other = browser(client)
    answer = other.post(f"{API}/accounts", json={"name": name, "password": "correct horse"})
    assert answer.status_code == 409
    assert answer.json()["error"]["code"] == "name_taken"


@pytest.mark.parametrize("name", ["ab", "x" * 31, "\u202e\u202e\u202e\u202e", "   ", "!!!!", "\n\n\n\n"])
def test_names_that_nobody_could_read_are_refused(client: TestClient, name: str) -> None:
    assert client.post(f"{API}/accounts", json={"name": name, "password": "correct horse"}).status_code == 400
    assert client.patch(f"{API}/me", json={"name": name}).status_code == 400


@pytest.mark.parametrize("unseen", ["\ufe0f", "\u034f", "\u2800", "\u3164", "\u1160", "\uffa0", "\u180b", "\U000e0101"])
def test_new_names_have_no_characters_that_nobody_sees(client: TestClient, unseen: str) -> None:
    register(client)
    other = browser(client)
    for name in (f"Anna{unseen}", f"An{unseen}na", unseen * 4):
        for method, path, body in (("PATCH", "/me", {}), ("POST", "/accounts", {"password": "correct horse"})):
            answer = other.request(method, f"{API}{path}", json={**body, "name": name})
            assert answer.status_code == 400
            assert (answer.json()["error"]["code"], answer.json()["error"]["reason"]) == ("bad_name", "unseen_name")
    german = other.patch(f"{API}/me", json={"name": f"Ben{unseen}"}, headers={"Accept-Language": "de"})
    assert "unsichtbar" in german.json()["error"]["message"]


def test_names_from_before_stay_as_they_are(client: TestClient) -> None:
    old = "Anna \u2665\ufe0f"
    id = register(client)["id"]
    running: Any = client.app
    assert client.portal is not None
    client.portal.call(partial(running.state.site.people.change, id, name=old, name_key=name_key(old)))
    other = browser(client)
    assert other.post(f"{API}/sessions", json={**NAME, "name": old}).json()["name"] == old
    assert other.get(f"{API}/users/{quote(old)}").json()["id"] == id


def test_a_person_changes_their_name_a_few_times_a_day(tmp_path: Path, standing_clock: Clock) -> None:
    with site(tmp_path, request_rate=1000) as client:

        def rename(name: str) -> Any:
            return client.patch(f"{API}/me", json={"name": name}, headers={"Accept-Language": "fr"})

        assert [rename(f"Anna {number}").status_code for number in range(5)] == [200] * 5
        assert rename("x").status_code == 400
        refused = rename("Anna 5")
        assert (refused.status_code, refused.json()["error"]["code"]) == (429, "too_many")
        assert refused.json()["error"]["message"].startswith("Vous avez changé de nom")
        assert client.get(f"{API}/me").json()["name"] == "Anna 4"
        assert rename("Anna 4").status_code == 200, "that is no change"
        assert client.patch(f"{API}/me", json={"language": "de"}).status_code == 200
        assert browser(client).patch(f"{API}/me", json={"name": "Ben"}).status_code == 200
        standing_clock.now += 86_400 / 5
        assert [rename(name).status_code for name in ("Anna 5", "Anna 6")] == [200, 429]


@pytest.mark.parametrize("password", ["short", "annannan", ""])
def test_weak_passwords_are_refused(client: TestClient, password: str) -> None:
    answer = client.post(f"{API}/accounts", json={"name": "Annannan", "password": password})
    assert answer.status_code == 400


def test_a_wrong_name_and_a_wrong_password_read_the_same(client: TestClient) -> None:
    register(client)
    other = browser(client)
    wrong = other.post(f"{API}/sessions", json={"name": "Anna", "password": "wrong horse"})
    nobody = other.post(f"{API}/sessions", json={"name": "Nobody", "password": "wrong horse"})
    assert wrong.status_code == nobody.status_code == 401
    assert wrong.json() == nobody.json()


def test_attempts_to_log_in_are_counted(tmp_path: Path, standing_clock: Clock) -> None:
    with site(tmp_path, login_rate=5) as client:
        answers = [client.post(f"{API}/sessions", json=NAME).status_code for _ in range(8)]
    assert answers[:5] == [401] * 5
    assert set(answers[5:]) == {429}


@pytest.mark.parametrize(
    ("host", "door"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("testclient", "testclient"),
    ],
)
def test_a_household_counts_as_one_address(host: str, door: str) -> None:
    assert address(HTTPConnection({"type": "http", "client": (host, 1234), "headers": []})) == door


def test_a_new_password_ends_other_sessions(client: TestClient) -> None:
    me = register(client)
    other = browser(client)
    other.post(f"{API}/sessions", json=NAME)
    wrong = client.put(f"{API}/me/password", json={"old": "no", "new": "battery staple"})
    assert wrong.status_code == 401
    assert client.put(f"{API}/me/password", json={"old": NAME["password"], "new": "battery staple"}).status_code == 200
    assert client.get(f"{API}/me").json()["id"] == me["id"]
    assert other.get(f"{API}/me").json()["id"] != me["id"]


def test_logging_out_forgets_the_cookie(client: TestClient) -> None:
    me = register(client)
    client.delete(f"{API}/sessions")
    assert client.get(f"{API}/me").json()["id"] != me["id"]


def test_a_token_acts_for_its_account_until_it_is_taken_back(client: TestClient) -> None:
    me = register(client)
    made = client.post(f"{API}/me/tokens", json={"label": "my bot"}).json()
    program = browser(client)
    program.headers["Authorization"] = f"Bearer {made['token']}"
    program.headers["Origin"] = "https://elsewhere.example"
    assert program.get(f"{API}/me").json()["id"] == me["id"]
    assert program.post(f"{API}/tables", json={}).status_code == 201
    assert program.post(f"{API}/me/tokens", json={"label": "another"}).status_code == 403
    listed = client.get(f"{API}/me/tokens").json()["tokens"]
    assert [token["label"] for token in listed] == ["my bot"]
    assert "token" not in listed[0]
    stranger = browser(client)
    register(stranger, "Ben")
    assert stranger.delete(f"{API}/me/tokens/{made['id']}").status_code == 404
    assert client.delete(f"{API}/me/tokens/{made['id']}").status_code == 200
    assert program.get(f"{API}/me").status_code == 401


def test_guests_have_no_tokens_and_nonsense_is_no_token(client: TestClient) -> None:
    assert client.post(f"{API}/me/tokens", json={"label": "x"}).status_code == 403
    for header in ("Bearer nope", "Basic abc", "Bearer", "Bearer \u00e9"):
        assert client.get(f"{API}/me", headers={"Authorization": header.encode("latin-1")}).status_code == 401


def test_a_guest_does_not_pass_for_an_account(client: TestClient) -> None:
    register(client)
    ben = browser(client)
    assert ben.patch(f"{API}/me", json={"name": "ANNA"}).json()["error"]["code"] == "name_taken"
    assert ben.patch(f"{API}/me", json={"name": "Hanna"}).json()["name"] == "Hanna"


def hung_up_with(socket: Socket) -> int:
    while (message := socket.socket.receive())["type"] != "websocket.close":
        pass
    return int(message["code"])


def test_open_sockets_end_with_the_key_they_were_opened_with(client: TestClient) -> None:
    register(client)
    table = open_table(client)
    thief = browser(client)
    thief.post(f"{API}/sessions", json=NAME)
    with join(thief, table) as stolen:
        client.put(f"{API}/me/password", json={"old": NAME["password"], "new": "battery staple"})
        assert hung_up_with(stolen) == 1012
    made = client.post(f"{API}/me/tokens", json={"label": "my bot"}).json()
    address = f"{API}/tables/{table}/socket"
    with client.websocket_connect(address, headers={"Authorization": f"Bearer {made['token']}"}) as socket:
        program = Socket(socket)
        client.delete(f"{API}/me/tokens/{made['id']}")
        assert hung_up_with(program) == 1012


def test_who_becomes_an_account_while_connected_sits_down_as_one(client: TestClient) -> None:
    table = open_table(browser(client))
    with join(client, table) as anna:
        register(client)
        anna.ask(do="sit")
        assert anna.until("sat")["user"] == anna.snapshot["you"]
        assert anna.snapshot["people"][anna.snapshot["you"]] == {"name": "Anna", "account": True}


def test_nobody_waits_for_who_had_themselves_forgotten(client: TestClient) -> None:
    me, ben = register(client), browser(client)
    register(ben, "Ben")
    waiting = open_table(client, options={"public": True})
    game = open_table(client, options={"public": True, "rated": True, "clock": {"kind": "days"}, "auto_confirm": True})
    command(ben, game, do="sit")
    command(client, game, do="start")
    place_some((client, ben), game)
    with join(client, game) as anna:
        assert client.request("DELETE", f"{API}/me", json={"password": NAME["password"]}).status_code == 200
        assert hung_up_with(anna) == 1012
    assert ben.get(f"{API}/lobby").json() == {"open": [], "playing": [], "people": {}}
    assert ben.get(f"{API}/tables/{waiting}").json()["phase"] == "closed"
    assert ben.get(f"{API}/tables/{game}").json()["result"]["reason"] == "resigned"
    leaders = wait_until(lambda: ben.get(f"{API}/ratings").json()["leaders"], "nobody is rated")
    assert [leader["name"] for leader in leaders] == ["Ben"]
    assert me["id"] not in ben.get(f"{API}/ratings").text
    assert [row["user_id"] for row in stored(client, t.rating_history)] == [ben.get(f"{API}/me").json()["id"]]
    assert len(stored(client, t.ratings)) == 1


def stored(client: TestClient, table: Table) -> list[dict[str, Any]]:
    """Rows as they are on disk."""

    async def read() -> list[dict[str, Any]]:
        async with client.app.state.site.engine.connect() as connection:  # type: ignore[attr-defined]
            return [dict(row._mapping) for row in await connection.execute(select(table))]

    assert client.portal is not None
    return client.portal.call(read)


def test_what_came_in_while_somebody_was_being_forgotten_goes_too(client: TestClient) -> None:
    me, ben = register(client), browser(client)
    table = open_table(ben)
    command(client, table, do="chat", text="my address is secret")
    lines = stored(client, t.chat)
    assert client.request("DELETE", f"{API}/me", json={"password": NAME["password"]}).status_code == 200
    hub = client.app.state.site.hub  # type: ignore[attr-defined]
    assert "secret" not in str(stored(client, t.chat))

    async def come_late() -> None:
        async with hub.writer.engine.begin() as connection:
            await connection.execute(t.chat.insert(), [line | {"n": line["n"] + 1} for line in lines])
            await connection.execute(t.forgetting.update().values(at=t.forgetting.c.at - AGAIN_MS))
        await hub.forget_again()

    assert client.portal is not None
    client.portal.call(come_late)
    assert [line["text"] for line in stored(client, t.chat)] == ["—", "—"]
    assert stored(client, t.forgetting) == []
    assert stored(client, t.users)[0]["id"] == me["id"]


def test_logging_out_ends_the_session_wherever_its_cookie_is(client: TestClient) -> None:
    me, table = register(client), open_table(client)
    copy, other = browser(client), browser(client)
    copy.cookies = client.cookies
    other.post(f"{API}/sessions", json=NAME)
    made = client.post(f"{API}/me/tokens", json={"label": "my bot"}).json()
    with join(other, table) as elsewhere:
        assert client.delete(f"{API}/sessions").status_code == 200
        assert hung_up_with(elsewhere) == 1012
    for device in (copy, other):
        assert device.get(f"{API}/me").json()["id"] != me["id"]
    program = browser(client)
    program.headers["Authorization"] = f"Bearer {made['token']}"
    assert program.get(f"{API}/me").json()["id"] == me["id"]
    again = browser(client)
    again.post(f"{API}/sessions", json=NAME)
    assert again.get(f"{API}/me").json()["id"] == me["id"]


def test_tokens_do_not_outlive_a_changed_password(client: TestClient) -> None:
    register(client)
    made = client.post(f"{API}/me/tokens", json={"label": "my bot"}).json()
    assert client.put(f"{API}/me/password", json={"old": NAME["password"], "new": "battery staple"}).status_code == 200
    assert client.get(f"{API}/me/tokens").json()["tokens"] == []
    program = browser(client)
    program.headers["Authorization"] = f"Bearer {made['token']}"
    assert program.get(f"{API}/me").status_code == 401


def test_an_export_holds_what_was_said_and_studied_anywhere(client: TestClient) -> None:
    register(client)
    elsewhere = open_table(browser(client))
    line = command(client, elsewhere, do="chat", text="good luck to both").json()["line"]
    record = '[Edition "second"]\n[Players "2"]\n[Well "f6"]\n[Market "c3"]\n\n*\n'
    asked = client.post(f"{API}/analyses", json={"record": record, "seconds": 0.1, "moments": "last"}).json()["id"]
    client.delete(f"{API}/analyses/{asked}")
    exported = client.get(f"{API}/me/export").json()
    said = [(each["table"], each["n"], each["room"], each["text"]) for each in exported["chat"]]
    assert said == [(id_of(elsewhere), line, "watchers", "good luck to both")]
    assert [(study["id"], study["request"]["seconds"]) for study in exported["analyses"]] == [(asked, 0.1)]


def test_my_data_can_be_taken_away_and_forgotten(client: TestClient) -> None:
    me = register(client)
    table = client.post(f"{API}/tables", json={"bots": ["random"], "start": True}).json()["id"]
    client.post(f"{API}/tables/{table}/commands", json={"do": "chat", "text": "my secret"})
    client.post(f"{API}/tables/{table}/commands", json={"do": "resign"})
    exported = client.get(f"{API}/me/export").json()
    assert exported["me"]["id"] == me["id"]
    assert exported["chat"][0]["text"] == "my secret"
    assert exported["records"][id_of(table)].startswith("[")
    assert client.request("DELETE", f"{API}/me", json={}).status_code == 401
    assert client.request("DELETE", f"{API}/me", json={"password": NAME["password"]}).status_code == 200
    assert browser(client).post(f"{API}/sessions", json=NAME).status_code == 401
    assert client.get(f"{API}/users/{me['id']}").status_code == 404
    other = browser(client)
    seen = other.get(f"{API}/tables/{table}").text + other.get(f"{API}/tables/{table}/record").text
    assert "Anna" not in seen
    assert "my secret" not in seen


def test_sentences_come_in_the_askers_language(client: TestClient) -> None:
    def said(**headers: str) -> str:
        return str(client.get(f"{API}/tables/none", headers=headers).json()["error"]["message"])

    assert said() == "There is nothing here. Check the address."
    assert said(**{"Accept-Language": "fr-CH, en;q=0.5"}).startswith("Il n'y a rien")
    client.patch(f"{API}/me", json={"language": "de"})
    assert said().startswith("Hier ist nichts")
    assert said(**{"Accept-Language": "it"}).startswith("Hier ist nichts")
    assert said(**{"Accept-Language": "fr"}).startswith("Il n'y a rien")


def test_passkeys_are_for_accounts_their_pages_and_who_knows_the_password(client: TestClient) -> None:
    page = {"Origin": "http://testserver"}
    begin, password = f"{API}/me/passkeys/options", {"password": "correct horse"}

    def code(answer: Any) -> str:
        return str(answer.json()["error"]["code"])

    client.get(f"{API}/me")
    assert code(client.post(begin, json=password, headers=page)) == "needs_account"
    register(client)
    assert code(client.post(begin, json=password)) == "not_allowed"
    assert code(client.post(begin, json=password, headers={"Origin": "http://elsewhere"})) == "wrong_origin"
    assert code(client.post(begin, json={"password": "wrong horse"}, headers=page)) == "wrong_password"
    token = client.post(f"{API}/me/tokens", json={"label": "bot"}).json()["token"]
    bearer = {"Authorization": f"Bearer {token}"}
    assert code(browser(client).post(begin, json=password, headers=page | bearer)) == "not_allowed"
    begun = client.post(begin, json=password, headers=page).json()
    assert begun["options"]["rp"]["id"] == "testserver"
    # What was begun by one cannot be ended by another, nor used to log in, nor made up, nor answered with rubbish.
    other = browser(client)
    register(other, "Berta")
    kept = {"label": "key", "credential": {"id": "AAAA", "type": "public-key"}}
    for who, path, state in (
        (other, "/me/passkeys", begun["state"]),
        (other, "/sessions/passkey", begun["state"]),
        (client, "/me/passkeys", begun["state"][:-1] + "!"),
        (client, "/me/passkeys", begun["state"]),
    ):
        sent = (kept if path == "/me/passkeys" else {"credential": kept["credential"]}) | {"state": state}
        assert code(who.post(f"{API}{path}", json=sent, headers=page)) == "bad_passkey"
    assert client.get(f"{API}/me/passkeys").json() == {"passkeys": []}
    assert client.delete(f"{API}/me/passkeys/none", headers=page).status_code == 404
