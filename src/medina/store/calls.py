"""Calling people: in which browsers, for what, and what is still to be told. A row for each person and table."""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from msgspec.structs import asdict
from sqlalchemy import ColumnElement, and_, delete, func, insert, select, union, update
from sqlalchemy.ext.asyncio import AsyncEngine

from medina.store import tables as t
from medina.store.outbox import Due, Outbox, steps


class Browser(Struct, frozen=True, kw_only=True):
    """Where a browser can be called: its push service's address, and the keys that only this browser reads with."""

    digest: str
    user_id: str
    endpoint: str
    p256dh: str
    auth: str
    language: str
    at: int


class Wishes(Struct, frozen=True, kw_only=True):
    """The kinds of calls that somebody wants on their screens, and by letter, and in which language letters are."""

    push: tuple[str, ...]
    letter: tuple[str, ...]
    language: str


class Callees:
    """Who can be called, and how."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine

    async def all(self) -> set[str]:
        """Everybody who can be called in any way."""
        query = union(select(t.browsers.c.user_id), select(t.wishes.c.user_id).where(t.wishes.c.letter != ""))
        async with self.engine.connect() as connection:
            return set((await connection.execute(query)).scalars())

    async def browsers(self, user: str) -> list[Browser]:
        """A person's browsers, the latest first."""
        query = select(t.browsers).where(t.browsers.c.user_id == user).order_by(t.browsers.c.at.desc())
        async with self.engine.connect() as connection:
            return [Browser(**row._mapping) for row in await connection.execute(query)]

    async def add_browser(self, browser: Browser, most: int) -> None:
        """One browser is one person's: whoever had it before is not called there any more. When there are too many,
        the one that has not been heard of for longest goes."""
        c = t.browsers.c
        async with self.engine.begin() as connection:
            await connection.execute(delete(t.browsers).where(c.digest == browser.digest))
            await connection.execute(insert(t.browsers).values(asdict(browser)))
            kept = select(c.digest).where(c.user_id == browser.user_id).order_by(c.at.desc(), c.digest).limit(most)
            older = delete(t.browsers).where(c.user_id == browser.user_id, c.digest.not_in(kept))
            await connection.execute(older)

    async def drop_browser(self, digest: str) -> None:
        async with self.engine.begin() as connection:
            await connection.execute(delete(t.browsers).where(t.browsers.c.digest == digest))

    async def wishes(self, user: str) -> Wishes | None:
        """What somebody has chosen; None who has not."""
        async with self.engine.connect() as connection:
            row = (await connection.execute(select(t.wishes).where(t.wishes.c.user_id == user))).first()
        if row is None:
            return None
        return Wishes(push=_kinds(row.push), letter=_kinds(row.letter), language=row.language)

    async def wish(self, user: str, wishes: Wishes) -> None:
        values = {"push": ",".join(wishes.push), "letter": ",".join(wishes.letter), "language": wishes.language}
        async with self.engine.begin() as connection:
            await connection.execute(delete(t.wishes).where(t.wishes.c.user_id == user))
            await connection.execute(insert(t.wishes).values(user_id=user, **values))

    async def write_no_more(self, user: str) -> None:
        """No letter about games goes to this person until they ask for them again."""
        async with self.engine.begin() as connection:
            await connection.execute(update(t.wishes).where(t.wishes.c.user_id == user).values(letter=""))


def _kinds(text: str) -> tuple[str, ...]:
    return tuple(filter(None, text.split(",")))


class Calls:
    """What is to be told to whom, from the event to the moment when it is no news any more."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine

    async def change(self, box: Outbox) -> None:
        """What no event brought about."""
        async with self.engine.begin() as connection:
            for sql, given in steps(box, self.engine.dialect.name):
                await connection.exec_driver_sql(sql, given)

    async def due(self, now: int, most: int) -> list[Due]:
        """What is to be told by now, the oldest first."""
        query = select(t.calls).where(t.calls.c.due <= now).order_by(t.calls.c.due).limit(most)
        return await self._found(query)

    async def of(self, user: str) -> list[Due]:
        """What is or was to be told to somebody."""
        return await self._found(select(t.calls).where(t.calls.c.user_id == user).order_by(t.calls.c.at))

    async def take(self, call: Due, until: int | None, shown: bool, lettered: int | None) -> bool:
        """Only one process tells it. Should that one die, the others see it again after that moment. That it is shown
        or written is noted before, so that whatever makes it old news meanwhile takes it back, and writes no more."""
        done = {"due": until, "shown": shown, "lettered": lettered}
        mine = update(t.calls).where(_same(call), t.calls.c.due == call.due).values(done)
        async with self.engine.begin() as connection:
            return (await connection.execute(mine)).rowcount > 0

    async def settle(self, call: Due, due: int | None) -> None:
        """When to look at it again; a newer call of the same table is left alone."""
        done = update(t.calls).where(_same(call)).values(due=due)
        async with self.engine.begin() as connection:
            await connection.execute(done)

    async def forget(self, call: Due) -> None:
        """It was taken back, and nothing is on anybody's screens any more."""
        async with self.engine.begin() as connection:
            await connection.execute(delete(t.calls).where(_same(call), t.calls.c.lettered.is_(None)))
            await connection.execute(update(t.calls).where(_same(call)).values(due=None, shown=False))

    async def forget_old(self, before: int) -> None:
        """Whoever has not come back for so long is not waited for."""
        async with self.engine.begin() as connection:
            await connection.execute(delete(t.calls).where(t.calls.c.at < before))

    async def _found(self, query: Any) -> list[Due]:
        async with self.engine.connect() as connection:
            return [Due(**row._mapping) for row in await connection.execute(query)]

    async def recent_partners(self, user: str, most: int) -> list[tuple[str, str]]:
        """(user, name) of people somebody has shared a table with, the latest first."""
        mine, theirs = t.seats.alias(), t.seats.alias()
        query = (
            select(t.users.c.id, t.users.c.name)
            .join(theirs, theirs.c.user_id == t.users.c.id)
            .join(mine, mine.c.table_id == theirs.c.table_id)
            .join(t.tables, t.tables.c.id == mine.c.table_id)
            .where(mine.c.user_id == user, theirs.c.user_id != user, ~t.users.c.deleted)
            .group_by(t.users.c.id, t.users.c.name)
            .order_by(func.max(t.tables.c.updated).desc())
            .limit(most)
        )
        async with self.engine.connect() as connection:
            return [(row.id, row.name) for row in await connection.execute(query)]


def _of(call: Due) -> ColumnElement[bool]:
    return and_(t.calls.c.user_id == call.user_id, t.calls.c.table_id == call.table_id)


def _same(call: Due) -> ColumnElement[bool]:
    return and_(_of(call), t.calls.c.kind == call.kind, t.calls.c.mark == call.mark)
