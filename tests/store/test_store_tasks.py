"""Tasks that are let go end, however they take it."""

from __future__ import annotations

import asyncio

from medina.store.tasks import let_go


def test_a_task_ends_even_if_what_it_waits_for_comes_at_that_moment() -> None:
    async def work() -> None:
        news = asyncio.Event()

        async def waits() -> None:
            while True:
                await asyncio.wait_for(news.wait(), 60)
                news.clear()

        async def fails() -> None:
            try:
                await asyncio.sleep(60)
            finally:
                raise OSError("the line was lost")

        tasks = [asyncio.create_task(waits()), asyncio.create_task(fails())]
        await asyncio.sleep(0.01)
        news.set()
        await asyncio.sleep(0)
        async with asyncio.timeout(50):
            await let_go(tasks)
        assert all(task.done() for task in tasks)

    asyncio.run(work())
