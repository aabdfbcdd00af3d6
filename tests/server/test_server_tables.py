"""Tables over HTTP and sockets: opened and found, bots at them, clocks and vacation, what counts, the archive."""

from __future__ import annotations

import asyncio
import contextlib
import random
import sqlite3
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hosting import API, Clock, browser, id_of, site
from msgspec.structs import replace
from starlette.testclient import TestClient

from medina.client.following import updated
from medina.server.live import hub as hub_module
from medina.table import commands as do
from medina.table.people import Person
from medina.table.rated import LEAST_PLACEMENTS
from medina.table.wire import Snapshot, Update
from patience import wait_until


class Socket:
    """A table's socket in this process, keeping every byte that came."""

    def __init__(self, socket: Any) -> None:
        self.socket = socket
        self.traffic: list[str] = []
        self.snapshot = self.hear()
        self.seq, self.n = self.snapshot["seq"], self.snapshot["n"]
        self.lines: list[Any] = []
        self.moves = self.snapshot["moves"]
        self.position = self.snapshot["position"]
        self.events: list[Any] = []
        self.asked = 0

    def hear(self) -> Any:
        self.traffic.append(self.socket.receive_text())
        return msgspec.json.decode(self.traffic[-1])

    def take_in(self) -> Any:
        message = self.hear()
        if message["type"] == "update":
            view = updated(msgspec.convert(self.snapshot, Snapshot), msgspec.convert(message, Update))
            self.snapshot = msgspec.json.decode(msgspec.json.encode(view))
            self.seq, self.n = message["seq"], message["n"]
            self.events += message["events"]
            self.moves, self.position = self.snapshot["moves"], self.snapshot["position"]
        elif message["type"] == "chat":
            self.lines += message["lines"]
        return message

    def ask(self, **request: Any) -> Any:
        self.asked += 1
        self.socket.send_text(msgspec.json.encode({**request, "id": self.asked}).decode())
        while (message := self.take_in()).get("id") != self.asked:
            pass
        return message

    def catch_up(self, n: int) -> None:
        while self.n < n:
            self.take_in()

    def until_said(self) -> Any:
        while not self.lines:
            self.take_in()
        return self.lines[-1]

    def until(self, kind: str) -> Any:
        while not any(event["type"] == kind for event in self.events):
            self.take_in()
        return next(event for event in self.events if event["type"] == kind)


@contextlib.contextmanager
def join(client: TestClient, table: str, since: int | None = None) -> Iterator[Socket]:
    query = "" if since is None else f"?since={since}"
    client.get(f"{API}/me")
    with client.websocket_connect(f"{API}/tables/{table}/socket{query}") as socket:
        yield Socket(socket)


def open_table(client: TestClient, **body: Any) -> str:
    made = client.post(f"{API}/tables", json=body)
    assert made.status_code == 201, made.text
    return str(made.json()["id"])


def command(client: TestClient, table: str, **body: Any) -> Any:
    return client.post(f"{API}/tables/{table}/commands", json=body)


def two_seated(client: TestClient, other: TestClient, **options: Any) -> str:
    table = open_table(client, options={"players": 2, "starts": "seated", "auto_confirm": True, **options})
    assert command(other, table, do="sit").status_code == 200
    assert command(client, table, do="start").status_code == 200
    return table


def place_some(people: tuple[TestClient, ...], table: str, count: int = 2 * LEAST_PLACEMENTS + 4) -> None:
    """So many placements, one after the other; as many as make a game of two count, unless told otherwise."""
    while count:
        for person in people:
            seen = person.get(f"{API}/tables/{table}").json()
            if seen["moves"] and count:
                assert command(person, table, do="place", move=seen["moves"][0], n=seen["n"]).status_code == 200
                count -= 1


