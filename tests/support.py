"""Short ways to put up a position and to ask it things, for the tests of the rules.

`city("second", 3, "M c3 d3; G e8 e9 + d8 @1; W Na Nb")` puts up whatever the text says and leaves the rest at its
default. The numbers that follow from the pieces (scores, owners of tiles) come from the independent implementation in
`oracle`, and `position_from_json` refuses a position with which it does not agree.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Iterator
from typing import Any

import medina
from medina import Move, Position, Refusal
from oracle import Rules, State, position_json
from oracle import new_game as oracle_game
from oracle.places import find_palaces
from oracle.state import COLOURS, PalaceMark

COMBINATIONS = tuple(
    (edition, players, gates)
    for edition, players in (("first", 3), ("first", 4), ("second", 2), ("second", 3), ("second", 4))
    for gates in (False, True)
)
SWITCHES: dict[str, tuple[bool | str, ...]] = {
    "well": (False, True),
    "tea": (False, True),
    "tower_merchants": (False, True),
    "neutral_roofs": (False, True),
    "short_first_turn": (False, True),
    "last_player_roofs": (False, True),
    "both_placements": (False, True),
    "connection": ("tower", "row", "every"),
    "founding": (False, True),
}
"""Every switch with its values."""


def random_switches(chance: random.Random) -> dict[str, bool | str]:
    """A value for every switch."""
    return {name: chance.choice(values) for name, values in SWITCHES.items()}


FAR_WELL, FAR_MARKET = "m9", "k3"
"""Where the well and the market are unless the test says otherwise: out of the way in both cities."""


def start(edition: str = "second", players: int = 3, gates: bool = False, **setup: Any) -> Position:
    """A new game, with well and market at their usual test cells where the game has them."""
    rules = medina.Ruleset.of(edition, players, gates, **{name: setup.pop(name) for name in SWITCHES if name in setup})
    cells = {"well_cell": FAR_WELL, "market_cell": FAR_MARKET} | setup
    return medina.new_game(
        rules,
        well=cells["well_cell"] if rules.well else None,
        market=None if rules.founding else cells["market_cell"],
    )


def city(
    edition: str,
    players: int,
    board: str,
    *,
    gates: bool = False,
    turn: int = 0,
    left: int = 2,
    size: int = 2,
    hands: dict[int, str] | None = None,
    holders: dict[str, str] | None = None,
    tiles: dict[int, Any] | None = None,
    lying: dict[int, int] | None = None,
    tea_left: int | None = None,
    first_turn_done: Iterable[bool] | None = None,
    roofed: bool = False,
    **switches: bool,
) -> Position:
    """A position in the middle of a game.

    `board` lists, separated by semicolons: `well f6`, a street `M c3 d3`, a palace `G e8 e9 + d8 @1` (stables after the
    plus, its roof after the @, n for neutral), walls `W Na Nb`, gates `D Nc` and gates that carried a street `used Nc`.
    `hands` gives whole hands, "R2 S1"; a seat not named has all it started with, one with nothing is out. `holders`
    says which palace holds a colour's tile (by a cell; else the largest, the oldest of equals), `tiles` who has the
    tower tiles, `lying` how many merchants lie on them.
    """
    state = oracle_game(Rules.of(edition, players, gates, **switches), FAR_WELL, FAR_MARKET)
    state.phase = "play"
    state.cells.clear()
    state.streets.clear()
    for item in filter(None, (part.strip() for part in board.split(";"))):
        _put(state, *item.split())
    if not state.streets:
        _put(state, "M", FAR_MARKET)
    if state.rules.well and state.well is None:
        _put(state, "well", FAR_WELL)
    for seat, hand in (hands or {}).items():
        state.stock[seat] = dict.fromkeys(state.stock[seat], 0) | {word[0]: int(word[1:]) for word in hand.split()}
    state.out = [state.pieces_left(seat) == 0 for seat in state.seats]
    state.turn, state.placements_left, state.turn_size = turn, left, size
    state.roofed_this_turn = roofed
    state.first_turn_done = [True] * players if first_turn_done is None else list(first_turn_done)
    state.spare_gate = gates and players == 3 and "gate" not in state.walls.values()
    _put_tiles(state, holders or {}, tea_left)
    state.tower_tiles |= tiles or {}
    state.tower_merchants |= lying or {}
    return medina.position_from_json(json.loads(json.dumps(position_json(state))))


def _put(state: State, kind: str, *names: str) -> None:
    """One item of a board's text."""
    if kind in COLOURS:
        _put_palace(state, kind, names)
    elif kind == "M":
        state.streets.append(list(names))
        state.cells |= dict.fromkeys(names, "M")
    elif kind == "well":
        state.cells[names[0]] = "well"
    elif kind == "used":
        state.used_gates |= set(names)
    else:
        state.walls |= dict.fromkeys(names, {"W": "wall", "D": "gate"}[kind])


