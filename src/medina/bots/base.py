"""What a bot is: something that chooses a move for the seat to place, within a budget."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from math import isfinite
from typing import ClassVar, Protocol

from medina.rules import GameOver, MedinaError, Move, Position
from medina.words import failure


class UnknownBot(MedinaError):
    """No bot has this name."""

    code: ClassVar[str] = "unknown_bot"


class BadBudget(MedinaError):
    """A budget nobody can keep to."""


def never() -> bool:
    """Nobody stops the thinking."""
    return False


@dataclass(frozen=True, slots=True)
class Budget:
    """How long a bot may think about a placement: seconds, nodes (positions looked into) or both; on how many threads.

    With nodes alone the same seed gives the same move. Without either a bot takes the time it likes, about a second.
    Once `stop` says so, a bot that searches takes what it has found. `memory` bounds the tree of each thread, in bytes.
    """

    seconds: float | None = None
    nodes: int | None = None
    threads: int = 1
    stop: Callable[[], bool] = field(default=never, compare=False)
    memory: int | None = None

    def __post_init__(self) -> None:
        if self.seconds is not None and not (isfinite(self.seconds) and self.seconds >= 0):
            raise failure(BadBudget, "bots.bad_seconds")
        if self.nodes is not None and self.nodes < 1:
            raise failure(BadBudget, "bots.bad_nodes")
        if self.threads < 1:
            raise failure(BadBudget, "bots.bad_threads")


@dataclass(frozen=True)
class Outlook:
    """Every seat's expected final score and chance to win (a shared win counts as a part)."""

    scores: tuple[float, ...]
    wins: tuple[float, ...]

    def lead(self, seat: int) -> float:
        """How far a seat is expected to end ahead of the best of the others."""
        return self.scores[seat] - max(score for other, score in enumerate(self.scores) if other != seat)

    def rounded(self) -> Outlook:
        """No more digits than anybody reads or keeps."""
        return Outlook(tuple(round(score, 2) for score in self.scores), tuple(round(win, 4) for win in self.wins))


@dataclass(frozen=True, slots=True)
class Thought:
    """A move and, where the bot has an opinion, what everybody may expect after it."""

    move: Move
    outlook: Outlook | None = None


class Bot(Protocol):
    """Anything that plays. One that can also `think(position, budget, rng) -> Thought` has opinions."""

    def choose(self, position: Position, budget: Budget, rng: random.Random) -> Move:
        """The move for the seat to place. Raises `GameOver` when there is none to choose."""
        raise NotImplementedError

    def choose_turn(self, position: Position, budget: Budget, rng: random.Random) -> list[Move]:
        """The placements of the rest of the turn, with the budget for each. Raises `GameOver`."""
        return [thought.move for thought in think_turn(self, position, budget, rng)]


@dataclass(frozen=True, slots=True)
class BotInfo:
    """A bot as one meets it: name, words key of the line that describes it, measured rating, and how to make it."""

    name: str
    character: str
    rating: int
    factory: Callable[[], Bot]


def think_with(bot: Bot, position: Position, budget: Budget, rng: random.Random) -> Thought:
    """What any bot chooses, with its opinion if it has one."""
    think: Callable[[Position, Budget, random.Random], Thought] | None = getattr(bot, "think", None)
    return Thought(bot.choose(position, budget, rng)) if think is None else think(position, budget, rng)


def think_turn(bot: Bot, position: Position, budget: Budget, rng: random.Random) -> Iterator[Thought]:
    """What a bot chooses in the rest of a turn, a placement after the other, with the budget for each."""
    goes_on = True
    while goes_on:
        thought = think_with(bot, position, budget, rng)
        yield thought
        before, position = position, position.play(thought.move)
        goes_on = position.is_mid_turn and position.turn == before.turn


def check_playable(position: Position) -> tuple[Move, ...]:
    """The legal moves; an error if the game is over."""
    moves = position.legal_moves
    if not moves:
        raise GameOver
    return moves
