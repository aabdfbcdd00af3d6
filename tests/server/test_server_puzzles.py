"""Puzzles on a site: the host's own, first tries that count once, why a turn is worse, and reports about puzzles."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hosting import API, Clock, browser, site
from starlette.testclient import TestClient
from test_server_moderation import act, admin, code, desk, moderator
from test_server_people import NAME, register, stored

from medina import position_to_json
from medina.puzzles import SHIPPED, Puzzle, first_level, pack, packed, read_puzzles
from medina.server.puzzles import SHIPPED as PACKED
from medina.server.settings import BadSetting, Settings
from medina.store import tables as t
from medina.study import Promise, reasons_text, why_worse

PUZZLES = list(read_puzzles(SHIPPED))


def other_turn(puzzle: Puzzle) -> list[str] | None:
    """What of the best turn need not be found, then something that is worse; None where that cannot be played."""
    step = puzzle.steps[0]
    free = next((move for move in step.turn if move not in step.key), None)
    other = next(move for move in step.rival if move not in step.key)
    if free is None or free in step.rival or puzzle.start.why(free) or puzzle.start.play(free).why(other):
        return None
    return [free, other]


ONE = next(puzzle for puzzle in PUZZLES if other_turn(puzzle))
OTHER = next(puzzle for puzzle in PUZZLES if puzzle is not ONE)


def tries(client: TestClient, *tried: tuple[str, bool]) -> Any:
    body = {"tries": [{"puzzle": puzzle, "solved": solved} for puzzle, solved in tried]}
    return client.post(f"{API}/me/puzzles", json=body)


def test_what_the_site_hands_out_was_packed_from_the_puzzles_that_ship() -> None:
    assert {path.name: path.read_text(encoding="utf-8") for path in PACKED.iterdir()} == packed(PUZZLES), (
        "run: medina puzzles pack src/medina/puzzles/shipped.jsonl src/medina/server/shipped_puzzles"
    )


def test_a_first_try_is_a_game_between_a_person_and_a_puzzle_and_counts_once(client: TestClient) -> None:
    register(client)
    newcomer = client.get(f"{API}/me/puzzles").json()
    assert (newcomer["level"], newcomer["tries"]) == (1500, {})
    solved = tries(client, (ONE.id, True)).json()
    assert solved["level"] > newcomer["level"]
    assert solved["deviation"] < newcomer["deviation"]
    learned = client.get(f"{API}/puzzles").json()["learned"]
    assert learned[ONE.id] < first_level(ONE)
    assert tries(client, (ONE.id, False)).json() == solved, "a second try changes nothing"
    missed = tries(client, (OTHER.id, False)).json()
    assert missed["level"] < solved["level"]
    assert missed["tries"] == {ONE.id: True, OTHER.id: False}
    harder = client.get(f"{API}/puzzles").json()["learned"]
    assert harder[ONE.id] == learned[ONE.id]
    assert harder[OTHER.id] > first_level(OTHER)


def test_guests_keep_their_tries_to_themselves_and_nobody_tries_what_is_no_puzzle(client: TestClient) -> None:
    assert tries(client, (ONE.id, True)).status_code == 403
    register(client)
    assert tries(client, ("0" * 12, True)).json()["tries"] == {}
    assert tries(client, ("../etc", True)).status_code == 400
    assert tries(client, *[(ONE.id, True)] * 51).status_code == 400


def test_tries_are_limited(tmp_path: Path, standing_clock: Clock) -> None:
    with site(tmp_path, request_rate=50) as client:
        register(client)
        answers = [tries(client, *[("0" * 12, True)] * 50).status_code for _ in range(5)]
        assert answers == [200] * 4 + [429]


def test_tries_can_be_taken_away_and_are_forgotten(client: TestClient) -> None:
    register(client)
    tries(client, (ONE.id, True))
    (kept,) = client.get(f"{API}/me/export").json()["puzzle_tries"]
    assert (kept["puzzle"], kept["solved"]) == (ONE.id, True)
    assert client.request("DELETE", f"{API}/me", json={"password": NAME["password"]}).status_code == 200
    assert stored(client, t.puzzle_tries) == stored(client, t.puzzle_solvers) == []
    assert len(stored(client, t.puzzle_ratings)) == 1, "what was learned about the puzzle is nobody's"


def test_the_hosts_own_puzzles_stand_beside_those_that_ship(tmp_path: Path) -> None:
    puzzle = PUZZLES[2]
    pack([puzzle], tmp_path / "own")
    with site(tmp_path / "data", puzzles=str(tmp_path / "own")) as client:
        own = client.get(f"{API}/puzzles").json()["own"]
        assert [entry[:2] for entry in own["puzzles"]] == [[puzzle.id, first_level(puzzle)]]
        (whole,) = client.get(f"{API}/puzzles/shards/0").json()["puzzles"]
        assert whole["steps"][0]["key"] == list(puzzle.steps[0].key)
        assert client.get(f"{API}/puzzles/shards/1").status_code == 404
        assert client.get(f"{API}/puzzles/shards/x").status_code == 404


def test_a_folder_without_puzzles_is_a_sentence_at_the_start(tmp_path: Path) -> None:
    with pytest.raises(BadSetting, match="medina puzzles pack"), site(tmp_path, puzzles=str(tmp_path / "none")):
        pass
    assert Settings().puzzles == ""


def worse(client: TestClient, puzzle: Puzzle, played: list[str], better: list[str], lang: str = "en") -> Any:
    players = puzzle.start.ruleset.players
    after = {"win": [1 / players] * players, "score": [20.0] * players}
    body = {"position": position_to_json(puzzle.start), "played": played, "better": better}
    headers = {"Accept-Language": lang}
    return client.post(f"{API}/puzzles/worse", json={**body, "after": after, "instead": after}, headers=headers)


@pytest.mark.parametrize("lang", ["en", "de"])
def test_a_worse_turn_is_criticised_in_the_words_of_the_analysis(client: TestClient, lang: str) -> None:
    step, players = ONE.steps[0], ONE.start.ruleset.players
    even = Promise([20.0] * players, [1 / players] * players)
    move, faults = why_worse(ONE.start, step.rival, step.key, even, even)
    answer = worse(client, ONE, list(step.rival), list(step.key), lang).json()
    assert answer["move"] == move.text == step.rival[0]
    assert answer["why"] == reasons_text(faults, lang)
    assert answer["faults"][0]["key"] == faults[0].key


def test_what_both_turns_have_is_not_to_blame(client: TestClient) -> None:
    step, turn = ONE.steps[0], other_turn(ONE) or []
    assert worse(client, ONE, turn, list(step.turn)).json()["move"] == turn[1]
    assert worse(client, ONE, list(step.turn), list(step.turn)).status_code == 400
    assert worse(client, ONE, ["Ga1", "Ga1"], list(step.turn)).status_code == 422


def test_a_puzzle_that_seems_wrong_lands_with_the_moderators(client: TestClient) -> None:
    mod = moderator(client)
    reporter = browser(client)
    note = "my engine prefers Bm3 Mc4 by 0.21"
    assert reporter.post(f"{API}/reports", json={"puzzle": ONE.id, "note": note}).status_code == 201
    assert reporter.post(f"{API}/reports", json={"puzzle": "0" * 12}).status_code == 404
    (report,) = desk(mod, "reports")["reports"]
    assert (report["kind"], report["words"], report["note"], report["name"]) == ("puzzle", ONE.id, note, "")
    settled = mod.post(f"{API}/moderation/acts", json={"do": "settle", "report": report["id"]})
    assert settled.status_code == 201
    assert desk(mod, "reports")["reports"] == []


def test_a_puzzle_is_taken_away_and_comes_back(client: TestClient) -> None:
    mod, solver = moderator(client), browser(client)
    register(solver, "Solver")
    taken = act(mod, do="remove_puzzle", puzzle=ONE.id, why="two turns are as good")
    assert taken.status_code == 201
    assert client.get(f"{API}/puzzles").json()["withdrawn"] == [ONE.id]
    assert tries(solver, (ONE.id, True), (OTHER.id, True)).json()["tries"] == {OTHER.id: True}
    assert code(act(mod, do="remove_puzzle", puzzle=ONE.id, why="again")) == (404, "not_found")
    assert code(act(mod, do="remove_puzzle", puzzle="0" * 12, why="none such")) == (404, "not_found")
    assert code(act(mod, do="remove_puzzle", puzzle=OTHER.id))[0] == 400, "a reason is wanted"
    assert code(act(solver, do="remove_puzzle", puzzle=OTHER.id, why="mine")) == (403, "not_allowed")
    (noted,) = [line for line in desk(mod, "acts")["acts"] if line["what"] == "remove_puzzle"]
    assert (noted["detail"], noted["why"], noted["undoable"]) == (ONE.id, "two turns are as good", True)
    assert act(mod, do="undo", act=taken.json()["act"]).status_code == 201
    assert client.get(f"{API}/puzzles").json()["withdrawn"] == []
    assert tries(solver, (ONE.id, True)).json()["tries"] == {ONE.id: True, OTHER.id: True}


def test_a_puzzle_is_taken_away_at_the_machine(client: TestClient, capsys: pytest.CaptureFixture[str]) -> None:
    assert admin(client, "remove-puzzle", f"https://club.example/puzzles/{ONE.id}", "--why", "wrong") == 0
    assert client.get(f"{API}/puzzles").json()["withdrawn"] == [ONE.id]
    capsys.readouterr()
    admin(client, "log")
    line = capsys.readouterr().out
    assert f"remove_puzzle  {ONE.id}" in line.replace('""  ', "")
    assert admin(client, "undo", line.split()[0]) == 0
    assert client.get(f"{API}/puzzles").json()["withdrawn"] == []
    assert admin(client, "remove-puzzle", "0" * 12, "--why", "wrong") != 0
