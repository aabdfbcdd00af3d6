"""A site after the upgrade from the formats of revision 0009: games go on from where they were, in a turn, too."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from formats_9 import SAID, database
from medina.server.live.hub import Hub, Live
from medina.store.database import database_url, open_engine
from medina.store.migrate import migrate
from medina.store.people import People
from medina.store.reading import Reader
from medina.store.writer import Writer
from medina.table import commands as do
from medina.table.decide import BotPlays
from medina.table.people import Person
from medina.table.wire import CHAT_KEPT

TABLES: dict[str, Any] = SAID["tables"]


def at_the_site(folder: Path, work: Callable[[Hub], Awaitable[None]]) -> None:
    """Do something with the tables of then, as a server has them."""

    async def whole() -> None:
        engine = open_engine(database_url(None, folder))
        await migrate(engine)
        hub = Hub(Reader(engine), Writer(engine, "me"))
        hub.writer.start()
        try:
            await work(hub)
        finally:
            await hub.finish()
            await hub.writer.stop()
            await engine.dispose()

    database(folder)
    asyncio.run(whole())


async def loaded(hub: Hub, which: Callable[[dict[str, Any]], bool]) -> list[Live]:
    """The tables of then of which that was so."""
    found = [await hub.table(id) for id, table in TABLES.items() if which(table)]
    return [live for live in found if live is not None]


async def person(hub: Hub, user: str | None) -> Person:
    assert user is not None
    known = await People(hub.writer.engine).by_id(user)
    assert known is not None
    return Person(user, known.name, known.account)


def test_everybody_at_a_table_has_the_name_they_have_today(tmp_path: Path) -> None:
    async def work(hub: Hub) -> None:
        forgotten = 0
        for id in TABLES:
            live = await hub.table(id)
            assert live is not None
            for user in {*live.state.users, *(line.user for line in live.chat)}:
                known = await People(hub.writer.engine).by_id(user)
                forgotten += known is None
                assert live.people.get(user) is None if known is None else live.people[user].name == known.name
        assert forgotten

    at_the_site(tmp_path, work)


def test_the_last_lines_of_chat_are_who_said_them_then_or_their_accounts(tmp_path: Path) -> None:
    async def work(hub: Hub) -> None:
        for id, before in TABLES.items():
            live = await hub.table(id)
            assert live is not None
            lines = [[line.n, line.at, line.text] for line in live.chat]
            assert lines == [[n, at, said] for n, at, _, said in before["chat"]][-CHAT_KEPT:]

    at_the_site(tmp_path, work)


def drafts_by_person(table: dict[str, Any]) -> bool:
    """Is somebody who is there in the middle of a turn, with all the time there is?"""
    hurried = table["deadline"] is not None or table["paused"] is not None or table["bot"] is not None
    return bool(table["draft"]) and not hurried and table["seats"][table["acting"]]["status"] == "here"


def test_a_turn_goes_on_from_its_middle(tmp_path: Path) -> None:
    async def work(hub: Hub) -> None:
        tables = await loaded(hub, drafts_by_person)
        assert len(tables) >= 10
        for live in tables:
            state = live.state
            assert state.acting is not None
            assert state.position is not None
            who = await person(hub, state.seats[state.acting].user)
            stale = await hub.command(live, do.TakeBack(n=state.n - 1), who)
            assert stale.refusal is not None, "what was sent before the draft was as it is now"
            if state.complete:
                decision = await hub.command(live, do.Confirm(n=state.n), who)
                assert live.state.turns[-1] == (state.acting, state.draft)
            else:
                move = state.position.legal_moves[0].text
                decision = await hub.command(live, do.Place(move=move, n=state.n), who)
                assert (*state.draft, move) in (live.state.draft, live.state.turns[-1][1])
            assert decision.refusal is None

    at_the_site(tmp_path, work)


def test_a_bot_goes_on_from_what_is_drafted(tmp_path: Path) -> None:
    async def work(hub: Hub) -> None:
        tables = await loaded(hub, lambda table: table["draft"] and table["bot"])
        assert len(tables) >= 20
        for live in tables:
            state, moves = live.state, list[str]()
            position = state.position
            assert position is not None
            assert state.acting is not None
            while position.is_mid_turn:
                moves.append(position.legal_moves[0].text)
                position = position.play(moves[-1])
            decision = await hub.command(live, BotPlays(state.acting, tuple(moves), state.n), None)
            assert decision.refusal is None
            assert live.state.turns[-1] == (state.acting, (*state.draft, *moves))

    at_the_site(tmp_path, work)
