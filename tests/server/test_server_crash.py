"""A server under load is killed at random moments: no event, draft or line of chat that was acknowledged is lost,
nothing happens twice, nobody whose turn it is goes without a call, and no bot's turn is forgotten."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import signal
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from hosting import API, Zygote, id_of
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncEngine
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from medina import read_record, write_record
from medina.server.live.cards import awaited_user
from medina.server.live.records import record_of
from medina.store import tables as t
from medina.store.chat import Chats
from medina.store.database import database_url, open_engine
from medina.store.reading import Reader
from medina.table.fold import drafted, fold
from medina.table.state import State, bot_to_move
from push_service import b64

KILLS = 16
TABLES = ((0, 2), (0, 2), (0, 3), (1, 2), (2, 3))
"""Bots and seats of each table; the rest of the seats are people."""
LIVELY = {"bot_seconds": 0.05, "stop_seconds": 3, "call_seconds": 3600.0}
"""Nobody is called before the test is over: what is to be told stays in the database."""
LOST = (OSError, WebSocketException, asyncio.TimeoutError, httpx.HTTPError)


class Person:
    """A guest at a table who plays on whatever happens, and remembers everything that was acknowledged."""

    def __init__(self, load: Load, cookie: str, table: str, seed: int) -> None:
        self.load, self.cookie, self.table = load, cookie, table
        self.rng = random.Random(seed)
        self.heard = Heard()
        self.finished: list[tuple[str, Heard]] = []

    async def live(self) -> None:
        while not self.load.over:
            with contextlib.suppress(*LOST):
                await self._sit()
            await asyncio.sleep(0.02)

    async def _sit(self) -> None:
        url = f"ws://127.0.0.1:{self.load.port}{API}/tables/{self.table}/socket?since=0"
        headers = {"Cookie": self.cookie}
        async with connect(url, additional_headers=headers, proxy=None, open_timeout=20, close_timeout=1) as socket:
            snapshot = msgspec.json.decode(await socket.recv())
            self.heard.compare(snapshot)
            if snapshot["rematch"] is not None:
                self._move_on(snapshot["rematch"])
                return
            if snapshot["phase"] == "over":
                await socket.send('{"do":"rematch"}')
            await self._play(socket, snapshot["moves"])

    def _move_on(self, table: str) -> None:
        """The next game with the same people."""
        self.finished.append((self.table, self.heard))
        self.table, self.heard = table, Heard()

    async def _play(self, socket: Any, moves: list[str]) -> None:
        told = True
        while not self.load.over:
            if moves and told:
                await self._ask(socket, moves)
                told = False
            message = msgspec.json.decode(await socket.recv())
            if message["type"] == "chat":
                self.heard.lines |= {line["n"]: line for line in message["lines"]}
            if message["type"] != "update":
                continue
            self.heard.take_in(message)
            self.load.heard += 1
            for event in message["events"]:
                if event["type"] == "ended":
                    await socket.send('{"do":"rematch"}')
                if event["type"] == "rematch_made":
                    self._move_on(event["table"])
                    return
            moves, told = message.get("moves", moves), True

    async def _ask(self, socket: Any, moves: list[str]) -> None:
        """Place something, or take back what was placed last; now and then with a word about it."""
        if self.rng.random() < 0.1:
            await socket.send(msgspec.json.encode({"do": "chat", "text": f"after {self.heard.n}"}).decode())
        if self.heard.draft and self.rng.random() < 0.3:
            self.heard.asked, request = "take_back", {"do": "take_back"}
        else:
            self.heard.asked, request = "place", {"do": "place", "move": self.rng.choice(moves)}
        await socket.send(msgspec.json.encode({**request, "n": self.heard.n}).decode())


class Heard:
    """What somebody was told of a table: events, lines of chat, the draft, and what they asked for last."""

    def __init__(self) -> None:
        self.seq = self.n = self.turns = 0
        self.seat: int | None = None
        self.draft: list[str] = []
        self.mine = False
        self.asked = ""
        self.events: dict[int, Any] = {}
        self.lines: dict[int, Any] = {}

    def take_in(self, update: Any) -> None:
        """One more message, which follows the last."""
        assert [event["seq"] for event in update["events"]] == list(range(self.seq + 1, update["seq"] + 1))
        assert update["n"] > self.n or not {"draft", "turns", "acting"} & update.keys()
        self.seq, self.n, self.asked = update["seq"], update["n"], ""
        self.events |= {event["seq"]: event for event in update["events"]}
        self.turns += len(update.get("turns", ()))
        if "draft" in update:
            self._note(update["draft"])

    def _note(self, draft: Any) -> None:
        self.draft, self.mine = _moves(draft), draft is not None and draft["seat"] == self.seat

    def compare(self, snapshot: Any) -> None:
        """Everything ever heard of is there, the same, once, in order; what was asked for last may have come about."""
        events = {event["seq"]: event for event in snapshot["events"]}
        assert list(events) == list(range(1, snapshot["seq"] + 1))
        assert self.events.items() <= events.items()
        chat = {line["n"]: line for line in snapshot["chat"]}  # the last lines; what is on disk has all
        assert chat == {**chat, **{n: line for n, line in self.lines.items() if n >= min(chat, default=0)}}
        turns = [moves for _, moves in snapshot["turns"]]
        self.check_draft(snapshot["seq"], snapshot["n"], turns, _moves(snapshot["draft"]))
        self.seq, self.n, self.turns = snapshot["seq"], snapshot["n"], len(turns)
        self.seat, self.asked, self.events = snapshot["your_seat"], "", events
        self._note(snapshot["draft"])

    def check_draft(self, seq: int, n: int, turns: list[list[str]], draft: list[str]) -> None:
        """Nothing is older than what was told. Of one's own draft nothing is missing but what was to be taken back."""
        assert (seq, n) >= (self.seq, self.n)
        if n == self.n:
            assert draft == self.draft
        if not self.mine:
            return
        kept = self.draft[:-1] if self.asked == "take_back" else self.draft
        whole = turns[self.turns] if len(turns) > self.turns else draft
        assert whole[: len(kept)] == kept


