"""Analyses as jobs: asked for, followed, cancelled, and taken up again when a process died.

What is found is `medina.study`'s and kept by `medina.store`; here it is only asked for and told.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
import structlog
from sqlalchemy.exc import SQLAlchemyError

from medina import MedinaError, Move, Record, position_from_json, position_to_json, read_record, write_record
from medina.notation import game_key
from medina.server.errors import sorry
from medina.server.live.hub import now_ms
from medina.server.schema import (
    Analysis,
    AskAnalysis,
    AskWorse,
    BestMove,
    GivenMoment,
    GivenPromise,
    Moment,
    ReasonView,
    Worse,
)
from medina.server.security import new_id
from medina.server.thinking.pool import Pool, Stopped, analyse
from medina.store.studies import Asked, Studies
from medina.store.turns import LEASE_MS
from medina.study import (
    Finding,
    GameStudy,
    Line,
    Promise,
    Step,
    bare,
    given_step,
    mark_of,
    reasons_text,
    weightiest,
    why_worse,
)
from medina.study.game import Criticism
from medina.study.reasons import Reason
from medina.study.themes import themes_of_mistake
from medina.table.refusal import refusal_of
from medina.table.wire import RefusalInfo

log = structlog.get_logger("analyses")
MOST_KNOWN = 16
"""Studies under way that are kept at hand: reading a long game takes a tenth of a second."""

encoder = msgspec.json.Encoder(enc_hook=str)
decoder = msgspec.json.Decoder(Step, dec_hook=lambda _, text: Move.parse(text))
"""Steps as they are stored; what msgspec does not know in them are moves."""


class Ending(msgspec.Struct, omit_defaults=True):
    """What went wrong, if anything did."""

    error: RefusalInfo | None = None


class Analyses:
    """All analyses of the site."""

    def __init__(
        self,
        studies: Studies,
        most_seconds: float,
    ) -> None:
        self.studies = studies
        self.most_seconds = most_seconds
        self.wake: Callable[[], None] = lambda: None
        self._known: OrderedDict[str, tuple[GameStudy, int]] = OrderedDict()

    async def add(self, id: str, user: str, request: AskAnalysis, record: Record | None, table: str | None) -> Analysis:
        """Begin one, unless the game has one already on which no less was spent; a person has one at a time.

        `table` is the id of the table whose finished game the record is.
        """
        game = game_key(record) if record is not None and request.moments == "all" else None
        seconds = min(request.seconds, self.most_seconds)
        if game is not None and (kept := await self.studies.of_game(game, table, seconds, request.nodes)) is not None:
            return _told(kept, [])
        asked = Asked(
            id=id,
            user_id=user,
            request=msgspec.json.encode(_bare(request, record)).decode(),
            created=now_ms(),
            updated=now_ms(),
            game=game,
            table_id=table if game is not None else None,
            seconds=seconds,
            nodes=request.nodes,
        )
        if not await self.studies.begin(asked):
            raise sorry("too_many_analyses")
        self.wake()
        return _told(asked, [])

    async def get(self, id: str, user: str, since: int, lang: str) -> Analysis | None:
        """How far it is, with the moments from `since` on; of one that runs, only whoever asked for it is told. Who
        gave one is told by their id."""
        asked = await self.studies.find(id)
        if asked is None or not (asked.user_id == user or asked.kept):
            return None
        found = await self.studies.steps(id, since)
        steps = [decoder.decode(body) for _, body in found]
        return _told(asked, moments(steps, lang, found[0][0] if found else 0))

    async def of_game(self, record: Record, table: str | None = None) -> str | None:
        """The finished analysis that is kept with a game, or with the table where it ended: the site's own, or one that
        was given."""
        game = game_key(record)
        kept = await self.studies.of_game(game, table) or await self.studies.given_to(game, table)
        return kept.id if kept is not None else None

    async def judge(self, record: Record, findings: Sequence[GivenMoment]) -> list[Step]:
        """What is to be said of findings that somebody brings, a step a position."""
        study, before = GameStudy(record), None
        for given in findings[: study.total]:
            found = _finding(given)
            study = study.with_step(await asyncio.to_thread(given_step, study.tail, before, found))
            before = found
        return list(study.steps)

    async def worse(self, asked: AskWorse, lang: str) -> Worse:
        """What speaks against a turn beside a better one, in words; nothing is searched."""
        turns = position_from_json(asked.position), asked.played, asked.better
        move, faults = await asyncio.to_thread(why_worse, *turns, _promise(asked.after), _promise(asked.instead))
        return Worse(move=move.text, why=reasons_text(faults, lang), faults=_reasons(faults))

    async def keep(self, user: str, record: Record, table: str | None, nodes: int, steps: Sequence[Step]) -> str | None:
        """The id under which a given study is kept; None when the game has one worth more."""
        asked = Asked(
            id=new_id(),
            user_id=user,
            state="done",
            progress=1.0,
            request=msgspec.json.encode(_bare(AskAnalysis(nodes=nodes), record)).decode(),
            created=now_ms(),
            updated=now_ms(),
            game=game_key(record),
            table_id=table,
            nodes=nodes,
        )
        kept = await self.studies.give(asked, [encoder.encode(step).decode() for step in steps])
        return asked.id if kept else None

    async def of(self, user: str) -> list[dict[str, Any]]:
        """What a person has had analysed."""
        return [
            {"id": asked.id, "created": asked.created, "state": asked.state, "request": _request(asked)}
            for asked in await self.studies.of_person(user)
        ]

    async def cancel(self, id: str, user: str) -> bool:
        """Stop one; False when there is none of theirs."""
        asked = await self.studies.find(id)
        if asked is None or asked.user_id != user:
            return False
        await self.studies.change(id, state="cancelled", updated=now_ms())
        return True

    async def wait(self, now: int) -> bool:
        """Is there something to do?"""
        return await self.studies.wait(now)

    async def claim(self, now: int) -> Asked | None:
        """Take the one whose turn it is to get its next step."""
        return await self.studies.claim(now)

    async def advance(self, asked: Asked, pool: Pool) -> None:
        """One more step of an analysis that was taken; then it is left to whoever is free."""
        try:
            await self._advance(asked, pool)
        except Stopped:
            await self.studies.change(asked.id, updated=now_ms() - LEASE_MS)
        except MedinaError as error:
            await self._fail(asked.id, refusal_of(error))
        except (SQLAlchemyError, OSError):
            log.warning("the database did not answer; the analysis goes on later", analysis=asked.id)
        except Exception:
            log.exception("analysis failed", analysis=asked.id)
            await self._fail(asked.id, sorry("analysis_failed").refusal)

    async def _advance(self, asked: Asked, pool: Pool) -> None:
        """Go on from the last step that is stored."""
        request = _request(asked)
        known = self._known.pop(asked.id, None)
        study, first = known if known is not None else await asyncio.to_thread(_begin, request)
        for _, body in await self.studies.steps(asked.id, study.done):
            study = study.with_step(decoder.decode(body))
        if study.done < study.total:
            seconds = min(request.seconds, self.most_seconds) / study.total
            step = await pool.run(analyse, study.tail, seconds, request.nodes)
            number, study = first + study.done, study.with_step(step)
            told = {"progress": study.done / study.total, "updated": now_ms() - LEASE_MS}
            if not await self.studies.append(asked.id, number, encoder.encode(step).decode(), **told):
                return
        if study.done == study.total:
            await self.studies.change(asked.id, state="done", updated=now_ms())
            return
        self._known[asked.id] = study, first
        if len(self._known) > MOST_KNOWN:
            self._known.popitem(last=False)

    async def _fail(self, id: str, error: RefusalInfo) -> None:
        result = msgspec.json.encode(Ending(error)).decode()
        await self.studies.change(id, state="failed", progress=1.0, result=result, updated=now_ms())


def _begin(request: AskAnalysis) -> tuple[GameStudy, int]:
    """The study of what was asked for, and how many placements came before it."""
    record, first = game_of(request)
    return GameStudy(record), first


def game_of(request: AskAnalysis) -> tuple[Record, int]:
    """The game to look at, and how many placements came before it; a position is a game without moves."""
    if request.position is not None:
        return Record.new(position_from_json(request.position)), 0
    record = read_record(request.record or "")
    return (record, 0) if request.moments == "all" else (Record.new(record.position), len(record.moves))


def _bare(request: AskAnalysis, record: Record | None) -> AskAnalysis:
    """The request with only what it needs."""
    if record is None:
        position = position_to_json(position_from_json(request.position))
        return msgspec.structs.replace(request, position=position)
    return msgspec.structs.replace(request, table=None, record=write_record(bare(record)))


def _request(asked: Asked) -> AskAnalysis:
    return msgspec.json.decode(asked.request, type=AskAnalysis)


def _told(asked: Asked, moments: list[Moment]) -> Analysis:
    error = msgspec.json.decode(asked.result, type=Ending).error
    return Analysis(
        id=asked.id,
        state=asked.state,
        progress=asked.progress,
        moments=moments,
        error=error,
        given_by=asked.user_id if asked.given else None,
        nodes=asked.nodes,
    )


def _finding(given: GivenMoment) -> Finding:
    best = [(move.move, _promise(move)) for move in given.best]
    promise = Promise(given.score, given.win)
    return Finding(promise, best, _promise(given.better) if given.better else None)


def _promise(given: GivenPromise) -> Promise:
    return Promise(given.score, given.win, given.line)


def moments(steps: Sequence[Step], lang: str, first: int = 0) -> list[Moment]:
    """Steps as they are told; what a move lost is known with the step after it."""
    pairs = zip(steps, [*steps[1:], None], strict=False)  # of no steps there is none after, either
    return [_moment(first + ply, step, after, lang) for ply, (step, after) in enumerate(pairs)]


def _moment(ply: int, step: Step, after: Step | None, lang: str) -> Moment:
    """A step as it is told; what the move played lost is known with the step after it."""
    loss, criticism = (after.loss, after.criticism) if after else (None, None)
    return Moment(
        ply=ply,
        played=step.played.text if step.played else None,
        win=list(step.evaluation.outlook.wins),
        score=list(step.evaluation.outlook.scores),
        best=[_best(line) for line in step.evaluation.lines],
        loss=None if loss is None else round(loss, 4),
        mark=mark_of(loss or 0.0),
        why=reasons_text(criticism.faults, lang) if criticism else None,
        merit=reasons_text(criticism.merits, lang) if criticism else None,
        faults=_reasons(criticism.faults) if criticism else [],
        merits=_reasons(criticism.merits) if criticism else [],
        themes=_themes(criticism) if criticism else [],
    )


def _themes(found: Criticism) -> list[str]:
    merits, faults = weightiest(found.merits), weightiest(found.faults)
    return list(themes_of_mistake(found.better.move, merits, faults, found.hand))


def _reasons(reasons: Sequence[Reason]) -> list[ReasonView]:
    return [ReasonView(key=reason.key, args=dict(reason.args)) for reason in weightiest(reasons)]


def _best(line: Line) -> BestMove:
    return BestMove(
        move=line.move.text,
        win=list(line.outlook.wins),
        score=list(line.outlook.scores),
        line=[move.text for move in line.continuation[1:]],
    )
