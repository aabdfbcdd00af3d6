"""What follows from the rest of a position, put in where it is missing: the editor's arithmetic."""

from __future__ import annotations

from typing import Any

from medina.notation.judging import city_faults, form_faults, in_game, on_board, tea_left
from medina.notation.loading import load_rules, load_state, readable
from medina.notation.positions import position_to_json
from medina.notation.shapes import Untrusted
from medina.rules import Position, Ruleset
from medina.rules.ruleset import COLOURS, GATE, MERCHANT, ROOF, STOCK_PIECES
from medina.rules.state import State, blank_state


def complete_position(data: Untrusted) -> dict[str, Any]:
    """The object with stocks and all that follows from the rest put in where it is missing or null.

    That is `out`, `tea_left`, `tower_merchants`, `spare_gate`, `palace_tiles` and `scores`, and of
    `palace_tile_palaces` a colour that is not named: the largest palace with a roof, of equals the oldest. A seat's
    roofs follow from its palaces, and nobody has buildings of a finished colour (5.8). What is left of the other pieces
    is shared as evenly as it goes, the later seats having the more: they have had fewer turns. Tea is not given to
    anybody. Raises `BadPosition` if the rest cannot be read.
    """
    with readable():
        rules = load_rules(data)
        given = [dict(stock or {}) for stock in data.get("stock") or [{}] * rules.players]
        known = {name: value for name, value in data.items() if value is not None or name == "turn"}
        known = {**_beside_the_board(rules, known), **known}
        holders = dict(known.get("palace_tile_palaces", {}))
        blank = {
            "stock": [dict.fromkeys((*STOCK_PIECES, "T"), 0) for _ in given],
            "out": [False for _ in given],
            "palace_tile_palaces": dict.fromkeys(COLOURS),
        }
        state = load_state({**known, **blank, "tea_left": 0})
        stock = _stocks(state, given)
        follows = {
            "out": [not any(mine[piece] for piece in STOCK_PIECES) for mine in stock],
            "tea_left": tea_left(state),
        }
        whole = {**follows, **known, "stock": stock, "palace_tile_palaces": {**_holders(state), **holders}}
        return {**_written(whole), **whole}


def _beside_the_board(rules: Ruleset, known: Untrusted) -> Untrusted:
    """3.2, 13.3, 16.6: the merchants on tower tiles that nobody has had, and the gate that nobody has won."""
    start = blank_state(rules)
    lying = enumerate(start.tower_merchants, start=1)
    return {
        "tower_merchants": {str(n): count if known["tower_tiles"][str(n)] is None else 0 for n, count in lying},
        "spare_gate": start.spare_gate and "gate" not in known["walls"].values(),
    }


def _holders(state: State) -> dict[str, str | None]:
    """12.3: the palace that each colour's tile lies at."""
    holders: dict[str, str | None] = dict.fromkeys(COLOURS)
    for colour in COLOURS:
        roofed = [palace for palace in state.palaces if palace.colour == colour and palace.roof is not None]
        if roofed:
            holders[colour] = max(roofed, key=lambda palace: palace.size).first
    return holders


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
