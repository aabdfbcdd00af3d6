"""Limits before anybody is known: heads, half requests, silent connections, frames that are no messages."""

from __future__ import annotations

import asyncio
import contextlib
import resource
import socket
import struct
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from adversary import frame
from hosting import API, Serve, Visitor
from siege import cpu, memory

from medina.server.door.visits import Door
from medina.server.settings import Settings

pytestmark = pytest.mark.processes
HONEST = "127.0.0.1"
HOSTILE = "127.0.0.7"
"""Another address of this machine, which no proxy is known by."""


@pytest.fixture(scope="module")
def serve(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serve]:
    """A server with as much patience as a slow machine needs."""
    with Serve(tmp_path_factory.mktemp("door"), connections_per_address=40, control_rate=20) as serve:
        yield serve


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serve]:
    """A server with little patience."""
    patience = {"header_seconds": 1, "body_seconds": 1, "keep_alive_seconds": 2}
    with Serve(tmp_path_factory.mktemp("hasty"), **patience) as serve:
        yield serve


def dial(serve: Serve, address: str = HOSTILE) -> socket.socket:
    """A plain connection from an address of our own choice."""
    made = socket.create_connection(("127.0.0.1", serve.port), timeout=60, source_address=(address, 0))
    made.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return made


def send_all(connection: socket.socket, data: bytes) -> None:
    """Send, or as much of it as they take before they hang up."""
    with contextlib.suppress(ConnectionError, TimeoutError):
        connection.sendall(data)


def hear_all(connection: socket.socket) -> bytes:
    """Everything until the end; a connection that stays open fails the test by its time limit."""
    heard = b""
    with contextlib.suppress(ConnectionError):
        while data := connection.recv(65536):
            heard += data
    return heard


def is_over(connection: socket.socket) -> bool:
    """Has the other side hung up?"""
    connection.setblocking(False)
    try:
        return connection.recv(65536) == b""
    except BlockingIOError:
        return False
    except ConnectionError:
        return True


def ask(serve: Serve) -> None:
    """Somebody else has the simplest answer, so everything that came before has been seen to."""
    assert httpx.get(f"{serve.url}/health", timeout=60, trust_env=False).status_code == 200


def upgrade(serve: Serve, visitor: Visitor, path: str = "/lobby/socket", extra: str = "") -> socket.socket:
    """A socket after its handshake, to be spoken to byte by byte."""
    made = dial(serve)
    made.sendall(
        f"GET {API}{path} HTTP/1.1\r\nHost: {HONEST}:{serve.port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
        f"Cookie: {visitor.cookie}\r\n{extra}\r\n".encode()
    )
    return made


def opened(serve: Serve, visitor: Visitor) -> socket.socket:
    """A lobby's socket that was granted."""
    made = upgrade(serve, visitor)
    assert made.recv(4096).startswith(b"HTTP/1.1 101")
    return made


def closing_code(heard: bytes) -> int:
    """The code of the close frame at the end."""
    return int(struct.unpack("!H", heard[heard.rindex(b"\x88") + 2 :][:2])[0])


