"""The tables in memory: commands in, events to the store, and only then the news out."""

from __future__ import annotations

import asyncio
import contextlib
import random
import time
from collections.abc import Callable, Hashable, Iterable
from typing import Any, Protocol

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from medina.server import metrics
from medina.server.live.cards import changes_card, changes_seats, summary
from medina.server.live.connections import COME_BACK
from medina.server.security import ID_LETTERS, new_id
from medina.store.chat import Chats
from medina.store.committing import Conflict
from medina.store.database import one_at_a_time
from medina.store.forgetting import forget_person, to_look_at_again
from medina.store.names import Names
from medina.store.notices import News, Notice
from medina.store.outbox import Outbox
from medina.store.reading import Loaded, Reader, decode_event
from medina.store.rows import Append, ChatRow, Head, Lease, VacationRow
from medina.store.tasks import let_go
from medina.store.vacations import vacations
from medina.store.writer import Writer
from medina.table import commands as do
from medina.table import events as ev
from medina.table.bulletin import Bulletin
from medina.table.chat import cleaned, room_of
from medina.table.decide import Decision, Luck, ShareVacation, decide, open_rematch
from medina.table.events import TableEvent, named_in
from medina.table.fold import drafted, fold
from medina.table.options import DAY_MS
from medina.table.people import Person, info_of
from medina.table.refusal import No, refused
from medina.table.state import State, bot_to_move, deadline, is_exhibition, with_people
from medina.table.vacation import Period, year_began
from medina.table.view import View, admits
from medina.table.wire import CHAT_KEPT, ChatLine, ChatMessage, People, Presence, RefusalInfo

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


class BotDue(Struct, frozen=True):
    """Who made a bot's turn due, and a hash of where that person came from."""

    person: str | None = None
    origin: str | None = None


