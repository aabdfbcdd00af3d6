"""The editor's judge: over positions of random games with random damage, `/check` says what the reader says."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from itertools import islice
from typing import Any

from starlette.testclient import TestClient

import medina
from medina import BadPosition, complete_position, position_from_json, position_to_json
from support import COMBINATIONS, SWITCHES

API = "/api/v1"
POSITIONS = 250
FOLLOWS = ("stock", "out", "tea_left", "palace_tiles", "scores", "tower_merchants", "spare_gate")
"""What a position may leave out."""


def positions(rng: random.Random) -> Iterator[dict[str, Any]]:
    """Moments of random games of all kinds, without end."""
    while True:
        edition, players, gates = rng.choice(COMBINATIONS)
        switches = {name: rng.choice(SWITCHES[name]) for name in rng.sample([*SWITCHES], rng.randrange(3))}
        position = medina.new_game(medina.Ruleset.of(edition, players, gates, **switches), seed=rng.randrange(10**6))
        while position.phase != "over":
            yield from (copy.deepcopy(dict(position_to_json(position))) for _ in range(2))
            for _ in range(rng.randrange(1, 12)):
                if position.phase != "over":
                    position = position.play(rng.choice(position.legal_moves))


def damage(data: dict[str, Any], rng: random.Random) -> None:
    """As somebody who clicks about leaves it: pieces put, taken and moved, hands and turns changed."""
    for _ in range(rng.randrange(4)):
        rng.choice(DAMAGE)(data, rng)


def some_cell(data: dict[str, Any], rng: random.Random) -> str:
    columns, rows = (14, 10) if data["players"] == 2 else (16, 11)
    return f"{'abcdefghijklmnop'[rng.randrange(columns)]}{rng.randint(1, rows)}"


def build(data: dict[str, Any], rng: random.Random) -> None:
    cell, colour = some_cell(data, rng), rng.choice("GPBO")
    data["palaces"].append({"colour": colour, "buildings": [cell], "stables": [], "roof": None})
    data["cells"][cell] = colour


def enlarge(data: dict[str, Any], rng: random.Random) -> None:
    if data["palaces"]:
        cell, palace = some_cell(data, rng), rng.choice(data["palaces"])
        palace[rng.choice(["buildings", "stables"])].append(cell)
        data["cells"][cell] = palace["colour"]


def roof(data: dict[str, Any], rng: random.Random) -> None:
    if data["palaces"]:
        rng.choice(data["palaces"])["roof"] = rng.choice([None, "neutral", *range(data["players"])])


def trade(data: dict[str, Any], rng: random.Random) -> None:
    cell = some_cell(data, rng)
    data["cells"][cell] = "M"
    if data["streets"] and rng.random() < 0.7:
        rng.choice(data["streets"]).append(cell)
    else:
        data["streets"].append([cell])


def leave(data: dict[str, Any], rng: random.Random) -> None:
    if data["streets"]:
        street = rng.choice(data["streets"])
        data["cells"].pop(street.pop(rng.randrange(len(street))), None)
        data["streets"] = [street for street in data["streets"] if street]


def fortify(data: dict[str, Any], rng: random.Random) -> None:
    cell = rng.choice("NSWE") + rng.choice("abcdefgh12345678")
    data["walls"][cell] = rng.choice(["wall", "wall", "gate"])


def hold(data: dict[str, Any], rng: random.Random) -> None:
    rng.choice(data["stock"])[rng.choice("GPBOSMWRNDT")] = rng.choice([0, 0, 1, 2, 9, 40, -1])


def turn(data: dict[str, Any], rng: random.Random) -> None:
    data[rng.choice(["turn", "placements_left", "turn_size"])] = rng.randrange(4)


def hand_out(data: dict[str, Any], rng: random.Random) -> None:
    colour, first = rng.choice("GPBO"), rng.choice([None, *(palace["buildings"][0] for palace in data["palaces"])])
    data["palace_tile_palaces"][colour] = first


def switch(data: dict[str, Any], rng: random.Random) -> None:
    name = rng.choice([*SWITCHES])
    data["options"][name] = rng.choice([value for value in SWITCHES[name] if value != data["options"][name]])


def forget(data: dict[str, Any], rng: random.Random) -> None:
    data[rng.choice(FOLLOWS)] = None


DAMAGE = [build, enlarge, roof, trade, leave, fortify, hold, turn, hand_out, switch, forget]


def verdict(data: object) -> tuple[str, str | None, list[str]] | None:
    """What the reader has against it: the sentence, the rule and where."""
    try:
        position_from_json(data)
    except BadPosition as error:
        return error.message, error.rule, list(error.cells)
    return None


def test_the_editors_judge_says_what_the_reader_says(client: TestClient) -> None:
    rng = random.Random(13)
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
    assert rules >= {"2", "3.1", "4.1", "4.2", "5.1", "5.2", "5.6", "5.7", "7.1", "8.1", "9.1", "10.1", "12.3", "16.1"}
