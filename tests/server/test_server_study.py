"""Any position and any record: legal moves, reasons, replays, analyses."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hosting import API, browser, id_of, site
from sqlalchemy import select, update
from starlette.testclient import TestClient

from medina import Move, Record, new_game, position_to_json, read_record, write_record
from medina.cli import main
from medina.server.thinking.analyses import decoder, encoder
from medina.store import tables as t
from medina.study import mark_of, reasons_text
from medina.study.thresholds import INACCURACY
from medina.words import LANGUAGES, set_language

GOLDEN = Path(__file__).parent.parent / "data" / "golden"
RECORD = '[Edition "second"]\n[Players "2"]\n[Well "f6"]\n[Market "c3"]\n\n1. Ge8 Oh3,Sh4{bold}\n2. Md3,Re8\n*\n'
MOVES = ["Ge8", "Oh3", "Sh4", "Md3", "Re8"]


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


@pytest.mark.parametrize("missing", ["options", "rules", "scores", "palace_tiles"])
def test_a_position_without_what_readers_do_without_is_read(client: TestClient, missing: str) -> None:
    position = dict(position_to_json(read_record(RECORD).position))
    del position[missing]
    assert ask(client, "/legal", position=position) == ask(client, "/legal", record=RECORD)
    id = client.post(f"{API}/analyses", json={"position": position, "nodes": 8}).json()["id"]
    finished(client, id)
    exported = client.get(f"{API}/me/export").json()["analyses"]
    assert exported[0]["request"]["position"] == position_to_json(read_record(RECORD).position)


@pytest.mark.parametrize("change", [{"naps": 1}, {"options": {"siesta": True}}])
def test_a_position_with_more_than_there_is_is_refused_by_name(client: TestClient, change: dict[str, Any]) -> None:
    position = {**position_to_json(read_record(RECORD).position), **change}
    for path in ("/legal", "/details", "/analyses"):
        answer = client.post(f"{API}{path}", json={"position": position})
        assert answer.status_code == 400
        assert re.search("naps|siesta", answer.json()["error"]["message"])


def test_why_a_move_is_illegal_and_what_is_no_move(client: TestClient) -> None:
    near = ask(client, "/why", record=RECORD, ply=1, move="Of9")
    assert near["refusal"]["rule"] == "5.6"
    assert ask(client, "/why", record=RECORD, ply=1, move="Oh3") == {"legal": True, "refusal": None}
    nonsense = client.post(f"{API}/why", json={"record": RECORD, "move": "xyz"})
    assert nonsense.json()["error"]["code"] == "bad_move"


def test_a_move_in_an_impossible_position_is_refused(client: TestClient) -> None:
    """Two open grey palaces (5.4): this request was once answered with 500."""
    position = position_to_json(new_game("second", players=2, well="f6", market="d5"))
    palaces = [
        {"colour": "G", "buildings": cells, "stables": [], "roof": None} for cells in (["b8", "b9"], ["k3", "k4"])
    ]
    cells = {**position["cells"], "b8": "G", "b9": "G", "k3": "G", "k4": "G"}
    body = {"position": {**position, "palaces": palaces, "cells": cells}, "move": "Gb7"}
    answer = client.post(f"{API}/why", json=body)
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "bad_request")
    assert answer.json()["error"]["message"].startswith("Two palaces of one colour are not open")


def test_playing_on_and_where_it_stops(client: TestClient) -> None:
    played = ask(client, "/play", record=RECORD, ply=0, moves=["Ge8", "Oh3"], previews=True)
    assert played["position"] == position_to_json(read_record(RECORD).positions[2])
    assert "Sh4" in played["moves"]
    refused = client.post(f"{API}/play", json={"record": RECORD, "moves": ["Ga1", "Ga1"]})
    assert refused.status_code == 422


def test_a_replay_has_both_ends_and_the_turns_between(client: TestClient) -> None:
    record = read_record(RECORD)
    replay = ask(client, "/replay", record=RECORD)
    assert replay["first"] == position_to_json(record.start)
    assert replay["last"] == position_to_json(record.position)
    scores = [list(position.scores) for position in record.positions[1:]]
    assert replay["turns"] == [
        {"seat": 0, "round": 1, "moves": MOVES[:1], "scores": scores[:1], "comment": None},
        {"seat": 1, "round": 1, "moves": MOVES[1:3], "scores": scores[1:3], "comment": "bold"},
        {"seat": 0, "round": 2, "moves": MOVES[3:], "scores": scores[3:], "comment": None},
    ]
    assert read_record(replay["record"]) == record


def test_who_lacks_the_rules_asks_for_one_position_of_a_record(client: TestClient) -> None:
    for ply, position in enumerate(read_record(RECORD).positions):
        assert ask(client, "/play", record=RECORD, ply=ply, moves=[])["position"] == position_to_json(position)


def test_what_is_wrong_with_a_record_is_told_in_the_readers_language(client: TestClient) -> None:
    broken = RECORD.replace("Md3", "Zz9")
    answer = client.post(f"{API}/replay", json={"record": broken}, headers={"Accept-Language": "de"})
    assert answer.status_code == 400
    assert answer.json()["error"]["message"].startswith(
        "Zeile 7, Wort 'Zz9,Re8': 'Zz9' ist nichts, was sich setzen lässt."
    )


def test_details_of_any_position(client: TestClient) -> None:
    details = ask(client, "/details", record=RECORD)
    assert [palace["first"] for palace in details["palaces"]] == ["e8", "h3"]
    assert details["sheets"][0]["buildings"] == 1


def test_what_is_impossible_about_a_position_and_what_follows(client: TestClient) -> None:
    whole = position_to_json(read_record(RECORD).position)
    found = ask(client, "/check", position={**whole, "stock": None, "scores": None})
    assert found["faults"] == []
    assert found["position"]["scores"] == whole["scores"]
    near = {"colour": "O", "buildings": ["e6"], "stables": [], "roof": None}
    body = {"position": {**whole, "palaces": [*whole["palaces"], near]}}
    answer = client.post(f"{API}/check", json=body, headers={"Accept-Language": "de"}).json()
    assert answer["faults"] == [
        {
            "problem": "position_near_well",
            "rule": "5.7",
            "cells": ["e6"],
            "message": "Neben dem Brunnen wird nichts gebaut.",
        }
    ]
    for nonsense in ({}, {"players": 10**9}, {"edition": "third", "players": 2, "gates": False, "options": {}}):
        assert ask(client, "/check", position=nonsense)["faults"][0]["message"]


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
    assert all(moment["merit"] and moment["loss"] >= INACCURACY for moment in mistakes)
    return [moment["why"] for moment in mistakes]


def test_an_analysis_can_be_cancelled(client: TestClient) -> None:
    id = client.post(f"{API}/analyses", json={"record": RECORD, "seconds": 100}).json()["id"]
    assert client.delete(f"{API}/analyses/{id}").status_code == 200
    assert client.get(f"{API}/analyses/{id}").json()["state"] == "cancelled"
    assert client.post(f"{API}/analyses", json={"record": RECORD, "seconds": 0.1, "moments": "last"}).status_code == 202


def test_a_running_game_is_analysed_by_nobody_unless_all_allow_it(client: TestClient) -> None:
    ben, stranger = browser(client), browser(client)
    for newcomer in (ben, stranger):
        newcomer.get(f"{API}/me")
    table = client.post(f"{API}/tables", json={"options": {"starts": "seated"}, "sit": True}).json()["id"]
    commands = f"{API}/tables/{table}/commands"
    ben.post(commands, json={"do": "sit"})
    client.post(commands, json={"do": "start"})
    _play(table, client, ben, turns=6)
    record = stranger.get(f"{API}/tables/{table}/record").text
    tried = read_record(record)
    tried = tried.play(tried.position.legal_moves[0])
    asked = [{"table": table}, {"record": record}, {"position": position_to_json(tried.position)}]
    for asker in (client, stranger):
        for body in asked:
            refused = asker.post(f"{API}/analyses", json={**body, "seconds": 0.1})
            assert refused.status_code == 403
            assert refused.json()["error"]["reason"] == "still_played"
        # Nor does a bot show what it would do there.
        opened = asker.post(f"{API}/tables", json={"record": record, "bots": ["greedy"], "sit": True, "start": True})
        assert opened.json()["error"]["reason"] == "still_played"
    assert stranger.post(f"{API}/tables", json={"record": record, "ply": 2}).status_code == 201
    assert client.post(f"{API}/analyses", json={"table": "nope"}).status_code == 404
    client.post(commands, json={"do": "propose", "what": "analysis"})
    assert ben.post(commands, json={"do": "answer", "yes": True}).status_code == 200
    assert stranger.post(f"{API}/analyses", json={"record": record, "seconds": 0.1}).status_code == 202


def test_a_running_game_shows_no_analysis_even_if_the_same_game_was_analysed_before(client: TestClient) -> None:
    id = client.post(f"{API}/analyses", json={"record": RECORD, "nodes": 8}).json()["id"]
    finished(client, id)
    assert client.post(f"{API}/replay", json={"record": RECORD}).json()["analysis"] == id
    ben = browser(client)
    body = {"record": RECORD, "sit": True, "options": {"starts": "seated"}}
    table = client.post(f"{API}/tables", json=body).json()["id"]
    for person, what in ((ben, "sit"), (client, "start")):
        assert person.post(f"{API}/tables/{table}/commands", json={"do": what}).status_code == 200
    assert client.get(f"{API}/tables/{table}/replay").json()["analysis"] is None
    assert client.post(f"{API}/tables/{table}/commands", json={"do": "resign"}).status_code == 200
    assert client.get(f"{API}/tables/{table}/replay").json()["analysis"] == id


def test_the_analysis_of_a_finished_game_hangs_on_its_table(client: TestClient) -> None:
    ben = browser(client)
    ben.get(f"{API}/me")
    body = {"record": RECORD, "sit": True, "options": {"starts": "seated"}}
    table = client.post(f"{API}/tables", json=body).json()["id"]
    commands = f"{API}/tables/{table}/commands"
    for person, command in (
        (ben, {"do": "sit"}),
        (client, {"do": "start"}),
        (client, {"do": "propose", "what": "analysis"}),
        (ben, {"do": "answer", "yes": True}),
    ):
        assert person.post(commands, json=command).status_code == 200
    early = client.post(f"{API}/analyses", json={"table": table, "nodes": 8}).json()["id"]
    finished(client, early)
    assert _tables_of_analyses(client) == {early: None}, "the game goes on"
    assert client.post(commands, json={"do": "resign"}).status_code == 200
    assert client.post(f"{API}/analyses", json={"table": table, "nodes": 8}).json()["id"] == early
    ended = client.post(f"{API}/analyses", json={"table": table, "nodes": 9}).json()["id"]
    finished(client, ended)
    assert _tables_of_analyses(client) == {early: None, ended: id_of(table)}

    _tables_of_analyses(client, game="as another version names it")
    replayed = client.get(f"{API}/tables/{table}/replay").json()
    assert replayed["analysis"] == ended
    assert client.post(f"{API}/replay", json={"record": replayed["record"]}).json()["analysis"] is None


def _tables_of_analyses(client: TestClient, **changes: str) -> dict[str, str | None]:
    """The table that each stored analysis belongs to, after these changes to all of them."""

    async def read() -> dict[str, str | None]:
        c = t.analyses.c
        async with client.app.state.site.engine.begin() as connection:  # type: ignore[attr-defined]
            if changes:
                await connection.execute(update(t.analyses).values(changes))
            return {row.id: row.table_id for row in await connection.execute(select(c.id, c.table_id))}

    assert client.portal is not None
    return client.portal.call(read)


def _play(table: str, *people: TestClient, turns: int) -> None:
    """Whole turns of the people of a table, each with the first move there is."""
    while len((seen := people[0].get(f"{API}/tables/{table}").json())["turns"]) < turns:
        acting = people[seen["acting"]]
        seen = acting.get(f"{API}/tables/{table}").json()
        doing = (
            {"do": "confirm"}
            if seen["draft"] and seen["draft"]["complete"]
            else {"do": "place", "move": seen["moves"][0]}
        )
        assert acting.post(f"{API}/tables/{table}/commands", json={**doing, "n": seen["n"]}).status_code == 200


# One study, wherever it is read

CAREFUL = {"seconds": 600, "nodes": 24}
"""So much time that the nodes alone decide, which makes it the same every time."""


def golden(name: str, moves: int) -> Record:
    record = read_record((GOLDEN / f"{name}.mgn").read_text("utf-8"))
    return record.undo(len(record.moves) - moves)


def finished(client: TestClient, id: str, language: str = "en") -> Any:
    until = time.monotonic() + 400
    headers = {"Accept-Language": language}
    while (found := client.get(f"{API}/analyses/{id}", headers=headers).json())["state"] in ("queued", "running"):
        assert time.monotonic() < until
        time.sleep(0.05)
    assert found["state"] == "done", found
    return found["moments"]


@pytest.fixture
def any_language() -> Iterator[None]:
    """A command chooses the language of its process, which is the tests' here."""
    yield
    set_language(None)


