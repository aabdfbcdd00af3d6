"""The fields of a request, checked one by one."""

from __future__ import annotations

from typing import Any, TypeVar

from medina.rules import MedinaError

Default = TypeVar("Default")
_MISSING: Any = object()


class BadRequest(MedinaError):
    """A request that cannot be understood, or not now."""


class Fields:
    """Takes fields out of a request by name and kind; `end` complains of what nobody took."""

    def __init__(self, request: dict[str, Any]) -> None:
        self._left = dict(request)

    def text(self, name: str, default: str = _MISSING) -> str:
        """A string."""
        return self._take(name, default, lambda value: isinstance(value, str), "a string")

    def text_or_none(self, name: str) -> str | None:
        """A string, or nothing."""
        return None if self._left.get(name) is None and self._drop(name) else self.text(name)

    def texts(self, name: str) -> list[str]:
        """A list of strings."""

        def is_texts(value: object) -> bool:
            return isinstance(value, list) and all(isinstance(text, str) for text in value)

        return self._take(name, _MISSING, is_texts, "a list of strings")

    def integer(self, name: str, default: int = _MISSING) -> int:
        """A whole number."""
        return self._take(name, default, lambda value: type(value) is int, "a whole number")

    def integer_or_none(self, name: str) -> int | None:
        """A whole number, or nothing."""
        return None if self._left.get(name) is None and self._drop(name) else self.integer(name)

    def number(self, name: str, default: float) -> float:
        """A number."""
        value = self._take(name, default, lambda value: type(value) in (int, float), "a number")
        return value if abs(value) < 1e9 else float("inf")

    def flag(self, name: str, default: bool) -> bool:
        """True or false."""
        return self._take(name, default, lambda value: isinstance(value, bool), "true or false")

    def mapping(self, name: str, default: dict[str, Any]) -> dict[str, Any]:
        """An object."""
        return self._take(name, default, lambda value: isinstance(value, dict), "an object")

    def end(self) -> None:
        """There must be no other fields."""
        if self._left:
            raise BadRequest(f"There is no field {next(iter(self._left))!r:.60} in this command.")

    def _drop(self, name: str) -> bool:
        self._left.pop(name, None)
        return True

    def _take(self, name: str, default: Any, fits: Any, what: str) -> Any:
        value = self._left.pop(name, default)
        if value is _MISSING:
            raise BadRequest(f"The field {name!r} is missing: it is {what}.")
        if not fits(value):
            raise BadRequest(f"The field {name!r} must be {what}.")
        return value
