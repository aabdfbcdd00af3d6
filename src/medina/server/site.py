"""Everything a running server consists of, put together in one place."""

from __future__ import annotations

import asyncio
import contextlib
from pathlib import Path
from typing import Any

import structlog
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine

from medina.server import metrics
from medina.server.limits import Limiter
from medina.server.live import neighbours
from medina.server.live.hub import Hub, Live, now_ms
from medina.server.live.neighbours import Neighbours
from medina.server.schema import Lobby
from medina.server.security import Cookies, new_id, site_secret
from medina.server.settings import Settings, data_folder
from medina.server.thinking import jobs
from medina.server.thinking.analyses import Analyses
from medina.server.thinking.jobs import Jobs, QueuedPlayers
from medina.server.thinking.pool import Thinkers
from medina.server.thinking.runner import Players
from medina.store import notices
from medina.store.database import asyncpg_arguments, database_url, is_postgres, open_engine, plain_url
from medina.store.migrate import migrate
from medina.store.notices import Listener
from medina.store.people import People
from medina.store.rating import Ratings
from medina.store.reading import Reader
from medina.store.studies import Studies
from medina.store.writer import Writer
from medina.table import commands as do
from medina.table import events as ev
from medina.table.decide import Tick
from medina.table.events import TableEvent

SWEEP_SECONDS = 5.0
CLOCK_SECONDS = 0.25
COME_BACK = 1012
"""Closes a socket whose client is to connect again."""

log = structlog.get_logger("site")


