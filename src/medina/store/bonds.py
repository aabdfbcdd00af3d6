"""Whom people do not want to hear, or to meet; and what they have reported."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict
from sqlalchemy import and_, delete, func, insert, or_, select, update
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
    """Move the mutes and blocks of a guest to the account that the guest has become.

    Whom both have muted or blocked is blocked if one of them did that. Nobody has a bond with themselves.
    """
    c, own = t.bonds.c, t.bonds.alias()
    known = select(own.c.other_id).where(own.c.user_id == account)
    blocked = select(own.c.other_id).where(own.c.user_id == guest, own.c.kind == BLOCK)
    itself = or_(and_(c.user_id == guest, c.other_id == account), and_(c.user_id == account, c.other_id == guest))
    await connection.execute(delete(t.bonds).where(itself))
    await connection.execute(update(t.bonds).where(c.user_id == account, c.other_id.in_(blocked)).values(kind=BLOCK))
    await connection.execute(delete(t.bonds).where(c.user_id == guest, c.other_id.in_(known)))
    await connection.execute(update(t.bonds).where(c.user_id == guest).values(user_id=account))


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

    async def by(self, user: str) -> list[Report]:
        """What somebody has reported."""
        return await self._found(t.reports.c.reporter == user)

    async def _found(self, which: Any) -> list[Report]:
        async with self.engine.connect() as connection:
            rows = await connection.execute(select(t.reports).where(which).order_by(t.reports.c.at, t.reports.c.id))
            return [Report(**row._mapping) for row in rows]
