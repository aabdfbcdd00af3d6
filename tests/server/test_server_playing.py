"""Playing over HTTP and sockets: whole games, what everybody hears and may see, refusals, questions, coming back."""

from __future__ import annotations

import random
import threading
from typing import Any

import msgspec
import pytest
from hosting import API, browser, id_of
from starlette.testclient import TestClient
from test_server_tables import command, join, two_seated

from medina import Position, position_from_json, position_to_json, read_record
from medina.server.live import hub as hub_module
from medina.server.live import questions
from medina.table.commands import AutoConfirm
from medina.table.people import Person
from medina.table.questions import palace_details

HIDDEN = "GPBOSMWD"


def hidden_counts_shown(text: str, seat: int | None) -> bool:
    """Does this message tell a count of anybody else's that is hidden?"""
    message = msgspec.json.decode(text)
    stocks = (message.get("position") or {}).get("stock") or []
    return any(stock[piece] is not None for owner, stock in enumerate(stocks) if owner != seat for piece in HIDDEN)


def test_a_whole_game_and_what_everybody_hears_of_it(client: TestClient) -> None:
    ben, eva = browser(client), browser(client)
    table = two_seated(client, ben, public=True)
    rng = random.Random(4)
    with join(client, table) as anna, join(ben, table) as second, join(eva, table) as watcher:
        players = [anna, second]
        assert [player.snapshot["your_seat"] for player in (*players, watcher)] == [0, 1, None]
        while not any(event["type"] == "ended" for event in watcher.events):
            player = next(player for player in players if player.moves)
            answer = player.ask(do="place", move=rng.choice(player.moves), n=player.n)
            assert answer["type"] == "update", answer
            for other in (*players, watcher):
                other.catch_up(player.n)
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
    assert replay["last"] == msgspec.json.decode(msgspec.json.encode(expected))
    replayed = position_from_json(replay["first"])
    for turn in replay["turns"]:
        assert replayed.turn == turn["seat"]
        for move, scores in zip(turn["moves"], turn["scores"], strict=True):
            replayed = replayed.play(move)
            assert list(replayed.scores) == scores
    assert position_to_json(replayed) == expected
    assert replay["record"].split("\n\n")[1] == final.split("\n\n")[1]


def test_hidden_stocks_are_hidden_over_http_too(client: TestClient) -> None:
    ben, eva = browser(client), browser(client)
    table = two_seated(client, ben)
    with join(client, table) as anna:
        for _ in range(1):
            anna.ask(do="place", move=anna.moves[0], n=anna.n)
    for path in ("", "/positions/0", "/positions/1"):
        for who, seat in ((client, 0), (ben, 1), (eva, None)):
            seen = who.get(f"{API}/tables/{table}{path}").json()
            for owner, stock in enumerate(seen["position"]["stock"]):
                assert (stock["G"] is not None) == (owner == seat)
                assert stock["R"] == 4
    for who, seat in ((client, 0), (ben, 1), (eva, None)):
        replay = who.get(f"{API}/tables/{table}/replay").json()
        assert [stock["G"] is not None for stock in replay["last"]["stock"]] == [seat == 0, seat == 1]
        # What everybody began with stands in the record anyway.
        assert replay["first"] == position_to_json(read_record(replay["record"]).start)


def test_drafts_are_seen_by_all_and_can_be_taken_back(client: TestClient) -> None:
    ben = browser(client)
    table = two_seated(client, ben, auto_confirm=False)
    with join(client, table) as anna, join(ben, table) as second:
        before = msgspec.json.decode(msgspec.json.encode(anna.position))
        answer = anna.ask(do="place", move="Ge5" if "Ge5" in anna.moves else anna.moves[0], n=anna.n)
        assert answer["draft"]["complete"]
        second.catch_up(anna.n)
        assert second.position["cells"] == anna.position["cells"]
        assert anna.ask(do="take_back", n=anna.n)["draft"] is None
        assert anna.position == before
        assert anna.moves
        anna.ask(do="place", move=anna.moves[0], n=anna.n)
        assert anna.ask(do="confirm", n=anna.n)["acting"] == 1
        second.catch_up(anna.n)
        assert second.moves
        assert anna.ask(do="take_back", n=anna.n)["refusal"]["code"] == "not_your_turn"


