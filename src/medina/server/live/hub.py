"""The tables in memory: commands in, events to the store, and only then the news out."""

from __future__ import annotations

import asyncio
import contextlib
import random
import time
from collections.abc import Callable, Hashable, Iterable
from typing import Any, Protocol

import msgspec
from msgspec.structs import replace

from medina.server import metrics
from medina.server.live.cards import changes_card, changes_seats, summary
from medina.server.live.connections import COME_BACK
from medina.server.security import ID_LETTERS, new_id
from medina.store.committing import Conflict
from medina.store.database import one_at_a_time
from medina.store.forgetting import forget_person, to_look_at_again
from medina.store.notices import Notice
from medina.store.outbox import Outbox
from medina.store.reading import Reader, decode_event
from medina.store.rows import Append
from medina.store.tasks import let_go
from medina.store.writer import Writer
from medina.table import commands as do
from medina.table import events as ev
from medina.table.bulletin import Bulletin
from medina.table.decide import Become, Decision, Luck, ShareVacation, decide, open_rematch
from medina.table.events import Person, TableEvent
from medina.table.fold import fold
from medina.table.refusal import refused
from medina.table.state import State, deadline
from medina.table.vacation import Period, year_began
from medina.table.view import View, admits, snapshot
from medina.table.wire import Presence

MOST_IDLE = 1_000
"""Tables kept at hand although nobody looks at them."""

EVENTS_A_PAGE = 1_000
"""Events that one snapshot holds at most; a client asks for the rest. A long game of four has about 500."""

_encoder = msgspec.json.Encoder()
_notices = msgspec.json.Decoder(Notice)


clock = time.monotonic
"""By which people are away and tables idle; tests move it."""


def now_ms() -> int:
    """The time as events carry it."""
    return time.time_ns() // 1_000_000


class Watcher(Protocol):
    """Somebody connected to a table."""

    user: str
    looking: bool

    def push(self, text: bytes) -> None:
        """Send when possible; never waits."""

    def close(self, code: int) -> None:
        """End the connection; nothing is sent to it any more."""


class Live:
    """A table that somebody uses at the moment."""

    __slots__ = ("_known", "_known_of", "gone", "id", "lock", "state", "told_away", "touched", "watchers")

    def __init__(self, id: str, state: State) -> None:
        self.id = id
        self.state = state
        self.lock = asyncio.Lock()
        self.watchers: set[Watcher] = set()
        self.touched = clock()
        self.gone: dict[str, float] = {}
        self.told_away: tuple[int, ...] = ()
        self._known: dict[Hashable, Any] = {}
        self._known_of = state

    @property
    def view(self) -> View:
        """What the snapshots of the present state say."""
        view: View = self.once(View, lambda: View(self.state))
        return view

    def once(self, what: Hashable, work: Callable[[], Any]) -> Any:
        """Something about the table as it is now, worked out for whoever asks first and kept for the others."""
        if self._known_of is not self.state:
            self._known, self._known_of = {}, self.state
        if what not in self._known:
            self._known[what] = work()
        return self._known[what]


Followed = Callable[[Live, tuple[TableEvent, ...]], None]
Calling = Callable[[str, State, tuple[TableEvent, ...]], Outbox]
"""Who is to hear of events that lead to a state; it is stored together with them."""
Elsewhere = Callable[[str], set[str]]
"""The people whom other processes have at a table."""
Admission = Callable[[State], bool]
"""True if whoever gives a command may look at the table in this state."""


