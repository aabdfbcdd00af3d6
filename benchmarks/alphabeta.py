"""Alpha-beta on the live score, the road other programs take: to measure ourselves against, and to check tactics with.

Everybody else plays against the seat that thinks (paranoid), so it works for any number of players.
"""

# mypy: disable-error-code="no-any-return"

from __future__ import annotations

import random
import time
from typing import Final, NamedTuple

import numba
import numpy as np

from medina.bots.base import Bot, Budget, check_playable
from medina.bots.team import deadline_of
from medina.fast._compile import inner
from medina.fast.flow import play
from medina.fast.game import from_position, legal_codes
from medina.fast.greedy import standing
from medina.fast.layout import MAX_MOVES, STATE_SIZE, TURN, Moves, State, States
from medina.fast.listing import copy_state, legal
from medina.fast.moves import move_texts
from medina.rules import Move, Position

DEEPEST: Final = 12
FAR: Final = 10_000


class Stack(NamedTuple):
    """Room for every depth, and a count of positions with its limit."""

    states: States
    moves: Moves
    values: States
    points: State
    visits: State


def new_stack(limit: int) -> Stack:
    """An empty stack that may look at so many positions."""
    return Stack(
        np.zeros((DEEPEST + 2, STATE_SIZE), dtype=np.int64),
        np.zeros((DEEPEST + 2, MAX_MOVES), dtype=np.int32),
        np.zeros((DEEPEST + 2, MAX_MOVES), dtype=np.int64),
        np.zeros(4, dtype=np.int64),
        np.array([0, limit], dtype=np.int64),
    )


@inner
def _order(stack: Stack, ply: int, seat: int, best_first: bool) -> int:
    """Lists the moves of a ply, the most telling first."""
    state, after = stack.states[ply], stack.states[ply + 1]
    moves, values = stack.moves[ply], stack.values[ply]
    count = legal(state, moves, after)
    for index in range(count):
        copy_state(after, state)
        play(after, moves[index])
        value = standing(after, seat, stack.points)
        values[index] = value if best_first else -value
    stack.visits[0] += count
    for index in range(1, count):
        move, value, place = moves[index], values[index], index
        while place > 0 and values[place - 1] < value:
            moves[place], values[place] = moves[place - 1], values[place - 1]
            place -= 1
        moves[place], values[place] = move, value
    return count


@inner
def _search(stack: Stack, ply: int, depth: int, seat: int, low: int, high: int, width: int) -> int:
    """The standing of the seat after so many more placements, if everybody plays on for or against it."""
    state = stack.states[ply]
    if state[TURN] < 0 or depth == 0 or stack.visits[0] > stack.visits[1]:
        return standing(state, seat, stack.points)
    mine = state[TURN] == seat
    count = min(width, _order(stack, ply, seat, mine))
    if depth == 1:
        value = stack.values[ply, 0]
        return value if mine else -value
    best = -FAR if mine else FAR
    for index in range(count):
        copy_state(stack.states[ply + 1], state)
        play(stack.states[ply + 1], stack.moves[ply, index])
        value = _search(stack, ply + 1, depth - 1, seat, low, high, width)
        if mine:
            best = max(best, value)
            low = max(low, value)
        else:
            best = min(best, value)
            high = min(high, value)
        if low >= high:
            break
    return best


@numba.njit(nogil=True, error_model="numpy")  # not from a cache: loaded from one, code that calls itself crashes
def value_after(state: State, move: int, seat: int, depth: int, width: int, stack: Stack) -> int:
    """What a move is worth to the seat when `depth` more placements follow it."""
    copy_state(stack.states[0], state)
    play(stack.states[0], move)
    return _search(stack, 0, depth, seat, -FAR, FAR, width)


class AlphaBetaBot(Bot):
    """Deepens while there is time; keeps the best of the last depth it finished."""

    def __init__(self, width: int = 24) -> None:
        self.width = width

    def choose(self, position: Position, budget: Budget, rng: random.Random) -> Move:
        """The move with the best standing at the greatest depth reached."""
        begin = time.perf_counter()
        check_playable(position)
        deadline = deadline_of(budget, begin)
        state = from_position(position)
        seat = int(state[TURN])
        codes = [int(code) for code in legal_codes(state)]
        rng.shuffle(codes)
        nodes = budget.nodes or 10**12
        for depth in range(DEEPEST):
            values = self._values(state, codes, seat, depth, deadline, nodes)
            if values is None and depth > 0:
                break
            codes.sort(key=lambda code: -(values or {}).get(code, 0))
        return Move.parse(move_texts(position.ruleset.players)[codes[0]])

    def _values(
        self, state: State, codes: list[int], seat: int, depth: int, deadline: float | None, nodes: int
    ) -> dict[int, int] | None:
        values = {}
        for code in codes[: self.width if depth else None]:
            stack = new_stack(nodes)
            values[code] = int(value_after(state, code, seat, depth, self.width, stack))
            nodes -= int(stack.visits[0])
            if nodes <= 0 or (deadline is not None and time.perf_counter() > deadline):
                return None
        return values
