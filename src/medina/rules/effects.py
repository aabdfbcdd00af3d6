"""What a placement does."""

from __future__ import annotations

from itertools import pairwise

from medina.rules.board import TOWER_OF_ROW
from medina.rules.move import Move
from medina.rules.palace import Owner, PalaceCells
from medina.rules.ring import Side
from medina.rules.ruleset import COLOURS, GATE, MERCHANT, NEUTRAL_ROOF, PURPLE, ROOF, STABLE, TEA_AFTER, WALL
from medina.rules.state import Row, State, Street

_TEA_BROUGHT = {before: before - after for before, after in pairwise((*TEA_AFTER, 0))}
"""10.1: what the next purple roof brings, by the tea tiles left."""


def place(state: State, move: Move) -> None:
    """Let a legal move take full effect on the state, but for whose turn comes next."""
    if move.piece == "T":
        hand_in_tea(state)
        return
    _PLACERS[move.piece](state, move)
    if state.phase == "play":
        state.placements_left -= 1
    state.phase = "play"


def hand_in_tea(state: State) -> None:
    """10.3: one tea tile instead of the second placement."""
    change_tea(state, state.seat, -1)
    state.placements_left = 0


def change_tea(state: State, seat: int, count: int) -> None:
    """Give a seat tea tiles, or take them."""
    tea = list(state.tea)
    tea[seat] += count
    state.tea = tuple(tea)


def place_building(state: State, move: Move) -> None:
    """5.4, 5.5: add to the open palace of the colour, or start a new one."""
    colour = COLOURS.index(move.piece)
    cell = state.board.number[move.cell or ""]
    state.take_piece(state.seat, colour)
    number = open_palace_beside(state, colour, 1 << cell)
    if number is None:
        put_built(state, len(state.palaces), PalaceCells(state.board, colour, 1 << cell))
    else:
        put_built(state, number, state.palaces[number].with_building(cell))


def open_palace_beside(state: State, colour: int, cell: int) -> int | None:
    """The palace without a roof of that colour with a building touching the cell."""
    for number, palace in enumerate(state.palaces):
        if palace.colour_number == colour and palace.roof is None and palace.touched & cell:
            return number
    return None


def put_built(state: State, number: int, palace: PalaceCells) -> None:
    """Put a palace that gained a cell in its place and keep the sets of near cells right."""
    before = state.palaces[number].near if number < len(state.palaces) else 0
    state.put_palace(number, palace)
    state.occupied |= palace.cells
    state.by_building |= palace.touched
    newly_near = palace.near & ~before
    state.near_two |= state.near_one & newly_near
    state.near_one |= newly_near


def place_stable(state: State, move: Move) -> None:
    """7.1: add to the palace it touches, which may bring tiles (12.3, 13.3)."""
    cell = cell_of(state, move)
    state.take_piece(state.seat, STABLE)
    number = next(number for number, palace in enumerate(state.palaces) if palace.touched & cell)
    before = state.palaces[number]
    put_built(state, number, before.with_stable(state.board.number[move.cell or ""]))
    if before.roof is not None:
        contest_palace_tile(state, number)
        take_tower_tiles(state, newly_connected(state, before.cells, state.rows_of(cell)), before.roof)


def newly_connected(state: State, cells: int, rows: set[Row]) -> set[int]:
    """13.4: the towers of those rows to which touching the rows connects a palace of these cells anew."""
    connection = state.rules.connection
    if connection == "row":
        rows = rows - state.rows_of(cells)
    towers = {TOWER_OF_ROW[row] for row in rows}
    return towers - state.towers_of(cells) if connection == "tower" else towers


def place_merchant(state: State, move: Move) -> None:
    """8.2, 8.3, 16.4: lengthen a street or start one. Founding (3.3) takes none of the player's merchants."""
    number = state.board.number[move.cell or ""]
    if state.phase != "founding":
        state.take_piece(state.seat, MERCHANT)
    if move.exit is None:
        lengthen_street(state, number, state.board.touching[number])
    else:
        side, place = state.board.wall_place[move.exit]
        lengthen_street(state, number, 1 << state.board.fronts[side][place])
        state.used_gates |= {move.exit, *(gate for gate, front in state.gates if front == number)}
    put_merchant(state, number)


def lengthen_street(state: State, number: int, beside: int) -> None:
    """Add the merchant to the street with an end in that set of cells, else start a street."""
    for index, street in enumerate(state.streets):
        if beside >> street[-1] & 1:
            longer = (*street, number)
        elif beside >> street[0] & 1:
            longer = (number, *street)
        else:
            continue
        state.streets = (*state.streets[:index], in_board_order(state, longer), *state.streets[index + 1 :])
        return
    state.streets = (*state.streets, (number,))


