"""What a table's events add up to."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from medina import Position, Ruleset
from medina.rules.ruleset import RULES_VERSION, read_switches
from medina.table.options import Days, NoClock, Options, RealTime
from medina.table.wire import Phase, Proposal, Result, Status, Turn


class SeatState(Struct, frozen=True):
    """Who has a seat, and which bot moves its pieces, if one does."""

    user: str | None = None
    bot: str | None = None
    status: Status = "free"
    auto_confirm: bool = False
    rematch: bool = False
    vacation: int = 0
    vacation_until: int = 0

    @property
    def free(self) -> bool:
        return self.user is None and self.bot is None

    @property
    def waited_for(self) -> bool:
        """Has somebody left whom the table waits for?"""
        return self.status == "left" and self.bot is None

    @property
    def played_by_person(self) -> bool:
        """Does a person move these pieces? One who gave the game up does not any more, whoever plays on."""
        return self.user is not None and self.bot is None and self.status not in ("resigned", "forfeited")


class State(Struct, frozen=True, kw_only=True):
    """A table after event `seq` and change `n` of its game.

    `n` counts drafts, turns, undone turns, pauses and changes of who moves the pieces. `position` has the drafted
    placements in it, `confirmed` has not. The first `given` turns were not played here: the game went on from a
    record. `paused` says since when nobody plays.
    """

    seq: int
    n: int
    phase: Phase
    options: Options
    host: str
    rules_version: int
    seats: tuple[SeatState, ...]
    created: int
    updated: int
    record: str | None = None
    ply: int | None = None
    device: bool = False
    start: Position | None = None
    confirmed: Position | None = None
    position: Position | None = None
    acting: int | None = None
    draft: tuple[str, ...] = ()
    complete: bool = False
    turns: tuple[Turn, ...] = ()
    given: int = 0
    left: tuple[int, ...] = ()
    since: int = 0
    result: Result | None = None
    rematch: str | None = None
    proposal: Proposal | None = None
    paused: int | None = None
    analysis: bool = False

    @property
    def moves(self) -> tuple[str, ...]:
        """Every confirmed placement of the game."""
        return tuple(move for _, moves in self.turns for move in moves)

    @property
    def users(self) -> tuple[str, ...]:
        """The ids of the host and of everybody who has a seat, each once."""
        ids = (self.host, *(seat.user for seat in self.seats if seat.user is not None))
        return tuple(dict.fromkeys(ids))

    def seat_of(self, user: str) -> int | None:
        """The seat of a person, also of one who left."""
        return next((number for number, seat in enumerate(self.seats) if seat.user == user), None)

    def with_seat(self, number: int, **changes: object) -> State:
        seat = replace(self.seats[number], **changes)
        return replace(self, seats=(*self.seats[:number], seat, *self.seats[number + 1 :]))


def with_people(state: State, host: str, users: Mapping[int, str | None], became: Mapping[str, str]) -> State:
    """The state with the host and the people of the seats that the database names.

    A guest who logged in is the account that `became` gives, unless the account has a seat of its own here.
    """
    named = [seat.user and users.get(number, seat.user) for number, seat in enumerate(state.seats)]
    for number, user in enumerate(named):
        account = became.get(user or "")
        if account is not None and account not in named:
            named[number] = account
    account = became.get(host)
    host = host if account is None or host in named else account
    seats = tuple(
        seat if user == seat.user else replace(seat, user=user) for seat, user in zip(state.seats, named, strict=True)
    )
    return state if host == state.host and seats == state.seats else replace(state, host=host, seats=seats)


def ruleset_of(options: Options, rules_version: int = RULES_VERSION) -> Ruleset:
    """The game that the options describe under a version of the rules; raises BadRuleset when there is none."""
    switches = read_switches(options.edition, options.switches.chosen(), rules_version)
    return Ruleset.of(options.edition, options.players, options.gates, **switches)


def full_time(options: Options) -> int | None:
    """The milliseconds a seat begins with, None without a clock."""
    match options.clock:
        case RealTime(initial_s=seconds):
            return seconds * 1000
        case Days(days=days):
            return days * 24 * 3_600_000
        case NoClock():
            return None


def deadline(state: State) -> int | None:
    """When the acting person's time is up; None when nothing runs out. Who is waited for has no time to lose."""
    if state.phase != "playing" or state.acting is None or not state.left or state.paused is not None:
        return None
    seat = state.seats[state.acting]
    if seat.bot is not None or seat.status in ("timed_out", "left"):
        return None
    return state.since + state.left[state.acting]


def bot_to_move(state: State) -> str | None:
    """The name of the bot whose move the table waits for."""
    if state.phase != "playing" or state.acting is None or state.paused is not None:
        return None
    return state.seats[state.acting].bot


def is_exhibition(state: State) -> bool:
    """True if bots play among themselves."""
    return all(seat.user is None for seat in state.seats)
