"""The fields of a request, checked one by one."""

from __future__ import annotations

from typing import Any, TypeVar

from medina.rules import MedinaError

Value = TypeVar("Value")

KINDS = {str: "a string", int: "a whole number", bool: "true or false", dict: "an object", list: "a list of strings"}


class BadRequest(MedinaError):
    """A request that cannot be understood, or not now."""


class Fields:
    """Takes fields out of a request by name and kind; `end` complains of what nobody took."""

    def __init__(self, request: dict[str, Any]) -> None:
        self._left = dict(request)

    def text(self, name: str, default: str | None = None) -> str:
        return self._take(name, str, default)

    def text_or_none(self, name: str) -> str | None:
        return None if self._is_nothing(name) else self._take(name, str)

    def texts(self, name: str) -> list[str]:
        texts: list[object] = self._take(name, list)
        for text in texts:
            if not isinstance(text, str):
                raise BadRequest(f"The field {name!r} must be {KINDS[list]}.")
        return [str(text) for text in texts]

    def integer(self, name: str, default: int | None = None) -> int:
        return self._take(name, int, default)

    def integer_or_none(self, name: str) -> int | None:
        return None if self._is_nothing(name) else self._take(name, int)

    def number(self, name: str, default: float) -> float:
        """A number; one beyond all use counts as infinite."""
        value = self._left.pop(name, default)
        if type(value) not in (int, float):
            raise BadRequest(f"The field {name!r} must be a number.")
        return float(value) if abs(value) < 1e9 else float("inf")

    def flag(self, name: str, default: bool) -> bool:
        return self._take(name, bool, default)

    def mapping(self, name: str, default: dict[str, Any]) -> dict[str, Any]:
        return self._take(name, dict, default)

    def end(self) -> None:
        """There must be no other fields."""
        if self._left:
            raise BadRequest(f"There is no field {next(iter(self._left))!r:.60} in this command.")

    def _is_nothing(self, name: str) -> bool:
        """Is the field missing or null? Then it is done with."""
        return self._left.get(name) is None and self._left.pop(name, None) is None

    def _take(self, name: str, kind: type[Value], default: Value | None = None) -> Value:
        value = self._left.pop(name, default)
        if type(value) is not kind:
            problem = "is missing: it is" if value is None else "must be"
            raise BadRequest(f"The field {name!r} {problem} {KINDS[kind]}.")
        return value
