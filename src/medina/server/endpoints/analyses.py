"""Endpoints about analyses: asking for one, how far it is, stopping it. How it is made is in `thinking`."""

from __future__ import annotations

from msgspec.structs import replace

from medina import Record, position_from_json, read_record
from medina.server import schema as s
from medina.server.endpoints.call import Call, Endpoint, Query, aside, thinking
from medina.server.endpoints.tables import admitted_to, ended_at, is_played
from medina.server.errors import sorry
from medina.server.live.records import NAMELESS, record_of
from medina.server.security import new_id
from medina.server.thinking.analyses import moments
from medina.table.fair import may_be_analysed


async def analyse(call: Call) -> s.Analysis:
    """Begin an analysis of a table's game, a record or a position."""
    request: s.AskAnalysis = call.body
    if [request.table, request.record, request.position].count(None) != 2:
        raise sorry("which_position")
    record, table = await game_of_table(call, request.table) if request.table is not None else (None, None)
    call.site.limits.work.check(call.address)
    if request.record is not None:
        with thinking(call):
            record = await aside(call, read_record, request.record)
    if request.table is None:
        asked = record.position if record else position_from_json(request.position)
        if await is_played(call, asked):
            raise sorry("still_played")
    id = new_id()
    async with call.site.askers.place(call.address, id):
        return await call.site.analyses.add(id, call.me.id, request, record, table)


async def give(call: Call) -> s.GivenStudy:
    """Findings of an engine elsewhere: judged, put into words, and kept with the game if they may be."""
    given: s.GiveStudy = call.body
    if (given.table is None) == (given.record is None):
        raise sorry("which_position")
    call.site.limits.work.check(call.address, len(given.moments) / MOMENTS_A_PIECE)
    table = None
    if given.table is not None:
        record, table = await game_of_table(call, given.table)
    else:
        with thinking(call):
            record = await aside(call, read_record, given.record or "")
        if await is_played(call, record.position):
            raise sorry("still_played")
    with call.site.limits.thoughts.place(call.address):
        steps = await call.site.analyses.judge(record, given.moments)
    whole = len(steps) == len(record.positions) and bool(record.moves)
    keep = given.keep and whole and await may_give(call, given.table)
    kept = await call.site.analyses.keep(call.me.id, record, table, given.nodes, steps) if keep else None
    return s.GivenStudy(moments=moments(steps, call.lang), kept=kept)


async def may_give(call: Call, table: str | None) -> bool:
    """Others will read it under the giver's name: an account, or somebody who sat at that table; not too often."""
    seated = table is not None and (await admitted_to(call, table)).state.seat_of(call.me.id) is not None
    return (call.me.account or seated) and call.site.limits.gifts.take(call.me.id)


async def game_of_table(call: Call, table: str) -> tuple[Record, str | None]:
    """A table's game and, if it is over, the table's id. Not one that is being played: with the strongest bot looking
    on nobody would play alone."""
    live = await admitted_to(call, table)
    record = record_of(live.state, live.people)
    if record is None:
        raise sorry("not_found")
    if not may_be_analysed(live.state):
        raise sorry("still_played")
    return record, ended_at(live)


async def analysis(call: Call) -> s.Analysis:
    """How far an analysis is."""
    since = call.query.get("since", 0)
    found = await call.site.analyses.get(call.path("analysis"), call.me.id, since, call.lang)
    if found is None:
        raise sorry("not_found")
    if found.given_by is None:
        return found
    giver = await call.site.people.by_id(found.given_by)
    return replace(found, given_by=giver.name if giver is not None else NAMELESS)


async def cancel(call: Call) -> s.Gone:
    """Stop an analysis."""
    if not await call.site.analyses.cancel(call.path("analysis"), call.me.id):
        raise sorry("not_found")
    return s.Gone()


MOMENTS_A_PIECE = 10
"""So many moments that somebody has judged count as one piece of work."""

SINCE = (Query("since", s.Ply, "leave out the first so many moments; 0 unless given"),)

ENDPOINTS = [
    Endpoint(method="POST", path="/analyses", work=analyse, body=s.AskAnalysis, answer=s.Analysis, status=202),
    Endpoint(method="POST", path="/analyses/given", work=give, body=s.GiveStudy, answer=s.GivenStudy),
    Endpoint(method="GET", path="/analyses/{analysis}", work=analysis, answer=s.Analysis, query=SINCE),
    Endpoint(method="DELETE", path="/analyses/{analysis}", work=cancel, answer=s.Gone),
]
