"""Who is connected to the site's other processes. PostgreSQL only.

Every process tells the others which people it has at which tables, whenever that changes, and that it lives, every few
seconds. One that is not heard of any more has died, and its people are gone with it. Nothing of this is stored.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator

import msgspec
from msgspec import Struct

from medina.server.live.hub import Hub
from medina.store.notices import NOTICE_BYTES, written

CHANNEL = "medina_here"
BEAT_SECONDS = 2.0
SILENT_SECONDS = 7.0
"""A process that has said nothing for so long is dead."""
GATHER_SECONDS = 0.2
"""People who come and go within this time are told of together."""
MOST_TOLD = 250
"""Most people of one process at one table whose ids are told; of all others only the number is."""
ID_BYTES = 30
"""Most that an id takes up in a notice."""

Tables = dict[str, list[str]]


class Here(Struct, frozen=True):
    """A process speaks: how many sockets it has, and who is at the tables where that changed.

    One that is `new`, or may have missed something, begins again, and wants everybody to do the same for it. Whoever is
    `dismissed` has to show again who they are. Players who have the table open and not in sight are `hidden`; those who
    asked about it without a socket were `seen`. Where more people are at a table than are named, `more` says how many.
    """

    origin: str
    sockets: int
    tables: Tables = {}
    new: bool = False
    gone: bool = False
    dismissed: str = ""
    hidden: Tables = {}
    seen: Tables = {}
    more: dict[str, int] = {}


class _Neighbour:
    """What another process has said."""

    __slots__ = ("heard", "hidden", "more", "sockets", "tables")

    def __init__(self) -> None:
        self.heard = time.monotonic()
        self.sockets = 0
        self.tables: Tables = {}
        self.hidden: Tables = {}
        self.more: dict[str, int] = {}


class Neighbours:
    """The other processes, as far as this one has heard of them."""

    def __init__(self, hub: Hub, own_sockets: Callable[[], int], dismiss: Callable[[str], None]) -> None:
        self.origin = hub.writer.origin
        self._dismiss = dismiss
        self._hub = hub
        self._own_sockets = own_sockets
        self._others: dict[str, _Neighbour] = {}
        self._changed: set[str] = set()
        self._seen: dict[str, set[str]] = {}
        self._new = True
        self._wake = asyncio.Event()

    @property
    def sockets(self) -> int:
        """Open sockets at all the others."""
        return sum(other.sockets for other in self._others.values())

    def at(self, table: str) -> set[str]:
        """The people whom the others have at a table, all who sit there among them."""
        return {user for other in self._others.values() for user in other.tables.get(table, ())}

    def more_at(self, table: str) -> int:
        """Number of further people whom the others have at a table, without their ids."""
        return sum(other.more.get(table, 0) for other in self._others.values())

    def looking_at(self, table: str) -> set[str]:
        """Those of them who have it before their eyes."""
        return {
            user
            for other in self._others.values()
            for user in other.tables.get(table, ())
            if user not in other.hidden.get(table, ())
        }

    def changed(self, table: str) -> None:
        """Somebody came to this process's side of a table, or left it."""
        self._changed.add(table)
        self._wake.set()

    def seen(self, table: str, user: str) -> None:
        """Somebody asked about a table. The next beat is soon enough: programs ask again and again."""
        self._seen.setdefault(table, set()).add(user)

    def begin_again(self) -> None:
        """Something may have been missed on either side: tell everything, and be told everything."""
        self._new = True
        self._wake.set()

    def hear(self, text: str) -> None:
        """Another process said something."""
        here = msgspec.json.decode(text, type=Here)
        if here.gone or here.new:
            self._drop(here.origin)
        if here.gone:
            return
        if here.new:
            self._changed.update(self._own_tables())
            self._wake.set()
        elif here.origin not in self._others:
            self.begin_again()
        self._note(here)
        if here.dismissed:
            self._dismiss(here.dismissed)

    def _note(self, here: Here) -> None:
        other = self._others.setdefault(here.origin, _Neighbour())
        other.heard, other.sockets = time.monotonic(), here.sockets
        for table, users in here.tables.items():
            other.tables[table], other.hidden[table] = users, here.hidden.get(table, [])
            other.more[table] = here.more.get(table, 0)
            if not users:
                del other.tables[table]
            if not other.hidden[table]:
                del other.hidden[table]
            if not other.more[table]:
                del other.more[table]
        for table, users in here.seen.items():
            if (live := self._hub.tables.get(table)) is not None:
                for user in users:
                    self._hub.seen(live, user)
        self._tell(here.tables)

    def _drop(self, origin: str) -> None:
        other = self._others.pop(origin, None)
        if other is not None:
            self._tell(other.tables)

    def _own_tables(self) -> list[str]:
        return [live.id for live in self._hub.tables.values() if live.watchers]

    def _tell(self, tables: Iterable[str]) -> None:
        """Those here who look at a table hear who is there now."""
        for table in tables:
            if (live := self._hub.tables.get(table)) is not None:
                self._hub.tell_presence(live)

    async def run(self, say: Callable[[str, str], Awaitable[None]]) -> None:
        """Tell of changes soon, and in any case that we live; notice who does not any more."""
        while True:
            try:
                async with asyncio.timeout(BEAT_SECONDS):
                    await self._wake.wait()
                await asyncio.sleep(GATHER_SECONDS)
            except TimeoutError:
                pass
            for here in self.news():
                await say(CHANNEL, written(here))
            silent = time.monotonic() - SILENT_SECONDS
            for origin in [origin for origin, other in self._others.items() if other.heard < silent]:
                self._drop(origin)

    def news(self) -> Iterator[Here]:
        """What there is to say, in portions that fit into a notice; at the least that we live."""
        self._wake.clear()
        sockets, new = self._own_sockets(), self._new
        asked, self._seen = self._seen, {}
        tables = sorted({*(self._own_tables() if new else self._changed), *asked})
        self._changed, self._new = set(), False
        portion: Tables = {}
        hidden: Tables = {}
        seen: Tables = {}
        more: dict[str, int] = {}
        size = 0
        for table in tables:
            everybody = self._hub.users_at(table)
            users = everybody[:MOST_TOLD]
            away = self._hub.hidden_at(table)
            there = sorted(asked.get(table, ()))[:MOST_TOLD]
            cost = ID_BYTES * (5 + len(users) + len(away) + len(there))
            if portion and size + cost > NOTICE_BYTES - 200:
                yield Here(self.origin, sockets, portion, new, hidden=hidden, seen=seen, more=more)
                portion, hidden, seen, more, size, new = {}, {}, {}, {}, 0, False
            portion[table] = users
            if away:
                hidden[table] = away
            if there:
                seen[table] = there
            if len(everybody) > len(users):
                more[table] = len(everybody) - len(users)
            size += cost
        yield Here(self.origin, sockets, portion, new, hidden=hidden, seen=seen, more=more)

    def dismissal(self, user: str) -> Here:
        """Everybody is to hang up on this person."""
        return Here(self.origin, self._own_sockets(), dismissed=user)

    def goodbye(self) -> Here:
        """The last word."""
        return Here(self.origin, 0, gone=True)
