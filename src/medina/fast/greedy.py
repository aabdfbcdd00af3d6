"""The greedy bot's look at a whole turn, compiled. It gives the same moves as the one in `medina.bots.simple`."""

# mypy: disable-error-code="no-any-return"

from __future__ import annotations

import numpy as np

from medina.fast._compile import entry, inner
from medina.fast.flow import play
from medina.fast.game import from_position
from medina.fast.layout import CELLS, LEFT, MAX_MOVES, PLAYERS, STABLE, TEA_MOVE, TURN, TURN_SIZE, Moves, State
from medina.fast.listing import copy_state, legal
from medina.fast.moves import move_texts
from medina.fast.scoring import score
from medina.rules import Move, Position


@inner
def standing(state: State, seat: int, points: State) -> int:
    """The seat's points less those of the best of the others."""
    score(state, points)
    best = -1
    for other in range(state[PLAYERS]):
        if other != seat:
            best = max(best, points[other])
    return points[seat] - best


@inner
def value_of_turn(state: State, seat: int, replies: Moves, after: State, points: State) -> int:
    """The best standing after the rest of the turn. Buildings and tea never change a score."""
    now = standing(state, seat, points)
    if state[TURN] != seat or state[LEFT] == state[TURN_SIZE]:
        return now
    best = -1000
    for index in range(legal(state, replies, after)):
        reply = replies[index]
        if reply < STABLE * CELLS or reply == TEA_MOVE:
            best = max(best, now)
            continue
        copy_state(after, state)
        play(after, reply)
        best = max(best, standing(after, seat, points))
    return best


@inner
def weigh_turns(
    state: State, moves: Moves, values: State, after: State, later: State, replies: Moves, points: State
) -> int:
    """Every legal first move with the value of the best turn that begins with it; says how many there are.

    The last four are room to work in.
    """
    count = legal(state, moves, after)
    for index in range(count):
        copy_state(after, state)
        play(after, moves[index])
        values[index] = value_of_turn(after, state[TURN], replies, later, points)
    return count


@entry
def turn_values(state: State, moves: Moves, values: State) -> int:
    """The same for callers without room."""
    replies = np.empty(MAX_MOVES, dtype=np.int32)
    points = np.empty(4, dtype=np.int64)
    return weigh_turns(state, moves, values, np.empty_like(state), np.empty_like(state), replies, points)


def best_of_turn(position: Position) -> list[Move]:
    """The first moves of the best turns, sorted."""
    state = from_position(position)
    moves = np.empty(MAX_MOVES, dtype=np.int32)
    values = np.empty(MAX_MOVES, dtype=np.int64)
    count = turn_values(state, moves, values)
    texts = move_texts(position.ruleset.players)
    best = values[:count].max()
    return [Move.parse(text) for text in sorted(texts[moves[index]] for index in range(count) if values[index] == best)]
