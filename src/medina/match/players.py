"""Something in a seat that chooses moves and may fail: a bot of ours, or a program."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from random import Random
from typing import Protocol

from medina.bots import Budget, Thought, make_bot, think_with
from medina.match.entrants import Entrant
from medina.notation import Record
from medina.protocol.external import ExternalBot, Patience, legal_move
from medina.protocol.process import Fault
from medina.rules import Position


class Player(Protocol):
    """Whoever sits in a seat of one game."""

    def begin(self, start: Position) -> None:
        """Get ready, if not ready yet; this does not count as thinking. Raises `Fault`."""

    def choose(self, record: Record) -> Thought:
        """A legal move in the position at the end of the record, and an opinion if there is one. Raises `Fault`."""


class OwnPlayer:
    """A bot of ours. If it fails, that is a fault like a program's: the match goes on and the report says so."""

    def __init__(self, name: str, budget: Budget, chance: Random) -> None:
        self._bot, self._budget, self._chance = make_bot(name), budget, chance

    def begin(self, start: Position) -> None:
        """It is ready since it was made."""

    def choose(self, record: Record) -> Thought:
        try:
            thought = think_with(self._bot, record.position, self._budget, self._chance)
        except Exception as error:
            raise Fault("crash", code=type(error).__name__, said=str(error)[:160]) from error
        return replace(thought, move=legal_move(record.position, {"move": thought.move.text}))


class ProgramPlayer:
    """A program, started for this game and told about it when it is first asked for a move."""

    def __init__(self, program: Callable[[], ExternalBot], budget: Budget, chance: Random) -> None:
        self._open, self._budget, self._chance = program, budget, chance
        self._program: ExternalBot | None = None

    def begin(self, start: Position) -> None:
        """Start the program and tell it the game."""
        if self._program is None:
            self._program = self._open()
            self._program.begin(start)

    def choose(self, record: Record) -> Thought:
        assert self._program is not None
        return Thought(self._program.choose(record, self._budget, self._chance.getrandbits(31)))


def seat_player(bot: Entrant, budget: Budget, chance: Random, patience: Patience, game: ExitStack) -> Player:
    """The player for a seat; a program ends when the game does."""
    if bot.command is None:
        assert bot.name is not None
        return OwnPlayer(bot.name, budget, chance)
    command = bot.command
    return ProgramPlayer(lambda: game.enter_context(ExternalBot(command, patience)), budget, chance)
