"""Setting up a game (section 3)."""

from __future__ import annotations

import random

from medina.rules.board import each_cell
from medina.rules.effects import put_merchant
from medina.rules.errors import BadRuleset
from medina.rules.position import Position
from medina.rules.ruleset import Ruleset
from medina.rules.state import State, blank_state


def new_game(
    ruleset: Ruleset | str = "second",
    players: int | None = None,
    gates: bool | None = None,
    *,
    well: str | None = None,
    market: str | None = None,
    seed: int | None = None,
    **switches: bool,
) -> Position:
    """The first position of a game: of a `Ruleset`, or of an edition, a number of players, gates and switches.

    Two players and no gates unless given. With a `Ruleset` there is nothing more to say about the game.
    `well` and `market` are cells; where the game has them and they are not given they are drawn from `seed`.

    >>> new_game("first", players=3).phase
    'founding'
    >>> new_game("second", players=4, gates=True, seed=7) == new_game("second", players=4, gates=True, seed=7)
    True
    """
    if isinstance(ruleset, str):
        ruleset = Ruleset.of(ruleset, 2 if players is None else players, False if gates is None else gates, **switches)
    elif switches or players is not None or gates is not None:
        raise BadRuleset("Players, gates and switches are part of the ruleset; give them to Ruleset.of.")
    state = blank_state(ruleset)
    draw = random.Random(seed)
    _put_well(state, well, draw, market)
    _put_market(state, market, draw)
    return Position(state)


def _put_well(state: State, well: str | None, draw: random.Random, market: str | None) -> None:
    """3.1: the well, not on the edge; drawn from the cells the market leaves."""
    if not state.rules.well:
        if well is not None:
            raise BadRuleset.because("no_well_here")
        return
    taken = 0 if market is None or state.rules.founding else 1 << _inner_cell(state, market, "market")
    state.well = _inner_cell(state, well, "well") if well is not None else _draw(state, draw, taken)
    state.derive()


def _put_market(state: State, market: str | None, draw: random.Random) -> None:
    """3.1: the first merchant of the first street, unless the first player founds the market (3.3)."""
    if state.rules.founding:
        if market is not None:
            raise BadRuleset.because("market_founded")
        state.phase = "founding"
        return
    number = _inner_cell(state, market, "market") if market is not None else _draw(state, draw, state.occupied)
    if state.occupied >> number & 1:
        raise BadRuleset.because("same_cell")
    state.streets = ((number,),)
    put_merchant(state, number)


def _inner_cell(state: State, name: str, what: str) -> int:
    number = state.board.number.get(name)
    if number is None or state.board.edge >> number & 1:
        raise BadRuleset.because(f"{what}_inside", cell=f"{name!r:.60}")
    return number


def _draw(state: State, draw: random.Random, taken: int) -> int:
    return draw.choice(list(each_cell(state.board.city & ~(state.board.edge | taken))))
