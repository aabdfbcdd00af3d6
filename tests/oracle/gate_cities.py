"""Made-up cities with gates and streets that cannot go on by themselves, so that passages come up often."""

import random

from .board import COLUMN_LETTERS
from .game import new_game
from .hands import cut_hands
from .state import COLOURS, PalaceMark, Rules, State, starting_stock

WALKERS = ("merchants first", "streets to gates", "gates early", "any kind", "walls first")  # ways of playing that suit


def random_gate_city(rules: Rules, rng: random.Random) -> State:
    """A slanting line of one-merchant streets across a corner, each blocking the next, and one to three gates.

    The line's two ends stand at the edge, beside a building each, where gates may be or come to be.
    """
    state = new_game(rules, seed=rng.randrange(10**9))
    size = rng.randint(3, 6)
    east, north = rng.random() < 0.5, rng.random() < 0.5
    while state.well is not None and _is_near_corner(state, state.well, size, east, north):
        state = new_game(rules, seed=rng.randrange(10**9))
    state.phase = "play"
    for street in state.streets:
        del state.cells[street[0]]
    state.streets = []
    line = [(column, size + 1 - column) for column in range(1, size + 1)]
    for column, row in line:
        _put_street(state, _turned(state, column, row, east, north))
    for column, row in ((size + 1, 1), (1, size + 1)):
        if rng.random() < 0.85:
            _put_building(state, rng, _turned(state, column, row, east, north))
    across = ("E" if east else "W", size, north)
    along = ("N" if north else "S", size, east)
    others = [(side, rng.randint(2, 9), rng.random() < 0.5) for side in "NSEW" if side not in (across[0], along[0])]
    chosen = rng.sample([across, along, *others], rng.randint(1, 3))
    for side, place, from_the_end in chosen:
        _put_gate(state, side, place, from_the_end)
    _deal(state, 4 - len(chosen), rng)
    return state


def _turned(state: State, column: int, row: int, east: bool, north: bool) -> str:
    """The cell with these numbers, counted from the chosen corner."""
    board = state.board
    column = board.columns + 1 - column if east else column
    row = board.rows + 1 - row if north else row
    return f"{COLUMN_LETTERS[column - 1]}{row}"


def _is_near_corner(state: State, cell: str, size: int, east: bool, north: bool) -> bool:
    """Does this cell lie where the line will, or beside it?"""
    around = range(1, size + 3)
    return cell in {_turned(state, column, row, east, north) for column in around for row in around}


def _put_street(state: State, cell: str) -> None:
    if cell not in state.cells:
        state.cells[cell] = "M"
        state.streets.append([cell])


def _put_building(state: State, rng: random.Random, cell: str) -> None:
    colour = rng.choice([c for c in COLOURS if all(mark.colour != c for mark in state.palaces)])
    state.cells[cell] = colour
    state.palaces.append(PalaceMark(colour, cell))


def _put_gate(state: State, side: str, place: int, from_the_end: bool) -> None:
    """The gate at this place of the side and the row of walls it ends (16.1)."""
    cells = state.board.sides[side]
    if from_the_end:
        cells = cells[::-1]
    for wall in cells[: place - 1]:
        state.walls[wall] = "wall"
    state.walls[cells[place - 1]] = "gate"


def _deal(state: State, gates: int, rng: random.Random) -> None:
    """What is not on the board: the gates to anybody, a few of the other pieces to all."""
    state.spare_gate = False
    for stock in state.stock:
        stock.update(D=0, W=rng.randint(0, 4), M=rng.randint(1, 4))
        for piece in (*COLOURS, "S"):
            stock[piece] = rng.randint(0, 2)
    for _ in range(gates):
        free = [stock for stock in state.stock if stock["D"] < starting_stock(state.rules)["D"]]
        rng.choice(free)["D"] += 1
    cut_hands(state)