def test_bots_answer_and_a_table_of_bots_plays_by_itself(client: TestClient) -> None:
    table = open_table(client, bots=["random"], start=True, options={"auto_confirm": True})
    rng = random.Random(2)
    with join(client, table) as me:
        for _ in range(6):
            while not me.moves:
                me.take_in()
            me.ask(do="place", move=rng.choice(me.moves), n=me.n)
    show = open_table(client, bots=["random", "random", "random"], sit=False, start=True, options={"players": 3})
    wait_until(lambda: client.get(f"{API}/tables/{show}").json()["phase"] == "over", "the game did not end")


@pytest.mark.processes
def test_a_bot_that_thinks_in_its_own_process_moves(client: TestClient) -> None:
    table = open_table(client, bots=["greedy"], start=True, options={"auto_confirm": True, "starts": "host"})
    with join(client, table) as me:
        me.ask(do="place", move=me.moves[0], n=me.n)
        assert me.until("turn_played")
        while not me.moves:
            me.take_in()
        assert [
            len(event["moves"]) for event in me.events if event["type"] == "turn_played" and event["seat"] == 1
        ] == [2]


def test_bots_go_on_after_a_restart(tmp_path: Path) -> None:
    with site(tmp_path, bot_pause=30.0) as client:
        table = open_table(client, bots=["random"], start=True, options={"auto_confirm": True, "starts": "host"})
        with join(client, table) as me:
            me.ask(do="place", move=me.moves[0], n=me.n)
        cookie = client.cookies["medina"]
    with site(tmp_path) as client:
        client.cookies.set("medina", cookie)
        with join(client, table) as me:
            while not me.moves:
                me.take_in()


def test_playing_again_with_the_same_people(client: TestClient) -> None:
    ben = browser(client)
    table = two_seated(client, ben)
    with join(client, table) as anna, join(ben, table) as second:
        anna.ask(do="resign")
        second.catch_up(anna.n)
        anna.ask(do="rematch")
        second.ask(do="rematch")
        again = second.until("rematch_made")["table"]
        assert anna.until("rematch_made")["table"] == again
    seen = ben.get(f"{API}/tables/{again}").json()
    assert seen["phase"] == "playing"
    assert seen["your_seat"] is not None


def test_who_connects_while_the_database_fails_is_asked_to_come_back(client: TestClient, tmp_path: Path) -> None:
    table = open_table(client)
    for there, away in (("users", "gone"), ("gone", "users")):
        with contextlib.closing(sqlite3.connect(tmp_path / "data" / "medina.sqlite3")) as database:
            database.execute(f"ALTER TABLE {there} RENAME TO {away}")
        for path in (f"/tables/{table}/socket", "/lobby/socket"):
            with client.websocket_connect(API + path) as socket:
                answer = socket.receive()
                assert answer["type"] == ("websocket.close" if away == "gone" else "websocket.send")
                assert answer.get("code", 1012) == 1012


def test_the_lobby_shows_public_tables_and_my_own(client: TestClient) -> None:
    ben = browser(client)
    hidden = open_table(client)
    public = open_table(client, options={"public": True})
    with ben.websocket_connect(f"{API}/lobby/socket") as socket:
        assert socket.receive()["code"] == 4401
    ben.get(f"{API}/me")
    with ben.websocket_connect(f"{API}/lobby/socket") as socket:
        message = socket.receive_json()
        assert [card["id"] for card in message["lobby"]["open"]] == [public]
        assert message["mine"]["tables"] == []
        command(ben, public, do="sit")
        message = socket.receive_json()
        assert [card["id"] for card in message["mine"]["tables"]] == [public]
        command(client, public, do="start")
        message = socket.receive_json()
        playing = message["lobby"]["playing"]
        assert [card["id"] for card in playing] == [public]
        acting = playing[0]["seats"][playing[0]["acting"]]["user"]
        assert message["mine"]["your_turn"] == ([public] if acting == ben.get(f"{API}/me").json()["id"] else [])
    assert {card["id"] for card in client.get(f"{API}/me/tables").json()["tables"]} == {id_of(hidden), public}
    assert client.get(f"{API}/home").json()["lobby"]["open"] == []


