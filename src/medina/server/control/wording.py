"""Taking words and names out of what is stored, and putting them back."""

from __future__ import annotations

from typing import Any

from medina.store import moderation as store
from medina.store.moderation import Work
from medina.store.people import People, User
from medina.store.redacting import change_cards, change_events, change_line, events_naming, renamed, tell_changed


def line_work(table: str, seq: int, words: str) -> Work:
    """A line of chat gets these words."""

    async def work(connection: Any) -> None:
        await change_line(connection, table, seq, words)
        await tell_changed(connection, [table], "")

    return work


async def name_work(people: People, user: User, name: str) -> Work:
    """Somebody is called this, everywhere. The name by which they log in stays theirs, so nobody else takes it."""
    selves = [user.id, *await people.earlier(user.id)]
    events = [(who, await events_naming(people.engine, who)) for who in selves]

    async def work(connection: Any) -> None:
        changed: dict[str, None] = {}
        await store.set_name(user.id, name)(connection)
        for who, named in events:
            changed |= await change_events(connection, named, renamed(who, name))
            await change_cards(connection, who, renamed(who, name))
        await tell_changed(connection, list(changed), "")

    return work
