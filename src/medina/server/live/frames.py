"""A short way out for messages: straight to the transport, without a task, a queue and a frame object for each."""

from __future__ import annotations

from collections.abc import Callable

from starlette.websockets import WebSocket
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

EXTENSION = "medina.push"
Push = Callable[[bytes], int]
"""Sends a text and says how many bytes the other side has not taken yet."""


class Protocol(WebSocketsSansIOProtocol):
    """uvicorn's protocol, which offers the application the short way out beside the usual one."""

    def handle_connect(self, event: Request) -> None:
        """A handshake: the application finds the short way among the extensions of its scope."""
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["extensions"] = {**(self.scope["extensions"] or {}), EXTENSION: {"push": self.push}}

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
    offered = socket.scope.get("extensions", {}).get(EXTENSION)
    push: Push | None = None if offered is None else offered["push"]
    return push