def _moves(draft: Any) -> list[str]:
    return draft["moves"] if draft else []


class Load:
    """People at tables, a server, and somebody who kills it."""

    def __init__(self, zygote: Zygote, folder: Path, url: str, seed: int) -> None:
        self.zygote, self.folder, self.url = zygote, folder, url
        self.rng = random.Random(seed)
        self.over = False
        self.heard = 0
        self.kills = KILLS
        self.guests = 0
        self.people: list[Person] = []

    async def start(self) -> None:
        self.pid, self.port = await asyncio.to_thread(self.zygote.start, self.folder, self.url, **LIVELY)

    async def open_tables(self) -> None:
        for number, (bots, seats) in enumerate(TABLES):
            guests = [await self._guest() for _ in range(seats - bots)]
            options = {"players": seats, "auto_confirm": True}
            body = {"options": options, "bots": ["greedy", "random"][:bots]}
            async with httpx.AsyncClient(base_url=self.address, trust_env=False, timeout=60) as http:
                answer = await http.post("/tables", json=body, headers={"Cookie": guests[0]})
                table = answer.json()["id"]
                for guest in guests[1:]:
                    await http.post(f"/tables/{table}/commands", json={"do": "sit"}, headers={"Cookie": guest})
                started = await http.post(
                    f"/tables/{table}/commands", json={"do": "start"}, headers={"Cookie": guests[0]}
                )
                assert started.status_code == 200, started.text
            self.people += [Person(self, guest, table, 10 * number + seat) for seat, guest in enumerate(guests)]

    async def kill(self) -> None:
        os.kill(self.pid, signal.SIGKILL)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}{API}"

    async def _guest(self) -> str:
        """Somebody who wants to be called."""
        async with httpx.AsyncClient(base_url=self.address, trust_env=False, timeout=60) as http:
            cookie = (await http.get("/me")).headers["set-cookie"].split(";")[0]
            self.guests += 1
            answer = await http.post("/me/browsers", json=new_browser(self.guests), headers={"Cookie": cookie})
            assert answer.status_code == 201, answer.text
            return cookie

    async def run(self) -> None:
        await self.start()
        await self.open_tables()
        living = [asyncio.create_task(person.live()) for person in self.people]
        for _ in range(self.kills):
            before = self.heard
            while self.heard < before + 5:
                await asyncio.sleep(0.01)
                for task in living:
                    if task.done():
                        task.result()
            await asyncio.sleep(self.rng.uniform(0, 0.25))
            await self.kill()
            await check_calls(self)
            await self.start()
        before = self.heard
        while self.heard < before + 50:
            await asyncio.sleep(0.01)
        self.over = True
        os.kill(self.pid, signal.SIGTERM)
        await asyncio.wait_for(asyncio.gather(*living), 60)


