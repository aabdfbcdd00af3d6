"""Everything that can go wrong, as values with a code and a sentence."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import ClassVar, Self

from medina.rules.problems import PROBLEMS
from medina.rules.refusals import Refusal


class MedinaError(Exception):
    """The base of all errors of this package: `code` for programs, `message` for people.

    Where the message is one of the class's `problems`, `problem` and `given` say which, for other languages.
    """

    code: ClassVar[str] = "bad_request"
    problems: ClassVar[Mapping[str, str]] = PROBLEMS
    problem: str | None = None
    given: Mapping[str, object] = MappingProxyType({})
    told_by: tuple[str, Mapping[str, object]] | None = None
    """The key of the text that tells this error, and what fills it in; see `medina.words.failure`."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message

    @classmethod
    def because(cls, problem: str, **given: object) -> Self:
        """The error that is one of the class's `problems`."""
        error = cls(cls.problems[problem].format_map(given))
        error.problem, error.given = problem, given
        return error


class BadRuleset(MedinaError):
    """There is no such game, or it cannot be set up like this (rule 17)."""


class BadMove(MedinaError):
    """Not a move at all: wrongly written, or with a cell that is not on this board."""

    code = "bad_move"


class IllegalMove(MedinaError):
    """A move that breaks a rule; `refusal` says which one and why."""

    code = "illegal_move"

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal

    def __reduce__(self) -> tuple[type[IllegalMove], tuple[Refusal]]:
        return type(self), (self.refusal,)


class GameOver(MedinaError):
    """A move in a game that has ended (rule 4.7)."""

    code = "game_over"
    problem = "game_over"

    def __init__(self) -> None:
        super().__init__(PROBLEMS["game_over"])

    def __reduce__(self) -> tuple[type[GameOver], tuple[()]]:
        return type(self), ()
