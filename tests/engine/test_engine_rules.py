"""The engine decides nothing: at every ply of random games it agrees with medina.rules."""

from __future__ import annotations

import json
import random

import msgspec
import pytest

import medina
from medina.bots.simple import best_of_turn
from medina.engine import Game
from medina.rules.ruleset import PLAYERS
from medina.server.schema import DetailsOf
from medina.table.questions import palace_details, previews, sheets
from support import random_switches

COMBINATIONS = [
    (edition, players, gates) for edition in PLAYERS for players in PLAYERS[edition] for gates in (False, True)
]


def follow(position: medina.Position, chance: random.Random, deep: float) -> int:
    """Play a random game on both sides and compare: moves and scores at every ply, everything at a share `deep`."""
    game, plies = Game(position), 0
    while True:
        moves = [move.text for move in position.legal_moves]
        assert game.moves == moves
        assert tuple(game.scores) == position.scores
        assert game.turn == position.turn
        if chance.random() < deep or not moves:
            compare(game, position)
        if not moves:
            return plies
        move = pick(moves, chance)
        game.play(move)
        position = position.play(move)
        plies += 1


def compare(game: Game, position: medina.Position) -> None:
    told = DetailsOf(sheets=list(sheets(position)), palaces=list(palace_details(position)))
    assert game.position == medina.position_to_json(position)
    assert Game(game.position).state == Game(position).state
    assert game.details == json.loads(msgspec.json.encode(told))
    assert game.previews == {move: list(changes) for move, changes in previews(position).items()}
    if position.legal_moves:
        assert game.greediest == [move.text for move in best_of_turn(position)]


def pick(moves: list[str], chance: random.Random) -> str:
    """By kind first, so that merchants, gates, roofs and passages are not drowned by buildings."""
    kinds: dict[str, list[str]] = {}
    for move in moves:
        kinds.setdefault("/" if "/" in move else move[0], []).append(move)
    return chance.choice(kinds[chance.choice(sorted(kinds))])


@pytest.mark.parametrize(("edition", "players", "gates"), COMBINATIONS)
def test_random_games_are_the_same_at_every_ply(edition: str, players: int, gates: bool) -> None:
    for seed in range(5):
        assert follow(medina.new_game(edition, players, gates, seed=seed), random.Random(seed), deep=0.01) > 40


@pytest.mark.parametrize("number", range(4))
def test_every_switch_is_the_same(number: int) -> None:
    chance = random.Random(number)
    for game in range(6):
        edition, players, gates = chance.choice(COMBINATIONS)
        rules = medina.Ruleset.of(edition, players, gates, **random_switches(chance))
        assert follow(medina.new_game(rules, seed=game), chance, deep=0.01) > 40


def test_what_is_not_legal_is_not_played() -> None:
    game = Game(medina.new_game(seed=1))
    before = game.state
    for move in ("Ga99", "", "T", "Rb2"):
        with pytest.raises(ValueError, match="not legal"):
            game.play(move)
    assert game.state == before


def test_random_games_leave_the_position_alone() -> None:
    game = Game(medina.new_game("second", 3, seed=1))
    before = game.state
    ends = game.random_games(20, seed=4)
    assert game.state == before
    assert len({tuple(end) for end in ends}) > 10
    assert game.random_games(20, seed=4) == ends
    assert all(len(end) == 3 and 0 <= min(end) <= max(end) < 150 for end in ends)


def test_random_games_are_those_of_native_code() -> None:
    np = pytest.importorskip("numpy")
    from medina import fast

    start = medina.new_game("first", 4, True, seed=3)
    totals = np.zeros((15, 4), dtype=np.int64)
    fast.random_games(fast.from_position(start), 15, 7, totals)
    assert Game(start).random_games(15, seed=7) == totals.tolist()
