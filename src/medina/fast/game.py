"""The compiled game as Python sees it."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import numpy as np
import numpy.typing as npt

from medina.fast import convert
from medina.fast.layout import MAX_MOVES, PLAYERS, State
from medina.fast.moves import move_texts
from medina.fast.playout import list_moves, play_move, score_state

if TYPE_CHECKING:
    from medina.notation import PositionJson
    from medina.rules.position import Position


def from_position(position: Position) -> State:
    """The state of a position."""
    from medina.notation import position_to_json

    return convert.from_json(position_to_json(position))


def legal_codes(state: State) -> npt.NDArray[np.int32]:
    """The codes of all legal moves."""
    out = np.empty(MAX_MOVES, dtype=np.int32)
    return out[: list_moves(state, out)]


def legal_texts(state: State) -> list[str]:
    """All legal moves as they are written, sorted."""
    texts = move_texts(int(state[PLAYERS]))
    return sorted(texts[code] for code in legal_codes(state))


def play_text(state: State, text: str) -> State:
    """The state after a legal move."""
    texts = move_texts(int(state[PLAYERS]))
    code = next(code for code in legal_codes(state) if texts[code] == text)
    after = state.copy()
    play_move(after, int(code))
    return after


def scores(state: State) -> list[int]:
    """Live totals in seat order."""
    points = np.zeros(4, dtype=np.int64)
    score_state(state, points)
    return [int(total) for total in points[: int(state[PLAYERS])]]


def to_json(state: State) -> PositionJson:
    """The JSON form of the position that this is the state of."""
    return cast("PositionJson", convert.to_json(state))
