"""Positions put up by hand, for tests."""

from .game import legal_moves, new_game
from .state import PIECES, PalaceMark, Roof, Rules, State, Switch


def bare(edition: str = "first", players: int = 3, gates: bool = False, **switches: Switch) -> State:
    """A city with a merchant on h6 and, where there is one, the well on c3; everybody holds everything."""
    rules = Rules.of(edition, players, gates, **{"founding": False, **switches})
    return new_game(rules, well="c3" if rules.well else None, market="h6")


def palace(state: State, colour: str, cells: str, stables: str = "", roof: Roof = None) -> None:
    for cell in cells.split():
        state.cells[cell] = colour
    for cell in stables.split():
        state.cells[cell] = "S"
    state.palaces.append(PalaceMark(colour, cells.split()[0], roof))
    if roof is not None:
        state.tile_palace[colour] = len(state.palaces) - 1


def street(state: State, cells: str) -> None:
    state.streets.append(cells.split())
    state.cells.update(dict.fromkeys(cells.split(), "M"))


def no_street(state: State) -> None:
    for cells in state.streets:
        for cell in cells:
            del state.cells[cell]
    state.streets = []


def wall(state: State, cells: str, gate: str | None = None) -> None:
    state.walls.update(dict.fromkeys(cells.split(), "wall"))
    if gate:
        state.walls[gate] = "gate"


def hold(state: State, *hands: str) -> None:
    """What each seat holds, one letter a piece; a seat with no piece is out."""
    for seat, hand in enumerate(hands):
        state.stock[seat] = {piece: hand.count(piece) for piece in (*PIECES, "T")}
        state.out[seat] = state.pieces_left(seat) == 0


def turn(state: State, seat: int, left: int = 2) -> None:
    state.turn, state.turn_size, state.placements_left = seat, 2, left
    state.first_turn_done = [True] * state.rules.players


def moves(state: State, piece: str) -> list[str]:
    return [move for move in legal_moves(state) if move[0] == piece]
