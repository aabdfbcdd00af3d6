"""Any position and any record: legal moves, reasons, replays, analyses."""

from __future__ import annotations

import time
from typing import Any

import pytest
from hosting import API
from starlette.testclient import TestClient

from medina import position_to_json, read_record
from medina.server.thinking.analyses import MISTAKE
from medina.table.patch import apply

RECORD = '[Edition "second"]\n[Players "2"]\n[Well "f6"]\n[Market "c3"]\n\n1. Ge8 Oh3,Sh4{bold}\n2. Md3,Re8\n*\n'


def ask(client: TestClient, path: str, **body: Any) -> Any:
    answer = client.post(f"{API}{path}", json=body)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_the_legal_moves_of_a_record_and_of_its_position_are_the_same(client: TestClient) -> None:
    record = read_record(RECORD)
    by_record = ask(client, "/legal", record=RECORD, ply=2, previews=True)
    by_position = ask(client, "/legal", position=position_to_json(record.positions[2]))
    assert by_record["moves"] == by_position["moves"] == [move.text for move in record.positions[2].legal_moves]
    assert by_record["turn"] == 1
    assert by_position["scores"] is None
    assert all(any(change) for change in by_record["scores"].values())


def test_why_a_move_is_illegal_and_what_is_no_move(client: TestClient) -> None:
    near = ask(client, "/why", record=RECORD, ply=1, move="Of9")
    assert near["refusal"]["rule"] == "5.6"
    assert ask(client, "/why", record=RECORD, ply=1, move="Oh3") == {"legal": True, "refusal": None}
    nonsense = client.post(f"{API}/why", json={"record": RECORD, "move": "xyz"})
    assert nonsense.json()["error"]["code"] == "bad_move"


def test_playing_on_and_where_it_stops(client: TestClient) -> None:
    played = ask(client, "/play", record=RECORD, ply=0, moves=["Ge8", "Oh3"], previews=True)
    assert played["position"] == position_to_json(read_record(RECORD).positions[2])
    assert "Sh4" in played["moves"]
    refused = client.post(f"{API}/play", json={"record": RECORD, "moves": ["Ga1", "Ga1"]})
    assert refused.status_code == 422


def test_a_replay_leads_through_every_position(client: TestClient) -> None:
    record = read_record(RECORD)
    replay = ask(client, "/replay", record=RECORD)
    position = replay["start"]
    for step, expected in zip(replay["steps"], record.positions[1:], strict=True):
        position = apply(position, step["set"], step["cut"])
        assert position == position_to_json(expected)
    assert [step["comment"] for step in replay["steps"]] == [None, None, "bold", None, None]
    assert [(step["round"], step["turn"], step["seat"]) for step in replay["steps"]] == [
        (1, 0, 0),
        (1, 1, 1),
        (1, 1, 1),
        (2, 2, 0),
        (2, 2, 0),
    ]


def test_what_is_wrong_with_a_record_is_told_in_the_readers_language(client: TestClient) -> None:
    broken = RECORD.replace("Md3", "Zz9")
    answer = client.post(f"{API}/replay", json={"record": broken}, headers={"Accept-Language": "de"})
    assert answer.status_code == 400
    assert answer.json()["error"]["message"].startswith("Zeile 7, Wort 'Zz9,Re8': 'Zz9' ist kein Zug.")


def test_details_of_any_position(client: TestClient) -> None:
    details = ask(client, "/details", record=RECORD)
    assert [palace["first"] for palace in details["palaces"]] == ["e8", "h3"]
    assert details["sheets"][0]["buildings"] == 1


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"record": RECORD, "position": {}},
        {"record": "nonsense"},
        {"record": RECORD, "ply": 99},
        {"position": {"edition": "second"}},
        {"position": {"players": "x" * 1000}},
        {"record": RECORD.replace("Oh3", "Of9")},
    ],
)
def test_what_is_no_position_is_a_sentence(client: TestClient, body: Any) -> None:
    for path, more in (("/legal", {}), ("/why", {"move": "Ge5"}), ("/play", {"moves": []}), ("/details", {})):
        answer = client.post(f"{API}{path}", json={**body, **more})
        assert answer.status_code == 400
        assert answer.json()["error"]["message"]


@pytest.mark.processes
def test_an_analysis_reports_while_it_runs_and_explains_in_every_language(client: TestClient) -> None:
    made = client.post(f"{API}/analyses", json={"record": RECORD, "seconds": 1.5}).json()
    assert made["state"] == "queued"
    busy = client.post(f"{API}/analyses", json={"record": RECORD})
    assert busy.json()["error"]["reason"] == "too_many_analyses"
    until = time.monotonic() + 400
    seen: set[float] = set()
    while (found := client.get(f"{API}/analyses/{made['id']}").json())["state"] in ("queued", "running"):
        assert time.monotonic() < until
        seen.add(found["progress"])
        time.sleep(0.05)
    assert found["state"] == "done", found
    assert [moment["ply"] for moment in found["moments"]] == list(range(6))
    for moment in found["moments"]:
        assert sum(moment["win"]) == pytest.approx(1, abs=0.01)
        assert moment["best"]
    assert all(moment["loss"] is not None for moment in found["moments"][:-1])
    assert len(seen) > 1
    rest = client.get(f"{API}/analyses/{made['id']}?since=4").json()["moments"]
    assert rest == found["moments"][4:]
    told = [_reasons(client, made["id"], language) for language in ("en", "fr", "de")]
    assert told[0]
    assert [len(reasons) for reasons in told] == [len(told[0])] * 3
    assert len({reasons[0] for reasons in told}) == 3


def _reasons(client: TestClient, analysis: str, language: str) -> list[str]:
    answer = client.get(f"{API}/analyses/{analysis}", headers={"Accept-Language": language}).json()
    mistakes = [moment for moment in answer["moments"] if moment["why"]]
    assert all(moment["merit"] and moment["loss"] >= MISTAKE for moment in mistakes)
    return [moment["why"] for moment in mistakes]


def test_an_analysis_can_be_cancelled(client: TestClient) -> None:
    id = client.post(f"{API}/analyses", json={"record": RECORD, "seconds": 100}).json()["id"]
    assert client.delete(f"{API}/analyses/{id}").status_code == 200
    assert client.get(f"{API}/analyses/{id}").json()["state"] == "cancelled"
    assert client.post(f"{API}/analyses", json={"record": RECORD, "seconds": 0.1, "moments": "last"}).status_code == 202


def test_nobody_has_the_running_game_analysed_that_they_play(client: TestClient) -> None:
    table = client.post(f"{API}/tables", json={"bots": ["random"], "start": True}).json()["id"]
    refused = client.post(f"{API}/analyses", json={"table": table})
    assert refused.status_code == 403
    assert refused.json()["error"]["message"] == "You are playing this game. Have it analysed when it is over."
    assert client.post(f"{API}/analyses", json={"table": "nope"}).status_code == 404
