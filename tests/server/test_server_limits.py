"""Too much of anything: sizes, paces, sockets, guests, thoughts; who takes it is slowed, told and shown the door."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from hosting import API, Clock, Seat, Serve, Visitor, browser, site
from starlette.testclient import TestClient
from starlette.types import Message
from test_server_tables import command, join, open_table, two_seated
from websockets.exceptions import ConnectionClosed

from medina import read_record
from medina.notation.records import MOST_PLACEMENTS
from medina.server.errors import ApiError
from medina.server.limits import REFUSAL_SECONDS, AtOnce, Limiter

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("path", ["/tables", "/legal", "/accounts"])
def test_bodies_have_a_size_and_a_shape(client: TestClient, path: str) -> None:
    def post(content: bytes) -> int:
        return client.post(f"{API}{path}", content=content, headers={"Content-Type": "application/json"}).status_code

    assert post(b"x" * 300_000) == 413
    assert post(b"[" * 100_000) == 400
    assert post(b'{"a":' * 20_000) == 400
    assert post(b"\xff\xfe") == 400
    assert post(b"") == 400
    assert post(b'{"unknown": 1}') == 400
    assert post(b"null") == 400


def test_a_body_that_never_comes_is_not_waited_for(tmp_path: Path) -> None:
    said: list[Any] = []

    async def receive() -> Message:
        await asyncio.sleep(60)
        raise AssertionError("nobody waits so long")

    async def send(message: Message) -> None:
        said.append(message)

    headers = [(b"content-type", b"application/json"), (b"host", b"testserver")]
    scope = {"type": "http", "method": "POST", "path": f"{API}/sessions", "headers": headers, "query_string": b""}
    with site(tmp_path, body_seconds=0.1) as client:
        assert client.portal is not None
        whole = {**scope, "http_version": "1.1", "scheme": "http", "client": None}
        client.portal.call(client.app, whole, receive, send)
    assert said[0]["status"] == 400


def test_too_many_requests_are_told_to_wait(tmp_path: Path, standing_clock: Clock) -> None:
    with site(tmp_path, request_rate=5) as client:
        answers = [client.get(f"{API}/languages") for _ in range(25)]
        assert [answer.status_code for answer in answers] == [200] * 20 + [429] * 5
        assert answers[-1].headers["retry-after"]
        standing_clock.now += 1
        assert [client.get(f"{API}/languages").status_code for _ in range(6)] == [200] * 5 + [429]


def test_guests_are_not_made_without_end(tmp_path: Path, standing_clock: Clock) -> None:
    with site(tmp_path, guest_rate=10) as client:
        answers = [browser(client).get(f"{API}/me").status_code for _ in range(15)]
    assert answers == [200] * 10 + [429] * 5


def test_a_flood_of_messages_is_slowed_and_then_ended(tmp_path: Path, standing_clock: Clock) -> None:
    with site(tmp_path, socket_rate=5) as client:
        table = open_table(client)
        with join(client, table) as anna:
            for _ in range(60):
                anna.socket.send_text('{"do":"ping"}')
            kinds = []
            while (message := anna.socket.receive())["type"] != "websocket.close":
                kinds.append(msgspec.json.decode(message["text"])["type"])
            assert message["code"] == 4429
            assert kinds.count("pong") == 20


def test_all_sockets_of_one_person_count_together(tmp_path: Path, standing_clock: Clock) -> None:
    with site(tmp_path, socket_rate=5) as client, contextlib.ExitStack() as stack:
        table = open_table(client)
        sockets = [stack.enter_context(join(client, table)).socket for _ in range(10)]
        for socket in sockets:
            for _ in range(5):
                socket.send_text('{"do":"ping"}')
        pongs = 0
        for socket in sockets:
            answered = 0
            while answered < 5:
                kind = msgspec.json.decode(socket.receive()["text"])["type"]
                answered += kind in ("pong", "refused")
                pongs += kind == "pong"
        assert pongs == 20


def test_the_lobby_hears_no_floods_either(tmp_path: Path, standing_clock: Clock) -> None:
    with site(tmp_path, socket_rate=5) as client:
        client.get(f"{API}/me")
        with client.websocket_connect(f"{API}/lobby/socket") as socket:
            for _ in range(60):
                socket.send_text("x")
            while (message := socket.receive())["type"] != "websocket.close":
                pass
            assert message["code"] == 4429


def test_a_person_has_so_many_sockets(tmp_path: Path) -> None:
    with site(tmp_path, sockets_per_person=3) as client, contextlib.ExitStack() as stack:
        table = open_table(client)
        for _ in range(3):
            stack.enter_context(join(client, table))
        with client.websocket_connect(f"{API}/tables/{table}/socket") as fourth:
            assert fourth.receive()["code"] == 4429
        with join(browser(client), table) as somebody_else:
            assert somebody_else.seq


def test_a_person_sends_so_many_bytes(tmp_path: Path, standing_clock: Clock) -> None:
    with site(tmp_path, bytes_rate=10_000) as client:
        table = open_table(client)
        with join(client, table) as first, join(client, table) as second:
            for seat in (first, second):
                seat.socket.send_text('{"do":"ping"}' + " " * 15_000)
                seat.socket.send_text('{"do":"ping"}' + " " * 15_000)
            kinds = [answer_of(seat) for seat in (first, first, second, second)]
        assert sorted(kinds) == ["pong", "pong", "refused", "refused"]
        body = b'{"options": {}}' + b" " * 30_000
        asked = client.post(f"{API}/tables", content=body, headers={"Content-Type": "application/json"})
        assert asked.status_code == 429


def answer_of(seat: Any) -> str:
    """The kind of the next answer."""
    while (kind := str(seat.take_in()["type"])) not in ("pong", "refused"):
        pass
    return kind


def test_pages_and_files_are_limited_too(tmp_path: Path, standing_clock: Clock) -> None:
    with site(tmp_path, request_rate=5) as client:
        answers = [client.get(path) for path in ("/", "/assets/none.js", "/ready", "/metrics") for _ in range(10)]
        limited = [answer for answer in answers if answer.status_code == 429]
        assert len(limited) == 20
        assert limited[0].headers["retry-after"]
        assert "default-src" in limited[0].headers["content-security-policy"]
        assert client.get("/health").status_code == 200
        assert client.get(f"{API}/languages").status_code == 200


def test_who_does_not_heed_a_refusal_waits_for_the_next(
    tmp_path: Path, standing_clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    waited: list[float] = []

    async def wait(seconds: float) -> None:
        waited.append(seconds)

    monkeypatch.setattr("medina.server.limits.asyncio", SimpleNamespace(sleep=wait))
    with site(tmp_path, request_rate=5) as client:
        for _ in range(40):
            client.get(f"{API}/languages")
        assert waited == []
        assert [client.get(f"{API}/languages").status_code for _ in range(3)] == [429] * 3
    assert waited == [REFUSAL_SECONDS] * 3


def test_thinking_is_counted_by_the_time_it_takes(tmp_path: Path, standing_clock: Clock) -> None:
    golden = max((ROOT / "tests" / "data" / "golden").glob("*.mgn"), key=lambda path: path.stat().st_size)
    body = {"record": golden.read_text(encoding="utf-8")}
    with site(tmp_path, request_rate=10_000) as client:
        client.app.state.site.limits.seconds = Limiter(0.05, 0.1)
        answers = [client.post(f"{API}/replay", json=body).status_code for _ in range(60)]
        assert answers[0] == 200
        assert 429 in answers
        assert from_address(client, "192.0.2.1").post(f"{API}/replay", json=body).status_code == 200
        assert client.get(f"{API}/languages").status_code == 200


def test_nobody_locks_an_owner_out_by_trying_passwords(tmp_path: Path, standing_clock: Clock) -> None:
    def log_in(address: str, password: str) -> int:
        return (
            from_address(client, address)
            .post(f"{API}/sessions", json={"name": "Anna", "password": password})
            .status_code
        )

    with site(tmp_path, login_rate=2) as client:
        client.post(f"{API}/accounts", json={"name": "Anna", "password": "correct horse"})
        tried = [log_in(f"192.0.2.{number}", "wrong password") for number in range(1, 8) for _ in range(3)]
        assert set(tried) == {401, 429}
        assert tried.count(429) == 7
        assert [log_in("192.0.2.1", "correct horse"), log_in("192.0.2.99", "correct horse")] == [429, 200]


def from_address(client: TestClient, address: str) -> TestClient:
    """Somebody else's browser at this address."""
    other = TestClient(client.app, base_url="http://testserver", client=(address, 50_000))
    other.portal = client.portal
    return other


