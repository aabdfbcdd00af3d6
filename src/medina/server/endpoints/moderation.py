"""Endpoints for moderators. Who may do what is decided in `control`; a program's token opens none of this."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from medina.server.control import shapes as s
from medina.server.control.acts import AnyDeed
from medina.server.control.desk import Desk
from medina.server.control.moderators import Moderator
from medina.server.endpoints.call import Call, Endpoint, Query
from medina.server.errors import sorry
from medina.table.wire import Phase

Text = Annotated[str, Meta(max_length=80)]
Number = Annotated[int, Meta(ge=0, le=2**53)]


def _moderator(call: Call) -> Moderator:
    if call.user is None or call.user.role is None or call.by_token:
        raise sorry("not_allowed")
    return Moderator(call.user.id, call.user.role == "host")


def _desk(call: Call) -> Desk:
    return Desk(call.site.control, _moderator(call))


async def people(call: Call) -> s.PeopleFound:
    """People by a part of their name, or by id, newest first."""
    return await _desk(call).people(call.query.get("q", ""), call.query.get("which"), call.query.get("cursor"))


async def tables(call: Call) -> s.TablesFound:
    """Tables by id or link, by whom they have at them, or by phase; the last changed first."""
    asked = call.query
    return await _desk(call).tables(asked.get("q", ""), asked.get("user"), asked.get("phase"), asked.get("cursor"))


async def chat(call: Call) -> s.ChatLines:
    """The last lines said at a public table, or at one where something was reported."""
    return await _desk(call).chat(call.path("table"))


async def reports(call: Call) -> s.Reports:
    """What people have reported and nobody has dealt with, or what was dealt with lately."""
    return await _desk(call).reports(call.query.get("settled", False))


async def bans(call: Call) -> s.Bans:
    """Who is kept out."""
    return await _desk(call).bans()


async def log(call: Call) -> s.Acts:
    """What moderators did, newest first; all of it, or what was done to somebody."""
    return await _desk(call).acts(call.query.get("before"), call.query.get("user"))


async def act(call: Call) -> s.DeedDone:
    """Do something; it is noted in the log."""
    who = _moderator(call)
    call.site.limits.deeds.check(call.me.id)
    done = await call.site.control.carry_out(who, call.body)
    return s.DeedDone(act=done.act, link=done.link)


CURSOR = Query("cursor", Text, "where the last page ended")
ENDPOINTS = [
    Endpoint(
        method="GET",
        path="/moderation/people",
        work=people,
        answer=s.PeopleFound,
        who=False,
        query=(
            Query("q", Text, "a part of the name, or the id"),
            Query("which", Literal["banned", "moderators"], "only those"),
            CURSOR,
        ),
    ),
    Endpoint(
        method="GET",
        path="/moderation/tables",
        work=tables,
        answer=s.TablesFound,
        who=False,
        query=(
            Query("q", Text, "the table's id or link"),
            Query("user", Text, "the id of somebody who sits or sat there"),
            Query("phase", Phase, "open, playing, over or closed"),
            CURSOR,
        ),
    ),
    Endpoint(method="GET", path="/moderation/tables/{table}/chat", work=chat, answer=s.ChatLines, who=False),
    Endpoint(
        method="GET",
        path="/moderation/reports",
        work=reports,
        answer=s.Reports,
        who=False,
        query=(Query("settled", bool, "those that were dealt with"),),
    ),
    Endpoint(method="GET", path="/moderation/bans", work=bans, answer=s.Bans, who=False),
    Endpoint(
        method="GET",
        path="/moderation/acts",
        work=log,
        answer=s.Acts,
        who=False,
        query=(
            Query("before", Number, "only acts with a smaller number"),
            Query("user", Text, "only what was done to somebody, by id"),
        ),
    ),
    Endpoint(method="POST", path="/moderation/acts", work=act, body=AnyDeed, answer=s.DeedDone, status=201, who=False),
]
