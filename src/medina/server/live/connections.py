"""Everybody connected to this process, and what waits to be sent to them. What they say is read in `sockets`."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter, deque
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from medina.server import metrics
from medina.server.live.frames import push_of

MOST_UNSENT = 256
"""Messages that may wait for a slow reader before we let it go."""
MOST_UNSENT_BYTES = 512 * 1024
COME_BACK = 1012
"""Closes a socket whose client is to connect again."""
TOO_SLOW = 1013
BANNED = 4403
"""Closes the socket of somebody who is kept out; trying again is of no use."""

_encoder = msgspec.json.Encoder()


class Connection:
    """One socket: what waits to be sent, and who reads it."""

    __slots__ = ("_push", "_queue", "_wake", "closing", "lang", "looking", "socket", "user")

    def __init__(self, socket: WebSocket, user: str, lang: str) -> None:
        self.socket = socket
        self.user = user
        self.lang = lang
        self.looking = True
        self.closing: int | None = None
        self._queue: deque[bytes] = deque()
        self._wake = asyncio.Event()
        self._push = push_of(socket)

    def push(self, text: bytes) -> None:
        """Send when possible; never waits. Who reads too slowly is let go and may come back."""
        if self.closing is not None:
            return
        if self._push is not None:
            if self._push(text) > MOST_UNSENT_BYTES:
                self.close(TOO_SLOW)
            return
        self._queue.append(text)
        if len(self._queue) > MOST_UNSENT:
            self.close(TOO_SLOW)
        self._wake.set()

    def tell(self, message: Any) -> None:
        """Send a message of our own."""
        self.push(_encoder.encode(message))

    def close(self, code: int) -> None:
        """End after what is being sent."""
        self.closing = self.closing or code
        self._wake.set()

    async def pump(self) -> None:
        """Send what waits, in order, until the end."""
        send, queue, wake = self.socket.send, self._queue, self._wake
        while self.closing is None:
            await wake.wait()
            wake.clear()
            while queue and self.closing is None:
                await send({"type": "websocket.send", "text": queue.popleft().decode()})
        while queue and self.closing != TOO_SLOW:
            await send({"type": "websocket.send", "text": queue.popleft().decode()})
        await self.socket.close(self.closing)


class Connections:
    """All sockets of this process, by where they come from and by who reads them."""

    def __init__(self) -> None:
        self._by_address: Counter[str] = Counter()
        self._by_person: Counter[str] = Counter()
        self._open: set[Connection] = set()

    @property
    def count(self) -> int:
        """Open sockets, those that are not recognised yet among them."""
        return self._by_address.total()

    @contextlib.contextmanager
    def from_address(self, address: str) -> Iterator[int]:
        """While a socket of this address is open: how many there are of it."""
        with metrics.SOCKETS.track_inprogress(), _one_more(self._by_address, address) as count:
            yield count

    def of_person(self, user: str) -> contextlib.AbstractContextManager[int]:
        """While a socket of this person is open: how many there are of theirs."""
        return _one_more(self._by_person, user)

    @contextlib.asynccontextmanager
    async def attended(self, connection: Connection) -> AsyncIterator[None]:
        """While somebody is connected, they are sent what waits for them."""
        self._open.add(connection)
        pump = asyncio.create_task(connection.pump())
        try:
            yield
        finally:
            self._open.discard(connection)
            await end(pump)

    def hang_up(self, user: str) -> None:
        """Whoever is connected as this person has to show again who they are."""
        for connection in self._open:
            if connection.user == user:
                connection.close(COME_BACK)

    def close_those(self, which: Callable[[Connection], bool], code: int) -> None:
        """End the sockets of some."""
        for connection in self._open:
            if which(connection):
                connection.close(code)

    def send_away(self) -> int:
        """Everybody is to come back later; how many there were."""
        for connection in self._open:
            connection.close(COME_BACK)
        return len(self._open)


@contextlib.contextmanager
def _one_more(counter: Counter[str], key: str) -> Iterator[int]:
    counter[key] += 1
    try:
        yield counter[key]
    finally:
        counter[key] -= 1
        if not counter[key]:
            del counter[key]


async def end(task: asyncio.Task[None]) -> None:
    """End what is done for a socket that may be gone already."""
    task.cancel()
    with contextlib.suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError, OSError):
        await task
