"""A table's game as a record, and a record as a replay."""

from __future__ import annotations

import re
from datetime import UTC, datetime

from medina import Position, Record, position_to_json, write_record
from medina.server.schema import Replay, ReplayTurn
from medina.table.questions import sheets
from medina.table.state import SeatState, State
from medina.table.wire import People

BOT_PREFIX = "bot:"
"""How a record names a bot; no person is called so."""
NAMELESS = "?"
"""Who had themselves forgotten has no name; records of other games write it so, too."""
_UNFIT = re.compile(r"[\r\n]+")


def record_of(state: State, people: People) -> Record | None:
    """The confirmed game; None before it has started."""
    if state.start is None:
        return None
    positions = [state.start]
    moves = []
    for text in state.moves:
        move = positions[-1].canonical(text)
        moves.append(move)
        positions.append(positions[-1].play(move))
    return Record(tuple(positions), tuple(moves), _tags(state, people))


def _tags(state: State, people: People) -> dict[str, str]:
    tags = {"Date": datetime.fromtimestamp(state.created / 1000, UTC).date().isoformat()}
    return tags | {f"Seat{number}": _UNFIT.sub(" ", _who(seat, people)) for number, seat in enumerate(state.seats)}


def _who(seat: SeatState, people: People) -> str:
    if seat.user is not None:
        person = people.get(seat.user)
        return NAMELESS if person is None else person.name
    return f"{BOT_PREFIX}{seat.bot}"


def replay_of(record: Record, analysis: str | None = None) -> Replay:
    """Return the ends of the game, its turns and how the scores went."""
    turns = [
        ReplayTurn(
            seat=turn.seat,
            round=turn.round,
            moves=[move.text for move in turn.moves],
            scores=[list(position.scores) for position in record.positions[turn.start + 1 : turn.end + 1]],
            comment=record.comments.get(word),
        )
        for word, turn in enumerate(record.turns)
    ]
    return Replay(
        tags=dict(record.tags),
        first=position_to_json(record.start),
        last=position_to_json(record.position),
        turns=turns,
        over=record.position.phase == "over",
        record=write_record(record),
        sheets=list(sheets(record.position)),
        analysis=analysis,
    )


def position_at(record: Record, ply: int | None) -> Position | None:
    """The position after so many placements, the last without a number; None when there are not that many."""
    if ply is None:
        return record.position
    return record.positions[ply] if ply < len(record.positions) else None
