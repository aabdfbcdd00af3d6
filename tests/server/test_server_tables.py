"""Tables over HTTP and sockets: whole games, what everybody hears, coming back, the archive."""

from __future__ import annotations

import asyncio
import contextlib
import random
import sqlite3
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hosting import API, browser, id_of, site
from starlette.testclient import TestClient

from medina import Position, position_to_json, read_record
from medina.server.live import hub as hub_module
from medina.server.live import questions
from medina.table.commands import Chat
from medina.table.patch import apply
from medina.table.questions import palace_details
from medina.table.rated import LEAST_PLACEMENTS


class Socket:
    """A table's socket in this process, keeping every byte that came."""

    def __init__(self, socket: Any) -> None:
        self.socket = socket
        self.traffic: list[str] = []
        self.snapshot = self.hear()
        self.seq = self.snapshot["seq"]
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
            self.seq = message["seq"]
            self.events += message["events"]
            if "acting" in message:
                self.moves = message.get("moves", [])
                self.position = apply(self.position or {}, message.get("set", []), message.get("cut", []))
                self.position["stock"] = message["stock"]
        return message

    def ask(self, **request: Any) -> Any:
        self.asked += 1
        self.socket.send_text(msgspec.json.encode({**request, "id": self.asked}).decode())
        while (message := self.take_in()).get("id") != self.asked:
            pass
        return message

    def catch_up(self, seq: int) -> None:
        while self.seq < seq:
            self.take_in()

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
                assert command(person, table, do="place", move=seen["moves"][0], seq=seen["seq"]).status_code == 200
                count -= 1


HIDDEN = "GPBOSMWD"


def hidden_counts_shown(text: str, seat: int | None) -> bool:
    """Does this message tell a count of anybody else's that is hidden?"""
    message = msgspec.json.decode(text)
    stocks = message.get("stock") or (message.get("position") or {}).get("stock") or []
    return any(
        stock[piece] is not None for owner, stock in enumerate(stocks) if owner != seat for piece in HIDDEN
    ) or any("stock" in path for path, _ in message.get("set", []))


def test_a_whole_game_and_what_everybody_hears_of_it(client: TestClient) -> None:
    ben, eva = browser(client), browser(client)
    table = two_seated(client, ben, public=True)
    rng = random.Random(4)
    with join(client, table) as anna, join(ben, table) as second, join(eva, table) as watcher:
        players = [anna, second]
        assert [player.snapshot["your_seat"] for player in (*players, watcher)] == [0, 1, None]
        while not any(event["type"] == "ended" for event in watcher.events):
            player = next(player for player in players if player.moves)
            answer = player.ask(do="place", move=rng.choice(player.moves), seq=player.seq)
            assert answer["type"] == "update", answer
            for other in (*players, watcher):
                other.catch_up(player.seq)
            assert not any(player.moves for player in (watcher,))
        final = client.get(f"{API}/tables/{table}/record").text
        expected = position_to_json(read_record(final).position)
        for seat, player in ((0, anna), (1, second), (None, watcher)):
            assert player.position == msgspec.json.decode(msgspec.json.encode(expected))
            before_the_end = [text for text in player.traffic if '"ended"' not in text]
            assert len(before_the_end) > 50
            assert not any(hidden_counts_shown(text, seat) for text in before_the_end)
    games = eva.get(f"{API}/archive").json()["games"]
    assert [game["id"] for game in games] == [table]
    replay = eva.get(f"{API}/tables/{table}/replay").json()
    position = replay["start"]
    for step in replay["steps"]:
        position = apply(position, step["set"], step["cut"])
    assert position == msgspec.json.decode(msgspec.json.encode(expected))
    assert replay["record"].split("\n\n")[1] == final.split("\n\n")[1]


def test_hidden_stocks_are_hidden_over_http_too(client: TestClient) -> None:
    ben, eva = browser(client), browser(client)
    table = two_seated(client, ben)
    with join(client, table) as anna:
        for _ in range(1):
            anna.ask(do="place", move=anna.moves[0], seq=anna.seq)
    for path in ("", "/positions/0", "/positions/1"):
        for who, seat in ((client, 0), (ben, 1), (eva, None)):
            seen = who.get(f"{API}/tables/{table}{path}").json()
            for owner, stock in enumerate(seen["position"]["stock"]):
                assert (stock["G"] is not None) == (owner == seat)
                assert stock["R"] == 4
    steps = eva.get(f"{API}/tables/{table}/replay").json()
    assert steps["start"]["stock"][0]["G"] is None
    changes = {tuple(path): value for path, value in steps["steps"][0]["set"]}
    assert changes[("stock",)][0]["G"] is None