def test_many_guests_of_one_address_have_few_analyses(tmp_path: Path) -> None:
    body = {"record": '[Edition "second"]\n[Players "2"]\n[Well "f6"]\n[Market "c3"]\n\n*\n', "seconds": 60}

    def ask(address: str) -> int:
        return from_address(client, address).post(f"{API}/analyses", json={**body, "moments": "last"}).status_code

    with site(tmp_path, analyses_per_address=3) as client:
        assert [ask("192.0.2.1") for _ in range(6)] == [202] * 3 + [429] * 3
        assert ask("192.0.2.2") == 202


def test_sockets_opened_again_and_again_count_as_requests(tmp_path: Path, standing_clock: Clock) -> None:
    with site(tmp_path, request_rate=5) as client:
        table = open_table(client)
        codes = []
        for _ in range(25):
            with client.websocket_connect(f"{API}/tables/{table}/socket") as socket:
                message = socket.receive()
                codes.append(message.get("code"))
        assert codes == [None] * 19 + [4429] * 6


def test_chat_and_new_tables_have_a_pace_of_their_own(tmp_path: Path, standing_clock: Clock) -> None:
    with site(tmp_path, socket_rate=1000, request_rate=1000) as client:
        table = open_table(client)
        with join(client, table) as anna:
            said = [anna.ask(do="chat", text="hello")["type"] for _ in range(14)]
        assert said == ["chat"] * 10 + ["refused"] * 4
        opened = [client.post(f"{API}/tables", json={}).status_code for _ in range(40)]
        assert opened == [201] * 29 + [429] * 11


