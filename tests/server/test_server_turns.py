"""Bots' turns are taken once, by leases that end, and fairly: claims in the database, order, and whole sites."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hosting import API, id_of, site
from sqlalchemy import insert, select, text
from sqlalchemy.ext.asyncio import AsyncEngine
from starlette.testclient import TestClient
from test_server_tables import join, open_table

from medina.server.live.hub import Hub, Live
from medina.server.thinking import runner as runners
from medina.server.thinking.pool import Stop, Stopped, any_turn
from medina.server.thinking.shares import HALF_LIFE, LEAST, PATIENCE, Kind, Shares, pressure
from medina.store import tables as t
from medina.store.database import database_url, open_engine
from medina.store.migrate import migrate
from medina.store.turns import LEASE_MS, Asker, Queue, Turns
from medina.table.decide import Stop as End
from patience import wait_until

NOW = 1_790_000_000_000
ANNA, BEN = Asker(False, "here", "anna"), Asker(False, None, "ben")
SHOW = Asker(True, "here", "anna")


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A fresh database of each kind."""
    given = "" if request.param == "sqlite" else str(request.getfixturevalue("pg"))
    return database_url(given, tmp_path)


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)])
def bots(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[TestClient]:
    """A site of each kind that lets bots think in one thread."""
    given = "" if request.param == "sqlite" else str(request.getfixturevalue("pg"))
    with site(tmp_path / "data", database_url=given, bot_threads=1) as made:
        yield made


def on(url: str, work: Callable[[AsyncEngine], Awaitable[None]]) -> None:
    """Do something on a database that is up to date."""

    async def run() -> None:
        engine = open_engine(url)
        try:
            await migrate(engine)
            await work(engine)
        finally:
            await engine.dispose()

    asyncio.run(run())


async def add(engine: AsyncEngine, id: str, asker: Asker, due: int | None = NOW) -> None:
    """A table whose bot is due."""
    plain: dict[str, Any] = {"phase": "playing", "public": True, "edition": "second", "players": 2, "gates": False}
    plain |= {"rated": False, "host": "anna", "created": NOW, "updated": NOW, "card": "{}"}
    plain |= {"bot_n": 1, "bot_due": due, "bot_exhibition": asker.exhibition}
    async with engine.begin() as connection:
        row = {"id": id, "bot_person": asker.person, "bot_origin": asker.origin, **plain}
        await connection.execute(insert(t.tables).values(row))


def test_a_turn_is_taken_once_however_many_ask(url: str) -> None:
    async def work(engine: AsyncEngine) -> None:
        for number in range(6):
            await add(engine, f"t{number}", ANNA, NOW - number)
        workers = [Turns(engine, f"w{number}") for number in range(3)]
        taken = await asyncio.gather(*(workers[number % 3].claim_turn(NOW, ANNA) for number in range(6)))
        while len(found := [turn for turn in taken if turn is not None]) < 6:  # a row that another takes is passed over
            taken = [*found, await workers[0].claim_turn(NOW, ANNA)]
        assert Counter(turn.table for turn in found) == Counter({f"t{number}": 1 for number in range(6)})
        assert await workers[0].claim_turn(NOW, ANNA) is None
        assert [(queue.waiting, queue.held) for queue in await workers[0].queues(NOW)] == [(0, 6)]

    on(url, work)


def test_who_waited_longest_comes_first_of_those_that_were_asked_for(url: str) -> None:
    async def work(engine: AsyncEngine) -> None:
        turns = Turns(engine, "w")
        for id, asker, due in (("a", ANNA, NOW), ("b", BEN, NOW - 9), ("c", ANNA, NOW - 5), ("d", SHOW, NOW - 20)):
            await add(engine, id, asker, due)
        await add(engine, "e", ANNA, None)
        assert await turns.waiting(NOW) == 4
        queues = {queue.asker: (queue.waiting, queue.since) for queue in await turns.queues(NOW)}
        assert queues == {ANNA: (2, NOW - 5), BEN: (1, NOW - 9), SHOW: (1, NOW - 20)}
        taken = [await turns.claim_turn(NOW, asker) for asker in (ANNA, ANNA, ANNA, BEN, SHOW)]
        assert [turn and turn.table for turn in taken] == ["c", "a", None, "b", "d"]
        assert await turns.waiting(NOW) == 0

    on(url, work)


def test_a_lease_ends_unless_it_is_renewed(url: str) -> None:
    async def work(engine: AsyncEngine) -> None:
        dead, alive = Turns(engine, "dead"), Turns(engine, "alive")
        await add(engine, "a", ANNA)
        assert await dead.claim_turn(NOW, ANNA) is not None
        await alive.renew(["a"], NOW + LEASE_MS - 1)
        assert await alive.claim_turn(NOW + LEASE_MS - 1, ANNA) is None
        await dead.renew(["a"], NOW + LEASE_MS - 1)
        assert await alive.claim_turn(NOW + LEASE_MS + 1, ANNA) is None
        again = await alive.claim_turn(NOW + 2 * LEASE_MS, ANNA)
        assert again is not None
        assert again.tries == 1
        await dead.give_back("a")
        assert await dead.claim_turn(NOW + 2 * LEASE_MS, ANNA) is None, "it is not theirs any more"
        await alive.give_back("a")
        third = await dead.claim_turn(NOW + 2 * LEASE_MS, ANNA)
        assert third is not None
        assert third.tries == 1, "what was given back does not count"
        await alive.free_all()
        assert await alive.waiting(NOW + 2 * LEASE_MS) == 1

    on(url, work)


def test_a_lease_of_a_clock_that_was_ahead_holds_nobody_up(url: str) -> None:
    async def work(engine: AsyncEngine) -> None:
        turns = Turns(engine, "w")
        await add(engine, "a", ANNA, NOW + 86_400_000)
        assert await turns.claim_turn(NOW + 86_400_000, ANNA) is not None
        assert await turns.claim_turn(NOW, ANNA) is not None

    on(url, work)


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


def waiting(asker: Asker, count: int = 1, held: int = 0, since: int = NOW) -> Queue:
    return Queue(asker, count, held, since)


def test_who_had_less_lately_comes_first_by_address_and_then_by_person() -> None:
    clock = Clock()
    shares = Shares(clock)
    other = Asker(False, "here", "amy")
    queues = [waiting(ANNA, 40, since=NOW - 90), waiting(other, since=NOW - 9), waiting(BEN)]
    assert shares.first(queues, "people") == ANNA
    shares.charge(ANNA, 2.0)
    assert shares.first(queues, "people") == BEN
    shares.charge(BEN, 3.0)
    assert shares.first(queues, "people") == other
    shares.charge(other, 2.0)
    assert shares.first(queues, "people") == BEN
    clock.now += 20 * HALF_LIFE
    assert shares.first(queues, "people") in (ANNA, other, BEN)
    assert shares.had("here") < 0.001


def test_an_address_has_all_threads_only_while_nobody_else_waits() -> None:
    shares = Shares(Clock())
    shares.charge(BEN, 50.0)
    assert shares.first([waiting(ANNA, 40, held=7)], "people") == ANNA
    assert shares.first([waiting(ANNA, 40, held=7), waiting(BEN)], "people") == BEN


def test_people_come_first_and_nobody_starves() -> None:
    shares = Shares(Clock())
    everything: tuple[Kind, ...] = ("people", "exhibition", "study")
    taken = Counter(shares.kind(everything) for _ in range(100 * (PATIENCE + 1)))
    assert taken["people"] > 0.7 * taken.total()
    assert min(taken["exhibition"], taken["study"]) > taken.total() / (2 * PATIENCE)
    assert shares.kind(everything[2:]) == "study"
    assert shares.kind(()) is None


def test_a_crowded_site_thinks_less_for_everybody() -> None:
    crowd = [waiting(Asker(False, f"a{number}", "x")) for number in range(30)]
    assert pressure([waiting(ANNA, 40)], ANNA, 1) == 1
    assert pressure([waiting(ANNA, 40), waiting(BEN)], BEN, 1) == 0.5
    assert pressure(crowd, ANNA, 2) == LEAST


def test_a_table_that_is_closed_while_its_bot_thinks_is_not_thought_about_any_more(
    bots: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    thinking, stopped = [False], [False]

    def slowly(bot: str, position: Any, seconds: float, stop: Stop) -> list[str]:
        thinking[0] = True
        wait_until(stop, "nobody stopped it")
        stopped[0] = True
        raise Stopped

    monkeypatch.setattr(runners, "choose_turn", slowly)
    table = open_table(bots, bots=["greedy"], start=True, options={"auto_confirm": True, "starts": "host"})
    with join(bots, table) as seat:
        seat.ask(do="place", move=seat.moves[0], n=seat.n)
        wait_until(lambda: thinking[0], "nobody thinks")
        running: Any = bots.app
        hub: Hub = running.state.site.hub
        live: Live = hub.tables[id_of(table)]
        assert bots.portal is not None
        bots.portal.call(hub.command, live, End(), None)
        wait_until(lambda: stopped[0], "it is thought about for ever")
    wait_until(lambda: not running.state.site.runner.busy, "the thread is not free again")


def test_a_position_that_changes_meanwhile_is_thought_about_anew(
    bots: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[Any] = []

    def slowly(bot: str, position: Any, seconds: float, stop: Stop) -> list[str]:
        seen.append(position)
        if len(seen) == 1:
            wait_until(stop, "nobody stopped it")
            raise Stopped
        return any_turn(position)

    monkeypatch.setattr(runners, "choose_turn", slowly)
    table = open_table(bots, bots=["greedy"], start=True, options={"auto_confirm": True, "starts": "host"})
    with join(bots, table) as seat:
        moves = seat.moves
        seat.ask(do="place", move=moves[0], n=seat.n)
        wait_until(lambda: seen, "nobody thinks")
        assert seat.ask(do="propose", what="take_back")["type"] == "update"
        while not seat.moves:
            seat.take_in()
        seat.ask(do="place", move=moves[1], n=seat.n)
        while not seat.moves:
            seat.take_in()
    assert len(seen) == 2
    assert seen[0] != seen[1]


def test_a_killed_process_leaves_its_turn_to_another(url: str) -> None:
    async def work(engine: AsyncEngine) -> None:
        await add(engine, "a", ANNA)
        assert await Turns(engine, "killed").claim_turn(NOW, ANNA) is not None
        async with engine.connect() as connection:
            c = t.tables.c
            row = (await connection.execute(select(c.bot_worker, c.bot_lease, c.bot_tries))).one()
        assert tuple(row) == ("killed", NOW + LEASE_MS, 1)
        turn = await Turns(engine, "other").claim_turn(NOW + LEASE_MS, ANNA)
        assert turn is not None
        assert (turn.table, turn.tries) == ("a", 1)

    on(url, work)


def test_a_turn_that_ended_several_processes_is_played_without_thinking(
    bots: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(*_: object) -> list[str]:
        raise AssertionError("it is thought about again")

    monkeypatch.setattr(runners, "choose_turn", never)
    monkeypatch.setattr(runners, "TRIES", 0)
    table = open_table(bots, bots=["architect"], start=True, options={"auto_confirm": True, "starts": "host"})
    with join(bots, table) as seat:
        seat.ask(do="place", move=seat.moves[0], n=seat.n)
        while not seat.moves:
            seat.take_in()
    assert bots.get(f"{API}/tables/{table}").json()["phase"] == "playing"


@pytest.mark.postgres
def test_the_job_queue_of_earlier_versions_goes(pg: str) -> None:
    async def work() -> list[str]:
        engine = open_engine(database_url(pg, Path()))
        try:
            await migrate(engine, "0010")
            async with engine.begin() as connection:
                for made in (
                    "CREATE TYPE procrastinate_job_status AS ENUM ('todo')",
                    "CREATE TYPE procrastinate_job_to_defer_v1 AS (name text)",
                    "CREATE TABLE procrastinate_jobs (id bigint PRIMARY KEY, status procrastinate_job_status)",
                    "CREATE TABLE procrastinate_events (job bigint REFERENCES procrastinate_jobs)",
                    "CREATE FUNCTION procrastinate_notify() RETURNS trigger LANGUAGE plpgsql "
                    "AS 'BEGIN RETURN NEW; END'",
                    "CREATE TRIGGER procrastinate_told AFTER INSERT ON procrastinate_jobs "
                    "EXECUTE FUNCTION procrastinate_notify()",
                ):
                    await connection.execute(text(made))
            await migrate(engine)
            left = (
                "SELECT relname FROM pg_class WHERE relname LIKE 'procrastinate%' UNION SELECT proname FROM pg_proc "
                "WHERE proname LIKE 'procrastinate%' UNION SELECT typname FROM pg_type "
                "WHERE typname LIKE 'procrastinate%'"
            )
            async with engine.connect() as connection:
                return list((await connection.execute(text(left))).scalars())
        finally:
            await engine.dispose()

    assert asyncio.run(work()) == []


def test_a_bot_that_needs_no_thinking_is_taken_with_the_write_that_makes_it_due(bots: TestClient) -> None:
    running: Any = bots.app
    turns: Turns = running.state.site.turns
    claimed: list[Asker] = []
    claim_turn = turns.claim_turn

    async def counting(now: int, asker: Asker, lease: int = LEASE_MS) -> Any:
        claimed.append(asker)
        return await claim_turn(now, asker, lease)

    turns.claim_turn = counting  # type: ignore[method-assign]
    table = open_table(bots, bots=["random", "random"], sit=False, start=True, options={"players": 2})
    wait_until(lambda: bots.get(f"{API}/tables/{table}").json()["phase"] == "over", "the game did not end")
    assert claimed == []


def test_an_instant_bot_of_a_process_that_died_is_played_when_its_lease_has_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def dies(self: Any, live: Live) -> None:
        """The process that stored the turn never comes to play it."""

    with monkeypatch.context() as before, site(tmp_path / "data") as first:
        before.setattr(runners.Runner, "_play_at_once", dies)
        table = open_table(first, bots=["random"], start=True, options={"starts": "seated", "auto_confirm": True})
        place = first.get(f"{API}/tables/{table}").json()
        body = {"do": "place", "move": place["moves"][0], "n": place["n"]}
        if place["moves"]:
            assert first.post(f"{API}/tables/{table}/commands", json=body).status_code == 200
        wait_until(lambda: bool(first.get(f"{API}/tables/{table}").json()["moves"]), "nobody took it after its lease")
