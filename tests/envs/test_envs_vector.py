"""Many games at once are the games of the rules: masks, starts, rewards and what a seat sees."""

from __future__ import annotations

import random
from itertools import permutations

import numpy as np
import pytest

pytest.importorskip("numba")

import medina
from medina.envs import BadAction, VectorGame
from medina.envs.observing import number_names, plane_names
from medina.fast.actions import FIRST_PASSAGE, action_count
from medina.rules.palace import Palace
from medina.rules.ruleset import PUBLIC_PIECES, STOCK_PIECES
from support import COMBINATIONS


def legal_texts(games: VectorGame, game: int) -> dict[str, int]:
    return {games.text(game, int(action)): int(action) for action in np.flatnonzero(games.masks[game])}


def pick(texts: dict[str, int], chance: random.Random) -> str:
    """By kind first, so that passages, gates and roofs are not drowned by buildings."""
    kind = chance.choice(sorted({"/" if "/" in text else text[0] for text in texts}))
    return chance.choice([text for text in sorted(texts) if (kind in text if kind == "/" else text[0] == kind)])


@pytest.mark.parametrize(("edition", "players", "gates"), COMBINATIONS)
def test_masks_are_the_legal_moves_at_every_ply(edition: str, players: int, gates: bool) -> None:
    chance = random.Random(players)
    games = VectorGame(2, edition, players, gates, seed=players)
    positions = [games.position(game) for game in range(len(games))]
    while not games.over.any():
        actions = []
        for game, position in enumerate(positions):
            texts = legal_texts(games, game)
            assert sorted(texts) == [move.text for move in position.legal_moves]
            assert games.seats[game] == position.turn
            text = pick(texts, chance)
            positions[game] = position.play(text)
            actions.append(texts[text])
        games.step(actions)
    for game, position in enumerate(positions):
        assert games.position(game) == position
        assert games.over[game] == (position.phase == "over")
        if games.over[game]:
            assert games.scores[game].tolist() == list(position.scores)


def test_passages_are_numbered_by_the_sides_they_join() -> None:
    """Street after street is led to a gate and through it."""
    found: dict[int, str] = {}
    games = VectorGame(40, "second", 2, True, seed=4)
    chance = np.random.default_rng(1)
    first, ring = FIRST_PASSAGE[0], 48
    liking = np.ones(games.actions)
    liking[5 * 140 : 6 * 140] = liking[8 * 140 : 8 * 140 + ring] = 30
    liking[first - ring :] = 1000
    for _ in range(150):
        for game, number in np.argwhere(games.masks[:, first:] & ~games.over[:, None]).tolist():
            if number not in found:
                found[number] = games.text(game, first + number)
                position = games.position(game)
                assert position.is_legal(found[number])
                gates = {name[0]: name for name, what in position.walls.items() if what == "gate"}
                leave, enter = list(permutations("NSWE", 2))[number]
                assert found[number].endswith(f"/{gates[leave]}")
                assert position.play(found[number]).used_gates == tuple(sorted((gates[leave], gates[enter])))
        games.step((games.masks * liking * chance.random(games.masks.shape)).argmax(1))
    assert len(found) >= 6


@pytest.mark.parametrize("players", [2, 3])
def test_the_numbering_without_gates_is_the_beginning_of_the_one_with(players: int) -> None:
    rows, columns = (10, 14) if players == 2 else (11, 16)
    cells, ring = rows * columns, 2 * (rows + columns)
    assert action_count(players, False) == 8 * cells + ring + 1
    assert action_count(players, True) == action_count(players, False) + ring + 12
    games = VectorGame(1, "second", players, seed=1)
    assert games.text(0, 0) == "Ga1"
    assert games.text(0, columns + 2) == "Gc2"
    assert games.text(0, 2 * cells - 1) == f"P{'abcdefghijklmnop'[columns - 1]}{rows}"
    assert games.text(0, 8 * cells) == "WNa"
    assert games.text(0, 8 * cells + ring) == "T"


def test_starts_are_those_of_the_rules() -> None:
    games = VectorGame(1500, "second", 2, seed=5)
    wells, markets = set(), set()
    for planes in games.observe().planes:
        (well,), (market,) = np.argwhere(planes[8]).tolist(), np.argwhere(planes[5]).tolist()
        assert well != market
        wells.add(tuple(well))
        markets.add(tuple(market))
    inner = {(row, column) for row in range(2, 10) for column in range(2, 14)}
    assert (wells, markets) == (inner, inner)


