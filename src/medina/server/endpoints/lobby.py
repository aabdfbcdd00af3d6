"""Endpoints about the first page: the lobby and my tables."""

from __future__ import annotations

from medina.server import schema as s
from medina.server.endpoints.call import Call, Endpoint


async def lobby(call: Call) -> s.Lobby:
    """Open tables to join and running ones to watch."""
    return await call.site.first_page.lobby()


async def my_tables(call: Call) -> s.MyTables:
    """My running games, those where it is my turn first."""
    return await call.site.first_page.tables_of(call.me.id)


async def home(call: Call) -> s.LobbyMessage:
    """Everything the first page shows."""
    site, me = call.site, call.me.id
    mine, invitations = await site.first_page.tables_of(me), await site.caller.invitations(me)
    lobby = await site.first_page.lobby()
    return s.LobbyMessage(lobby=lobby, mine=mine, online=site.online, invitations=invitations)


ENDPOINTS = [
    Endpoint(method="GET", path="/lobby", work=lobby, answer=s.Lobby, who=False),
    Endpoint(method="GET", path="/home", work=home, answer=s.LobbyMessage),
    Endpoint(method="GET", path="/me/tables", work=my_tables, answer=s.MyTables),
]
