"""Fair play: a game that is being played is analysed by nobody, unless all who play it have allowed it."""

from __future__ import annotations

from medina import Position
from medina.notation import position_to_json
from medina.table.state import State

LEAST_PIECES = 8
"""So many of a game's pieces on the same cells, and it is no chance that another position has them there, too."""


def may_be_analysed(state: State) -> bool:
    return state.phase != "playing" or state.analysis


def is_of_this_game(state: State, position: Position) -> bool:
    """Is it a position of the table's game: now, earlier, or later in what somebody tries out?

    Cities only grow, so one of the two holds all pieces of the other, in whatever order they came. Where a table went
    on from a record, only what was placed at the table counts: the record is everybody's.
    """
    if state.confirmed is None:
        return False
    now, before, asked = _pieces(state.confirmed), _pieces(_first(state)), _pieces(position)
    own = now - before
    return len(own & asked) >= LEAST_PIECES and (own <= asked or asked <= now)


def _first(state: State) -> Position:
    """The position the game at the table began with."""
    position = state.start
    assert position is not None
    for _, moves in state.turns[: state.given]:
        for move in moves:
            position = position.play(move)
    return position


def _pieces(position: Position) -> set[tuple[str, str]]:
    drawn = position_to_json(position)
    return {*drawn["cells"].items(), *drawn["walls"].items()}