class Live:
    """A table that somebody uses at the moment.

    `people` has the names of everybody whom its messages name, `chat` its last lines. Both are replaced, never changed.
    """

    __slots__ = (
        "_known", "_known_of", "bot_due", "chat", "gone", "id", "lock", "people", "state", "told_away", "touched",
        "watchers",
    )  # fmt: skip

    def __init__(
        self,
        id: str,
        state: State,
        people: People,
        chat: tuple[ChatLine, ...] = (),
        bot_due: BotDue = BotDue(),  # noqa: B008
    ) -> None:
        self.id = id
        self.state = state
        self.people = people
        self.chat = chat
        self.bot_due = bot_due
        self.lock = asyncio.Lock()
        self.watchers: set[Watcher] = set()
        self.touched = clock()
        self.gone: dict[str, float] = {}
        self.told_away: tuple[int, ...] = ()
        self._known: dict[Hashable, Any] = {}
        self._known_of = state, people

    @property
    def view(self) -> View:
        """What the snapshots of the present state say."""
        view: View = self.once(View, lambda: View(self.state, self.people))
        return view

    @property
    def accounts(self) -> set[str]:
        """The people here who have an account."""
        return {user for user, person in self.people.items() if person is not None and person.account}

    def once(self, what: Hashable, work: Callable[[], Any]) -> Any:
        """Something about the table as it is now, worked out for whoever asks first and kept for the others."""
        state, people = self._known_of
        if state is not self.state or people is not self.people:
            self._known, self._known_of = {}, (self.state, self.people)
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
        self.names = Names(writer.engine)
        self.chats = Chats(writer.engine)
        self.tables: dict[str, Live] = {}
        self.followers: list[Followed] = []
        self.calls_of: Calling = lambda table, state, events: Outbox()
        self.elsewhere: Elsewhere = lambda table: set()
        self.looking_elsewhere: Elsewhere = lambda table: set()
        self.more_elsewhere: Callable[[str], int] = lambda table: 0
        self.tell_elsewhere: Callable[[str], None] = lambda table: None
        self.heard_of_bot: Callable[[], None] = lambda: None
        self.lease_of: Callable[[State], Lease | None] = lambda state: None
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
            loaded = await self.reader.load(id)
            if loaded is None:
                return None
            chat = await self.chats.last(id, CHAT_KEPT)
            state = drafted(fold(loaded.events), loaded.head.moves, loaded.head.n)
            state, people, chat = await self._named(state, loaded, chat)
            live = self.tables[id] = Live(id, state, people, chat, BotDue(loaded.bot_person, loaded.bot_origin))
            if id in self._missed:
                await self._refresh(live)
            return live
        finally:
            self._missed.discard(id)
            del self._loading[id]

    async def _named(
        self, state: State, loaded: Loaded, chat: tuple[ChatLine, ...]
    ) -> tuple[State, People, tuple[ChatLine, ...]]:
        """The state and the chat with the people whom the database names now, and the names of all of them."""
        speakers = {line.user for line in chat}
        named = {*state.users, loaded.host, *filter(None, loaded.users.values()), *speakers}
        known = await self.names.of(named)
        became = {user: row.became for user, row in known.items() if row.became is not None}
        known |= await self.names.of(set(became.values()) - known.keys())
        state = with_people(state, loaded.host, loaded.users, became)
        chat = tuple(
            replace(line, user=became[line.user]) if line.user in became and line.user not in state.users else line
            for line in chat
        )
        shown = {*state.users, *(line.user for line in chat)}
        return state, {user: row.info for user, row in known.items() if user in shown}, chat

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
        await self.people_changed(await forget_person(self.writer.engine, user, self.writer.origin, at))

    async def forget_again(self) -> None:
        """What came in while people were being forgotten goes, too."""
        for user in await to_look_at_again(self.writer.engine, now_ms()):
            await self.forget_person(user, last=True)

    async def people_changed(self, users: Iterable[str]) -> None:
        """The name, the account or the words of people have changed: show it at the tables that name them."""
        changed = set(users)
        for live in list(self.tables.values()):
            if not changed.isdisjoint((*live.people, *live.state.users)):
                await self._refresh(live)

    async def chat_changed(self, table: str) -> None:
        """Lines of a table's chat have other words, or are gone."""
        if (live := self.tables.get(table)) is not None:
            await self._refresh(live)

    async def _refresh(self, live: Live) -> None:
        """Read the people and the chat of a table again, and show what is different."""
        async with live.lock:
            known = {line.n: line for line in live.chat}
            await self._read_chat(live)
            await self._catch_up(live, always=True)
            self._show_chat(live, tuple(line for line in live.chat if known.get(line.n) != line))

    async def _read_chat(self, live: Live) -> None:
        """The chat as it is stored; what is heard of meanwhile may be newer than what was read."""
        known = {line.n for line in live.chat}
        read = await self.chats.last(live.id, CHAT_KEPT)
        last = read[-1].n if read else 0
        live.chat = (*read, *(line for line in live.chat if line.n > last and line.n not in known))[-CHAT_KEPT:]

    async def missed(self, live: Live, since: int | None) -> list[TableEvent]:
        """Return the events after a number, at most `EVENTS_A_PAGE`.

        Without that limit they reach up to the table as it is when this returns, however busy it is meanwhile.
        """
        events: list[TableEvent] = []
        while since is not None and since < live.state.seq and len(events) < EVENTS_A_PAGE:
            read = await self.reader.events(live.id, since, EVENTS_A_PAGE - len(events))
            events += read
            since = read[-1].seq if read else None
        events = [event for event in events if event.seq <= live.state.seq]
        unknown = set(filter(None, map(named_in, events))) - live.people.keys()
        if unknown and (found := await self.names.infos(unknown)):
            live.people = {**live.people, **found}
        return events

    # Commands

    async def open(self, decision: Decision, host: Person) -> Live:
        """Store a new table and keep it at hand."""
        id = new_id()
        live = await self._store(id, decision, host, self._calls(id, decision))
        self._follow(live, decision.events)
        return live

    async def keep(self, id: str, decision: Decision, host: Person) -> Live:
        """Store a table whose game is over, once: whoever asks again gets the one there is. Nobody is told of it."""
        while (live := await self.table(id)) is None:
            with contextlib.suppress(Conflict):
                await self._store(id, decision, host, Outbox())
                self.changes += 1
        return live

    async def _store(self, id: str, decision: Decision, host: Person, calls: Outbox) -> Live:
        due = _bot_due(None, decision.state, host, BotDue())
        await self.writer.append(_append(id, None, decision, calls, due, self.lease_of(decision.state)))
        live = self.tables[id] = Live(id, decision.state, {host.user: info_of(host)}, bot_due=due)
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
        user = who.user if who else None
        async with live.lock:
            while True:
                before = live.state
                if not admitted(before):
                    return Decision(before, (), refused("not_found"), changed=False)
                away = self.online(live).away if isinstance(command, (do.Propose, do.Answer)) else ()
                vacations = await self.vacations(user) if user and isinstance(command, do.Vacation) else ()
                accounts = live.accounts | ({user} if who and who.account and user else set())
                now = now_ms()
                decision = decide(before, command, user, now, luck, away, vacations, accounts)
                if not decision.changed:
                    if decision.refusal is not None and await self._was_behind(live):
                        continue
                    return decision
                due = _bot_due(before, decision.state, who, live.bot_due)
                calls = self._calls(live.id, decision)
                taken = _vacation_of(command, user, decision, now)
                try:
                    lease = self.lease_of(decision.state)
                    append = _append(live.id, before, decision, calls, due, lease, taken)
                    await self.writer.append(append, *self._rematch(decision, luck))
                except Conflict:
                    metrics.CONFLICTS.inc()
                    await self._catch_up(live)
                    continue
                live.bot_due = due
                people = live.people
                if who is not None and who.user in decision.state.users and people.get(who.user) != info_of(who):
                    people = {**people, who.user: info_of(who)}
                told = decision.refusal is None
                self._publish(live, decision.state, people, decision.events, asker, id if told else None)
                break
        self._follow(live, decision.events)
        return decision

    async def say(
        self,
        live: Live,
        who: Person,
        text: str,
        asker: Watcher | None = None,
        id: int | None = None,
        admitted: Admission = lambda state: True,
    ) -> ChatLine | RefusalInfo:
        """Store a line of chat and show it to everybody at the table; gives the refusal where it may not be said."""
        async with live.lock:
            while True:
                if not admitted(live.state):
                    return refused("not_found")
                try:
                    room, words = room_of(live.state, who.user), cleaned(text)
                except No as no:
                    if await self._was_behind(live):
                        continue
                    return no.refusal
                now = now_ms()
                n = max(now, live.chat[-1].n + 1) if live.chat else now
                row = ChatRow(n, room, who.user, now, words)
                try:
                    await self.writer.append(Append(table=live.id, chat=(row,)))
                    break
                except Conflict:
                    await self._read_chat(live)
            if live.people.get(who.user) != info_of(who):
                live.people = {**live.people, who.user: info_of(who)}
            line = _line_of(row)
            self._add_chat(live, (line,), asker, id)
        return line

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
        """The vacations that a person has taken this year, in all games."""
        return await vacations(self.reader.engine, user, year_began(now_ms()))

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
        return [
            _append(table, None, made, self._calls(table, made), _bot_due(None, made.state, None, BotDue()))
            for table, made in opened.items()
        ]

    def _calls(self, id: str, decision: Decision) -> Outbox:
        return self.calls_of(id, decision.state, decision.events)

    # News

    def _publish(
        self,
        live: Live,
        after: State,
        people: People,
        events: tuple[TableEvent, ...],
        asker: Watcher | None = None,
        id: int | None = None,
    ) -> None:
        """Show a new state, and what its people are called from now on."""
        before, shown = live.state, live.view
        live.state, live.people = after, people
        view = live.once(View, lambda: View(after, people, shown))
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

    def _add_chat(
        self, live: Live, lines: tuple[ChatLine, ...], asker: Watcher | None = None, id: int | None = None
    ) -> None:
        new = {line.n for line in lines}  # some may have been read already
        live.chat = (*(line for line in live.chat if line.n not in new), *lines)[-CHAT_KEPT:]
        live.touched = clock()
        self._show_chat(live, lines, asker, id)

    def _show_chat(
        self, live: Live, lines: tuple[ChatLine, ...], asker: Watcher | None = None, id: int | None = None
    ) -> None:
        if not lines:
            return
        people = {line.user: live.people.get(line.user) for line in lines}
        text = _encoder.encode(ChatMessage(lines=lines, people=people))
        for watcher in live.watchers:
            answer = id is not None and watcher is asker
            watcher.push(_encoder.encode(ChatMessage(lines=lines, people=people, id=id)) if answer else text)

    def hear(self, text: str) -> None:
        """Another process stored something."""
        notice = _notices.decode(text)
        self.changes += 1
        self._missed.update(notice.tables.keys() & self._loading.keys())
        for id, news in notice.tables.items():
            if (live := self.tables.get(id)) is not None:
                self._hear_of(live, news)
        if any(news.bot is not None and news.bot[0] is not None for news in notice.tables.values()):
            self.heard_of_bot()
        if notice.people:
            self._missed.update(self._loading)
            self.background(self.people_changed(notice.people))
        for table in notice.chats:
            self.background(self.chat_changed(table))

    def _hear_of(self, live: Live, news: News) -> None:
        if news.chat:
            lines = tuple(_line_of(row) for row in news.chat)
            if all(line.user in live.people for line in lines):
                self._add_chat(live, lines)
            else:
                self.background(self._refresh(live))
        if news.before is None or news.after is None:
            return
        state, before, after = live.state, news.before, news.after
        events = tuple(decode_event(bytes(body)) for body in news.bodies)
        follows = (before.seq, before.n) == (state.seq, state.n) and len(events) == after.seq - before.seq
        named = set(filter(None, map(named_in, events)))
        if follows and named <= live.people.keys():
            # Right also while a command waits for the database: this head is taken, so it must be decided again.
            live.bot_due = live.bot_due if news.bot is None else BotDue(*news.bot)
            self._publish(live, drafted(fold(events, state), after.moves, after.n), live.people, events)
        elif (after.seq, after.n) > (state.seq, state.n):
            self.background(self._catch_up_to(live, after.seq, after.n))

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
        """After the line to the database was lost: whatever was missed, names and chat too."""
        self._missed.update(self._loading)
        for live in list(self.tables.values()):
            await self._refresh(live)

    async def compare(self) -> None:
        """Should the line have failed unnoticed: the tables people look at here, held against what is stored."""
        watched = {live.id: live for live in self.tables.values() if live.watchers}
        for id, (seq, n) in (await self.reader.heads(list(watched))).items():
            await self._catch_up_to(watched[id], seq, n)
        for id, n in (await self.chats.newest(list(watched))).items():
            if not watched[id].chat or watched[id].chat[-1].n < n:
                await self._refresh(watched[id])

    async def _catch_up_to(self, live: Live, seq: int, n: int) -> None:
        async with live.lock:
            if (live.state.seq, live.state.n) < (seq, n):
                await self._catch_up(live)

    async def _was_behind(self, live: Live) -> bool:
        """Nobody is refused because this process had not heard yet what another one stored."""
        known = live.state.seq, live.state.n
        if self.writer.notify:
            await self._catch_up(live)
        return (live.state.seq, live.state.n) > known

    async def _catch_up(self, live: Live, always: bool = False) -> None:
        """Show what is stored and was not known here; with `always`, also names and ids that have changed."""
        loaded = await self.reader.load(live.id, live.state.seq)
        before, said = live.state, live.chat
        if loaded is None or (loaded.head.seq, loaded.head.n) < (before.seq, before.n):
            return
        if (loaded.head.seq, loaded.head.n) == (before.seq, before.n) and not always:
            return
        events = tuple(event for event in loaded.events if event.seq > before.seq)
        after = drafted(fold(events, before), loaded.head.moves, loaded.head.n)
        after, people, chat = await self._named(after, loaded, said)
        if live.state is not before or live.chat is not said:  # a notice was faster
            await self._catch_up(live, always)
            return
        live.chat, live.bot_due = chat, BotDue(loaded.bot_person, loaded.bot_origin)
        if after is not before or people != live.people:
            self._publish(live, after, people, events)

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
        people = [(n, seat.user) for n, seat in enumerate(live.state.seats) if seat.user is not None]
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


