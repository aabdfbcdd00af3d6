"""Telling the other processes what was stored: PostgreSQL's LISTEN and NOTIFY."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

import asyncpg
import msgspec
import structlog
from msgspec import Struct
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from medina.store.rows import Append, ChatRow, Head
from medina.store.tasks import let_go

NOTICE_BYTES = 7_500
"""PostgreSQL takes notices of under 8,000 bytes."""
CHANNEL = "medina"
AGAIN_SECONDS = 0.5

log = structlog.get_logger("listener")


class News(Struct, frozen=True, omit_defaults=True):
    """What was stored of one table: the heads before and after with the events between, or lines of chat.

    Events that are too large for a notice are left out; whoever wants them reads them from the database. `bot` says who
    made a bot's turn due, and a hash of where that person came from; without it that has not changed.
    """

    before: Head | None = None
    after: Head | None = None
    bodies: list[msgspec.Raw] = []
    chat: tuple[ChatRow, ...] = ()
    bot: tuple[str | None, str | None] | None = None


class Notice(Struct, frozen=True, omit_defaults=True):
    """What one process tells the others.

    `people` are those whose name, account or words have changed, `chats` the tables of which lines of chat have.
    """

    origin: str
    tables: dict[str, News] = {}
    people: list[str] = []
    chats: list[str] = []


def notices(appends: Sequence[Append], origin: str) -> list[str]:
    """One or a few notices that tell of these appends."""
    made: list[str] = []
    current: dict[str, News] = {}
    size = 0
    for append in appends:
        news = _news(append)
        cost = len(msgspec.json.encode(news)) + 50
        if current and (size + cost > NOTICE_BYTES or append.table in current):
            made.append(written(Notice(origin, current)))
            current, size = {}, 0
        current[append.table] = news
        size += cost
    if current:
        made.append(written(Notice(origin, current)))
    return made


def _news(append: Append) -> News:
    fits = sum(map(len, append.bodies)) < NOTICE_BYTES // 4
    bodies = [msgspec.Raw(body) for body in append.bodies] if fits else []
    summary = append.summary
    bot = None if summary is None else (summary.bot_person, summary.bot_origin)
    return News(append.before, append.after, bodies, append.chat, bot)


async def tell(connection: AsyncConnection, origin: str, people: Sequence[str] = (), chats: Sequence[str] = ()) -> None:
    """Tell other processes, with the transaction of a connection, about people or chats that it changes."""
    if connection.dialect.name != "postgresql":
        return
    told = [("people", id) for id in people] + [("chats", id) for id in chats]
    size = NOTICE_BYTES // 50
    for start in range(0, len(told), size):
        portion = told[start : start + size]
        notice = Notice(
            origin,
            people=[id for kind, id in portion if kind == "people"],
            chats=[id for kind, id in portion if kind == "chats"],
        )
        await connection.execute(text("SELECT pg_notify(:c, :n)"), {"c": CHANNEL, "n": written(notice)})


def written(notice: Struct) -> str:
    """A notice as text. It begins with its origin, so that a process passes over its own without reading them."""
    return msgspec.json.encode(notice).decode()


class Listener:
    """Hears on a connection of its own what other processes say, and says things there. PostgreSQL only."""

    def __init__(
        self,
        arguments: dict[str, Any],
        origin: str,
        hear: Mapping[str, Callable[[str], None]],
        again: Callable[[], Awaitable[None]],
    ) -> None:
        self._arguments = arguments
        self._own = f'{{"origin":"{origin}"'
        self._hear = hear
        self._again = again
        self._lost = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._connection: Any = None
        self._complained = False
        self.listening = asyncio.Event()

    def start(self) -> None:
        self._task = asyncio.create_task(self._run(), name="listener")

    async def stop(self) -> None:
        if self._task is not None:
            await let_go([self._task])

    async def say(self, channel: str, notice: str) -> None:
        """Tell the others something that need not be stored; nobody hears it while the line is lost."""
        if self.listening.is_set():
            with contextlib.suppress(asyncpg.PostgresError, asyncpg.InterfaceError, OSError):
                await self._connection.execute("SELECT pg_notify($1, $2)", channel, notice)

    async def _run(self) -> None:
        while True:
            try:
                await self._listen()
            except Exception as error:
                # Whatever it was: a process that hears nothing more from the others would be of no use.
                if not self._complained:
                    log.warning("the line to the other processes was lost; trying again", error=str(error))
                self._complained = True
                await asyncio.sleep(AGAIN_SECONDS)

    async def _listen(self) -> None:
        connection = self._connection = await asyncpg.connect(**self._arguments)
        try:
            self._lost.clear()
            connection.add_termination_listener(lambda _: self._lost.set())
            for channel in self._hear:
                await connection.add_listener(channel, self._notice)
            self.listening.set()
            self._complained = False
            await self._again()
            await self._lost.wait()
        finally:
            self.listening.clear()
            connection.terminate()

    def _notice(self, _connection: object, _pid: int, channel: str, payload: object) -> None:
        notice = str(payload)
        if not notice.startswith(self._own):
            self._hear[channel](notice)
