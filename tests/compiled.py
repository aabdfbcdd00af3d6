"""Compiled code of the tests' own, kept beside the package's so that `scripts/compile_all.py` can make it early."""

from __future__ import annotations

import numpy as np

from medina.bots.features import find_features, find_features_after
from medina.bots.network import Weights, remember
from medina.bots.survey import Scratch
from medina.fast._compile import entry
from medina.fast.flow import play
from medina.fast.layout import MAX_MOVES, TURN, State
from medina.fast.listing import copy_state, legal
from medina.fast.playout import draw


@entry
def look_at(state: State, scratch: Scratch) -> None:
    """What the bots see of a position, into the scratch."""
    find_features(state, scratch)


@entry
def count_differences(state: State, weights: Weights, scratch: Scratch, fresh: Scratch, chance: State) -> int:
    """Plays a random game to the end; every move of every position is looked at in both ways."""
    moves, after, different = np.empty(MAX_MOVES, dtype=np.int32), state.copy(), 0
    while state[TURN] >= 0:
        remember(state, weights, scratch)
        count = legal(state, moves, after)
        for index in range(count):
            copy_state(after, state)
            play(after, moves[index])
            find_features_after(after, state, scratch)
            find_features(after, fresh)
            different += (scratch.seats != fresh.seats).sum() + (scratch.shared != fresh.shared).sum()
            different += (scratch.points != fresh.points).sum()
        play(state, moves[draw(chance, count)])
    return different
