"""Those who look after the site: what they may do, what they may not, that it is noted, and that it can be undone."""

from __future__ import annotations

import re
import time
from pathlib import Path
from typing import Any

import pytest
from hosting import API, browser, site, wait_until_ready
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from test_server_people import NAME, hung_up_with, register, stored
from test_server_tables import Socket, command, join, open_table

from medina.cli import main
from medina.server.control import cleaning
from medina.server.control.bans import Bans, bannable
from medina.server.settings import Settings
from medina.store import tables as t
from medina.store.moderation import Ban
from medina.store.studies import Asked
from patience import wait_until

WHY = "unkind words"


def admin(client: TestClient, *arguments: str) -> int:
    """The command line beside the running server, which looks at once what was done."""
    app: Any = client.app
    settings = app.state.site.settings
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MEDINA_DATABASE_URL", settings.database_url)
        code = main(["admin", *arguments, "--data", settings.data])
    look(client)
    return code


def look(client: TestClient) -> None:
    assert client.portal is not None
    app: Any = client.app
    client.portal.call(app.state.site.control.look)


def moderator(client: TestClient, name: str = "Moderator", role: str = "moderator") -> TestClient:
    made = browser(client)
    register(made, name)
    assert admin(client, role, name) == 0
    return made


def act(client: TestClient, **deed: Any) -> Any:
    return client.post(f"{API}/moderation/acts", json=deed)


