"""Whom people do not want to hear, or to meet; and what they have reported."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict
from sqlalchemy import Column, and_, delete, func, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from medina.store import tables as t

BLOCK = "block"
"""The kind that keeps somebody away; the other, "mute", only hides what they say."""


class Report(Struct, frozen=True, kw_only=True):
    """A name, or a line of chat (then with its table and number), in the `words` it had when it was reported."""

    id: str
    at: int
    reporter: str | None
    user_id: str
    kind: str
    words: str
    note: str
    table_id: str | None = None
    seq: int | None = None
    closed: int | None = None


class Bonds:
    """Between one person and another."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine

    async def of(self, user: str) -> list[dict[str, Any]]:
        """(user, name, kind) of those whom a person has muted or blocked, by when that was."""
        c = t.bonds.c
        query = (
            select(c.other_id.label("user"), t.users.c.name, c.kind)
            .join(t.users, t.users.c.id == c.other_id)
            .where(c.user_id == user)
            .order_by(c.at)
        )
        async with self.engine.connect() as connection:
            return [dict(row._mapping) for row in await connection.execute(query)]

    async def set(self, user: str, other: str, kind: str, at: int, most: int) -> bool:
        """Mute or block somebody; False when this person has done so to as many as anybody may."""
        c = t.bonds.c
        again = update(t.bonds).where(c.user_id == user, c.other_id == other).values(kind=kind, at=at)
        async with self.engine.begin() as connection:
            if (await connection.execute(again)).rowcount:
                return True
            if (await connection.execute(select(func.count()).where(c.user_id == user))).scalar_one() >= most:
                return False
            await connection.execute(insert(t.bonds).values(user_id=user, other_id=other, kind=kind, at=at))
        return True

    async def drop(self, user: str, other: str) -> None:
        """Let bygones be bygones."""
        async with self.engine.begin() as connection:
            await connection.execute(delete(t.bonds).where(t.bonds.c.user_id == user, t.bonds.c.other_id == other))

    async def keep_away(self, users: Iterable[str], who: str) -> bool:
        """Has any of these people blocked that one?"""
        c = t.bonds.c
        query = select(c.user_id).where(c.other_id == who, c.kind == BLOCK, c.user_id.in_(list(users))).limit(1)
        async with self.engine.connect() as connection:
            return (await connection.execute(query)).first() is not None


async def hand_over(connection: AsyncConnection, guest: str, account: str) -> None:
    """Move mutes and blocks, those of a guest and those of others against the guest, to the account of the guest.

    If guest and account both have a bond with somebody, the account keeps one: a block if one of the two is a block.
    Nobody has a bond with themselves.
    """
    c = t.bonds.c
    itself = or_(and_(c.user_id == guest, c.other_id == account), and_(c.user_id == account, c.other_id == guest))
    await connection.execute(delete(t.bonds).where(itself))
    for side, across in ((c.user_id, c.other_id), (c.other_id, c.user_id)):
        await _merge(connection, side, across, guest, account)


async def _merge(connection: AsyncConnection, side: Column[str], across: Column[str], guest: str, account: str) -> None:
    """Move the bonds in which one column names the guest; the other column says with whom each is."""
    own = t.bonds.alias()
    whom, mine = own.c[across.name], own.c[side.name]
    known = select(whom).where(mine == account)
    blocked = select(whom).where(mine == guest, own.c.kind == BLOCK)
    await connection.execute(update(t.bonds).where(side == account, across.in_(blocked)).values(kind=BLOCK))
    await connection.execute(delete(t.bonds).where(side == guest, across.in_(known)))
    await connection.execute(update(t.bonds).where(side == guest).values({side.name: account}))


class Reports:
    """For whoever looks after the site."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine

    async def add(self, report: Report) -> None:
        async with self.engine.begin() as connection:
            await connection.execute(insert(t.reports).values(asdict(report)))

    async def open(self) -> list[Report]:
        """Those that nobody has dealt with, oldest first."""
        return await self._found(t.reports.c.closed.is_(None))

    async def find(self, id: str) -> Report | None:
        found = await self._found(t.reports.c.id == id)
        return found[0] if found else None

    async def about(self, table: str) -> bool:
        """Was something reported at this table?"""
        return bool(await self._found(t.reports.c.table_id == table))

    async def settled(self, most: int = 100) -> list[Report]:
        """Those that were dealt with, the last first."""
        c = t.reports.c
        query = select(t.reports).where(c.closed.is_not(None)).order_by(c.closed.desc(), c.id).limit(most)
        async with self.engine.connect() as connection:
            return [Report(**row._mapping) for row in await connection.execute(query)]

    async def _found(self, which: Any) -> list[Report]:
        async with self.engine.connect() as connection:
            rows = await connection.execute(select(t.reports).where(which).order_by(t.reports.c.at, t.reports.c.id))
            return [Report(**row._mapping) for row in rows]
