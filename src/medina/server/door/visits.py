"""Who stands at the door: every open connection, from which address, and until when it may stay as it is."""

from __future__ import annotations

import asyncio
import math
import resource
from typing import Any

import structlog
import uvicorn
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.utils import get_remote_addr

from medina.server import metrics
from medina.server.limits import Bucket, Limiter
from medina.server.security import household
from medina.server.settings import Settings

NEVER = math.inf
CLOSE_SECONDS = 5.0
"""How long a connection that is being closed may take to hear of it."""
SPARE_FILES = 100
"""Files that connections leave to the database and everything else."""
TOO_LATE = b"HTTP/1.1 408 Request Timeout\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"

log = structlog.get_logger("door")


class Household:
    """All that is open from one address."""

    __slots__ = ("bucket", "open", "proxy", "silent")

    def __init__(self, proxy: bool, bucket: Bucket | None) -> None:
        self.proxy = proxy
        self.bucket = bucket
        self.open = 0
        self.silent: dict[Visit, None] = {}

    @property
    def counted(self) -> int:
        """A proxy brings other people's connections, so only those that have not asked for anything are its own."""
        return len(self.silent) if self.proxy else self.open


class Visit:
    """One open connection. It is silent until its first request has come whole."""

    __slots__ = ("address", "begun", "deadline", "household", "transport")

    def __init__(self, transport: asyncio.Transport, address: str, household: Household, deadline: float) -> None:
        self.transport = transport
        self.address = address
        self.household = household
        self.deadline = deadline
        self.begun = False

    def owes(self, size: int) -> float:
        """So many bytes came: for how many seconds no more should be read."""
        bucket = self.household.bucket
        return 0.0 if bucket is None else bucket.spend(size)


class Watched:
    """What both of uvicorn's protocols do alike at the door; each says whether it wants to read itself."""

    door: Door
    visit: Visit
    loop: asyncio.AbstractEventLoop
    transport: asyncio.Transport
    held = False

    def wants_more(self) -> bool:
        """Would the protocol read, if the door let it?"""
        raise NotImplementedError

    def pay(self, size: int) -> None:
        """So many bytes came. Who sends too fast is not read from for a while."""
        if (seconds := self.visit.owes(size)) > 0 and not self.held:
            self.held = True
            self.transport.pause_reading()
            self.loop.call_later(seconds, self._release)

    def _release(self) -> None:
        self.held = False
        if self.wants_more() and not self.transport.is_closing():
            self.transport.resume_reading()

    def pause_writing(self) -> None:
        """They do not read what they are sent."""
        self.visit.deadline = self.door.patience(self.loop.time())
        super().pause_writing()  # type: ignore[misc]

    def resume_writing(self) -> None:
        """They do again."""
        self.visit.deadline = NEVER
        super().resume_writing()  # type: ignore[misc]


class Door:
    """Counts connections by address, and ends those that only take up room. Nobody's silence shuts others out: where
    there are too many, the one that has been silent longest makes room."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.most = resource.getrlimit(resource.RLIMIT_NOFILE)[0] - SPARE_FILES
        self._proxies = ProxyHeadersMiddleware(_nothing, settings.trusted_proxies).trusted_hosts
        self._bytes = Limiter(settings.bytes_rate, 4 * settings.bytes_rate)
        self._visits: dict[asyncio.Transport, Visit] = {}
        self._households: dict[str, Household] = {}
        self._silent: dict[Visit, None] = {}

    def enter(self, transport: asyncio.Transport, now: float) -> Visit:
        """Somebody connects."""
        peer = get_remote_addr(transport)
        host = peer[0] if peer else "unknown"
        address = household(host)
        home = self._households.get(address)
        if home is None:
            free = host in self._proxies or not self.settings.bytes_rate
            bucket = None if free else self._bytes.bucket(address)
            home = self._households[address] = Household(host in self._proxies, bucket)
        visit = Visit(transport, address, home, now + (self.settings.header_seconds or NEVER))
        home.open += 1
        home.silent[visit] = self._silent[visit] = None
        self._visits[transport] = visit
        self._make_room(home)
        return visit

    def _make_room(self, home: Household) -> None:
        most = self.settings.connections_per_address
        if most and home.counted > most:
            self.turn_out(next(iter(home.silent)), "too many connections from one address")
        elif len(self._visits) > self.most:
            self.turn_out(next(iter(self._silent)), "too many connections")

    def visit_of(self, transport: asyncio.Transport) -> Visit:
        """The visit that came in by this transport."""
        return self._visits[transport]

    def speaks(self, visit: Visit) -> None:
        """A whole request has come."""
        visit.household.silent.pop(visit, None)
        self._silent.pop(visit, None)

    def leave(self, transport: asyncio.Transport) -> None:
        """A connection is gone."""
        visit = self._visits.pop(transport, None)
        if visit is None:
            return
        self.speaks(visit)
        visit.household.open -= 1
        if not visit.household.open:
            del self._households[visit.address]

    def turn_out(self, visit: Visit, why: str) -> None:
        """End a connection at once."""
        note(why, visit.address)
        self.leave(visit.transport)
        visit.transport.abort()

    def patience(self, now: float) -> float:
        """Until when a connection may leave what was written to it unread."""
        return now + (self.settings.keep_alive_seconds or NEVER)

    def sweep(self, now: float) -> None:
        """End what has taken too long; to be called about once a second."""
        for visit in list(self._visits.values()):
            if visit.deadline < now:
                self._end(visit, now)
            elif visit.deadline == NEVER and visit.transport.is_closing():
                visit.deadline = now + CLOSE_SECONDS

    def _end(self, visit: Visit, now: float) -> None:
        transport = visit.transport
        if transport.is_closing() or transport.get_write_buffer_size():
            self.turn_out(visit, "too slow")
            return
        if visit.begun:
            note("too slow", visit.address)
            transport.write(TOO_LATE)
        transport.close()
        visit.deadline = now + CLOSE_SECONDS


class Config(uvicorn.Config):
    """uvicorn's settings, and the door its connections come in by."""

    door: Door


def note(why: str, address: str) -> None:
    """Count somebody who is turned away; the log has a line for the first of many."""
    metrics.TURNED_AWAY.labels(why).inc()
    log.warning("turned away", why=why, address=address)


async def _nothing(scope: Any, receive: Any, send: Any) -> None:
    """No application."""
