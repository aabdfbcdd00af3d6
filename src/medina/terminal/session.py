"""One game in the terminal, without any screen: seats, moves, taking back, saving."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import date
from importlib.util import find_spec
from pathlib import Path

from medina.bots import BOTS, Bot, Budget, make_bot
from medina.bots.registry import unknown_bot
from medina.notation import Record, write_record
from medina.rules import MedinaError, Move, Position
from medina.words import failure, say

from .files import read_file

QUICK_BOTS = ("random", "greedy")
"""The bots that are ready at once."""
HUMAN = "human"
"""The name that puts a person at the keyboard into a seat."""


@dataclass(frozen=True)
class Seat:
    """Who sits somewhere: a person, or a bot by its name."""

    name: str
    bot: str | None = None

    @property
    def tag(self) -> str:
        """The seat as a record's tag writes it."""
        return self.name if self.bot is None else f"bot:{self.bot}"

    @staticmethod
    def from_tag(tag: str) -> Seat:
        """The seat that a record's tag describes."""
        return Seat(tag[4:], tag[4:]) if tag.startswith("bot:") else Seat(tag)


def fill_seats(players: int, bots: Sequence[str], own: int | None) -> list[Seat]:
    """The seats of a game: one's own (none to watch), and the others from the list of bots, its last name repeated."""
    names = iter([*bots, *[bots[-1]] * players])
    return [Seat(say("terminal.you")) if seat == own else _seat(next(names), seat) for seat in range(players)]


def check_name(name: str) -> None:
    """Raise `UnknownBot` if no bot and no person has this name, `MedinaError` if the bot is not installed."""
    if name != HUMAN and name not in BOTS:
        raise unknown_bot(name)
    if name not in (HUMAN, *QUICK_BOTS) and find_spec("wasmtime") is None:
        raise failure(MedinaError, "terminal.bot_missing", name=name)


def _seat(name: str, seat: int) -> Seat:
    return Seat(say("terminal.player", seat=seat + 1)) if name == HUMAN else Seat(name, name)


@dataclass
class Session:
    """A game being played. `record` is its whole truth."""

    record: Record
    seats: list[Seat]
    rng: random.Random
    seconds: float = 1.0
    bot_maker: Callable[[str], Bot] = make_bot
    resigned: int | None = None
    saved_as: Path | None = None
    _bots: dict[int, Bot] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for number, seat in enumerate(self.seats):
            if seat.bot is not None and seat.bot not in BOTS:
                self._bots[number] = self.bot_maker(seat.bot)

    @staticmethod
    def start(position: Position, seats: list[Seat], **options: object) -> Session:
        """A new game from its first position."""
        tags = {"Event": say("terminal.event"), "Date": date.today().isoformat()}
        tags |= {f"Seat{number}": seat.tag for number, seat in enumerate(seats)}
        return Session(Record.new(position, tags), seats, **options)  # type: ignore[arg-type]

    @property
    def position(self) -> Position:
        return self.record.position

    @property
    def over(self) -> bool:
        """Has the game ended, by its rules or because somebody resigned?"""
        return self.position.phase == "over" or self.resigned is not None

    @property
    def human_to_move(self) -> bool:
        """Is it the turn of a person?"""
        turn = self.position.turn
        return turn is not None and self.seats[turn].bot is None

    def play(self, move: Move | str) -> None:
        """Play a move. Raises what `Position.play` raises, and then nothing has changed."""
        self.record = self.record.play(move)

    def bot_choice(self) -> Move:
        """What the bot whose turn it is wants to play."""
        turn = self.position.turn
        name = None if turn is None else self.seats[turn].bot
        if turn is None or name is None:
            raise ValueError("no bot is to move")
        if turn not in self._bots:
            self._bots[turn] = self.bot_maker(name)
        return self._bots[turn].choose(self.position, Budget(seconds=self.seconds), self.rng)

    def take_back(self) -> bool:
        """Go back to before the last placement of a person; False when there is none."""
        for number in range(len(self.record.moves) - 1, -1, -1):
            turn = self.record.positions[number].turn
            if turn is not None and self.seats[turn].bot is None:
                self.record = self.record.undo(len(self.record.moves) - number)
                self.resigned = None
                return True
        return False

    def last_seen(self) -> list[tuple[int, Move]]:
        """The moves by number since the last turn of whoever is to move, with what that player has placed by now."""
        runs = self._runs()
        viewer = self.position.turn if self.position.turn is not None else runs[-1][0] if runs else None
        news = runs[-1:] if runs and runs[-1][0] == viewer else []
        for mover, numbers in reversed(runs[: len(runs) - len(news)]):
            if mover == viewer:
                break
            news.insert(0, (mover, numbers))
        return [(number, self.record.moves[number]) for _, numbers in news for number in numbers]

    def last_turns(self) -> list[tuple[int, list[int]]]:
        """Who placed what (by number of move) since the viewer's last turn, that turn included."""
        seen = [number for number, _ in self.last_seen()]
        first = seen[0] if seen else len(self.record.moves)
        runs = self._runs()
        own = [run for run in runs if run[1][-1] < first and run[0] == self.position.turn][-1:]
        return [*own, *(run for run in runs if run[1][0] >= first)]

    def _runs(self) -> list[tuple[int, list[int]]]:
        """Who placed what, by number of move, turn by turn."""
        return [(turn.seat, list(range(turn.start, turn.end))) for turn in self.record.turns]

    def save(self, path: Path) -> None:
        path.write_text(write_record(self.record), encoding="utf-8")
        self.saved_as = path


def load_session(path: Path, **options: object) -> Session:
    """A saved game to go on with: seats as its tags say, people where they say nothing."""
    record = read_file(path)
    players = record.start.ruleset.players
    tags = [record.tags.get(f"Seat{seat}", say("terminal.player", seat=seat + 1)) for seat in range(players)]
    seats = [Seat.from_tag(tag) for tag in tags]
    for seat in seats:
        if seat.bot is not None:
            check_name(seat.bot)
    session = Session(record, seats, **options)  # type: ignore[arg-type]
    session.saved_as = path
    return session
