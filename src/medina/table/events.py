"""What has happened at a table. Events are stored, folded into the state and told to everybody.

They name people by user id. A turn is an event when it is confirmed; the placements drafted before are not.
"""

from __future__ import annotations

from msgspec import Struct

from medina.table.options import Matter, Options, Reason


class Event(Struct, frozen=True, tag_field="type", kw_only=True, omit_defaults=True):
    """`seq` counts from 1 at every table without holes; `at` is the server's time in milliseconds."""

    seq: int
    at: int


class Opened(Event, tag="opened", frozen=True, kw_only=True):
    """The table exists. `record` and `ply` say which position the game goes on from, where it does.

    With `device` its game was played on somebody's own device, and came here when it was over.
    """

    options: Options
    host: str
    rules_version: int
    record: str | None = None
    ply: int | None = None
    device: bool = False


class Sat(Event, tag="sat", frozen=True, kw_only=True):
    seat: int
    user: str


class BotSat(Event, tag="bot_sat", frozen=True, kw_only=True):
    seat: int
    bot: str


class SeatFreed(Event, tag="seat_freed", frozen=True, kw_only=True):
    """A person stood up, or the host sent a person or a bot away; `user` says whom."""

    seat: int
    kicked: bool = False
    user: str | None = None


class Swapped(Event, tag="swapped", frozen=True, kw_only=True):
    seat: int
    other: int


class HostChanged(Event, tag="host_changed", frozen=True, kw_only=True):
    host: str


class OptionsSet(Event, tag="options_set", frozen=True, kw_only=True):
    options: Options


class Started(Event, tag="started", frozen=True, kw_only=True):
    """The game begins. `order[i]` is the seat number that seat i had before; `well` and `market` were drawn."""

    order: tuple[int, ...]
    well: str | None = None
    market: str | None = None
    rules_version: int = 1
    """The version of the rules it is played by. Games that began under version 1 do not say."""


class Closed(Event, tag="closed", frozen=True, kw_only=True):
    """The table was closed before the game started."""


class TurnPlayed(Event, tag="turn_played", frozen=True, kw_only=True):
    """A turn was confirmed, with all its placements."""

    seat: int
    moves: tuple[str, ...]


class AutoConfirmSet(Event, tag="auto_confirm_set", frozen=True, kw_only=True):
    seat: int
    on: bool


class Left(Event, tag="left", frozen=True, kw_only=True):
    seat: int


class TimedOut(Event, tag="timed_out", frozen=True, kw_only=True):
    seat: int


class Resigned(Event, tag="resigned", frozen=True, kw_only=True):
    seat: int


class Replaced(Event, tag="replaced", frozen=True, kw_only=True):
    """A bot plays on for the seat's person."""

    seat: int
    bot: str


class CameBack(Event, tag="came_back", frozen=True, kw_only=True):
    seat: int


class Forfeited(Event, tag="forfeited", frozen=True, kw_only=True):
    """The others claimed the game from somebody who did not come back."""

    seat: int


class Proposed(Event, tag="proposed", frozen=True, kw_only=True):
    """A seat's person proposes something, perhaps about the seat of somebody absent."""

    seat: int
    what: Matter
    about: int | None = None
    bot: str | None = None


class Agreed(Event, tag="agreed", frozen=True, kw_only=True):
    seat: int


class Dropped(Event, tag="dropped", frozen=True, kw_only=True):
    """What was proposed is off: somebody does not agree, or it came to nothing."""

    seat: int


class Undone(Event, tag="undone", frozen=True, kw_only=True):
    """Everybody agreed that the last so many confirmed turns are taken back."""

    turns: int


class Paused(Event, tag="paused", frozen=True, kw_only=True):
    """Everybody agreed to go on later."""


class Resumed(Event, tag="resumed", frozen=True, kw_only=True):
    seat: int


class AnalysisAllowed(Event, tag="analysis_allowed", frozen=True, kw_only=True):
    """Everybody agreed that the game may be analysed while it is played."""


class OnVacation(Event, tag="on_vacation", frozen=True, kw_only=True):
    """A seat's time does not run until then."""

    seat: int
    days: int
    until: int


class Ended(Event, tag="ended", frozen=True, kw_only=True):
    """The game is over: `places[seat]` from 1, ties share one. Nobody has a place in one that was given up by all."""

    reason: Reason
    scores: tuple[int, ...]
    places: tuple[int, ...]


class RematchSet(Event, tag="rematch_set", frozen=True, kw_only=True):
    seat: int
    yes: bool


class RematchMade(Event, tag="rematch_made", frozen=True, kw_only=True):
    """Everybody agreed: the next game is at this table."""

    table: str


TableEvent = (
    Opened | Sat | BotSat | SeatFreed | Swapped | HostChanged | OptionsSet | Started | Closed | TurnPlayed
    | AutoConfirmSet | Left | TimedOut | Resigned | Replaced | CameBack | Forfeited | Proposed | Agreed | Dropped
    | Undone | Paused | Resumed | AnalysisAllowed | OnVacation | Ended | RematchSet | RematchMade
)  # fmt: skip


def named_in(event: TableEvent) -> str | None:
    """The id of the person whom an event names."""
    match event:
        case Opened(host=user) | HostChanged(host=user) | Sat(user=user) | SeatFreed(user=user):
            return user
        case _:
            return None
