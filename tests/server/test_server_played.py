"""Games that were played on a device come to the server when they are over."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from hosting import API, browser, id_of, site
from starlette.testclient import TestClient

import medina


def played(*seats: str, moves: int = 1000, seed: int = 1) -> str:
    """A random game of these players."""
    rng = random.Random(seed)
    record = medina.Record.new(medina.new_game("second", players=len(seats), seed=seed, gates=True))
    while record.position.phase != "over" and len(record.moves) < moves:
        record = record.play(rng.choice(record.position.legal_moves))
    tags = {f"Seat{seat}": name for seat, name in enumerate(seats)}
    return medina.write_record(medina.Record(record.positions, record.moves, tags))


def keep(client: TestClient, record: str) -> Any:
    return client.post(f"{API}/archive", json={"record": record}, headers={"Origin": "http://testserver"})


def test_a_finished_game_against_bots_is_kept_once_and_counts_for_nothing(tmp_path: Path) -> None:
    with site(tmp_path) as client:
        record = played("bot:visitor", "?", "bot:architect")
        made = keep(client, record)
        assert made.status_code == 201, made.text
        table = made.json()["id"]
        assert keep(client, record.replace('"?"', '"somebody"')).json()["id"] == table
        seen = client.get(f"{API}/tables/{table}").json()
        assert (seen["phase"], seen["your_seat"], seen["options"]["rated"]) == ("over", 1, False)
        assert [seat.get("bot") for seat in seen["seats"]] == ["visitor", None, "architect"]
        kept = medina.read_record(client.get(f"{API}/tables/{table}/record").text)
        assert kept.moves == medina.read_record(record).moves
        me = client.get(f"{API}/me").json()["id"]
        [card] = client.get(f"{API}/archive", params={"player": me}).json()["games"]
        assert (card["id"], card["device"]) == (id_of(table), True)
        other = browser(client)
        assert other.get(f"{API}/archive").json()["games"] == []
        assert other.get(f"{API}/tables/{id_of(table)}").status_code == 404
        assert keep(other, record).json()["id"] != table


def test_what_is_no_such_game_is_refused(tmp_path: Path) -> None:
    with site(tmp_path) as client:
        for record, code in (
            (played("?", "bot:visitor", moves=20), "bad_request"),
            (played("?", "Ada"), "bad_request"),
            (played("bot:visitor", "bot:visitor"), "bad_request"),
            (played("?", "bot:nobody"), "unknown_bot"),
            (played("?", "bot:visitor").replace("1. ", "1. Ga1,Ga1 ", 1), "bad_record"),
        ):
            answer = keep(client, record)
            assert (answer.status_code >= 400, answer.json()["error"]["code"]) == (True, code), answer.text
        assert client.get(f"{API}/archive").json()["games"] == []


def test_a_game_from_a_position_that_was_set_up_stays_on_the_device(tmp_path: Path) -> None:
    whole = medina.read_record(played("?", "bot:visitor"))
    set_up = medina.write_record(medina.Record(whole.positions[7:], whole.moves[7:], whole.tags))
    with site(tmp_path) as client:
        for answer in (
            keep(client, set_up),
            client.post(f"{API}/tables", json={"record": set_up}, headers={"Origin": "http://testserver"}),
        ):
            assert answer.status_code == 400
            assert "somebody set up" in answer.json()["error"]["message"]
        assert client.post(f"{API}/replay", json={"record": set_up}).json()["over"]