def in_board_order(state: State, street: Street) -> Street:
    """The street from its end that comes first in board order."""
    order = state.board.order
    return street if order[street[0]] <= order[street[-1]] else street[::-1]


def put_merchant(state: State, number: int) -> None:
    """Stand a merchant there and keep the sets of cells beside merchants right."""
    state.merchants |= 1 << number
    state.occupied |= 1 << number
    beside = state.board.touching[number]
    state.by_two |= state.by_one & beside
    state.by_one |= beside


def place_wall(state: State, move: Move) -> None:
    """9.1: lengthen a row of walls, which may connect the palace in front to its tower (13.3)."""
    side, place = state.board.wall_place[move.cell or ""]
    ring = state.sides[side]
    number = state.palace_with(1 << state.board.fronts[side][place])
    if number is not None and state.palaces[number].roof is not None:
        palace = state.palaces[number]
        take_tower_tiles(state, newly_connected(state, palace.cells, {(side, ring.end_of(place))}), palace.roof)
    state.take_piece(state.seat, WALL)
    put_side(state, side, ring.with_wall(place))


def put_side(state: State, side: int, ring: Side) -> None:
    state.sides = (*state.sides[:side], ring, *state.sides[side + 1 :])


def place_gate(state: State, move: Move) -> None:
    """16.1, 16.6: a gate, and the fourth one for the first of three players who places one."""
    side, place = state.board.wall_place[move.cell or ""]
    state.take_piece(state.seat, GATE)
    put_side(state, side, state.sides[side]._replace(gate=place))
    state.add_gate(side, place)
    if state.spare_gate:
        state.spare_gate = False
        state.take_piece(state.seat, GATE, 1)


def place_own_roof(state: State, move: Move) -> None:
    """6.1, 6.2: the palace becomes the player's."""
    state.take_piece(state.seat, ROOF)
    state.roofed_this_turn = True
    colour = put_roof(state, move, state.seat)
    claimed = list(state.claimed)
    claimed[state.seat] |= 1 << colour
    state.claimed = tuple(claimed)
    finish_colour(state, colour)


def place_neutral_roof(state: State, move: Move) -> None:
    """6.3: the palace becomes nobody's."""
    state.take_piece(state.seat, NEUTRAL_ROOF)
    put_roof(state, move, "neutral")


def put_roof(state: State, move: Move, owner: Owner) -> int:
    """6.1, 10.1, 12.3, 13.3: what a roof brings with it. Gives the palace's colour."""
    number = state.palace_with(cell_of(state, move))
    assert number is not None
    palace = state.palaces[number].with_roof(owner)
    state.put_palace(number, palace)
    if palace.colour_number == PURPLE:
        bring_tea(state, owner)
    contest_palace_tile(state, number)
    take_tower_tiles(state, state.towers_of(palace.cells), owner)
    return palace.colour_number


def bring_tea(state: State, owner: Owner) -> None:
    """10.1, 10.2: three, two, then one tea tile; those of a neutral roof go to the box."""
    tiles = _TEA_BROUGHT[state.tea_left]
    state.tea_left -= tiles
    if isinstance(owner, int):
        change_tea(state, owner, tiles)


def contest_palace_tile(state: State, number: int) -> None:
    """12.3: the palace takes the tile of its colour if nobody had it or the holder is smaller."""
    palace = state.palaces[number]
    holder = state.tile_palaces[palace.colour_number]
    if holder is None or palace.size > state.palaces[holder].size:
        tiles = list(state.tile_palaces)
        tiles[palace.colour_number] = number
        state.tile_palaces = tuple(tiles)


def take_tower_tiles(state: State, towers: set[int], owner: Owner) -> None:
    """13.3, 13.5, 4.5: the tiles go to the owner, their merchants too unless nobody in the game can take them."""
    for tower in towers:
        tiles, merchants = list(state.tower_tiles), list(state.tower_merchants)
        tiles[tower - 1] = owner
        if isinstance(owner, int) and not state.out[owner]:
            state.take_piece(owner, MERCHANT, merchants[tower - 1])
        merchants[tower - 1] = 0
        state.tower_tiles, state.tower_merchants = tuple(tiles), tuple(merchants)


def finish_colour(state: State, colour: int) -> None:
    """5.8: once every player has an own roof in a colour, its buildings in hand go to the box."""
    if all(claimed >> colour & 1 for claimed in state.claimed):
        state.stocks = tuple((*stock[:colour], 0, *stock[colour + 1 :]) for stock in state.stocks)


def cell_of(state: State, move: Move) -> int:
    """The move's city cell as a set."""
    return 1 << state.board.number[move.cell or ""]


_PLACERS = {
    **dict.fromkeys(COLOURS, place_building),
    "S": place_stable,
    "M": place_merchant,
    "W": place_wall,
    "D": place_gate,
    "R": place_own_roof,
    "N": place_neutral_roof,
}
