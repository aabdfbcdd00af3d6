"""People, their tokens, and settings kept in the database."""

from __future__ import annotations

import asyncio
import time
from typing import Any

from msgspec import Struct
from sqlalchemy import bindparam, delete, exists, func, insert, select, update
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from medina.store import tables as t
from medina.store.database import yield_to_writer
from medina.store.notices import tell
from medina.store.register import REGISTER, About, Elsewhere, HandOver, Move, Nothing

MINUTE_MS = 60_000
STORE_SECONDS = 5.0
CHECKED = "checked"
"""The setting that is written to see whether anything can be."""
SECRET = "secret"
"""The setting that signs cookies, where the database keeps it."""


class User(Struct, frozen=True):
    """A guest, or an account when there is a password."""

    id: str
    name: str
    name_key: str | None
    password: str | None
    language: str | None
    created: int
    deleted: bool
    log_outs: int = 0
    email: str | None = None
    became: str | None = None
    """Of a guest who logged in and took the games along: the account."""
    role: str | None = None
    """`moderator` or `host`, for those who look after the site."""

    @property
    def account(self) -> bool:
        """Can this person log in?"""
        return self.password is not None


class Token(Struct, frozen=True):
    """A program's key, known by its digest only."""

    id: str
    user_id: str
    label: str
    digest: str
    created: int
    used: int | None


_BY_ID = select(t.users).where(t.users.c.id == bindparam("key"), ~t.users.c.deleted)
_BY_NAME = select(t.users).where(t.users.c.name_key == bindparam("key"), ~t.users.c.deleted)


class NameTaken(Exception):
    """Another account has this name."""