class Site:
    """A server's parts. `worker` is a server without people: it only lets bots think."""

    def __init__(self, settings: Settings, worker: bool = False) -> None:
        self.settings = settings
        self.folder: Path = data_folder(settings)
        self.url = database_url(settings.database_url, self.folder)
        self.shared = is_postgres(self.url)
        self.worker = worker
        self.stopping = False
        self.requests = Limiter(settings.request_rate, 4 * settings.request_rate)
        self.guests = Limiter(settings.guest_rate / 60, settings.guest_rate)
        self.chats = Limiter(1 if settings.socket_rate else 0, 10)
        self.openings = Limiter(0.5 if settings.request_rate else 0, 30)
        self.crowds = Limiter(2 if settings.request_rate else 0, 120)
        self.exports = Limiter(0.1 if settings.request_rate else 0, 5)
        self.logins = Limiter(settings.login_rate / 60, settings.login_rate)
        # Looser, lest anybody keeps somebody else out by trying wrong passwords.
        self.login_names = Limiter(5 * settings.login_rate / 60, 5 * settings.login_rate)
        self.sockets: dict[str, int] = {}
        self.connections: set[Any] = set()
        self.lobby: tuple[int, Lobby] | None = None
        self.neighbours: Neighbours | None = None
        self._loops: list[asyncio.Task[None]] = []

    engine: AsyncEngine
    cookies: Cookies
    hub: Hub
    players: Players
    analyses: Analyses

    async def start(self) -> None:
        """Open the database, bring it up to date, and take up what was left undone."""
        self.engine = open_engine(self.url)
        await migrate(self.engine)
        self.people, self.ratings = People(self.engine), Ratings(self.engine)
        self.cookies = Cookies(await site_secret(self.settings.secret, self.folder, self.people, self.shared))
        self.writer = Writer(self.engine, origin=new_id())
        self.hub = Hub(Reader(self.engine), self.writer)
        self.writer.start()
        metrics.TABLES.set_function(lambda: len(self.hub.tables))
        metrics.COMMITS.set_function(lambda: self.writer.commits)
        metrics.STORED.set_function(lambda: self.writer.stored)
        self.thinkers = Thinkers(self.settings.bot_processes)
        self.players = Players(self.hub, self.thinkers, self.settings.bot_seconds, self.settings.bot_pause)
        self.analyses = Analyses(Studies(self.engine), self.thinkers, self.settings.analysis_seconds)
        self.hub.followers.append(self._count_rating)
        await (self._start_shared() if self.shared else self._start_alone())
        self._loops.append(asyncio.create_task(self._every(SWEEP_SECONDS, self._sweep)))
        if self.settings.bot_warmup and (self.settings.bot_processes or not self.shared):
            self.hub.background(self.thinkers.strong.ready())
        if not self.worker:
            self._loops.append(asyncio.create_task(self._every(CLOCK_SECONDS, self._look_at_clocks)))

    async def _start_alone(self) -> None:
        """SQLite: one process does everything."""
        self.jobs: Jobs | None = None
        self.listener: Listener | None = None
        self.hub.followers.append(self.players.follow)
        self.analyses.ask = self.analyses.run_here
        await self._sweep()

    async def _start_shared(self) -> None:
        """PostgreSQL: hear of the others, and share the thinking by the queue."""
        self.jobs = Jobs(plain_url(self.url))
        self.jobs.task("play_bots", self._play_bots)
        self.jobs.task("analyse", self.analyses.run)
        await self.jobs.open()
        self.queued = QueuedPlayers(self.jobs, self.players)
        self.hub.followers.append(self.queued.follow)
        self.analyses.ask = self._queue_analysis
        self.neighbours = Neighbours(self.hub, lambda: sum(self.sockets.values()), self._hang_up)
        self.hub.elsewhere = self.neighbours.at
        hear = {notices.CHANNEL: self.hub.hear, neighbours.CHANNEL: self.neighbours.hear}
        self.listener = Listener(asyncpg_arguments(self.url), self.writer.origin, hear, self._catch_up)
        self.listener.start()
        if not self.worker:
            self._loops.append(asyncio.create_task(self.neighbours.run(self.listener.say)))
            self._loops.append(asyncio.create_task(self._every(SWEEP_SECONDS, self.hub.compare)))
        if self.settings.bot_processes and not self.worker:
            self.jobs.work(self.settings.bot_processes)

    async def _catch_up(self) -> None:
        """The line to the others is there, or there again."""
        if self.neighbours is not None:
            self.neighbours.begin_again()
        await self.hub.catch_up_all()

    @property
    def online(self) -> int:
        """Open sockets at all processes."""
        return sum(self.sockets.values()) + (self.neighbours.sockets if self.neighbours else 0)

    def tell_presence(self, live: Live) -> None:
        """Somebody came to a table, or left it."""
        self.hub.tell_presence(live)
        if self.neighbours is not None:
            self.neighbours.changed(live.id)

    async def dismiss(self, user: str) -> None:
        """A key of this person is worth nothing any more: whoever is connected, at any process, has to show theirs."""
        self._hang_up(user)
        if self.listener is not None and self.neighbours is not None:
            await self.listener.say(neighbours.CHANNEL, notices.written(self.neighbours.dismissal(user)))

    def _hang_up(self, user: str) -> None:
        for connection in list(self.connections):
            if connection.user == user:
                connection.close(COME_BACK)

    async def _queue_analysis(self, id: str) -> None:
        assert self.jobs is not None
        await self.jobs.defer("analyse", id, jobs.STUDIES, id=id)

    async def stop(self) -> None:
        """Store what is waiting and let go of everything."""
        self.stopping = True
        for loop in self._loops:
            loop.cancel()
        await asyncio.gather(*self._loops, return_exceptions=True)
        if self.listener is not None and self.neighbours is not None:
            await self.listener.say(neighbours.CHANNEL, notices.written(self.neighbours.goodbye()))
            await self.listener.stop()
        if self.jobs is not None:
            await self.jobs.close()
        await self.analyses.stop()
        self.thinkers.stop()
        await self.hub.finish()
        await self.writer.stop()
        await self.engine.dispose()

    async def ready(self) -> bool:
        """Can this process serve people?"""
        if self.stopping or (self.listener is not None and not self.listener.listening.is_set()):
            return False
        try:
            async with self.engine.connect() as connection:
                await connection.execute(text("SELECT 1"))
        except (SQLAlchemyError, OSError):
            return False
        return True

    # Work that comes round again and again

    async def _every(self, seconds: float, work: object) -> None:
        while True:
            await asyncio.sleep(seconds)
            try:
                await work()  # type: ignore[operator]
            except (SQLAlchemyError, OSError):
                log.warning("the database did not answer; trying again")
            except Exception:
                log.exception("housekeeping failed")

    async def _look_at_clocks(self) -> None:
        for live in self.hub.due(now_ms()):
            await self.hub.command(live, Tick(), None)

    async def _sweep(self) -> None:
        """Whatever a process that died left behind: clocks, bots' turns, ratings, forgotten tables."""
        for table in await self.hub.reader.overdue(now_ms()):
            if (live := await self.hub.table(table)) is not None:
                await self.hub.command(live, Tick(), None)
        await self._resume_bots()
        for table in await self.hub.reader.unrated():
            if (live := await self.hub.table(table)) is not None:
                await self._rate(live)
        await self._close_forgotten()
        await self.analyses.resume(self.shared)
        self.hub.forget_idle(60 * max(1, self.settings.idle_minutes), self.players.at_work)

    async def _resume_bots(self) -> None:
        if self.jobs is not None:
            await self.jobs.rescue()
        stale = now_ms() - 3_000 if self.shared else now_ms() + 1
        for table, with_people in await self.hub.reader.bots_to_move(stale):
            if self.jobs is not None:
                await self.queued.ask(table, jobs.BOTS if with_people else jobs.STUDIES)
            elif (live := await self.hub.table(table)) is not None:
                self.players.wake(live)

    async def _close_forgotten(self) -> None:
        for table in await self.hub.reader.forgotten(now_ms() - 3_600_000 * self.settings.open_hours):
            if (live := await self.hub.table(table)) is not None:
                await self.hub.command(live, do.Close(), live.state.host)

    # What follows from events

    def _count_rating(self, live: Live, events: tuple[TableEvent, ...]) -> None:
        if live.state.options.rated and any(isinstance(event, ev.Ended) for event in events):
            self.hub.background(self._rate(live))

    async def _rate(self, live: Live) -> None:
        state = live.state
        users = [seat.person.user for seat in state.seats if seat.person is not None]
        if state.result is not None and len(users) == len(state.seats):
            await self.ratings.count(live.id, state.options.edition, users, list(state.result.places), state.updated)

    async def _play_bots(self, table: str) -> None:
        """A job: one turn of a bot. The next is a job again, so that a game of bots leaves room for others."""
        live = await self.hub.table(table)
        if live is None or table in self.players.at_work:
            return
        self.players.at_work.add(table)
        try:
            await self.hub.refresh(live)
            await self.players.play_turn(live)
        finally:
            self.players.at_work.discard(table)
        self.queued.follow(live, ())


@contextlib.asynccontextmanager
async def running(settings: Settings, worker: bool = False):  # type: ignore[no-untyped-def]
    """A site from start to stop."""
    site = Site(settings, worker)
    await site.start()
    try:
        yield site
    finally:
        await site.stop()
