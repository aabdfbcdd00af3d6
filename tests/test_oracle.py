"""The medina package against the independent oracle, answer by answer, over random games of every combination.

A few dozen games for every run of the suite; `scripts/compare_engines.py` plays thousands, over the engine protocol.
"""

import random
from dataclasses import replace

import pytest

from oracle import new_game, position_json
from oracle.compare import Comparison, random_rules
from oracle.endings import random_endings
from oracle.engines import PythonApi
from oracle.gate_cities import WALKERS, random_gate_city
from oracle.made import KINDS, compare_made
from oracle.policies import policies_of_a_game
from oracle.state import Rules
from oracle.tally import Difference, Effort, Tally

EDITIONS = [("first", 3), ("first", 4), ("second", 2), ("second", 3), ("second", 4)]
COMBINATIONS = [(edition, players, gates) for edition, players in EDITIONS for gates in (False, True)]


def told(difference: Difference) -> str:
    return (
        f"{difference.what}\n{difference.rules}\n{difference.record}move {difference.move}\n"
        f"oracle {difference.oracle}\nmedina {difference.engine}"
    )


def assert_same(tally: Tally) -> None:
    assert not tally.differences, "\n\n".join(told(difference) for difference in tally.differences[:3])


@pytest.mark.parametrize(("edition", "players", "gates"), COMBINATIONS)
@pytest.mark.parametrize("switches", ["default", "any"])
def test_whole_games(edition: str, players: int, gates: bool, switches: str) -> None:
    rng = random.Random(f"{edition} {players} {gates} {switches}")
    rules = Rules.of(edition, players, gates)
    if switches == "any":
        rules = random_rules(edition, players, gates, rng)
    policies = policies_of_a_game(players, rng)
    tally = Comparison(PythonApi(), rules, policies, rng, Effort(full_whys=1, whys=9)).run()
    assert_same(tally)
    assert tally.plies > 60
    assert tally.loaded > 0


@pytest.mark.parametrize(("edition", "players", "gates"), COMBINATIONS)
def test_ends_of_games(edition: str, players: int, gates: bool) -> None:
    rng = random.Random(f"end {edition} {players} {gates}")
    rules = random_rules(edition, players, gates, rng)
    for start in random_endings(rules, rng, 4):
        policies = policies_of_a_game(players, rng)
        assert_same(Comparison(PythonApi(), rules, policies, rng, Effort(full_whys=0, whys=12)).run_from(start))


@pytest.mark.parametrize(("edition", "players"), EDITIONS)
def test_streets_through_gates(edition: str, players: int) -> None:
    rng = random.Random(f"gates {edition} {players}")
    rules = random_rules(edition, players, True, rng)
    passages = 0
    for _ in range(4):
        start = random_gate_city(rules, rng)
        policies = [rng.choice(WALKERS) for _ in range(players)]
        tally = Comparison(PythonApi(), rules, policies, rng, Effort(full_whys=0, whys=12)).run_from(start)
        assert_same(tally)
        passages += tally.hits["16.4 passage"]
    assert passages > 0


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("edition", "players"), EDITIONS)
def test_positions_made_for_a_rule(kind: str, edition: str, players: int) -> None:
    rng = random.Random(f"{kind} {edition} {players}")
    game = (edition, players, rng.random() < 0.5)
    tally = compare_made(PythonApi(), kind, game, rng, Effort(full_whys=0, whys=6), count=2)
    assert_same(tally)
    assert tally.made[kind] == 2


@pytest.mark.parametrize(("edition", "players"), EDITIONS)
def test_positions_of_version_1_have_its_switches(edition: str, players: int) -> None:
    """A position without `rules` bars no placement and connects by tower, whatever its options say."""
    rules = Rules.of(edition, players, last_player_roofs=True)
    then = Rules.of(edition, players, last_player_roofs=False, both_placements=False, connection="tower")
    state = new_game(rules, seed=1)
    old = position_json(state)
    del old["rules"], old["options"]["both_placements"], old["options"]["connection"]
    read = PythonApi().ask([{"cmd": "set", "position": old}])[0]["position"]
    assert read == position_json(replace(state, rules=then))