def test_a_start_is_the_position_that_the_rules_set_up() -> None:
    for edition, players, gates in COMBINATIONS:
        games = VectorGame(2, edition, players, gates, seed=2)
        for game in range(2):
            position = games.position(game)
            market = position.streets[0][0] if position.streets else None
            assert position == medina.new_game(edition, players, gates, well=position.well, market=market)


def test_a_seed_gives_the_same_games() -> None:
    def play(seed: int) -> list[list[int]]:
        games = VectorGame(20, "second", 3, seed=seed)
        rows = []
        for _ in range(300):
            actions = games.sample().tolist()
            rows.append(actions)
            games.step(actions)
        return rows

    assert play(3) == play(3)
    assert play(3) != play(4)


def test_games_that_are_over_begin_anew() -> None:
    games = VectorGame(50, "second", 4, seed=1, reward="margin")
    ended = 0
    for _ in range(250):
        over = games.over.copy()
        games.step(games.sample())
        assert not games.over[over].any()
        assert not games.rewards[~games.over].any()
        if over.any():
            assert not games.observe().planes[over, :4].any()
        ended += int(over.sum())
    assert ended > 40


def test_rewards_go_by_place_score_or_margin() -> None:
    wanted = {
        "score": lambda scores, seat: scores[seat],
        "margin": lambda scores, seat: scores[seat] - max(scores[:seat] + scores[seat + 1 :]),
        "place": lambda scores, seat: (
            (sum(other < scores[seat] for other in scores) - sum(other > scores[seat] for other in scores))
            / (len(scores) - 1)
        ),
    }
    for kind, value in wanted.items():
        games = VectorGame(30, "second", 3, seed=1, reward=kind)
        ended = 0
        while ended < 20:
            games.step(games.sample())
            for game in np.flatnonzero(games.over):
                scores = games.scores[game].tolist()
                assert games.rewards[game].tolist() == [value(scores, seat) for seat in range(3)]
                ended += 1


def test_an_illegal_action_changes_nothing() -> None:
    games = VectorGame(4, "second", 2, seed=1)
    before, actions = games.masks.copy(), games.sample().copy()
    for bad in (int(np.flatnonzero(games.masks[2] == 0)[0]), -1, games.actions):
        with pytest.raises(BadAction, match="game 2"):
            games.step([*actions[:2], bad, actions[3]])
        assert (games.masks == before).all()
    with pytest.raises(BadAction):
        games.step(actions[:3])


def test_unknown_choices_are_refused() -> None:
    with pytest.raises(medina.MedinaError, match="place, score, margin"):
        VectorGame(1, reward="win")
    with pytest.raises(medina.BadRuleset):
        VectorGame(1, "first", 2)


def test_a_learner_has_one_seat_and_every_seat_in_time() -> None:
    games = VectorGame(60, "second", 3, seed=1, opponent="random")
    seen = set(games.seats.tolist())
    for _ in range(120):
        seats, over = games.seats.copy(), games.over.copy()
        for game in np.flatnonzero(~over)[:2]:
            assert games.position(game).turn == seats[game]
        games.step(games.sample())
        assert (games.seats == seats)[~over].all()
        seen |= set(games.seats.tolist())
    assert seen == {0, 1, 2}


# What a seat sees


def middle_games(edition: str, players: int, gates: bool) -> VectorGame:
    games = VectorGame(4, edition, players, gates, seed=7)
    for _ in range(60):
        games.step(games.sample())
    return games


def cells_on(plane: np.ndarray, position: medina.Position) -> set[str]:
    """The names of the cells and wall cells that are marked."""
    names = set()
    for row, column in np.argwhere(plane).tolist():
        letter = " abcdefghijklmnop "[column]
        if row in (0, position.rows + 1):
            names.add(f"{'N' if row else 'S'}{letter}")
        elif column in (0, position.columns + 1):
            names.add(f"{'E' if column else 'W'}{row}")
        else:
            names.add(f"{letter}{row}")
    return names


