"""JSON forms as plain numbers (`medina.notation.numbers`), by one table for Python and the browser."""

from __future__ import annotations

from typing import Any, Final, Literal, get_args, get_origin, get_type_hints, is_typeddict

from medina.fast.layout import KIND_LETTERS
from medina.fast.moves import NAMES
from medina.notation import shapes
from medina.notation.numbers import Form
from medina.rules.palace import Owner
from medina.rules.ruleset import COLOURS, SWITCHES

NUMBER: Final = "number"


def choice(*values: object) -> Form:
    """One of these values."""
    return {"choice": values}


def maybe(value: Form) -> Form:
    """This or nothing."""
    return {"maybe": value}


def list_of(item: Form) -> Form:
    """Any number of the same."""
    return {"list": item}


def record(**fields: Form) -> Form:
    """Fields with names."""
    return {"record": fields}


FLAG: Final = choice(False, True)
SEAT: Final = choice(None, 0, 1, 2, 3)
OWNER: Final = choice(None, 0, 1, 2, 3, "neutral")
COLOUR: Final = choice(*COLOURS)
CELL: Final = choice(*NAMES["cells"])
WALL: Final = choice(*NAMES["walls"])
ON_CELL: Final = get_args(shapes.OnCell)

_FORMS: Final[dict[object, Form]] = {
    int: NUMBER,
    bool: FLAG,
    Owner: OWNER,
    shapes.Seat: SEAT,
    shapes.Cell: CELL,
    shapes.Wall: WALL,
    shapes.Cell | None: choice(None, *NAMES["cells"]),
    shapes.StockJson: record(**dict.fromkeys(KIND_LETTERS, NUMBER)),
    shapes.Options: record(**{name: choice(*switch.values) for name, switch in SWITCHES.items()}),
}


def form_of(kind: Any) -> Form:
    """The form of values of a type of the notation's shapes."""
    if kind in _FORMS:
        return _FORMS[kind]
    if is_typeddict(kind):
        fields = get_type_hints(kind, include_extras=True)
        return record(**{name: form_of(field) for name, field in fields.items()})
    outer, inner = get_origin(kind), get_args(kind)
    if outer is Literal:
        return choice(*inner)
    if outer is list:
        return list_of(form_of(inner[0]))
    keys, value = inner
    if keys == shapes.Tower:
        return record(**dict.fromkeys("1234", form_of(value)))
    return {"map": form_of(value), "keys": NAMES["cells" if keys == shapes.Cell else "walls"]}


POSITION: Final = form_of(shapes.PositionJson)

DETAILS: Final = record(
    sheets=list_of(
        record(
            buildings=NUMBER,
            stables=NUMBER,
            walls=NUMBER,
            merchants=NUMBER,
            palace_tiles=NUMBER,
            tower_tiles=NUMBER,
            well=NUMBER,
            total=NUMBER,
        )
    ),
    palaces=list_of(
        record(
            colour=COLOUR,
            first=CELL,
            size=NUMBER,
            open=FLAG,
            roof=OWNER,
            points=NUMBER,
            walls=list_of(WALL),
            merchants=list_of(CELL),
            well=list_of(CELL),
            towers=list_of(NUMBER),
            tile=FLAG,
            claims=list_of(maybe(NUMBER)),
        )
    ),
)
