"""The course of a game: setting up (3), turns (4), and everything a placement brings about."""

import random

from .places import Places, connections, find_palaces
from .state import COLOURS, Logged, PalaceMark, Rules, State, starting_stock


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
    if state.phase == "over":
        return []
    if state.phase == "founding":
        return sorted(f"M{cell}" for cell in state.board.inner if cell not in state.cells)  # 3.3
    seat = state.turn
    assert seat is not None
    everybody = Places(state).placements()
    moves = everybody[seat]
    assert moves
    if must_roof(state, everybody):
        return sorted(move for move in moves if move[0] == "R")
    if may_use_tea(state):
        return sorted(moves | {"T"})
    return sorted(moves)


def must_roof(state: State, everybody: list[set[str]]) -> bool:
    """4.6, given what every seat could place."""
    seat = state.turn
    assert seat is not None
    return (
        state.rules.last_player_roofs
        and not any(everybody[other] for other in state.seats if other != seat)
        and state.placements_left == 1
        and not state.roofed_this_turn
        and any(move[0] == "R" for move in everybody[seat])
    )


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
    can = [bool(moves) for moves in Places(state).placements()]
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


# What a placement does


def place(state: State, seat: int, text: str) -> None:
    """4.2: one piece, with its full effect."""
    piece = text[0]
    connected_before = roofed_connections(state)
    state.stock[seat][piece] -= 1
    if piece in COLOURS:
        put_building(state, piece, text[1:])
    elif piece == "S":
        state.cells[text[1:]] = "S"
    elif piece == "M":
        put_merchant(state, text[1:])
    elif piece == "W":
        state.walls[text[1:]] = "wall"
    elif piece == "D":
        put_gate(state, seat, text[1:])
    else:
        put_roof(state, seat, piece, text[1:])
    pass_palace_tiles(state)
    take_tower_tiles(state, roofed_connections(state) - connected_before)
    finish_colours(state)
    for player in state.seats:  # 4.5
        if state.pieces_left(player) == 0:
            state.out[player] = True


def put_building(state: State, colour: str, cell: str) -> None:
    """5.4, 5.5"""
    if Places(state).open_palace(colour) is None:
        state.palaces.append(PalaceMark(colour, cell))
    state.cells[cell] = colour


def put_merchant(state: State, target: str) -> None:
    """8.2, 8.3, 16.4"""
    cell, _, gate = target.partition("/")
    places = Places(state)
    if gate:
        came_from = [state.board.front[gate]]
        state.used_gates |= {gate, places.gate_of_front[cell]}  # 16.5
    else:
        came_from = places.merchants_touching(cell) if cell in places.extension_cells() else []
    state.cells[cell] = "M"
    for street in state.streets:
        if came_from and came_from[0] == street[-1]:
            street.append(cell)
            return
        if came_from and came_from[0] == street[0]:
            street.insert(0, cell)
            return
    assert not came_from
    state.streets.append([cell])


def put_gate(state: State, seat: int, wall: str) -> None:
    """16.1, 16.6"""
    state.walls[wall] = "gate"
    if state.spare_gate:
        state.spare_gate = False
        state.stock[seat]["D"] += 1


def put_roof(state: State, seat: int, piece: str, cell: str) -> None:
    """6, 10.1, 10.2"""
    palace = Places(state).palace_at[cell]
    state.palaces[palace.index].roof = seat if piece == "R" else "neutral"
    if piece == "R":
        state.roofed_this_turn = True
    if palace.colour == "P" and state.rules.tea:
        claim = sum(mark.colour == "P" and mark.roof is not None for mark in state.palaces)
        tea = {1: 3, 2: 2, 3: 1}.get(claim, 0)
        state.tea_left -= tea
        if piece == "R":
            state.stock[seat]["T"] += tea


def pass_palace_tiles(state: State) -> None:
    """12.3"""
    palaces = find_palaces(state)
    for colour in COLOURS:
        for palace in palaces:
            if palace.colour != colour or palace.roof is None:
                continue
            holder = state.tile_palace[colour]
            if holder is None or palace.size > palaces[holder].size:
                state.tile_palace[colour] = palace.index


def roofed_connections(state: State) -> set[tuple[int, int]]:
    """13.2 for the palaces with a roof: (palace, tower)."""
    return {
        (palace.index, tower)
        for palace in find_palaces(state)
        if palace.roof is not None
        for tower in connections(state, palace)
    }


def take_tower_tiles(state: State, new: set[tuple[int, int]]) -> None:
    """13.3, 13.5, 4.5"""
    assert len({palace for palace, _ in new}) <= 1
    for palace, tower in new:
        owner = state.palaces[palace].roof
        state.tower_tiles[tower] = owner
        if isinstance(owner, int) and not state.out[owner]:
            state.stock[owner]["M"] += state.tower_merchants[tower]
        state.tower_merchants[tower] = 0


def finish_colours(state: State) -> None:
    """5.8"""
    for colour in COLOURS:
        owners = {mark.roof for mark in state.palaces if mark.colour == colour}
        if owners >= set(state.seats):
            for seat in state.seats:
                state.stock[seat][colour] = 0
