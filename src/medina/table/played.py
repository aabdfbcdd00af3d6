"""A finished game against bots that was played on somebody's own device, as a table of theirs."""

from __future__ import annotations

from msgspec.structs import replace

from medina import Record, write_record
from medina.rules import RULES_VERSION
from medina.table import _playing, _seating
from medina.table import events as ev
from medina.table.course import Course, Decision, Luck
from medina.table.fold import evolve
from medina.table.options import Options
from medina.table.refusal import no

BOT = "bot:"
"""How a record writes that a bot sits there."""
ALONE = Options(starts="seated", stocks="open", public=False, rated=False)


def open_played(record: Record, who: str, now: int) -> Decision:
    """The whole table at once: opened, seated, and every turn of the record played by the rules, to the end.

    Nobody saw the game, so it counts for nothing: one person, bots otherwise, private, unrated, and marked for good.
    """
    seats = [record.tags.get(f"Seat{seat}", "") for seat in range(record.start.ruleset.players)]
    if sum(not name.startswith(BOT) for name in seats) != 1:
        raise no("not_alone")
    if record.position.phase != "over":
        raise no("not_played_out")
    start = write_record(Record.new(record.start))
    opened = replace(_seating.open_events(ALONE, who, now, RULES_VERSION, start, 0), device=True)
    course = Course(evolve(None, opened), now, Luck())
    for seat, name in enumerate(seats):
        if name.startswith(BOT):
            course.add(ev.BotSat, seat=seat, bot=name.removeprefix(BOT))
        else:
            course.add(ev.Sat, seat=seat, user=who)
    _seating.begin(course)
    for turn in record.turns:
        for move in turn.moves:
            _playing.draft(course, move.text)
        _playing.finish_turn(course)
    return Decision(course.state, (opened, *course.events))
