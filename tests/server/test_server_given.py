"""Studies that browsers bring: judged as the site's own are, checked at the border, and kept for everybody."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from hosting import API, browser
from starlette.testclient import TestClient

from medina import Position, position_to_json, read_record, write_record
from medina.study import Evaluation, Line, Outlook, analyse_game, mark_of, reasons_text

GOLDEN = Path(__file__).parent.parent / "data" / "golden"
RECORD = read_record((GOLDEN / "04-second-2.mgn").read_text("utf-8")).undo(80)
PLIES = len(RECORD.moves)


def promise(position: Position) -> Outlook:
    chance = random.Random(json.dumps(position_to_json(position), sort_keys=True))
    win = chance.random()
    return Outlook((chance.uniform(20, 60), chance.uniform(20, 60)), (win, 1 - win)).rounded()


def analyst(position: Position) -> Evaluation:
    """Guesses, the same every time."""
    best = position.legal_moves[:2]
    lines = tuple(Line(move, promise(position.play(move)), (move,)) for move in best)
    return Evaluation(lines[0].outlook if lines else promise(position), lines)


def told(evaluation: Evaluation) -> dict[str, Any]:
    return {"win": list(evaluation.outlook.wins), "score": list(evaluation.outlook.scores)}


def found() -> list[dict[str, Any]]:
    """What a browser that guesses like this brings."""
    moments = []
    for position in RECORD.positions:
        seen = analyst(position)
        best = [
            {"move": line.move.text, "win": list(line.outlook.wins), "score": list(line.outlook.scores)}
            for line in seen.lines
        ]
        better = analyst(position.play(seen.lines[0].move)) if seen.lines else None
        going = [line.move.text for line in better.lines[:1]] if better else []
        moments.append(told(seen) | {"best": best, "better": better and told(better) | {"line": going}})
    return moments


def give(client: TestClient, lang: str = "en", **body: Any) -> Any:
    body = {"record": write_record(RECORD), "nodes": 1000, "moments": found()} | body
    return client.post(f"{API}/analyses/given", json=body, headers={"Accept-Language": lang})


def register(client: TestClient, name: str) -> None:
    account = {"name": name, "password": "eleven camels"}
    assert client.post(f"{API}/accounts", json=account).status_code == 201


@pytest.mark.parametrize("lang", ["en", "de"])
def test_marks_losses_and_sentences_are_those_of_a_study(client: TestClient, lang: str) -> None:
    *_, study = analyse_game(RECORD, analyst=analyst)
    answer = give(client, lang)
    assert answer.status_code == 200, answer.text
    moments = answer.json()["moments"]
    assert len(moments) == PLIES + 1
    marked = {m["ply"] + 1: (m["mark"], m["loss"], m["why"], m["merit"]) for m in moments if m["mark"]}
    assert marked == {
        m.number: (m.mark, round(m.loss, 4), reasons_text(m.faults, lang), reasons_text(m.merits, lang))
        for m in study.mistakes
    }
    assert len(marked) > 3
    assert [m["loss"] for m in moments[:-1]] == [round(step.loss or 0, 4) for step in study.steps[1:]]
    assert all(m["mark"] == mark_of(m["loss"]) for m in moments[:-1])


def test_an_account_gives_it_to_everybody_and_a_guest_keeps_it_to_themselves(client: TestClient) -> None:
    client.get(f"{API}/me")
    assert give(client).json()["kept"] is None, "a guest who did not play that game"
    register(client, "Anna")
    assert give(client, keep=False).json()["kept"] is None
    assert give(client, moments=found()[:5]).json()["kept"] is None, "only the beginning"
    kept = give(client).json()["kept"]

    ben = browser(client)
    opened = ben.post(f"{API}/replay", json={"record": write_record(RECORD)}).json()
    assert opened["analysis"] == kept
    read = ben.get(f"{API}/analyses/{kept}").json()
    assert (read["state"], read["given_by"], read["nodes"]) == ("done", "Anna", 1000)
    assert read["moments"] == give(client, keep=False).json()["moments"]
    assert client.get(f"{API}/me/export").json()["analyses"][0]["id"] == kept

    # Somebody else's takes its place only with more behind it; a giver may do it again.
    register(ben, "Ben")
    assert give(ben).json()["kept"] is None
    again = give(client).json()["kept"]
    assert again not in (None, kept)
    assert ben.get(f"{API}/analyses/{kept}").status_code == 404
    more = give(ben, nodes=2000).json()["kept"]
    assert more is not None
    assert client.get(f"{API}/analyses/{more}").json()["given_by"] == "Ben"
    assert ben.request("DELETE", f"{API}/me", json={"password": "eleven camels"}).status_code == 200
    assert client.get(f"{API}/analyses/{more}").json()["given_by"] == "?"


def wrong(**change: Any) -> list[dict[str, Any]]:
    moments = found()
    moments[3] = moments[3] | change
    return moments


@pytest.mark.parametrize(
    "moments",
    [
        wrong(win=[0.5, 0.4, 0.1], score=[1, 2, 3]),
        wrong(win=[0.9, 0.9]),
        wrong(win=[1.5, -0.5]),
        wrong(score=[1e9, 0]),
        wrong(best=[]),
        wrong(best=[{"move": "Zz9", "win": [0.5, 0.5], "score": [1, 2]}]),
        wrong(best=[{"move": "Ga1", "win": [0.5, 0.5], "score": [1, 2], "line": ["Ga1"]}]),
        [{key: moment[key] for key in ("win", "score", "best")} for moment in found()],
        [],
        "everything",
    ],
)
def test_what_cannot_be_is_refused(client: TestClient, moments: Any) -> None:
    register(client, "Anna")
    answer = give(client, moments=moments)
    assert answer.status_code in (400, 422), answer.text
    assert client.post(f"{API}/replay", json={"record": write_record(RECORD)}).json()["analysis"] is None


def test_a_game_that_is_played_is_not_studied_and_who_played_it_may_give(client: TestClient) -> None:
    body = {"options": {"starts": "host", "auto_confirm": True}, "bots": ["random"], "start": True}
    table = client.post(f"{API}/tables", json=body).json()["id"]
    seen = client.get(f"{API}/tables/{table}").json()
    place = {"do": "place", "move": seen["moves"][0], "n": seen["n"]}
    assert client.post(f"{API}/tables/{table}/commands", json=place).status_code == 200
    running = client.get(f"{API}/tables/{table}/replay").json()
    assert running["playing"] is True
    assert give(client, table=table, record=None).status_code == 403

    assert client.post(f"{API}/tables/{table}/commands", json={"do": "resign"}).status_code == 200
    over = client.get(f"{API}/tables/{table}/replay").json()
    assert over["playing"] is False
    record = read_record(over["record"])
    moments = [told(analyst(position)) | {"best": best_of(position)} for position in record.positions]
    for moment, position in zip(moments, record.positions, strict=True):
        moment["better"] = moment["best"] and told(analyst(position.play(moment["best"][0]["move"])))
    guest = browser(client)
    guest.get(f"{API}/me")
    assert give(guest, table=table, record=None, moments=moments).json()["kept"] is None
    assert give(client, table=table, record=None, moments=moments).json()["kept"] is not None


def best_of(position: Position) -> list[dict[str, Any]]:
    return [
        {"move": line.move.text, "win": list(line.outlook.wins), "score": list(line.outlook.scores)}
        for line in analyst(position).lines
    ]
