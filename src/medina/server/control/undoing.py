"""Undoing an entry of the audit log."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import msgspec

from medina.server.errors import sorry
from medina.server.visitors import is_named
from medina.store import moderation as store
from medina.store.moderation import AuditEntry, Ban, Work
from medina.store.people import People, User
from medina.store.withdrawing import offer_again


def undoable(entry: AuditEntry) -> bool:
    """True if an entry can be undone. Of a forgotten person no details are kept to undo it with."""
    return entry.undone_at is None and entry.action in _UNDO and entry.details != ""


async def undo_work(people: People, entry: AuditEntry, user: User | None) -> Work:
    """The work that undoes an entry about this person."""
    return await _UNDO[entry.action](people, entry, user)


async def _let_in(people: People, entry: AuditEntry, user: User | None) -> Work:
    return store.lift_ban(_details(entry, Ban).id)


async def _keep_out(people: People, entry: AuditEntry, user: User | None) -> Work:
    return store.add_ban(_details(entry, Ban))


async def _put_line_back(people: People, entry: AuditEntry, user: User | None) -> Work:
    if entry.table_id is None or entry.chat_n is None or user is None:  # whoever wants to be forgotten stays so
        raise sorry("not_undoable")
    return store.set_line(entry.table_id, entry.chat_n, _details(entry, str))


async def _put_name_back(people: People, entry: AuditEntry, user: User | None) -> Work:
    if user is None or is_named(user):
        raise sorry("not_undoable")
    return store.set_name(await people.selves(user.id), _details(entry, str))


async def _offer_again(people: People, entry: AuditEntry, user: User | None) -> Work:
    return offer_again(_details(entry, str))


async def _put_role_back(people: People, entry: AuditEntry, user: User | None) -> Work:
    if user is None:
        raise sorry("not_undoable")
    return store.set_role(user.id, _details(entry, str | None))


async def _open_again(people: People, entry: AuditEntry, user: User | None) -> Work:
    return store.close_report(_details(entry, str), None)


def _details(entry: AuditEntry, kind: Any) -> Any:
    return msgspec.json.decode(entry.details, type=kind)


_UNDO: dict[str, Callable[[People, AuditEntry, User | None], Awaitable[Work]]] = {
    "ban": _let_in,
    "ban_address": _let_in,
    "unban": _keep_out,
    "remove_line": _put_line_back,
    "remove_name": _put_name_back,
    "remove_puzzle": _offer_again,
    "give_role": _put_role_back,
    "settle": _open_again,
}
