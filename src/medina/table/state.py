"""What a table's events add up to."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from medina import Position, Ruleset
from medina.rules.ruleset import RULES_VERSION, read_switches
from medina.table.events import Person, Said
from medina.table.options import Days, NoClock, Options, RealTime
from medina.table.wire import Phase, Proposal, Result, Status, Turn


class SeatState(Struct, frozen=True):
    """Who has a seat, and which bot moves its pieces, if one does."""

    person: Person | None = None
    bot: str | None = None
    status: Status = "free"
    auto_confirm: bool = False
    rematch: bool = False
    vacation: int = 0
    vacation_until: int = 0

    @property
    def free(self) -> bool:
        return self.person is None and self.bot is None

    @property
    def waited_for(self) -> bool:
        """Has somebody left whom the table waits for?"""
        return self.status == "left" and self.bot is None

    @property
    def played_by_person(self) -> bool:
        """Does a person move these pieces? One who gave the game up does not any more, whoever plays on."""
        return self.person is not None and self.bot is None and self.status not in ("resigned", "forfeited")


class State(Struct, frozen=True, kw_only=True):
    """A table at number `seq`. `position` has the drafted placements in it, `drafted_from` what was before each.

    The first `given` turns were not played here: the game went on from a record. `paused` says since when nobody plays.
    """

    seq: int
    game_seq: int
    phase: Phase
    options: Options
    host: Person
    rules_version: int
    seats: tuple[SeatState, ...]
    created: int
    updated: int
    record: str | None = None
    ply: int | None = None
    device: bool = False
    start: Position | None = None
    position: Position | None = None
    acting: int | None = None
    draft: tuple[str, ...] = ()
    drafted_from: tuple[Position, ...] = ()
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
    chat: tuple[Said, ...] = ()

    @property
    def moves(self) -> tuple[str, ...]:
        """Every confirmed placement of the game."""
        return tuple(move for _, moves in self.turns for move in moves)

    @property
    def host_name(self) -> str:
        """What the host is called; they need not sit at the table."""
        return self.host.name

    def seat_of(self, user: str) -> int | None:
        """The seat of a person, also of one who left."""
        for number, seat in enumerate(self.seats):
            if seat.person is not None and seat.person.user == user:
                return number
        return None

    def with_seat(self, number: int, **changes: object) -> State:
        seat = replace(self.seats[number], **changes)
        return replace(self, seats=(*self.seats[:number], seat, *self.seats[number + 1 :]))


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
