"""What the first page shows: public tables, and whose turn it is at one's own. Who is told of it, is in `sockets`."""

from __future__ import annotations

import msgspec

from medina.server import schema as s
from medina.server.site import Site

_cards = msgspec.json.Decoder(s.TableCard)


def cards(texts: list[str]) -> list[s.TableCard]:
    """Stored cards."""
    return [_cards.decode(text) for text in texts]


async def lobby_of(site: Site) -> s.Lobby:
    """The public tables; asked of the database once for everybody until something changes."""
    reader, changes = site.hub.reader, site.hub.changes
    if site.lobby is None or site.lobby[0] != changes:
        lobby = s.Lobby(open=cards(await reader.lobby("open")), playing=cards(await reader.lobby("playing", 50)))
        site.lobby = (changes, lobby)
    return site.lobby[1]


async def tables_of(site: Site, user: str) -> s.MyTables:
    """A person's open and running tables."""
    found = cards(await site.hub.reader.running_of(user))
    return s.MyTables(tables=found, your_turn=[card.id for card in found if _acting(card) == user])


def _acting(card: s.TableCard) -> str | None:
    if card.acting is None or card.seats[card.acting].bot is not None:
        return None
    return card.seats[card.acting].user
