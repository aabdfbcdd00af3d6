"""What has happened at a table. Events are stored, folded into the state and told to everybody."""

from __future__ import annotations

from msgspec import Struct

from medina.table.options import Matter, Options, Reason


class Person(Struct, frozen=True, omit_defaults=True):
    """Somebody as the table knows them."""

    user: str
    name: str
    account: bool = False


class Event(Struct, frozen=True, tag_field="type", kw_only=True, omit_defaults=True):
    """`seq` counts from 1 at every table without holes; `at` is the server's time in milliseconds."""

    seq: int
    at: int


class Opened(Event, tag="opened", frozen=True, kw_only=True):
    """The table exists. `record` and `ply` say which position the game goes on from, where it does.

    With `device` its game was played on somebody's own device, and came here when it was over.
    """

    options: Options
    host: Person
    rules_version: int
    record: str | None = None
    ply: int | None = None
    device: bool = False


class Sat(Event, tag="sat", frozen=True, kw_only=True):
    seat: int
    person: Person


class BotSat(Event, tag="bot_sat", frozen=True, kw_only=True):
    seat: int
    bot: str


class SeatFreed(Event, tag="seat_freed", frozen=True, kw_only=True):
    """Somebody stood up, or was sent away by the host; then it says who."""

    seat: int
    kicked: bool = False
    person: Person | None = None


class Swapped(Event, tag="swapped", frozen=True, kw_only=True):
    seat: int
    other: int


class HostChanged(Event, tag="host_changed", frozen=True, kw_only=True):
    host: Person


class Became(Event, tag="became", frozen=True, kw_only=True):
    """Somebody here has another name, or has logged in and is `person` from now on, in their seat and in the chat."""

    user: str
    person: Person


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


class Placed(Event, tag="placed", frozen=True, kw_only=True):
    """A placement was drafted."""

    seat: int
    move: str


class TakenBack(Event, tag="taken_back", frozen=True, kw_only=True):
    seat: int
    count: int = 1


class Confirmed(Event, tag="confirmed", frozen=True, kw_only=True):
    """The drafted turn stands."""

    seat: int


class AutoConfirmSet(Event, tag="auto_confirm_set", frozen=True, kw_only=True):
    seat: int
    on: bool


class Said(Event, tag="said", frozen=True, kw_only=True):
    person: Person
    text: str


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
    Opened | Sat | BotSat | SeatFreed | Swapped | HostChanged | Became | OptionsSet | Started | Closed | Placed
    | TakenBack | Confirmed | AutoConfirmSet | Said | Left | TimedOut | Resigned | Replaced | CameBack | Forfeited
    | Proposed | Agreed | Dropped | Undone | Paused | Resumed | AnalysisAllowed | OnVacation | Ended | RematchSet
    | RematchMade
)  # fmt: skip
