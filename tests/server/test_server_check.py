"""The editor's judge: over positions of random games with random damage, `/check` says what the reader says."""

from __future__ import annotations

import random
from itertools import islice

from starlette.testclient import TestClient

from damage import FOLLOWS, damage, positions
from medina import BadPosition, complete_position, position_from_json, position_to_json

API = "/api/v1"
POSITIONS = 250


def verdict(data: object) -> tuple[str, str | None, list[str]] | None:
    """What the reader has against it: the sentence, the rule and where."""
    try:
        position_from_json(data)
    except BadPosition as error:
        return error.message, error.rule, list(error.cells)
    return None


def test_the_editors_judge_says_what_the_reader_says(client: TestClient) -> None:
    rng = random.Random(14)
    rules: set[str | None] = set()
    accepted = 0
    for data in islice(positions(rng), POSITIONS):
        damage(data, rng)
        answer = client.post(f"{API}/check", json={"position": data})
        assert answer.status_code == 200, answer.text
        found = answer.json()
        told = [(fault["message"], fault["rule"], fault["cells"]) for fault in found["faults"]]
        try:
            expected = verdict(complete_position(data))
        except BadPosition as error:
            expected = (error.message, error.rule, list(error.cells))
        assert (told[0] if told else None) == expected, data
        if expected is None:
            accepted += 1
            assert position_to_json(position_from_json(found["position"])) == found["position"]
        if all(data[name] is not None for name in FOLLOWS):
            assert verdict(data) == expected
        rules |= {rule for _, rule, _ in told}
    assert 60 < accepted < POSITIONS - 60
    assert rules >= {
        "2",
        "3.1",
        "4.1",
        "4.2",
        "5.1",
        "5.2",
        "5.4",
        "5.6",
        "5.7",
        "7.1",
        "8.1",
        "9.1",
        "10.1",
        "12.3",
        "16.1",
    }
