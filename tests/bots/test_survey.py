"""What the bots see of palaces and scores is what the rules say they are worth."""

from __future__ import annotations

import random

import pytest

import medina
from medina import fast

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