def new_browser(number: int) -> dict[str, str]:
    """As a browser subscribes."""
    key = ec.generate_private_key(ec.SECP256R1()).public_key()
    point = b64(key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))
    return {"endpoint": f"https://fcm.googleapis.com/{number}", "p256dh": point, "auth": b64(bytes(16))}


async def check_calls(load: Load) -> None:
    """Whoever is to be called to their turn is noted, once and for no other turn, whatever was stored last."""
    engine = open_engine(database_url(load.url, load.folder))
    noted = await _turns_noted(engine)
    while True:
        asked = set()
        for table in {id_of(person.table) for person in load.people}:
            state = await _check_bot(engine, table)
            if state.phase == "playing" and (user := awaited_user(state)) is not None:
                asked.add((user, table, len(state.turns)))
        before, noted = noted, await _turns_noted(engine)
        if before == noted:  # the database may still have been at it when the server died
            break
    await engine.dispose()
    here = {table for _, table, _ in asked}
    assert {call for call in noted if call[1] in here} == asked


async def _check_bot(engine: AsyncEngine, table: str) -> State:
    """The state of a table; a bot whose turn it is stands in the table's row."""
    c, d = t.tables.c, t.drafts.c
    query = select(c.bot_n, d.n).join_from(t.tables, t.drafts, c.id == d.table_id).where(c.id == table)
    while True:
        async with engine.connect() as connection:
            due, n = (await connection.execute(query)).one()
        state = fold(await Reader(engine).events(table))
        async with engine.connect() as connection:
            if (await connection.execute(query)).one() == (due, n):
                assert due == (None if bot_to_move(state) is None else n)
                return state


async def _turns_noted(engine: AsyncEngine) -> set[tuple[str, str, int]]:
    c = t.notifications.c
    async with engine.connect() as connection:
        found = await connection.execute(select(c.user_id, c.table_id, c.mark).where(c.kind == "turn"))
        return {(user, table, mark) for user, table, mark in found}


async def check_stored(load: Load) -> None:
    """What is on disk: every acknowledged event once and in order; the record of every table gives its position."""
    engine = open_engine(database_url(load.url, load.folder))
    for person in load.people:
        person.finished.append((person.table, person.heard))
    for table in {table for person in load.people for table, _ in person.finished}:
        loaded = await Reader(engine).load(id_of(table))
        assert loaded is not None
        assert [event.seq for event in loaded.events] == list(range(1, loaded.head.seq + 1))
        state = drafted(fold(loaded.events), loaded.head.moves, loaded.head.n)
        said = await Chats(engine).last(id_of(table), 10_000)
        for heard in (heard for person in load.people for name, heard in person.finished if name == table):
            assert heard.events.items() <= {event.seq: _plain(event) for event in loaded.events}.items()
            assert heard.lines.items() <= {line.n: _plain(line) for line in said}.items()
            heard.check_draft(state.seq, state.n, [list(moves) for _, moves in state.turns], list(state.draft))
        record = record_of(state, {})
        assert record is not None
        assert read_record(write_record(record)).position == state.confirmed
    await engine.dispose()


def _plain(value: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


def crash(folder: Path, url: str, seed: int) -> None:
    with Zygote() as zygote:
        load = Load(zygote, folder, url, seed)
        try:
            asyncio.run(load.run())
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.kill(load.pid, signal.SIGKILL)
        asyncio.run(check_stored(load))
        asyncio.run(check_calls(load))
        assert load.heard > 100


def test_nothing_is_lost_when_the_server_is_killed_on_sqlite(tmp_path: Path) -> None:
    crash(tmp_path, "", 1)


@pytest.mark.postgres
def test_nothing_is_lost_when_the_server_is_killed_on_postgresql(tmp_path: Path, pg: str) -> None:
    crash(tmp_path, pg, 2)
