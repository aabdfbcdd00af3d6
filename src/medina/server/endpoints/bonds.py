"""Endpoints about people one has trouble with: muting, blocking, reporting."""

from __future__ import annotations

from medina.server import schema as s
from medina.server.endpoints.call import Call, Endpoint
from medina.server.endpoints.profiles import find_user
from medina.server.endpoints.tables import admitted_to
from medina.server.errors import sorry
from medina.server.live.hub import now_ms
from medina.server.security import new_id
from medina.store.reports import Report
from medina.table.text import clean_chat

MOST_BONDS = 500
NOBODY = ""
"""Whom a report is about that is about nobody."""


async def bonds(call: Call) -> s.Bonds:
    """Whom I have muted or blocked."""
    return s.Bonds(bonds=[s.Bond(**row) for row in await call.site.blocks.of(call.me.id)])


async def set_bond(call: Call) -> s.Bonds:
    """Mute somebody, or block them."""
    other = await find_user(call, call.path("user"))
    if other.id == call.me.id:
        raise sorry("not_allowed")
    if not await call.site.blocks.set(call.me.id, other.id, call.body.kind, now_ms(), MOST_BONDS):
        raise sorry("too_many")
    return await bonds(call)


async def drop_bond(call: Call) -> s.Bonds:
    """Hear and meet somebody again."""
    other = await find_user(call, call.path("user"))
    await call.site.blocks.drop(call.me.id, other.id)
    return await bonds(call)


async def report(call: Call) -> s.Gone:
    """Tell whoever looks after the site of a name, a line of chat or a puzzle. What it said is kept with the report."""
    call.site.limits.reports.check(call.me.id)
    call.site.limits.work.check(call.address)
    body: s.NewReport = call.body
    about = _about_line if body.table is not None else _about_puzzle if body.puzzle is not None else _about_name
    made = await about(call, body)
    if made.user_id == call.me.id:
        raise sorry("not_allowed")
    await call.site.reports.add(made)
    return s.Gone()


async def _about_name(call: Call, body: s.NewReport) -> Report:
    if body.user is None or "\0" in body.user:  # no database takes it for a text
        raise sorry("not_found")
    user = await find_user(call, body.user)
    return _report(call, user.id, "name", user.name)


async def _about_line(call: Call, body: s.NewReport) -> Report:
    assert body.table is not None
    live = await admitted_to(call, body.table)
    line = next((line for line in live.chat if line.n == body.seq), None)
    if line is None:
        raise sorry("not_found")
    return _report(call, line.user, "chat", line.text, live.id, line.n)


async def _about_puzzle(call: Call, body: s.NewReport) -> Report:
    if body.puzzle not in call.site.puzzles.first:
        raise sorry("not_found")
    return _report(call, NOBODY, "puzzle", body.puzzle)


def _report(call: Call, user: str, kind: str, text: str, table: str | None = None, n: int | None = None) -> Report:
    return Report(
        id=new_id(),
        at=now_ms(),
        reporter=call.me.id,
        user_id=user,
        kind=kind,
        text=text,
        note=clean_chat(call.body.note),
        table_id=table,
        chat_n=n,
    )


ENDPOINTS = [
    Endpoint(method="GET", path="/me/bonds", work=bonds, answer=s.Bonds),
    Endpoint(method="PUT", path="/me/bonds/{user}", work=set_bond, body=s.NewBond, answer=s.Bonds),
    Endpoint(method="DELETE", path="/me/bonds/{user}", work=drop_bond, answer=s.Bonds),
    Endpoint(method="POST", path="/reports", work=report, body=s.NewReport, answer=s.Gone, status=201),
]