@pytest.mark.parametrize(
    ("edition", "players", "gates"), [("second", 2, False), ("first", 3, True), ("second", 4, True)]
)
def test_planes_show_the_city(edition: str, players: int, gates: bool) -> None:
    games = middle_games(edition, players, gates)
    for seat in range(players):
        planes = games.observe(seat).planes
        for game in range(len(games)):
            position = games.position(game)
            shown = {
                name: cells_on(plane, position) for name, plane in zip(plane_names(players), planes[game], strict=True)
            }
            assert shown == expected_planes(position, seat)


def expected_planes(position: medina.Position, seat: int) -> dict[str, set[str]]:
    def standing(what: str) -> set[str]:
        return {cell for cell, piece in position.cells.items() if piece == what}

    def palaces(wanted: list[Palace]) -> set[str]:
        return {cell for palace in wanted for cell in (*palace.buildings, *palace.stables)}

    players = position.ruleset.players
    walls = position.walls
    streets = position.streets
    holders = [p for p in position.palaces if p.buildings[0] == position.palace_tile_palaces[p.colour]]
    return {
        **{name: standing(letter) for name, letter in zip(("grey", "purple", "brown", "orange"), "GPBO", strict=True)},
        "stable": standing("S"),
        "merchant": standing("M"),
        "street end": {street[end] for street in streets for end in (0, -1)},
        "street of one": {street[0] for street in streets if len(street) == 1},
        "well": standing("well"),
        "wall": {name for name, what in walls.items() if what == "wall"},
        "gate": {name for name, what in walls.items() if what == "gate"},
        "used gate": set(position.used_gates),
        "palace with its tile": palaces(holders),
        "neutral roof": palaces([p for p in position.palaces if p.roof == "neutral"]),
        **{
            f"roof of seat {step}": palaces([p for p in position.palaces if p.roof == (seat + step) % players])
            for step in range(players)
        },
    }


@pytest.mark.parametrize("stocks", ["hidden", "open"])
@pytest.mark.parametrize("edition", ["first", "second"])
def test_numbers_tell_what_the_seat_may_know(edition: str, stocks: str) -> None:
    games = VectorGame(40, edition, 3, True, seed=3, stocks=stocks)
    ended = 0
    for ply in range(160):
        games.step(games.sample())
        if ply % 40 and not games.over.any():
            continue
        for game in {0, *np.flatnonzero(games.over).tolist()} if ended < 3 else {0}:
            position = games.position(game)
            ended += position.phase == "over"
            for seat in range(3):
                values = games.observe(seat).numbers[game].tolist()
                assert dict(zip(number_names(3), values, strict=True)) == expected_numbers(position, seat, stocks)
    assert ended


def expected_numbers(position: medina.Position, seat: int, stocks: str) -> dict[str, int]:
    found: dict[str, int] = {}
    open_now = stocks == "open" or position.phase == "over"
    for step in range(3):
        other = (seat + step) % 3
        for letter in STOCK_PIECES + "T":
            seen = step == 0 or open_now or letter in PUBLIC_PIECES
            found[f"seat {step}: stock {letter}"] = position.stocks[other][letter] if seen else 0
        found[f"seat {step}: out"] = position.out[other]
        found[f"seat {step}: first turn done"] = position.first_turn_done[other]
        found[f"seat {step}: score"] = position.scores[other]
        found[f"seat {step} is to place"] = position.turn == other
        found[f"this is seat number {step}"] = seat == step
        for letter, owner in position.palace_tiles.items():
            found[f"seat {step}: palace tile {letter}"] = owner == other
            found[f"neutral palace tile {letter}"] = owner == "neutral"
        for tower, owner in position.tower_tiles.items():
            found[f"seat {step}: tower tile {tower}"] = owner == other
            found[f"neutral tower tile {tower}"] = owner == "neutral"
    found["founding"] = position.phase == "founding"
    found["over"] = position.phase == "over"
    found["placements left"] = position.placements_left
    found["turn size"] = position.turn_size
    found["roofed this turn"] = position.roofed_this_turn
    found["tea left"] = position.tea_left
    found["spare gate"] = position.spare_gate
    for tower, merchants in position.tower_merchants.items():
        found[f"merchants on tower {tower}"] = merchants
    for side, ring in zip("NSWE", position.state.sides, strict=True):
        found[f"walls from the low end, {side}"], found[f"walls from the high end, {side}"] = ring.low, ring.high
    return found
