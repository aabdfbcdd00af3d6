"""Positions of random games, changed at random as somebody at the editor changes them; many become impossible."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from typing import Any

import medina
from medina import position_to_json
from support import COMBINATIONS, SWITCHES

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
    if rng.random() < 0.2:
        data[rng.choice(FOLLOWS)] = None


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


def move_piece(data: dict[str, Any], rng: random.Random) -> None:
    """Take one piece of a palace or a street to another cell."""
    lists = [palace[kind] for palace in data["palaces"] for kind in ("buildings", "stables") if palace[kind]]
    lists += data["streets"]
    if lists:
        pieces, cell = rng.choice(lists), some_cell(data, rng)
        number = rng.randrange(len(pieces))
        data["cells"][cell] = data["cells"].pop(pieces[number], "M")
        pieces[number] = cell


def win_tower(data: dict[str, Any], rng: random.Random) -> None:
    tower = rng.choice("1234")
    data["tower_tiles"][tower] = rng.choice([None, "neutral", *range(data["players"])])
    data["tower_merchants"][tower] = rng.choice([0, 0, 1, 2, 3])


def flag(data: dict[str, Any], rng: random.Random) -> None:
    """Change what a position remembers of the turn, of first turns and of gates."""
    name = rng.choice(["roofed_this_turn", "spare_gate", "first_turn_done", "used_gates"])
    if name == "first_turn_done":
        data[name][rng.randrange(data["players"])] ^= True
    elif name == "used_gates":
        gates = [wall for wall, kind in data["walls"].items() if kind == "gate"]
        data[name] = sorted(gate for gate in gates if rng.random() < 0.5)
    else:
        data[name] = not data[name]


DAMAGE = [
    build,
    enlarge,
    roof,
    trade,
    leave,
    fortify,
    hold,
    turn,
    hand_out,
    switch,
    move_piece,
    win_tower,
    flag,
]