def test_drafts_are_seen_by_all_and_can_be_taken_back(client: TestClient) -> None:
    ben = browser(client)
    table = two_seated(client, ben, auto_confirm=False)
    with join(client, table) as anna, join(ben, table) as second:
        before = msgspec.json.decode(msgspec.json.encode(anna.position))
        answer = anna.ask(do="place", move="Ge5" if "Ge5" in anna.moves else anna.moves[0], seq=anna.seq)
        assert answer["draft"]["complete"]
        second.catch_up(anna.seq)
        assert second.position["cells"] == anna.position["cells"]
        assert anna.ask(do="take_back", seq=anna.seq)["draft"] is None
        assert anna.position == before
        assert anna.moves
        anna.ask(do="place", move=anna.moves[0], seq=anna.seq)
        assert anna.ask(do="confirm", seq=anna.seq)["acting"] == 1
        second.catch_up(anna.seq)
        assert second.moves
        assert anna.ask(do="take_back", seq=anna.seq)["refusal"]["code"] == "not_your_turn"


def test_two_tabs_a_double_click_and_a_stale_page(client: TestClient) -> None:
    ben = browser(client)
    table = two_seated(client, ben, auto_confirm=False)
    with join(client, table) as tab, join(client, table) as other_tab:
        move, seq = tab.moves[0], tab.seq
        for _ in range(2):
            tab.socket.send_text(msgspec.json.encode({"do": "place", "move": move, "seq": seq, "id": 5}).decode())
        assert other_tab.ask(do="place", move=move, seq=other_tab.snapshot["seq"])["refusal"]["code"] == "stale"
        answers = [tab.take_in() for _ in range(4)]
        assert [answer["type"] for answer in answers if answer.get("id") == 5] == ["update", "refused"]
        assert other_tab.position == tab.position
        assert len(tab.position["cells"]) == 3


def test_who_comes_back_hears_what_they_missed(client: TestClient) -> None:
    ben = browser(client)
    table = two_seated(client, ben)
    with join(ben, table) as second:
        last = second.seq
    with join(client, table) as anna:
        anna.ask(do="chat", text="are you there?")
        anna.ask(do="place", move=anna.moves[0], seq=anna.seq)
        seq = anna.seq
    with join(ben, table, since=last) as second:
        assert [event["seq"] for event in second.snapshot["events"]] == list(range(last + 1, seq + 1))
        assert second.snapshot["chat"][-1]["text"] == "are you there?"
        assert second.moves
    with join(ben, table) as second:
        assert second.snapshot["events"] == []


def test_a_wrong_move_is_refused_with_rule_sentence_and_language(client: TestClient) -> None:
    ben = browser(client)
    table = two_seated(client, ben)
    client.headers["Accept-Language"] = "de"
    with join(client, table) as anna:
        before = anna.seq
        refusal = anna.ask(do="place", move="Re5", seq=anna.seq)["refusal"]
        assert (refusal["code"], refusal["rule"]) == ("illegal_move", "6.1")
        assert "Regel 6.1" in refusal["message"]
        why = anna.ask(do="why", move="Re5")
        assert not why["legal"]
        assert why["refusal"]["message"] == refusal["message"]
        assert anna.ask(do="why", move=anna.moves[0])["legal"]
        assert refusal["sentence"].endswith("könnte.")
        nonsense = anna.ask(do="place", move="??", seq=anna.seq)["refusal"]
        assert nonsense["code"] == "bad_move"
        assert "nichts, was sich setzen lässt" in nonsense["message"]
        astray = anna.ask(do="why", move="Wc4")["refusal"]
        assert (astray["code"], astray["rule"]) == ("illegal_move", "9.1")
        assert astray["sentence"].startswith("c4 liegt in der Stadt; Mauern kommen in den Ring")
        assert anna.seq == before
    with join(ben, table) as second:
        assert second.ask(do="why", move="Re5")["refusal"]["code"] == "not_your_turn"
        assert second.ask(do="previews")["refusal"]["code"] == "not_your_turn"


def test_another_language_is_spoken_at_once(client: TestClient) -> None:
    ben = browser(client)
    table = two_seated(client, ben)
    with join(ben, table) as second:
        said = {}
        for language in ("fr", "de", "en"):
            assert second.ask(do="speak", language=language)["type"] == "ok"
            said[language] = second.ask(do="close")["refusal"]["message"]
        assert len(set(said.values())) == 3


def test_questions_about_scores_and_palaces(client: TestClient) -> None:
    ben = browser(client)
    table = two_seated(client, ben)
    with join(client, table) as anna:
        assert anna.ask(do="previews")["scores"] == {}
        details = anna.ask(do="details")
        assert details["palaces"] == []
        assert [sheet["total"] for sheet in details["sheets"]] == [0, 0]
        assert anna.ask(do="ping")["now"] > 0


