"""EmailTokens that are sent to people: each opens one thing once, for a while. Only their digests are stored."""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from msgspec.structs import asdict
from sqlalchemy import ColumnElement, and_, delete, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from medina.store import tables as t


class EmailToken(Struct, frozen=True):
    """With an address it says that letters to it arrive; without one it lets its owner choose a new password."""

    digest: str
    user_id: str
    email: str | None
    until: int


class EmailTokens:
    """The keys that have been sent and not been used."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine

    async def add(self, token: EmailToken, now: int) -> None:
        """A new key; the one before of the same kind, and those that are too old, are worth nothing any more."""
        c = t.email_tokens.c
        same = and_(c.user_id == token.user_id, c.email.is_(None) if token.email is None else c.email.is_not(None))
        async with self.engine.begin() as connection:
            await connection.execute(delete(t.email_tokens).where(or_(same, c.until <= now)))
            await connection.execute(insert(t.email_tokens).values(asdict(token)))

    async def owner(self, digest: str, now: int) -> str | None:
        """Who may choose a new password with this key."""
        async with self.engine.connect() as connection:
            found = await connection.execute(select(t.email_tokens.c.user_id).where(_opens_password(digest, now)))
            return found.scalar()

    async def change_password(self, digest: str, now: int, password: str) -> str | None:
        """Use a key up and change its owner's password; whoever knew the old one is out, tokens, passkeys, keys
        and browsers that are called, too.

        Gives the owner, or None when somebody was faster or it is too late.
        """
        async with self.engine.begin() as connection:
            used = await _use_up(connection, _opens_password(digest, now))
            if used is None:
                return None
            owner = update(t.users).where(t.users.c.id == used.user_id, ~t.users.c.deleted)
            await connection.execute(owner.values(password=password))
            for table in (t.tokens, t.passkeys, t.push_subscriptions, t.email_tokens):
                await connection.execute(delete(table).where(table.c.user_id == used.user_id))
            return str(used.user_id)

    async def confirm_email(self, digest: str, now: int) -> bool:
        """Use a key up: letters to this address arrive, so it is its owner's from now on."""
        c = t.email_tokens.c
        async with self.engine.begin() as connection:
            used = await _use_up(connection, and_(c.digest == digest, c.until > now, c.email.is_not(None)))
            if used is None:
                return False
            owner = update(t.users).where(t.users.c.id == used.user_id, ~t.users.c.deleted)
            await connection.execute(owner.values(email=used.email))
            return True


def _opens_password(digest: str, now: int) -> ColumnElement[bool]:
    c = t.email_tokens.c
    return and_(c.digest == digest, c.until > now, c.email.is_(None))


async def _use_up(connection: AsyncConnection, which: ColumnElement[bool]) -> Any:
    """Deleting tells who was first: two who use a key at once do not both get in."""
    query = delete(t.email_tokens).where(which).returning(t.email_tokens.c.user_id, t.email_tokens.c.email)
    return (await connection.execute(query)).first()