def test_an_opponent_is_not_flooded_with_proposals(tmp_path: Path, standing_clock: Clock) -> None:
    with site(tmp_path, socket_rate=1000, request_rate=1000) as client:
        ben = browser(client)
        rated = {"rated": True, "public": True, "clock": {"kind": "days", "days": 3}}
        for one, name in ((client, "Anna"), (ben, "Ben")):
            one.get(f"{API}/me")
            one.post(f"{API}/accounts", json={"name": name, "password": "correct horse"})
        table, other = (two_seated(client, ben, **rated) for _ in range(2))

        def propose(where: str) -> Any:
            answer = command(client, where, do="propose", what="pause")
            command(client, where, do="answer", yes=False)
            return answer

        with join(ben, table) as opponent:
            assert [propose(table).status_code for _ in range(20)] == [200] * 5 + [429] * 15
            command(client, table, do="chat", text="that is all")
            opponent.until_said()
            assert sum(event["type"] == "proposed" for event in opponent.events) == 5
        refused = client.post(
            f"{API}/tables/{table}/commands",
            json={"do": "propose", "what": "pause"},
            headers={"Accept-Language": "de"},
        ).json()["error"]
        assert (refused["code"], refused["reason"]) == ("too_many", "too_many_proposals")
        assert refused["message"].startswith("Du hast an diesem Tisch")
        assert propose(other).status_code == 200, "another table"
        assert command(ben, table, do="propose", what="pause").status_code == 200, "another person"
        command(ben, table, do="answer", yes=False)
        with join(client, table) as anna:
            assert anna.ask(do="propose", what="pause")["refusal"]["reason"] == "too_many_proposals"
        standing_clock.now += 30
        assert [propose(table).status_code for _ in range(2)] == [200, 429]


