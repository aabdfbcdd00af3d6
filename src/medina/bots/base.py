"""What a bot is: something that chooses a move for the seat to place, within a budget."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from math import isfinite
from typing import ClassVar, Protocol

from medina.rules import GameOver, MedinaError, Move, Position
from medina.words import say


class UnknownBot(MedinaError):
    """No bot has this name."""

    code: ClassVar[str] = "unknown_bot"


class BadBudget(MedinaError):
    """A budget nobody can keep to."""


@dataclass(frozen=True, slots=True)
class Budget:
    """How long a bot may think about a placement: seconds, nodes (positions looked into) or both; on how many threads.

    With nodes alone the same seed gives the same move. Without either a bot takes the time it likes, about a second.
    """

    seconds: float | None = None
    nodes: int | None = None
    threads: int = 1

    def __post_init__(self) -> None:
        if self.seconds is not None and not (isfinite(self.seconds) and self.seconds >= 0):
            raise BadBudget(say("bots.bad_seconds"))
        if self.nodes is not None and self.nodes < 1:
            raise BadBudget(say("bots.bad_nodes"))
        if self.threads < 1:
            raise BadBudget(say("bots.bad_threads"))


class Bot(Protocol):
    """Anything that plays."""

    def choose(self, position: Position, budget: Budget, rng: random.Random) -> Move:
        """The move for the seat to place. Raises `GameOver` when there is none to choose."""


@dataclass(frozen=True, slots=True)
class BotInfo:
    """A bot as one meets it: name, words key of the line that describes it, measured rating, and how to make it."""

    name: str
    character: str
    rating: int
    factory: Callable[[], Bot]


def check_playable(position: Position) -> tuple[Move, ...]:
    """The legal moves; an error if the game is over."""
    moves = position.legal_moves
    if not moves:
        raise GameOver
    return moves