def test_the_clock_runs_out_without_anybody_asking(client: TestClient) -> None:
    ben = browser(client)
    clock = {"kind": "realtime", "initial_s": 10, "increment_s": 0}
    table = two_seated(client, ben, clock=clock, absent="bot", substitute="random")
    live = client.app.state.site.hub.tables[id_of(table)]  # type: ignore[attr-defined]
    live.state = msgspec.structs.replace(live.state, left=(100, 10_000))
    with join(ben, table) as second:
        second.until("timed_out")
        second.until("replaced")
        while not second.moves:
            second.take_in()


def test_a_game_goes_on_from_a_record(client: TestClient) -> None:
    record = '[Edition "second"]\n[Players "2"]\n[Well "f6"]\n[Market "c3"]\n\n1. Ge8 Oh3,Sh4\n*\n'
    table = open_table(client, record=record, ply=1, bots=["random"], start=True)
    seen = client.get(f"{API}/tables/{table}").json()
    assert seen["turns"][0] == [0, ["Ge8"]]
    bad = client.post(f"{API}/tables", json={"record": record.replace("Oh3", "Of9")})
    assert bad.status_code == 400
    assert "5.6" in bad.json()["error"]["message"]


def test_rated_games_count(client: TestClient) -> None:
    ben = browser(client)
    for who, name in ((client, "Anna"), (ben, "Ben B")):
        who.post(f"{API}/accounts", json={"name": name, "password": "correct horse"})
    table = two_seated(client, ben, rated=True, clock={"kind": "days"})
    place_some((client, ben), table)
    command(client, table, do="leave")
    leaders = wait_until(lambda: client.get(f"{API}/ratings").json()["leaders"], "nobody is rated")
    assert [(leader["name"], leader["provisional"]) for leader in leaders] == [("Ben B", True), ("Anna", True)]
    assert client.get(f"{API}/users/Ben B").json()["wins"] == 1
    for asker, shown in ((client, id_of(table)), (ben, id_of(table)), (browser(client), None)):
        history = asker.get(f"{API}/users/anna/ratings").json()["history"]
        assert [point["table"] for point in history] == [shown]


def test_an_id_alone_opens_no_private_table(client: TestClient) -> None:
    ben, eva = browser(client), browser(client)
    link = two_seated(client, ben)
    command(client, link, do="chat", text="between us")
    id = id_of(link)
    eva.get(f"{API}/me")
    paths = ("", "/record", "/replay", "/positions/0")
    for address in (id, id + "A" * len(id), id + "\u00e9"):
        assert {eva.get(f"{API}/tables/{address}{path}").status_code for path in paths} == {404}
        assert command(eva, address, do="chat", text="hello?").status_code == 404
        assert eva.post(f"{API}/analyses", json={"table": address}).status_code in (400, 404)
    with eva.websocket_connect(f"{API}/tables/{id}/socket") as socket:
        assert socket.receive()["code"] == 4404
    for who, address in ((client, id), (ben, id), (eva, link)):
        seen = who.get(f"{API}/tables/{address}").json()
        assert seen["table"] == link
        assert seen["chat"][0]["text"] == "between us"


def test_a_public_table_is_found_by_its_id_and_shared_by_its_link(client: TestClient) -> None:
    eva = browser(client)
    table = open_table(client, options={"public": True})
    assert table == id_of(table)
    assert eva.get(f"{API}/tables/{table}").json()["table"] == table
    link = client.get(f"{API}/tables/{table}").json()["table"]
    command(client, table, do="set_options", options={"public": False})
    assert eva.get(f"{API}/tables/{table}").status_code == 404
    assert eva.get(f"{API}/tables/{link}").status_code == 200


def make_private(host: TestClient, table: str) -> None:
    assert command(host, table, do="set_options", options={"public": False}).status_code == 200


