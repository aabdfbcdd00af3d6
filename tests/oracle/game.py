"""The course of a game: setting up (3) and turns (4)."""

import random

from .duties import barred_moves
from .effects import place
from .places import Places, find_palaces
from .state import COLOURS, Logged, Rules, State, starting_stock


class IllegalMove(Exception):
    """A move that is not among the legal ones."""


# 3 Setting up


def new_game(rules: Rules, well: str | None = None, market: str | None = None, seed: int | None = None) -> State:
    """3.1 to 3.3; what is not given is drawn."""
    rng = random.Random(seed)
    stock = [starting_stock(rules) for _ in range(rules.players)]
    state = State(
        rules=rules,
        phase="founding" if rules.founding else "play",
        stock=stock,
        out=[False] * rules.players,
        first_turn_done=[False] * rules.players,
        tea_left=6 if rules.tea else 0,
        tower_merchants={1: 3, 2: 2, 3: 1, 4: 0} if rules.tower_merchants else {1: 0, 2: 0, 3: 0, 4: 0},
        spare_gate=rules.gates and rules.players == 3,
    )
    inner = state.board.inner
    if rules.well:
        well = well or rng.choice([cell for cell in inner if cell != market])
        assert well in inner
        state.cells[well] = "well"
    if not rules.founding:
        market = market or rng.choice([cell for cell in inner if cell != well])
        assert market in inner
        state.market = market
        found(state, market)
    begin_turn(state, 0)
    return state


def found(state: State, cell: str) -> None:
    """3.1, 3.3: the first merchant of the first street comes out of nobody's pieces."""
    assert cell not in state.cells
    state.cells[cell] = "M"
    state.streets.append([cell])
    state.phase = "play"


# 4 Turns


def begin_turn(state: State, seat: int) -> None:
    """4.2, 4.3"""
    short_seats = 1 if state.rules.players == 2 else 2
    short = state.rules.short_first_turn and seat < short_seats and not state.first_turn_done[seat]
    state.turn = seat
    state.turn_size = state.placements_left = 1 if short else 2
    state.roofed_this_turn = False


def legal_moves(state: State) -> list[str]:
    """What may be written in this position, in sorted order."""
    moves = otherwise_legal_moves(state)
    legal = sorted(moves - barred_moves(state, moves).keys())
    assert legal or state.phase == "over", "4.6 and 4.8 never bar everything"
    return legal


def otherwise_legal_moves(state: State) -> set[str]:
    """The moves that are legal by all rules but 4.6 and 4.8."""
    if state.phase == "over":
        return set()
    if state.phase == "founding":
        return {f"M{cell}" for cell in state.board.inner if cell not in state.cells}  # 3.3
    assert state.turn is not None
    places = Places(state)
    moves = {move for piece in places.held(state.turn) for move in places.moves_with(piece, state.turn)}
    assert moves
    return moves | {"T"} if may_use_tea(state) else moves


def may_use_tea(state: State) -> bool:
    """10.3; that the player can place at all is known, or the turn would have ended (4.4)."""
    assert state.turn is not None
    return state.turn_size == 2 and state.placements_left == 1 and state.stock[state.turn]["T"] > 0


def canonical(state: State, text: str) -> str:
    """A roof may be written with any building of the palace; the program writes its first one."""
    if text[:1] in {"R", "N"} and state.cells.get(text[1:]) in set(COLOURS):
        for palace in find_palaces(state):
            if text[1:] in palace.buildings:
                return text[0] + palace.buildings[0]
    return text


def play(state: State, text: str, legal: list[str] | None = None) -> State:
    """The position after a move; the given one stays as it is. The legal moves may be given if they are known."""
    text = canonical(state, text)
    if text not in (legal_moves(state) if legal is None else legal):
        raise IllegalMove(text)
    state = state.copy()
    state.log.append(Logged(state.round_number, state.turn_number, text))
    if state.phase == "founding":
        found(state, text[1:])
        return state
    seat = state.turn
    assert seat is not None
    if text == "T":
        state.stock[seat]["T"] -= 1
        state.placements_left = 0
    else:
        place(state, seat, text)
        state.placements_left -= 1
    go_on(state, seat)
    return state


def go_on(state: State, seat: int) -> None:
    """Who places next, after `seat` has placed a piece or handed in tea."""
    places = Places(state)
    can = [places.can_place(player) for player in state.seats]
    if not any(can):  # 4.7 is looked at first
        state.phase = "over"
        state.turn = None
        state.turn_size = state.placements_left = 0
        state.roofed_this_turn = False
        state.first_turn_done[seat] = True
        return
    if state.placements_left > 0 and not state.out[seat]:
        if can[seat]:
            return
        discard_gates(state, seat)  # 16.7, and else 4.4: the turn ends here
    state.first_turn_done[seat] = True
    while True:
        seat = (seat + 1) % state.rules.players  # 4.1
        if seat == 0:
            state.round_number += 1
        if state.out[seat]:
            continue
        if can[seat]:
            break
        discard_gates(state, seat)  # 16.7, and else 4.4: the player is skipped
    state.turn_number += 1
    begin_turn(state, seat)


def discard_gates(state: State, seat: int) -> None:
    """16.7 for a player who is due to place and can place nothing."""
    if state.pieces_left(seat) == state.stock[seat]["D"]:
        state.stock[seat]["D"] = 0
        state.out[seat] = True
