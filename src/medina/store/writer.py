"""The one writer: what tables have to store at a moment shares a transaction; nobody is told before it is on disk."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import bindparam, delete, insert, text, update
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from medina.store import tables as t

MOST_AT_ONCE = 512
"""Appends that share a transaction at most."""
NOTICE_BYTES = 7_500
"""PostgreSQL takes notices of under 8,000 bytes."""
CHANNEL = "medina"


class Conflict(Exception):
    """Somebody else stored the same number first: load what they stored and decide again."""


class SeatRow(Struct, frozen=True):
    """A seat as the archive is searched by it."""

    seat: int
    user: str | None
    bot: str | None
    place: int | None = None
    score: int | None = None


class Summary(Struct, frozen=True, kw_only=True):
    """What lists of tables show and are searched by."""

    phase: str
    public: bool
    edition: str
    players: int
    gates: bool
    rated: bool
    host: str
    acting_user: str | None
    bot_seq: int | None
    deadline: int | None
    created: int
    updated: int
    ended: int | None
    unrated_yet: bool
    card: str
    seats: tuple[SeatRow, ...]


class Append(Struct, frozen=True):
    """New events of one table, first number first, and its summary where that changed."""

    table: str
    seq: int
    bodies: tuple[bytes, ...]
    summary: Summary | None = None
    new_seats: bool = True


class _Waiting(Struct):
    appends: tuple[Append, ...]
    done: asyncio.Future[None]


_INSERT_EVENT = insert(t.events)
_INSERT_TABLE = insert(t.tables)
_UPDATE_TABLE = (
    update(t.tables)
    .where(t.tables.c.id == bindparam("b_id"))
    .values({name: bindparam(name) for name in Summary.__struct_fields__ if name not in ("seats", "created")})
)
_DELETE_SEATS = delete(t.seats).where(t.seats.c.table_id == bindparam("b_id"))
_INSERT_SEAT = insert(t.seats)
_NOTIFY = text("SELECT pg_notify(:channel, :notice)")


class Writer:
    """Collects appends while a transaction runs and stores them together in the next."""

    def __init__(self, engine: AsyncEngine, origin: str) -> None:
        self.engine = engine
        self.origin = origin
        self.notify = engine.dialect.name == "postgresql"
        self.commits = 0
        self.stored = 0
        self._waiting: list[_Waiting] = []
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._stopping = False
        self._connection: AsyncConnection | None = None

    def start(self) -> None:
        """Begin to work."""
        self._task = asyncio.create_task(self._run(), name="writer")

    async def stop(self) -> None:
        """Store what is waiting, then end."""
        self._stopping = True
        self._wake.set()
        if self._task is not None:
            await self._task
        await self._hang_up()

    async def append(self, *appends: Append) -> None:
        """Store these together; returns when they are on disk, raises Conflict when a number was taken."""
        waiting = _Waiting(appends, asyncio.get_running_loop().create_future())
        self._waiting.append(waiting)
        self._wake.set()
        await waiting.done

    async def _run(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._waiting:
                batch, self._waiting = self._waiting[:MOST_AT_ONCE], self._waiting[MOST_AT_ONCE:]
                await self._store(batch)
            if self._stopping:
                return

    async def _store(self, batch: Sequence[_Waiting]) -> None:
        """All in one transaction; if a number was taken, one by one, so that only its owner has to think again."""
        try:
            await self._commit([append for waiting in batch for append in waiting.appends])
        except IntegrityError:
            if len(batch) == 1:
                _settle(batch[0], Conflict())
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
        """One transaction on the writer's own connection, which is kept: asking the pool costs as much as a commit."""
        if self._connection is None:
            self._connection = await self.engine.connect()
        try:
            await write(self._connection, appends)
            if self.notify:
                for notice in notices(appends, self.origin):
                    await self._connection.execute(_NOTIFY, {"channel": CHANNEL, "notice": notice})
            await self._connection.commit()
        except IntegrityError:
            await self._connection.rollback()
            raise
        except BaseException:
            await self._hang_up()
            raise
        self.commits += 1
        self.stored += sum(len(append.bodies) for append in appends)

    async def _hang_up(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with contextlib.suppress(SQLAlchemyError, OSError):
                await connection.invalidate()
            await connection.close()


def _settle(waiting: _Waiting, error: BaseException | None) -> None:
    if waiting.done.done():
        return
    if error is None:
        waiting.done.set_result(None)
    else:
        waiting.done.set_exception(error)


async def write(connection: AsyncConnection, appends: Sequence[Append]) -> None:
    """The rows of these appends."""
    rows = [
        {"table_id": append.table, "seq": append.seq + offset, "body": body.decode()}
        for append in appends
        for offset, body in enumerate(append.bodies)
    ]
    await connection.execute(_INSERT_EVENT, rows)
    latest = {append.table: append for append in appends if append.summary is not None}
    opened = {append.table for append in appends if append.seq == 1}
    if latest:
        await _write_summaries(connection, latest, opened, {a.table for a in appends if a.new_seats})


async def _write_summaries(
    connection: AsyncConnection, latest: dict[str, Append], opened: set[str], reseated: set[str]
) -> None:
    new = [_summary_row("id", table, append) for table, append in latest.items() if table in opened]
    old = [_summary_row("b_id", table, append) for table, append in latest.items() if table not in opened]
    if new:
        await connection.execute(_INSERT_TABLE, new)
    if old:
        await connection.execute(_UPDATE_TABLE, old)
    changed = [table for table in latest if table in reseated]
    again = [{"b_id": table} for table in changed if table not in opened]
    if again:
        await connection.execute(_DELETE_SEATS, again)
    seats = [row for table in changed for row in _seat_rows(table, latest[table].summary)]
    if seats:
        await connection.execute(_INSERT_SEAT, seats)


def _summary_row(key: str, table: str, append: Append) -> dict[str, Any]:
    summary = append.summary
    assert summary is not None
    row = {name: getattr(summary, name) for name in Summary.__struct_fields__ if name != "seats"}
    if key != "id":
        del row["created"]
    return {key: table, **row}


def _seat_rows(table: str, summary: Summary | None) -> list[dict[str, Any]]:
    return [
        {
            "table_id": table,
            "seat": seat.seat,
            "user_id": seat.user,
            "bot": seat.bot,
            "place": seat.place,
            "score": seat.score,
        }
        for seat in (summary.seats if summary else ())
    ]


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
