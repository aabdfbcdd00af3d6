"""JSON values as plain numbers and back, by a form that both sides know.

A form says how a value is told in numbers, in order: a choice is its place in a list, a list is its length and its
items, a map its length and its pairs, a record its fields; what may be missing is 0, or 1 and the value. Compiled code
reads and writes the numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

Form = str | Mapping[str, Any]
"""`"number"`, or a record with one of the keys `choice`, `maybe`, `list`, `map` (with `keys`) and `record`."""


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
