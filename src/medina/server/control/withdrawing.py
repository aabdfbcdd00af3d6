"""Taking puzzles away that turned out to be wrong; what it takes to do so, for the log to note."""

from __future__ import annotations

from sqlalchemy.ext.asyncio import AsyncEngine

from medina.server.errors import sorry
from medina.server.puzzles import Puzzles
from medina.server.settings import Settings
from medina.store.moderation import Work
from medina.store.withdrawing import withdraw, withdrawn


async def taking_away(engine: AsyncEngine, settings: Settings, puzzle: str) -> Work:
    """The work, if there is such a puzzle and it is still offered."""
    if puzzle not in Puzzles(settings.puzzles).first or puzzle in await withdrawn(engine):
        raise sorry("not_found")
    return withdraw(puzzle)
