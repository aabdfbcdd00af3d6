"""Frames of sockets. In: so many and no more. Out: a short way for messages, straight to the transport, without a task,
a queue and a frame object for each."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from starlette.websockets import WebSocket
from uvicorn._types import ASGIReceiveEvent
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import ProtocolError
from websockets.frames import Frame, Opcode
from websockets.http11 import Request
from websockets.server import ServerProtocol

from medina.server.door.visits import NEVER, Config, Watched, note
from medina.server.limits import Bucket

EXTENSION = "medina.push"
MESSAGES = (Opcode.TEXT, Opcode.BINARY)
TOO_MANY = 4429
"""Closes a socket that has sent too much."""
MOST_AT_ONCE = 256
"""Frames that may come in one piece: they are taken apart before anybody else gets a turn."""
Push = Callable[[bytes], int]
"""Sends a text and says how many bytes the other side has not taken yet."""


class Frames(ServerProtocol):
    """Takes frames apart. Those that carry no message of their own (pings, pongs, parts of messages) have a limit here,
    as nobody else gets to see them."""

    bucket: Bucket | None = None

    def recv_frame(self, frame: Frame) -> None:
        """One more frame."""
        if frame.opcode not in MESSAGES and not self._may_come():
            self._refuse("too many control frames")
        if len(self.events) >= MOST_AT_ONCE:
            self._refuse("too many frames at once")
        super().recv_frame(frame)

    def _may_come(self) -> bool:
        return self.bucket is None or self.bucket.take()

    def forget(self) -> None:
        """Nothing more is wanted: what came lies in a circle of objects that Python may not look at for a while."""
        self.reader.discard()
        self.events.clear()

    def _refuse(self, why: str) -> None:
        self.fail(TOO_MANY, why)
        self.forget()
        raise ProtocolError(why)


class Protocol(Watched, WebSocketsSansIOProtocol):
    """uvicorn's protocol, which offers the application the short way out beside the usual one."""

    config: Config

    def __init__(self, config: Config, *args: Any, **kwargs: Any) -> None:
        super().__init__(config, *args, **kwargs)
        self.door = config.door
        self.frames_in = Frames(max_size=config.ws_max_size, logger=self.conn.logger)
        self.conn = self.frames_in
        if rate := config.door.settings.control_rate:
            self.frames_in.bucket = Bucket(rate, 4 * rate)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """A request becomes a socket."""
        super().connection_made(transport)
        self.visit = self.door.visit_of(self.transport)
        self.visit.deadline = NEVER

    def connection_lost(self, exc: Exception | None) -> None:
        """They are gone."""
        self.door.leave(self.transport)
        super().connection_lost(exc)
        self.frames_in.forget()

    def data_received(self, data: bytes) -> None:
        """Frames, or parts of them."""
        self.pay(len(data))
        super().data_received(data)
        if self.conn.handshake_exc is not None and not self.transport.is_closing():
            self._refuse_handshake()

    def wants_more(self) -> bool:
        """Has the application taken what came before?"""
        return not self.read_paused

    async def receive(self) -> ASGIReceiveEvent:
        """The next message. uvicorn's would read on while the door wants a pause."""
        message = await self.queue.get()
        if self.read_paused and self.queue.empty():
            self.read_paused = False
            if not self.held:
                self.transport.resume_reading()
        return message

    def _refuse_handshake(self) -> None:
        """What HTTP lets pass may be too much for a socket's handshake; uvicorn would leave it hanging."""
        self.handshake_complete = self.close_sent = True
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.transport.close()

    def handle_parser_exception(self) -> None:
        """Something came that is no frame, or too many of them."""
        close = self.conn.close_sent
        note(close.reason if close is not None and close.code == TOO_MANY else "no frames", self.visit.address)
        super().handle_parser_exception()

    def handle_connect(self, event: Request) -> None:
        """A handshake: the application finds the short way among the extensions of its scope."""
        super().handle_connect(event)
        if not self.close_sent:
            offer: dict[object, object] = {"push": self.push, "count_by": self.count_by}
            self.scope["extensions"] = {**(self.scope["extensions"] or {}), EXTENSION: offer}

    def count_by(self, bucket: Bucket) -> None:
        """Somebody was recognised: all of their sockets share a bucket."""
        self.frames_in.bucket = bucket

    def push(self, text: bytes) -> int:
        """Send a text now; never waits."""
        if self.close_sent or self.transport.is_closing():
            return 0
        self.transport.write(frame(text))
        return int(self.transport.get_write_buffer_size())


def frame(text: bytes) -> bytes:
    """RFC 6455, 5.2: a whole text message in one frame, unmasked, as servers send it."""
    size = len(text)
    if size < 126:
        return b"\x81%c%b" % (size, text)
    if size < 65536:
        return b"\x81\x7e%b%b" % (size.to_bytes(2, "big"), text)
    return b"\x81\x7f%b%b" % (size.to_bytes(8, "big"), text)


def push_of(socket: WebSocket) -> Push | None:
    """The short way out, where the server has one."""
    push: Push | None = _offered(socket).get("push")
    return push


def count_by(socket: WebSocket, bucket: Bucket) -> None:
    """Let the frames of this socket count for whoever has the bucket, where the server can."""
    if (count := _offered(socket).get("count_by")) is not None:
        count(bucket)


def _offered(socket: WebSocket) -> dict[str, Any]:
    offered: dict[str, Any] = socket.scope.get("extensions", {}).get(EXTENSION, {})
    return offered
