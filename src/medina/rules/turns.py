"""Whose turn it is, who is out, and when the game ends (section 4)."""

from __future__ import annotations

from medina.rules.ruleset import GATE
from medina.rules.state import State
from medina.rules.targets import Targets


def move_on(state: State) -> Targets:
    """After a move: who is out, is it over, and who places next. Gives the targets of the new position."""
    retire(state)
    targets = Targets(state)
    if not anybody_can_place(state, targets):
        end_game(state)
    elif not (state.placements_left and is_due(state, targets, state.seat)):
        next_turn(state, targets)
    return targets


def is_mid_turn(state: State) -> bool:
    """4.2: is a part of this turn played, and not all of it? Founding is a part of the first one (3.3)."""
    if state.placements_left < state.turn_size:
        return True
    return state.rules.founding and state.phase == "play" and state.turn == 0 and not state.first_turn_done[0]


def retire(state: State) -> None:
    """4.5: whoever has no pieces left is out, and stays out."""
    for seat, stock in enumerate(state.stocks):
        if not any(stock) and not state.out[seat]:
            state.out = (*state.out[:seat], True, *state.out[seat + 1 :])


def anybody_can_place(state: State, targets: Targets) -> bool:
    """4.7: can any player who is not out place a piece? The one to move is asked first, who nearly always can."""
    if not state.out[state.seat] and targets.serve(state, state.seat):
        return True
    return any(not out and targets.serve(state, seat) for seat, out in enumerate(state.out))


def end_game(state: State) -> None:
    """4.7: over, with everything as it stands."""
    state.phase, state.turn = "over", None
    state.placements_left = state.turn_size = 0
    state.roofed_this_turn = False


def is_due(state: State, targets: Targets, seat: int) -> bool:
    """4.4: does this seat place now? 16.7: with nothing but gates it cannot place, it discards them and is out."""
    if state.out[seat]:
        return False
    if targets.serve(state, seat):
        return True
    stock = state.stocks[seat]
    if stock[GATE] and stock[GATE] == sum(stock):
        state.take_piece(seat, GATE, -stock[GATE])
        retire(state)
    return False


def next_turn(state: State, targets: Targets) -> None:
    """4.1, 4.4: the turn of the next seat that can place a piece."""
    players = state.rules.players
    seat = state.seat
    if not state.first_turn_done[seat]:
        state.first_turn_done = (*state.first_turn_done[:seat], True, *state.first_turn_done[seat + 1 :])
    seat = (seat + 1) % players
    while not is_due(state, targets, seat):
        seat = (seat + 1) % players
    state.turn = seat
    state.turn_size = state.rules.turn_size(seat, first_turn=not state.first_turn_done[seat])
    state.placements_left = state.turn_size
    state.roofed_this_turn = False
