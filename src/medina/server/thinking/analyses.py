"""Analyses as jobs: asked for, polled, cancelled; they report while they run and survive a restart."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
import structlog
from sqlalchemy import insert, select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from medina import MedinaError, Position, Record, position_from_json, position_to_json, read_record, write_record
from medina.server.errors import sorry
from medina.server.live.hub import now_ms
from medina.server.schema import Analysis, AskAnalysis, BestMove, Moment
from medina.server.thinking.pool import Thinkers
from medina.store import tables as t
from medina.table.refusal import refusal_of
from medina.table.wire import RefusalInfo

log = structlog.get_logger("analyses")
RUNNING = ("queued", "running")
MISTAKE = 0.05
"""A move that threw away so much of the chance to win is explained."""
STALE_MS = 15_000
"""An analysis that has not reported for so long was left behind by a process that died."""


class Verdict(msgspec.Struct):
    """What speaks against a mistake and for the better move, in every language."""

    why: dict[str, str]
    merit: dict[str, str]


class Stored(msgspec.Struct):
    """What is kept of a running analysis; verdicts by placement."""

    moments: list[Moment] = []
    error: RefusalInfo | None = None
    verdicts: dict[int, Verdict] = {}


class Analyses:
    """All analyses of the site."""

    ask: Callable[[str], Awaitable[None]]

    def __init__(self, engine: AsyncEngine, thinkers: Thinkers, most_seconds: float) -> None:
        self.engine = engine
        self.thinkers = thinkers
        self.most_seconds = most_seconds
        self._here: dict[str, asyncio.Task[None]] = {}

    async def add(self, id: str, user: str, request: AskAnalysis) -> Analysis:
        """Begin one; a person has one at a time."""
        async with self.engine.begin() as connection:
            busy = select(t.analyses.c.id).where(t.analyses.c.user_id == user, t.analyses.c.state.in_(RUNNING))
            if (await connection.execute(busy)).first() is not None:
                raise sorry("too_many_analyses")
            row = {
                "id": id,
                "user_id": user,
                "state": "queued",
                "progress": 0.0,
                "request": msgspec.json.encode(request).decode(),
                "result": msgspec.json.encode(Stored()).decode(),
                "created": now_ms(),
                "updated": now_ms(),
            }
            await connection.execute(insert(t.analyses).values(row))
        await self.ask(id)
        return Analysis(id=id, state="queued", progress=0.0, moments=[])

    async def get(self, id: str, user: str, since: int, lang: str) -> Analysis | None:
        """How far it is, with the moments from `since` on; only for whoever asked for it."""
        row = await self._row(id)
        if row is None or row.user_id != user:
            return None
        stored = msgspec.json.decode(row.result, type=Stored)
        moments = [_explained(moment, stored, lang) for moment in stored.moments[since:]]
        return Analysis(id=id, state=row.state, progress=row.progress, moments=moments, error=stored.error)

    async def of(self, user: str) -> list[dict[str, Any]]:
        """What a person has had analysed."""
        c = t.analyses.c
        query = select(c.id, c.created, c.state, c.request).where(c.user_id == user).order_by(c.created)
        async with self.engine.connect() as connection:
            rows = [dict(row._mapping) for row in await connection.execute(query)]
        return [{**row, "request": msgspec.json.decode(row["request"])} for row in rows]

    async def cancel(self, id: str, user: str) -> bool:
        """Stop one; False when there is none of theirs."""
        row = await self._row(id)
        if row is None or row.user_id != user:
            return False
        if row.state in RUNNING:
            await self._write(id, state="cancelled")
        return True

    async def run_here(self, id: str) -> None:
        """Run in this process, beside everything else."""
        if id not in self._here:
            task = self._here[id] = asyncio.create_task(self.run(id))
            task.add_done_callback(lambda _: self._here.pop(id, None))

    async def stop(self) -> None:
        """Leave what runs here; it is taken up again at the next start."""
        running = list(self._here.values())
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)

    async def resume(self, shared: bool) -> None:
        """Take up what a process that died left behind."""
        c = t.analyses.c
        before = now_ms() - (STALE_MS if shared else 0)
        query = select(c.id).where(c.state.in_(RUNNING), c.updated < before)
        async with self.engine.connect() as connection:
            left = list((await connection.execute(query)).scalars())
        for id in left:
            if id not in self._here:
                await self.ask(id)

    async def run(self, id: str) -> None:
        """The whole analysis, moment by moment."""
        row = await self._row(id)
        if row is None or row.state not in RUNNING:
            return
        stored = msgspec.json.decode(row.result, type=Stored)
        await self._write(id, state="running")
        try:
            await self._work(id, msgspec.json.decode(row.request, type=AskAnalysis), stored)
        except MedinaError as error:
            stored.error = refusal_of(error)
            await self._report(id, stored, 1.0, "failed")
        except Exception:
            log.exception("analysis failed", analysis=id)
            stored.error = sorry("analysis_failed").refusal
            await self._report(id, stored, 1.0, "failed")

    async def _work(self, id: str, request: AskAnalysis, stored: Stored) -> None:
        positions, moves = positions_of(request)
        plies = range(len(positions)) if request.moments == "all" else [len(positions) - 1]
        seconds = min(request.seconds, self.most_seconds) / max(1, len(plies))
        for ply in list(plies)[len(stored.moments) :]:
            if not await self._going(id):
                return
            played = moves[ply] if ply < len(moves) else None
            found = await self.thinkers.analyse(positions[ply], seconds)
            stored.moments.append(_moment(ply, played, positions[ply], found))
            await self._rate_move(stored, positions, seconds)
            await self._report(id, stored, len(stored.moments) / len(plies), "running")
        await self._report(id, stored, 1.0, "done")

    async def _rate_move(self, stored: Stored, positions: list[Position], seconds: float) -> None:
        """What the move before lost. Nothing is called a mistake without a second look."""
        moments = stored.moments
        loss = loss_of(moments, positions)
        if loss is None:
            return
        before = moments[-2]
        if loss >= MISTAKE and before.played is not None and before.best[0].move != before.played:
            best = before.best[0].move
            found = await self.thinkers.second_look(positions[before.ply], before.played, best, seconds)
            loss = round(max(0.0, found["loss"]), 4)
            if loss >= MISTAKE:
                stored.verdicts[before.ply] = Verdict(why=found["why"], merit=found["merit"])
        moments[-2] = msgspec.structs.replace(before, loss=loss)

    async def _going(self, id: str) -> bool:
        row = await self._row(id)
        return row is not None and row.state in RUNNING

    async def _report(self, id: str, stored: Stored, progress: float, state: str) -> None:
        await self._write(id, state=state, progress=progress, result=msgspec.json.encode(stored).decode())

    async def _write(self, id: str, **values: Any) -> None:
        condition = (t.analyses.c.id == id, t.analyses.c.state.in_(RUNNING))
        async with self.engine.begin() as connection:
            await connection.execute(update(t.analyses).where(*condition).values(updated=now_ms(), **values))

    async def _row(self, id: str) -> Any:
        async with self.engine.connect() as connection:
            return (await connection.execute(select(t.analyses).where(t.analyses.c.id == id))).first()


def positions_of(request: AskAnalysis) -> tuple[list[Position], list[str]]:
    """The positions to look at, and the moves between them."""
    if request.position is not None:
        return [position_from_json(request.position)], []
    record = read_record(request.record or "")
    return list(record.positions), [move.text for move in record.moves]


def check(request: AskAnalysis) -> AskAnalysis:
    """Raise what is wrong with the request before it is queued, and keep only what it needs."""
    if (request.position is None) == (request.record is None):
        raise sorry("which_position")
    if request.record is not None:
        record: Record = read_record(request.record)
        return msgspec.structs.replace(request, record=write_record(record))
    position = position_from_json(request.position)
    return msgspec.structs.replace(request, position=position_to_json(position))


def _moment(ply: int, played: str | None, position: Position, found: dict[str, Any]) -> Moment:
    best = [BestMove(**move) for move in found["best"]]
    return Moment(ply=ply, played=played, win=found["win"], score=found["score"], best=best, loss=None, why=None)


def _explained(moment: Moment, stored: Stored, lang: str) -> Moment:
    """A moment with the reasons in the reader's language."""
    verdict = stored.verdicts.get(moment.ply)
    if verdict is None:
        return moment
    return msgspec.structs.replace(moment, why=verdict.why[lang], merit=verdict.merit[lang])


def loss_of(moments: list[Moment], positions: list[Position]) -> float | None:
    """What the last move but one threw away, now that the position after it is known."""
    if len(moments) < 2 or moments[-1].ply != moments[-2].ply + 1:
        return None
    before, after = moments[-2], moments[-1]
    seat = positions[before.ply].turn
    if seat is None:
        return None
    best = max([move.win[seat] for move in before.best] or [before.win[seat]])
    return round(max(0.0, best - after.win[seat]), 4)
