"""JSON forms as plain numbers, by one table for Python and the browser.

A form says how a value is told in numbers, in order: a choice is its place in a list, a list is its length and its
items, a map its length and its pairs, a record its fields; what may be missing is 0, or 1 and the value. Compiled code
reads and writes the numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from medina.fast.layout import KIND_LETTERS
from medina.fast.moves import NAMES
from medina.rules.ruleset import COLOURS, SWITCHES

Form = str | Mapping[str, Any]
"""`"number"`, or a record with one of the keys `choice`, `maybe`, `list`, `map` (with `keys`) and `record`."""

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


def numbers_of(form: Form, value: Any) -> Iterator[int]:
    """The numbers that tell a value of this form."""
    if isinstance(form, str):
        yield int(value)
    elif "choice" in form:
        yield form["choice"].index(value)
    elif "maybe" in form:
        yield 0 if value is None else 1
        if value is not None:
            yield from numbers_of(form["maybe"], value)
    elif "record" in form:
        for name, field in form["record"].items():
            yield from numbers_of(field, value[name])
    elif "list" in form:
        yield len(value)
        for item in value:
            yield from numbers_of(form["list"], item)
    else:
        yield len(value)
        for key, item in value.items():
            yield form["keys"].index(key)
            yield from numbers_of(form["map"], item)


def value_of(form: Form, numbers: Sequence[int]) -> Any:
    """The value of this form that the numbers tell."""
    return _read(form, iter(numbers))


def _read(form: Form, numbers: Iterator[int]) -> Any:
    if isinstance(form, str):
        return next(numbers)
    if "choice" in form:
        return form["choice"][next(numbers)]
    if "maybe" in form:
        return _read(form["maybe"], numbers) if next(numbers) else None
    if "record" in form:
        return {name: _read(field, numbers) for name, field in form["record"].items()}
    if "list" in form:
        return [_read(form["list"], numbers) for _ in range(next(numbers))]
    return {form["keys"][next(numbers)]: _read(form["map"], numbers) for _ in range(next(numbers))}
