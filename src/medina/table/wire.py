"""The messages a client gets on a table's socket. The field `type` names each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, TypedDict, get_type_hints

from msgspec import UNSET, Struct, UnsetType

from medina.notation.shapes import PositionJson
from medina.rules.palace import Owner
from medina.table.events import TableEvent
from medina.table.options import Matter, Options, Reason
from medina.table.people import PersonInfo

Phase = Literal["open", "playing", "over", "closed"]
Status = Literal["free", "here", "left", "timed_out", "resigned", "forfeited"]
Turn = tuple[int, tuple[str, ...]]
Room = Literal["players", "watchers"]
People = dict[str, PersonInfo | None]

CHAT_KEPT = 200
"""How many chat lines a snapshot shows; all are stored."""

if TYPE_CHECKING:
    PositionChanges = dict[str, Any]
else:
    PositionChanges = TypedDict("PositionChanges", get_type_hints(PositionJson), total=False)
    PositionChanges.__doc__ = "The fields of a position that have changed, each with its whole new value."


class RefusalInfo(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Why not: `code` for programs, `message` for people; `reason` and `args` are what it was made from.

    When a rule says no, `sentence` is the message without the rule's number, to stand beside it.
    """

    code: str
    message: str
    sentence: str | None = None
    rule: str | None = None
    reason: str | None = None
    args: dict[str, Any] = {}


