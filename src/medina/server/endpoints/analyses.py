"""Endpoints about analyses: asking for one, how far it is, stopping it. How it is made is in `thinking`."""

from __future__ import annotations

from medina import Record, position_from_json, read_record
from medina.server import schema as s
from medina.server.endpoints.call import Call, Endpoint, Query, thinking
from medina.server.endpoints.tables import admitted_to, is_played
from medina.server.errors import sorry
from medina.server.live.records import record_of
from medina.server.security import new_id
from medina.table.fair import may_be_analysed


async def analyse(call: Call) -> s.Analysis:
    """Begin an analysis of a table's game, a record or a position."""
    request: s.AskAnalysis = call.body
    if [request.table, request.record, request.position].count(None) != 2:
        raise sorry("which_position")
    record = await game_of_table(call, request.table) if request.table is not None else None
    call.site.limits.work.check(call.address)
    if request.record is not None:
        with thinking(call):
            record = read_record(request.record)
    if request.table is None:
        asked = record.position if record else position_from_json(request.position)
        if await is_played(call, asked):
            raise sorry("still_played")
    id = new_id()
    async with call.site.askers.place(call.address, id):
        return await call.site.analyses.add(id, call.me.id, request, record)


async def game_of_table(call: Call, table: str) -> Record:
    """A table's game, unless it is being played: with the strongest bot looking on nobody would play alone."""
    live = await admitted_to(call, table)
    record = record_of(live.state)
    if record is None:
        raise sorry("not_found")
    if not may_be_analysed(live.state):
        raise sorry("still_played")
    return record


async def analysis(call: Call) -> s.Analysis:
    """How far an analysis is."""
    since = call.query.get("since", 0)
    found = await call.site.analyses.get(call.path("analysis"), call.me.id, since, call.lang)
    if found is None:
        raise sorry("not_found")
    return found


async def cancel(call: Call) -> s.Gone:
    """Stop an analysis."""
    if not await call.site.analyses.cancel(call.path("analysis"), call.me.id):
        raise sorry("not_found")
    return s.Gone()


SINCE = (Query("since", s.Ply, "leave out the first so many moments; 0 unless given"),)

ENDPOINTS = [
    Endpoint(method="POST", path="/analyses", work=analyse, body=s.AskAnalysis, answer=s.Analysis, status=202),
    Endpoint(method="GET", path="/analyses/{analysis}", work=analysis, answer=s.Analysis, query=SINCE),
    Endpoint(method="DELETE", path="/analyses/{analysis}", work=cancel, answer=s.Gone),
]
