"""From foreseen final scores to what a player wants: to win, and to win clearly."""

# mypy: disable-error-code="no-any-return"

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from medina.bots.exponential import exp
from medina.bots.survey import Floats
from medina.fast._compile import entry, inner
from medina.fast.layout import PIECES, PLAYERS, TURN, State

Doubles = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]

# How far off the foresight still is, in points: a power of the pieces that are left to a seat, times two, by the number
# of players. Fitted to the winners of self-played games (benchmarks/calibrate.py).
DOUBT: Final = {2: (0.27, 0.69), 3: (0.40, 0.54), 4: (0.40, 0.56)}
_LEAST_DOUBT: Final = 0.3
_MOST_PIECES: Final = 60 * 4


def doubt_of(pieces: Integers, players: int, scale: float, power: float) -> Doubles:
    """With so many pieces left to all seats together."""
    return np.maximum(_LEAST_DOUBT, scale * (pieces * 2 / players) ** power)


def _doubts() -> Floats:
    """By players and pieces left; from a table, so that every machine has the same numbers."""
    table = np.zeros((5, _MOST_PIECES), dtype=np.float32)
    for players, (scale, power) in DOUBT.items():
        table[players] = doubt_of(np.arange(_MOST_PIECES), players, scale, power)
    return table


DOUBTS: Final = _doubts()
MARGIN_SHARE: Final = np.float32(0.15)  # the rest of the utility is the chance to win
MARGIN_SCALE: Final = np.float32(40)


@inner
def doubt(state: State) -> np.float32:
    """The scale of surprises that may still come."""
    pieces = 0
    for seat in range(state[PLAYERS]):
        pieces += state[PIECES + seat]
    return DOUBTS[state[PLAYERS], min(pieces, _MOST_PIECES - 1)]


@inner
def find_chances(state: State, finals: Floats, chances: Floats) -> None:
    """Every seat's chance to win; shared first places share it."""
    players = state[PLAYERS]
    best = finals[0]
    for seat in range(1, players):
        best = max(best, finals[seat])
    scale = doubt(state) if state[TURN] >= 0 else np.float32(0.01)
    total = np.float32(0)
    for seat in range(players):
        chances[seat] = exp((finals[seat] - best) / scale)
        total += chances[seat]
    for seat in range(players):
        chances[seat] /= total


@inner
def find_utilities(state: State, finals: Floats, utilities: Floats) -> None:
    """For every seat mostly the chance to win, and a little the margin, so that a decided game is still played well."""
    find_chances(state, finals, utilities)
    players = state[PLAYERS]
    for seat in range(players):
        rival = np.float32(-1000)
        for other in range(players):
            if other != seat:
                rival = max(rival, finals[other])
        margin = (finals[seat] - rival) / MARGIN_SCALE
        margin = max(np.float32(-1), min(np.float32(1), margin))
        utilities[seat] = (1 - MARGIN_SHARE) * utilities[seat] + MARGIN_SHARE * (margin + 1) / 2


@inner
def value_of_a_point(state: State, finals: Floats, seat: int, chances: Floats) -> np.float32:
    """By how much a seat's wish grows with a point more than these final scores."""
    find_chances(state, finals, chances)
    sharpness = chances[seat] * (1 - chances[seat]) / doubt(state)
    return np.float32((1 - MARGIN_SHARE) * sharpness + MARGIN_SHARE / (2 * MARGIN_SCALE))


@inner
def find_chances_behind(players: int, wishes: Doubles, finals: Doubles, chances: Doubles) -> None:
    """The chances to win behind wishes for these final scores: the part that wishes for a margin is taken out again."""
    share, total = np.float64(MARGIN_SHARE), 0.0
    for seat in range(players):
        rival = -1000.0
        for other in range(players):
            if other != seat:
                rival = max(rival, finals[other])
        margin = min(1.0, max(-1.0, (finals[seat] - rival) / np.float64(MARGIN_SCALE)))
        chances[seat] = min(1.0, max(0.001, (wishes[seat] - share * (margin + 1) / 2) / (1 - share)))
        total += chances[seat]
    for seat in range(players):
        chances[seat] /= total


@entry
def chances_behind(players: int, wishes: Doubles, finals: Doubles, chances: Doubles) -> None:
    """The same, called from Python."""
    find_chances_behind(players, wishes, finals, chances)
