"""The job queue on PostgreSQL: bots' turns and analyses, taken by any worker and taken again when one dies."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from typing import Any

import procrastinate
import structlog
from procrastinate.exceptions import AlreadyEnqueued, ConnectorException
from procrastinate.jobs import Status

from medina.server.hub import Live
from medina.server.players import Players
from medina.server.thinking import INSTANT
from medina.table.events import TableEvent
from medina.table.state import bot_to_move

QUEUE = "medina"
HEARTBEAT = 2.0
STALLED = 8.0
"""A worker that has not been heard of for so many seconds is dead; its jobs go to others."""

log = structlog.get_logger("jobs")


class Jobs:
    """The queue, and this process's worker on it if it has one."""

    def __init__(self, url: str) -> None:
        connector = procrastinate.PsycopgConnector(conninfo=url, min_size=1, max_size=6)
        self.app = procrastinate.App(connector=connector)
        self._worker: asyncio.Task[None] | None = None

    def task(self, name: str, work: Callable[..., Awaitable[None]]) -> None:
        """What to do with jobs of a name."""
        retry = procrastinate.RetryStrategy(max_attempts=5, wait=1)
        self.app.task(name=name, queue=QUEUE, retry=retry)(work)

    async def open(self) -> None:
        """Connect."""
        await self.app.open_async()

    async def close(self) -> None:
        """Let go; running jobs are left for others."""
        if self._worker is not None:
            self._worker.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._worker
        await self.app.close_async()

    def work(self, concurrency: int) -> None:
        """Begin to take jobs in this process."""
        self._worker = asyncio.create_task(self.run(concurrency, signals=False), name="worker")

    async def run(self, concurrency: int, signals: bool) -> None:
        """Take jobs until stopped."""
        await self.app.run_worker_async(
            queues=[QUEUE],
            concurrency=max(1, concurrency),
            install_signal_handlers=signals,
            fetch_job_polling_interval=1.0,
            update_heartbeat_interval=HEARTBEAT,
            stalled_worker_timeout=STALLED,
            shutdown_graceful_timeout=5,
            delete_jobs="always",
        )

    async def defer(self, name: str, key: str, **arguments: Any) -> None:
        """One job for this key: one waiting at most, one running at a time."""
        with contextlib.suppress(AlreadyEnqueued):
            await self.app.configure_task(
                name, queue=QUEUE, queueing_lock=f"{name}:{key}", lock=f"{name}:{key}"
            ).defer_async(**arguments)

    async def rescue(self) -> int:
        """Give the jobs of dead workers to others; how many there were.

        The dead job is ended and asked for anew: one may be waiting for the same key already, and then two cannot wait.
        """
        stalled = list(await self.app.job_manager.get_stalled_jobs(seconds_since_heartbeat=STALLED))
        for job in stalled:
            log.warning("job taken back from a dead worker", task=job.task_name, key=job.queueing_lock)
            with contextlib.suppress(ConnectorException):
                await self.app.job_manager.finish_job(job, Status.FAILED, delete_job=True)
            key = (job.queueing_lock or "").partition(":")[2]
            await self.defer(job.task_name, key, **job.task_kwargs)
        return len(stalled)


class QueuedPlayers:
    """On PostgreSQL: a bot's turn becomes a job, unless it takes no time."""

    def __init__(self, jobs: Jobs, players: Players) -> None:
        self.jobs = jobs
        self.players = players

    def follow(self, live: Live, events: tuple[TableEvent, ...]) -> None:
        """Look whether the table now waits for a bot."""
        bot = bot_to_move(live.state)
        if bot is None or live.id in self.players.at_work:
            return
        if bot in INSTANT:
            self.players.wake(live)
        else:
            self.players.hub.background(self.ask(live.id))

    async def ask(self, table: str) -> None:
        """Have some worker play the bots of a table."""
        await self.jobs.defer("play_bots", table, table=table)
