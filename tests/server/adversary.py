"""Somebody who tries everything at once: each attack is a small function, drawn at random, again and again.

Run as a process of its own, so that the pains it takes are not taken from whoever measures:

    python tests/server/adversary.py PORT TABLE SECONDS SEED

Each line it prints is something that should not have been possible.
"""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import random
import socket
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

API = "/api/v1"
ADDRESSES = [f"127.0.0.{number}" for number in range(10, 20)]
"""Where the attacks come from; none of them is a proxy's."""
OWNER = ("Owner of the house", "correct horse battery")
"""An account whose password is guessed at."""
THREADS = 4
RECORD = '[Edition "second"]\n[Players "2"]\n[Well "f6"]\n[Market "c3"]\n\n*\n'
Answer = tuple[int, bytes]


class Target:
    """The server under attack, and what went wrong with it."""

    def __init__(self, port: int, table: str) -> None:
        self.port, self.table = port, table
        self.cookies: dict[str, str] = {}

    def report(self, what: str) -> None:
        """Something was possible that should not be."""
        print(what[:300], flush=True)

    def dial(self, rng: random.Random) -> socket.socket:
        """A plain connection."""
        made = socket.create_connection(("127.0.0.1", self.port), timeout=5, source_address=(rng.choice(ADDRESSES), 0))
        made.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return made

    def ask(self, rng: random.Random, method: str, path: str, body: Any = None, **headers: str) -> Answer:
        """One request and its answer; a failure of the server is reported."""
        where = headers.pop("address", None) or rng.choice(ADDRESSES)
        data = body if isinstance(body, bytes) or body is None else json.dumps(body).encode()
        if data is not None:
            headers.setdefault("Content_Type", "application/json")
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10, source_address=(where, 0))
        try:
            line.putrequest(method, path, skip_accept_encoding=True)
            for name, value in headers.items():
                line.putheader(name.replace("_", "-"), value)
            if data is not None:
                line.putheader("Content-Length", str(len(data)))
            line.endheaders(data)
            answer = line.getresponse()
            said = answer.status, answer.read()
        finally:
            line.close()
        if said[0] == 500:
            self.report(f"500: {method} {path} {headers} {body!r}")
        return said

    def guest(self, rng: random.Random, address: str) -> str:
        """The cookie of a guest at an address; one for a while."""
        if address not in self.cookies or rng.random() < 0.05:
            line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10, source_address=(address, 0))
            with contextlib.closing(line):
                line.request("GET", f"{API}/me")
                answer = line.getresponse()
                answer.read()
                self.cookies[address] = (answer.getheader("set-cookie") or "medina=none").split(";")[0]
        return self.cookies[address]

    def upgrade(self, rng: random.Random, path: str) -> socket.socket:
        """A socket, if it is granted."""
        address = rng.choice(ADDRESSES)
        cookie = self.guest(rng, address)
        made = socket.create_connection(("127.0.0.1", self.port), timeout=5, source_address=(address, 0))
        made.sendall(
            f"GET {API}{path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
            f"Cookie: {cookie}\r\n\r\n".encode()
        )
        made.recv(1024)
        return made


def pour(connection: socket.socket, data: bytes, times: int) -> None:
    """Send the same again and again, until they hang up or a second is over."""
    connection.settimeout(1)
    until = time.monotonic() + 1
    with contextlib.suppress(OSError):
        for _ in range(times):
            if time.monotonic() > until:
                return
            connection.sendall(data)


def frame(code: int, body: bytes = b"", fin: bool = True) -> bytes:
    """A frame as clients send it."""
    size = len(body)
    length = bytes((0x80 | size,)) if size < 126 else b"\xfe" + size.to_bytes(2, "big")
    return bytes((0x80 * fin | code,)) + length + b"\0\0\0\0" + body


# The attacks


def endless_head(target: Target, rng: random.Random) -> None:
    """Headers without end."""
    with target.dial(rng) as one:
        one.sendall(rng.choice([b"GET / HTTP/1.1\r\n", b"POST /api/v1/tables HTTP/1.1\r\nHost: a\r\n", b"GET /"]))
        pour(one, rng.choice([b"a:\r\n" * 16_000, b"x" * 65_536, b"cookie: " + b"y" * 8_000 + b"\r\n"]), 200)


def endless_body(target: Target, rng: random.Random) -> None:
    """A body, or lines behind it, without end."""
    with target.dial(rng) as one:
        head = b"POST /api/v1/legal HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
        if rng.random() < 0.5:
            one.sendall(head + b"Content-Length: 99999999999\r\n\r\n")
            pour(one, b"x" * 65_536, 200)
        else:
            one.sendall(head + b"Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n")
            pour(one, rng.choice([b"1\r\n{\r\n" * 10_000, b"0\r\n" + b"a:\r\n" * 16_000]), 100)


