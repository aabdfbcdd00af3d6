"""What people are called now, by id."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncEngine

from medina.store import tables as t
from medina.table.people import PersonInfo
from medina.table.wire import People


class Named(Struct, frozen=True):
    """The name of a person, and the account that a guest has become."""

    info: PersonInfo
    became: str | None


class Names:
    """Looks up ids. Whoever has been forgotten is not found."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine

    async def of(self, ids: Iterable[str]) -> dict[str, Named]:
        """The people of these ids that there are."""
        wanted = sorted(set(ids))
        if not wanted:
            return {}
        c = t.users.c
        query = select(c.id, c.name, c.password.is_not(None).label("account"), c.became)
        async with self.engine.connect() as connection:
            rows = await connection.execute(query.where(c.id.in_(wanted), ~c.deleted))
            return {row.id: Named(PersonInfo(row.name, row.account), row.became) for row in rows}

    async def infos(self, ids: Iterable[str]) -> People:
        """The names of these people, for an answer that names them by id."""
        return {id: named.info for id, named in (await self.of(ids)).items()}
