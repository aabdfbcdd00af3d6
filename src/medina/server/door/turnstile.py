"""Every request passes here: pages and files as well as the API."""

from __future__ import annotations

import time
from collections.abc import Callable

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from medina.server import metrics
from medina.server.limits import Limits
from medina.server.security import address

FREE = "/health"
"""Whoever watches over the server may always ask whether it lives."""


class Turnstile:
    """Counts requests by address. Those above the limit go no further: a refusal takes no route, no body, no database,
    and who does not heed it waits for the next one."""

    def __init__(self, app: ASGIApp, refusal: Callable[[Request], Response]) -> None:
        self.app = app
        self.refusal = refusal

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on what may pass."""
        if scope["type"] != "http" or scope["path"] == FREE:
            await self.app(scope, receive, send)
            return
        request = Request(scope)
        limits: Limits = scope["app"].state.site.limits
        where = address(request)
        limiter = limits.requests if scope["path"].startswith("/api/") else limits.files
        if limiter.take(where, time.monotonic()):
            await self.app(scope, receive, send)
            return
        metrics.REFUSALS.labels("too_many").inc()
        await limits.slow_down(where)
        await self.refusal(request)(scope, receive, send)
