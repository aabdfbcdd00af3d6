"""Studies of games: who asked for which, how far it is, and its steps, a row each; what they say is not known here."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, Literal

from msgspec import Struct
from sqlalchemy import ColumnElement, Select, and_, delete, insert, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from medina.store import tables as t
from medina.store.reading import long_ago
from medina.store.turns import LEASE_MS

Stage = Literal["queued", "running", "done", "failed", "cancelled"]
RUNNING = ("queued", "running")
NOBODY = ""
"""Who asked for a study whose asker wants to be forgotten."""


class Asked(Struct, frozen=True, kw_only=True):
    """A study that somebody asked for.

    `game` is the key of the game, if all of it is studied, and `table_id` the table whose finished game that is;
    `seconds` and `nodes` are what may be spent on it; `result` says what went wrong. One without seconds cost this site
    none: somebody gave it.
    """

    id: str
    user_id: str
    state: Stage = "queued"
    progress: float = 0.0
    request: str
    result: str = "{}"
    created: int
    updated: int
    game: str | None = None
    table_id: str | None = None
    seconds: float | None = None
    nodes: int | None = None

    @property
    def running(self) -> bool:
        """Is there something left to do?"""
        return self.state in RUNNING

    @property
    def given(self) -> bool:
        """Was it made elsewhere?"""
        return self.game is not None and self.seconds is None

    @property
    def kept(self) -> bool:
        """A finished study belongs to its game, and so to everybody who knows that."""
        return self.state == "done" and self.game is not None


class Studies:
    """All studies of the site."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine

    async def begin(self, asked: Asked) -> bool:
        """Keep a new one; False when the same person has another running."""
        c = t.analyses.c
        async with self.engine.begin() as connection:
            busy = select(c.id).where(c.user_id == asked.user_id, c.state.in_(RUNNING))
            if (await connection.execute(busy)).first() is not None:
                return False
            await connection.execute(insert(t.analyses).values(_values(asked)))
        return True

    async def find(self, id: str) -> Asked | None:
        async with self.engine.connect() as connection:
            row = (await connection.execute(select(t.analyses).where(t.analyses.c.id == id))).first()
        return None if row is None else Asked(**row._mapping)

    async def of_game(self, game: str, table: str | None, seconds: float = 0.0, nodes: int | None = 0) -> Asked | None:
        """The finished study of a game, of that table if it was played at one, on which most was spent, if that was no
        less than this.

        Without a number of nodes they are not limited.
        """
        c = t.analyses.c
        enough = c.nodes.is_(None) if nodes is None else or_(c.nodes.is_(None), c.nodes >= nodes)
        query = (
            select(t.analyses)
            .where(_is_of(game, table), c.state == "done", c.seconds >= seconds, enough)
            .order_by(c.nodes.is_(None).desc(), c.seconds.desc(), c.nodes.desc(), c.created)
            .limit(1)
        )
        async with self.engine.connect() as connection:
            row = (await connection.execute(query)).first()
        return None if row is None else Asked(**row._mapping)

    async def given_to(self, game: str, table: str | None) -> Asked | None:
        """The study of a game that somebody gave."""
        async with self.engine.connect() as connection:
            return await _given(connection, game, table)

    async def give(self, asked: Asked, steps: list[str]) -> bool:
        """Keep a study that somebody made elsewhere; False when the game has one that is worth more.

        The site's own is worth more than any, and of those given the one with the most nodes; a giver may replace
        their own.
        """
        c = t.analyses.c
        async with self.engine.begin() as connection:
            game, table = asked.game or "", asked.table_id
            own = select(c.id).where(_is_of(game, table), c.state == "done", c.seconds.is_not(None))
            if (await connection.execute(own)).first() is not None:
                return False
            other = await _given(connection, game, table)
            if other is not None:
                if other.user_id != asked.user_id and (other.nodes or 0) >= (asked.nodes or 0):
                    return False
                await connection.execute(delete(t.study_steps).where(t.study_steps.c.analysis_id == other.id))
                await connection.execute(delete(t.analyses).where(c.id == other.id))
            await connection.execute(insert(t.analyses).values(_values(asked)))
            rows = [{"analysis_id": asked.id, "number": number, "body": body} for number, body in enumerate(steps)]
            await connection.execute(insert(t.study_steps), rows)
        return True

    async def steps(self, id: str, known: int = 0) -> list[tuple[int, str]]:
        """(number, body) of the steps but for the first so many."""
        c = t.study_steps.c
        query = select(c.number, c.body).where(c.analysis_id == id).order_by(c.number).offset(known)
        async with self.engine.connect() as connection:
            return [(number, body) for number, body in await connection.execute(query)]

    async def of_person(self, user: str) -> list[Asked]:
        """What a person has asked for, oldest first."""
        query = select(t.analyses).where(t.analyses.c.user_id == user).order_by(t.analyses.c.created)
        async with self.engine.connect() as connection:
            return [Asked(**row._mapping) for row in await connection.execute(query)]

    async def running(self, ids: list[str]) -> list[str]:
        """Which of these have not ended."""
        c = t.analyses.c
        async with self.engine.connect() as connection:
            query = select(c.id).where(c.id.in_(ids), c.state.in_(RUNNING))
            return list((await connection.execute(query)).scalars())

    async def wait(self, now: int, lease: int = LEASE_MS) -> bool:
        """Is there one that nobody works on?"""
        async with self.engine.connect() as connection:
            return (await connection.execute(_free(now, lease).limit(1))).first() is not None

    async def claim(self, now: int, lease: int = LEASE_MS) -> Asked | None:
        """Take the one that has waited longest for its next step; None when others were faster."""
        c = t.analyses.c
        longest = _free(now, lease).order_by(c.updated, c.id).limit(1).with_for_update(skip_locked=True)
        taking = (
            update(t.analyses)
            .where(c.id == longest.scalar_subquery())
            .values(state="running", updated=now)
            .returning(t.analyses)
        )
        async with self.engine.begin() as connection:
            row = (await connection.execute(taking)).first()
        return None if row is None else Asked(**row._mapping)

    async def renew(self, ids: Collection[str], now: int) -> None:
        """Hold these for longer."""
        c = t.analyses.c
        mine = select(c.id).where(c.id.in_(ids), c.state == "running").with_for_update(skip_locked=True)
        async with self.engine.begin() as connection:
            await connection.execute(update(t.analyses).where(c.id.in_(mine)).values(updated=now))

    async def free_all(self, now: int, lease: int = LEASE_MS) -> None:
        """Let all go on at once: nobody else is there who could work on one."""
        held = update(t.analyses).where(t.analyses.c.state.in_(RUNNING))
        async with self.engine.begin() as connection:
            await connection.execute(held.values(updated=now - lease))

    async def change(self, id: str, **values: Any) -> bool:
        """Say how a running one fares; False when it does not run any more."""
        async with self.engine.begin() as connection:
            return await _change(connection, id, values)

    async def append(self, id: str, number: int, body: str, **values: Any) -> bool:
        """One more step; False when the study was stopped, or somebody else is at it."""
        try:
            async with self.engine.begin() as connection:
                running = await _change(connection, id, values)
                if running:
                    step = {"analysis_id": id, "number": number, "body": body}
                    await connection.execute(insert(t.study_steps).values(step))
                return running
        except IntegrityError:
            return False