def closed_with(socket: Any) -> tuple[list[Any], int]:
    """What a socket still hears, and the code that ends it."""
    heard = []
    while (message := socket.receive())["type"] != "websocket.close":
        heard.append(msgspec.json.decode(message["text"]))
    return heard, message["code"]


def refused_socket(client: TestClient, table: str) -> int:
    with client.websocket_connect(f"{API}/tables/{table}/socket") as socket:
        heard, code = closed_with(socket)
    assert heard == []
    return code


def test_a_table_that_becomes_private_turns_its_onlookers_out(client: TestClient) -> None:
    ben, eve, friend = browser(client), browser(client), browser(client)
    table = open_table(client, options={"public": True, "players": 2})
    command(ben, table, do="sit")
    with join(client, table) as host, join(ben, table) as seated, join(eve, table) as onlooker:
        link = host.snapshot["table"]
        assert onlooker.snapshot["table"] == table != link
        with join(friend, link) as invited:
            make_private(client, table)
            command(client, table, do="chat", text="now we are alone")
            for watching in (onlooker, invited):
                heard, code = closed_with(watching.socket)
                assert code == 1012
                assert {message["type"] for message in heard} <= {"presence"}
                assert link not in str(heard)
        assert seated.until_said()["text"] == "now we are alone"
        assert host.until_said()["text"] == "now we are alone"
    assert refused_socket(eve, table) == 4404
    assert eve.get(f"{API}/tables/{table}").status_code == 404
    assert command(eve, table, do="sit").status_code == 404
    with join(friend, link) as back:
        assert back.snapshot["table"] == link, "the link lets its bearers in again"


def test_who_opens_a_socket_while_the_table_becomes_private_sees_nothing(client: TestClient) -> None:
    eve = browser(client)
    eve.get(f"{API}/me")
    table = open_table(client, options={"public": True})
    running: Any = client.app
    hub = running.state.site.hub
    missed = hub.missed

    async def slowly(live: Any, since: int | None) -> Any:
        options = replace(live.state.options, public=False)
        await hub.command(live, do.SetOptions(options=options), Person(live.state.host, "host"))
        return await missed(live, since)

    hub.missed = slowly
    assert refused_socket(eve, table) == 4404
    command(client, table, do="set_options", options={"public": True})
    answer = eve.get(f"{API}/tables/{table}?since=0")
    assert (answer.status_code, answer.json()["error"]["code"]) == (404, "not_found")


def test_a_command_that_waits_while_the_table_becomes_private_is_refused(client: TestClient) -> None:
    eve = browser(client)
    table = open_table(client, options={"public": True})
    running: Any = client.app
    site = running.state.site
    append, keep_away = site.writer.append, site.blocks.keep_away
    asked = threading.Event()

    async def append_when_asked(*appends: Any) -> None:
        while not asked.is_set():
            await asyncio.sleep(0.01)
        await append(*appends)

    async def ask(*people: Any) -> Any:
        asked.set()  # from here the command runs until it waits for the table
        return await keep_away(*people)

    site.writer.append, site.blocks.keep_away = append_when_asked, ask
    eve.get(f"{API}/me")
    with ThreadPoolExecutor(1) as pool:
        private = pool.submit(make_private, client, table)
        wait_until(lambda: site.hub.tables[id_of(table)].lock.locked(), "nobody makes it private")
        refused = command(eve, table, do="sit")
        private.result()
    assert (refused.status_code, refused.json()["error"]["code"]) == (404, "not_found")


