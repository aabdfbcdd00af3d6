"""How long an honest player waits for a bot's turn while one address plays forty tables of strong bots.

    python benchmarks/fair.py --tables 40 --turns 12 [--postgresql postgresql://…]

Starts a server of its own. The attacker comes from another address (a forwarded one), has a guest and three of the
strongest bots at each table, and places at once. Waits are by bot: from one's placement to one's next turn.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import connect

API = "/api/v1"
NO_LIMITS = ("REQUEST_RATE", "SOCKET_RATE", "GUEST_RATE", "BYTES_RATE", "SOCKETS_PER_ADDRESS", "SOCKETS_PER_PERSON")


class Table:
    """A table of one person and bots, and the person's socket."""

    def __init__(self, url: str, address: str, bots: int) -> None:
        self.url, self.bots = url, bots
        self.headers = {"X-Forwarded-For": address}
        self.waits: list[float] = []

    async def open(self) -> None:
        """Open the table and start its game."""
        async with httpx.AsyncClient(timeout=60, trust_env=False, headers=self.headers) as http:
            made = await http.get(f"{self.url}{API}/me")
            self.headers["Cookie"] = made.headers["set-cookie"].partition(";")[0]
            options = {"players": self.bots + 1, "auto_confirm": True, "starts": "host"}
            body = {"bots": ["architect"] * self.bots, "start": True, "options": options}
            answer = await http.post(f"{self.url}{API}/tables", json=body, headers=self.headers)
            answer.raise_for_status()
            self.id = answer.json()["id"]

    async def play(self, turns: int | None, pause: float) -> None:
        """Place the first legal move whenever it is one's turn, and note how long the bots took."""
        address = f"{self.url.replace('http', 'ws')}{API}/tables/{self.id}/socket"
        async with connect(address, additional_headers=self.headers, proxy=None) as socket:
            seen = msgspec.json.decode(await socket.recv())
            moves, n, asked = seen["moves"], seen["n"], None
            while turns is None or len(self.waits) < turns:
                if moves:
                    if asked is not None:
                        self.waits.append((time.monotonic() - asked) / self.bots)
                        await asyncio.sleep(pause)
                    await socket.send(msgspec.json.encode({"do": "place", "move": moves[0], "n": n}).decode())
                    moves, asked = [], time.monotonic()
                message: dict[str, Any] = msgspec.json.decode(await socket.recv())
                if message["type"] == "update":
                    moves, n = message.get("moves", moves), message["n"]
                    if moves and asked is not None and message.get("draft"):
                        asked = None  # still one's own turn
                    if any(event["type"] == "ended" for event in message["events"]):
                        return


async def measure(url: str, tables: int, turns: int, pause: float) -> tuple[list[float], list[float]]:
    """The waits of the honest player alone, and under attack."""
    alone = Table(url, "10.0.0.1", 1)
    await alone.open()
    await alone.play(turns, pause)
    attack = [Table(url, "10.9.9.9", 3) for _ in range(tables)]
    for table in attack:
        await table.open()
    playing = [asyncio.create_task(table.play(None, 0.0)) for table in attack]
    await asyncio.sleep(3)
    honest = Table(url, "10.0.0.1", 1)
    await honest.open()
    await honest.play(turns, pause)
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    return alone.waits, honest.waits


def main() -> None:
    """Start a server, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=40)
    parser.add_argument("--turns", type=int, default=12)
    parser.add_argument("--pause", type=float, default=1.0, help="seconds the honest player thinks")
    parser.add_argument("--postgresql", default="")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        chosen = {"DATA": folder, "PORT": "0", "DATABASE_URL": options.postgresql, "LANG": "en", "LOG_LEVEL": "error"}
        environment = {**os.environ, **{f"MEDINA_{name}": value for name, value in chosen.items()}}
        environment |= {f"MEDINA_{name}": "0" for name in NO_LIMITS}
        command = [sys.executable, "-m", "medina", "serve"]
        with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as server:
            assert server.stdout is not None
            found = next(match for line in server.stdout if (match := re.search(r"http://127\.0\.0\.1:\d+", line)))
            try:
                waits = asyncio.run(measure(found[0], options.tables, options.turns, options.pause))
            finally:
                server.terminate()
    for name, some in zip(("alone", "beside them"), waits, strict=True):
        p95 = sorted(some)[max(0, round(0.95 * len(some)) - 1)]
        half = statistics.median(some)
        print(f"{name:<12} {len(some)} turns: median {half:.2f} s, p95 {p95:.2f} s, most {max(some):.2f} s")


if __name__ == "__main__":
    main()
