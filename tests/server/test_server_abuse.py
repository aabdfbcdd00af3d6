"""Everything unfriendly: other people's things, other sites, nonsense, names and files that are none."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from hosting import API, browser, site
from sqlalchemy import func, select
from starlette.testclient import TestClient
from test_server_tables import command, join, open_table, two_seated

from medina.store.tables import metadata

ELSEWHERE = {"Origin": "https://elsewhere.example"}


@pytest.mark.parametrize("headers", [ELSEWHERE, {"Origin": "null"}, {"Sec-Fetch-Site": "cross-site"}])
def test_pages_of_other_sites_cannot_act(client: TestClient, headers: dict[str, str]) -> None:
    client.get(f"{API}/me")
    for method, path, body in (
        ("POST", "/tables", {}),
        ("PATCH", "/me", {"name": "Mallory"}),
        ("DELETE", "/me", {}),
        ("POST", "/sessions", {"name": "a", "password": "b"}),
        ("DELETE", "/sessions", None),
    ):
        answer = client.request(method, f"{API}{path}", json=body, headers=headers)
        assert answer.status_code == 403
        assert answer.json()["error"]["code"] == "wrong_origin"
    table = open_table(client)
    with client.websocket_connect(f"{API}/tables/{table}/socket", headers=headers) as socket:
        assert socket.receive()["code"] == 4403


def test_our_own_pages_can(client: TestClient) -> None:
    headers = {"Origin": "http://testserver", "Sec-Fetch-Site": "same-origin"}
    assert client.post(f"{API}/tables", json={}, headers=headers).status_code == 201


def test_a_site_behind_a_proxy_knows_its_own_address(tmp_path: Path) -> None:
    with site(tmp_path, public_url="https://medina.example") as client:
        assert client.post(f"{API}/tables", json={}, headers={"Origin": "https://medina.example"}).status_code == 201
        assert client.post(f"{API}/tables", json={}, headers={"Origin": "http://medina.example"}).status_code == 403


def test_a_form_of_another_site_sends_no_json(client: TestClient) -> None:
    answer = client.post(f"{API}/tables", content=b"{}", headers={"Content-Type": "text/plain"})
    assert answer.status_code == 415


def test_every_answer_keeps_browsers_on_the_safe_side(client: TestClient) -> None:
    for path in ("/", f"{API}/me", f"{API}/nope", "/health", "/anything/at/all"):
        headers = client.get(path).headers
        assert "default-src 'self'" in headers["content-security-policy"]
        assert "script-src 'self' 'wasm-unsafe-eval';" in headers["content-security-policy"]
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "same-origin"
    assert client.get(f"{API}/me").headers["cache-control"] == "no-store"


def test_browsers_ask_anew_for_the_page_its_worker_and_its_manifest(client: TestClient) -> None:
    for path, kind in (
        ("/sw.js", "text/javascript"),
        ("/app.de.webmanifest", "application/manifest+json"),
        ("/", "text/html"),
    ):
        answer = client.get(path)
        assert answer.headers["content-type"].startswith(kind)
        assert answer.headers["cache-control"] == "no-cache"


def test_somebody_elses_seat_table_and_chat(client: TestClient) -> None:
    ben, eva = browser(client), browser(client)
    table = two_seated(client, ben, watchers_chat=False)
    before = client.get(f"{API}/tables/{table}").json()
    move, n = before["moves"][0], before["n"]
    for body, code in (
        ({"do": "place", "move": move, "n": n}, "not_seated"),
        ({"do": "resign"}, "not_seated"),
        ({"do": "kick", "seat": 0}, "not_host"),
        ({"do": "chat", "text": "hi"}, "not_allowed"),
        ({"do": "close"}, "not_host"),
    ):
        answer = command(eva, table, **body)
        assert answer.json()["error"]["code"] == code
    assert command(ben, table, do="place", move=move, n=n).json()["error"]["code"] == "not_your_turn"
    after = client.get(f"{API}/tables/{table}").json()
    assert (after["seq"], after["n"], after["chat"]) == (before["seq"], n, [])


def test_somebody_elses_analysis(client: TestClient) -> None:
    record = '[Edition "second"]\n[Players "2"]\n[Well "f6"]\n[Market "c3"]\n\n*\n'
    made = client.post(f"{API}/analyses", json={"record": record, "seconds": 0.1, "moments": "last"})
    assert made.status_code == 202
    other = browser(client)
    assert other.get(f"{API}/analyses/{made.json()['id']}").status_code == 404
    assert other.delete(f"{API}/analyses/{made.json()['id']}").status_code == 404
    assert client.delete(f"{API}/analyses/{made.json()['id']}").status_code == 200


FRAMES: list[Any] = [
    b"\x00\xff\x80",
    "",
    "null",
    "[]",
    "{}",
    '{"do": 7}',
    '{"do": "nothing"}',
    '{"do": "place"}',
    '{"do": "place", "move": 5, "n": 1}',
    '{"do": "place", "move": "Ge5", "n": -1}',
    '{"do": "place", "move": "Ge5", "n": 1e999}',
    '{"do": "sit", "seat": 99}',
    '{"do": "chat", "text": ""}',
    '{"do": "chat", "text": "' + "x" * 600 + '"}',
    '{"do": "take_back", "n": 1, "count": 0}',
    '{"do": "set_options", "options": {"players": 9}}',
    '{"do":"ping","id":' + "1" * 400 + "}",
    "[" * 5000,
    '{"do":"chat","text":"\\ud800"}',
    "\x00",
]


def test_nonsense_on_a_socket_is_refused_and_then_shown_the_door(client: TestClient) -> None:
    ben = browser(client)
    table = two_seated(client, ben)
    with join(client, table) as anna:
        for frame in FRAMES:
            if isinstance(frame, bytes):
                anna.socket.send_bytes(frame)
            else:
                anna.socket.send_text(frame)
        refused = 0
        while refused < len(FRAMES):
            message = anna.take_in()
            if message["type"] == "refused":
                assert message["refusal"]["code"] == "bad_request"
                refused += 1
        anna.ask(do="place", move=anna.moves[0], n=anna.n)
        for _ in range(10):
            anna.socket.send_text("nonsense")
        while (message := anna.socket.receive())["type"] != "websocket.close":
            pass
        assert message["code"] == 4400
    with join(ben, table) as second:
        assert second.moves


def test_commands_in_the_wrong_order_are_refused(client: TestClient) -> None:
    table = open_table(client)
    with join(client, table) as anna:
        for request, code in (
            ({"do": "place", "move": "Ge5", "n": 99}, "not_started"),
            ({"do": "confirm", "n": 0}, "not_started"),
            ({"do": "why", "move": "Ge5"}, "not_started"),
            ({"do": "start"}, "seats_free"),
            ({"do": "rematch"}, "not_started"),
            ({"do": "back"}, "not_started"),
            ({"do": "sit"}, "already_seated"),
        ):
            assert anna.ask(**request)["refusal"]["code"] == code


def test_a_flood_of_placing_and_taking_back_stores_nothing_more(any_client: TestClient) -> None:
    running: Any = any_client.app
    engine = running.state.site.hub.writer.engine

    async def count() -> dict[str, int]:
        async with engine.connect() as connection:
            queries = {table.name: select(func.count()).select_from(table) for table in metadata.sorted_tables}
            return {name: (await connection.execute(query)).scalar_one() for name, query in queries.items()}

    table = two_seated(any_client, browser(any_client), auto_confirm=False)
    assert any_client.portal is not None
    with join(any_client, table) as anna:
        before, seq, n = any_client.portal.call(count), anna.seq, anna.n
        assert (before["table_events"], before["drafts"]) == (seq, 1)
        for _ in range(300):
            assert anna.ask(do="place", move=anna.moves[0], n=anna.n)["draft"] is not None
            assert anna.ask(do="take_back", n=anna.n)["draft"] is None
        assert (anna.seq, anna.n, anna.events) == (seq, n + 600, [])
        assert any_client.portal.call(count) == before


def test_ten_thousand_illegal_moves_change_nothing(client: TestClient) -> None:
    ben = browser(client)
    table = two_seated(client, ben)
    rng = random.Random(1)
    cells = [f"{column}{row}" for column in "abcdefghijklmnop" for row in range(1, 12)]
    with join(client, table) as anna:
        legal, seq, n = set(anna.moves), anna.seq, anna.n
        sent = 0
        while sent < 10_000:
            batch = [rng.choice("RNSMTGDW") + rng.choice(cells) for _ in range(200)]
            batch = [move for move in batch if move not in legal]
            for move in batch:
                anna.socket.send_text(f'{{"do":"place","move":"{move}","n":{n}}}')
            for _ in batch:
                while (message := anna.take_in())["type"] != "refused":
                    assert message["type"] == "presence"
                assert message["refusal"]["code"] in ("illegal_move", "bad_move")
                assert (message["seq"], message["n"]) == (seq, n)
            sent += len(batch)
        assert anna.ask(do="place", move=anna.moves[0], n=n)["type"] == "update"


NASTY = [
    "<img src=x onerror=alert(1)>",
    "\u202egnp.exe",
    "a\u0000b\u0007c",
    "é" * 30,
    "${7*7}{{7*7}}",
    "'; DROP TABLE users; --",
]


@pytest.mark.parametrize("text", NASTY)
def test_markup_control_and_direction_characters_in_names_and_chat(client: TestClient, text: str) -> None:
    changed = client.patch(f"{API}/me", json={"name": text})
    assert changed.status_code in (200, 400)
    table = open_table(client, bots=["random"], start=True)
    with join(client, table) as anna:
        anna.ask(do="chat", text=text)
        said = anna.until_said()
        name = anna.snapshot["people"][said["user"]]["name"]
    for shown in (said["text"], name):
        assert not any(
            ord(character) < 32 or character in "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
            for character in shown
        )
    record = client.get(f"{API}/tables/{table}/record")
    assert record.headers["content-type"].startswith("text/plain")
    assert record.headers["x-content-type-options"] == "nosniff"


@pytest.mark.postgres
def test_a_null_character_names_nothing(tmp_path: Path, pg: str) -> None:
    with site(tmp_path, database_url=pg, bot_threads=0) as client:
        for path in ("/tables/%00", "/tables/a%00/record", "/users/%00", "/analyses/%00"):
            assert client.get(f"{API}{path}").status_code == 404
        for query in ("bot=%00", "player=%00", "cursor=1-%00"):
            assert client.get(f"{API}/archive?{query}").status_code == 400
        assert client.post(f"{API}/analyses", json={"table": "\0"}).status_code == 404
        with client.websocket_connect(f"{API}/tables/%00/socket") as socket:
            assert socket.receive() == {"type": "websocket.close", "code": 4404, "reason": ""}


def test_files_outside_the_client_are_not_served(client: TestClient) -> None:
    for path in ("/../settings.py", "/%2e%2e/settings.py", "/assets/../../app.py", "/..%2f..%2fetc/passwd"):
        answer = client.get(path)
        assert "import" not in answer.text
        assert "root:" not in answer.text


@pytest.mark.parametrize(
    "path", ["/%00", "/a%00b", "/" + "x" * 300, "/" + "x/" * 3000, "/assets/%00", "/%ff%fe", "/%0d%0a"]
)
def test_what_no_file_can_be_called_is_no_file(client: TestClient, path: str) -> None:
    assert client.get(path).status_code == client.get("/assets/none" if "assets" in path else "/anything").status_code


@pytest.mark.parametrize("origin", ["http://[::1", "http://[", "//", "http://a:b:c", "\x00"])
def test_an_origin_that_is_no_address_is_not_ours(client: TestClient, origin: str) -> None:
    answer = client.post(f"{API}/tables", json={}, headers={"Origin": origin})
    assert answer.status_code == 403
    assert answer.json()["error"]["code"] == "wrong_origin"


@pytest.mark.parametrize("name", ["bot:greedy", "BOT:x", " bot : greedy", "bot\uff1agreedy", "b\u00f6t:x"])
def test_nobody_passes_for_a_bot(client: TestClient, name: str) -> None:
    for method, path, body in (("PATCH", "/me", {}), ("POST", "/accounts", {"password": "a good password"})):
        answer = client.request(method, f"{API}{path}", json={**body, "name": name})
        assert answer.status_code == 400
        assert answer.json()["error"]["code"] == "bad_name"
        assert "bot:" in answer.json()["error"]["message"]
