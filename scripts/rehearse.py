"""A rehearsal of growth: servers and workers on one PostgreSQL, thousands of tables open, one of each killed in turn.

`python scripts/rehearse.py --tables 5000` prints the figures of docs/scaling.md. People are threads with real sockets:
each plays at a table against a bot that the workers move, and goes on at another server when its own is gone. What a
server acknowledged must be stored, once and in order.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import itertools
import logging
import random
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import psutil
import psycopg
from msgspec.structs import replace
from websockets.exceptions import WebSocketException

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))
sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests" / "server"))

from hosting import Process, Serve, Visitor

from medina.server.live.hub import Hub, new_luck, now_ms
from medina.server.security import new_id
from medina.store.database import database_url, open_engine
from medina.store.reading import Reader
from medina.store.writer import Writer
from medina.table import commands as do
from medina.table.decide import Decision, decide, open_table
from medina.table.options import Options
from medina.table.people import Person
from postgres_server import fresh_database, postgres_server

BOT = "greedy"
SETTINGS = {"bot_threads": 0, "bot_seconds": 0.05, "sockets_per_address": 0, "connections_per_address": 0}
OPTIONS = {"starts": "seated", "auto_confirm": True, "public": False}
TABLES_AT_ONCE = 200
LOST = (WebSocketException, OSError, httpx.HTTPError, TimeoutError, AssertionError)
"""What a person meets while servers die."""


class Site:
    """Several servers and workers, of which some may be dead."""

    def __init__(self, folder: Path, url: str, servers: int, workers: int) -> None:
        self._folder, self._url = folder, url
        self.servers: list[Serve] = []
        self.workers: list[Process] = []
        self.replace(servers, 0)  # the first of them makes the database, without which no worker starts
        self.replace(servers, workers)

    def _server(self) -> Serve:
        return Serve(self._folder, self._url, **SETTINGS)

    def _worker(self) -> Process:
        worker = Process("worker", "--threads", "1", folder=self._folder, url=self._url, **SETTINGS)
        worker.wait_for("Waiting", 120)
        return worker

    def kill_server(self) -> None:
        """Without a word."""
        self.servers.pop(0).kill()

    def kill_worker(self) -> None:
        """In mid-thought, if it thinks."""
        self.workers.pop(0).kill()

    def replace(self, servers: int, workers: int) -> None:
        """So many of each, where some are missing; they start side by side."""
        with ThreadPoolExecutor() as starting:
            served = [starting.submit(self._server) for _ in range(servers - len(self.servers))]
            working = [starting.submit(self._worker) for _ in range(workers - len(self.workers))]
            self.servers += [one.result() for one in served]
            self.workers += [one.result() for one in working]

    def megabytes(self, processes: Sequence[Process]) -> str:
        """What each of these has in memory, its children with it."""
        sizes = []
        for process in processes:
            family = [psutil.Process(process.process.pid)]
            family += family[0].children(recursive=True)
            sizes.append(sum(one.memory_info().rss for one in family) / 1e6)
        return ", ".join(f"{size:.0f}" for size in sizes) + " MB"

    def stop(self) -> None:
        """Everything."""
        for process in (*self.servers, *self.workers):
            process.kill()


class Player(threading.Thread):
    """Plays on, whatever happens, and remembers what was acknowledged and how long it took."""

    def __init__(self, site: Site, number: int, stopping: threading.Event) -> None:
        super().__init__(daemon=True)
        self._site, self._stopping = site, stopping
        self._rng = random.Random(number)
        self._visitor = Visitor(site.servers[number % len(site.servers)])
        self.acknowledged: dict[str, tuple[int, int]] = {}
        self.took: list[tuple[float, float]] = []
        self.gaps: list[tuple[float, float]] = []
        self.waited: list[tuple[float, float]] = []

    def run(self) -> None:
        """Game after game."""
        while not self._stopping.is_set():
            with contextlib.suppress(*LOST):
                self._play(self._visitor.open_table(options=OPTIONS, bots=[BOT], start=True))
            self._change_servers()

    def _play(self, table: str) -> None:
        seq: int | None = None
        lost_at = 0.0
        while not self._stopping.is_set():
            try:
                seat = self._visitor.join(table, seq)
                if lost_at:
                    self.gaps.append((lost_at, time.monotonic() - lost_at))
                    lost_at = 0.0
                asked = 0.0
                while not self._stopping.is_set() and not seat.over:
                    if seat.moves:
                        if asked:
                            self.waited.append((asked, time.monotonic() - asked))
                        began = time.monotonic()
                        seat.play(self._rng)
                        self.took.append((began, time.monotonic() - began))
                        seq = seat.seq
                        self.acknowledged[table[:12]] = seat.seq, seat.n
                        asked = 0.0 if seat.moves else time.monotonic()
                    else:
                        seat.take_in(30)
                        seq = seat.seq
                seat.close()
                return
            except LOST:
                lost_at = lost_at or time.monotonic()
                self._change_servers()

    def _change_servers(self) -> None:
        time.sleep(0.1)
        self._visitor.serve = self._rng.choice(self._site.servers)


def open_tables(url: str, count: int) -> float:
    """So many games that have begun, stored as a server stores them; how many seconds that took."""
    began = time.monotonic()
    asyncio.run(_open_tables(url, count))
    return time.monotonic() - began


async def _open_tables(url: str, count: int) -> None:
    engine = open_engine(database_url(url, Path()))
    writer = Writer(engine, origin=new_id())
    hub = Hub(Reader(engine), writer)
    writer.start()
    for number in range(0, count, TABLES_AT_ONCE):
        some = range(number, min(count, number + TABLES_AT_ONCE))
        await asyncio.gather(*(hub.open(*_game(each)) for each in some))
    await writer.stop()
    await engine.dispose()


def _game(number: int) -> tuple[Decision, Person]:
    """Somebody sits with a bot and has begun."""
    host = Person(user=f"rehearsal{number // 10}", name=f"Person {number // 10}")
    decision = open_table(Options(starts="seated", public=True), host.user, now_ms())
    steps: list[Any] = [do.SeatBot(bot=BOT, seat=1), do.Sit(), do.Start()]
    for step in steps:
        made = decide(decision.state, step, host.user, now_ms(), new_luck())
        decision = replace(made, events=(*decision.events, *made.events))
    return decision, host


def told(name: str, times: list[float]) -> None:
    """Median, 99th percentile and most of some times."""
    if not times:
        print(f"{name}: never")
        return
    times.sort()
    high = times[min(len(times) - 1, int(len(times) * 0.99))]
    figures = {"at the median": statistics.median(times), "at the 99th percentile": high, "at most": times[-1]}
    print(f"{name}: {len(times)} times,", ", ".join(f"{time * 1000:.0f} ms {what}" for what, time in figures.items()))


def within(times: Iterator[tuple[float, float]], begin: float, end: float) -> list[float]:
    """How long what began then took."""
    return [length for at, length in times if begin <= at < end]


def holes(url: str, players: Sequence[Player]) -> list[str]:
    """Tables where something acknowledged is missing, or out of order."""
    wrong = []
    with psycopg.connect(url) as connection:
        for player in players:
            for table, acknowledged in player.acknowledged.items():
                events = "SELECT count(*), min(seq), max(seq) FROM table_events WHERE table_id = %s"
                row = connection.execute(events, [table]).fetchone()
                head = connection.execute("SELECT seq, n FROM drafts WHERE table_id = %s", [table]).fetchone()
                assert row is not None
                assert head is not None
                if row != (head[0], 1, head[0]) or head < acknowledged:
                    wrong.append(table)
    return wrong


def rehearse(url: str, folder: Path, tables: int, servers: int, workers: int, people: int, seconds: float) -> list[str]:
    """All of it; gives the tables that lost something."""
    site = Site(folder, url, servers, workers)
    try:
        print(f"{servers} servers, {workers} workers: {site.megabytes(site.servers)}; {site.megabytes(site.workers)}")
        took = open_tables(url, tables)
        print(f"{tables} tables opened in {took:.0f} s; servers: {site.megabytes(site.servers)}", flush=True)
        stopping = threading.Event()
        crowd = [Player(site, number, stopping) for number in range(people)]
        for player in crowd:
            player.start()
        wait_for_bots(crowd)
        acts = {"undisturbed": lambda: None, "a server killed": site.kill_server, "a worker killed": site.kill_worker}
        for name, act in acts.items():
            begin = time.monotonic()
            act()
            time.sleep(seconds)
            end = time.monotonic()
            print(f"-- {name}, {seconds:.0f} s with {people} people playing")
            told("placement acknowledged", within(_all(crowd, "took"), begin, end))
            told("a bot's turn", within(_all(crowd, "waited"), begin, end))
            gaps = within(_all(crowd, "gaps"), begin, end)
            if gaps:
                told("back at another server", gaps)
            site.replace(servers, workers)
        stopping.set()
        for player in crowd:
            player.join(40)
        print(f"at the end: servers {site.megabytes(site.servers)}; workers {site.megabytes(site.workers)}")
        wrong = holes(url, crowd)
        count = sum(len(player.acknowledged) for player in crowd)
        print(f"{count} games checked, {len(wrong)} of them with something acknowledged missing", flush=True)
        return wrong
    finally:
        site.stop()


def wait_for_bots(crowd: Sequence[Player], seconds: float = 120) -> None:
    """Until every worker has begun to think: that a process starts is no part of the figures."""
    until = time.monotonic() + seconds
    while time.monotonic() < until and not all(player.waited for player in crowd):
        time.sleep(0.2)


def _all(crowd: Sequence[Player], what: str) -> Iterator[tuple[float, float]]:
    return itertools.chain.from_iterable(list(getattr(player, what)) for player in crowd)


def main() -> int:
    logging.getLogger("websockets").setLevel(logging.CRITICAL)  # lines are lost here on purpose
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=5000)
    parser.add_argument("--servers", type=int, default=4)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--people", type=int, default=12)
    parser.add_argument("--seconds", type=float, default=40.0, help="of each act")
    args = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as folder,
        postgres_server() as server,
        fresh_database(server) as url,
    ):
        sizes = (args.tables, args.servers, args.workers, args.people, args.seconds)
        return 1 if rehearse(url, Path(folder), *sizes) else 0


if __name__ == "__main__":
    raise SystemExit(main())
