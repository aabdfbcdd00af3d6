"""Hands of made-up positions, cut to the pieces that the game has (section 2)."""

from collections import Counter

from .state import COLOURS, State, starting_stock

TOWER_MERCHANTS = 6
"""3.2: how many merchants lie on the tower tiles at the start."""


def cut_hands(state: State) -> None:
    """Take pieces out of hands until board and hands together hold no more than the game has.

    The player to move keeps theirs the longest. Who has nothing left is out (4.5).
    """
    for piece, left in pieces_left(state).items():
        seats = sorted(state.seats, key=lambda seat: seat == state.turn)
        for seat in seats:
            surplus = sum(stock[piece] for stock in state.stock) - max(left, 0)
            state.stock[seat][piece] -= max(0, min(state.stock[seat][piece], surplus))
    state.out = [state.out[seat] or state.pieces_left(seat) == 0 for seat in state.seats]


def pieces_left(state: State) -> dict[str, int]:
    """How many of each kind do not stand on the board; roofs, of which each player has their own, are left out."""
    board = Counter(state.cells.values()) + Counter({"wall": "W", "gate": "D"}[wall] for wall in state.walls.values())
    dealt = {piece: count * state.rules.players for piece, count in starting_stock(state.rules).items()}
    dealt["M"] += 1 + (TOWER_MERCHANTS if state.rules.tower_merchants else 0) - sum(state.tower_merchants.values())
    dealt["D"] += state.rules.gates and state.rules.players == 3 and not state.spare_gate
    dealt["N"] -= sum(mark.roof == "neutral" for mark in state.palaces)
    return {piece: dealt[piece] - board[piece] for piece in (*COLOURS, "S", "M", "W", "D", "N")}
