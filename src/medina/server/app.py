"""The ASGI application."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Callable
from functools import cache
from typing import Any

import msgspec
import structlog
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from medina.server.door.turnstile import Turnstile
from medina.server.endpoints import (
    accounts,
    analyses,
    archive,
    bonds,
    calls,
    health,
    lobby,
    me,
    moderation,
    offer,
    passkeys,
    positions,
    profiles,
    puzzles,
    recovery,
    tables,
)
from medina.server.endpoints.call import Endpoint, answer
from medina.server.errors import LATER, ApiError, localised, sorry
from medina.server.live.sockets import lobby_socket, table_socket
from medina.server.openapi import document
from medina.server.schema import ErrorAnswer
from medina.server.settings import Settings
from medina.server.site import open_site
from medina.server.static import Client
from medina.server.visitors import language_of

API = "/api/v1"
NOUNS = (
    offer,
    me,
    accounts,
    passkeys,
    recovery,
    bonds,
    calls,
    profiles,
    lobby,
    tables,
    archive,
    positions,
    analyses,
    puzzles,
    moderation,
)
ENDPOINTS: list[Endpoint] = [endpoint for noun in NOUNS for endpoint in noun.ENDPOINTS]
POLICY = (
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; connect-src 'self'; font-src 'self'; worker-src 'self' blob:; "
    "manifest-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"x-frame-options", b"DENY"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
]
ONLY_HTTPS = (b"strict-transport-security", b"max-age=31536000")
log = structlog.get_logger("app")


class SafeHeaders:
    """Adds the headers that keep browsers on the safe side to every answer."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass everything on, answers with headers added."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_safely(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = list(message.get("headers", []))
                if scope["path"].startswith("/api/") and not any(name == b"cache-control" for name, _ in headers):
                    headers.append((b"cache-control", b"no-store"))
                if scope["scheme"] == "https":
                    headers.append(ONLY_HTTPS)
                message = {**message, "headers": [*headers, *HEADERS]}
            await send(message)

        await self.app(scope, receive, send_safely)


def make_app(settings: Settings) -> ASGIApp:
    """The whole site as one ASGI application; it starts and stops with its lifespan."""

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        async with open_site(settings) as app.state.site:
            yield

    turnstile = Middleware(Turnstile, refusal=_turned_away)
    app = Starlette(routes=_routes(), lifespan=lifespan, exception_handlers=_handlers(), middleware=[turnstile])
    safe = SafeHeaders(app)
    safe.state = app.state  # type: ignore[attr-defined]
    return safe


def _routes() -> list[Any]:
    by_path: dict[str, dict[str, Endpoint]] = {}
    for endpoint in ENDPOINTS:
        by_path.setdefault(endpoint.path, {})[endpoint.method] = endpoint
    routes: list[Any] = [
        Route(f"{API}{path}", _serve(methods), methods=list(methods)) for path, methods in by_path.items()
    ]
    return [
        WebSocketRoute(f"{API}/lobby/socket", lobby_socket),
        WebSocketRoute(f"{API}/tables/{{table}}/socket", table_socket),
        *routes,
        Route(f"{API}/openapi.json", _describe),
        Mount("/api", routes=[Route("/{rest:path}", _nothing, methods=["GET", "POST", "PUT", "PATCH", "DELETE"])]),
        Route("/health", health.health),
        Route("/ready", health.ready),
        Route("/metrics", health.metrics),
        Mount("/", app=Client()),
    ]


def _serve(methods: dict[str, Endpoint]) -> Callable[[Request], Any]:
    async def serve(request: Request) -> Response:
        endpoint = methods.get(request.method) or methods["GET"]
        return await answer(endpoint, request)

    return serve


@cache
def _description() -> bytes:
    """Worked out when somebody asks: a site that starts has more urgent things to do."""
    return msgspec.json.encode(document(ENDPOINTS))


async def _describe(request: Request) -> Response:
    return Response(_description(), media_type="application/json")


def _turned_away(request: Request, error: ApiError) -> Response:
    response = _said(request, error.status, error)
    if error.status == 429:
        response.headers.update(LATER)
    return response


async def _nothing(request: Request) -> Response:
    return _said(request, 404, sorry("not_found"))


def _said(request: Request, status: int, error: ApiError) -> Response:
    refusal = localised(error.refusal, language_of(request))
    return Response(msgspec.json.encode(ErrorAnswer(error=refusal)), status, media_type="application/json")


def _handlers() -> dict[Any, Any]:
    async def http_error(request: Request, error: Exception) -> Response:
        status = error.status_code if isinstance(error, HTTPException) else 500
        response = _said(request, status, sorry("not_found" if status == 404 else "not_allowed"))
        if isinstance(error, HTTPException) and error.headers:
            response.headers.update(error.headers)
        return response

    async def failure(request: Request, error: Exception) -> Response:
        log.exception("request failed", path=request.url.path, exc_info=error)
        return _said(request, 500, sorry("busy"))

    return {HTTPException: http_error, Exception: failure}