def test_bots_let_one_take_back_as_often_as_one_likes(tmp_path: Path, standing_clock: Clock) -> None:
    with site(tmp_path, socket_rate=1000, request_rate=1000) as client:
        table = open_table(client, bots=["random"], start=True, options={"auto_confirm": True, "starts": "host"})
        for _ in range(8):
            with join(client, table) as me:
                while not me.moves:
                    me.take_in()
                me.ask(do="place", move=me.moves[0], n=me.n)
                assert me.ask(do="propose", what="take_back")["type"] == "update"


def test_new_guests_do_not_make_room_for_more_tables_and_analyses(tmp_path: Path, standing_clock: Clock) -> None:
    with site(tmp_path, request_rate=1000) as client:
        opened = [browser(client).post(f"{API}/tables", json={}).status_code for _ in range(121)]
        assert opened == [201] * 120 + [429]
        asked = browser(client).post(f"{API}/analyses", json={"record": "*"})
        assert asked.status_code == 429


def close_code(seat: Seat) -> int | None:
    """Hear everything until the end, and how it ended."""
    while True:
        try:
            seat.hear()
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else None


@pytest.mark.processes
def test_huge_frames_slow_readers_and_a_polite_stop(tmp_path: Path) -> None:
    with Serve(tmp_path, sockets_per_address=3) as serve:
        anna = Visitor(serve)
        table = anna.open_table(bots=["random"], start=True)
        seat = anna.join(table)
        seat.socket.send("x" * 20_000)
        assert close_code(seat) == 1009
        seats = [anna.join(table) for _ in range(3)]
        with pytest.raises(ConnectionClosed):
            anna.join(table)
        assert serve.stop() == 0
        assert close_code(seats[0]) == 1012
        anna.close()


def test_few_thoughts_at_once_for_one_address() -> None:
    thoughts = AtOnce(2)
    with thoughts.place("a"), thoughts.place("a"), thoughts.place("b"):
        with pytest.raises(ApiError), thoughts.place("a"):
            pass
        with thoughts.place("b"):
            pass
    with thoughts.place("a"):
        pass


HEAD = '[Edition "second"]\n[Players "2"]\n[Well "j5"]\n[Market "h8"]\n\n'
LONGEST = f"{HEAD}Ge5{' (Pe5)' * (MOST_PLACEMENTS - 1)} *\n"
"""A record with as many placements as there may be: long to read."""


@pytest.fixture
def little_to_collect() -> Iterator[None]:
    """What all the tests before have left is not collected now, half a second long and in any thread."""
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()


@pytest.mark.usefixtures("little_to_collect")
@pytest.mark.parametrize("path", ["/replay", "/legal", "/tables", "/analyses"])
def test_the_longest_record_is_read_while_others_are_served(client: TestClient, path: str) -> None:
    began = time.thread_time()
    read_record(LONGEST)
    reading = time.thread_time() - began
    assert client.portal is not None
    before = client.portal.call(time.thread_time)
    assert client.post(f"{API}{path}", json={"record": LONGEST}).status_code < 300
    assert client.portal.call(time.thread_time) - before < reading / 2


def test_what_is_read_beside_the_others_is_counted(tmp_path: Path, standing_clock: Clock) -> None:
    """Who takes too much of it waits, as who takes too much of the loop does."""
    with site(tmp_path, request_rate=1_000) as client:
        codes = {client.post(f"{API}/legal", json={"record": LONGEST}).status_code for _ in range(100)}
    assert codes == {200, 429}
