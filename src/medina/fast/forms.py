"""JSON forms as plain numbers (`medina.notation.numbers`), by one table for Python and the browser."""

from __future__ import annotations

from typing import Final

from medina.fast.layout import KIND_LETTERS
from medina.fast.moves import NAMES
from medina.notation.numbers import Form
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
PHASES: Final = ("founding", "play", "over")
ON_CELL: Final = (*COLOURS, "S", "M", "well")

POSITION: Final = record(
    edition=choice("first", "second"),
    players=NUMBER,
    gates=FLAG,
    phase=choice(*PHASES),
    turn=SEAT,
    placements_left=NUMBER,
    cells={"map": choice(*ON_CELL), "keys": NAMES["cells"]},
    walls={"map": choice("wall", "gate"), "keys": NAMES["walls"]},
    palaces=list_of(record(colour=COLOUR, buildings=list_of(CELL), stables=list_of(CELL), roof=OWNER)),
    streets=list_of(list_of(CELL)),
    stock=list_of(record(**dict.fromkeys(KIND_LETTERS, NUMBER))),
    out=list_of(FLAG),
    palace_tiles=record(**dict.fromkeys(COLOURS, OWNER)),
    tower_tiles=record(**dict.fromkeys("1234", OWNER)),
    tower_merchants=record(**dict.fromkeys("1234", NUMBER)),
    tea_left=NUMBER,
    scores=list_of(NUMBER),
    options=record(**{name: choice(*switch.values) for name, switch in SWITCHES.items()}),
    rules=NUMBER,
    turn_size=NUMBER,
    roofed_this_turn=FLAG,
    first_turn_done=list_of(FLAG),
    palace_tile_palaces=record(**dict.fromkeys(COLOURS, choice(None, *NAMES["cells"]))),
    used_gates=list_of(WALL),
    spare_gate=FLAG,
)

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
