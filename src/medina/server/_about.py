"""Endpoints about the site itself: version, languages, bots, descriptions, health, metrics."""

from __future__ import annotations

from typing import Any

from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response

from medina import RULES_VERSION, __version__
from medina.bots import BOTS
from medina.server import schema as s
from medina.server.api import Call, Endpoint
from medina.server.openapi import socket_schemas
from medina.words import catalogue, say

LANGUAGE_NAMES = {"en": "English", "fr": "Français", "de": "Deutsch"}


async def about(call: Call) -> s.About:
    """What this is."""
    return s.About(name="medina", version=__version__, api=1, rules_version=RULES_VERSION)


async def languages(call: Call) -> s.Languages:
    """The languages the site speaks."""
    return s.Languages(languages=[s.LanguageInfo(code=code, name=name) for code, name in LANGUAGE_NAMES.items()])


async def bots(call: Call) -> s.Bots:
    """The bots, weakest first, each described in the asker's language."""
    cards = [
        s.BotCard(name=info.name, character=_character(info.character, call.lang), rating=info.rating)
        for info in BOTS.values()
    ]
    return s.Bots(bots=cards)


def _character(key: str, lang: str) -> str:
    return say(key, lang) if key in catalogue(lang) else ""


async def schemas(call: Call) -> JSONResponse:
    """JSON Schemas of the socket messages."""
    return JSONResponse(socket_schemas())


ENDPOINTS = [
    Endpoint(method="GET", path="/", work=about, answer=s.About, who=False),
    Endpoint(method="GET", path="/languages", work=languages, answer=s.Languages, who=False),
    Endpoint(method="GET", path="/bots", work=bots, answer=s.Bots, who=False),
    Endpoint(method="GET", path="/schemas.json", work=schemas, who=False),
]


async def health(request: Request) -> Response:
    """The process lives."""
    return PlainTextResponse("ok\n")


async def ready(request: Request) -> Response:
    """The process can serve people: its database answers and it is not stopping."""
    site: Any = request.app.state.site
    fine = await site.ready()
    return PlainTextResponse("ready\n" if fine else "not ready\n", 200 if fine else 503)


async def metrics(request: Request) -> Response:
    """Numbers for Prometheus."""
    if not request.app.state.site.settings.metrics:
        return PlainTextResponse("not found\n", 404)
    return Response(generate_latest(), media_type=CONTENT_TYPE_LATEST)