class SeatView(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One seat as everybody sees it; `bot` is who moves the pieces when no person does.

    By correspondence, `vacation` is the number of days taken so far, and until `vacation_until` no time runs.
    """

    user: str | None = None
    bot: str | None = None
    status: Status = "free"
    auto_confirm: bool = False
    rematch: bool = False
    vacation: int = 0
    vacation_until: int = 0


class ChatLine(Struct, frozen=True, kw_only=True):
    """Something that was said. `n` grows from line to line of a table; `room` says where the speaker was then."""

    n: int
    room: Room
    user: str
    at: int
    text: str


class Proposal(Struct, frozen=True, kw_only=True):
    """What `seat` proposes, `about` whom if it is about somebody absent, and who agrees so far and who is asked."""

    seat: int
    what: Matter
    about: int | None = None
    bot: str | None = None
    agreed: tuple[int, ...] = ()


class Draft(Struct, frozen=True, kw_only=True):
    """The turn being made: its placements so far, already in the position, and whether only confirming is left."""

    seat: int
    moves: tuple[str, ...]
    complete: bool


class Clocks(Struct, frozen=True, kw_only=True):
    """`left[seat]` milliseconds at `since`; the seat `running` loses time from then on, its last at `deadline`."""

    left: tuple[int, ...]
    running: int | None
    since: int
    deadline: int | None


class Result(Struct, frozen=True, kw_only=True):
    reason: Reason
    scores: tuple[int, ...]
    places: tuple[int, ...]


class Presence(Struct, frozen=True, tag_field="type", tag="presence", kw_only=True):
    """Which seats have their person connected, which have not for long, and how many others watch.

    Sent whenever it changes.
    """

    seats: tuple[int, ...]
    watchers: int
    away: tuple[int, ...] = ()


class Snapshot(Struct, frozen=True, tag_field="type", tag="snapshot", kw_only=True):
    """Everything the receiver may know about the table after event `seq` and change `n` of the game.

    People are named by id. `people` has the name of each; who is missing there has been forgotten.
    """

    seq: int
    n: int
    table: str
    rules_version: int
    phase: Phase
    options: Options
    host: str
    people: People
    you: str
    your_seat: int | None
    seats: tuple[SeatView, ...]
    position: PositionJson | None
    acting: int | None
    draft: Draft | None
    moves: tuple[str, ...]
    turns: tuple[Turn, ...]
    clocks: Clocks | None
    result: Result | None
    rematch: str | None
    proposal: Proposal | None
    paused: int | None
    analysis: bool
    chat: tuple[ChatLine, ...]
    events: tuple[TableEvent, ...]
    online: tuple[int, ...]
    away: tuple[int, ...]
    watchers: int
    now: int


class Update(Struct, frozen=True, tag_field="type", tag="update", kw_only=True):
    """What happened since the last message: events, and the changed fields of the snapshot, each with its whole value.

    A missing field did not change; null is a value. Three fields are merged into the old value. `position` and `people`
    have the changed entries; null stands for a person who has been forgotten. `turns` has what is added at the end,
    after the first `kept` turns (if missing: after all of them).
    """

    seq: int
    n: int
    events: tuple[TableEvent, ...]
    now: int
    table: str | UnsetType = UNSET
    rules_version: int | UnsetType = UNSET
    phase: Phase | UnsetType = UNSET
    options: Options | UnsetType = UNSET
    host: str | UnsetType = UNSET
    people: People | UnsetType = UNSET
    your_seat: int | UnsetType | None = UNSET
    seats: tuple[SeatView, ...] | UnsetType = UNSET
    position: PositionChanges | UnsetType | None = UNSET
    acting: int | UnsetType | None = UNSET
    draft: Draft | UnsetType | None = UNSET
    moves: tuple[str, ...] | UnsetType = UNSET
    kept: int | UnsetType = UNSET
    turns: tuple[Turn, ...] | UnsetType = UNSET
    clocks: Clocks | UnsetType | None = UNSET
    result: Result | UnsetType | None = UNSET
    rematch: str | UnsetType | None = UNSET
    proposal: Proposal | UnsetType | None = UNSET
    paused: int | UnsetType | None = UNSET
    analysis: bool | UnsetType = UNSET
    id: int | UnsetType = UNSET


class ChatMessage(Struct, frozen=True, tag_field="type", tag="chat", kw_only=True, omit_defaults=True):
    """Lines of chat: new ones, and others in place of lines with the same `n`. `people` names the speakers."""

    lines: tuple[ChatLine, ...]
    people: People
    id: int | None = None


class Ok(Struct, frozen=True, tag_field="type", tag="ok", kw_only=True):
    """The request was granted and changed nothing."""

    id: int | None
    seq: int
    n: int


class Refused(Struct, frozen=True, tag_field="type", tag="refused", kw_only=True):
    """The request was not granted and nothing changed."""

    id: int | None
    seq: int
    n: int
    refusal: RefusalInfo


class WhyAnswer(Struct, frozen=True, tag_field="type", tag="why", kw_only=True):
    id: int | None
    move: str
    legal: bool
    refusal: RefusalInfo | None = None


class PreviewsAnswer(Struct, frozen=True, tag_field="type", tag="previews", kw_only=True):
    """Score change per seat of each legal move that changes any score; the moves left out change none."""

    id: int | None
    n: int
    scores: dict[str, tuple[int, ...]]


class ScoreSheet(Struct, frozen=True, kw_only=True):
    buildings: int
    stables: int
    walls: int
    merchants: int
    palace_tiles: int
    tower_tiles: int
    well: int
    total: int


class PalaceDetail(Struct, frozen=True, kw_only=True):
    """What a palace is worth to whoever roofs or has roofed it, tiles apart, and the cells that make it so.

    `claims` says for each seat what a roof of its own there would bring it now, tiles and all; null where it may not.
    """

    colour: str
    first: str
    size: int
    open: bool
    roof: Owner
    points: int
    walls: tuple[str, ...]
    merchants: tuple[str, ...]
    well: tuple[str, ...]
    towers: tuple[int, ...]
    tile: bool
    claims: tuple[int | None, ...] = ()


class DetailsAnswer(Struct, frozen=True, tag_field="type", tag="details", kw_only=True):
    """`palaces` in the order of the position's palaces."""

    id: int | None
    n: int
    sheets: tuple[ScoreSheet, ...]
    palaces: tuple[PalaceDetail, ...]


class Pong(Struct, frozen=True, tag_field="type", tag="pong", kw_only=True):
    id: int | None
    now: int


ServerMessage = (
    Snapshot | Update | ChatMessage | Presence | Ok | Refused | WhyAnswer | PreviewsAnswer | DetailsAnswer | Pong
)