class Hub:
    """All tables of this process."""

    def __init__(self, reader: Reader, writer: Writer) -> None:
        self.reader = reader
        self.writer = writer
        self.tables: dict[str, Live] = {}
        self.followers: list[Followed] = []
        self.calls_of: Calling = lambda table, state, events: Outbox()
        self.elsewhere: Elsewhere = lambda table: set()
        self.looking_elsewhere: Elsewhere = lambda table: set()
        self.more_elsewhere: Callable[[str], int] = lambda table: 0
        self.tell_elsewhere: Callable[[str], None] = lambda table: None
        self.link: Callable[[str], str] = lambda id: id
        self.shown_link: Callable[[Live, str], str] = lambda live, user: live.id
        self.changes = 0
        self.away_seconds = 60.0
        self._loading: dict[str, asyncio.Task[Live | None]] = {}
        self._missed: set[str] = set()
        self._vacations = asyncio.Lock()
        self._tasks: set[asyncio.Task[Any]] = set()

    # Finding tables

    async def table(self, id: str) -> Live | None:
        """The table of this id, loaded if need be; None when there is none."""
        live = self.tables.get(id)
        if live is None:
            if "\0" in id:  # no database takes it for a text
                return None
            loading = self._loading.get(id)
            if loading is None:
                loading = self._loading[id] = asyncio.create_task(self._load(id))
            live = await asyncio.shield(loading)
        if live is not None:
            live.touched = clock()
        return live

    async def _load(self, id: str) -> Live | None:
        try:
            events = await self.reader.events(id)
            if not events:
                return None
            live = self.tables[id] = Live(id, fold(events))
            if id in self._missed:
                await self._catch_up(live)
            return live
        finally:
            self._missed.discard(id)
            del self._loading[id]

    def forget_idle(self, seconds: float, busy: Iterable[str] = ()) -> None:
        """Let go of tables that nobody looks at: for so long, or too many of them, as when the archive is read."""
        before = clock() - seconds
        keep = set(busy)
        idle = [
            live
            for live in self.tables.values()
            if not live.watchers and live.id not in keep and not live.lock.locked()
        ]
        idle.sort(key=lambda live: live.touched, reverse=True)
        for place, live in enumerate(idle):
            if live.touched < before or place >= MOST_IDLE:
                del self.tables[live.id]

    async def forget_person(self, user: str, last: bool = False) -> None:
        """Take a person's name and words out of everything; for the last time, if nothing of theirs is under way."""
        at = None if last else now_ms()
        for id in await forget_person(self.writer.engine, user, self.writer.origin, at):
            if (live := self.tables.get(id)) is not None:
                await self._reload(live)

    async def forget_again(self) -> None:
        """What came in while people were being forgotten goes, too."""
        for user in await to_look_at_again(self.writer.engine, now_ms()):
            await self.forget_person(user, last=True)

    async def read_again(self, table: str) -> None:
        """Somebody who looks after the site did something at a table."""
        if (live := self.tables.get(table)) is not None:
            async with live.lock:
                await self._catch_up(live)
            await self._reload(live)

    async def read_again_with(self, user: str) -> None:
        """The same wherever that person is named."""
        for live in list(self.tables.values()):
            if any(person.user == user for person in _named_at(live.state)):
                await self._reload(live)

    async def _reload(self, live: Live) -> None:
        """What is stored has been changed underneath: read all of it again, and show it to whoever looks at it."""
        async with live.lock:
            while (state := fold(await self.reader.events(live.id))).seq < live.state.seq:
                pass
            before, live.state = live.state, state
        _turn_out(live, before)
        here = self.online(live)
        for watcher in live.watchers:
            link = self.shown_link(live, watcher.user)
            watcher.push(_encoder.encode(snapshot(live.view, link, watcher.user, now_ms(), [], here)))

    async def missed(self, live: Live, since: int | None) -> list[TableEvent]:
        """Return the events after a number, at most `EVENTS_A_PAGE`.

        Without that limit they reach up to the table as it is when this returns, however busy it is meanwhile.
        """
        events: list[TableEvent] = []
        while since is not None and since < live.state.seq and len(events) < EVENTS_A_PAGE:
            read = await self.reader.events(live.id, since, EVENTS_A_PAGE - len(events))
            events += read
            since = read[-1].seq if read else None
        return [event for event in events if event.seq <= live.state.seq]

    # Commands

    async def open(self, decision: Decision) -> Live:
        """Store a new table and keep it at hand."""
        id = new_id()
        live = await self._store(id, decision, self._calls(id, decision))
        self._follow(live, decision.events)
        return live

    async def keep(self, id: str, decision: Decision) -> Live:
        """Store a table whose game is over, once: whoever asks again gets the one there is. Nobody is told of it."""
        while (live := await self.table(id)) is None:
            with contextlib.suppress(Conflict):
                await self._store(id, decision, Outbox())
                self.changes += 1
        return live

    async def _store(self, id: str, decision: Decision, calls: Outbox) -> Live:
        await self.writer.append(_append(id, decision, calls))
        live = self.tables[id] = Live(id, decision.state)
        return live

    async def command(
        self,
        live: Live,
        command: object,
        who: Person | None,
        asker: Watcher | None = None,
        id: int | None = None,
        admitted: Admission = lambda state: True,
    ) -> Decision:
        """Decide, store, then tell. When another process was faster, decide again on what it stored.

        Whoever is not `admitted` is refused: the table may have become private while the command waited.
        """
        luck = self._luck(live, command)
        async with live.lock:
            while True:
                before = live.state
                if not admitted(before):
                    return Decision(before, (), refused("not_found"))
                away = self.online(live).away if isinstance(command, (do.Propose, do.Answer)) else ()
                vacations = await self.vacations(who.user) if who and isinstance(command, do.Vacation) else ()
                decision = decide(before, command, who, now_ms(), luck, away, vacations)
                if not decision.events:
                    if decision.refusal is not None and await self._was_behind(live):
                        continue
                    return decision
                try:
                    calls = self._calls(live.id, decision)
                    await self.writer.append(_append(live.id, decision, calls), *self._rematch(decision, luck))
                except Conflict:
                    metrics.CONFLICTS.inc()
                    await self._catch_up(live)
                    continue
                told = decision.refusal is None
                self._publish(live, before, decision.state, decision.events, asker, id if told else None)
                break
        self._follow(live, decision.events)
        return decision

    async def take_vacation(
        self, live: Live, command: do.Vacation, who: Person, asker: Watcher | None, id: int | None
    ) -> Decision:
        """The days are a person's and a table decides: so one after the other, at whatever process, and each time all
        their games hear of it before the next may ask."""
        async with self._vacations, one_at_a_time(self.reader.engine, who.user):
            decision = await self.command(live, command, who, asker, id)
            for event in decision.events:
                if isinstance(event, ev.OnVacation):
                    await self._share_vacation(who.user, event.days, event.until)
        return decision

    async def vacations(self, user: str) -> list[Period]:
        """Those of a person this year, in all their games."""
        return await self.reader.vacations_of(user, year_began(now_ms()))

    async def _share_vacation(self, user: str, days: int, until: int) -> None:
        """Who is on vacation is so in all their games."""
        for id in await self.reader.unfinished_of(user):
            if (live := await self.table(id)) is not None:
                await self.command(live, ShareVacation(user, days, until), None)

    def _luck(self, live: Live, command: object) -> Luck:
        """Chance is drawn only for what needs it. Whoever is at a private table is told the link of the next."""
        if not isinstance(command, (do.Start, do.Rematch)):
            return _NO_LUCK
        luck = new_luck()
        return luck if live.state.options.public else replace(luck, table=self.link(luck.table))

    def _rematch(self, decision: Decision, luck: Luck) -> list[Append]:
        """The next table is stored together with the agreement to it."""
        made = [event.table[:ID_LETTERS] for event in decision.events if isinstance(event, ev.RematchMade)]
        opened = {table: open_rematch(decision.state, now_ms(), luck.seed) for table in made}
        return [_append(table, decision, self._calls(table, decision)) for table, decision in opened.items()]

    def _calls(self, id: str, decision: Decision) -> Outbox:
        return self.calls_of(id, decision.state, decision.events)

    # News

    def _publish(
        self,
        live: Live,
        before: State,
        after: State,
        events: tuple[TableEvent, ...],
        asker: Watcher | None = None,
        id: int | None = None,
    ) -> None:
        shown = live.view if live.state is before else View(before)
        live.state = after
        view = live.once(View, lambda: View(after, shown))
        live.touched = clock()
        _turn_out(live, before)
        metrics.EVENTS.inc(len(events))
        bulletin = Bulletin(shown, view, events, now_ms())
        linked = (before.seats, before.host, before.options) != (after.seats, after.host, after.options)
        for watcher in live.watchers:
            link = self.shown_link(live, watcher.user) if linked else None
            watcher.push(bulletin.text_for(watcher.user, id if watcher is asker else None, link))
        if before.seats is not after.seats and _people(before) != _people(after):
            self.tell_presence(live)
            if live.watchers:
                self.tell_elsewhere(live.id)

    def _follow(self, live: Live, events: tuple[TableEvent, ...]) -> None:
        self.changes += 1
        for follower in self.followers:
            follower(live, events)

    def hear(self, text: str) -> None:
        """Another process stored something."""
        notice = _notices.decode(text)
        self.changes += 1
        self._missed.update(notice.tables.keys() & self._loading.keys())
        for id, (seq, bodies) in notice.tables.items():
            live = self.tables.get(id)
            if live is None:
                continue
            if seq == 0:
                self.background(self._reload(live))
            elif bodies and seq == live.state.seq + 1:
                # Right also while a command waits for the database: this number is taken, so it must think again.
                events = tuple(decode_event(bytes(body)) for body in bodies)
                self._publish(live, live.state, fold(events, live.state), events)
            elif seq > live.state.seq:
                self.background(self._catch_up_to(live, seq + max(1, len(bodies)) - 1))

    async def refresh(self, live: Live) -> None:
        """Whatever others stored that we have not heard of yet."""
        if self.writer.notify:
            async with live.lock:
                await self._catch_up(live)

    async def finish(self) -> None:
        """Let the commands under way come to their end."""
        await let_go(self._tasks)
        for live in list(self.tables.values()):
            async with live.lock:
                pass

    async def catch_up_all(self) -> None:
        """After the line to the database was lost: whatever was missed."""
        self._missed.update(self._loading)
        for live in list(self.tables.values()):
            await self.refresh(live)

    async def compare(self) -> None:
        """Should the line have failed unnoticed: the tables people look at here, held against what is stored."""
        watched = {live.id: live for live in self.tables.values() if live.watchers}
        for id, seq in (await self.reader.last_numbers(list(watched))).items():
            await self._catch_up_to(watched[id], seq)

    async def _catch_up_to(self, live: Live, seq: int) -> None:
        async with live.lock:
            if live.state.seq < seq:
                await self._catch_up(live)

    async def _was_behind(self, live: Live) -> bool:
        """Nobody is refused because this process had not heard yet what another one stored."""
        seq = live.state.seq
        if self.writer.notify:
            await self._catch_up(live)
        return live.state.seq > seq

    async def _catch_up(self, live: Live) -> None:
        events = tuple(await self.reader.events(live.id, live.state.seq))
        events = tuple(event for event in events if event.seq > live.state.seq)
        if events:
            self._publish(live, live.state, fold(events, live.state), events)

    def users_at(self, table: str) -> list[str]:
        """The people whom this process has at a table, those who sit there first."""
        live = self.tables.get(table)
        if live is None:
            return []
        players = _players(live.state)
        return sorted({watcher.user for watcher in live.watchers}, key=lambda user: (user not in players, user))

    def hidden_at(self, table: str) -> list[str]:
        """Those of them who play there, have the table open and look at something else."""
        live = self.tables.get(table)
        if live is None:
            return []
        players = _players(live.state)
        looking = {watcher.user for watcher in live.watchers if watcher.looking}
        return sorted({watcher.user for watcher in live.watchers if watcher.user in players} - looking)

    def is_looking(self, live: Live, user: str) -> bool:
        """Does this person have the table before their eyes, at whatever process?"""
        here = any(watcher.user == user and watcher.looking for watcher in live.watchers)
        return here or user in self.looking_elsewhere(live.id)

    def online(self, live: Live) -> Presence:
        """Which seats' people are connected, and how many others, to whatever process."""
        users = {watcher.user for watcher in live.watchers} | self.elsewhere(live.id)
        people = [(n, seat.person.user) for n, seat in enumerate(live.state.seats) if seat.person]
        seats = tuple(n for n, user in people if user in users)
        now = clock()
        live.gone = {user: live.gone.get(user, now) for _, user in people if user not in users}
        away = tuple(n for n, user in people if user in live.gone and live.gone[user] <= now - self.away_seconds)
        watchers = len(users) - len(seats) + self.more_elsewhere(live.id)
        return Presence(seats=seats, watchers=watchers, away=away)

    def seen(self, live: Live, user: str) -> None:
        """Who asks about a table is at it, also without a socket."""
        seat = live.state.seat_of(user)
        if seat is not None:
            live.gone[user] = clock()
            if seat in live.told_away:
                self.tell_presence(live)

    def tell_presence(self, live: Live) -> None:
        """Who is there, to everybody here."""
        here = self.online(live)
        live.told_away = here.away
        text = _encoder.encode(here)
        for watcher in live.watchers:
            watcher.push(text)

    def tell_absences(self) -> None:
        """Whoever has been gone for long enough by now, to those who wait for them."""
        for live in self.tables.values():
            if live.watchers and live.gone and self.online(live).away != live.told_away:
                self.tell_presence(live)

    # Housekeeping

    def due(self, now: int) -> list[Live]:
        """Tables whose acting person's time is up."""
        return [live for live in self.tables.values() if (at := deadline(live.state)) is not None and at <= now]

    def background(self, work: Any) -> asyncio.Task[Any]:
        """Run a coroutine beside everything else and keep hold of it."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task


async def become(hub: Hub, tables: Iterable[str], user: str, person: Person) -> None:
    """At these tables, who was `user` has another name or is another person from now on."""
    for id in tables:
        live = await hub.table(id)
        if live is not None:
            await hub.command(live, Become(user, person), None)


def _turn_out(live: Live, before: State) -> None:
    """Close the sockets of onlookers when a table has become private. The table's link lets its bearers in again."""
    if live.state.options.public or not before.options.public:
        return
    for watcher in [one for one in live.watchers if not admits(live.state, one.user, by_link=False)]:
        live.watchers.discard(watcher)
        watcher.close(COME_BACK)


def _named_at(state: State) -> list[Person]:
    here = [state.host, *(seat.person for seat in state.seats), *(said.person for said in state.chat)]
    return [person for person in here if person is not None]


def _players(state: State) -> set[str]:
    return {seat.person.user for seat in state.seats if seat.person is not None}


def _people(state: State) -> list[str | None]:
    return [seat.person.user if seat.person else None for seat in state.seats]


def _append(id: str, decision: Decision, calls: Outbox) -> Append:
    state, events = decision.state, decision.events
    bodies = tuple(map(_encoder.encode, events))
    card = summary(id, state) if changes_card(events) else None
    return Append(id, events[0].seq, bodies, card, changes_seats(events), calls)


_NO_LUCK = Luck()


def new_luck() -> Luck:
    """Chance for a new game."""
    return Luck(random.SystemRandom().getrandbits(48), new_id())
