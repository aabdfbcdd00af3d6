"""What everybody's palaces and tiles are worth (sections 11, 12, 13 and 15)."""

from __future__ import annotations

from typing import NamedTuple

from medina.rules.palace import Owner, PalaceCells
from medina.rules.state import State

WELL_POINTS = 4


class Score(NamedTuple):
    """One player's points, by where they come from."""

    buildings: int
    stables: int
    walls: int
    merchants: int
    palace_tiles: int
    tower_tiles: int
    well: int

    @property
    def total(self) -> int:
        """The sum."""
        return sum(self)


def score_sheet(state: State) -> tuple[Score, ...]:
    """15: everybody's points as the position stands."""
    return tuple(score_of(state, seat) for seat in range(state.rules.players))


def score_of(state: State, seat: int) -> Score:
    """15.1 to 15.3 for one seat."""
    owned = [palace for palace in state.palaces if palace.roof == seat]
    return Score(
        buildings=sum(palace.building_cells.bit_count() for palace in owned),
        stables=sum(palace.stable_cells.bit_count() for palace in owned),
        walls=sum(walls_beside(state, palace) for palace in owned),
        merchants=sum((state.board.touch(palace.cells) & state.merchants).bit_count() for palace in owned),
        palace_tiles=sum(points for points, owner in enumerate(palace_tile_owners(state), 1) if owner == seat),
        tower_tiles=sum(points for points, owner in enumerate(state.tower_tiles, 1) if owner == seat),
        well=WELL_POINTS * sum((palace.cells & well_cells(state)).bit_count() for palace in owned),
    )


def walls_beside(state: State, palace: PalaceCells) -> int:
    """15.1: the walls that touch a palace. A corner cell touches one on each of two sides."""
    return sum((palace.cells & state.row_front(side, end)).bit_count() for side in range(4) for end in range(2))


def palace_tile_owners(state: State) -> tuple[Owner, ...]:
    """12.4: who owns the palace that holds each colour's tile."""
    return tuple(None if number is None else state.palaces[number].roof for number in state.tile_palaces)


def well_cells(state: State) -> int:
    """11.1: the four cells that score for the well."""
    return 0 if state.well is None else state.board.two_from(state.well)