def test_questions_are_worked_out_once_and_nobody_waits_for_them(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    async def slowly(position: object, piece: str | None) -> dict[str, list[int]]:
        asked.append(f"previews of {piece}")
        await asyncio.sleep(0.3)
        return {"Ge5": [1, 0]}

    def counted(position: Position) -> Any:
        asked.append("details")
        return palace_details(position)

    running: Any = client.app
    monkeypatch.setattr(running.state.site.thinkers, "previews", slowly)
    monkeypatch.setattr(questions, "palace_details", counted)
    ben = browser(client)
    table = two_seated(client, ben)
    with join(client, table) as anna, join(ben, table) as other:
        assert anna.ask(do="details")["sheets"] == other.ask(do="details")["sheets"]
        seq = anna.seq
        for id in (71, 72):
            anna.socket.send_json({"do": "previews", "piece": "G", "id": id})
        anna.ask(do="place", move="Ge5", seq=seq)
        answers = [message for message in (anna.take_in() for _ in range(2)) if message["type"] == "previews"]
        assert [(answer["id"], answer["seq"], answer["scores"]) for answer in answers] == [
            (71, seq, {"Ge5": [1, 0]}),
            (72, seq, {"Ge5": [1, 0]}),
        ]
        assert asked == ["details", "previews of G"]
        anna.ask(do="details")
        assert asked == ["details", "previews of G", "details"]


def test_bots_answer_and_a_table_of_bots_plays_by_itself(client: TestClient) -> None:
    table = open_table(client, bots=["random"], start=True, options={"auto_confirm": True})
    rng = random.Random(2)
    with join(client, table) as me:
        for _ in range(6):
            while not me.moves:
                me.take_in()
            me.ask(do="place", move=rng.choice(me.moves), seq=me.seq)
    show = open_table(client, bots=["random", "random", "random"], sit=False, start=True, options={"players": 3})
    until = time.monotonic() + 60
    while client.get(f"{API}/tables/{show}").json()["phase"] != "over":
        assert time.monotonic() < until
        time.sleep(0.1)


@pytest.mark.processes
def test_a_bot_that_thinks_in_its_own_process_moves(client: TestClient) -> None:
    table = open_table(client, bots=["greedy"], start=True, options={"auto_confirm": True, "starts": "host"})
    with join(client, table) as me:
        me.ask(do="place", move=me.moves[0], seq=me.seq)
        assert me.until("confirmed")
        while not me.moves:
            me.take_in()
        assert sum(event["type"] == "placed" and event["seat"] == 1 for event in me.events) == 2


def test_bots_go_on_after_a_restart(tmp_path: Path) -> None:
    with site(tmp_path, bot_pause=30.0) as client:
        table = open_table(client, bots=["random"], start=True, options={"auto_confirm": True, "starts": "host"})
        with join(client, table) as me:
            me.ask(do="place", move=me.moves[0], seq=me.seq)
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
        second.catch_up(anna.seq)
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
    until = time.monotonic() + 20
    while not (leaders := client.get(f"{API}/ratings").json()["leaders"]):
        assert time.monotonic() < until
        time.sleep(0.05)
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


def test_a_snapshot_has_every_event_up_to_its_own_number(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    ben = browser(client)
    table = two_seated(client, ben)
    hub = client.app.state.site.hub  # type: ignore[attr-defined]
    live, read = hub.tables[id_of(table)], hub.reader.events

    async def read_while_somebody_talks(id: str, after: int = 0) -> Any:
        events = await read(id, after)
        if len(live.state.chat) < 3:
            await hub.command(live, Chat(text="meanwhile"), live.state.host)
        return events

    monkeypatch.setattr(hub.reader, "events", read_while_somebody_talks)
    with join(ben, table, since=1) as socket:
        told = [event["seq"] for event in socket.snapshot["events"]]
        assert told == list(range(2, socket.snapshot["seq"] + 1))
        assert len(told) > 3
    live.state = msgspec.structs.replace(live.state, chat=())
    seen = ben.get(f"{API}/tables/{table}?since=1").json()
    assert [event["seq"] for event in seen["events"]] == list(range(2, seen["seq"] + 1))


def test_a_bot_moves_on_after_a_start_with_a_clock_that_was_ahead(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as ahead, site(tmp_path, bot_pause_clocked=30.0) as client:
        ahead.setattr(hub_module, "now_ms", lambda: 4_000_000_000_000)
        table = open_table(client, bots=["random", "random"], sit=False, start=True)
    with site(tmp_path) as client:
        until = time.monotonic() + 20
        while client.get(f"{API}/tables/{table}").json()["seq"] < 20:
            assert time.monotonic() < until


def test_presence_is_told_when_it_changes(client: TestClient) -> None:
    ben = browser(client)
    table = two_seated(client, ben)
    with join(client, table) as anna:
        assert anna.take_in() == {"type": "presence", "seats": [0], "watchers": 0, "away": []}
        with join(ben, table):
            assert anna.take_in() == {"type": "presence", "seats": [0, 1], "watchers": 0, "away": []}
        assert anna.take_in() == {"type": "presence", "seats": [0], "watchers": 0, "away": []}


def test_whoever_asks_about_a_table_without_a_socket_is_there(tmp_path: Path) -> None:
    with site(tmp_path, away_seconds=0.5) as client:
        ben = browser(client)
        table = two_seated(client, ben)
        acting = client.get(f"{API}/tables/{table}").json()["acting"]
        there, other = (client, ben) if acting == 1 else (ben, client)
        other.get(f"{API}/tables/{table}")
        time.sleep(0.6)
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
    waiting = time.monotonic() + 10
    while not until(tables[1]):
        assert time.monotonic() < waiting
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
