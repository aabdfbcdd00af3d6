"""Everything that can go wrong, as values with a code and a sentence."""

from __future__ import annotations

from typing import ClassVar

from medina.rules.refusals import Refusal


class MedinaError(Exception):
    """The base of all errors of this package: `code` for programs, `message` for people."""

    code: ClassVar[str] = "bad_request"

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


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

    def __init__(self, message: str = "The game is over: nobody can place a piece any more.") -> None:
        super().__init__(message)
