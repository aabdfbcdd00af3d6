"""Rules section 15, counted from the board."""

from .places import Palace, find_palaces, walls_touching
from .state import COLOURS, Roof, State

PALACE_TILE = {"G": 1, "P": 2, "B": 3, "O": 4}  # 12.1


def score_sheet(state: State) -> list[dict[str, int]]:
    """What each seat's points come from."""
    palaces = find_palaces(state)
    return [_score(state, palaces, seat) for seat in state.seats]


def scores(state: State) -> list[int]:
    """The totals."""
    return [sheet["total"] for sheet in score_sheet(state)]


def tile_owner(state: State, colour: str) -> Roof:
    """12.4"""
    holder = state.tile_palace[colour]
    return None if holder is None else state.palaces[holder].roof


def _score(state: State, palaces: list[Palace], seat: int) -> dict[str, int]:
    own = [palace for palace in palaces if palace.roof == seat]
    sheet = {
        "buildings": sum(len(palace.buildings) for palace in own),
        "stables": sum(len(palace.stables) for palace in own),
        "walls": sum(len(walls_touching(state, palace)) for palace in own),
        "merchants": sum(len(merchants_of(state, palace)) for palace in own),
        "palace_tiles": sum(PALACE_TILE[colour] for colour in COLOURS if tile_owner(state, colour) == seat),
        "tower_tiles": sum(tower for tower, owner in state.tower_tiles.items() if owner == seat),
        "well": 4 * sum(len(well_cells_of(state, palace)) for palace in own),
    }
    sheet["total"] = sum(sheet.values())
    return sheet


def merchants_of(state: State, palace: Palace) -> set[str]:
    """15.1: each merchant once, however many cells of the palace it touches."""
    touching = {other for cell in palace.cells for other in state.board.touching[cell]}
    return {cell for cell in touching if state.cells.get(cell) == "M"}


def well_cells_of(state: State, palace: Palace) -> set[str]:
    """11.1"""
    if state.well is None:
        return set()
    return set(state.board.two_apart(state.well)) & set(palace.cells)
