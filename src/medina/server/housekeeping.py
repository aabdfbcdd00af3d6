"""Work that comes round again and again. What is done each time stands with whoever owns it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from typing import Any

import structlog
from sqlalchemy.exc import SQLAlchemyError

from medina.server.live.hub import Hub, now_ms
from medina.server.settings import Settings
from medina.store.tasks import let_go
from medina.table.decide import Stop, Tick

SWEEP_SECONDS = 5.0
CLOCK_SECONDS = 0.25
HOUR_MS = 3_600_000

Chore = Callable[[], Awaitable[None]]
log = structlog.get_logger("housekeeping")


class Rounds:
    """Does chores every so many seconds, whatever became of them the last time."""

    def __init__(self) -> None:
        self._tasks: list[asyncio.Task[None]] = []

    def every(self, seconds: float, *chores: Chore) -> None:
        """Begin to do these, one after the other, again and again."""
        self.beside(self._repeat(seconds, chores))

    def beside(self, work: Coroutine[Any, Any, None]) -> None:
        """Begin something that goes round by itself."""
        self._tasks.append(asyncio.create_task(work))

    async def stop(self) -> None:
        """Leave everything as it is."""
        await let_go(self._tasks)

    async def _repeat(self, seconds: float, chores: tuple[Chore, ...]) -> None:
        while True:
            await asyncio.sleep(seconds)
            try:
                for chore in chores:
                    await chore()
            except (SQLAlchemyError, OSError):
                log.warning("the database did not answer; trying again")
            except Exception:
                log.exception("housekeeping failed")


class Caretaker:
    """Looks after tables that nobody looks after."""

    def __init__(self, hub: Hub, settings: Settings) -> None:
        self._hub = hub
        hub.away_seconds = settings.away_seconds
        self._open_ms = HOUR_MS * settings.open_hours
        self._idle_seconds = 60 * max(1, settings.idle_minutes)

    async def look_at_clocks(self) -> None:
        """Whose time is up at a table in memory, and who has been away for long."""
        self._hub.tell_absences()
        for live in self._hub.due(now_ms()):
            await self._hub.command(live, Tick(), None)

    async def tick_overdue(self) -> None:
        """Whose time was up at a table that a process which died left behind."""
        for table in await self._hub.reader.overdue(now_ms()):
            if (live := await self._hub.table(table)) is not None:
                await self._hub.command(live, Tick(), None)

    async def close_forgotten(self) -> None:
        """Tables that were opened long ago and never started."""
        for table in await self._hub.reader.forgotten(now_ms() - self._open_ms):
            if (live := await self._hub.table(table)) is not None:
                await self._hub.command(live, Stop(), None)

    def forget_idle(self, busy: Iterable[str]) -> None:
        """Tables that nobody looks at need no memory."""
        self._hub.forget_idle(self._idle_seconds, busy)
