"""Positions with one hash are one position to the search: two orders of a turn share one only if they end equally."""

from __future__ import annotations

import random
from typing import Any

import pytest

import medina
from medina import fast
from medina.fast.game import legal_texts, play_text, to_json
from medina.fast.layout import HASH, LEFT, ROOFED, TURN, State
from support import COMBINATIONS, random_switches


def key_of(state: State) -> tuple[int, ...]:
    """What the search looks a position up by."""
    return tuple(int(state[field]) for field in (HASH, TURN, ROOFED, LEFT))


def content_of(state: State) -> dict[str, Any]:
    """The position, but for the order in which palaces and streets were begun, on which nothing depends."""
    position = to_json(state)
    return {**position, "palaces": sorted(position["palaces"], key=str), "streets": sorted(position["streets"])}


def both_orders(state: State, first: str, second: str) -> tuple[State, State] | None:
    """The states after two placements in either order, where both orders are one legal turn."""
    ends = []
    for one, other in ((first, second), (second, first)):
        between = play_text(state, one)
        if between[TURN] != state[TURN] or other not in legal_texts(between):
            return None
        ends.append(play_text(between, other))
    return ends[0], ends[1]


def compare_orders(seed: int) -> tuple[int, int]:
    """Compare turns of one random game in both orders; how many were compared, and how many ended differently."""
    chance = random.Random(seed)
    edition, players, gates = chance.choice(COMBINATIONS)
    rules = medina.Ruleset.of(edition, players, gates, **random_switches(chance))
    state = fast.from_position(medina.new_game(rules, seed=seed))
    compared = different = 0
    while state[TURN] >= 0:
        legal = legal_texts(state)
        if state[LEFT] == 2:
            telling = [move for move in legal if move[0] in "RNSW"] or legal
            for _ in range(6):
                ends = both_orders(state, chance.choice(telling), chance.choice(legal))
                if ends is not None:
                    compared += 1
                    is_equal = content_of(ends[0]) == content_of(ends[1])
                    different += not is_equal
                    assert (key_of(ends[0]) == key_of(ends[1])) is is_equal
        kinds = sorted({move[0] for move in legal})
        kind = chance.choice(kinds)
        state = play_text(state, chance.choice([move for move in legal if move[0] == kind]))
    return compared, different


@pytest.mark.parametrize("part", range(3))
def test_two_orders_of_a_turn_share_a_hash_only_if_they_end_equally(part: int) -> None:
    counts = [compare_orders(100 * part + number) for number in range(4)]
    assert sum(compared for compared, _ in counts) > 150
    assert sum(different for _, different in counts) > 1


def test_the_turn_of_a_puzzle_whose_orders_give_a_tower_tile_to_different_seats() -> None:
    """Roof first, and the wall connects the roofed palace; wall first, and the roof takes what others lost."""
    rules = medina.Ruleset.of("second", 3, tower_merchants=False)
    start = medina.new_game(rules, well="k6", market="c3")
    data = dict(medina.position_to_json(start))
    del data["scores"], data["palace_tiles"]
    data["cells"] = {"k6": "well", "c3": "M", "a10": "G", "c11": "P"}
    data["palaces"] = [
        {"colour": "G", "buildings": ["a10"], "stables": [], "roof": None},
        {"colour": "P", "buildings": ["c11"], "stables": [], "roof": 1},
    ]
    data["walls"] = {"Na": "wall", "Nb": "wall", "W11": "wall", "W10": "wall"}
    data |= {"placements_left": 2, "turn_size": 2, "first_turn_done": [True] * 3, "tea_left": 3}
    data["palace_tile_palaces"] = {"G": None, "P": "c11", "B": None, "O": None}
    state = fast.from_position(medina.position_from_json(data))
    ends = both_orders(state, "Ra10", "WNc")
    assert ends is not None
    tiles = [to_json(end)["tower_tiles"]["1"] for end in ends]
    assert tiles == [1, 0]
    assert key_of(ends[0]) != key_of(ends[1])
