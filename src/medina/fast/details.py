"""Section 15 in detail: everybody's sheet, and every palace with what makes up its points (`forms.DETAILS`).

On the site and off it people read the rules' own; this is for a browser that plays by itself.
"""

# mypy: disable-error-code="no-any-return"

from __future__ import annotations

from typing import Any, Final

import numpy as np

from medina.fast import layout as at
from medina.fast._compile import entry, inner
from medina.fast.bits import Bits, both, first, load, size, touching
from medina.fast.convert import contains, new_paper, put, put_cells, side_length, tile_owner
from medina.fast.forms import DETAILS
from medina.fast.layout import State
from medina.fast.listing import copy_state
from medina.fast.placing import connected_towers, place
from medina.fast.scoring import palace_cells, palace_points, score, walls_touching, well_cells
from medina.fast.targets import large
from medina.notation.numbers import value_of
from medina.rules.board import LOW, TOWER_OF_ROW
from medina.rules.scoring import WELL_POINTS

_ROWS: Final = np.array(list(TOWER_OF_ROW), dtype=np.int64)
"""Rows of walls in the order in which they are told: side and end."""


def details(state: State) -> dict[str, Any]:
    """The sheets and palaces of a position."""
    paper = new_paper()
    _write_paper(state, paper, state.copy(), np.zeros(4, dtype=np.int64))
    found: dict[str, Any] = value_of(DETAILS, paper[1:].tolist())
    return found


@entry
def _write_paper(state: State, paper: State, after: State, points: State) -> None:
    write_details(state, paper, after, points)


@inner
def write_details(state: State, paper: State, after: State, points: State) -> None:
    """Tells sheets and palaces in numbers; `after` and `points` are for trying claims out."""
    paper[0] = 0
    put(paper, state[at.PLAYERS])
    for seat in range(state[at.PLAYERS]):
        _write_sheet(state, seat, paper)
    put(paper, state[at.PALACE_COUNT])
    for palace in range(state[at.PALACE_COUNT]):
        _write_palace(state, palace, paper)
        _write_claims(state, palace, paper, after, points)


@inner
def _write_sheet(state: State, seat: int, paper: State) -> None:
    """15.1 to 15.3 for one seat."""
    buildings = stables = walls = merchants = by_well = palace_tiles = tower_tiles = 0
    for palace in range(state[at.PALACE_COUNT]):
        where = at.PALACE + at.PALACE_SIZE * palace
        if (state[where + 3] & at.ROOF_FIELD) >> at.ROOF_SHIFT == seat + 1:
            cells = palace_cells(state, palace)
            buildings += size(load(state, where))
            stables += size(cells) - size(load(state, where))
            walls += walls_touching(state, cells)
            merchants += size(_merchants_at(state, cells))
            by_well += WELL_POINTS * size(both(cells, well_cells(state)))
    for number in range(4):
        palace_tiles += number + 1 if tile_owner(state, number) == seat + 1 else 0
        tower_tiles += number + 1 if state[at.TOWER_TILE + number] == seat + 1 else 0
    for points in (buildings, stables, walls, merchants, palace_tiles, tower_tiles, by_well):
        put(paper, points)
    put(paper, buildings + stables + walls + merchants + palace_tiles + tower_tiles + by_well)


@inner
def _merchants_at(state: State, cells: Bits) -> Bits:
    return both(touching(cells), load(state, at.MERCHANTS))


@inner
def _write_palace(state: State, palace: int, paper: State) -> None:
    where = at.PALACE + at.PALACE_SIZE * palace
    facts, cells = state[where + 3], palace_cells(state, palace)
    colour, merchants, by_well = facts & at.COLOUR_MASK, _merchants_at(state, cells), both(cells, well_cells(state))
    put(paper, colour)
    put(paper, first(load(state, where)))
    put(paper, size(cells))
    put(paper, 1 if state[at.OPEN + colour] == palace else 0)
    put(paper, (facts & at.ROOF_FIELD) >> at.ROOF_SHIFT)
    put(paper, palace_points(size(cells), walls_touching(state, cells), size(merchants), size(by_well)))
    _write_walls(state, cells, paper)
    put_cells(paper, merchants)
    put_cells(paper, by_well)
    towers = connected_towers(facts)
    start = paper[0] + 1
    put(paper, 0)
    for tower in range(4):
        if (towers >> tower) & 1:
            put(paper, tower + 1)
            paper[start] += 1
    put(paper, 1 if state[at.TILE + colour] == palace else 0)


@inner
def _write_walls(state: State, cells: Bits, paper: State) -> None:
    """13.2, 15.1: the walls that touch these cells, row by row from each tower."""
    start = paper[0] + 1
    put(paper, 0)
    for row in range(len(_ROWS)):
        side, end = _ROWS[row, 0], _ROWS[row, 1]
        for step in range(state[(at.LOW if end == LOW else at.HIGH) + side]):
            wall = at.SIDES[0, side] + (step if end == LOW else side_length(state, side) - 1 - step)
            if contains(cells, at.FRONT[large(state), wall]):
                put(paper, wall)
                paper[start] += 1


@inner
def _write_claims(state: State, palace: int, paper: State, after: State, points: State) -> None:
    """6.1, 6.2, 12.3, 13.3: what a roof of its own there would bring each seat that may put one, were it its turn."""
    where = at.PALACE + at.PALACE_SIZE * palace
    put(paper, state[at.PLAYERS])
    for seat in range(state[at.PLAYERS]):
        owns = (state[at.OWNS + seat] >> (state[where + 3] & at.COLOUR_MASK)) & 1
        roofs = state[at.STOCK + at.KINDS * seat + at.ROOF]
        if state[at.PHASE] != at.PLAY or state[where + 3] & at.ROOF_FIELD or owns or not roofs:
            put(paper, 0)
            continue
        score(state, points)
        before = points[seat]
        copy_state(after, state)
        after[at.TURN] = seat
        place(after, at.ROOF_MOVE + first(load(state, where)))
        score(after, points)
        put(paper, 1)
        put(paper, points[seat] - before)
