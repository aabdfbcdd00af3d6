"""Bots at tables: whenever it is a bot's turn, somebody thinks and the move enters by the same door as a person's."""

from __future__ import annotations

import asyncio
import time

import structlog

from medina.server.live.hub import Hub, Live
from medina.server.thinking.pool import INSTANT, Thinkers, known_bot
from medina.table.decide import BotPlays
from medina.table.events import TableEvent
from medina.table.state import State, bot_to_move

log = structlog.get_logger("bots")


def is_show(state: State) -> bool:
    """Do bots play among themselves?"""
    return all(seat.person is None for seat in state.seats)


class Players:
    """Plays the bots' seats in this process."""

    def __init__(self, hub: Hub, thinkers: Thinkers, seconds: float, pause: float) -> None:
        self.hub = hub
        self.thinkers = thinkers
        self.seconds = seconds
        self.pause = pause
        self.at_work: set[str] = set()

    def follow(self, live: Live, events: tuple[TableEvent, ...]) -> None:
        """Look whether the table now waits for a bot."""
        self.wake(live)

    def wake(self, live: Live) -> None:
        """Let the bot whose turn it is think, unless it does already."""
        if live.id not in self.at_work and bot_to_move(live.state) is not None:
            self.at_work.add(live.id)
            self.hub.background(self._work(live))

    async def _work(self, live: Live) -> None:
        try:
            await self.play_on(live)
        except Exception:
            log.exception("a bot could not move", table=live.id)
        finally:
            self.at_work.discard(live.id)
        # A command may have come between the last look and the discard.
        if bot_to_move(live.state) is not None and self.hub.tables.get(live.id) is live:
            await asyncio.sleep(0.2)
            self.wake(live)

    async def play_on(self, live: Live) -> None:
        """Move for bots until it is a person's turn."""
        while (name := bot_to_move(live.state)) is not None:
            await self._move(live, name)

    async def play_turn(self, live: Live) -> None:
        """Move for a bot until its turn is over."""
        turns = len(live.state.turns)
        while (name := bot_to_move(live.state)) is not None and len(live.state.turns) == turns:
            await self._move(live, name)

    async def _move(self, live: Live, name: str) -> None:
        state = live.state
        assert state.position is not None
        assert state.acting is not None
        bot = name if known_bot(name) else "greedy"
        began = time.monotonic()
        move = await self.thinkers.choose(bot, state.position, self.seconds, is_show(state))
        await self._wait_a_little(began)
        await self.hub.command(live, BotPlays(state.acting, move, state.game_seq), None)
        if bot in INSTANT and not self.pause:
            await asyncio.sleep(0)

    async def _wait_a_little(self, began: float) -> None:
        """People want to see one placement after the other."""
        rest = self.pause - (time.monotonic() - began)
        if rest > 0:
            await asyncio.sleep(rest)