def test_a_bot_moves_on_after_a_start_with_a_clock_that_was_ahead(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as ahead, site(tmp_path, bot_pause_clocked=30.0) as client:
        ahead.setattr(hub_module, "now_ms", lambda: 4_000_000_000_000)
        table = open_table(client, bots=["random", "random"], sit=False, start=True)
    with site(tmp_path) as client:
        wait_until(lambda: client.get(f"{API}/tables/{table}").json()["seq"] >= 12, "the game did not go on")


def test_presence_is_told_when_it_changes(client: TestClient) -> None:
    ben = browser(client)
    table = two_seated(client, ben)
    with join(client, table) as anna:
        assert anna.take_in() == {"type": "presence", "seats": [0], "watchers": 0, "away": []}
        with join(ben, table):
            assert anna.take_in() == {"type": "presence", "seats": [0, 1], "watchers": 0, "away": []}
        assert anna.take_in() == {"type": "presence", "seats": [0], "watchers": 0, "away": []}


def test_whoever_asks_about_a_table_without_a_socket_is_there(tmp_path: Path, presence_clock: Clock) -> None:
    with site(tmp_path, away_seconds=60) as client:
        ben = browser(client)
        table = two_seated(client, ben)
        acting = client.get(f"{API}/tables/{table}").json()["acting"]
        there, other = (client, ben) if acting == 1 else (ben, client)
        other.get(f"{API}/tables/{table}")
        presence_clock.now += 61
        assert acting in there.get(f"{API}/tables/{table}").json()["away"]
        other.get(f"{API}/tables/{table}")
        assert there.get(f"{API}/tables/{table}").json()["away"] == []


def test_vacation_is_a_persons_for_the_year_and_holds_in_all_their_games(client: TestClient) -> None:
    ben = browser(client)
    tables = [two_seated(client, ben, clock={"kind": "days", "days": 3}) for _ in range(2)]

    def take(table: str, days: int) -> Any:
        return ben.post(f"{API}/tables/{table}/commands", json={"do": "vacation", "days": days})

    def until(table: str) -> int:
        seen = ben.get(f"{API}/tables/{table}").json()
        end: int = seen["seats"][seen["your_seat"]].get("vacation_until", 0)
        return end

    assert ben.get(f"{API}/me/vacation").json() == {"days": 28, "left": 28}
    assert take(tables[0], 10).status_code == 200
    wait_until(lambda: until(tables[1]), "the other table does not know")
    assert until(tables[0]) == until(tables[1])
    assert ben.get(f"{API}/me/vacation").json()["left"] == 18
    assert take(tables[1], 18).status_code == 200
    refused = take(tables[0], 28)
    assert refused.json()["error"]["reason"] == "vacation_spent"
    assert client.get(f"{API}/me/vacation").json()["left"] == 28


def ask_for_vacation_twice(first: TestClient, second: TestClient) -> None:
    """A person at two tables, at whatever process, asks at both at the same moment for more days than there are."""
    ben = browser(first)
    tables = [two_seated(first, ben, clock={"kind": "days", "days": 3}) for _ in range(2)]
    cookie = {"Cookie": "; ".join(f"{name}={value}" for name, value in ben.cookies.items())}

    def take(where: TestClient, table: str) -> int:
        wanted = {"do": "vacation", "days": 20}
        return where.post(f"{API}/tables/{table}/commands", json=wanted, headers=cookie).status_code

    with ThreadPoolExecutor(2) as pool:
        granted, refused = sorted(pool.map(take, (first, second), tables))
    assert (granted, refused) == (200, 403)
    assert ben.get(f"{API}/me/vacation").json()["left"] == 8


def test_vacation_asked_for_twice_at_the_same_moment_is_granted_once(client: TestClient) -> None:
    ask_for_vacation_twice(client, client)


@pytest.mark.parametrize("body", [{"bots": ["nobody"]}, {"options": {"substitute": "nobody"}}])
def test_unknown_bots_are_refused(client: TestClient, body: Any) -> None:
    assert client.post(f"{API}/tables", json=body).json()["error"]["code"] == "unknown_bot"


def test_too_many_bots_have_no_seats(client: TestClient) -> None:
    body = {"bots": ["random"] * 3, "options": {"players": 2}}
    assert client.post(f"{API}/tables", json=body).json()["error"]["code"] == "seat_taken"
    full = {"bots": ["random"] * 2, "options": {"players": 2}}
    assert client.post(f"{API}/tables", json=full).json()["error"]["code"] == "seat_taken"
