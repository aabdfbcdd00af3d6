"""What is removed after a time that is a setting. Never a game that somebody played."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from sqlalchemy.ext.asyncio import AsyncEngine

from medina.server.live.hub import now_ms
from medina.server.settings import Settings
from medina.store.cleaning import Remains
from medina.table.options import DAY_MS

CLEAN_SECONDS = 3600.0
PAUSE_SECONDS = 0.1
"""Between two bites others come to their turn."""

Bite = Callable[[int, str], Awaitable[str | None]]


class Cleaner:
    """Comes round every hour. Where there are several processes, one of them at a time does it."""

    def __init__(self, engine: AsyncEngine, settings: Settings) -> None:
        self._remains = Remains(engine)
        remains = self._remains
        self._kinds: list[tuple[int, Bite]] = [
            (settings.analysis_days, remains.analyses),
            (settings.table_days, remains.empty_tables),
            (settings.guest_days, remains.guests),
        ]

    async def clean(self) -> None:
        """Everything that is old enough; a setting of 0 keeps its kind for ever."""
        for days, bite in self._kinds:
            after: str | None = "" if days else None
            while after is not None:
                after = await bite(now_ms() - days * DAY_MS, after)
                await asyncio.sleep(PAUSE_SECONDS)
        await self._remains.bans(now_ms() - DAY_MS)
