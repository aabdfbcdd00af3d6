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

BOTS_QUEUE, STUDIES_QUEUE = "medina", "medina-studies"
"""The queues: nobody's bot waits behind an analysis or a game of bots only."""
TURNS_A_PROCESS = 2
"""Bots' turns taken at once for each thinking process: while one waits so that people can follow, another thinks."""
STUDIES_AT_ONCE = 4
"""Analyses that take turns moment by moment, so that a short one need not wait for a long one."""
AGAIN_SECONDS = 2.0
POOL_SECONDS = 5.0
"""How long the library's connections are waited for. Its own patience grows to minutes, in which no bot would move."""
HEARTBEAT = 2.0
STALLED = 8.0
"""A worker that has not been heard of for so many seconds is dead; its jobs go to others."""

log = structlog.get_logger("jobs")


class Jobs:
    """The queue, and this process's worker on it if it has one."""

    def __init__(self, url: str) -> None:
        connector = procrastinate.PsycopgConnector(
            conninfo=url, min_size=1, max_size=6, timeout=POOL_SECONDS, reconnect_timeout=POOL_SECONDS
        )
        self.app = procrastinate.App(connector=connector)
        self._worker: asyncio.Future[Any] | None = None
        self._closing = False

    def task(self, name: str, work: Callable[..., Awaitable[None]]) -> None:
        """What to do with jobs of a name."""
        retry = procrastinate.RetryStrategy(max_attempts=5, wait=1)
        self.app.task(name=name, queue=BOTS_QUEUE, retry=retry)(work)

    async def open(self) -> None:
        await self.app.open_async()

    async def close(self) -> None:
        """Let go; running jobs are left for others."""
        self._closing = True
        if self._worker is not None:
            self._worker.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._worker
        await self.app.close_async()

    def work(self, processes: int) -> None:
        """Begin to take jobs in this process."""
        turns = TURNS_A_PROCESS * max(1, processes)
        self._worker = asyncio.gather(self._take(BOTS_QUEUE, turns), self._take(STUDIES_QUEUE, STUDIES_AT_ONCE))

    async def _take(self, queue: str, concurrency: int) -> None:
        """Take jobs until closed. The library's worker gives up with its database; ours comes back with it."""
        while not self._closing:
            try:
                await self._take_until_lost(queue, concurrency)
            except Exception as error:
                log.warning("the job queue was lost", queue=queue, error=str(error.__cause__ or error).strip())
            if not self._closing:
                await asyncio.sleep(AGAIN_SECONDS)

    async def _take_until_lost(self, queue: str, concurrency: int) -> None:
        await self.app.run_worker_async(
            queues=[queue],
            concurrency=concurrency,
            install_signal_handlers=False,
            fetch_job_polling_interval=1.0,
            update_heartbeat_interval=HEARTBEAT,
            stalled_worker_timeout=STALLED,
            shutdown_graceful_timeout=5,
            delete_jobs="always",
        )

    async def defer(self, name: str, key: str, queue: str, **arguments: Any) -> None:
        """One job for this key: one waiting at most, one running at a time."""
        with contextlib.suppress(AlreadyEnqueued):
            await self.app.configure_task(
                name, queue=queue, queueing_lock=f"{name}:{key}", lock=f"{name}:{key}"
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
            await self.defer(job.task_name, key, job.queue, **job.task_kwargs)
        return len(stalled)
