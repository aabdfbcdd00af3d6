"""Moderation as one process of the site sees it: what is asked for here, and what others did."""

from __future__ import annotations

from typing import Any

from medina.server.control.bans import Bans, bannable, is_proxy
from medina.server.control.deeds import Deeds, Done
from medina.server.control.moderators import Moderator
from medina.server.live.connections import BANNED, Connection, Connections
from medina.server.live.hub import Hub, now_ms
from medina.server.security import address, new_id
from medina.server.settings import Settings
from medina.store.moderation import AuditEntry, Ban
from medina.store.people import People


class Control:
    """Acts, and what this process has to do because of those of others."""

    def __init__(self, hub: Hub, settings: Settings, connections: Connections) -> None:
        self._deeds = Deeds(hub, settings)
        self.store, self.reports = self._deeds.store, self._deeds.reports
        self.bans = Bans(settings)
        self._hub, self._settings, self._connections = hub, settings, connections
        self.names, self._people = hub.names, People(hub.writer.engine)
        self._seen = -1

    async def begin(self) -> None:
        """Know who is banned before the first request comes."""
        self._seen = await self.store.newest()
        self.bans.replace(await self.store.bans(now_ms()))

    async def look(self, told: bool = False) -> None:
        """Take over what was done since the last look, here, by another process or at the command line.

        Bans are read again if there are new entries, or if another process has `told` of something new.
        """
        entries = await self.store.entries_since(self._seen)
        if not entries and not told:
            return
        self._seen = entries[-1].number if entries else self._seen
        await self._renew_bans()
        for entry in entries:
            await self._show(entry)

    async def _show(self, entry: AuditEntry) -> None:
        """Show at the tables here what a moderator did."""
        if entry.table_id is not None:
            await self._hub.chat_changed(entry.table_id)
        elif entry.user_id is not None and entry.action in ("remove_name", "undo"):
            await self._hub.people_changed(await self._people.selves(entry.user_id))

    def hear(self, news: str) -> None:
        """Another process says that there is something to look at."""
        self._hub.background(self.look(told=True))

    async def _renew_bans(self) -> None:
        self.bans.replace(await self.store.bans(now_ms()))
        self._connections.close_those(self._kept_out, BANNED)

    def _kept_out(self, connection: Connection) -> bool:
        where = address(connection.socket)
        return self.bans.of_user(connection.user) is not None or self.bans.of_address(where) is not None

    async def catch(self, ban: Ban, where: str) -> None:
        """Ban the address that a banned person comes from for as long, if their ban says so; once for each ban."""
        network = bannable(where)
        if not ban.addresses or network is None or is_proxy(network, self._settings):
            return
        caught = Ban(id=new_id(), at=now_ms(), reason=ban.reason, network=str(network), cause=ban.id, until=ban.until)
        await self.store.catch(caught)
        await self._renew_bans()

    async def carry_out(self, who: Moderator, deed: Any) -> Done:
        """Do what a moderator asks for, if they may."""
        done = await self._deeds.carry_out(who, deed)
        await self.look()
        return done
