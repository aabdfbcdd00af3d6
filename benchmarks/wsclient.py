"""A WebSocket client that costs little, so that a benchmark measures the server and not its own clients."""

from __future__ import annotations

import asyncio
import base64
import os
from collections.abc import Callable
from typing import Any


class Socket(asyncio.Protocol):
    """One connection: text frames in, text frames out, pings answered. Masked with zeros, which the standard allows."""

    def __init__(self, request: bytes, heard: Callable[[Socket, bytes], None]) -> None:
        self.request = request
        self.heard = heard
        self.open: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.lost = False
        self._data = b""

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        transport.write(self.request)

    def connection_lost(self, error: Exception | None) -> None:
        self.lost = True
        if not self.open.done():
            self.open.set_exception(error or ConnectionError("closed while opening"))

    def data_received(self, data: bytes) -> None:
        self._data = data = self._data + data if self._data else data
        if not self.open.done():
            end = data.find(b"\r\n\r\n")
            if end < 0:
                return
            if b" 101 " not in data[:20]:
                self.open.set_exception(ConnectionError(data[:200].decode()))
                return
            self.open.set_result(None)
            data = data[end + 4 :]
        at = 0
        while (frame := _frame(data, at)) is not None:
            code, start, at = frame
            if code == 1:
                self.heard(self, data[start:at])
            elif code == 9:
                self._send(0x8A, data[start:at])
            elif code == 8:
                self.transport.close()
        self._data = data[at:]

    def send(self, text: bytes) -> None:
        """One text frame."""
        self._send(0x81, text)

    def _send(self, first: int, body: bytes) -> None:
        size = len(body)
        head = bytes((first, 0x80 | size)) if size < 126 else bytes((first, 0xFE)) + size.to_bytes(2, "big")
        self.transport.write(head + b"\0\0\0\0" + body)


def _frame(data: bytes, at: int) -> tuple[int, int, int] | None:
    """(code, start, end) of the frame at a place, once it is all there."""
    if len(data) < at + 2:
        return None
    size, start = data[at + 1] & 127, at + 2
    if size == 126:
        size, start = int.from_bytes(data[at + 2 : at + 4], "big"), at + 4
    elif size == 127:
        size, start = int.from_bytes(data[at + 2 : at + 10], "big"), at + 10
    end = start + size
    return (data[at] & 15, start, end) if start <= len(data) and end <= len(data) else None


async def connect(host: str, port: int, path: str, cookie: str, heard: Callable[[Socket, bytes], None]) -> Socket:
    """An open socket."""
    key = base64.b64encode(os.urandom(16)).decode()
    request = (
        f"GET {path} HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\nCookie: {cookie}\r\n\r\n"
    ).encode()
    loop = asyncio.get_running_loop()
    _, socket = await loop.create_connection(lambda: Socket(request, heard), host, port)
    await socket.open
    return socket
