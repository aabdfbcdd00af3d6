"""Push subscriptions, notification preferences, and notifications: one row for each person and table."""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from msgspec.structs import asdict
from sqlalchemy import ColumnElement, and_, delete, func, insert, select, union, update
from sqlalchemy.ext.asyncio import AsyncEngine

from medina.store import tables as t
from medina.store.outbox import Notification, Outbox, steps


class PushSubscription(Struct, frozen=True, kw_only=True):
    """A browser that takes push messages: its address at the push service, and the keys for sealing messages to it."""

    digest: str
    user_id: str
    endpoint: str
    p256dh: str
    auth: str
    language: str
    created: int


class NotificationPreferences(Struct, frozen=True, kw_only=True):
    """The kinds of notifications that a person wants by push and by e-mail, and the language of the e-mails."""

    push: tuple[str, ...]
    email: tuple[str, ...]
    language: str


class PushSubscriptions:
    """Who can be notified, and how."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine

    async def all(self) -> set[str]:
        """Everybody who can be notified, by push or by e-mail."""
        query = union(
            select(t.push_subscriptions.c.user_id),
            select(t.notification_preferences.c.user_id).where(t.notification_preferences.c.email != ""),
        )
        async with self.engine.connect() as connection:
            return set((await connection.execute(query)).scalars())

    async def of(self, user: str) -> list[PushSubscription]:
        """A person's push subscriptions, the latest first."""
        query = (
            select(t.push_subscriptions)
            .where(t.push_subscriptions.c.user_id == user)
            .order_by(t.push_subscriptions.c.created.desc())
        )
        async with self.engine.connect() as connection:
            return [PushSubscription(**row._mapping) for row in await connection.execute(query)]

    async def add(self, subscription: PushSubscription, most: int) -> None:
        """Add a browser's subscription; remove the one that another person had in it, and the person's oldest beyond
        `most`."""
        c = t.push_subscriptions.c
        async with self.engine.begin() as connection:
            await connection.execute(delete(t.push_subscriptions).where(c.digest == subscription.digest))
            await connection.execute(insert(t.push_subscriptions).values(asdict(subscription)))
            kept = (
                select(c.digest)
                .where(c.user_id == subscription.user_id)
                .order_by(c.created.desc(), c.digest)
                .limit(most)
            )
            older = delete(t.push_subscriptions).where(c.user_id == subscription.user_id, c.digest.not_in(kept))
            await connection.execute(older)

    async def drop(self, digest: str) -> None:
        async with self.engine.begin() as connection:
            await connection.execute(delete(t.push_subscriptions).where(t.push_subscriptions.c.digest == digest))

    async def preferences(self, user: str) -> NotificationPreferences | None:
        """A person's preferences; None if the person has chosen none."""
        mine = select(t.notification_preferences).where(t.notification_preferences.c.user_id == user)
        async with self.engine.connect() as connection:
            row = (await connection.execute(mine)).first()
        if row is None:
            return None
        return NotificationPreferences(push=_kinds(row.push), email=_kinds(row.email), language=row.language)

    async def set_preferences(self, user: str, preferences: NotificationPreferences) -> None:
        c = t.notification_preferences.c
        push, email = ",".join(preferences.push), ",".join(preferences.email)
        async with self.engine.begin() as connection:
            await connection.execute(delete(t.notification_preferences).where(c.user_id == user))
            row = {"user_id": user, "push": push, "email": email, "language": preferences.language}
            await connection.execute(insert(t.notification_preferences).values(row))

    async def unsubscribe(self, user: str) -> None:
        """Send this person no more e-mails about games, until the person asks for them again."""
        mine = update(t.notification_preferences).where(t.notification_preferences.c.user_id == user)
        async with self.engine.begin() as connection:
            await connection.execute(mine.values(email=""))


def _kinds(text: str) -> tuple[str, ...]:
    return tuple(filter(None, text.split(",")))


class Notifications:
    """Notifications, from the event to the moment when they are no news any more."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine

    async def change(self, box: Outbox) -> None:
        """Store changes that no event of a table brings about."""
        async with self.engine.begin() as connection:
            for sql, given in steps(box, self.engine.dialect.name):
                await connection.exec_driver_sql(sql, given)

    async def due(self, now: int, most: int) -> list[Notification]:
        """Notifications due by `now`, oldest first."""
        query = select(t.notifications).where(t.notifications.c.due <= now).order_by(t.notifications.c.due).limit(most)
        return await self._found(query)

    async def of(self, user: str) -> list[Notification]:
        """A person's notifications, sent or not, oldest first."""
        return await self._found(
            select(t.notifications).where(t.notifications.c.user_id == user).order_by(t.notifications.c.at)
        )

    async def take(self, notification: Notification, until: int | None, shown: bool, emailed_at: int | None) -> bool:
        """Lease a notification until a moment; False if another process has it.

        `shown` and `emailed_at` are stored before anything is sent: what makes the notification old news meanwhile
        takes it back from the screens, and no second e-mail is sent.
        """
        done = {"due": until, "shown": shown, "emailed_at": emailed_at}
        mine = (
            update(t.notifications).where(_same(notification), t.notifications.c.due == notification.due).values(done)
        )
        async with self.engine.begin() as connection:
            return (await connection.execute(mine)).rowcount > 0

    async def settle(self, notification: Notification, due: int | None) -> None:
        """Set when a notification is due again; a newer one of the same table is left alone."""
        done = update(t.notifications).where(_same(notification)).values(due=due)
        async with self.engine.begin() as connection:
            await connection.execute(done)

    async def forget(self, notification: Notification) -> None:
        """Remove a notification that is on no screen any more.

        One that was e-mailed stays, so that no second e-mail is sent.
        """
        async with self.engine.begin() as connection:
            await connection.execute(
                delete(t.notifications).where(_same(notification), t.notifications.c.emailed_at.is_(None))
            )
            await connection.execute(update(t.notifications).where(_same(notification)).values(due=None, shown=False))

    async def forget_old(self, before: int) -> None:
        """Remove the notifications that are older than a moment."""
        async with self.engine.begin() as connection:
            await connection.execute(delete(t.notifications).where(t.notifications.c.at < before))

    async def _found(self, query: Any) -> list[Notification]:
        async with self.engine.connect() as connection:
            return [Notification(**row._mapping) for row in await connection.execute(query)]

    async def recent_partners(self, user: str, most: int) -> list[tuple[str, str]]:
        """(user, name) of people whom a person has shared a table with, the latest first."""
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


def _of(notification: Notification) -> ColumnElement[bool]:
    return and_(t.notifications.c.user_id == notification.user_id, t.notifications.c.table_id == notification.table_id)


def _same(notification: Notification) -> ColumnElement[bool]:
    return and_(
        _of(notification), t.notifications.c.kind == notification.kind, t.notifications.c.mark == notification.mark
    )
