"""Made-up cities with palaces in the corners, where both rows of walls of a tower come to touch one palace (13.4)."""

import random
from collections.abc import Iterator

from .board import Board
from .duty_positions import deal
from .effects import place
from .game import found, legal_moves, new_game, play
from .places import Places
from .rare_tiles import Step, tower_tile_events
from .state import COLOURS, Rules, State, starting_stock

NEWLY_TOUCHED = (
    "13.4 roof on a palace that both rows of a tower touch",
    "13.4 second row takes the tile, by a stable",
    "13.4 second row takes the tile, by a wall",
    "13.4 second row takes nothing (connection by tower)",
    "13.4 further wall of a row takes the tile",
)
LONGEST_ROW = 4


def second_rows(rules: Rules, rng: random.Random) -> Iterator[tuple[State, list[str]]]:
    """Positions without end, each with a move by which a palace newly touches a further row or wall of its tower."""
    while True:
        state = _corner_city(rules, rng)
        telling = [move for move in legal_moves(state) if move[0] in "WSR" and touched_events(state, move)]
        for piece in "WSR":
            of_piece = [move for move in telling if move[0] == piece]
            if of_piece:
                yield state, [rng.choice(of_piece)]


def touched_events(state: State, move: str) -> set[str]:
    """What 13.4 makes of a legal move."""
    after = play(state, move, [move])
    step = Step(state, move, after)
    return set(tower_tile_events(step, Places(state), Places(after))) & set(NEWLY_TOUCHED)


def _corner_city(rules: Rules, rng: random.Random) -> State:
    """Palaces in the corners, roofs on most of them, and short rows of walls, put there in any order."""
    state = new_game(rules, seed=rng.randrange(10**9))
    if state.phase == "founding":
        found(state, rng.choice([cell for cell in state.board.inner if cell not in state.cells]))
    for stock in state.stock:
        stock.update(dict.fromkeys((*COLOURS, "S", "W", "R", "N"), 40))
    corners = [(column, row) for column in (1, state.board.columns) for row in (1, state.board.rows)]
    for colour, corner in zip(rng.sample(COLOURS, 4), corners, strict=True):
        _put_palace(state, colour, corner, rng)
    roofs = [f"{piece}{palace.buildings[0]}" for palace in Places(state).palaces for piece in _roof(state, rng)]
    rest = [*roofs, *_rows(state, rng)]
    for move in _shuffled_in_order(rest, rng):
        place(state, rng.choice(state.seats), move)
    for seat in state.seats:
        hand = rng.choices("WWSSRM", k=rng.randint(2, 5))
        deal(state, seat, "".join(hand), rng)
    state.turn = rng.choice([seat for seat in state.seats if Places(state).can_place(seat)] or [0])
    state.first_turn_done = [True] * rules.players
    state.turn_size = 2
    state.placements_left = rng.choice((1, 2))
    state.roofed_this_turn = False
    if not Places(state).can_place(state.turn):
        return _corner_city(rules, rng)
    return state


def _put_palace(state: State, colour: str, corner: tuple[int, int], rng: random.Random) -> None:
    """A palace of some buildings and stables that begins near the corner."""
    board = state.board
    reach = rng.randint(0, 2)
    for _ in range(rng.randint(1, 5)):
        cells = Places(state).building_cells(colour)
        close = sorted(cell for cell in cells if _distance(board, cell, corner) <= reach + 1)
        if not close:
            break
        place(state, 0, colour + rng.choice([c for c in close if _distance(board, c, corner) <= reach] or close))
    for _ in range(rng.choice((0, 0, 0, 1))):
        stables = sorted(Places(state).stable_cells(), key=lambda cell: _distance(board, cell, corner))
        if stables:
            place(state, 0, "S" + stables[0])


def _distance(board: Board, cell: str, corner: tuple[int, int]) -> int:
    column, row = board.place(cell)
    return max(abs(column - corner[0]), abs(row - corner[1]))


def _roof(state: State, rng: random.Random) -> list[str]:
    """The roof that a palace gets, if any: an own one, or now and then, where there are such, a neutral one."""
    neutral = 1 if starting_stock(state.rules)["N"] else 0
    return rng.choices((["R"], ["N"], []), (8, neutral, 2))[0]


def _rows(state: State, rng: random.Random) -> list[str]:
    """Walls from the towers inwards, as many as there are."""
    left = starting_stock(state.rules)["W"] * state.rules.players
    moves = []
    for side in state.board.sides.values():
        for row in (side, side[::-1]):
            length = min(rng.choice((0, 0, 1, 2, rng.randint(0, LONGEST_ROW))), left)
            left -= length
            moves += [f"W{wall}" for wall in row[:length]]
    return moves


def _shuffled_in_order(moves: list[str], rng: random.Random) -> list[str]:
    """The moves in any order, but each wall after those nearer to its tower."""
    walls = [move for move in moves if move[0] == "W"]
    others = [move for move in moves if move[0] != "W"]
    rng.shuffle(others)
    take_wall = [True] * len(walls) + [False] * len(others)
    rng.shuffle(take_wall)
    return [walls.pop(0) if wall else others.pop(0) for wall in take_wall]
