"""Bots' turns that are due, and whoever thinks about them: rows of `tables`, each taken by a lease.

A lease that is not renewed ends by itself, so the turn of a process that died is soon taken by another.
"""

from __future__ import annotations

from collections.abc import Collection

from msgspec import Struct
from sqlalchemy import ColumnElement, and_, case, func, or_, select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from medina.store import tables as t

LEASE_MS = 4_000
"""For so long a turn is left to whoever took it."""


class Asker(Struct, frozen=True):
    """For whom bots move: people or an exhibition, by a hash of their address and by person."""

    exhibition: bool
    origin: str | None
    person: str | None

    @property
    def address(self) -> str:
        """What stands for the address; whose address is not known has one of their own."""
        return self.origin or f"of {self.person}"


class Queue(Struct, frozen=True):
    """The turns that are due for somebody: how many wait, how many are thought about, and since when one waits."""

    asker: Asker
    waiting: int
    held: int
    since: int


class Turn(Struct, frozen=True):
    """A turn that was taken, and how often it was before."""

    table: str
    asker: Asker
    tries: int


class Turns:
    """All bots' turns of the site, as one process takes them."""

    def __init__(self, engine: AsyncEngine, worker: str) -> None:
        self.engine, self.worker = engine, worker

    async def queues(self, now: int) -> list[Queue]:
        """Everybody whose bots are due."""
        c, free = t.tables.c, _is_free(now)
        waiting = func.sum(case((free, 1), else_=0))
        held = func.sum(case((free, 0), else_=1))
        since = func.min(case((free, c.bot_due), else_=None))
        asker = (c.bot_exhibition, c.bot_origin, c.bot_person)
        query = select(*asker, waiting, held, since).where(c.bot_due.is_not(None)).group_by(*asker)
        async with self.engine.connect() as connection:
            return [
                Queue(Asker(bool(exhibition), origin, person), int(count), int(others), first or now)
                for exhibition, origin, person, count, others, first in await connection.execute(query)
            ]

    async def claim_turn(self, now: int, asker: Asker, lease: int = LEASE_MS) -> Turn | None:
        """Take the turn of theirs that has waited longest; None when others were faster."""
        c = t.tables.c
        mine = and_(
            c.bot_exhibition == asker.exhibition,
            c.bot_origin.is_not_distinct_from(asker.origin),
            c.bot_person.is_not_distinct_from(asker.person),
        )
        longest = select(c.id).where(c.bot_due.is_not(None), _is_free(now), mine).order_by(c.bot_due, c.id).limit(1)
        taking = (
            update(t.tables)
            .where(c.id == longest.with_for_update(skip_locked=True).scalar_subquery())
            .values(bot_lease=now + lease, bot_worker=self.worker, bot_tries=c.bot_tries + 1)
            .returning(c.id, c.bot_tries)
        )
        async with self.engine.begin() as connection:
            row = (await connection.execute(taking)).first()
        return None if row is None else Turn(row.id, asker, row.bot_tries - 1)

    async def renew(self, tables: Collection[str], now: int, lease: int = LEASE_MS) -> None:
        """Hold these for longer. A row that is being written needs no lease: its turn has just been played."""
        c = t.tables.c
        mine = select(c.id).where(c.id.in_(tables), c.bot_worker == self.worker).with_for_update(skip_locked=True)
        async with self.engine.begin() as connection:
            await connection.execute(update(t.tables).where(c.id.in_(mine)).values(bot_lease=now + lease))

    async def give_back(self, table: str) -> None:
        """Let others take it at once; that it was taken does not count."""
        c = t.tables.c
        left = {"bot_lease": None, "bot_worker": None, "bot_tries": c.bot_tries - 1}
        async with self.engine.begin() as connection:
            mine = update(t.tables).where(c.id == table, c.bot_worker == self.worker, c.bot_tries > 0)
            await connection.execute(mine.values(left))

    async def free_all(self) -> None:
        """End every lease: nobody else is there who could hold one."""
        async with self.engine.begin() as connection:
            held = update(t.tables).where(t.tables.c.bot_lease.is_not(None))
            await connection.execute(held.values(bot_lease=None, bot_worker=None))

    async def waiting(self, now: int) -> int:
        """How many turns nobody thinks about yet."""
        query = select(func.count()).where(t.tables.c.bot_due.is_not(None), _is_free(now))
        async with self.engine.connect() as connection:
            return int((await connection.execute(query)).scalar_one())


def _is_free(now: int) -> ColumnElement[bool]:
    """Has nobody taken it, or not for long enough? A lease far ahead is of a clock that was so."""
    lease = t.tables.c.bot_lease
    return or_(lease.is_(None), lease <= now, lease > now + 10 * LEASE_MS)
