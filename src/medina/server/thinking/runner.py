"""Bots' turns and analyses, one after the other: each is taken from the database, thought about in a thread, and enters
by the same door as what people do.

Who comes first is in `shares`, how a turn is taken in `medina.store.turns`, where bots think in `pool`.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Coroutine
from collections.abc import Set as AbstractSet
from typing import Any

import structlog
from msgspec import Struct
from sqlalchemy.exc import SQLAlchemyError

from medina.bots import BOTS
from medina.server import metrics
from medina.server.live.hub import Hub, Live, now_ms
from medina.server.thinking.analyses import Analyses
from medina.server.thinking.pool import TRIES, Pool, Stopped, any_turn, choose_turn
from medina.server.thinking.shares import Kind, Shares, kind_of, pressure
from medina.store.rows import Lease
from medina.store.studies import Asked
from medina.store.tasks import let_go
from medina.store.turns import LEASE_MS, Turn, Turns
from medina.table.decide import BotPlays
from medina.table.events import TableEvent
from medina.table.options import RealTime
from medina.table.state import State, bot_to_move, is_exhibition

INSTANT = frozenset({"random"})
"""Bots that need no thinking. The process that stores that their turn is due takes it with the same write."""
STAND_IN = "greedy"
"""Plays for a bot that this version does not know."""
RENEW_SECONDS = LEASE_MS / 4000
LOOK_SECONDS = 1.0
"""How often it is looked for what nobody told of: turns of processes that died."""

ELSEWHERE_SECONDS = 0.01
"""Until what another process takes at this moment is taken."""

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


class Runner:
    """Lets bots think in this process, as many at once as there are threads."""

    def __init__(self, hub: Hub, pool: Pool, turns: Turns, analyses: Analyses, pace: Pace) -> None:
        self.hub = hub
        self._pool = pool
        self._turns = turns
        self._analyses = analyses
        self._pace = pace
        self._shares = Shares(time.monotonic)
        self._held: set[str] = set()
        self._studies: dict[str, asyncio.Task[Any] | None] = {}
        self._free = asyncio.Semaphore(pool.threads)
        self._wake = asyncio.Event()
        self._rounds: list[asyncio.Task[None]] = []
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def busy(self) -> AbstractSet[str]:
        """The tables whose bots think here."""
        return self._held

    def start(self) -> None:
        """Begin to take turns."""
        self.hub.followers.append(self._follow)
        self.hub.heard_of_bot = self._wake.set
        self.hub.lease_of = self._lease_of
        self._analyses.wake = self._wake.set
        self._rounds = [asyncio.create_task(self._take()), asyncio.create_task(self._renew())]

    async def stop(self) -> None:
        """Leave everything to others, or to the next start."""
        await let_go(self._rounds)
        await let_go(self._tasks)

    def _follow(self, live: Live, events: tuple[TableEvent, ...]) -> None:
        bot = bot_to_move(live.state)
        if bot in INSTANT:
            if live.id not in self._held:
                self._spawn(self._play_at_once(live))
        elif bot is not None:
            self._wake.set()

    def _lease_of(self, state: State) -> Lease | None:
        """A lease on the turn that is due, where it is played here at once."""
        return Lease(now_ms() + LEASE_MS, self._turns.worker) if bot_to_move(state) in INSTANT else None

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _play_at_once(self, live: Live) -> None:
        """Play for bots that need no thread, until somebody else is to move.

        A turn that could not be played is left to its lease.
        """
        self._held.add(live.id)
        try:
            refused = False
            while bot_to_move(state := live.state) in INSTANT and not refused:
                assert state.acting is not None
                assert state.position is not None
                moves = any_turn(state.position)
                metrics.THOUGHTS.labels(bot_to_move(state)).inc(len(moves))
                await asyncio.sleep(self._pace.pause_at(state) * len(moves))
                decision = await self.hub.command(live, BotPlays(state.acting, tuple(moves), state.n), None)
                refused = decision.refusal is not None and live.state is state
        except (SQLAlchemyError, OSError):
            log.warning("the database did not answer; the bot moves later", table=live.id)
        except Exception:
            log.exception("a bot could not move", table=live.id)
        finally:
            self._held.discard(live.id)

    async def _take(self) -> None:
        """Whenever a thread is free, take what comes next."""
        while True:
            await self._free.acquire()
            self._wake.clear()
            work = None
            try:
                work = await self._next()
            except (SQLAlchemyError, OSError):
                log.warning("the database did not answer; trying again")
            except Exception:
                log.exception("nothing could be taken")
            if work is not None:
                self._spawn(work)
                continue
            self._free.release()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(LOOK_SECONDS):
                    await self._wake.wait()

    async def _next(self) -> Coroutine[Any, Any, None] | None:
        """What to do next, taken; None when nothing waits."""
        while True:
            queues = await self._turns.queues(now_ms())
            metrics.WAITING.set(sum(queue.waiting for queue in queues))
            waiting: set[Kind] = {kind_of(queue.asker) for queue in queues if queue.waiting}
            if await self._analyses.wait(now_ms()):
                waiting.add("study")
            kind = self._shares.kind(waiting)
            if kind is None:
                return None
            if kind == "study":
                asked = await self._analyses.claim(now_ms())
                if asked is not None:
                    return self._study(asked)
            else:
                asker = self._shares.first(queues, kind)
                turn = await self._turns.claim_turn(now_ms(), asker)
                if turn is not None:
                    seconds = self._pace.thinking * pressure(queues, asker, self._pool.threads)
                    return self._play(turn, seconds)
            await asyncio.sleep(ELSEWHERE_SECONDS)

    async def _play(self, turn: Turn, seconds: float) -> None:
        """Let a bot choose the placements of its turn, and play them as one.

        A turn that could not be played is left to its lease: after that it is tried again, here or elsewhere.
        """
        self._held.add(turn.table)
        thread = contextlib.ExitStack()
        thread.callback(self._free.release)
        try:
            with thread:
                live = await self.hub.table(turn.table)
                if live is None:
                    return
                await self.hub.refresh(live)
                state, began = live.state, time.monotonic()
                if bot_to_move(state) is None:
                    return
                moves = await self._think(live, state, turn, seconds)
            pause = self._pace.pause_at(state) * len(moves)
            await asyncio.sleep(max(0.0, pause - (time.monotonic() - began)))
            assert state.acting is not None
            decision = await self.hub.command(live, BotPlays(state.acting, tuple(moves), state.n), None)
            if decision.refusal is not None:
                await self._give_back(turn)
        except Stopped:
            await self._give_back(turn)
        except asyncio.CancelledError:
            await self._give_back(turn)
            raise
        except Exception:
            log.exception("a bot could not move", table=turn.table)
        finally:
            self._held.discard(turn.table)

    async def _think(self, live: Live, state: State, turn: Turn, seconds: float) -> list[str]:
        """The placements of a bot; whichever are legal where thinking about them has ended several processes."""
        assert state.position is not None
        name = bot_to_move(state)
        bot = name if name in BOTS else STAND_IN
        if turn.tries >= TRIES:
            return any_turn(state.position)

        def stale() -> bool:
            """Has the game gone another way meanwhile?"""
            return live.state is not state and (live.state.n != state.n or bot_to_move(live.state) != name)

        self._shares.charge(turn.asker, seconds)
        began = time.monotonic()
        try:
            with metrics.THINKING.track_inprogress():
                moves = await self._pool.run(choose_turn, bot, state.position, seconds, stale=stale)
            metrics.THOUGHTS.labels(bot).inc(len(moves))
            return moves
        finally:
            self._shares.charge(turn.asker, time.monotonic() - began - seconds)

    async def _give_back(self, turn: Turn) -> None:
        with contextlib.suppress(SQLAlchemyError, OSError):
            await self._turns.give_back(turn.table)
        self._wake.set()

    async def _study(self, asked: Asked) -> None:
        """The next step of an analysis."""
        self._studies[asked.id] = asyncio.current_task()
        try:
            await self._analyses.advance(asked, self._pool)
        finally:
            del self._studies[asked.id]
            self._free.release()
            self._wake.set()

    async def _renew(self) -> None:
        """Hold what is thought about here."""
        while True:
            await asyncio.sleep(RENEW_SECONDS)
            try:
                if self._held:
                    await self._turns.renew(list(self._held), now_ms())
                if self._studies:
                    await self._renew_studies()
            except (SQLAlchemyError, OSError):
                log.warning("the database did not answer; others may take what is thought about here")

    async def _renew_studies(self) -> None:
        """Go on with analyses that somebody still wants."""
        held = list(self._studies)
        await self._analyses.studies.renew(held, now_ms())
        for id in set(held) - set(await self._analyses.studies.running(held)):
            task = self._studies.get(id)
            if task is not None:
                task.cancel()