def test_two_tabs_a_double_click_and_a_stale_page(client: TestClient) -> None:
    ben = browser(client)
    table = two_seated(client, ben, auto_confirm=False)
    with join(client, table) as tab, join(client, table) as other_tab:
        move, n = tab.moves[0], tab.n
        for _ in range(2):
            tab.socket.send_text(msgspec.json.encode({"do": "place", "move": move, "n": n, "id": 5}).decode())
        assert other_tab.ask(do="place", move=move, n=n)["refusal"]["code"] == "stale"
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
        anna.ask(do="place", move=anna.moves[0], n=anna.n)
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
        refusal = anna.ask(do="place", move="Re5", n=anna.n)["refusal"]
        assert (refusal["code"], refusal["rule"]) == ("illegal_move", "6.1")
        assert "Regel 6.1" in refusal["message"]
        why = anna.ask(do="why", move="Re5")
        assert not why["legal"]
        assert why["refusal"]["message"] == refusal["message"]
        assert anna.ask(do="why", move=anna.moves[0])["legal"]
        assert refusal["sentence"].endswith("könnte.")
        nonsense = anna.ask(do="place", move="??", n=anna.n)["refusal"]
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
    placed = threading.Event()

    def slowly(position: object, piece: str | None) -> dict[str, list[int]]:
        asked.append(f"previews of {piece}")
        placed.wait(60)
        return {"Ge5": [1, 0]}

    def counted(position: Position) -> Any:
        asked.append("details")
        return palace_details(position)

    monkeypatch.setattr(questions, "previews", slowly)
    monkeypatch.setattr(questions, "palace_details", counted)
    ben = browser(client)
    table = two_seated(client, ben)
    with join(client, table) as anna, join(ben, table) as other:
        assert anna.ask(do="details")["sheets"] == other.ask(do="details")["sheets"]
        n = anna.n
        for id in (71, 72):
            anna.socket.send_json({"do": "previews", "piece": "G", "id": id})
        assert anna.ask(do="place", move=anna.moves[0], n=n)["type"] == "update"
        placed.set()
        answers = [message for message in (anna.take_in() for _ in range(2)) if message["type"] == "previews"]
        assert [(answer["id"], answer["n"], answer["scores"]) for answer in answers] == [
            (71, n, {"Ge5": [1, 0]}),
            (72, n, {"Ge5": [1, 0]}),
        ]
        assert asked == ["details", "previews of G"]
        anna.ask(do="details")
        assert asked == ["details", "previews of G", "details"]


def test_a_snapshot_has_every_event_up_to_its_own_number(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    ben = browser(client)
    table = two_seated(client, ben)
    hub = client.app.state.site.hub  # type: ignore[attr-defined]
    live, read = hub.tables[id_of(table)], hub.reader.events
    host = Person(live.state.host, "Anna")
    left = 0

    async def read_while_somebody_is_busy(id: str, after: int, most: int) -> Any:
        nonlocal left
        events = await read(id, after, most)
        if left:
            left -= 1
            await hub.command(live, AutoConfirm(on=not live.state.seats[0].auto_confirm), host)
        return events

    monkeypatch.setattr(hub.reader, "events", read_while_somebody_is_busy)
    left = 3
    with join(ben, table, since=1) as socket:
        told = [event["seq"] for event in socket.snapshot["events"]]
        assert told == list(range(2, socket.snapshot["seq"] + 1))
        assert left == 0
    left = 3
    seen = ben.get(f"{API}/tables/{table}?since=1").json()
    assert [event["seq"] for event in seen["events"]] == list(range(2, seen["seq"] + 1))


def test_missed_events_come_in_pages(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub_module, "EVENTS_A_PAGE", 3)
    ben = browser(client)
    table = two_seated(client, ben)
    for number in range(5):
        assert command(ben, table, do="auto_confirm", on=bool(number % 2)).status_code == 200
    with join(ben, table, since=1) as socket:
        told = [event["seq"] for event in socket.snapshot["events"]]
        assert told == [2, 3, 4]
    last = socket.snapshot["seq"]
    while told[-1] < last:
        page = ben.get(f"{API}/tables/{table}?since={told[-1]}").json()["events"]
        assert 0 < len(page) <= 3
        told += [event["seq"] for event in page]
    assert told == list(range(2, last + 1))
