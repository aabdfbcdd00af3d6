"""From where analyses were asked for: an address with many guests has no more of them than any other."""

from __future__ import annotations

import asyncio
import contextlib
from collections import OrderedDict
from collections.abc import AsyncIterator

from medina.server.errors import sorry
from medina.store.studies import Studies

MOST_ADDRESSES = 10_000
"""Addresses remembered; those that asked longest ago are forgotten first."""


class Askers:
    """Which analyses each address has under way, as far as this process knows: where people come from is not stored."""

    def __init__(self, studies: Studies, most: int) -> None:
        self.studies, self.most = studies, most
        self._asked: OrderedDict[str, list[str]] = OrderedDict()
        self._one_by_one = asyncio.Lock()

    @contextlib.asynccontextmanager
    async def place(self, address: str, id: str) -> AsyncIterator[None]:
        """While an analysis is begun. Who asks for many at the same moment is not answered before they are counted."""
        async with self._one_by_one:
            running = await self.studies.running(self._asked.pop(address, []))
            self._asked[address] = running
            if self.most and len(running) >= self.most:
                raise sorry("crowded_analyses")
            yield
            running.append(id)
            if len(self._asked) > MOST_ADDRESSES:
                self._asked.popitem(last=False)
