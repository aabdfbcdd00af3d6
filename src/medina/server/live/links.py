"""Tables by link. A private table's link holds a key besides the id, so that an id alone, wherever it was found or
guessed, opens nothing. The key follows from the id and the site's secret: nothing has to be kept."""

from __future__ import annotations

import hashlib
import hmac
import secrets

from medina.server.live.hub import Hub, Live
from medina.server.security import ID_LETTERS, letters
from medina.table.state import State
from medina.table.view import admits


class Links:
    """Writes links and reads them."""

    def __init__(self, secret: str, hub: Hub) -> None:
        self._secret = secret.encode()
        self._hub = hub
        hub.link, hub.shown_link = self.write, self.shown

    def write(self, id: str) -> str:
        """What finds a table also where it is private."""
        return id + self._key(id)

    def shown(self, live: Live, user: str) -> str:
        """What this person, who may look at the table, may pass on: who plays there may ask anybody in."""
        state = live.state
        inside = state.seat_of(user) is not None or state.host == user
        return self.write(live.id) if inside or not state.options.public else live.id

    async def find(self, text: str, user: str | None) -> Live | None:
        """The table of an id or a link, if this person may look at it."""
        live = await self._hub.table(text[:ID_LETTERS])
        return live if live is not None and self.admits(live.state, text, user) else None

    def admits(self, state: State, text: str, user: str | None) -> bool:
        """True if this person, who came by this id or link of the table, may look at it in this state."""
        id, key = text[:ID_LETTERS], text[ID_LETTERS:]
        by_link = key.isascii() and secrets.compare_digest(key, self._key(id))
        return admits(state, user, by_link)

    def _key(self, id: str) -> str:
        digest = hmac.digest(self._secret, f"table {id}".encode(), hashlib.sha256)
        return letters(int.from_bytes(digest))