@pytest.mark.usefixtures("any_language")
def test_the_site_and_the_command_line_say_the_same_of_a_game(tmp_path: Path) -> None:
    record = golden("04-second-2", 24)
    file = tmp_path / "game.mgn"
    file.write_text(write_record(record), "utf-8")
    with site(tmp_path / "data", analysis_seconds=600) as client:
        id = client.post(f"{API}/analyses", json={"record": write_record(record), **CAREFUL}).json()["id"]
        for lang in LANGUAGES:
            options = ["--nodes", "24", "--out", str(tmp_path / lang), "--lang", lang]
            assert main(["analyse", str(file), *options]) == 0
            written = json.loads((tmp_path / lang / "game.json").read_text("utf-8"))
            moments = finished(client, id, lang)
            assert [(m["score"], m["win"]) for m in moments] == [(o["scores"], o["wins"]) for o in written["outlooks"]]
            told = {
                m["ply"] + 1: (m["played"], m["mark"], m["loss"], m["best"][0]["move"], m["why"], m["merit"])
                for m in moments
                if m["mark"]
            }
            assert told == {
                m["number"]: (m["move"], m["mark"], m["loss"], m["better"]["move"], m["faults"], m["merits"])
                for m in written["mistakes"]
            }
            assert len(told) > 3
            assert {m["ply"] + 1 for m in moments if m["why"]} == set(told)


