"""One game of a match."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from typing import Any

from medina.bots import Outlook
from medina.match.plan import MatchPlan
from medina.match.players import Player, seat_player
from medina.notation import Record, write_record
from medina.protocol.process import Fault


@dataclass(frozen=True)
class Forfeit:
    """A seat that lost its game by a fault: what `Fault` says of it, as plain data."""

    seat: int
    kind: str
    details: Mapping[str, Any]


@dataclass(frozen=True)
class GameResult:
    """How a game of a match ended: who sat where, everybody's points, share of the win and place.

    `slowest` is each seat's longest thought in seconds, for matches by the clock. `outlooks` are what the bots expected
    after each of their placements; there are none if nobody had an opinion.
    """

    number: int
    seats: tuple[str, ...]
    scores: tuple[int, ...]
    shares: tuple[float, ...]
    places: tuple[int, ...]
    placements: int
    record: str = ""
    forfeit: Forfeit | None = None
    slowest: tuple[float, ...] | None = None
    outlooks: tuple[Outlook | None, ...] | None = None


def play_game(plan: MatchPlan, number: int) -> GameResult:
    """Play the game of this number. Whatever the bots do, there is a result."""
    seats = plan.seats(number)
    record = Record.new(plan.start(number), tags(plan, number, seats))
    slowest = [0.0] * len(seats)
    outlooks: list[Outlook | None] = []
    forfeit = None
    with ExitStack() as game:
        players = seat_players(plan, number, game)
        while forfeit is None and record.position.phase != "over":
            seat = record.position.turn or 0
            try:
                players[seat].begin(record.start)
                begun = time.monotonic()
                thought = players[seat].choose(record)
                record = record.play(thought.move)
                outlooks.append(thought.outlook and thought.outlook.rounded())
                slowest[seat] = max(slowest[seat], time.monotonic() - begun)
            except Fault as fault:
                forfeit = Forfeit(seat, fault.kind, fault.details)
    result = result_of(plan, number, record, forfeit, tuple(round(seconds, 3) for seconds in slowest))
    return replace(result, outlooks=tuple(outlooks)) if any(outlooks) else result


def seat_players(plan: MatchPlan, number: int, game: ExitStack) -> list[Player]:
    entrants = plan.entrants
    return [
        seat_player(entrants[spec], plan.budget(entrants[spec]), plan.chance(number, seat), plan.patience, game)
        for seat, spec in enumerate(plan.seats(number))
    ]


def tags(plan: MatchPlan, number: int, seats: Sequence[str]) -> dict[str, str]:
    """What the record says about the game."""
    entrants = plan.entrants
    sitting = {f"Seat{seat}": entrants[spec].tag for seat, spec in enumerate(seats)}
    return {"Event": plan.event, "Date": plan.date, **sitting, "Game": str(number)}


def result_of(
    plan: MatchPlan, number: int, record: Record, forfeit: Forfeit | None, slowest: tuple[float, ...]
) -> GameResult:
    """The result of a finished or forfeited game."""
    if forfeit is not None:
        record = record.with_tags(Forfeit=f"{forfeit.seat} {forfeit.kind}")
    places = places_of(record.position.scores, forfeit)
    winners = places.count(1)
    return GameResult(
        number=number,
        seats=plan.seats(number),
        scores=record.position.scores,
        shares=tuple(1 / winners if place == 1 else 0.0 for place in places),
        places=places,
        placements=len(record.moves),
        record=write_record(record),
        forfeit=forfeit,
        slowest=slowest if plan.nodes is None else None,
    )


def places_of(scores: Sequence[int], forfeit: Forfeit | None) -> tuple[int, ...]:
    """15.4: everybody's place, shared where scores are equal. After a forfeit all the others share the first."""
    if forfeit is not None:
        return tuple(len(scores) if seat == forfeit.seat else 1 for seat in range(len(scores)))
    return tuple(1 + sum(other > score for other in scores) for score in scores)