class People:
    """People, their tokens, and settings. What other processes show of people is told to them as `origin`."""

    def __init__(self, engine: AsyncEngine, origin: str = "") -> None:
        self.engine, self.origin = engine, origin

    async def add(self, user: User) -> None:
        await self._change(insert(t.users).values({name: getattr(user, name) for name in User.__struct_fields__}))

    async def by_id(self, user: str) -> User | None:
        """A person who has not been deleted."""
        return await self._user(_BY_ID, user)

    async def by_name(self, key: str) -> User | None:
        return await self._user(_BY_NAME, key)

    async def account_of(self, user: str) -> User | None:
        """The account that a guest became, else the person; None if deleted."""
        found = await self.by_id(user)
        return found if found is None or found.became is None else await self.by_id(found.became)

    async def change(self, user: str, **values: Any) -> None:
        """Change columns of a person; raises NameTaken. Other processes are told of a new name."""
        try:
            async with self.engine.begin() as connection:
                await connection.execute(update(t.users).where(t.users.c.id == user).values(**values))
                if "name" in values:
                    await tell(connection, self.origin, people=[user])
        except IntegrityError:
            raise NameTaken from None

    async def log_out(self, user: str) -> None:
        """What was signed before is worth nothing any more, and no browser is called any more."""
        async with self.engine.begin() as connection:
            once_more = update(t.users).where(t.users.c.id == user).values(log_outs=t.users.c.log_outs + 1)
            await connection.execute(once_more)
            await connection.execute(delete(t.push_subscriptions).where(t.push_subscriptions.c.user_id == user))

    async def take_along(self, guest: str, account: str) -> None:
        """Note that a guest is this account from now on; hand over the guest's rows as the register says."""
        async with self.engine.begin() as connection:
            await yield_to_writer(connection)
            await connection.execute(update(t.users).where(t.users.c.id == guest).values(became=account))
            for about in REGISTER:
                match about.hand_over:
                    case Move():
                        await _move(connection, about, guest, account)
                    case HandOver(work, _):
                        await work(connection, guest, account)
                    case Elsewhere() | Nothing():
                        pass
            await tell(connection, self.origin, people=[guest, account])

    async def selves(self, user: str) -> list[str]:
        """A person's id, and the ids of the guests that became this account."""
        async with self.engine.connect() as connection:
            guests = await connection.execute(select(t.users.c.id).where(t.users.c.became == user))
            return [user, *guests.scalars()]

    async def change_password(self, user: str, password: str) -> None:
        """Whoever knew the old one may have made tokens and passkeys with it, or have a browser that is called: they go
        with it."""
        async with self.engine.begin() as connection:
            await connection.execute(update(t.users).where(t.users.c.id == user).values(password=password))
            for table in (t.tokens, t.passkeys, t.push_subscriptions):
                await connection.execute(delete(table).where(table.c.user_id == user))

    async def tokens(self, user: str) -> list[Token]:
        """A person's tokens, oldest first."""
        query = select(t.tokens).where(t.tokens.c.user_id == user).order_by(t.tokens.c.created)
        async with self.engine.connect() as connection:
            return [Token(**row._mapping) for row in await connection.execute(query)]

    async def add_token(self, token: Token, most: int) -> bool:
        """A new token; False when this person has as many as anybody may have. Who asks twice at once waits in line:
        the first statement locks the person's row, or all of SQLite."""
        c, mine = t.users.c, t.tokens.c.user_id == token.user_id
        async with self.engine.begin() as connection:
            await connection.execute(update(t.users).where(c.id == token.user_id).values(id=c.id))
            if (await connection.execute(select(func.count()).where(mine))).scalar_one() >= most:
                return False
            values = {name: getattr(token, name) for name in Token.__struct_fields__}
            await connection.execute(insert(t.tokens).values(values))
        return True

    async def drop_token(self, user: str, token: str) -> bool:
        """Take a token back; False when this person has none of that id."""
        query = delete(t.tokens).where(t.tokens.c.user_id == user, t.tokens.c.id == token)
        return await self._change(query) > 0

    async def by_token(self, digest: str, now: int) -> User | None:
        """Whom a token stands for. When it was used is noted to the minute: a program asks many times a second."""
        c = t.tokens.c
        async with self.engine.connect() as connection:
            row = (await connection.execute(select(c.user_id, c.used).where(c.digest == digest))).first()
        if row is None:
            return None
        if row.used is None or row.used < now - MINUTE_MS:
            await self._change(update(t.tokens).where(c.digest == digest).values(used=now))
        return await self.by_id(row.user_id)

    async def setting(self, key: str) -> str | None:
        """A value kept for all processes."""
        async with self.engine.connect() as connection:
            return (await connection.execute(select(t.settings.c.value).where(t.settings.c.key == key))).scalar()

    async def keep_setting(self, key: str, value: str) -> str:
        """Keep a value unless one is kept already; gives the kept one."""
        try:
            await self._change(insert(t.settings).values(key=key, value=value))
        except IntegrityError:
            return await self.setting(key) or value
        return value

    async def drop_setting(self, key: str) -> None:
        await self._change(delete(t.settings).where(t.settings.c.key == key))

    async def can_store(self) -> bool:
        """Does the database take anything? Only trying tells: one whose disk is full still answers questions."""
        now = str(time.time_ns())
        try:
            async with asyncio.timeout(STORE_SECONDS):
                if not await self._change(update(t.settings).where(t.settings.c.key == CHECKED).values(value=now)):
                    await self.keep_setting(CHECKED, now)
        except (SQLAlchemyError, OSError):
            return False
        return True

    async def _user(self, query: Any, key: str) -> User | None:
        async with self.engine.connect() as connection:
            row = (await connection.execute(query, {"key": key})).first()
            return None if row is None else User(*row)

    async def _change(self, statement: Any) -> int:
        async with self.engine.begin() as connection:
            result = await connection.execute(statement)
            return int(getattr(result, "rowcount", 0))


async def _move(connection: AsyncConnection, about: About, guest: str, account: str) -> None:
    """Give a guest's rows to an account, but for those that the account has already."""
    table, who = about.table, about.who
    if who.primary_key:
        own = table.alias()
        same = [own.c[key.name] == key for key in table.primary_key if key is not who]
        had = exists().where(own.c[who.name] == account, *same)
        await connection.execute(delete(table).where(who == guest, had))
    await connection.execute(update(table).where(who == guest).values({who.name: account}))