def _turn_out(live: Live, before: State) -> None:
    """Close the sockets of onlookers when a table has become private. The table's link lets its bearers in again."""
    if live.state.options.public or not before.options.public:
        return
    for watcher in [one for one in live.watchers if not admits(live.state, one.user, by_link=False)]:
        live.watchers.discard(watcher)
        watcher.close(COME_BACK)


def _players(state: State) -> set[str]:
    return {seat.user for seat in state.seats if seat.user is not None}


def _people(state: State) -> list[str | None]:
    return [seat.user for seat in state.seats]


def _append(
    id: str,
    before: State | None,
    decision: Decision,
    calls: Outbox,
    due: BotDue,
    lease: Lease | None = None,
    vacations: tuple[VacationRow, ...] = (),
) -> Append:
    state, events = decision.state, decision.events
    return Append(
        table=id,
        before=None if before is None else _head(before),
        after=_head(state),
        bodies=tuple(map(_encoder.encode, events)),
        summary=summary(id, state, due.person, due.origin, lease) if changes_card(events) else None,
        new_seats=changes_seats(events),
        calls=calls,
        vacations=vacations,
    )


def _head(state: State) -> Head:
    return Head(state.seq, state.n, state.acting if state.draft else None, state.draft)


def _bot_due(before: State | None, after: State, who: Person | None, known: BotDue) -> BotDue:
    """Who makes a bot's turn due: the person who acts, or whoever made the turn before due; else the host."""
    if bot_to_move(after) is None:
        return BotDue()
    if is_exhibition(after):
        return BotDue(after.host, known.origin if who is None else who.origin)
    same_turn = before is not None and bot_to_move(before) is not None and len(before.turns) == len(after.turns)
    if who is None or (same_turn and known.person is not None):
        return known if known.person is not None else BotDue(after.host)
    return BotDue(who.user, who.origin)


def _vacation_of(command: object, user: str | None, decision: Decision, now: int) -> tuple[VacationRow, ...]:
    """The row of the vacation that a person has just taken."""
    if user is None or not isinstance(command, do.Vacation):
        return ()
    return tuple(
        VacationRow(user, event.until - event.days * DAY_MS, event.until, now)
        for event in decision.events
        if isinstance(event, ev.OnVacation)
    )


def _line_of(row: ChatRow) -> ChatLine:
    return ChatLine(n=row.n, room=row.room, user=row.user, at=row.at, text=row.text)


_NO_LUCK = Luck()


def new_luck() -> Luck:
    """Chance for a new game."""
    return Luck(random.SystemRandom().getrandbits(48), new_id())
