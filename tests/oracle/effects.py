"""Everything a placement brings about."""

from .places import Places, find_palaces, wall_tower, walls_touching
from .state import COLOURS, PalaceMark, State


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
    take_tower_tiles(state, connected_before)
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


def roofed_connections(state: State) -> dict[tuple[int, str], int]:
    """13.2, 13.4: what the palaces with a roof are connected to, with the tower of each connection.

    A connection is named by the palace and a tower, a row of walls or a single wall, as `connection` says.
    """
    return {
        (palace.index, connection_name(state, wall)): wall_tower(state, wall)
        for palace in find_palaces(state)
        if palace.roof is not None
        for wall in walls_touching(state, palace)
    }


def connection_name(state: State, wall: str) -> str:
    """13.4: what a palace that touches this wall is connected to."""
    tower = wall_tower(state, wall)
    if state.rules.connection == "tower":
        return f"tower {tower}"
    if state.rules.connection == "row":
        return f"row of side {wall[0]} from tower {tower}"
    return f"wall {wall}"


def take_tower_tiles(state: State, before: dict[tuple[int, str], int]) -> None:
    """13.3 to 13.5, 4.5, given the connections before the placement."""
    new = {connection: tower for connection, tower in roofed_connections(state).items() if connection not in before}
    assert len({palace for palace, _ in new}) <= 1
    for palace, tower in {(palace, tower) for (palace, _), tower in new.items()}:
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
