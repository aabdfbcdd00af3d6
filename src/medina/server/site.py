"""Where a server is put together: `open_site` makes all its parts, then starts them. What they do stands with them."""

from __future__ import annotations

import contextlib
import time
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator

from sqlalchemy.ext.asyncio import AsyncEngine

from medina.server import metrics
from medina.server.calling import caller
from medina.server.calling.caller import Caller
from medina.server.control.cleaning import CLEAN_SECONDS, Cleaner
from medina.server.control.control import Control
from medina.server.housekeeping import CLOCK_SECONDS, SWEEP_SECONDS, Caretaker, Rounds
from medina.server.limits import Limits
from medina.server.live import neighbours
from medina.server.live.connections import Connections
from medina.server.live.first_page import FirstPage
from medina.server.live.hub import Hub, Live, now_ms
from medina.server.live.links import Links
from medina.server.live.neighbours import Here, Neighbours
from medina.server.live.rating import Rater
from medina.server.mail import Mailer
from medina.server.puzzles import Puzzles
from medina.server.security import Challenges, Cookies, Origins, new_id, site_secret
from medina.server.settings import Settings, data_folder, database_of, threads_of
from medina.server.thinking.analyses import Analyses
from medina.server.thinking.askers import Askers
from medina.server.thinking.pool import Pool
from medina.server.thinking.runner import Pace, Runner
from medina.server.visitors import Visitors
from medina.store import moderation, notices
from medina.store.blocks import Blocks
from medina.store.database import asyncpg_arguments, is_postgres, open_engine
from medina.store.email_tokens import EmailTokens
from medina.store.migrate import migrate
from medina.store.notices import Listener
from medina.store.notifications import Notifications, PushSubscriptions
from medina.store.passkeys import Passkeys
from medina.store.people import People
from medina.store.rating import Ratings
from medina.store.reading import Reader
from medina.store.reports import Reports
from medina.store.solving import Solving
from medina.store.studies import Studies
from medina.store.turns import Turns
from medina.store.writer import Writer


class Site(ABC):
    """The parts of any server. `worker` is a server without people: it only lets bots think."""

    def __init__(self, settings: Settings, engine: AsyncEngine, secret: str, worker: bool) -> None:
        self.settings, self.engine, self.worker = settings, engine, worker
        self.stopping = False
        self._tried, self._stores = 0.0, True
        self.limits = Limits(settings)
        self.mail, self.email_tokens = Mailer(settings), EmailTokens(engine)
        self.blocks, self.reports = Blocks(engine), Reports(engine)
        self.writer = Writer(engine, origin=new_id())
        self.people = People(engine, self.writer.origin)
        self.ratings, self.studies = Ratings(engine), Studies(engine)
        self.askers = Askers(self.studies, settings.analyses_per_address)
        self.cookies, self.challenges = Cookies(secret), Challenges(secret)
        self.passkeys, self.origins = Passkeys(engine), Origins(secret)
        self.puzzles, self.solving = Puzzles(settings.puzzles), Solving(engine)
        self.visitors = Visitors(self.people, self.cookies)
        self.connections = Connections()
        self.hub = Hub(Reader(engine), self.writer)
        self.links = Links(secret, self.hub)
        self.first_page = FirstPage(self.hub)
        self.control = Control(self.hub, settings, self.connections)
        self.cleaner = Cleaner(engine, settings)
        self.rater = Rater(self.hub, self.ratings)
        self.subscriptions, self.notifications = PushSubscriptions(engine), Notifications(engine)
        self.caller = Caller(
            self.hub, self.links, self.people, self.subscriptions, self.notifications, self.mail, settings, secret
        )
        self.caretaker = Caretaker(self.hub, settings)
        self.analyses = Analyses(self.studies, settings.analysis_seconds)
        self.turns = Turns(engine, self.writer.origin)
        self.pool = Pool(threads_of(settings))
        self.runner = Runner(self.hub, self.pool, self.turns, self.analyses, pace_of(settings))
        self.rounds = Rounds()

    async def start(self) -> None:
        """Begin, and take up what was left undone."""
        self.hub.followers.append(self.rater.follow)
        self.hub.calls_of = self.caller.calls_of
        self.writer.start()
        metrics.TABLES.set_function(lambda: len(self.hub.tables))
        metrics.COMMITS.set_function(lambda: self.writer.commits)
        metrics.STORED.set_function(lambda: self.writer.stored)
        await self.caller.refresh()
        await self.control.begin()
        await self._begin()
        if self._thinks:
            self.runner.start()
        self.rounds.every(SWEEP_SECONDS, self._sweep)
        self.rounds.every(caller.REFRESH_SECONDS, self.caller.refresh)
        if not self.worker:
            self.rounds.every(CLOCK_SECONDS, self.caretaker.look_at_clocks)
            self.rounds.every(caller.ROUND_SECONDS, self.caller.round)
            self.rounds.every(CLEAN_SECONDS, self.cleaner.clean)

    async def stop(self) -> None:
        """Store what is waiting and let go of everything."""
        self.stopping = True
        await self.rounds.stop()
        await self._leave()
        self.pool.stop()
        await self.runner.stop()
        await self.hub.finish()
        await self.writer.stop()

    @property
    def _thinks(self) -> bool:
        """Do bots think here?"""
        return True

    @abstractmethod
    async def _begin(self) -> None:
        """What only this kind of server does at the start."""

    @abstractmethod
    async def _leave(self) -> None:
        """What only this kind of server does at the end."""

    async def _sweep(self) -> None:
        """Whatever a process that died left behind: clocks, ratings, forgotten people and tables."""
        await self.control.look()
        await self.caretaker.tick_overdue()
        await self.rater.resume()
        await self.hub.forget_again()
        await self.caretaker.close_forgotten()
        self.caretaker.forget_idle(self.runner.busy)
        metrics.WAITING.set(await self.turns.waiting(now_ms()))

    async def ready(self) -> bool:
        """Can this process serve people? Whoever asks, what they ask for is tried once a second at most."""
        if time.monotonic() > self._tried + 1.0:
            self._tried, self._stores = time.monotonic(), await self.people.can_store()
        return not self.stopping and self._stores

    @property
    def online(self) -> int:
        """Open sockets at all processes."""
        return self.connections.count

    def tell_presence(self, live: Live) -> None:
        """Somebody came to a table, or left it."""
        self.hub.tell_presence(live)

    def seen(self, live: Live, user: str) -> None:
        """Somebody asked about a table."""
        self.hub.seen(live, user)

    def tell_looking(self, live: Live, user: str, looking: bool) -> None:
        """Somebody at a table turned to it, or away."""
        if looking and self.caller.reaches(user):
            self.hub.background(self.caller.came_back(user, live.id))

    async def reach(self, user: str) -> None:
        """This person can be called from now on."""
        self.caller.reach(user)

    async def tell_invited(self, user: str) -> None:
        """Somebody has a seat for this person: the first page says so."""
        self.hub.changes += 1

    async def dismiss(self, user: str) -> None:
        """A key of this person is worth nothing any more: whoever is connected, at any process, has to show theirs."""
        self.connections.hang_up(user)


