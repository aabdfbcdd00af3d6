"""Section 4: whose turn it is after a placement, who is out, and when the game is over."""

from __future__ import annotations

import numpy as np

from medina.fast import layout as at
from medina.fast._compile import inner
from medina.fast.layout import State
from medina.fast.mixing import hash_key
from medina.fast.placing import place, place_merchant
from medina.fast.targets import can_place, find_targets


@inner
def play(state: State, move: int) -> None:
    """Plays a legal move and passes the turn on as far as the rules say."""
    if move == at.TEA_MOVE:
        _drink(state)
    elif state[at.PHASE] == at.FOUNDING:
        place_merchant(state, move - at.MERCHANT * at.CELLS)
        state[at.HASH] += hash_key(move * 4)
        state[at.PHASE] = at.PLAY
        find_targets(state)
    else:
        place(state, move)
        find_targets(state)
        _note_who_is_out(state)
        _go_on(state)


@inner
def _drink(state: State) -> None:
    """10.3: a tea tile instead of the second placement."""
    seat = state[at.TURN]
    state[at.STOCK + at.KINDS * seat + at.TEA] -= 1
    state[at.HASH] += hash_key(at.TEA_MOVE * 4 + seat)
    _next_seat(state)


@inner
def _note_who_is_out(state: State) -> None:
    """4.5: out of pieces, once the placement has taken full effect."""
    for seat in range(state[at.PLAYERS]):
        if state[at.PIECES + seat] == 0:
            state[at.OUT] |= 1 << seat


@inner
def _go_on(state: State) -> None:
    """4.4, 4.7: the end first, then the rest of the turn, then the others."""
    if not _anybody_can_place(state):
        _end(state)
        return
    state[at.LEFT] -= 1
    if state[at.LEFT] > 0:
        seat = state[at.TURN]
        if can_place(state, seat):
            return
        _discard_gates(state, seat)
    _next_seat(state)


@inner
def _anybody_can_place(state: State) -> bool:
    seat = state[at.TURN]
    players = state[at.PLAYERS]
    able = 0
    for step in range(players):
        if can_place(state, (seat + step) % players):
            able += 1
            break
    return able > 0


@inner
def _end(state: State) -> None:
    state[at.PHASE] = at.OVER
    state[at.TURN] = -1
    state[at.LEFT] = state[at.TURN_SIZE] = state[at.ROOFED] = 0


@inner
def _discard_gates(state: State, seat: int) -> None:
    """16.7: due to place, nothing but gates, none of them fits."""
    gates = at.STOCK + at.KINDS * seat + at.GATE
    if state[gates] > 0 and state[gates] == state[at.PIECES + seat]:
        state[gates] = 0
        state[at.PIECES + seat] = 0
        state[at.OUT] |= 1 << seat


@inner
def _next_seat(state: State) -> None:
    """4.4: the next seat that can place; those that cannot are skipped. Somebody can."""
    seat = state[at.TURN]
    state[at.FIRST_DONE] |= 1 << seat
    players = state[at.PLAYERS]
    for _ in range(players):
        seat += 1
        if seat == players:
            seat = np.int64(0)
        if can_place(state, seat):
            break
        _discard_gates(state, seat)
    state[at.TURN] = seat
    state[at.ROOFED] = 0
    size = turn_size(state, seat)
    state[at.LEFT] = size
    state[at.TURN_SIZE] = size


@inner
def turn_size(state: State, seat: int) -> int:
    """4.2, 4.3: two placements, but one in the short first turns."""
    if not state[at.OPTIONS] & at.OPTION_SHORT_FIRST_TURN or (state[at.FIRST_DONE] >> seat) & 1:
        return 2
    return 1 if seat < (1 if state[at.PLAYERS] == 2 else 2) else 2