def code(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json().get("error", {}).get("code", "")


def closing(line: Socket) -> int:
    """The code by which the server ends a socket."""
    try:
        while True:
            line.hear()
    except WebSocketDisconnect as ended:
        return ended.code


def desk(client: TestClient, what: str, **query: Any) -> Any:
    answer = client.get(f"{API}/moderation/{what}", params=query)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_a_banned_person_is_told_why_and_what_to_do(tmp_path: Path) -> None:
    with site(tmp_path, contact="host@club.example") as client:
        rude, mod = browser(client), moderator(client)
        user = register(rude, "Rude")["id"]
        table = open_table(client, options={"public": True})
        with join(rude, table) as line:
            assert act(mod, do="ban", user=user, why=WHY, days=3).status_code == 201
            assert closing(line) == 4403, "open sockets end"
        refused = rude.get(f"{API}/lobby", headers={"Accept-Language": "de"})
        assert code(refused) == (403, "banned")
        message = refused.json()["error"]["message"]
        assert message.startswith("Du kannst diese Seite bis 20")
        assert WHY in message
        assert "host@club.example" in message
        assert code(command(rude, table, do="chat", text="hello")) == (403, "banned")
        assert code(browser(client).post(f"{API}/sessions", json={**NAME, "name": "Rude"})) == (403, "banned")
        assert code(browser(client).post(f"{API}/sessions", json={"name": "Rude", "password": "wrong horse"}))[0] == 401
        assert WHY in rude.get(f"{API}/me").json()["banned"]
        assert rude.get(f"{API}/me/export").json()["acts"][0]["why"] == WHY, "what is theirs stays theirs"
        (ban,) = desk(mod, "bans")["bans"]
        assert act(mod, do="unban", ban=ban["id"]).status_code == 201
        assert rude.get(f"{API}/lobby").status_code == 200
        assert rude.get(f"{API}/me").json()["banned"] is None


@pytest.mark.parametrize("contact", ["", "host@medina.example"])
def test_a_ban_for_good_has_no_end_anywhere(
    contact: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It once ended in 1970 for programs."""
    monkeypatch.setenv("MEDINA_LANG", "en")
    with site(tmp_path, contact=contact) as client:
        rude, mod = browser(client), moderator(client)
        id = rude.get(f"{API}/me").json()["id"]
        assert act(mod, do="ban", user=id, why=WHY).status_code == 201
        refused = rude.get(f"{API}/lobby")
        assert code(refused) == (403, "banned")
        assert "until" not in refused.json()["error"]["args"]
        (ban,) = desk(mod, "bans")["bans"]
        (person,) = [one for one in desk(mod, "people")["people"] if one["id"] == id]
        assert ban["until"] is person["ban"]["until"] is None
        for what in ("people", "bans", "log"):
            assert admin(client, what) == 0
        told = capsys.readouterr().out
        assert "for good" in told
        texts = told + refused.text + rude.get(f"{API}/me").text + str(ban) + str(person)
        assert not re.search(r"\b1970\b", texts)


def test_a_ban_may_catch_the_address_and_ends_with_its_cause(tmp_path: Path) -> None:
    with site(tmp_path, trusted_proxies="10.0.0.0/8") as client:
        rude, mod = browser(client), moderator(client)
        rude.get(f"{API}/me")
        near = browser(client)
        for one in (rude, near):
            one._transport.client = ("198.51.100.7", 1)
        number = act(mod, do="ban", user=rude.get(f"{API}/me").json()["id"], why=WHY, addresses=True).json()["act"]
        assert near.get(f"{API}/lobby").status_code == 200
        assert code(rude.get(f"{API}/lobby")) == (403, "banned")
        assert code(near.get(f"{API}/lobby")) == (403, "banned"), "another cookie from there"
        assert near.get("/health").status_code == 200
        assert [ban["network"] for ban in desk(mod, "bans")["bans"]] == [None, None], "addresses are for hosts"
        assert act(mod, do="undo", act=number).status_code == 201
        assert near.get(f"{API}/lobby").status_code == 200
        assert desk(mod, "bans")["bans"] == []
        far = browser(client)
        far._transport.client = ("2001:db8:1:2::3", 1)
        assert admin(client, "ban", "2001:db8:1::/48", "--why", WHY) == 0
        assert code(far.get(f"{API}/lobby")) == (403, "banned")
        assert admin(client, "unban", "2001:db8:1::/48") == 0
        assert far.get(f"{API}/lobby").status_code == 200
        host = moderator(client, "The Host", "host")
        for wide in ("0.0.0.0/0", "::/0", "10.1.0.0/16", "10.0.0.1", "Anna"):
            assert code(act(host, do="ban_address", network=wide, why=WHY)) == (400, "bad_request"), wide


def test_a_ban_catches_one_address_and_does_not_travel(any_client: TestClient) -> None:
    rude, mod = browser(any_client), moderator(any_client)
    user = rude.get(f"{API}/me").json()["id"]

    def come(one: TestClient, number: int) -> int:
        one._transport.client = (f"198.51.100.{number}", 1)
        return one.get(f"{API}/lobby").status_code

    banned = act(mod, do="ban", user=user, why=WHY, addresses=True).json()["act"]
    assert [come(rude, number) for number in range(1, 31)] == [403] * 30
    assert [come(browser(any_client), number) for number in range(1, 31)] == [403] + [200] * 29
    assert len(stored(any_client, t.bans)) == 2
    (address,) = [row["id"] for row in stored(any_client, t.bans) if row["network"] is not None]
    host = moderator(any_client, "The Host", "host")
    assert act(host, do="unban", ban=address).status_code == 201
    assert come(rude, 1) == 403
    assert come(browser(any_client), 1) == 200, "an address that a host has let in again stays so"
    assert act(mod, do="undo", act=banned).status_code == 201
    assert come(rude, 1) == 200
    act(mod, do="ban", user=user, why=WHY, addresses=True)
    assert [come(rude, number) for number in (2, 3)] == [403] * 2
    assert [come(browser(any_client), number) for number in (2, 3)] == [403, 200], "a new ban catches again"


@pytest.mark.postgres
def test_an_address_that_was_caught_is_kept_out_by_every_process(tmp_path: Path, pg: str) -> None:
    with site(tmp_path / "a", database_url=pg) as first, site(tmp_path / "b", database_url=pg) as second:
        wait_until_ready(first, second)
        rude, mod = browser(first), moderator(first)
        user = rude.get(f"{API}/me").json()["id"]
        near = browser(second)
        for one in (rude, near):
            one._transport.client = ("198.51.100.7", 1)
        act(mod, do="ban", user=user, why=WHY, addresses=True)
        wait_until(lambda: bans_at(second).of_user(user) is not None, "the other process does not know of the ban")
        assert near.get(f"{API}/lobby").status_code == 200
        assert rude.get(f"{API}/lobby").status_code == 403
        wait_until(lambda: near.get(f"{API}/lobby").status_code == 403, "the other process does not hear of it")
        far = browser(second)
        far.cookies.set("medina", rude.cookies["medina"])
        for number in range(10, 20):
            far._transport.client = (f"198.51.100.{number}", 1)
            assert far.get(f"{API}/lobby").status_code == 403
        near._transport.client = ("198.51.100.10", 1)
        assert near.get(f"{API}/lobby").status_code == 200


def bans_at(client: TestClient) -> Bans:
    running: Any = client.app
    bans: Bans = running.state.site.control.bans
    return bans


def test_deeds_find_people_by_id_and_by_name(client: TestClient) -> None:
    mod = moderator(client)
    user = register(browser(client), "Rude Name")["id"]
    for text in (user, "Rude Name", "rude name"):
        assert act(mod, do="undo", act=act(mod, do="ban", user=text, why=WHY).json()["act"]).status_code == 201
    for unknown in ("Nobody", "?", f"{user}x"):
        assert code(act(mod, do="ban", user=unknown, why=WHY)) == (404, "not_found")


def test_addresses_are_looked_up_by_range_and_time() -> None:
    bans = Bans(Settings())
    now = time.time_ns() // 1_000_000
    kinds = {"192.0.2.0/24": None, "198.51.100.9": now - 1, "2001:db8::/32": now + 60_000}
    bans.replace(
        [Ban(id=text, at=0, reason="", network=str(bannable(text)), until=until) for text, until in kinds.items()]
    )
    assert bans.of_address("192.0.2.255") is not None
    assert bans.of_address("2001:db8:7:8::/64") is not None
    for free in ("192.0.3.1", "198.51.100.9", "2001:db9::/64", "unknown", "", "x" * 45):
        assert bans.of_address(free) is None
    assert str(bannable("2001:db8::1")) == "2001:db8::/64", "an address of a household is the household's"
    assert bannable("Anna") is None


def test_words_and_names_are_taken_away_everywhere_and_come_back(client: TestClient) -> None:
    register(client)
    rude, mod = browser(client), moderator(client)
    user = register(rude, "Rude Name")["id"]
    table = open_table(client, options={"public": True}, bots=["random"], sit=False)
    command(rude, table, do="sit")
    seq = command(rude, table, do="chat", text="what a daft city").json()["line"]
    with join(client, table) as line:
        removed = act(mod, do="remove_line", table=table, seq=seq, why=WHY).json()["act"]
        assert line.until_said()["text"] == "—", "whoever looks on sees it at once"
        renamed = act(mod, do="remove_name", user=user, why=WHY).json()["act"]
        neutral = rude.get(f"{API}/me").json()["name"]
        while line.snapshot["people"][user]["name"] != neutral:
            line.take_in()
    assert "daft" not in str(stored(client, t.chat))
    assert code(act(mod, do="remove_line", table=table, seq=seq, why=WHY)) == (404, "not_found")
    assert "Rude Name" not in browser(client).get(f"{API}/tables/{table}").text + str(desk(mod, "tables"))
    assert not rude.get(f"{API}/me").json()["named"]
    assert browser(client).post(f"{API}/sessions", json={**NAME, "name": "Rude Name"}).status_code == 200
    log = {one["number"]: one for one in desk(mod, "acts")["acts"]}
    assert (log[removed]["detail"], log[renamed]["detail"]) == ("what a daft city", "Rude Name")
    for number in (removed, renamed):
        assert act(mod, do="undo", act=number).status_code == 201
        assert code(act(mod, do="undo", act=number)) == (409, "not_undoable")
    chat = desk(mod, f"tables/{table[:12]}/chat")["lines"]
    assert [(one["name"], one["text"]) for one in chat] == [("Rude Name", "what a daft city")]
    assert rude.get(f"{API}/me").json()["name"] == "Rude Name"
    again = act(mod, do="remove_name", user=user, why=WHY).json()["act"]
    assert rude.patch(f"{API}/me", json={"name": "Kind Name"}).json()["named"], "they choose another"
    assert code(rude.patch(f"{API}/me", json={"name": "Third"})) == (403, "not_allowed")
    assert browser(client).post(f"{API}/sessions", json={**NAME, "name": "Kind Name"}).status_code == 200
    assert code(act(mod, do="undo", act=again)) == (409, "not_undoable")


def test_who_is_forgotten_is_not_brought_back(client: TestClient) -> None:
    rude, mod = browser(client), moderator(client)
    register(rude, "Rude")
    table = open_table(client, options={"public": True})
    seq = command(rude, table, do="chat", text="what a daft city").json()["line"]
    number = act(mod, do="remove_line", table=table, seq=seq, why="Rude said it").json()["act"]
    rude.request("DELETE", f"{API}/me", json={"password": NAME["password"]})
    assert "daft" not in str(stored(client, t.moderation_log))
    assert "Rude" not in str(stored(client, t.moderation_log))
    assert code(act(mod, do="undo", act=number)) == (409, "not_undoable")


def test_tables_are_closed_and_games_aborted(client: TestClient) -> None:
    register(client)
    mod = moderator(client)
    waiting = open_table(client, options={"public": True})
    playing = open_table(client, options={"public": True}, bots=["random"], start=True)
    for table in (waiting, playing):
        assert act(mod, do="end_table", table=table, why=WHY).status_code == 201
        assert code(act(mod, do="end_table", table=table, why=WHY)) == (409, "game_over")
    assert client.get(f"{API}/tables/{waiting}").json()["phase"] == "closed"
    ended = client.get(f"{API}/tables/{playing}").json()
    assert (ended["phase"], ended["result"]["reason"], ended["result"]["places"]) == ("over", "aborted", [])
    own = open_table(mod, options={"public": True})
    assert act(mod, do="end_table", table=own, why=WHY).json()["error"]["reason"] == "own_table"
    at_machine = open_table(client)
    with join(client, at_machine) as line:
        assert admin(client, "end-table", f"http://club.example/t/{at_machine}", "--why", WHY) == 0
        while (told := line.hear())["type"] != "update":
            pass
    assert told["events"][0]["type"] == "closed", "also what another process did is told at once"


def test_an_aborted_rated_game_counts_for_nobody(client: TestClient) -> None:
    register(client)
    other, mod = browser(client), moderator(client)
    register(other, "Berta")
    options = {"public": True, "rated": True, "clock": {"kind": "realtime", "initial_s": 600, "increment_s": 0}}
    table = open_table(client, options=options)
    command(other, table, do="sit")
    command(client, table, do="start")
    assert act(mod, do="end_table", table=table, why=WHY).status_code == 201
    assert stored(client, t.rating_history) == []
    assert not any(row["unrated_yet"] for row in stored(client, t.tables))


def test_what_moderators_may_not(client: TestClient) -> None:
    me = register(client)
    mod, other, host = moderator(client), moderator(client, "Other"), moderator(client, "The Host", "host")
    guest = browser(client)
    for nobody in (client, guest):
        assert code(nobody.get(f"{API}/moderation/people")) == (403, "not_allowed")
        assert code(act(nobody, do="ban", user="Other", why=WHY)) == (403, "not_allowed")
    token = mod.post(f"{API}/me/tokens", json={"label": "bot"}).json()["token"]
    by_token = browser(client).get(f"{API}/moderation/people", headers={"Authorization": f"Bearer {token}"})
    assert code(by_token) == (403, "not_allowed")
    elsewhere = mod.post(
        f"{API}/moderation/acts",
        json={"do": "ban", "user": me["id"], "why": WHY},
        headers={"Origin": "https://evil.example"},
    )
    assert code(elsewhere) == (403, "wrong_origin")
    for user in ("Other", "The Host", "Moderator"):
        for deed in ("ban", "remove_name", "password_link"):
            assert code(act(mod, do=deed, user=user, **({} if deed == "password_link" else {"why": WHY})))[0] == 403
    assert code(act(mod, do="password_link", user="Anna")) == (403, "not_allowed"), "it opens the account"
    assert code(act(mod, do="give_role", user="Anna", role="moderator")) == (403, "not_allowed")
    assert code(act(mod, do="ban_address", network="192.0.2.1", why=WHY)) == (403, "not_allowed")
    assert code(act(host, do="give_role", user="Anna", role="host")) == (403, "not_allowed"), "at the machine only"
    assert code(act(mod, do="ban", user="Anna", why="")) == (400, "bad_request"), "a reason is needed"
    assert "/recover#" in act(host, do="password_link", user="Anna").json()["link"]
    number = act(host, do="give_role", user="Anna", role="moderator").json()["act"]
    assert client.get(f"{API}/me").json()["role"] == "moderator"
    assert code(act(mod, do="undo", act=number)) == (403, "not_allowed")
    assert act(host, do="undo", act=number).status_code == 201
    assert client.get(f"{API}/me").json()["role"] is None
    banned = act(host, do="ban", user="Anna", why=WHY).json()["act"]
    assert code(act(mod, do="undo", act=banned)) == (403, "not_allowed"), "what a host did is the hosts' to undo"
    mine = [one["undoable"] for one in desk(mod, "acts")["acts"]]
    assert not any(mine)
    assert act(host, do="ban", user="Other", why=WHY).status_code == 201
    assert code(other.get(f"{API}/moderation/people")) == (403, "banned")


def test_reports_land_on_the_desk_with_what_was_said_around_them(client: TestClient) -> None:
    register(client)
    rude, mod = browser(client), moderator(client)
    register(rude, "Rude")
    table = open_table(client)
    for text in ("hello", "good luck"):
        command(client, table, do="chat", text=text)
    seq = command(rude, table, do="chat", text="what a daft city").json()["line"]
    for number in range(9):
        command(client, table, do="chat", text=f"reply {number}")
    assert mod.get(f"{API}/moderation/tables/{table[:12]}/chat").status_code == 404, "private, and nothing reported"
    assert client.post(f"{API}/reports", json={"table": table, "seq": seq, "note": "see?"}).status_code == 201
    (report,) = desk(mod, "reports")["reports"]
    assert [line["text"] for line in report["lines"]] == [
        "hello", "good luck", "what a daft city", *(f"reply {number}" for number in range(5))
    ]  # fmt: skip
    assert (report["name"], report["reporter_name"], report["note"]) == ("Rude", "Anna", "see?")
    assert "stock" not in str(report)
    (person,) = desk(mod, "people", q="rud")["people"]
    assert (person["name"], person["reports"], person["role"], person["ban"]) == ("Rude", 1, None, None)
    number = act(mod, do="settle", report=report["id"]).json()["act"]
    assert desk(mod, "reports")["reports"] == []
    assert [one["id"] for one in desk(mod, "reports", settled=True)["reports"]] == [report["id"]]
    assert act(mod, do="undo", act=number).status_code == 201
    assert [one["id"] for one in desk(mod, "reports")["reports"]] == [report["id"]]


def test_people_and_tables_are_found(client: TestClient) -> None:
    anna = register(client)
    mod, host = moderator(client), moderator(client, "The Host", "host")
    private, public = open_table(client), open_table(client, options={"public": True}, bots=["random"], start=True)
    assert [one["id"] for one in desk(mod, "tables")["tables"]] == [public[:12]]
    assert {one["id"] for one in desk(host, "tables")["tables"]} == {private[:12], public[:12]}
    assert [one["id"] for one in desk(mod, "tables", q=f"https://x.example/t/{private}")["tables"]] == [private[:12]]
    assert [one["id"] for one in desk(mod, "tables", phase="open")["tables"]] == []
    assert [one["id"] for one in desk(mod, "tables", user=anna["id"], phase="playing")["tables"]] == [public[:12]]
    assert [one["name"] for one in desk(mod, "people", q="ÁNN")["people"]] == ["Anna"]
    assert [one["name"] for one in desk(mod, "people", q=str(anna["id"]))["people"]] == ["Anna"]
    assert {one["name"] for one in desk(mod, "people", which="moderators")["people"]} == {"Moderator", "The Host"}
    for _ in range(52):
        browser(client).get(f"{API}/me")
    first = desk(mod, "people")
    second = desk(mod, "people", cursor=first["next"])
    ids = [one["id"] for page in (first, second) for one in page["people"]]
    assert len(ids) == len(set(ids)) == len(stored(client, t.users))
    assert second["next"] is None
    for secret in ("password", "correct horse", "argon2", "email", "token"):
        assert secret not in str(first) + str(second)


def test_the_command_line_shows_the_same(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with site(tmp_path) as client:
        register(client)
        table = open_table(client, options={"public": True})
        command(client, table, do="chat", text="hello")
        assert admin(client, "ban", "Anna", "--why", WHY, "--days", "2") == 0
        for what in ("people", "tables", "bans", "log"):
            assert admin(client, what) == 0
        assert admin(client, "chat", table) == 0
        out = capsys.readouterr().out
        for expected in ('account  "Anna"', f'banned: "{WHY}"', table[:12], "until 20", '—  ban  "Anna"', '"hello"'):
            assert expected in out
        assert admin(client, "unban", "Anna") == 0
        assert admin(client, "unban", "Anna") == 2
        assert admin(client, "undo", "1") == 0
        assert admin(client, "undo", "nothing") == 2
        assert admin(client, "ban", "Anna") == 2
        assert "--why" in capsys.readouterr().err
        assert admin(client, "ban", "Nobody", "--why", WHY) == 2


def test_what_nobody_needs_is_removed_after_its_time(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cleaning, "PAUSE_SECONDS", 0)
    monkeypatch.setattr("medina.store.cleaning.BITE", 3)
    register(client)
    idle = [browser(client) for _ in range(10)]
    for one in idle:
        one.get(f"{API}/me")
    player, speaker, opener, muted, watcher = (browser(client) for _ in range(5))
    game = open_table(player, bots=["random"], start=True)
    command(player, game, do="resign")
    public = open_table(client, options={"public": True})
    command(speaker, public, do="chat", text="hello")
    assert opener.post(f"{API}/tables", json={"sit": False}).status_code == 201
    muted.get(f"{API}/me")
    muted.put(f"{API}/me/bonds/Anna", json={"kind": "mute"})
    closed = open_table(client)
    command(client, closed, do="close")
    asker = watcher.get(f"{API}/me").json()["id"]
    study = Asked(id="study", user_id=asker, state="done", request="{}", created=1, updated=time.time_ns() // 1_000_000)
    assert client.portal is not None
    app: Any = client.app
    assert client.portal.call(app.state.site.studies.begin, study)
    kept = {one.get(f"{API}/me").json()["id"] for one in (client, player, speaker, opener, muted)}

    def clean() -> None:
        assert client.portal is not None
        client.portal.call(app.state.site.cleaner.clean)

    clean()
    assert (len(stored(client, t.users)), len(stored(client, t.analyses))) == (16, 1), "nothing is old yet"
    later = time.time_ns() // 1_000_000 + 200 * cleaning.DAY_MS
    monkeypatch.setattr(cleaning, "now_ms", lambda: later)
    clean()
    people = {row["id"] for row in stored(client, t.users)}
    assert kept <= people
    assert len(people) == len(kept)
    assert {row["id"] for row in stored(client, t.tables)} >= {game[:12], public[:12]}
    assert closed[:12] not in {row["id"] for row in stored(client, t.tables)}
    assert closed[:12] not in {row["table_id"] for row in stored(client, t.table_events)}
    assert player.get(f"{API}/tables/{game}").json()["phase"] == "over"
    assert stored(client, t.analyses) == []


@pytest.mark.postgres
def test_a_ban_holds_at_every_process(tmp_path: Path, pg: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("medina.server.site.SWEEP_SECONDS", 3600)  # they are told, and do not find out by looking
    monkeypatch.setenv("MEDINA_DATABASE_URL", pg)
    chosen: Any = {"database_url": pg, "bot_threads": 0}
    with site(tmp_path, **chosen) as one, site(tmp_path, **chosen) as other:
        wait_until_ready(one, other)
        table = open_table(one, options={"public": True})
        rude = other.get(f"{API}/me").json()["id"]
        cookie = {"Cookie": "; ".join(f"{name}={value}" for name, value in other.cookies.items())}
        with join(other, table) as seat:
            assert main(["admin", "ban", rude, "--why", WHY, "--data", str(tmp_path)]) == 0
            wait_until(
                lambda: all(process.get(f"{API}/lobby", headers=cookie).status_code == 403 for process in (one, other)),
                "nobody told",
            )
            assert hung_up_with(seat) == 4403
