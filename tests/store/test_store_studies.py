"""Studies on both databases: one at a time, a row a step, kept with their game."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, text
from sqlalchemy.ext.asyncio import AsyncEngine
from test_store import run

import medina.store
from medina.store.database import open_engine
from medina.store.forgetting import forget_person
from medina.store.migrate import migrate
from medina.store.studies import Asked, Studies

GAME = "g" * 64


def asked(id: str, user: str = "anna", **more: Any) -> Asked:
    return Asked(id=id, user_id=user, request="{}", created=1, updated=1, **more)


async def finish(studies: Studies, one: Asked) -> None:
    assert await studies.begin(one)
    assert await studies.append(one.id, 0, "zero", progress=0.5, updated=2)
    assert await studies.append(one.id, 1, "one", progress=1.0, updated=3)
    assert await studies.change(one.id, state="done", updated=3)


def test_a_person_has_one_at_a_time_and_steps_come_one_by_one(url: str) -> None:
    async def work(engine: AsyncEngine) -> None:
        studies = Studies(engine)
        assert await studies.begin(asked("a"))
        assert not await studies.begin(asked("b"))
        assert await studies.begin(asked("c", "ben"))
        assert await studies.append("a", 0, "zero", progress=0.5, updated=5)
        assert not await studies.append("a", 0, "somebody else's zero", progress=0.9, updated=6)
        found = await studies.find("a")
        assert found is not None
        assert (found.progress, found.updated, found.running, found.kept) == (0.5, 5, True, False)
        assert [one and one.id for one in [await studies.claim(5, 1) for _ in range(3)]] == ["c", "a", None]
        assert not await studies.wait(5, 1)
        await studies.renew(["a"], 6)
        assert [one and one.id for one in [await studies.claim(6, 1) for _ in range(2)]] == ["c", None]
        await studies.free_all(9, 1)
        assert await studies.wait(9, 1)
        assert await studies.change("a", state="cancelled", updated=7)
        assert not await studies.append("a", 1, "one", progress=1.0, updated=8)
        assert not await studies.change("a", state="done", updated=9)
        assert await studies.steps("a") == [(0, "zero")]
        assert await studies.begin(asked("b"))
        assert [one.id for one in await studies.of_person("anna")] == ["a", "b"]

    run(url, work)


def test_a_given_study_gives_way_to_more_nodes_and_to_the_sites_own(url: str) -> None:
    async def work(engine: AsyncEngine) -> None:
        studies = Studies(engine)

        def gift(id: str, user: str, nodes: int) -> Asked:
            return asked(id, user, state="done", game=GAME, nodes=nodes)

        async def kept() -> str | None:
            one = await studies.given_to(GAME, None)
            return one and one.id

        assert await studies.give(gift("a", "anna", 100), ["zero", "one"])
        assert not await studies.give(gift("b", "ben", 100), ["other"])
        assert await kept() == "a"
        assert await studies.steps("a") == [(0, "zero"), (1, "one")]
        assert await studies.give(gift("c", "ben", 101), ["more"])
        assert (await kept(), await studies.find("a"), await studies.steps("a")) == ("c", None, [])
        assert await studies.of_game(GAME, None) is None, "nobody here has spent anything on it"
        await finish(studies, asked("own", "carl", game=GAME, seconds=1.0, nodes=1))
        assert not await studies.give(gift("d", "anna", 1_000_000), ["too late"])
        await forget_person(engine, "ben", "me", 1)
        found = await studies.given_to(GAME, None)
        assert found is not None
        assert (found.id, found.given, found.user_id) == ("c", True, "")

    run(url, work)


def test_a_finished_study_is_found_by_its_game_unless_more_is_wanted(url: str) -> None:
    async def work(engine: AsyncEngine) -> None:
        studies = Studies(engine)

        async def found(*budget: Any) -> str | None:
            one = await studies.of_game(GAME, None, *budget)
            return one and one.id

        assert await studies.begin(asked("running", "carl", game=GAME, seconds=99.0))
        assert await found() is None
        await finish(studies, asked("nodes", game=GAME, seconds=60.0, nodes=50))
        assert [await found(), await found(30.0, 50), await found(30.0, 51), await found(30.0, None)] == [
            "nodes",
            "nodes",
            None,
            None,
        ]
        await finish(studies, asked("short", game=GAME, seconds=10.0))
        await finish(studies, asked("long", game=GAME, seconds=40.0))
        assert [await found(), await found(40.0, 51), await found(41.0, None)] == ["long", "long", None]
        assert await studies.steps("long", 1) == [(1, "one")]

    run(url, work)


def test_a_tables_study_is_found_by_the_table_and_by_its_moves(url: str) -> None:
    async def work(engine: AsyncEngine) -> None:
        studies = Studies(engine)

        async def found(game: str, table: str | None) -> list[str | None]:
            ones = await studies.of_game(game, table), await studies.given_to(game, table)
            return [one and one.id for one in ones]

        gift = asked("gift", state="done", game=GAME, table_id="table", nodes=5)
        assert await studies.give(gift, ["zero"])
        await finish(studies, asked("own", game=GAME, table_id="table", seconds=1.0))
        assert await found(GAME, None) == await found(GAME, "other") == ["own", "gift"]
        assert await found("a key of another kind", "table") == ["own", "gift"]
        assert await found("another game", "other") == await found("another game", None) == [None, None]
        late = asked("late", "ben", state="done", game="a key of another kind", table_id="table", nodes=9)
        assert not await studies.give(late, ["zero"]), "the table has the site's own"

    run(url, work)


def test_who_is_forgotten_leaves_only_what_belongs_to_a_game(url: str) -> None:
    async def work(engine: AsyncEngine) -> None:
        studies = Studies(engine)
        await finish(studies, asked("kept", game=GAME, seconds=1.0))
        await finish(studies, asked("own"))
        await forget_person(engine, "anna", "here", None)
        kept = await studies.of_game(GAME, None)
        assert kept is not None
        assert (kept.id, kept.user_id, len(await studies.steps("kept"))) == ("kept", "", 2)
        assert await studies.find("own") is None
        assert await studies.steps("own") == []

    run(url, work)


def test_a_database_of_before_keeps_its_rows_and_what_was_running_runs_on(url: str) -> None:
    async def work() -> list[tuple[str, str]]:
        engine = open_engine(url)
        try:
            async with engine.begin() as connection:
                await connection.run_sync(make_the_first_shape)
                for id, state in (("a", "done"), ("b", "running")):
                    row = f"('{id}', 'anna', '{state}', 0.5, '{{}}', '{{\"moments\": []}}', 1, 1)"
                    await connection.execute(text(f"INSERT INTO analyses VALUES {row}"))
            await migrate(engine)
            studies = Studies(engine)
            assert [one and one.id for one in [await studies.claim(2, 1) for _ in range(2)]] == ["b", None]
            return [(one.id, one.state) for one in await studies.of_person("anna")]
        finally:
            await engine.dispose()

    assert sorted(asyncio.run(work())) == [("a", "cancelled"), ("b", "running")]


def make_the_first_shape(connection: Connection) -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(medina.store.__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    command.upgrade(config, "0001")
