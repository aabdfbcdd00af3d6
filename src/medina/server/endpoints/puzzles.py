"""Endpoints about puzzles: which there are beside those that ship, how hard they turned out to be, and one's own tries.

A browser judges its reader's tries by itself; what it says counts, for nothing but the level of puzzles hangs on it.
"""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from medina.server import schema as s
from medina.server.endpoints.call import Call, Endpoint
from medina.server.errors import sorry
from medina.server.live.hub import now_ms
from medina.store.solving import Try
from medina.store.withdrawing import withdrawn

Number = Annotated[int, Meta(ge=0, le=100_000)]


async def puzzles(call: Call) -> s.Puzzles:
    """The host's own puzzles, how hard those are that somebody has tried, and which were withdrawn."""
    solving = call.site.solving
    return s.Puzzles(
        own=call.site.puzzles.own, learned=await solving.learned(), withdrawn=await withdrawn(solving.engine)
    )


async def shard(call: Call) -> s.PuzzleShard:
    """Some of the host's own puzzles."""
    try:
        number: int = msgspec.convert(call.path("shard"), Number, strict=False)
    except msgspec.ValidationError:
        raise sorry("not_found") from None
    found = call.site.puzzles.shard(number)
    if found is None:
        raise sorry("not_found")
    return found


async def mine(call: Call) -> s.MyPuzzles:
    """How well I solve puzzles."""
    level = await call.site.solving.level_of(call.me.id)
    tries = {tried["puzzle"]: tried["solved"] for tried in await call.site.solving.tries_of(call.me.id)}
    return s.MyPuzzles(level=level.shown, deviation=level.shown_deviation, tries=tries)


async def try_some(call: Call) -> s.MyPuzzles:
    """My first tries count, each once."""
    if not call.me.account:
        raise sorry("account_only")
    call.site.limits.tries.check(call.me.id, len(call.body.tries))
    call.site.limits.work.check(call.address)
    gone = await withdrawn(call.site.solving.engine)
    for tried in call.body.tries:
        first = call.site.puzzles.first.get(tried.puzzle)
        if first is not None and tried.puzzle not in gone:  # one that is no more is nobody's business
            await call.site.solving.count(call.me.id, Try(tried.puzzle, tried.solved, first), now_ms())
    return await mine(call)


async def worse(call: Call) -> s.Worse:
    """Why a turn is worse than another, from what an engine elsewhere found; nothing is searched."""
    call.site.limits.work.check(call.address)
    with call.site.limits.thoughts.place(call.address):
        return await call.site.analyses.worse(call.body, call.lang)


ENDPOINTS = [
    Endpoint(method="GET", path="/puzzles", work=puzzles, answer=s.Puzzles, who=False),
    Endpoint(method="GET", path="/puzzles/shards/{shard}", work=shard, answer=s.PuzzleShard, who=False),
    Endpoint(method="POST", path="/puzzles/worse", work=worse, body=s.AskWorse, answer=s.Worse, who=False, costly=True),
    Endpoint(method="GET", path="/me/puzzles", work=mine, answer=s.MyPuzzles),
    Endpoint(method="POST", path="/me/puzzles", work=try_some, body=s.PuzzleTries, answer=s.MyPuzzles),
]
