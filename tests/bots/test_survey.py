"""What the bots see of palaces and scores is what the rules say they are worth."""

from __future__ import annotations

import random
from typing import NamedTuple

import pytest

import medina
from medina import fast
from medina.rules.effects import newly_connected
from medina.rules.palace import PalaceCells

pytest.importorskip("numba")


@pytest.mark.parametrize("players", [2, 4])
def test_the_survey_adds_up_as_the_rules_do(players: int) -> None:
    from compiled import look_at
    from medina.bots.features import new_scratch
    from medina.bots.survey import CONNECTED, POINTS

    scratch, chance = new_scratch(1), random.Random(players)
    position = medina.new_game("second", players, gates=True, seed=players)
    while position.phase != "over":
        look_at(fast.from_position(position), scratch)
        seen = scratch.survey[: len(position.palaces)]
        assert list(seen[:, POINTS]) == [palace.points for palace in position.palaces]
        towers = [tuple(tower + 1 for tower in range(4) if bits >> tower & 1) for bits in seen[:, CONNECTED]]
        assert towers == [palace.towers for palace in position.palaces]
        assert tuple(scratch.points[:players]) == position.scores
        position = position.play(chance.choice(position.legal_moves))


@pytest.mark.parametrize(
    ("edition", "players", "connection"),
    [("second", 2, "tower"), ("first", 4, "row"), ("first", 3, "row"), ("second", 3, "every")],
)
def test_the_survey_sees_what_the_next_wall_and_merchant_bring(edition: str, players: int, connection: str) -> None:
    """Every wall and merchant that may come is played by the rules, and palaces compared before and after."""
    from compiled import look_at
    from medina.bots.features import new_scratch
    from medina.bots.survey import MERCHANT_NEXT, TOWERS_AT, WALL_AT

    scratch, chance = new_scratch(1), random.Random(players)
    rules = medina.Ruleset.of(edition, players, connection=connection)
    position, compared = medina.new_game(rules, seed=players), 0
    while position.phase != "over":
        kinds = {str(move)[0] for move in position.legal_moves}
        if {"M", "W"} <= kinds and chance.random() < 0.3:
            look_at(fast.from_position(position), scratch)
            seen = scratch.survey[: len(position.palaces)]
            for later, row in zip(_palaces_after(position, "M"), seen, strict=True):
                assert later.points == row[MERCHANT_NEXT]
                compared += 1
            for later, row in zip(_palaces_after(position, "W"), seen, strict=True):
                corner = later.points - row[WALL_AT]  # a cell in a corner counts once for the walls on both sides
                assert corner in (0, 1)
                assert row[WALL_AT] > 0 or corner == 0
                compared += 1
            for palace, row in zip(position.state.palaces, seen, strict=True):
                assert row[TOWERS_AT] == sum(1 << tower - 1 for tower in _connected_anew(position, palace))
        position = position.play(chance.choice(position.legal_moves))
    assert compared > 20


class _Gain(NamedTuple):
    """What a palace wins by all placements of a kind together."""

    points: int


def _palaces_after(position: medina.Position, kind: str) -> list[_Gain]:
    after = [position.play(move).palaces for move in position.legal_moves if str(move)[0] == kind]
    return [
        _Gain(sum(palaces[number].points - palace.points for palaces in after))
        for number, palace in enumerate(position.palaces)
    ]


def _connected_anew(position: medina.Position, palace: PalaceCells) -> set[int]:
    """13.4: the towers to which the next wall of some row would connect the palace anew."""
    state, towers = position.state, set()
    for move in position.legal_moves:
        if move.piece == "W":
            side, place = state.board.wall_place[move.cell or ""]
            if palace.cells >> state.board.fronts[side][place] & 1:
                towers |= newly_connected(state, palace.cells, {(side, state.sides[side].end_of(place))})
    return towers
