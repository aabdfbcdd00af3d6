"""A socket of the site that stays open: what comes in is decoded, and a lost connection is made again."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Mapping
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException

from medina.client.errors import ClientError, failed

REFUSED = {
    4400: ("bad_request", "The server did not understand what was sent."),
    4401: ("not_recognised", "The server does not know who this is."),
    4403: ("wrong_origin", "The server takes this for a page of another site."),
    4404: ("not_found", "There is no such table here."),
}
"""Codes that close a socket for good, with the error's code and sentence; every other one is worth another try."""
FIRST_WAIT = 0.3
LONGEST_WAIT = 30.0
MESSAGE_BYTES = 8 * 1024 * 1024


class Line:
    """A connection to one address of the site, made again with growing pauses whenever it breaks.

    `address` is asked at every attempt, because what was missed depends on what was heard. When nothing could be
    reached for `patience` seconds, that is an error, and the very first attempt has to succeed.
    """

    def __init__(
        self, address: Callable[[], str], headers: Mapping[str, str], patience: float, trust_env: bool, kind: Any
    ) -> None:
        self._address = address
        self._headers = headers
        self._patience = patience
        self._proxy: bool | None = True if trust_env else None
        self._decoder = msgspec.json.Decoder(kind)
        self._connection: ClientConnection | None = None

    async def open(self) -> None:
        """Connect. Raises `ClientError`."""
        await self.close()
        try:
            self._connection = await connect(
                self._address(),
                additional_headers=self._headers,
                proxy=self._proxy,  # type: ignore[arg-type]
                max_size=MESSAGE_BYTES,
            )
        except InvalidStatus as error:
            status = error.response.status_code
            raise failed("unreachable", f"The server answered with status {status}.", status) from None
        except (OSError, TimeoutError, WebSocketException) as error:
            raise failed("unreachable", f"The server cannot be reached: {error}") from None

    async def close(self) -> None:
        """Hang up."""
        connection, self._connection = self._connection, None
        if connection is not None:
            await connection.close()

    async def send(self, message: object) -> None:
        """Send one message. Raises `ClientError` with the code `lost` where the line is broken."""
        try:
            if self._connection is None:
                raise failed("lost", "There is no connection at the moment.")
            await self._connection.send(msgspec.json.encode(message).decode())
        except ConnectionClosed:
            raise failed("lost", "The connection broke.") from None

    async def messages(self) -> AsyncGenerator[Any, None]:
        """Every message, through all interruptions; `None` tells that the line broke and is being mended."""
        while True:
            try:
                async for message in self._heard():
                    yield message
            except ConnectionClosed as closed:
                code = closed.rcvd.code if closed.rcvd is not None else None
                if code in REFUSED:
                    raise failed(*REFUSED[code]) from None
            yield None
            await self._again()

    async def _heard(self) -> AsyncIterator[Any]:
        connection = self._connection
        assert connection is not None
        while True:
            text = await connection.recv()
            try:
                yield self._decoder.decode(text)
            except msgspec.MsgspecError as error:
                raise failed(
                    "bad_answer", f"The server said something that this version does not know: {error}"
                ) from None

    async def _again(self) -> None:
        until, wait = time.monotonic() + self._patience, FIRST_WAIT
        while True:
            await asyncio.sleep(wait * random.uniform(0.7, 1.3))
            try:
                return await self.open()
            except ClientError as error:
                hopeless = error.status is not None and 400 <= error.status < 500 and error.status != 429
                if hopeless or time.monotonic() > until:
                    raise
            wait = min(LONGEST_WAIT, wait * 2)
