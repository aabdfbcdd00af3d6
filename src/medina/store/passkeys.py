"""Passkeys: the public halves of keys that people's devices keep for them."""

from __future__ import annotations

from msgspec import Struct
from sqlalchemy import delete, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from medina.store import tables as t


class Passkey(Struct, frozen=True, kw_only=True):
    """`credential` is what the device calls it. `used` is the moment of the last challenge it answered."""

    id: str
    user_id: str
    label: str
    credential: str
    public_key: str
    sign_count: int
    created: int
    used: int | None


class Passkeys:
    """Everybody's passkeys."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine

    async def of(self, user: str) -> list[Passkey]:
        """A person's passkeys, oldest first."""
        query = select(t.passkeys).where(t.passkeys.c.user_id == user).order_by(t.passkeys.c.created)
        async with self.engine.connect() as connection:
            return [Passkey(**row._mapping) for row in await connection.execute(query)]

    async def by_credential(self, credential: str) -> Passkey | None:
        query = select(t.passkeys).where(t.passkeys.c.credential == credential)
        async with self.engine.connect() as connection:
            row = (await connection.execute(query)).first()
        return None if row is None else Passkey(**row._mapping)

    async def add(self, passkey: Passkey, most: int) -> bool:
        """A new passkey; False when this person has as many as anybody may have, or somebody has this very one. Who
        asks twice at once waits in line: the first statement locks the person's row, or all of SQLite."""
        c, mine = t.users.c, t.passkeys.c.user_id == passkey.user_id
        try:
            async with self.engine.begin() as connection:
                await connection.execute(update(t.users).where(c.id == passkey.user_id).values(id=c.id))
                if (await connection.execute(select(func.count()).where(mine))).scalar_one() >= most:
                    return False
                values = {name: getattr(passkey, name) for name in Passkey.__struct_fields__}
                await connection.execute(insert(t.passkeys).values(values))
        except IntegrityError:
            return False
        return True

    async def rename(self, user: str, passkey: str, label: str) -> bool:
        """False when this person has none of that id."""
        c = t.passkeys.c
        query = update(t.passkeys).where(c.user_id == user, c.id == passkey).values(label=label)
        async with self.engine.begin() as connection:
            return (await connection.execute(query)).rowcount > 0

    async def drop(self, user: str, passkey: str) -> bool:
        """False when this person has none of that id."""
        c = t.passkeys.c
        async with self.engine.begin() as connection:
            return (await connection.execute(delete(t.passkeys).where(c.user_id == user, c.id == passkey))).rowcount > 0

    async def note_use(self, passkey: str, asked: int, sign_count: int) -> bool:
        """It answered the challenge of this moment. False if it has answered that one or a later one before: nobody
        gets in with an answer that was overheard."""
        c = t.passkeys.c
        fresh = or_(c.used.is_(None), c.used < asked)
        query = update(t.passkeys).where(c.id == passkey, fresh).values(used=asked, sign_count=sign_count)
        async with self.engine.begin() as connection:
            return (await connection.execute(query)).rowcount > 0
