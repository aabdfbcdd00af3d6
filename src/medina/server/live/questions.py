"""Answering questions about a table, once for all who ask; nothing changes. What takes long, a thread does."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import Any

from msgspec.structs import replace

from medina.server.live.hub import Live, now_ms
from medina.server.site import Site
from medina.table import commands as do
from medina.table import wire
from medina.table.questions import acting_position, palace_details, previews, sheets, why_not
from medina.table.refusal import No
from medina.table.state import State


def answer_question(site: Site, live: Live, question: Any, user: str) -> Any:
    """The answer, or one to wait for when hundreds of moves have to be tried."""
    state = live.state
    if isinstance(question, do.Ping):
        return wire.Pong(id=question.id, now=now_ms())
    if isinstance(question, do.Details):
        return replace(live.once("details", lambda: _details(state)), id=question.id)
    try:
        position = acting_position(state, user)
    except No as no:
        return wire.Refused(id=question.id, seq=state.seq, n=state.n, refusal=no.refusal)
    if isinstance(question, do.Why):
        refusal = why_not(position, question.move)
        return wire.WhyAnswer(id=question.id, move=question.move, legal=refusal is None, refusal=refusal)
    piece = question.piece
    trying = live.once(("previews", piece), lambda: site.hub.background(asyncio.to_thread(previews, position, piece)))
    return _previews(trying, question.id, state.n)


def _details(state: State) -> wire.DetailsAnswer:
    position = state.position
    if position is None:
        return wire.DetailsAnswer(id=None, n=state.n, sheets=(), palaces=())
    return wire.DetailsAnswer(id=None, n=state.n, sheets=sheets(position), palaces=palace_details(position))


async def _previews(trying: Awaitable[Any], id: int | None, n: int) -> wire.PreviewsAnswer:
    return wire.PreviewsAnswer(id=id, n=n, scores=await trying)
