"""The one writer: what tables have to store at a moment shares a transaction; nobody is told before it is on disk."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from msgspec import Struct
from sqlalchemy.ext.asyncio import AsyncEngine

from medina.store.committing import Conflict, committer
from medina.store.notices import notices
from medina.store.rows import Append, rows_of

MOST_AT_ONCE = 512
"""Appends that share a transaction at most."""

FEW = 50
"""A transaction with fewer appends waits for more, as there is little to share its cost."""
PATIENCE = 3
"""Turns of the event loop that it waits: no time where nothing else goes on."""


class _Waiting(Struct):
    appends: tuple[Append, ...]
    done: asyncio.Future[None]


class Writer:
    """Collects appends while a transaction runs and stores them together in the next."""

    def __init__(self, engine: AsyncEngine, origin: str) -> None:
        self.engine = engine
        self.origin = origin
        self.notify = engine.dialect.name == "postgresql"
        self.commits = 0
        self.stored = 0
        self._committer = committer(engine)
        self._waiting: list[_Waiting] = []
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._stopping = False

    def start(self) -> None:
        self._task = asyncio.create_task(self._run(), name="writer")

    async def stop(self) -> None:
        """Store what is waiting, then end."""
        self._stopping = True
        self._wake.set()
        if self._task is not None:
            await self._task
        await self._committer.close()

    async def append(self, *appends: Append) -> None:
        """Store these together; returns when they are on disk, raises Conflict when a table has changed."""
        waiting = _Waiting(appends, asyncio.get_running_loop().create_future())
        self._waiting.append(waiting)
        self._wake.set()
        await waiting.done

    async def _run(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._waiting:
                await self._gather()
                batch, self._waiting = self._waiting[:MOST_AT_ONCE], self._waiting[MOST_AT_ONCE:]
                await self._store(batch)
            if self._stopping:
                return

    async def _gather(self) -> None:
        """Who just heard of the last commit may have an answer ready, bots above all: let it come along."""
        for _ in range(PATIENCE):
            if len(self._waiting) < FEW:
                await asyncio.sleep(0)

    async def _store(self, batch: Sequence[_Waiting]) -> None:
        """All in one transaction; if a table has changed, one by one, so that only its command is decided again."""
        try:
            await self._commit([append for waiting in batch for append in waiting.appends])
        except Conflict as conflict:
            if len(batch) == 1:
                _settle(batch[0], conflict)
                return
            for waiting in batch:
                await self._store([waiting])
        except Exception as error:
            # Whatever it was: those who wait are told, and the writer goes on for the others.
            for waiting in batch:
                _settle(waiting, error)
        else:
            for waiting in batch:
                _settle(waiting, None)

    async def _commit(self, appends: list[Append]) -> None:
        rows = rows_of(appends)
        await self._committer.commit(rows, notices(appends, self.origin) if self.notify else [])
        self.commits += 1
        self.stored += len(rows.events)


def _settle(waiting: _Waiting, error: BaseException | None) -> None:
    if waiting.done.done():
        return
    if error is None:
        waiting.done.set_result(None)
    else:
        waiting.done.set_exception(error)
