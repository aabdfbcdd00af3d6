"""A server under load is killed at random moments: nothing acknowledged is lost, nothing happens twice, nobody
whose turn it is goes without a call."""

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
from medina.store.database import database_url, open_engine
from medina.store.reading import Reader
from medina.table.fold import fold
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
        self.known: dict[int, Any] = {}
        self.finished: list[tuple[str, dict[int, Any]]] = []

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
            self._compare(snapshot["events"])
            if snapshot["rematch"] is not None:
                self._move_on(snapshot["rematch"])
                return
            if snapshot["phase"] == "over":
                await socket.send('{"do":"rematch"}')
            await self._play(socket, snapshot["moves"], snapshot["seq"])

    def _move_on(self, table: str) -> None:
        """The next game with the same people."""
        self.finished.append((self.table, self.known))
        self.table, self.known = table, {}

    def _compare(self, events: list[Any]) -> None:
        """Everything ever heard of is there, the same, once, in order."""
        assert [event["seq"] for event in events] == list(range(1, len(events) + 1))
        stored = {event["seq"]: event for event in events}
        for seq, event in self.known.items():
            assert stored[seq] == event
        self.known = stored

    async def _play(self, socket: Any, moves: list[str], seq: int) -> None:
        told = True
        while not self.load.over:
            if moves and told:
                await socket.send(
                    msgspec.json.encode({"do": "place", "move": self.rng.choice(moves), "seq": seq}).decode()
                )
                told = False
            message = msgspec.json.decode(await socket.recv())
            if message["type"] != "update":
                continue
            for event in message["events"]:
                assert event["seq"] == seq + 1
                seq = event["seq"]
                self.known[seq] = event
                self.load.heard += 1
                if event["type"] == "ended":
                    await socket.send('{"do":"rematch"}')
                if event["type"] == "rematch_made":
                    self._move_on(event["table"])
                    return
            moves, told = message.get("moves", moves), True


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
            state = fold(await Reader(engine).events(table))
            if state.phase == "playing" and (user := awaited_user(state)) is not None:
                asked.add((user, table, len(state.turns)))
        before, noted = noted, await _turns_noted(engine)
        if before == noted:  # the database may still have been at it when the server died
            break
    await engine.dispose()
    here = {table for _, table, _ in asked}
    assert {call for call in noted if call[1] in here} == asked


async def _turns_noted(engine: AsyncEngine) -> set[tuple[str, str, int]]:
    c = t.calls.c
    async with engine.connect() as connection:
        found = await connection.execute(select(c.user_id, c.table_id, c.mark).where(c.kind == "turn"))
        return {(user, table, mark) for user, table, mark in found}


async def check_stored(load: Load) -> None:
    """What is on disk: every acknowledged event once and in order; the record of every table gives its position."""
    engine = open_engine(database_url(load.url, load.folder))
    for person in load.people:
        person.finished.append((person.table, person.known))
    for table in {table for person in load.people for table, _ in person.finished}:
        events = await Reader(engine).events(id_of(table))
        assert [event.seq for event in events] == list(range(1, len(events) + 1))
        stored = {event.seq: msgspec.json.decode(msgspec.json.encode(event)) for event in events}
        for known in (known for person in load.people for name, known in person.finished if name == table):
            assert known.items() <= stored.items()
        state = fold(events)
        record = record_of(state)
        assert record is not None
        confirmed = state.drafted_from[0] if state.drafted_from else state.position
        assert read_record(write_record(record)).position == confirmed
    await engine.dispose()


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
