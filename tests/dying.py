"""Work done by a process that is killed before one of its statements to the database: no goodbye, no rollback."""

from __future__ import annotations

import asyncio
import itertools
import os
import signal
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

from sqlalchemy import event
from sqlalchemy.ext.asyncio import AsyncEngine

from medina.store.database import open_engine

Work = Callable[[AsyncEngine], Awaitable[Any]]


def deaths(url: str, work: Work, step: int = 5) -> Iterator[int]:
    """Do the work again and again, killed before an ever later statement, until it comes to its end."""
    for count in itertools.count(1, step):
        if _dies(url, work, count):
            yield count
        else:
            return


def _dies(url: str, work: Work, count: int) -> bool:
    child = os.fork()
    if child == 0:
        code = 1
        try:
            asyncio.run(_do(url, work, count))
            code = 0
        finally:
            os._exit(code)
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        assert os.WTERMSIG(status) == signal.SIGKILL
        return True
    assert os.WEXITSTATUS(status) == 0
    return False


async def _do(url: str, work: Work, count: int) -> None:
    engine = open_engine(url)
    statements = itertools.count(1)

    @event.listens_for(engine.sync_engine, "before_cursor_execute")
    @event.listens_for(engine.sync_engine, "commit")
    def before(*_: Any) -> None:
        if next(statements) == count:
            os.kill(os.getpid(), signal.SIGKILL)

    await work(engine)
    await engine.dispose()