def test_a_finished_study_is_kept_with_its_game(tmp_path: Path) -> None:
    with site(tmp_path / "data", analysis_seconds=600) as anna:
        options = {"starts": "host", "auto_confirm": True}
        body = {"options": options, "bots": ["random"], "start": True}
        table = anna.post(f"{API}/tables", json=body).json()["id"]
        seen = anna.get(f"{API}/tables/{table}").json()
        place = {"do": "place", "move": seen["moves"][0], "n": seen["n"]}
        for command in (place, {"do": "resign"}):
            assert anna.post(f"{API}/tables/{table}/commands", json=command).status_code == 200
        ben = browser(anna)
        ben.get(f"{API}/me")
        assert ben.get(f"{API}/tables/{table}/replay").json()["analysis"] is None
        id = anna.post(f"{API}/analyses", json={"table": table, **CAREFUL}).json()["id"]
        assert ben.get(f"{API}/analyses/{id}").status_code == 404, "as long as it runs it is hers"
        moments = finished(anna, id)

        # Whoever opens the game reads it, in their own language, and nobody thinks about it twice.
        opened = ben.get(f"{API}/tables/{table}/replay").json()
        assert opened["analysis"] == id
        assert ben.post(f"{API}/replay", json={"record": opened["record"]}).json()["analysis"] == id
        assert finished(ben, id) == moments
        again = ben.post(f"{API}/analyses", json={"record": opened["record"], **CAREFUL}).json()
        assert (again["id"], again["state"]) == (id, "done")
        assert ben.delete(f"{API}/analyses/{id}").status_code == 404

        # Who wants more than was spent gets a study of their own.
        more = ben.post(f"{API}/analyses", json={"table": table, "seconds": 600, "nodes": 25}).json()
        assert more["id"] != id
        assert ben.delete(f"{API}/analyses/{more['id']}").status_code == 200

        # It holds no names, and stays when whoever asked for it is forgotten.
        assert "Seat0" in opened["record"]
        assert "Seat0" not in anna.get(f"{API}/me/export").json()["analyses"][0]["request"]["record"]
        assert anna.request("DELETE", f"{API}/me", json={}).status_code == 200
        assert finished(ben, id) == moments


