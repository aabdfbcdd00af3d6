"""What is impossible about a position: every fault with its rule and its cells."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, pairwise

from medina.notation.errors import BadPosition
from medina.rules import Position, Ruleset
from medina.rules.board import Board
from medina.rules.palace import PalaceCells
from medina.rules.ring import Side
from medina.rules.ruleset import COLOURS, GATE, MERCHANT, PURPLE, STOCK_PIECES, TEA_AFTER
from medina.rules.state import State, blank_state

Faults = Iterator[BadPosition]


# What has the wrong form, so that nothing more can be asked


def form_faults(state: State) -> Faults:
    """Numbers, flags and owners that are none."""
    players = state.rules.players
    flags = (*state.out, *state.first_turn_done, state.roofed_this_turn, state.spare_gate)
    counts = (*state.stocks, state.tea, (state.tea_left,), state.tower_merchants)
    owners = (*state.tower_tiles, *(palace.roof for palace in state.palaces))
    yield from _unless(len(state.stocks) == len(state.out) == len(state.first_turn_done) == players, "position_seats")
    yield from _unless(all(map(_are_counts, counts)), "position_counts")
    yield from _unless(all(type(flag) is bool for flag in flags), "position_flags")
    yield from _unless(_are_counts((state.placements_left, state.turn_size)), "position_placements")
    yield from _unless(all(_is_owner(owner, players) for owner in owners), "position_owners")
    yield from _unless((state.well is not None) == state.rules.well, "position_well")


def _are_counts(numbers: Iterable[object]) -> bool:
    return all(type(number) is int and 0 <= number < 100 for number in numbers)


def _is_owner(owner: object, players: int) -> bool:
    return owner is None or owner == "neutral" or (type(owner) is int and 0 <= owner < players)


# What cannot stand like this


def city_faults(state: State) -> Faults:
    """What the rules of placement do not let stand, or more of it than there is."""
    yield from _gate_faults(state)
    for palace in state.palaces:
        yield from _palace_faults(state, palace)
    for palace, other in combinations(state.palaces, 2):
        yield from _neighbour_faults(palace, other)
    yield from _street_faults(state)
    yield from _cell_faults(state)
    yield from _tile_faults(state)
    yield from _piece_faults(state)


def _gate_faults(state: State) -> Faults:
    standing = {}
    for names, ring in zip(state.board.wall_names, state.sides, strict=True):
        if ring.gate is not None:
            standing[names[ring.gate]] = ring
    for name, ring in standing.items():
        yield from _unless(_gate_fits(state, ring), "position_gate", [name])
    yield from _unless(state.used_gates <= standing.keys(), "position_used_gate", sorted(state.used_gates))


def _gate_fits(state: State, ring: Side) -> bool:
    """16.1: away from the towers, at the end of a row of walls, and in a game with gates."""
    assert ring.gate is not None
    return state.rules.gates and ring.gate in (ring.next_low, ring.next_high) and 0 < ring.gate < ring.length - 1


def _palace_faults(state: State, palace: PalaceCells) -> Faults:
    board = state.board
    yield from _unless(_connected(board, palace.building_cells), "position_building", palace.buildings)
    yield from _none_of(board, palace.stable_cells & ~palace.touched, "position_stable")
    yield from _none_of(board, palace.stable_cells & palace.building_cells, "position_one_piece")
    if state.well is not None:
        yield from _none_of(board, palace.cells & board.nearby[state.well], "position_near_well")
    for side, ring in enumerate(state.sides):
        if ring.gate is not None:
            yield from _none_of(board, palace.cells & 1 << board.fronts[side][ring.gate], "position_gate_front")


def _connected(board: Board, cells: int) -> bool:
    reached = cells & -cells
    while (wider := (reached | board.touch(reached)) & cells) != reached:
        reached = wider
    return reached == cells


def _neighbour_faults(palace: PalaceCells, other: PalaceCells) -> Faults:
    yield from _none_of(palace.board, palace.near & other.cells | other.near & palace.cells, "position_apart")
    twice = type(palace.roof) is int and (palace.roof, palace.colour) == (other.roof, other.colour)
    yield from _unless(not twice, "position_one_colour", (palace.first, other.first))


def _street_faults(state: State) -> Faults:
    names, order = state.board.names, state.board.order
    yield from _unless(all(state.streets), "position_no_street")
    yield from _unless(bool(state.streets) != (state.phase == "founding"), "position_market")
    for street in filter(None, state.streets):
        yield from _unless(
            order[street[0]] <= order[street[-1]], "position_first_end", (names[street[0]], names[street[-1]])
        )
        for one, other in pairwise(street):
            joined = state.board.touching[one] >> other & 1 or _passage(state, one, other)
            yield from _unless(bool(joined), "position_path", (names[one], names[other]))


def _passage(state: State, one: int, other: int) -> bool:
    """16.4: are these the fronts of two gates that carried a street?"""
    places = (state.board.wall_place.get(name) for name in state.used_gates)
    used = {state.board.fronts[place[0]][place[1]] for place in places if place}
    return one in used and other in used


def _cell_faults(state: State) -> Faults:
    """No two of palaces, merchants and the well stand on one cell; within a palace and between palaces others look."""
    merchants = [number for street in state.streets for number in street]
    well = [] if state.well is None else [state.well]
    taken = shared = 0
    for number in (*merchants, *well):
        shared |= taken & 1 << number
        taken |= 1 << number
    for palace in state.palaces:
        shared |= taken & palace.cells
    yield from _none_of(state.board, shared, "position_one_piece")


def _tile_faults(state: State) -> Faults:
    for colour, number in enumerate(state.tile_palaces):
        held = None if number is None else state.palaces[number]
        roofed = [palace for palace in state.palaces if palace.colour_number == colour and palace.roof is not None]
        largest = max((palace.size for palace in roofed), default=0)
        fits = (held in roofed and held.size == largest) if held else not roofed
        yield from _unless(fits, "position_tile", [palace.first for palace in roofed])
    yield from _unless(state.tea_left == tea_left(state), "position_tea")


def tea_left(state: State) -> int:
    """10.1: the tea tiles that the roofs on purple palaces leave."""
    purple = sum(palace.colour_number == PURPLE and palace.roof is not None for palace in state.palaces)
    return TEA_AFTER[min(purple, 3)] if state.rules.tea else 0


def _piece_faults(state: State) -> Faults:
    """2: no more pieces than there are."""
    for piece, count, most in zip(STOCK_PIECES, on_board(state), in_game(state.rules), strict=True):
        yield from _unless(count <= most, "position_too_many", piece=piece)
    for seat, stock in enumerate(state.stocks):
        for piece, count, most in zip(STOCK_PIECES, stock, _in_hand(state.rules), strict=True):
            yield from _unless(count <= most, "position_in_hand", seat=seat, piece=piece)
        yield from _unless(state.out[seat] == (not any(stock)), "position_out", seat=seat)


def on_board(state: State) -> tuple[int, ...]:
    """How many of each piece stand on the board, in the order of `STOCK_PIECES`."""
    palaces = state.palaces
    buildings = [0] * len(COLOURS)
    for palace in palaces:
        buildings[palace.colour_number] += palace.building_cells.bit_count()
    return (
        *buildings,
        sum(palace.stable_cells.bit_count() for palace in palaces),
        sum(map(len, state.streets)),
        sum(ring.low + ring.high for ring in state.sides),
        sum(type(palace.roof) is int for palace in palaces),
        sum(palace.roof == "neutral" for palace in palaces),
        sum(ring.gate is not None for ring in state.sides),
    )


def in_game(rules: Ruleset) -> tuple[int, ...]:
    """2, 3: how many of each piece there are in all, the merchant of the market included."""
    pieces = [count * rules.players for count in rules.stock()]
    pieces[MERCHANT] += 1 + sum(blank_state(rules).tower_merchants)
    pieces[GATE] += blank_state(rules).spare_gate
    return tuple(pieces)


def _in_hand(rules: Ruleset) -> tuple[int, ...]:
    """2, 13.3, 16.6: how many of each piece a player can hold."""
    pieces = list(rules.stock())
    pieces[MERCHANT] += sum(blank_state(rules).tower_merchants)
    pieces[GATE] += blank_state(rules).spare_gate
    return tuple(pieces)


def open_faults(position: Position) -> Faults:
    """5.4: refuse two open palaces of one colour.

    A palace is started only while none of its colour is open, and a closed palace never opens again (5.3).
    """
    for palace, other in combinations([palace for palace in position.palaces if palace.is_open], 2):
        cells = (palace.buildings[0], other.buildings[0])
        yield from _unless(palace.colour != other.colour, "position_two_open", cells)


# Whose turn it cannot be


def play_faults(position: Position) -> Faults:
    """Whose turn it is must be possible."""
    seats = range(position.ruleset.players)
    if position.phase == "over":
        turnless = position.turn is None and position.placements_left == position.turn_size == 0
        yield from _unless(turnless, "position_over")
        yield from _unless(not any(position.can_place(seat) for seat in seats), "position_not_over")
        return
    yield from _unless(position.phase in ("founding", "play"), "position_phase")
    yield from _unless(1 <= position.placements_left <= position.turn_size <= 2, "position_left")
    if type(position.turn) is not int or position.turn not in seats:
        yield BadPosition.because("position_turn")
    elif position.phase == "founding":
        yield from _unless(position.turn == 0, "position_founder")
    else:
        yield from _unless(position.can_place(position.turn), "position_stuck")


def _unless(fits: bool, problem: str, cells: Iterable[str] = (), **given: object) -> Faults:
    if not fits:
        yield BadPosition.at(problem, cells, **given)


def _none_of(board: Board, cells: int, problem: str) -> Faults:
    """The problem at those cells, if there are any."""
    yield from _unless(not cells, problem, board.names_of(cells))
