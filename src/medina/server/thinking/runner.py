"""Bots at tables: whenever it is a bot's turn, somebody thinks and the move enters by the same door as a person's.

Where bots think is in `pool`, how jobs travel in `jobs`.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator
from collections.abc import Set as AbstractSet

import structlog
from msgspec import Struct

from medina.bots import BOTS
from medina.server.live.hub import Hub, Live, now_ms
from medina.server.thinking.jobs import BOTS_QUEUE, STUDIES_QUEUE, Jobs
from medina.server.thinking.pool import INSTANT, Thinkers
from medina.table.decide import BotPlays
from medina.table.events import TableEvent
from medina.table.options import RealTime
from medina.table.state import State, bot_to_move, is_exhibition

STAND_IN = "greedy"
"""Plays for a bot that this version does not know."""
STALE_MS = 3_000
"""Where others may play it, a turn is taken up only when it has waited for so long."""

log = structlog.get_logger("bots")


class Pace(Struct, frozen=True):
    """Seconds a bot thinks, and those it waits at least between placements.

    Screens keep a pace of their own for those who look at them, but not where a clock runs meanwhile, or where nobody
    waits for anybody.
    """

    thinking: float
    pause: float
    pause_clocked: float

    def pause_at(self, state: State) -> float:
        return self.pause_clocked if is_exhibition(state) or isinstance(state.options.clock, RealTime) else self.pause


class Runner(ABC):
    """Plays the bots' seats."""

    def __init__(self, hub: Hub, thinkers: Thinkers, pace: Pace) -> None:
        self.hub = hub
        self._thinkers = thinkers
        self._pace = pace
        self._at_work: set[str] = set()

    @property
    def busy(self) -> AbstractSet[str]:
        """The tables whose bots think here."""
        return self._at_work

    @abstractmethod
    def follow(self, live: Live, events: tuple[TableEvent, ...]) -> None:
        """Look whether the table now waits for a bot."""

    @abstractmethod
    async def resume(self) -> None:
        """Take up the turns that a process which died left undone."""

    @contextlib.contextmanager
    def _working(self, live: Live) -> Iterator[None]:
        self._at_work.add(live.id)
        try:
            yield
        finally:
            self._at_work.discard(live.id)

    def _wake(self, live: Live) -> None:
        """Let the bots think here until it is a person's turn, unless they do already."""
        if live.id not in self._at_work and bot_to_move(live.state) is not None:
            self._at_work.add(live.id)
            self.hub.background(self._play_on(live))

    async def _play_on(self, live: Live) -> None:
        try:
            with self._working(live):
                while (name := bot_to_move(live.state)) is not None:
                    await self._move(live, name)
        except Exception:
            log.exception("a bot could not move", table=live.id)
        # A command may have come between the last look and the end of the work.
        if bot_to_move(live.state) is not None and self.hub.tables.get(live.id) is live:
            await asyncio.sleep(0.2)
            self._wake(live)

    async def _move(self, live: Live, name: str) -> None:
        """Let a bot choose the placements of its turn, and play them as one."""
        state = live.state
        assert state.position is not None
        assert state.acting is not None
        bot = name if name in BOTS else STAND_IN
        began = time.monotonic()
        position, moves = state.position, list[str]()
        while not moves or position.is_mid_turn:
            move = await self._thinkers.choose(bot, position, self._pace.thinking, is_exhibition(state))
            moves.append(move)
            position = position.play(move)
        pause = self._pace.pause_at(state) * len(moves)
        await asyncio.sleep(max(0.0, pause - (time.monotonic() - began)))
        await self.hub.command(live, BotPlays(state.acting, tuple(moves), state.n), None)
        if bot in INSTANT and not pause:
            await asyncio.sleep(0)


class LocalRunner(Runner):
    """Where there is one process, it plays all of them."""

    def follow(self, live: Live, events: tuple[TableEvent, ...]) -> None:
        self._wake(live)

    async def resume(self) -> None:
        """Whatever waits was left undone."""
        for table, _ in await self.hub.reader.bots_to_move(now_ms()):
            if (live := await self.hub.table(table)) is not None:
                self._wake(live)


class QueuedRunner(Runner):
    """Where there are several, a turn becomes a job that any worker takes, unless it takes no time.

    The next turn is a job again, so that a game of bots leaves room for others.
    """

    def __init__(self, hub: Hub, thinkers: Thinkers, pace: Pace, jobs: Jobs) -> None:
        super().__init__(hub, thinkers, pace)
        self._jobs = jobs
        jobs.task("play_bots", self._play_turn)

    def follow(self, live: Live, events: tuple[TableEvent, ...]) -> None:
        """By a job, or at once."""
        bot = bot_to_move(live.state)
        if bot in INSTANT:
            self._wake(live)
        elif bot is not None and live.id not in self._at_work:
            self.hub.background(self._ask(live.id, is_exhibition(live.state)))

    async def resume(self) -> None:
        """By jobs again; those that wait already are not asked for twice."""
        for table, exhibition in await self.hub.reader.bots_to_move(now_ms(), STALE_MS):
            await self._ask(table, exhibition)

    async def _ask(self, table: str, show: bool) -> None:
        await self._jobs.defer("play_bots", table, STUDIES_QUEUE if show else BOTS_QUEUE, table=table)

    async def _play_turn(self, table: str) -> None:
        """The job: move for a bot until its turn is over."""
        live = await self.hub.table(table)
        if live is None or table in self._at_work:
            return
        with self._working(live):
            await self.hub.refresh(live)
            if (name := bot_to_move(live.state)) is not None:
                await self._move(live, name)
        self.follow(live, ())
