"""Endpoints about any position or record: nothing is stored, nobody needs a seat."""

from __future__ import annotations

import msgspec

from medina import Position, position_from_json, position_to_json, read_record, write_record
from medina.server import schema as s
from medina.server.analyses import check
from medina.server.api import Call, Endpoint, Query
from medina.server.errors import ApiError, localised, sorry
from medina.server.records import position_at, record_of, replay_of
from medina.server.security import new_id
from medina.table.questions import palace_details, previews, sheets, why_not


def position_in(body: s.WhichPosition) -> Position:
    """The position a body means."""
    if (body.position is None) == (body.record is None):
        raise sorry("which_position")
    if body.position is not None:
        return position_from_json(body.position)
    record = read_record(body.record or "")
    position = position_at(record, body.ply)
    if position is None:
        raise sorry("no_such_ply", plies=len(record.moves))
    return position


async def legal(call: Call) -> s.Legal:
    """The legal moves of a position."""
    position = position_in(call.body)
    scores = previews(position) if call.body.previews else None
    return s.Legal(turn=position.turn, moves=[move.text for move in position.legal_moves], scores=scores)


async def why(call: Call) -> s.WhyNot:
    """May a move be played, and if not, why not?"""
    refusal = why_not(position_in(call.body), call.body.move)
    if refusal is not None and refusal.code != "illegal_move":
        raise ApiError(refusal)
    return s.WhyNot(legal=refusal is None, refusal=localised(refusal, call.lang) if refusal else None)


async def play(call: Call) -> s.Played:
    """The position after some moves."""
    position = position_in(call.body)
    for move in call.body.moves:
        position = position.play(move)
    scores = previews(position) if call.body.previews else None
    moves = [move.text for move in position.legal_moves]
    return s.Played(position=position_to_json(position), moves=moves, scores=scores)


async def details(call: Call) -> s.DetailsOf:
    """Score sheets and what every palace is worth."""
    position = position_in(call.body)
    return s.DetailsOf(sheets=list(sheets(position)), palaces=list(palace_details(position)))


async def replay(call: Call) -> s.Replay:
    """A pasted record, step by step."""
    return replay_of(read_record(call.body.record))


async def analyse(call: Call) -> s.Analysis:
    """Begin an analysis of a table's game, a record or a position."""
    request = call.body
    if request.table is not None:
        if request.record is not None or request.position is not None:
            raise sorry("which_position")
        live = await call.site.hub.table(request.table)
        record = record_of(live.state) if live is not None else None
        if live is None or record is None:
            raise sorry("not_found")
        if live.state.phase == "playing" and live.state.seat_of(call.me.id) is not None:
            # A player who has the strongest bot look at the running game is not playing alone.
            raise sorry("playing_it")
        request = msgspec.structs.replace(request, table=None, record=write_record(record))
    call.count_work()
    return await call.site.analyses.add(new_id(), call.me.id, check(request))


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
    Endpoint(method="POST", path="/legal", work=legal, body=s.AskLegal, answer=s.Legal, who=False),
    Endpoint(method="POST", path="/why", work=why, body=s.AskWhy, answer=s.WhyNot, who=False),
    Endpoint(method="POST", path="/play", work=play, body=s.AskPlay, answer=s.Played, who=False),
    Endpoint(method="POST", path="/details", work=details, body=s.WhichPosition, answer=s.DetailsOf, who=False),
    Endpoint(method="POST", path="/replay", work=replay, body=s.AskReplay, answer=s.Replay, who=False),
    Endpoint(method="POST", path="/analyses", work=analyse, body=s.AskAnalysis, answer=s.Analysis, status=202),
    Endpoint(method="GET", path="/analyses/{analysis}", work=analysis, answer=s.Analysis, query=SINCE),
    Endpoint(method="DELETE", path="/analyses/{analysis}", work=cancel, answer=s.Gone),
]
