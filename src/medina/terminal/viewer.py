"""A position of a recorded game with what led to it: for `medina show` and `medina replay`."""

from __future__ import annotations

import random

from rich.console import Console, Group, RenderableType
from rich.text import Text

from medina.notation import Record
from medina.rules import Position
from medina.words import say
from medina.words.moves import move_words

from .news import news
from .screen import board, fits, move_cells, without_upper_letters
from .session import Seat, Session
from .speech import signed
from .tables import players_table, seat_text, winners_line


def seats_of(record: Record) -> list[Seat]:
    names = [record.tags.get(f"Seat{seat}") for seat in range(record.start.ruleset.players)]
    given = [(name or say("terminal.player", seat=seat + 1)) for seat, name in enumerate(names)]
    return [Seat(name.removeprefix("bot:")) for name in given]


def _title(record: Record, number: int) -> Text:
    rules = record.start.ruleset
    edition = say(f"terminal.edition.{rules.edition}")
    parts = [record.tags.get("Event", ""), record.tags.get("Date", ""), edition]
    parts += [say("terminal.with_gates")] if rules.gates else []
    title = Text(" · ".join(part for part in parts if part), "bold")
    return title.append(f"   {say('terminal.move_of', number=number, count=len(record.moves))}", "dim")


def _move_line(record: Record, number: int) -> Text:
    """The move that led here, in words, with what it changed."""
    if number == 0:
        return Text(say("terminal.replay.start"))
    before, after = record.positions[number - 1], record.positions[number]
    move, mover = record.moves[number - 1], before.turn or 0
    line = seat_text(mover, seats_of(record)[mover])
    line.append(f": {move.text}  {move_words(move)}")
    for seat, (old, new) in enumerate(zip(before.scores, after.scores, strict=True)):
        if new != old:
            line.append(f"  {say('terminal.change', player=seat + 1, points=signed(new - old))}", "bold")
    names = [seat.name for seat in seats_of(record)]
    return line.append("".join(f"  {item}" for item in news(before, after, names)), "dim")


def _comment(record: Record, number: int) -> list[RenderableType]:
    """What was written about the turn that ended here."""
    words = [word for word, turn in enumerate(record.turns) if turn.end == number and word in record.comments]
    return [Text(f"“{record.comments[word]}”", "italic") for word in words]


def _next_line(record: Record, session: Session) -> Text:
    position = session.position
    if position.turn is None:
        return winners_line(session)
    return seat_text(position.turn, seats_of(record)[position.turn]).append(f": {say('terminal.to_move')}")


def position_view(console: Console, record: Record, number: int, *, scrolls: bool = True) -> Group:
    """The board after `number` moves, the last move in words, the scores, whose turn it is.

    Where nothing scrolls, the letters above the board make room for what would be lost below it.
    """
    session = at_move(record, number)
    last = move_cells(session.position, record.moves[max(0, number - 1) : number])
    city = board(console, session.position, last=last, large=_roomy(console, session.position))
    below = [players_table(session), _move_line(record, number), *_comment(record, number), _next_line(record, session)]
    whole = Group(_title(record, number), city, *below)
    if scrolls or fits(console, whole, margin=1):
        return whole
    return Group(_title(record, number), without_upper_letters(city), *below)


def _roomy(console: Console, position: Position) -> bool:
    """Is there room for the large board and all the lines around it?"""
    lines, columns = 2 * position.rows + 4, 5 * position.columns + 13
    return console.is_terminal and console.height >= lines + 11 and console.width >= columns


def at_move(record: Record, number: int) -> Session:
    """The game as it stood after that many moves; nobody plays in it."""
    return Session(record.undo(len(record.moves) - number), seats_of(record), random.Random(0))
