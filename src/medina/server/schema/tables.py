"""Tables: cards, lists, opening one, games brought along."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from medina.server.schema.base import Answer, Body, Ply, RecordText
from medina.server.schema.calls import Invitation
from medina.table.options import BotName, Options, Reason
from medina.table.wire import People, Phase, Status


class SeatCard(Answer, frozen=True, kw_only=True):
    """A seat in a list of tables: the id of a person or the name of a bot, both null while it is free."""

    bot: str | None
    user: str | None
    status: Status = "here"


class TableCard(Answer, frozen=True, kw_only=True):
    """A table in the lobby, in my games and in the archive.

    `reason` says how its game ended, `acting` who is waited for: nobody, while the game is paused. With `device` the
    game was played on somebody's own device, against bots.
    """

    id: str
    phase: Phase
    options: Options
    host: str
    seats: list[SeatCard]
    acting: int | None
    scores: list[int] | None
    places: list[int] | None
    placements: int
    created: int
    updated: int
    deadline: int | None
    reason: Reason | None = None
    device: bool = False


class Lobby(Answer, frozen=True, kw_only=True):
    """Public tables. `people` has the names of those whom the cards name."""

    open: list[TableCard]
    playing: list[TableCard]
    people: People


class MyTables(Answer, frozen=True, kw_only=True):
    """My running and open tables with the names of their people; `your_turn` lists the ids where I am to move."""

    tables: list[TableCard]
    people: People
    your_turn: list[str]


class VacationLeft(Answer, frozen=True, kw_only=True):
    """My vacation in games by correspondence: days a year, and how many of them are left this year."""

    days: int
    left: int


class Archive(Answer, frozen=True, kw_only=True):
    """Finished games with the names of their people; `next` is the cursor of the following page, null on the last."""

    games: list[TableCard]
    people: People
    next: str | None


class OpenTable(Body, frozen=True, kw_only=True):
    """Open a table: `bots` on the last seats, the opener on the first free one if `sit`.

    With `start` the game begins at once (every seat must be taken). `record` (with `ply`) goes on from a moment of an
    existing game.
    """

    options: Options = Options()
    bots: Annotated[list[BotName], Meta(max_length=4)] = []
    sit: bool = True
    start: bool = False
    record: RecordText | None = None
    ply: Ply | None = None


class KeepGame(Body, frozen=True, kw_only=True):
    """A finished game against bots: `Seat0` and so on of the record say `bot:` and a name, all but one."""

    record: RecordText


class TableMade(Answer, frozen=True, kw_only=True):
    """`path` is the address to share, below the site's own."""

    id: str
    path: str


class CommandDone(Answer, frozen=True, kw_only=True):
    """The command was granted; `seq` and `n` are the table's last event and the last change of its game.

    `line` is the number of the line of chat that was said.
    """

    seq: int
    n: int
    line: int | None = None


class LobbyMessage(Struct, frozen=True, tag_field="type", tag="lobby", kw_only=True):
    """On the lobby's socket: the lobby, my tables and who has a seat for me, at connecting and (at most once a second)
    when they change."""

    lobby: Lobby
    mine: MyTables
    online: int
    invitations: list[Invitation] = []
