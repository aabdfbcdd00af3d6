"""For those who run the site: does it live, is it ready, its numbers. No part of the API."""

from __future__ import annotations

from typing import Any

from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response


async def health(request: Request) -> Response:
    """The process lives."""
    return PlainTextResponse("ok\n")


async def ready(request: Request) -> Response:
    """The process can serve people: its database takes what is to be stored and it is not stopping."""
    site: Any = request.app.state.site
    fine = await site.ready()
    return PlainTextResponse("ready\n" if fine else "not ready\n", 200 if fine else 503)


async def metrics(request: Request) -> Response:
    """Numbers for Prometheus."""
    if not request.app.state.site.settings.metrics:
        return PlainTextResponse("not found\n", 404)
    return Response(generate_latest(), media_type=CONTENT_TYPE_LATEST)
