"""Playing the games of a match on several processes or machines, through joblib's backends."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import BrokenExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from multiprocessing import resource_tracker
from typing import Any, TypeVar

from medina.match.entrants import BadMatch, check_program
from medina.match.journal import Journal
from medina.match.plan import MatchPlan
from medina.match.play import GameResult, play_game
from medina.match.worker import settle
from medina.words import failure

Result = TypeVar("Result")

BACKENDS = ("loky", "threading", "dask")


@dataclass(frozen=True)
class Workers:
    """Who does the work: so many jobs at a time (None: as many as there are cores, or workers of a cluster).

    `loky` are processes here, `threading` threads here, `dask` the workers of the cluster whose scheduler is at
    an address such as tcp://10.0.0.1:8786.
    """

    jobs: int | None = None
    backend: str = "loky"
    scheduler: str | None = None

    def __post_init__(self) -> None:
        if self.jobs is not None and self.jobs < 1:
            raise failure(BadMatch, "match.error.jobs")
        if self.backend not in BACKENDS:
            raise failure(BadMatch, "match.error.backend", backend=self.backend, backends=", ".join(BACKENDS))
        if (self.backend == "dask") != (self.scheduler is not None):
            raise failure(BadMatch, "match.error.scheduler")


def play_match(
    plan: MatchPlan, journal: Journal | None = None, workers: Workers | None = None
) -> Generator[GameResult]:
    """Play the games that the journal has not got yet; each result comes as soon as its game ends.

    Closing the iterator stops the match: games under way are given up, finished ones are in the journal.
    """
    workers = workers or Workers(jobs=1)
    if workers.scheduler is None:
        for bot in plan.entrants.values():
            check_program(bot)
    done = journal.results() if journal else {}
    todo = [number for number in range(1, plan.games + 1) if number not in done]
    for result in spread(play_game, ((plan, number) for number in todo), workers):
        if journal:
            journal.add(result)
        yield result


def spread(work: Callable[..., Result], tasks: Iterable[tuple[Any, ...]], workers: Workers) -> Generator[Result]:
    """Do the same work for every task, on all the workers; each result comes as soon as it is there."""
    from joblib import Parallel, delayed

    with _backend(workers):
        # One task a batch: they are long, and a stop should lose as few as possible.
        parallel = Parallel(return_as="generator_unordered", batch_size=1, pre_dispatch="2 * n_jobs")
        with _ctrl_c_later():
            results = parallel(delayed(work)(*task) for task in tasks)
        try:
            yield from results
        except BrokenExecutor:
            raise failure(BadMatch, "match.error.worker_died") from None
        finally:
            results.close()


@contextmanager
def _ctrl_c_later() -> Iterator[None]:
    """Processes that start here never hear Ctrl-C, not even before they can ask for that; this one hears it after.

    Blocking is inherited by the processes; but another thread here may still take the signal, so it is also kept.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    resource_tracker.ensure_running()  # else it starts with the workers, and its start ends the blocking
    kept: list[int] = []
    handler = signal.signal(signal.SIGINT, lambda number, _: kept.append(number))
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        signal.signal(signal.SIGINT, handler)
        for number in kept[:1]:
            signal.raise_signal(number)


@contextmanager
def _backend(workers: Workers) -> Iterator[None]:
    from joblib import parallel_config

    with ExitStack() as stack:
        settings: dict[str, Any] = {"backend": workers.backend, "n_jobs": workers.jobs or -1}
        if workers.backend == "loky":
            settings |= {"initializer": settle, "initargs": (os.getpid(),)}
        if workers.scheduler is not None:
            stack.enter_context(_cluster(workers.scheduler))
        stack.enter_context(parallel_config(**settings))
        yield


@contextmanager
def _cluster(scheduler: str) -> Iterator[None]:
    """A connection to a Dask cluster, which is the default one for joblib while it is open."""
    import distributed

    open_client: Any = distributed.Client
    try:
        client = open_client(scheduler, timeout=5)
    except (OSError, ValueError):
        raise failure(BadMatch, "match.error.no_cluster", scheduler=scheduler) from None
    with client:
        try:
            client.wait_for_workers(1, timeout=10)
        except TimeoutError:
            raise failure(BadMatch, "match.error.no_workers", scheduler=scheduler) from None
        yield