async def forget_asker(connection: AsyncConnection, selves: Sequence[str]) -> None:
    """What a person asked for goes with them, but for what belongs to a game: that was asked for by nobody then."""
    c = t.analyses.c
    kept = (c.user_id.in_(selves), c.state == "done", c.game.is_not(None))
    await connection.execute(update(t.analyses).where(*kept).values(user_id=NOBODY))
    await connection.execute(delete(t.analyses).where(c.user_id.in_(selves)))


def _free(now: int, lease: int) -> Select[Any]:
    """Those that have just been asked for, and those whose last sign of life was so long ago."""
    c = t.analyses.c
    return select(c.id).where(or_(c.state == "queued", and_(c.state == "running", long_ago(c.updated, now, lease))))


def _values(asked: Asked) -> dict[str, Any]:
    return {name: getattr(asked, name) for name in Asked.__struct_fields__}


def _is_of(game: str, table: str | None) -> ColumnElement[bool]:
    """Was it made of the game, or of the finished game of that table?"""
    c = t.analyses.c
    return c.game == game if table is None else or_(c.game == game, c.table_id == table)


async def _given(connection: AsyncConnection, game: str, table: str | None) -> Asked | None:
    c = t.analyses.c
    query = select(t.analyses).where(_is_of(game, table), c.state == "done", c.seconds.is_(None)).limit(1)
    row = (await connection.execute(query)).first()
    return None if row is None else Asked(**row._mapping)


async def _change(connection: AsyncConnection, id: str, values: dict[str, Any]) -> bool:
    condition = (t.analyses.c.id == id, t.analyses.c.state.in_(RUNNING))
    result = await connection.execute(update(t.analyses).where(*condition).values(values))
    return int(getattr(result, "rowcount", 0)) > 0
