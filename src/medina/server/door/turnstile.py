"""Every request passes here: pages and files as well as the API."""

from __future__ import annotations

from collections.abc import Callable

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from medina.server import metrics
from medina.server.control.bans import Bans
from medina.server.errors import ApiError, sorry
from medina.server.limits import Limits
from medina.server.security import address

FREE = "/health"
"""Whoever watches over the server may always ask whether it lives."""


class Turnstile:
    """Counts requests by address. Those above the limit go no further, nor do those from banned addresses, except to
    pages, which then say why: a refusal takes no route, no body, no database, and who does not heed it waits for the
    next one."""

    def __init__(self, app: ASGIApp, refusal: Callable[[Request, ApiError], Response]) -> None:
        self.app = app
        self.refusal = refusal

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on what may pass."""
        if scope["type"] != "http" or scope["path"] == FREE:
            await self.app(scope, receive, send)
            return
        request = Request(scope)
        site = scope["app"].state.site
        limits: Limits = site.limits
        bans: Bans = site.control.bans
        where, api = address(request), scope["path"].startswith("/api/")
        refusal = None
        if not (limits.requests if api else limits.files).take(where):
            refusal = sorry("too_many")
            await limits.slow_down(where)
        elif api and (ban := bans.of_address(where)) is not None:
            refusal = bans.refusal(ban)
        if refusal is None:
            await self.app(scope, receive, send)
            return
        metrics.REFUSALS.labels(refusal.refusal.code).inc()
        await self.refusal(request, refusal)(scope, receive, send)
