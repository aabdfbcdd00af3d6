"""What the first page shows: public tables, and whose turn it is at one's own. Who is told of it, is in `sockets`."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from medina.server import schema as s
from medina.server.live.cards import awaited
from medina.server.live.hub import Hub

_cards = msgspec.json.Decoder(s.TableCard)


def cards(texts: list[str]) -> list[s.TableCard]:
    """Stored cards."""
    return [_cards.decode(text) for text in texts]


def named_on(found: Iterable[s.TableCard]) -> set[str]:
    """The ids of the people whom cards name."""
    return {id for card in found for id in (card.host, *(seat.user for seat in card.seats)) if id is not None}


class FirstPage:
    """Asks the database once for everybody until something changes."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._lobby = s.Lobby(open=[], playing=[], people={})
        self._seen = -1

    async def lobby(self) -> s.Lobby:
        reader, changes = self._hub.reader, self._hub.changes
        if self._seen != changes:
            opened, playing = cards(await reader.lobby("open")), cards(await reader.lobby("playing", 50))
            people = await self._hub.names.infos(named_on([*opened, *playing]))
            self._lobby, self._seen = s.Lobby(open=opened, playing=playing, people=people), changes
        return self._lobby

    async def tables_of(self, user: str) -> s.MyTables:
        """A person's open and running tables."""
        found = cards(await self._hub.reader.running_of(user))
        turns = [card.id for card in found if _acting(card) == user]
        return s.MyTables(tables=found, people=await self._hub.names.infos(named_on(found)), your_turn=turns)


def _acting(card: s.TableCard) -> str | None:
    seat = None if card.acting is None else card.seats[card.acting]
    return seat.user if seat is not None and awaited(seat.status, seat.bot) else None
