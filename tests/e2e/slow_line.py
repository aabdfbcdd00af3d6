"""`medina serve` at the end of a slow line: run it in the place of `python -m medina`.

Everything asked for waits a while before it is heard and again before it is answered, now longer, now shorter, so that
answers overtake each other; what makes an engine think takes longer still. With `make slow` all browser tests meet it.
"""

from __future__ import annotations

import asyncio
import random
import sys

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from medina.cli import main
from medina.server import run
from medina.server.app import make_app

ANSWER_SECONDS = 1.2
FRAME_SECONDS = 0.6
THOUGHT_SECONDS = 5.0
THINKING = "/api/v1/analyses"


async def wait(most: float) -> None:
    """Mostly short, sometimes long."""
    await asyncio.sleep(random.random() ** 2 * most)


class SlowLine:
    """The site, late."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self.state = app.state  # type: ignore[attr-defined]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan" or not scope["path"].startswith("/api/"):
            await self.app(scope, receive, send)
            return
        by_frames = scope["type"] == "websocket"

        async def receive_late() -> Message:
            message = await receive()
            if by_frames:
                await wait(FRAME_SECONDS)
            return message

        async def send_late(message: Message) -> None:
            if message["type"] == "http.response.start":
                await wait(ANSWER_SECONDS)
            await send(message)

        await wait(ANSWER_SECONDS)
        if scope["path"].startswith(THINKING) and scope.get("method") == "POST":
            await asyncio.sleep(THOUGHT_SECONDS)
        await self.app(scope, receive_late, send_late)


if __name__ == "__main__":
    vars(run).update(make_app=lambda settings: SlowLine(make_app(settings)))
    sys.exit(main())
