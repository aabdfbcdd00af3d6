"""Whom people have muted or blocked."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sqlalchemy import Column, and_, delete, func, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from medina.store import tables as t

BLOCK = "block"
"""The kind that also keeps the other person away from tables; "mute" only hides what the person says."""


class Blocks:
    """Mutes and blocks, one for each pair of people."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine

    async def of(self, user: str) -> list[dict[str, Any]]:
        """(user, name, kind) of those whom a person has muted or blocked, by when that was."""
        c = t.blocks.c
        query = (
            select(c.other_id.label("user"), t.users.c.name, c.kind)
            .join(t.users, t.users.c.id == c.other_id)
            .where(c.user_id == user)
            .order_by(c.at)
        )
        async with self.engine.connect() as connection:
            return [dict(row._mapping) for row in await connection.execute(query)]

    async def set(self, user: str, other: str, kind: str, at: int, most: int) -> bool:
        """Mute or block another person; False if `user` has muted or blocked `most` people already."""
        c = t.blocks.c
        again = update(t.blocks).where(c.user_id == user, c.other_id == other).values(kind=kind, at=at)
        async with self.engine.begin() as connection:
            if (await connection.execute(again)).rowcount:
                return True
            if (await connection.execute(select(func.count()).where(c.user_id == user))).scalar_one() >= most:
                return False
            await connection.execute(insert(t.blocks).values(user_id=user, other_id=other, kind=kind, at=at))
        return True

    async def drop(self, user: str, other: str) -> None:
        """Remove the mute or block of one person by another."""
        async with self.engine.begin() as connection:
            await connection.execute(delete(t.blocks).where(t.blocks.c.user_id == user, t.blocks.c.other_id == other))

    async def keep_away(self, users: Iterable[str], who: str) -> bool:
        """True if any of these people has blocked `who`."""
        c = t.blocks.c
        query = select(c.user_id).where(c.other_id == who, c.kind == BLOCK, c.user_id.in_(list(users))).limit(1)
        async with self.engine.connect() as connection:
            return (await connection.execute(query)).first() is not None


async def hand_over(connection: AsyncConnection, guest: str, account: str) -> None:
    """Move mutes and blocks, those of a guest and those of others against the guest, to the account of the guest.

    If guest and account have both muted or blocked the same person, the account keeps one row: a block if one of the
    two is a block. A row between guest and account is removed.
    """
    c = t.blocks.c
    itself = or_(and_(c.user_id == guest, c.other_id == account), and_(c.user_id == account, c.other_id == guest))
    await connection.execute(delete(t.blocks).where(itself))
    for side, across in ((c.user_id, c.other_id), (c.other_id, c.user_id)):
        await _merge(connection, side, across, guest, account)


async def _merge(connection: AsyncConnection, side: Column[str], across: Column[str], guest: str, account: str) -> None:
    """Move the rows in which the column `side` names the guest; the column `across` names the other person."""
    own = t.blocks.alias()
    whom, mine = own.c[across.name], own.c[side.name]
    known = select(whom).where(mine == account)
    blocked = select(whom).where(mine == guest, own.c.kind == BLOCK)
    await connection.execute(update(t.blocks).where(side == account, across.in_(blocked)).values(kind=BLOCK))
    await connection.execute(delete(t.blocks).where(side == guest, across.in_(known)))
    await connection.execute(update(t.blocks).where(side == guest).values({side.name: account}))
