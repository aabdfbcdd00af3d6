"""What everybody's palaces and tiles are worth (sections 11, 12, 13 and 15)."""

from __future__ import annotations

from typing import NamedTuple

from medina.rules.board import HIGH, LOW
from medina.rules.palace import Owner
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
        return sum(self)


def score_sheet(state: State) -> tuple[Score, ...]:
    """15: everybody's points as the position stands."""
    fronts, well = wall_fronts(state), well_cells(state)
    return tuple([score_of(state, seat, fronts, well) for seat in range(state.rules.players)])


def score_of(state: State, seat: int, fronts: list[int], well: int) -> Score:
    """15.1 to 15.3 for one seat."""
    buildings = stables = walls = merchants = by_well = 0
    for palace in state.palaces:
        if palace.roof == seat:
            cells = palace.cells
            buildings += palace.building_cells.bit_count()
            stables += palace.stable_cells.bit_count()
            walls += sum([(cells & front).bit_count() for front in fronts])
            merchants += (state.board.touch(cells) & state.merchants).bit_count()
            by_well += (cells & well).bit_count()
    return Score(
        buildings=buildings,
        stables=stables,
        walls=walls,
        merchants=merchants,
        palace_tiles=tile_points(palace_tile_owners(state), seat),
        tower_tiles=tile_points(state.tower_tiles, seat),
        well=WELL_POINTS * by_well,
    )


def wall_fronts(state: State) -> list[int]:
    """15.1: for each side the cells that touch its walls. A corner cell may touch one on each of two sides."""
    return [state.row_front(side, LOW) | state.row_front(side, HIGH) for side in range(4)]


def tile_points(owners: tuple[Owner, ...], seat: int) -> int:
    """12.1, 13.1: a tile's number is what it is worth."""
    return sum([points for points, owner in enumerate(owners, 1) if owner == seat])


def palace_tile_owners(state: State) -> tuple[Owner, ...]:
    """12.4: who owns the palace that holds each colour's tile."""
    return tuple([None if number is None else state.palaces[number].roof for number in state.tile_palaces])


def well_cells(state: State) -> int:
    """11.1: the four cells that score for the well."""
    return 0 if state.well is None else state.board.two_from(state.well)
