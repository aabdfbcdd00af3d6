"""What everybody's palaces and tiles are worth (sections 11, 12, 13 and 15)."""

from __future__ import annotations

from typing import NamedTuple

from medina.rules.board import HIGH, LOW, TOWER_OF_ROW
from medina.rules.palace import Owner, Palace, PalaceCells
from medina.rules.reasons import is_open
from medina.rules.ruleset import COLOURS
from medina.rules.state import State

WELL_POINTS = 4
PALACE_TILE_POINTS = {colour: points for points, colour in enumerate(COLOURS, 1)}
"""12.1: what each colour's tile is worth. A tower tile is worth its tower's number (13.1)."""


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
            points = palace_points(state, palace, fronts, well)
            buildings += points[0]
            stables += points[1]
            walls += points[2]
            merchants += points[3]
            by_well += points[4]
    return Score(
        buildings=buildings,
        stables=stables,
        walls=walls,
        merchants=merchants,
        palace_tiles=tile_points(palace_tile_owners(state), seat),
        tower_tiles=tile_points(state.tower_tiles, seat),
        well=by_well,
    )


def palace_points(state: State, palace: PalaceCells, fronts: list[int], well: int) -> tuple[int, int, int, int, int]:
    """15.1, 15.3: what a palace scores by its buildings, stables, walls, merchants and the well."""
    cells = palace.cells
    return (
        palace.building_cells.bit_count(),
        palace.stable_cells.bit_count(),
        sum([(cells & front).bit_count() for front in fronts]) if cells & state.board.edge else 0,
        (state.board.touch(cells) & state.merchants).bit_count(),
        WELL_POINTS * (cells & well).bit_count(),
    )


def palaces(state: State) -> tuple[Palace, ...]:
    """5.1, 15: the palaces in the order they were started, with what makes up their points."""
    fronts, well = wall_fronts(state), well_cells(state)
    return tuple(_palace(state, number, fronts, well) for number in range(len(state.palaces)))


def _palace(state: State, number: int, fronts: list[int], well: int) -> Palace:
    palace, names_of = state.palaces[number], state.board.names_of
    walls = walls_touching(state, palace.cells)
    return Palace(
        colour=palace.colour,
        buildings=palace.buildings,
        stables=palace.stables,
        roof=palace.roof,
        is_open=is_open(state, palace),
        walls=tuple(walls),
        merchants=names_of(state.board.touch(palace.cells) & state.merchants),
        well_cells=names_of(palace.cells & well),
        towers=tuple(sorted(set(walls.values()))),
        has_tile=number in state.tile_palaces,
        points=sum(palace_points(state, palace, fronts, well)),
    )


def walls_touching(state: State, cells: int) -> dict[str, int]:
    """13.2, 15.1: the walls that touch these cells, each with its tower."""
    board = state.board
    if not cells & board.edge:
        return {}
    return {
        board.wall_names[side][place]: tower
        for (side, end), tower in TOWER_OF_ROW.items()
        if cells & state.row_front(side, end)
        for place in state.sides[side].row(end)
        if cells >> board.fronts[side][place] & 1
    }


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
