"""HTTP requests at the door: heads of a bounded size, in bounded time, read no faster than agreed."""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.flow_control import FlowControl
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol, RequestResponseCycle

from medina.server.door.visits import NEVER, Config, Watched, note

MOST_HEADERS = 256
"""Lines of a head: each is a step of Python, and nobody else gets a turn in between."""
MOST_PIPELINED = 16
"""Requests that may wait on one connection for the answer to an earlier one."""
LINGER_SECONDS = 2.0
LINGER_BYTES = 1_000_000
"""How long, and for how much, we listen to somebody who was told to go: who is cut off while speaking hears nothing."""
GRACE_SECONDS = 5.0
"""What the application has left to say that a body came too late."""
WHY = {400: "no HTTP", 413: "body too large", 431: "headers too large"}


class TooMany(Exception):
    """Of requests without an answer in between, or of headers; ends the parsing."""


class Flow(FlowControl):
    """uvicorn's, which reads on only if the door does not want a pause."""

    def __init__(self, protocol: Protocol) -> None:
        super().__init__(protocol.transport)
        self.protocol = protocol

    def resume_reading(self) -> None:
        """The application wants more."""
        if self.protocol.held:
            self.read_paused = False
        else:
            super().resume_reading()


class Protocol(Watched, HttpToolsProtocol):
    """uvicorn's protocol, which never feeds its parser more of a head than a head may have."""

    config: Config

    def __init__(self, config: Config, *args: Any, **kwargs: Any) -> None:
        super().__init__(config, *args, **kwargs)
        self.door = config.door
        self.head_bytes = config.door.settings.header_bytes
        self.message_bytes = config.door.settings.body_bytes + self.head_bytes
        self.in_head = True
        self.received = 0
        self.leaving = False
        self.upgraded = False
        self.answering: RequestResponseCycle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody connects."""
        super().connection_made(transport)
        self.flow = Flow(self)
        self.visit = self.door.enter(transport, self.loop.time())

    def connection_lost(self, exc: Exception | None) -> None:
        """They are gone."""
        self.door.leave(self.transport)
        self._answer_no_more()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Bytes of requests."""
        self.pay(len(data))
        if self.leaving:
            self._linger(data)
            return
        if not self.received:
            self.visit.begun = True
            self.visit.deadline = self.loop.time() + (self.door.settings.header_seconds or NEVER)
        while data and not (self.leaving or self.upgraded or self.transport.is_closing()):
            room = (self.head_bytes if self.in_head else self.message_bytes) - self.received
            if room <= 0:
                self._refuse_more()
                return
            piece, data = data[:room], data[room:]
            self.received += len(piece)
            super().data_received(piece)

    def wants_more(self) -> bool:
        """Would the application read on?"""
        return not self.flow.read_paused

    def _linger(self, data: bytes) -> None:
        self.received += len(data)
        if self.received > LINGER_BYTES:
            self.transport.abort()

    def _refuse_more(self) -> None:
        """Too long. The application sees that of a body by itself, and says so better than we could."""
        if self.in_head:
            self.turn_away(431)
        else:
            self._show_out(413)
            self._say_no_more()

    def _show_out(self, status: int) -> None:
        """Listen for a moment without keeping anything, so that what is said is heard."""
        note(WHY[status], self.visit.address)
        self.leaving, self.received = True, 0
        self.visit.begun = False
        self.visit.deadline = self.loop.time() + LINGER_SECONDS
        self.flow.resume_reading()

    def _say_no_more(self) -> None:
        """End our side, once the last request has its answer."""
        if self.cycle.response_complete:
            self.transport.write_eof()

    def on_response_complete(self) -> None:
        """The application has answered."""
        super().on_response_complete()
        if self.leaving and not self.transport.is_closing():
            self._say_no_more()

    def turn_away(self, status: int) -> None:
        """Say no."""
        self._show_out(status)
        if self.answering is None or self.answering.response_complete:
            self.transport.write(STATUS_LINE[status] + b"content-length: 0\r\nconnection: close\r\n\r\n")
            self.transport.write_eof()
        self._answer_no_more()

    def _answer_no_more(self) -> None:
        """uvicorn tells the last request that nobody listens any more; the one being answered may be an earlier one."""
        self.pipeline.clear()
        if self.answering is not None and not self.answering.response_complete:
            self.answering.disconnected = True
            self.answering.message_event.set()

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        self.answering = cycle
        super()._start_asgi_task(cycle, app)

    def send_400_response(self, msg: str) -> None:
        """What came is no HTTP, or too much of it."""
        self.turn_away(431 if self.in_head and len(self.headers or ()) >= MOST_HEADERS else 400)

    def on_message_begin(self) -> None:
        """A request begins."""
        if len(self.pipeline) >= MOST_PIPELINED:
            raise TooMany
        super().on_message_begin()

    def on_header(self, name: bytes, value: bytes) -> None:
        """A header; what comes as one behind the body is nobody's business."""
        if self.in_head:
            if len(self.headers) >= MOST_HEADERS:
                raise TooMany
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """The head is there."""
        self.in_head = False
        self.visit.deadline = self.loop.time() + (self.door.settings.body_seconds or NEVER) + GRACE_SECONDS
        self.door.speaks(self.visit)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """The whole request is there."""
        self.in_head, self.received = True, 0
        self.visit.deadline = NEVER
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        """From here on it is a socket."""
        self.upgraded = True
        super().handle_websocket_upgrade()
