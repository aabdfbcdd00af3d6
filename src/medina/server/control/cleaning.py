"""What is removed after a time that is a setting. Never a game that somebody played."""

from __future__ import annotations

import asyncio

from sqlalchemy.ext.asyncio import AsyncEngine

from medina.server.live.hub import now_ms
from medina.server.settings import Settings
from medina.store.cleaning import BITES, Remains
from medina.table.options import DAY_MS

CLEAN_SECONDS = 3600.0
PAUSE_SECONDS = 0.1
"""Between two bites others come to their turn."""


class Cleaner:
    """Comes round every hour. Where there are several processes, one of them at a time does it."""

    def __init__(self, engine: AsyncEngine, settings: Settings) -> None:
        self._remains = Remains(engine)
        self._settings = settings

    async def clean(self) -> None:
        """Everything that is old enough; a setting of 0 keeps its kind for ever."""
        for setting, bite in BITES.items():
            days = getattr(self._settings, setting)
            after: str | None = "" if days else None
            while after is not None:
                after = await bite(self._remains, now_ms() - days * DAY_MS, after)
                await asyncio.sleep(PAUSE_SECONDS)
        await self._remains.ended(now_ms() - DAY_MS)
        await self._remains.addresses(now_ms() - DAY_MS)
