"""Endpoints about any position or record: nothing is stored, nobody needs a seat."""

from __future__ import annotations

import asyncio

from msgspec.structs import replace

from medina import (
    BadPosition,
    Position,
    complete_position,
    position_faults,
    position_from_json,
    position_to_json,
    read_record,
)
from medina.server import schema as s
from medina.server.endpoints.call import Call, Endpoint, aside
from medina.server.endpoints.tables import is_played
from medina.server.errors import ApiError, localised, sorry
from medina.server.live.records import position_at, replay_of
from medina.table.questions import palace_details, previews, sheets, why_not
from medina.words import error_text


async def position_in(call: Call) -> Position:
    """The position a body means."""
    body: s.WhichPosition = call.body
    if (body.position is None) == (body.record is None):
        raise sorry("which_position")
    if body.position is not None:
        return position_from_json(body.position)
    record = await aside(call, read_record, body.record or "")
    position = position_at(record, body.ply)
    if position is None:
        raise sorry("no_such_ply", plies=len(record.moves))
    return position


async def legal(call: Call) -> s.Legal:
    """The legal moves of a position."""
    position = await position_in(call)
    scores = await asyncio.to_thread(previews, position) if call.body.previews else None
    return s.Legal(turn=position.turn, moves=[move.text for move in position.legal_moves], scores=scores)


async def why(call: Call) -> s.WhyNot:
    """May a move be played, and if not, why not?"""
    refusal = why_not(await position_in(call), call.body.move)
    if refusal is not None and refusal.code != "illegal_move":
        raise ApiError(refusal)
    return s.WhyNot(legal=refusal is None, refusal=localised(refusal, call.lang) if refusal else None)


async def play(call: Call) -> s.Played:
    """The position after some moves."""
    position = await position_in(call)
    for move in call.body.moves:
        position = position.play(move)
    scores = await asyncio.to_thread(previews, position) if call.body.previews else None
    moves = [move.text for move in position.legal_moves]
    return s.Played(position=position_to_json(position), moves=moves, scores=scores)


async def details(call: Call) -> s.DetailsOf:
    """Score sheets and what every palace is worth."""
    position = await position_in(call)
    return s.DetailsOf(sheets=list(sheets(position)), palaces=list(palace_details(position)))


async def check(call: Call) -> s.Checked:
    """All that is impossible about a position that somebody puts together."""
    position = call.body.position
    try:
        position = complete_position(position)
        faults = position_faults(position)
    except BadPosition as error:
        faults = (error,)
    return s.Checked(faults=[_told(fault, call.lang) for fault in faults], position=position)


def _told(fault: BadPosition, lang: str) -> s.PositionFault:
    problem = fault.problem or fault.code
    return s.PositionFault(problem=problem, rule=fault.rule, cells=list(fault.cells), message=error_text(fault, lang))


async def replay(call: Call) -> s.Replay:
    """A pasted record, step by step."""
    record = await aside(call, read_record, call.body.record)
    playing = await is_played(call, record.position)
    analysis = None if playing else await call.site.analyses.of_game(record)
    return replace(await aside(call, replay_of, record, analysis), playing=playing)


ENDPOINTS = [
    Endpoint(method="POST", path="/legal", work=legal, body=s.AskLegal, answer=s.Legal, who=False, costly=True),
    Endpoint(method="POST", path="/why", work=why, body=s.AskWhy, answer=s.WhyNot, who=False, costly=True),
    Endpoint(method="POST", path="/play", work=play, body=s.AskPlay, answer=s.Played, who=False, costly=True),
    Endpoint(
        method="POST", path="/details", work=details, body=s.WhichPosition, answer=s.DetailsOf, who=False, costly=True
    ),
    Endpoint(method="POST", path="/check", work=check, body=s.AskCheck, answer=s.Checked, who=False, costly=True),
    Endpoint(method="POST", path="/replay", work=replay, body=s.AskReplay, answer=s.Replay, who=False, costly=True),
]
