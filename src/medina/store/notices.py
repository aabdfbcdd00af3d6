"""Telling the other processes what was stored: PostgreSQL's LISTEN and NOTIFY."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from medina.store.rows import Append

NOTICE_BYTES = 7_500
"""PostgreSQL takes notices of under 8,000 bytes."""
CHANNEL = "medina"


class Notice(Struct, frozen=True):
    """What one process tells the others: who stored, and per table the first number with the events, or without."""

    origin: str
    tables: dict[str, tuple[int, list[msgspec.Raw]]]


def notices(appends: Sequence[Append], origin: str) -> list[str]:
    """One or a few notices that tell of these appends; events too large for one are fetched by whoever wants them."""
    made: list[str] = []
    current: dict[str, tuple[int, list[msgspec.Raw]]] = {}
    size = 0
    for append in appends:
        cost = sum(map(len, append.bodies)) + 50
        bodies = [msgspec.Raw(body) for body in append.bodies] if cost < NOTICE_BYTES // 4 else []
        cost = cost if bodies else 50
        if current and (size + cost > NOTICE_BYTES or append.table in current):
            made.append(msgspec.json.encode(Notice(origin, current)).decode())
            current, size = {}, 0
        current[append.table] = (append.seq, bodies)
        size += cost
    if current:
        made.append(msgspec.json.encode(Notice(origin, current)).decode())
    return made


class Listener:
    """Hears on a connection of its own what other processes stored. PostgreSQL only."""

    def __init__(
        self, arguments: dict[str, Any], heard: Callable[[Notice], None], again: Callable[[], Awaitable[None]]
    ) -> None:
        self._arguments = arguments
        self._heard = heard
        self._again = again
        self._lost = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self.listening = asyncio.Event()

    def start(self) -> None:
        """Begin to listen."""
        self._task = asyncio.create_task(self._run(), name="listener")

    async def stop(self) -> None:
        """Stop listening."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    async def _run(self) -> None:
        while True:
            try:
                await self._listen()
            except OSError:
                await asyncio.sleep(0.5)

    async def _listen(self) -> None:
        import asyncpg

        try:
            connection = await asyncpg.connect(**self._arguments)
        except asyncpg.PostgresError as error:
            raise ConnectionError(str(error)) from error
        try:
            self._lost.clear()
            connection.add_termination_listener(lambda _: self._lost.set())
            await connection.add_listener(CHANNEL, self._notice)
            self.listening.set()
            await self._again()
            await self._lost.wait()
        finally:
            self.listening.clear()
            connection.terminate()

    def _notice(self, _connection: object, _pid: int, _channel: str, payload: object) -> None:
        self._heard(msgspec.json.decode(str(payload), type=Notice))
