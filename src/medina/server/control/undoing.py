"""What it takes to undo an act of the log."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import msgspec

from medina.server.control.wording import line_work, name_work
from medina.server.errors import sorry
from medina.server.visitors import is_named
from medina.store import moderation as store
from medina.store.moderation import Act, Ban, Work
from medina.store.people import People, User
from medina.store.withdrawing import offer_again


def undoable(act: Act) -> bool:
    """Can this be taken back at all? Nothing is kept for it of those who were forgotten."""
    return act.undone is None and act.what in _UNDO and act.kept != ""


async def undo_work(people: People, act: Act, user: User | None) -> Work:
    """How to take back what was done to this person."""
    return await _UNDO[act.what](people, act, user)


async def _let_in(people: People, act: Act, user: User | None) -> Work:
    return store.lift_ban(_kept(act, Ban).id)


async def _keep_out(people: People, act: Act, user: User | None) -> Work:
    return store.add_ban(_kept(act, Ban))


async def _put_line_back(people: People, act: Act, user: User | None) -> Work:
    if act.table_id is None or act.seq is None or user is None:  # whoever wants to be forgotten stays so
        raise sorry("not_undoable")
    return line_work(act.table_id, act.seq, _kept(act, str))


async def _put_name_back(people: People, act: Act, user: User | None) -> Work:
    if user is None or is_named(user):
        raise sorry("not_undoable")
    return await name_work(people, user, _kept(act, str))


async def _offer_again(people: People, act: Act, user: User | None) -> Work:
    return offer_again(_kept(act, str))


async def _put_role_back(people: People, act: Act, user: User | None) -> Work:
    if user is None:
        raise sorry("not_undoable")
    return store.set_role(user.id, _kept(act, str | None))


async def _open_again(people: People, act: Act, user: User | None) -> Work:
    return store.close_report(_kept(act, str), None)


def _kept(act: Act, kind: Any) -> Any:
    return msgspec.json.decode(act.kept, type=kind)


_UNDO: dict[str, Callable[[People, Act, User | None], Awaitable[Work]]] = {
    "ban": _let_in,
    "ban_address": _let_in,
    "unban": _keep_out,
    "remove_line": _put_line_back,
    "remove_name": _put_name_back,
    "remove_puzzle": _offer_again,
    "give_role": _put_role_back,
    "settle": _open_again,
}