def silence(target: Target, rng: random.Random) -> None:
    """Connections that say nothing, or half of something."""
    half = [
        b"",
        b"GET",
        b"GET / HTTP/1.1\r\nHost: a\r\n",
        b"POST /api/v1/tables HTTP/1.1\r\nContent-Length: 5\r\n\r\n{",
    ]
    with contextlib.ExitStack() as stack:
        for _ in range(rng.randrange(20, 150)):
            one = stack.enter_context(target.dial(rng))
            with contextlib.suppress(OSError):
                one.sendall(rng.choice(half))
        time.sleep(rng.random())


def pipeline(target: Target, rng: random.Random) -> None:
    """Requests without waiting for answers."""
    with target.dial(rng) as one:
        path = rng.choice([b"/", b"/api/v1/bots", b"/assets/x.js", b"/api/v1/openapi.json", b"/ready", b"/metrics"])
        pour(one, b"GET " + path + b" HTTP/1.1\r\nHost: a\r\n\r\n" * rng.choice([1, 10, 1_000]), 50)


def control_frames(target: Target, rng: random.Random) -> None:
    """Pings that nobody reads, parts of messages that are empty."""
    with target.upgrade(rng, rng.choice(["/lobby/socket", f"/tables/{target.table}/socket"])) as one:
        kind = rng.choice([frame(9, b"x" * 125), frame(10), frame(9), frame(0, fin=False)])
        one.sendall(frame(1, b"x", fin=False))
        pour(one, kind * (65_536 // len(kind)), 500)


def text_flood(target: Target, rng: random.Random) -> None:
    """Messages as fast as they go, sensible and not."""
    texts = [
        b'{"do":"ping"}',
        b"x" * 16_000,
        b"[" * 9_000,
        b'{"do":"previews"}',
        b'{"do":"chat","text":"hello"}',
        b"\xff",
    ]
    with target.upgrade(rng, rng.choice(["/lobby/socket", f"/tables/{target.table}/socket"])) as one:
        text = frame(rng.choice([1, 1, 2]), rng.choice(texts))
        pour(one, text * rng.choice([1, 10, 65_536 // len(text) + 1]), 200)


def garbage(target: Target, rng: random.Random) -> None:
    """Bytes that are no HTTP, and frames that are none."""
    data = rng.randbytes(rng.randrange(1, 4_000))
    if rng.random() < 0.5:
        with target.dial(rng) as one:
            pour(one, rng.choice([b"", b"GET / HTTP/1.1\r\n", b"GET /\xff\xfe HTTP/1.1\r\n\r\n"]) + data, 3)
    else:
        with target.upgrade(rng, "/lobby/socket") as one:
            pour(one, data, 3)


def odd_requests(target: Target, rng: random.Random) -> None:
    """Paths, origins and headers nobody would send."""
    paths = ["/%00", "/" + "x" * 300, "/%ff", f"{API}/tables/%00", f"{API}/users/{'y' * 3000}", "/assets/..%2f..%2fx"]
    origins = ["http://[::1", "null", "http://a:b:c", "https://elsewhere.example", "\xff"]
    for _ in range(20):
        method = rng.choice(["GET", "POST", "PATCH", "DELETE", "HEAD", "OPTIONS", "BREW"])
        headers = {"Origin": rng.choice(origins)} if rng.random() < 0.5 else {}
        path = rng.choice([*paths, f"{API}/me", f"{API}/tables", "/"])
        status, _ = target.ask(rng, method, path, {} if method in ("POST", "PATCH") else None, **headers)
        if headers and method in ("POST", "PATCH", "DELETE") and status < 300:
            target.report(f"a page of another site was let in: {method} {path} {headers}")


def broken_bodies(target: Target, rng: random.Random) -> None:
    """JSON that is none, or too much, or of another shape."""
    texts = [
        b"",
        b"{",
        b"[" * 50_000,
        b'{"a":' * 9_000,
        rng.randbytes(500),
        b'{"record": "%s"}' % (b"x" * 99_000),
        b"null",
    ]
    for _ in range(10):
        path = rng.choice(
            ["/tables", "/legal", "/why", "/play", "/details", "/replay", "/analyses", "/sessions", "/accounts"]
        )
        target.ask(rng, "POST", f"{API}{path}", rng.choice(texts))


def guess_passwords(target: Target, rng: random.Random) -> None:
    """The owner's password, from all sides."""
    for _ in range(20):
        status, _ = target.ask(rng, "POST", f"{API}/sessions", {"name": OWNER[0], "password": rng.randbytes(6).hex()})
        if status not in (401, 429, 503):
            target.report(f"a wrong password gave {status}")


def forge(target: Target, rng: random.Random) -> None:
    """Cookies and tokens nobody gave out; other people's seats."""
    cookies = ["medina=WyJhIiwiYiIsMV0.x", "medina=", f"medina={rng.randbytes(30).hex()}"]
    for path in ("/me/tokens", "/me/export", "/analyses/x"):
        status, said = target.ask(rng, "GET", f"{API}{path}", Authorization=f"Bearer mdn_{rng.randbytes(20).hex()}")
        if status < 300:
            target.report(f"a forged token was let in: {path} {said[:100]!r}")
    address = rng.choice(ADDRESSES)
    for cookie in (rng.choice(cookies), target.guest(rng, address)):
        for command in (
            {"do": "resign"},
            {"do": "close"},
            {"do": "kick", "seat": 0},
            {"do": "place", "move": "Ge5", "n": 1},
        ):
            path = f"{API}/tables/{target.table}/commands"
            status, said = target.ask(rng, "POST", path, command, Cookie=cookie, address=address)
            if status < 300:
                target.report(f"a stranger was let in: {command} {said[:100]!r}")


def pose_as_bot(target: Target, rng: random.Random) -> None:
    """A guest with a bot's name."""
    address = rng.choice(ADDRESSES)
    status, _ = target.ask(
        rng, "PATCH", f"{API}/me", {"name": "bot:greedy"}, Cookie=target.guest(rng, address), address=address
    )
    if status < 300:
        target.report("a guest is called bot:greedy")


def many_guests(target: Target, rng: random.Random) -> None:
    """Guests without end, each with a table or an analysis of a record of 99 KB."""
    address = rng.choice(ADDRESSES)
    padded = RECORD.replace("*", "1. Ge8 {" + "x" * 90_000 + "}\n*")
    for _ in range(15):
        path, body = rng.choice([("/tables", {"record": padded}), ("/analyses", {"record": padded, "seconds": 60})])
        target.ask(rng, "POST", f"{API}{path}", body, address=address)


def many_sockets(target: Target, rng: random.Random) -> None:
    """Sockets of one guest at the busy table, none of which is read."""
    with contextlib.ExitStack() as stack:
        for _ in range(30):
            one = stack.enter_context(target.upgrade(rng, f"/tables/{target.table}/socket?since=0"))
            one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        time.sleep(rng.random())


def costly_questions(target: Target, rng: random.Random) -> None:
    """What takes the server longest to answer, as often as it answers."""
    record = LONG_RECORD or RECORD
    for _ in range(15):
        path = rng.choice(["/replay", "/legal", "/details", "/play"])
        body: dict[str, Any] = {"record": record}
        body |= {"previews": True} if path in ("/legal", "/play") else {}
        body |= {"moves": []} if path == "/play" else {}
        target.ask(rng, "POST", f"{API}{path}", body)
    target.ask(rng, "GET", "/ready")
    target.ask(rng, "GET", "/metrics")


def look_since(target: Target, rng: random.Random) -> None:
    """A snapshot with the events before it never lacks the newest."""
    status, said = target.ask(rng, "GET", f"{API}/tables/{target.table}?since=0")
    if status == 200:
        snapshot = json.loads(said)
        if [event["seq"] for event in snapshot["events"]] != list(range(1, snapshot["seq"] + 1)):
            target.report(f"a snapshot of {snapshot['seq']} lacks events")


ATTACKS: list[Callable[[Target, random.Random], None]] = [
    endless_head,
    endless_body,
    silence,
    pipeline,
    control_frames,
    text_flood,
    garbage,
    odd_requests,
    broken_bodies,
    guess_passwords,
    forge,
    pose_as_bot,
    many_guests,
    many_sockets,
    costly_questions,
    look_since,
]
_golden = sorted((Path(__file__).parent.parent / "data" / "golden").glob("*.mgn"))
LONG_RECORD = max((path.read_text(encoding="utf-8") for path in _golden), key=len, default="")


def attack(target: Target, seed: int, until: float, counts: dict[str, int]) -> None:
    """One attacker: whatever comes to mind, until the time is over."""
    rng = random.Random(seed)
    while time.monotonic() < until:
        chosen = rng.choice(ATTACKS)
        counts[chosen.__name__] = counts.get(chosen.__name__, 0) + 1
        # Being hung up on is what attackers have to expect.
        with contextlib.suppress(OSError, http.client.HTTPException):
            chosen(target, rng)


def main() -> None:
    """Attack from several threads."""
    port, table, seconds, seed = int(sys.argv[1]), sys.argv[2], float(sys.argv[3]), int(sys.argv[4])
    os.nice(10)  # attackers have machines of their own; here they share one with the server
    until, counts = time.monotonic() + seconds, dict[str, int]()
    threads = [
        threading.Thread(target=attack, args=(Target(port, table), seed * 100 + number, until, counts))
        for number in range(THREADS)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    print(json.dumps(counts), file=sys.stderr)


if __name__ == "__main__":
    main()
