"""What somebody at a table may ask for. On the wire each is an object whose `do` names it."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from medina.table.options import VACATION_DAYS, BotName, Language, Matter, MoveText, Options, Seat

ChangeNumber = Annotated[int, Meta(ge=0, le=2**53)]


class Command(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", omit_defaults=True, kw_only=True):
    """`id` is the client's own number for the request; the answer carries it back."""

    id: Annotated[int, Meta(ge=0, le=2**53)] | None = None


class Sit(Command, tag="sit", frozen=True, kw_only=True):
    """Take a free seat before the start (the first free one when no seat is named)."""

    seat: Seat | None = None


class Stand(Command, tag="stand", frozen=True):
    """Give the seat up before the start."""


class SeatBot(Command, tag="seat_bot", frozen=True, kw_only=True):
    """Host, before the start: put a bot on a free seat, or change the bot that sits there."""

    bot: BotName
    seat: Seat | None = None


class Kick(Command, tag="kick", frozen=True, kw_only=True):
    """Host, before the start: free a seat of its person or bot."""

    seat: Seat


class Swap(Command, tag="swap", frozen=True, kw_only=True):
    """Host, before the start: let two seats change places."""

    seat: Seat
    other: Seat


class SetOptions(Command, tag="set_options", frozen=True, kw_only=True):
    """Host, before the start: change the options."""

    options: Options


class Start(Command, tag="start", frozen=True):
    """Host: begin the game; every seat must be taken."""


class Close(Command, tag="close", frozen=True):
    """Host, before the start: close the table."""


class HandOver(Command, tag="hand_over", frozen=True, kw_only=True):
    """Host, before the start: let the person of a seat be the host."""

    seat: Seat


class Place(Command, tag="place", frozen=True, kw_only=True):
    """Draft one placement (or tea, `T`). `n` is the change of the game that the client has seen last."""

    move: MoveText
    n: ChangeNumber


class TakeBack(Command, tag="take_back", frozen=True, kw_only=True):
    """Take the last `count` placements of the turn being drafted back."""

    n: ChangeNumber
    count: Annotated[int, Meta(ge=1, le=4)] = 1


class Confirm(Command, tag="confirm", frozen=True, kw_only=True):
    """End the drafted turn."""

    n: ChangeNumber


class AutoConfirm(Command, tag="auto_confirm", frozen=True, kw_only=True):
    """For one's own seat: whether a complete turn confirms itself."""

    on: bool


class Chat(Command, tag="chat", frozen=True, kw_only=True):
    """Say something at the table."""

    text: Annotated[str, Meta(min_length=1, max_length=500)]


class Resign(Command, tag="resign", frozen=True):
    """Give the game up for good."""


class Leave(Command, tag="leave", frozen=True):
    """Go away from a running game; a bot plays on or the table waits, as it was set."""


class Back(Command, tag="back", frozen=True):
    """Come back to one's seat after leaving or running out of time."""


class Propose(Command, tag="propose", frozen=True, kw_only=True):
    """Propose something that the people at the table decide together.

    About somebody absent (`seat`): let a `bot` play on, `claim` the game, or `abort` it. About the game: `take_back`
    one's last confirmed turn, `pause` it, or allow its `analysis` while it is played.
    """

    what: Matter
    seat: Seat | None = None
    bot: BotName | None = None


class Answer(Command, tag="answer", frozen=True, kw_only=True):
    """Agree to what is proposed, or not; who proposed it takes it back by `yes` false."""

    yes: bool


class Resume(Command, tag="resume", frozen=True):
    """Go on with a game that was paused."""


class Vacation(Command, tag="vacation", frozen=True, kw_only=True):
    """By correspondence: so many days in which one's own time does not run, in any of one's games."""

    days: Annotated[int, Meta(ge=1, le=VACATION_DAYS)]


class Rematch(Command, tag="rematch", frozen=True, kw_only=True):
    """After the game: agree to another with the same people (`yes` false takes it back)."""

    yes: bool = True


class Why(Command, tag="why", frozen=True, kw_only=True):
    """Ask whether one's own seat may play a move now, and if not, why not. Changes nothing."""

    move: MoveText


class Previews(Command, tag="previews", frozen=True, kw_only=True):
    """Ask for the score changes of one's own legal moves, optionally of one piece letter only. Changes nothing."""

    piece: Annotated[str, Meta(pattern="^[GPBOSMWDRNT]$", max_length=1)] | None = None


class Details(Command, tag="details", frozen=True):
    """Ask for score sheets and what every palace is worth. Changes nothing."""


class Ping(Command, tag="ping", frozen=True):
    """Ask for a pong. Changes nothing."""


class Speak(Command, tag="speak", frozen=True, kw_only=True):
    """Have this connection's sentences in another language from now on. Changes nothing at the table."""

    language: Language


class Look(Command, tag="look", frozen=True, kw_only=True):
    """Say whether the page is to be seen; who looks at a table is not called to it. Changes nothing at the table."""

    visible: bool


TableCommand = (
    Sit | Stand | SeatBot | Kick | Swap | SetOptions | Start | Close | HandOver | Place | TakeBack | Confirm
    | AutoConfirm | Chat | Resign | Leave | Back | Propose | Answer | Resume | Vacation | Rematch
)  # fmt: skip
Question = Why | Previews | Details | Ping | Speak | Look
Request = TableCommand | Question
