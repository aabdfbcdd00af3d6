"""People one has trouble with: muted, blocked, reported; and what others may know of somebody."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import quote

import pytest
from hosting import API, browser, site
from starlette.testclient import TestClient
from test_server_people import NAME, register, stored
from test_server_tables import command, open_table

from medina.cli import main
from medina.store import tables as t


def bonds(client: TestClient) -> list[tuple[str, str]]:
    return [(bond["name"], bond["kind"]) for bond in client.get(f"{API}/me/bonds").json()["bonds"]]


def test_who_is_blocked_does_not_sit_down_with_me(client: TestClient) -> None:
    register(client)
    rude, host = browser(client), browser(client)
    user = register(rude, "Rude")["id"]
    mine = open_table(client, options={"public": True, "players": 3})
    theirs = open_table(host, options={"public": True, "players": 3})
    command(client, theirs, do="sit")
    assert client.put(f"{API}/me/bonds/Rude", json={"kind": "mute"}).status_code == 200
    assert bonds(client) == [("Rude", "mute")]
    assert command(rude, mine, do="sit").status_code == 200, "who is muted may play"
    command(rude, mine, do="stand")
    assert client.put(f"{API}/me/bonds/{user}", json={"kind": "block"}).status_code == 200
    assert bonds(client) == [("Rude", "block")]
    assert bonds(rude) == []
    for table in (mine, theirs):
        refused = command(rude, table, do="sit")
        assert (refused.status_code, refused.json()["error"]["code"]) == (403, "not_welcome")
    assert command(rude, open_table(host), do="sit").status_code == 200
    assert client.delete(f"{API}/me/bonds/{user}").json() == {"bonds": []}
    assert command(rude, mine, do="sit").status_code == 200


def test_nobody_blocks_themselves_or_nobody(client: TestClient) -> None:
    me = register(client)
    assert client.put(f"{API}/me/bonds/{me['id']}", json={"kind": "block"}).status_code == 403
    assert client.put(f"{API}/me/bonds/nobody", json={"kind": "block"}).status_code == 404
    assert client.put(f"{API}/me/bonds/{me['id']}", json={"kind": "hate"}).status_code == 400


def test_a_guest_who_logs_in_keeps_whom_they_have_muted_and_blocked(any_client: TestClient) -> None:
    account = register(any_client)
    others = {name: str(register(browser(any_client), name)["id"]) for name in ("Ben", "Cleo", "Dora", "Emil")}
    guest = browser(any_client)
    former = guest.get(f"{API}/me").json()["id"]

    def bind(who: TestClient, user: str, kind: str) -> None:
        assert who.put(f"{API}/me/bonds/{user}", json={"kind": kind}).status_code == 200

    bind(any_client, others["Ben"], "mute")
    bind(any_client, others["Cleo"], "block")
    bind(any_client, former, "block")
    for user, kind in (("Ben", "block"), ("Cleo", "mute"), ("Dora", "mute"), ("Emil", "block"), ("Anna", "block")):
        bind(guest, user, kind)
    assert guest.post(f"{API}/sessions", json={**NAME, "take_games": True}).json()["id"] == account["id"]
    merged = {("Ben", "block"), ("Cleo", "block"), ("Dora", "mute"), ("Emil", "block")}
    assert sorted(bonds(guest)) == sorted(merged), "nobody twice, and neither Anna nor her former self"
    assert {row["user_id"] for row in stored(any_client, t.blocks)} == {account["id"]}
    table = open_table(guest)
    emil = browser(any_client)
    emil.post(f"{API}/sessions", json={**NAME, "name": "Emil"})
    assert command(emil, table, do="sit").json()["error"]["code"] == "not_welcome"


def test_mutes_stay_with_a_guest_who_leaves_the_games_behind(client: TestClient) -> None:
    register(client)
    register(browser(client), "Ben")
    guest = browser(client)
    guest.put(f"{API}/me/bonds/Ben", json={"kind": "mute"})
    guest.post(f"{API}/sessions", json=NAME)
    assert bonds(guest) == []


def test_who_has_too_many_bonds_changes_and_keeps_those_there_are(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    register(client)
    for name in ("Ben", "Cleo", "Dora"):
        register(browser(client), name)
    for name in ("Ben", "Cleo"):
        client.put(f"{API}/me/bonds/{name}", json={"kind": "mute"})
    monkeypatch.setattr("medina.server.endpoints.bonds.MOST_BONDS", 1)
    assert client.put(f"{API}/me/bonds/Ben", json={"kind": "block"}).status_code == 200
    assert client.put(f"{API}/me/bonds/Dora", json={"kind": "mute"}).status_code == 429
    assert sorted(bonds(client)) == [("Ben", "block"), ("Cleo", "mute")]


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("GET", "/users/{user}", None),
        ("GET", "/users/{user}/ratings", None),
        ("PUT", "/me/bonds/{user}", {"kind": "mute"}),
        ("DELETE", "/me/bonds/{user}", None),
        ("GET", "/archive?player={user}", None),
        ("POST", "/reports", {"user": "{user}"}),
    ],
)
def test_people_are_found_by_id_and_by_name(client: TestClient, method: str, path: str, body: dict[str, str]) -> None:
    user = str(register(browser(client), "Änna Maria")["id"])
    guest = str(browser(client).get(f"{API}/me").json()["id"])

    def ask(text: str) -> int:
        sent = None if body is None else {key: value.format(user=text) for key, value in body.items()}
        return client.request(method, f"{API}{path.format(user=quote(text))}", json=sent).status_code

    for known in (user, "Änna Maria", "anna maria", guest):
        assert ask(known) < 300, known
    for unknown in ("Nobody", user[:-1], f"{user}x", "?", "Änna Mari", "\u3164", "x" * 60):
        assert ask(unknown) == 404, unknown


def test_somebody_is_heard_again_by_id_and_by_name(client: TestClient) -> None:
    register(client)
    ben, guest = browser(client), browser(client)
    id = register(ben, "Ben with a long name")["id"]
    nameless = guest.get(f"{API}/me").json()["id"]
    for name in (id, "Ben with a long name", nameless):
        assert len(client.put(f"{API}/me/bonds/{name}", json={"kind": "block"}).json()["bonds"]) == 1
        assert client.delete(f"{API}/me/bonds/{name}").json() == {"bonds": []}
    assert bonds(client) == []


def test_reports_keep_what_was_said_for_the_host_to_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    where = ["--data", str(tmp_path)]
    with site(tmp_path) as client:
        register(client)
        rude, stranger = browser(client), browser(client)
        user = register(rude, "Rude Name")["id"]
        table = open_table(client)
        seq = command(rude, table, do="chat", text="what a daft city").json()["line"]
        line = {"table": table, "seq": seq, "note": "not \u001b[31mnice"}
        assert client.post(f"{API}/reports", json=line).status_code == 201
        assert client.post(f"{API}/reports", json={"user": user}).status_code == 201
        for nothing in (
            {"table": table, "seq": seq + 1},
            {"user": "nobody"},
            {"user": "\0"},
            {},
            {"table": "nowhere", "seq": seq},
        ):
            assert client.post(f"{API}/reports", json=nothing).status_code == 404
        assert stranger.post(f"{API}/reports", json={"table": table[:12], "seq": seq}).status_code == 404
        assert rude.post(f"{API}/reports", json=line).status_code == 403, "about oneself"
        assert [report["words"] for report in client.get(f"{API}/me/export").json()["reports"]] == [
            "what a daft city",
            "Rude Name",
        ]
        assert main(["admin", "reports", *where]) == 0
        said, name = capsys.readouterr().out.splitlines()[-2:]
        assert "Rude Name" in said
        assert '"what a daft city"  not [31mnice' in said
        assert 'name  Rude Name  "Rude Name"' in name
        id = stored(client, t.reports)[0]["id"]
        assert main(["admin", "settle", id, *where]) == 0
        assert main(["admin", "settle", id, *where]) == 2
        client.put(f"{API}/me/bonds/{user}", json={"kind": "block"})
        client.request("DELETE", f"{API}/me", json={"password": NAME["password"]})
        assert {(row["reporter"], row["note"]) for row in stored(client, t.reports)} == {(None, "")}
        assert stored(client, t.blocks) == []
        rude.request("DELETE", f"{API}/me", json={"password": NAME["password"]})
        assert stored(client, t.reports) == []


def test_a_profile_tells_what_somebody_plays_most(client: TestClient) -> None:
    register(client)
    for options in ({"players": 3}, {}, {"players": 3}):
        table = open_table(client, options=options, bots=["random"] * (int(options.get("players", 2)) - 1), start=True)
        command(client, table, do="resign")
    open_table(client, options={"players": 4})
    profile = browser(client).get(f"{API}/users/Anna").json()
    kinds = [(kind["edition"], kind["players"], kind["games"]) for kind in profile["favourites"]]
    assert kinds == [("second", 3, 2), ("second", 2, 1)]
