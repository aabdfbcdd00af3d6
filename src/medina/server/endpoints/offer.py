"""Endpoints about what the site offers: version, languages, bots, descriptions. How it fares is in `health`."""

from __future__ import annotations

from starlette.responses import JSONResponse

from medina import RULES_VERSION, __version__
from medina.bots import BOTS
from medina.server import schema as s
from medina.server.endpoints.call import Call, Endpoint
from medina.server.openapi import socket_schemas
from medina.words import LANGUAGES, catalogue, say


async def about(call: Call) -> s.About:
    """What this is."""
    return s.About(
        name="medina",
        version=__version__,
        api=1,
        rules_version=RULES_VERSION,
        mail=call.site.mail.ready,
        contact=call.site.settings.contact,
    )


async def languages(call: Call) -> s.Languages:
    """The languages the site speaks."""
    return s.Languages(languages=[s.LanguageInfo(code=code, name=spoken.name) for code, spoken in LANGUAGES.items()])


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