def test_heads_above_64_kilobytes_are_refused(serve: Serve) -> None:
    for line in (b"a: b\r\n", b"a:" + b"x" * 6996 + b"\r\n"):
        with dial(serve) as one:
            send_all(one, b"GET /health HTTP/1.1\r\nHost: a\r\n" + line * (70_000 // len(line)) + b"\r\n")
            assert hear_all(one).startswith(b"HTTP/1.1 431 ")
    with dial(serve) as one:
        one.sendall(b"GET /health HTTP/1.1\r\nHost: a\r\nConnection: close\r\na: " + b"x" * 60_000 + b"\r\n\r\n")
        assert hear_all(one).startswith(b"HTTP/1.1 200 ")


def test_a_head_without_end_costs_no_memory(serve: Serve) -> None:
    before, worked = memory(serve), cpu(serve)
    lines = b"a:\r\n" * 250_000
    with dial(serve) as one:
        one.sendall(b"GET / HTTP/1.1\r\n")
        for _ in range(40):
            send_all(one, lines)
        assert hear_all(one) in (b"", b"HTTP/1.1 431 Request Header Fields Too Large\r\n" + ENDING)
    ask(serve)
    assert memory(serve) - before < 20
    assert cpu(serve) - worked < 1


ENDING = b"content-length: 0\r\nconnection: close\r\n\r\n"


def test_lines_behind_a_body_are_bounded_too(serve: Serve) -> None:
    before = memory(serve)
    with dial(serve) as one:
        head = b"POST /api/v1/sessions HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
        one.sendall(head + b"Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n0\r\n")
        for _ in range(10):
            send_all(one, b"a:\r\n" * 250_000)
        hear_all(one)
    assert memory(serve) - before < 20


def test_requests_are_not_piled_up_on_one_connection(serve: Serve) -> None:
    before = memory(serve)
    with dial(serve) as one:
        send_all(one, b"GET /api/v1/bots HTTP/1.1\r\nHost: a\r\n\r\n" * 20_000)
        assert hear_all(one).count(b"HTTP/1.1 200") < 100
    assert memory(serve) - before < 20


@pytest.mark.parametrize(
    "begun",
    [
        b"",
        b"GET / HT",
        b"GET / HTTP/1.1\r\nHost: a\r\n",
        b"POST /api/v1/sessions HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{",
        b"GET /health HTTP/1.1\r\nHost: a\r\n\r\nGET /hea",
    ],
)
def test_half_requests_are_not_waited_for(hasty: Serve, begun: bytes) -> None:
    with dial(hasty) as one:
        one.sendall(begun)
        hear_all(one)


def test_a_head_that_trickles_in_is_not_waited_for(hasty: Serve) -> None:
    with dial(hasty) as one:
        one.sendall(b"GET / HTTP/1.1\r\n")
        until = time.monotonic() + 60
        while not is_over(one):
            assert time.monotonic() < until
            send_all(one, b"a: b\r\n")
            time.sleep(0.1)


def test_who_asks_for_nothing_more_is_let_go(hasty: Serve) -> None:
    with dial(hasty) as one:
        one.sendall(b"GET /health HTTP/1.1\r\nHost: a\r\n\r\n")
        assert hear_all(one).startswith(b"HTTP/1.1 200")


class Deaf(asyncio.Transport):
    """A connection that takes what it is given and never reads it."""

    aborted = False

    def get_write_buffer_size(self) -> int:
        return 100_000

    def is_closing(self) -> bool:
        return False

    def abort(self) -> None:
        self.aborted = True


def test_who_does_not_read_the_answers_is_let_go() -> None:
    door, deaf = Door(Settings(keep_alive_seconds=30)), Deaf()
    visit = door.enter(deaf, now=100)
    door.speaks(visit)
    visit.deadline = door.patience(now=101)
    door.sweep(now=130)
    assert not deaf.aborted
    door.sweep(now=132)
    assert deaf.aborted


@pytest.mark.parametrize("address", [HOSTILE, HONEST])
def test_silent_connections_shut_nobody_out(tmp_path: Path, address: str) -> None:
    with Serve(tmp_path, connections_per_address=40, header_seconds=60) as serve, contextlib.ExitStack() as stack:
        silent = [stack.enter_context(dial(serve, address)) for _ in range(200)]
        ask(serve)
        over = [is_over(one) for one in silent]
        assert over.count(False) in (39, 40)
        assert not any(over[-39:])
        assert "too many connections from one address" in serve.wait_for("turned away").string


def test_those_who_speak_are_not_sent_away_for_newcomers(serve: Serve) -> None:
    with contextlib.ExitStack() as stack:
        anna = Visitor(serve)
        speaking = [stack.enter_context(opened(serve, anna)) for _ in range(38)]
        for _ in range(40):
            stack.enter_context(dial(serve))
        ask(serve)
        assert not any(one.recv(1 << 20) == b"" for one in speaking)
        anna.close()


def test_pings_that_nobody_reads_cost_no_memory(serve: Serve) -> None:
    anna = Visitor(serve)
    before = memory(serve)
    with opened(serve, anna) as one:
        pings = frame(9, b"x" * 125) * 2_000
        one.settimeout(2)
        for _ in range(40):
            send_all(one, pings)
        one.settimeout(60)
        assert closing_code(hear_all(one)) == 4429
    assert memory(serve) - before < 20
    anna.close()


@pytest.mark.parametrize("flood", [frame(0, fin=False), frame(10), frame(9)])
def test_empty_frames_hold_nobody_up(serve: Serve, flood: bytes) -> None:
    anna = Visitor(serve)
    worked = cpu(serve)
    with opened(serve, anna) as one:
        send_all(one, frame(1, b"x", fin=False) + flood * 200_000)
        ask(serve)
        assert closing_code(hear_all(one)) == 4429
    assert cpu(serve) - worked < 1
    anna.close()


def test_a_client_that_pings_now_and_then_stays(serve: Serve) -> None:
    anna = Visitor(serve)
    with opened(serve, anna) as one:
        for _ in range(10):
            one.sendall(frame(9, b"hi"))
            time.sleep(0.05)
        heard = b""
        while heard.count(b"\x8a\x02hi") < 10:
            heard += one.recv(65536)
        assert not is_over(one)
    anna.close()


@pytest.mark.parametrize("extra", ["a: b\r\n" * 200, "a: " + "b" * 9000 + "\r\n"])
def test_a_handshake_that_cannot_be_is_not_left_hanging(serve: Serve, extra: str) -> None:
    anna = Visitor(serve)
    with upgrade(serve, anna, extra=extra) as one:
        assert hear_all(one).startswith(b"HTTP/1.1 431 ")
    anna.close()


@pytest.mark.parametrize("size", [280_000, 600_000, 1_000_000])
def test_who_sends_too_much_hears_why(serve: Serve, size: int) -> None:
    anna = Visitor(serve)
    for _ in range(3):
        answer = anna.http.post(f"{serve.url}{API}/details", json={"record": "x" * size})
        assert (answer.status_code, answer.json()["error"]["code"]) == (413, "too_large")
    anna.close()


def test_bytes_are_read_no_faster_than_agreed(tmp_path: Path) -> None:
    with Serve(tmp_path, bytes_rate=100_000) as serve, dial(serve) as one:
        body = b"x" * 200_000
        head = b"POST /api/v1/legal HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n"
        began, worked = time.monotonic(), cpu(serve)
        for _ in range(4):
            one.sendall(head % len(body) + body)
            heard = b""
            while not heard.endswith(b"}}}"):
                heard += one.recv(65536)
            assert b" 400 " in heard
        assert time.monotonic() - began > 2
        assert cpu(serve) - worked < 1


def test_a_full_disk_is_told_and_does_not_fill_the_log(tmp_path: Path) -> None:
    with Serve(tmp_path) as serve:
        anna = Visitor(serve)
        seat = anna.join(anna.open_table(bots=["random"], start=True, options={"starts": "seated"}))
        assert ready(serve) == 200
        resource.prlimit(serve.process.pid, resource.RLIMIT_FSIZE, (1, resource.RLIM_INFINITY))
        time.sleep(1.1)
        assert ready(serve) == 503
        said = sum(map(len, serve.lines))
        for _ in range(50):
            assert seat.ask(do="place", move=seat.moves[0], n=seat.n)["refusal"]["code"] == "busy"
            assert anna.http.post(f"{serve.url}{API}/tables", json={}).status_code == 503
        assert sum(map(len, serve.lines)) - said < 50_000
        resource.prlimit(serve.process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        time.sleep(1.1)
        assert ready(serve) == 200
        assert seat.ask(do="place", move=seat.moves[0], n=seat.n)["type"] == "update"
        anna.close()


def ready(serve: Serve) -> int:
    """What whoever distributes people over servers is told."""
    return httpx.get(f"{serve.url}/ready", timeout=60, trust_env=False).status_code
