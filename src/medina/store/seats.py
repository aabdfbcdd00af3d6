"""Who sits at which table, and who made it, when a guest becomes an account."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ColumnElement, case, func, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from medina.store import tables as t


async def hand_over(connection: AsyncConnection, guest: str, account: str) -> None:
    """Give the tables of a guest to an account: seats, open and running tables that the guest made, who is to move.

    At a table where the account sits itself, the guest remains a guest. The number of changes of each table grows by 1:
    a command that was decided before then fails as a conflict, and is decided again.
    """
    seats, tables = t.seats.c, t.tables.c
    own = select(seats.table_id).where(seats.user_id == account)
    sitting = select(seats.table_id).where(seats.user_id == guest)
    made = select(tables.id).where(tables.phase.in_(("open", "playing")), tables.host == guest)
    theirs = or_(tables.id.in_(sitting), tables.id.in_(made)) & tables.id.not_in(own)
    changing = update(t.drafts).where(t.drafts.c.table_id.in_(select(tables.id).where(theirs)))
    await connection.execute(changing.values(n=t.drafts.c.n + 1))
    names = (tables.host, tables.acting_user, tables.bot_person)
    changes: dict[str, ColumnElement[Any]] = {
        column.name: case((column == guest, account), else_=column) for column in names
    }
    changes["bot_n"] = tables.bot_n + 1
    changes["card"] = func.replace(tables.card, f'"{guest}"', f'"{account}"')
    await connection.execute(update(t.tables).where(theirs).values(changes))
    seated = update(t.seats).where(seats.user_id == guest, seats.table_id.not_in(own))
    await connection.execute(seated.values(user_id=account))
