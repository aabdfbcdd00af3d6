"""Random games, one or many, without leaving compiled code."""

from __future__ import annotations

import numpy as np

from medina.fast._compile import entry, inner
from medina.fast.flow import play
from medina.fast.layout import MAX_MOVES, TURN, Moves, State, States
from medina.fast.listing import copy_state, legal
from medina.fast.mixing import STEP, mix
from medina.fast.scoring import score


@inner
def draw(chance: State, below: int) -> int:
    """A number from 0 up to `below` (`chance` holds the one word of state of splitmix64)."""
    word = np.uint64(chance[0]) + STEP
    chance[0] = np.int64(word)
    return int(((mix(word) >> np.uint64(32)) * np.uint64(below)) >> np.uint64(32))


@inner
def play_out(state: State, chance: State, moves: Moves, after: State) -> int:
    """Plays random legal moves to the end and says how many. `after` is room to try placements in."""
    placements = 0
    while state[TURN] >= 0:
        count = legal(state, moves, after)
        if count == 0:  # in no position that a game can come to
            return placements
        play(state, moves[draw(chance, count)])
        placements += 1
    return placements


@inner
def try_moves(state: State, moves: Moves, after: State, totals: States) -> int:
    """Everybody's points after each legal move, a row a move; says how many there are."""
    count = legal(state, moves, after)
    for index in range(count):
        copy_state(after, state)
        play(after, moves[index])
        score(after, totals[index])
    return count


@entry
def random_games(start: State, games: int, seed: int, totals: States) -> int:
    """Plays so many random games from a position; the scores go into `totals`, a row a game."""
    state = np.empty_like(start)
    after = np.empty_like(start)
    moves = np.empty(MAX_MOVES, dtype=np.int32)
    chance = np.array([seed], dtype=np.int64)
    placements = 0
    for game in range(games):
        copy_state(state, start)
        placements += play_out(state, chance, moves, after)
        score(state, totals[game])
    return placements


@entry
def list_moves(state: State, out: Moves) -> int:
    """The legal moves of one position; says how many."""
    return legal(state, out, np.empty_like(state))


@entry
def play_move(state: State, move: int) -> None:
    """Plays a legal move on this state."""
    play(state, move)


@entry
def score_state(state: State, points: State) -> None:
    """Live totals of the four seats."""
    score(state, points)
