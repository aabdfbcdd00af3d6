"""The compiled rules decide nothing: at every ply of random games they agree with medina.rules."""

from __future__ import annotations

import random
from functools import cache

import pytest

import medina
from medina import fast
from medina.fast.moves import move_texts
from support import random_switches

pytest.importorskip("numba")

COMBINATIONS = [
    (edition, players, gates)
    for edition, players in (("first", 3), ("first", 4), ("second", 2), ("second", 3), ("second", 4))
    for gates in (False, True)
]


def follow(position: medina.Position, seed: int, deep: float) -> int:
    """Plays one random game on both sides and compares; whole positions at a share `deep` of the plies."""
    chance = random.Random(seed)
    state = fast.from_position(position)
    names = move_texts(position.ruleset.players)
    codes = codes_of(position.ruleset.players)
    plies = 0
    while True:
        texts = [move.text for move in position.legal_moves]
        assert sorted(map(names.__getitem__, fast.legal_codes(state).tolist())) == texts
        assert tuple(fast.scores(state)) == position.scores
        if chance.random() < deep or not texts:
            assert fast.to_json(state) == medina.position_to_json(position)
        if not texts:
            return plies
        text = pick(texts, chance)
        position = position.play(text)
        fast.play_move(state, codes[text])
        plies += 1


@cache
def codes_of(players: int) -> dict[str, int]:
    return {text: code for code, text in enumerate(move_texts(players))}


def pick(texts: list[str], chance: random.Random) -> str:
    """By kind first, so that merchants, gates, roofs and passages are not drowned by buildings."""
    by_kind: dict[str, list[str]] = {}
    for text in texts:
        by_kind.setdefault("/" if "/" in text else text[0], []).append(text)
    return chance.choice(by_kind[chance.choice(sorted(by_kind))])


@pytest.mark.parametrize(("edition", "players", "gates"), COMBINATIONS)
@pytest.mark.parametrize("batch", range(4))
def test_random_games_are_the_same_at_every_ply(edition: str, players: int, gates: bool, batch: int) -> None:
    for game in range(20):
        seed = 1000 * batch + game
        start = medina.new_game(edition, players, gates, seed=seed)
        assert follow(start, seed, deep=0.05) > 40


@pytest.mark.parametrize("number", range(8))
def test_every_switch_is_the_same(number: int) -> None:
    chance = random.Random(number)
    for game in range(25):
        edition, players, gates = chance.choice(COMBINATIONS)
        switches = random_switches(chance)
        start = medina.new_game(medina.Ruleset.of(edition, players, gates, **switches), seed=game)
        assert follow(start, game, deep=0.2) > 40
