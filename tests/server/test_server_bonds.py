"""People one has trouble with: muted, blocked, reported; and what others may know of somebody."""

from __future__ import annotations

from pathlib import Path

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


def test_reports_keep_what_was_said_for_the_host_to_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    where = ["--data", str(tmp_path)]
    with site(tmp_path) as client:
        register(client)
        rude, stranger = browser(client), browser(client)
        user = register(rude, "Rude Name")["id"]
        table = open_table(client)
        seq = command(rude, table, do="chat", text="what a daft city").json()["seq"]
        line = {"table": table, "seq": seq, "note": "not \u001b[31mnice"}
        assert client.post(f"{API}/reports", json=line).status_code == 201
        assert client.post(f"{API}/reports", json={"user": user}).status_code == 201
        for nothing in (
            {"table": table, "seq": 1},
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
        assert stored(client, t.bonds) == []
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
