"""A place at a table: what happens there, as it happens, and what one does about it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import aclosing, suppress
from itertools import takewhile
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from medina.client.errors import ClientError, failed
from medina.client.following import present, said, updated
from medina.client.socket import Line
from medina.notation import Record, read_record
from medina.rules import Move, Position
from medina.table import commands
from medina.table.events import TableEvent, TurnPlayed
from medina.table.wire import (
    ChatMessage,
    DetailsAnswer,
    Presence,
    Refused,
    ServerMessage,
    Snapshot,
    Update,
    WhyAnswer,
)

if TYPE_CHECKING:
    from medina.client.site import Client

GUARDED = (commands.Place, commands.TakeBack, commands.Confirm)
"""Commands with a number that keeps them from being carried out twice, so they may be sent again."""


class Table:
    """A table one sits at or watches, made by `Client.table`. Use it as a context manager: inside, it is connected.

    `view` is always what the server last said: the snapshot of the API, with seats, position, clocks, legal moves and
    chat. A lost connection is made again, and what happened meanwhile is told as if nothing had been.
    """

    def __init__(self, site: Client, id: str, since: int | None = None) -> None:
        self.id = id
        self.site = site
        self._since = since
        self._view: Snapshot | None = None
        self._events: list[TableEvent] = []
        self._record: Record | None = None
        self._line: Line | None = None
        self._listening: asyncio.Task[None] | None = None
        self._error: ClientError | None = None
        self._left = False
        self._asked = 0
        self._waiting: dict[int, asyncio.Future[Any]] = {}
        self._news = asyncio.Event()

    async def __aenter__(self) -> Table:
        self._line = await self.site.line(self._address, ServerMessage)
        await self._line.open()
        self._listening = asyncio.create_task(self._listen(self._line))
        while self._view is None and self._error is None:
            await self._news.wait()
        if self._error is not None:
            await self.__aexit__()
            raise self._error
        return self

    async def __aexit__(self, *error: object) -> None:
        self._left = True
        if self._listening is not None:
            self._listening.cancel()
            with suppress(asyncio.CancelledError):
                await self._listening
        if self._line is not None:
            await self._line.close()
        self._give_up(failed("lost", "The table was left."))
        self._tell()

    @property
    def view(self) -> Snapshot:
        """The table as one may see it."""
        if self._view is None:
            raise failed("lost", "A table is connected inside `async with`.")
        return self._view

    @property
    def my_turn(self) -> bool:
        """Is it this person's turn, also if only confirming it is left?"""
        return self.view.phase == "playing" and self.view.acting is not None and self.view.acting == self.view.your_seat

    async def until(self, is_so: Callable[[Snapshot], bool]) -> Snapshot:
        """Wait until the table is like this, and see it."""
        while not is_so(self.view):
            if not await self._goes_on(self._news):
                raise failed("lost", "The table was left.")
        return self.view

    async def events(self, after: int | None = None) -> AsyncIterator[TableEvent]:
        """Everything that has happened since the table was joined (or after this number), then each thing as it does.

        It ends when the table is left.
        """
        told = 0
        while True:
            news = self._news
            while told < len(self._events):
                event = self._events[told]
                told += 1
                if after is None or event.seq > after:
                    yield event
            if not await self._goes_on(news):
                return

    async def my_turns(self) -> AsyncIterator[Position]:
        """The position whenever this seat has something to place, until the game is over. Finished turns are confirmed.

        Whoever has it goes on with `place`; a turn of two placements comes twice.
        """
        while self.view.phase in ("open", "playing"):
            news = self._news
            if self.my_turn and self.view.moves:
                yield (await self.record()).position
            elif self.my_turn and self.view.draft is not None and self.view.draft.complete:
                await self.confirm()
            if not await self._goes_on(news):
                return

    async def record(self) -> Record:
        """The game so far, with the turn that is being made. It knows every stock: all began with the same."""
        if self._record is None:
            self._record = Record.new(read_record(await self.site.record_text(self.id)).start)
        moves = [move for _, turn in self.view.turns for move in turn]
        moves += self.view.draft.moves if self.view.draft is not None else ()
        known = [move.text for move in self._record.moves]
        same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(moves, known, strict=False)))
        record = self._record.undo(len(known) - same)
        for move in moves[same:]:
            record = record.play(move)
        self._record = record
        return record

    async def sit(self, seat: int | None = None) -> None:
        """Take a seat, the first free one if none is named."""
        await self.do(commands.Sit(seat=seat))

    async def stand(self) -> None:
        """Give the seat up before the start."""
        await self.do(commands.Stand())

    async def seat_bot(self, bot: str, seat: int | None = None) -> None:
        """Put one of the site's bots on a seat; for the host."""
        await self.do(commands.SeatBot(bot=bot, seat=seat))

    async def start(self) -> None:
        """Begin the game; for the host, when every seat is taken."""
        await self.do(commands.Start())

    async def place(self, move: Move | str) -> None:
        """Place a piece, or take tea (`T`)."""
        await self.do(commands.Place(move=str(move), n=self.view.n))

    async def take_back(self, count: int = 1) -> None:
        """Take the last placements of the turn that is being made back."""
        await self.do(commands.TakeBack(count=count, n=self.view.n))

    async def confirm(self) -> None:
        """End the turn."""
        await self.do(commands.Confirm(n=self.view.n))

    async def say(self, text: str) -> None:
        """Say something at the table."""
        await self.do(commands.Chat(text=text))

    async def resign(self) -> None:
        """Give the game up for good."""
        await self.do(commands.Resign())

    async def rematch(self, yes: bool = True) -> None:
        """After the game: agree to another one, which `view.rematch` names once everybody has."""
        await self.do(commands.Rematch(yes=yes))

    async def why(self, move: Move | str) -> WhyAnswer:
        """May one's own seat play this now, and if not, why not?"""
        answer: WhyAnswer = await self.do(commands.Why(move=str(move)))
        return answer

    async def details(self) -> DetailsAnswer:
        """Score sheets, and what every palace is worth."""
        answer: DetailsAnswer = await self.do(commands.Details())
        return answer

    async def do(self, command: commands.Request) -> Any:
        """Any command or question of the API (`medina.table.commands`); gives the message that answered it.

        Raises `ClientError` where it is refused. If the connection breaks before the answer, placing, taking back and
        confirming are sent again, for their number keeps them from happening twice; everything else raises `lost`.
        """
        before, sent_again = self.view, False
        while True:
            try:
                return await self._ask(command)
            except ClientError as error:
                if sent_again and error.code == "stale" and self._has_happened(command, before):
                    return None
                if error.code != "lost" or not isinstance(command, GUARDED) or not await self._goes_on(self._news):
                    raise
                sent_again = True

    async def _ask(self, command: commands.Request) -> Any:
        if self._error is not None:
            raise self._error
        assert self._line is not None
        self._asked += 1
        id = self._asked
        answer = self._waiting[id] = asyncio.get_running_loop().create_future()
        try:
            await self._line.send(replace(command, id=id))
            message = await answer
        finally:
            del self._waiting[id]
        if isinstance(message, Refused):
            raise ClientError(message.refusal)
        return message

    def _has_happened(self, command: commands.Request, before: Snapshot) -> bool:
        """Was a command carried out whose answer got lost with the connection?"""
        since = [event for event in self._events if event.seq > before.seq]
        was, now = (len(view.draft.moves) if view.draft is not None else 0 for view in (before, self.view))
        match command:
            case commands.TakeBack():
                return now < was
            case commands.Place() if now > was:
                return True
            case _:
                return any(isinstance(event, TurnPlayed) and event.seat == before.your_seat for event in since)

    async def _goes_on(self, news: asyncio.Event) -> bool:
        """Wait for news; False when the table was left."""
        await news.wait()
        if self._left:
            return False
        if self._error is not None:
            raise self._error
        return True

    async def _listen(self, line: Line) -> None:
        try:
            async with aclosing(line.messages()) as messages:
                async for message in messages:
                    await self._take_in(line, message)
        except ClientError as error:
            self._error = error
            self._give_up(error)
        finally:
            self._tell()

    async def _take_in(self, line: Line, message: Any) -> None:
        match message:
            case None:
                self._give_up(failed("lost", "The connection broke before the answer came."))
                return
            case Snapshot():
                try:
                    self._events += await self._missed(message)
                except ClientError as error:
                    if error.code != "unreachable":
                        raise
                    await line.close()  # connecting again asks for the same events
                    return
                self._view = message
            case Update():
                if message.events and message.events[0].seq != self.view.seq + 1:
                    await line.close()  # something is missing; connecting again brings it
                    return
                self._view = updated(self.view, message)
                self._events += message.events
            case ChatMessage():
                self._view = said(self.view, message)
            case Presence():
                self._view = present(self.view, message)
        asker = self._waiting.get(getattr(message, "id", None) or 0)
        if asker is not None and not asker.done():
            asker.set_result(message)
        self._tell()

    async def _missed(self, view: Snapshot) -> list[TableEvent]:
        """Return the events that came with a snapshot, and those that it had no room for."""
        events = list(view.events)
        while events and events[-1].seq < view.seq:
            events += (await self.site.snapshot(self.id, events[-1].seq)).events
        return [event for event in events if event.seq <= view.seq]

    def _give_up(self, error: ClientError) -> None:
        """Nobody will answer those who wait."""
        for asker in self._waiting.values():
            if not asker.done():
                asker.set_exception(error)

    def _tell(self) -> None:
        news, self._news = self._news, asyncio.Event()
        news.set()

    def _address(self) -> str:
        since = self._since if self._view is None else self._view.seq
        return f"/tables/{self.id}/socket" + ("" if since is None else f"?since={since}")