def pace_of(settings: Settings) -> Pace:
    return Pace(settings.bot_seconds, settings.bot_pause, settings.bot_pause_clocked)


class LoneSite(Site):
    """SQLite: one process does everything."""

    async def _begin(self) -> None:
        """Nobody else thinks: what was taken before is free."""
        await self.turns.free_all()
        await self.studies.free_all(now_ms())
        await self._sweep()

    async def _leave(self) -> None:
        """There is nobody to say goodbye to."""


class SharedSite(Site):
    """PostgreSQL: processes hear of each other, and share the thinking."""

    def __init__(self, settings: Settings, engine: AsyncEngine, secret: str, worker: bool) -> None:
        super().__init__(settings, engine, secret, worker)
        url = database_of(settings)
        self.neighbours = Neighbours(self.hub, lambda: self.connections.count, self.connections.hang_up)
        self.hub.elsewhere, self.hub.looking_elsewhere = self.neighbours.at, self.neighbours.looking_at
        self.hub.more_elsewhere, self.hub.tell_elsewhere = self.neighbours.more_at, self.neighbours.changed
        hear = {
            notices.CHANNEL: self.hub.hear,
            neighbours.CHANNEL: self.neighbours.hear,
            caller.CHANNEL: self.caller.hear,
            moderation.CHANNEL: self.control.hear,
        }
        self.listener = Listener(asyncpg_arguments(url), self.writer.origin, hear, self._catch_up)

    async def _begin(self) -> None:
        self.listener.start()
        if not self.worker:
            self.rounds.beside(self.neighbours.run(self.listener.say))
            self.rounds.every(SWEEP_SECONDS, self.hub.compare)

    async def _leave(self) -> None:
        await self._say(self.neighbours.goodbye())
        await self.listener.stop()

    @property
    def _thinks(self) -> bool:
        """Also elsewhere: a server may leave it to workers."""
        return self.worker or self.settings.bot_threads != 0

    async def _catch_up(self) -> None:
        """The line to the others is there, or there again."""
        self.neighbours.begin_again()
        await self.caller.refresh()
        await self.hub.catch_up_all()

    async def _say(self, here: Here) -> None:
        await self.listener.say(neighbours.CHANNEL, notices.written(here))

    async def ready(self) -> bool:
        """Also the line to the others is there."""
        return self.listener.listening.is_set() and await super().ready()

    @property
    def online(self) -> int:
        """Here and elsewhere."""
        return self.connections.count + self.neighbours.sockets

    def tell_presence(self, live: Live) -> None:
        """Here and elsewhere."""
        super().tell_presence(live)
        self.neighbours.changed(live.id)

    def seen(self, live: Live, user: str) -> None:
        """Here and, if they sit there, elsewhere."""
        super().seen(live, user)
        if live.state.seat_of(user) is not None:
            self.neighbours.seen(live.id, user)

    def tell_looking(self, live: Live, user: str, looking: bool) -> None:
        """Here and elsewhere."""
        super().tell_looking(live, user, looking)
        self.neighbours.changed(live.id)

    async def reach(self, user: str) -> None:
        """Here and elsewhere."""
        await super().reach(user)
        await self._say_of(caller.Concerned(self.writer.origin, user))

    async def tell_invited(self, user: str) -> None:
        """Here and elsewhere."""
        await super().tell_invited(user)
        await self._say_of(caller.Concerned(self.writer.origin, user, invited=True))

    async def _say_of(self, who: caller.Concerned) -> None:
        await self.listener.say(caller.CHANNEL, notices.written(who))

    async def dismiss(self, user: str) -> None:
        """Here and elsewhere."""
        await super().dismiss(user)
        await self._say(self.neighbours.dismissal(user))


@contextlib.asynccontextmanager
async def open_site(settings: Settings, worker: bool = False) -> AsyncIterator[Site]:
    """A site from start to stop, its database brought up to date."""
    url = database_of(settings)
    shared = is_postgres(url)
    folder = data_folder(settings)
    engine = open_engine(url)
    try:
        await migrate(engine)
        secret = await site_secret(settings.secret, folder, People(engine), shared)
        site = (SharedSite if shared else LoneSite)(settings, engine, secret, worker)
        await site.start()
        try:
            yield site
        finally:
            await site.stop()
    finally:
        await engine.dispose()