STORED = (
    '{"evaluation":{"outlook":{"scores":[40.5,38.0],"wins":[0.75,0.25]},'
    '"lines":[{"move":"Ba1","outlook":{"scores":[40.5,38.0],"wins":[0.75,0.25]},"continuation":["Ba1","Mc3/Na"]}]},'
    '"played":"T","loss":0.17,"criticism":{'
    '"better":{"move":"Ge5","outlook":{"scores":[42.0,37.5],"wins":[0.9,0.1]},"continuation":["Ge5"]},'
    '"faults":[{"key":"analysis.bad.costs","weight":2.0,"args":{"points":2.0}}],'
    '"merits":[{"key":"analysis.good.starts","weight":1.0,"args":{"colour":"G","size":1}}]}}'
)
"""A step as sites have it in their databases: fields may be added."""


def test_a_record_that_is_too_long_is_told_so_in_a_sentence(tmp_path: Path) -> None:
    with site(tmp_path / "data") as anna:
        answer = anna.post(f"{API}/replay", json={"record": "x" * 100_001}, headers={"Accept-Language": "de"})
    assert answer.json()["error"]["message"] == "Diese Aufzeichnung ist zu lang: höchstens 100000 Zeichen."


def test_stored_steps_are_read_as_they_were_written() -> None:
    step = decoder.decode(STORED)
    assert encoder.encode(step).decode() == STORED
    assert step.criticism is not None
    assert (step.played, step.criticism.better.move, mark_of(step.loss or 0)) == (Move("T"), Move("G", "e5"), "??")
    assert [reasons_text(step.criticism.faults, "en"), reasons_text(step.criticism.merits, "fr")] == [
        "costs about 2.0 points by the end",
        "commence un palais gris à prendre plus tard",
    ]


def test_a_study_goes_on_where_a_server_was_stopped(tmp_path: Path) -> None:
    with site(tmp_path / "data", secret="s" * 32) as client:
        id = client.post(f"{API}/analyses", json={"record": RECORD, "seconds": 3}).json()["id"]
        until = time.monotonic() + 400
        while len(begun := client.get(f"{API}/analyses/{id}").json()["moments"]) < 3:
            assert time.monotonic() < until
            time.sleep(0.05)
        cookies = dict(client.cookies)
    with site(tmp_path / "data", secret="s" * 32) as client:
        client.cookies.update(cookies)
        assert finished(client, id)[: len(begun) - 1] == begun[:-1]