def _put_palace(state: State, colour: str, names: tuple[str, ...]) -> None:
    roof: Any = None
    piece = colour
    for name in names:
        if name == "+":
            piece = "S"
        elif name.startswith("@"):
            roof = "neutral" if name == "@n" else int(name[1:])
        else:
            state.cells[name] = piece
    state.palaces.append(PalaceMark(colour, names[0], roof))


def _put_tiles(state: State, holders: dict[str, str], tea_left: int | None) -> None:
    palaces = find_palaces(state)
    for colour in COLOURS:
        roofed = [palace for palace in palaces if palace.colour == colour and palace.roof is not None]
        if colour in holders:
            roofed = [palace for palace in roofed if holders[colour] in palace.cells]
        if roofed:
            state.tile_palace[colour] = max(roofed, key=lambda palace: palace.size).index
    purple = sum(palace.colour == "P" and palace.roof is not None for palace in palaces)
    if tea_left is not None:
        state.tea_left = tea_left
    elif state.rules.tea:
        state.tea_left = (6, 3, 1, 0)[min(purple, 3)]


def play(position: Position, moves: str) -> Position:
    """The position after these moves."""
    for move in moves.split():
        position = position.play(move)
    return position


def places(position: Position, piece: str) -> set[str]:
    """Where a piece may go now, as the notation writes it."""
    return {move.text[1:] for move in position.legal_moves if move.piece == piece}


def pieces(position: Position) -> set[str]:
    """The pieces that may be placed now, tea as T."""
    return {move.piece for move in position.legal_moves}


def refusal(position: Position, move: str) -> Refusal | None:
    """Why a move is refused; whatever it is, it makes a whole sentence that names the move's own cell."""
    found = position.why(move)
    if found is not None:
        assert "{" not in found.message
        assert found.args.get("cell", Move.parse(move).cell) == Move.parse(move).cell
    return found


def rule(position: Position, move: str) -> str | None:
    """The number of the rule a move breaks."""
    found = refusal(position, move)
    return None if found is None else found.rule


def reason(position: Position, move: str) -> str | None:
    """The reason why a move is refused."""
    found = refusal(position, move)
    return None if found is None else found.reason


def hand(position: Position, seat: int) -> dict[str, int]:
    """What a seat holds, without what it has none of."""
    return {piece: count for piece, count in position.stocks[seat].items() if count}


def all_cells(position: Position) -> list[str]:
    """The names of the city cells."""
    return [
        f"{column}{row}" for column in "abcdefghijklmnop"[: position.columns] for row in range(1, position.rows + 1)
    ]


def all_walls(position: Position) -> list[str]:
    """The names of the wall cells."""
    columns = "abcdefghijklmnop"[: position.columns]
    rows = range(1, position.rows + 1)
    return [side + column for side in "NS" for column in columns] + [f"{side}{row}" for side in "WE" for row in rows]


def near(cell: str) -> set[str]:
    """1.4: the cell and what shares a side or corner with it, also off the board."""
    column, row = ord(cell[0]), int(cell[1:])
    return {f"{chr(column + x)}{row + y}" for x in (-1, 0, 1) for y in (-1, 0, 1)}


def touching(cell: str) -> set[str]:
    """1.4: what shares a side with the cell, also off the board."""
    column, row = ord(cell[0]), int(cell[1:])
    return {f"{chr(column + x)}{row + y}" for x, y in ((0, 1), (0, -1), (1, 0), (-1, 0))}


def front(position: Position, wall: str) -> str:
    """1.4: the city cell that a wall cell touches."""
    last = "abcdefghijklmnop"[position.columns - 1]
    return {"N": f"{wall[1:]}{position.rows}", "S": f"{wall[1:]}1", "W": f"a{wall[1:]}", "E": f"{last}{wall[1:]}"}[
        wall[0]
    ]


def conceivable(position: Position, passages: Iterable[str] | None = None) -> Iterator[Move]:
    """Every piece on every cell, tea, and merchants to every cell through each of these wall cells (all, if None)."""
    cells, walls = all_cells(position), all_walls(position)
    yield Move.parse("T")
    yield from (Move.parse(piece + cell) for piece in "GPBOSMRN" for cell in cells)
    yield from (Move.parse(piece + wall) for piece in "WD" for wall in walls)
    exits = walls if passages is None else passages
    yield from (Move.parse(f"M{cell}/{wall}") for cell in cells for wall in exits)
