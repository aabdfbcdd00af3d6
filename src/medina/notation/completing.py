"""What follows from the rest of a position, put in where it is missing: the editor's arithmetic."""

from __future__ import annotations

from typing import Any

from medina.notation.judging import city_faults, form_faults, in_game, on_board, tea_left
from medina.notation.loading import Untrusted, load_rules, load_state, readable
from medina.notation.positions import position_to_json
from medina.rules import Position
from medina.rules.ruleset import COLOURS, GATE, MERCHANT, ROOF, STOCK_PIECES
from medina.rules.state import State


def complete_position(data: Untrusted) -> dict[str, Any]:
    """The object with stocks, `out`, `tea_left`, `palace_tiles` and `scores` put in where they are missing or null.

    A seat's roofs follow from its palaces, and nobody has buildings of a finished colour (5.8). What is left of the
    other pieces is shared as evenly as it goes, the later seats having the more: they have had fewer turns. Tea is not
    given to anybody. Raises `BadPosition` if the rest cannot be read.
    """
    with readable():
        players = load_rules(data).players
        given = [dict(stock or {}) for stock in data.get("stock") or [{}] * players]
        blank = {"stock": [dict.fromkeys((*STOCK_PIECES, "T"), 0) for _ in given], "out": [False for _ in given]}
        state = load_state({**data, **blank, "tea_left": 0})
        stock = _stocks(state, given)
        known = {name: value for name, value in data.items() if value is not None or name == "turn"}
        follows = {
            "out": [not any(mine[piece] for piece in STOCK_PIECES) for mine in stock],
            "tea_left": tea_left(state),
        }
        whole = {**follows, **known, "stock": stock}
        return {**_written(whole), **whole}


def _stocks(state: State, given: list[Untrusted]) -> list[dict[str, Any]]:
    """What each seat holds: what is said of it, else its share."""
    shares = [
        _shares(state, piece, [stock.get(letter) for stock in given]) for piece, letter in enumerate(STOCK_PIECES)
    ]
    tea = [stock.get("T") or 0 for stock in given]
    return [
        {**{letter: shares[piece][seat] for piece, letter in enumerate(STOCK_PIECES)}, "T": tea[seat]}
        for seat in range(len(given))
    ]


def _shares(state: State, piece: int, known: list[Any]) -> list[Any]:
    """How many pieces of a kind each seat holds: as many as is known, and a share of what is left."""
    if piece == ROOF:
        roofs = [palace.roof for palace in state.palaces]
        left = state.rules.stock()[ROOF]
        return [left - roofs.count(seat) if number is None else number for seat, number in enumerate(known)]
    left = max(0, _left(state, piece) - sum(number for number in known if number is not None))
    unknown = known.count(None)
    shares = []
    for number in known:
        shares.append(left // unknown if number is None else number)
        if number is None:
            left, unknown = left - left // unknown, unknown - 1
    return shares


def _left(state: State, piece: int) -> int:
    """2, 5.8: how many pieces of a kind are in the players' hands, as far as the board tells."""
    if piece < len(COLOURS) and _finished(state, piece):
        return 0
    elsewhere = on_board(state)[piece]
    if piece == MERCHANT:
        elsewhere = max(elsewhere, 1) + sum(state.tower_merchants)
    if piece == GATE:
        elsewhere += state.spare_gate
    return in_game(state.rules)[piece] - elsewhere


def _finished(state: State, colour: int) -> bool:
    """5.8: has every player an own roof on a palace of the colour?"""
    owners = {palace.roof for palace in state.palaces if palace.colour_number == colour}
    return owners >= set(range(state.rules.players))


def _written(data: Untrusted) -> dict[str, Any]:
    """Scores and owners of tiles, if the city can stand."""
    state = load_state(data)
    if any(form_faults(state)) or any(city_faults(state)):
        return {}
    state.derive()
    written = position_to_json(Position(state))
    return {"palace_tiles": written["palace_tiles"], "scores": written["scores"]}
