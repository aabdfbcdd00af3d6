"""Sites for tests: in this process, or as real processes one can kill."""

from __future__ import annotations

import contextlib
import os
import random
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
from starlette.testclient import TestClient
from websockets.sync.client import ClientConnection, connect

from medina.server.app import make_app
from medina.server.security import ID_LETTERS
from medina.server.settings import Settings
from patience import wait_until

NO_LIMITS = {
    "request_rate": 0,
    "socket_rate": 0,
    "guest_rate": 0,
    "login_rate": 0,
    "bytes_rate": 0,
    "bot_pause": 0.0,
    "bot_pause_clocked": 0.0,
}
API = "/api/v1"


class Clock:
    """A clock that moves when a test says so, however slow the machine is."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def id_of(link: str) -> str:
    """The id of the table that a link leads to; lists of tables show no more."""
    return link[:ID_LETTERS]


@contextlib.contextmanager
def site(folder: Path, **chosen: Any) -> Iterator[TestClient]:
    """A site in this process, and a browser in front of it."""
    settings = Settings(**{"data": str(folder), **NO_LIMITS, **chosen})
    with TestClient(make_app(settings), base_url="http://testserver") as client:
        yield client


def browser(client: TestClient) -> TestClient:
    """Another person's browser on the same site."""
    other = TestClient(client.app, base_url="http://testserver")
    other.portal = client.portal
    return other


def wait_until_ready(*clients: TestClient) -> None:
    """A moment after its start a site hears what others say; what was said before is not told again."""
    wait_until(lambda: all(client.get("/ready").status_code == 200 for client in clients), "never ready")


class Process:
    """A `medina` process that can be killed at any moment."""

    def __init__(self, *arguments: str, folder: Path, url: str = "", **chosen: Any) -> None:
        environment = {key: value for key, value in os.environ.items() if not key.startswith("MEDINA_")}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        values = {"data": folder, "database_url": url, "port": 0, "lang": "en", **NO_LIMITS, **chosen}
        environment |= {f"MEDINA_{name.upper()}": str(value) for name, value in values.items()}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "medina", *arguments],
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self.lines: list[str] = []
        self._said = threading.Condition()
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            with self._said:
                self.lines.append(line)
                self._said.notify_all()

    def wait_for(self, pattern: str, seconds: float = 60) -> re.Match[str]:
        """The first line of its output that fits."""
        until = time.monotonic() + seconds
        with self._said:
            while time.monotonic() < until:
                for line in self.lines:
                    if found := re.search(pattern, line):
                        return found
                self._said.wait(0.2)
        raise AssertionError(f"{pattern!r} was not said:\n{''.join(self.lines[-40:])}")

    def kill(self) -> None:
        """SIGKILL: no goodbye."""
        self.process.kill()
        self.process.wait(60)

    def stop(self) -> int:
        """SIGTERM, and wait."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        return self.process.wait(60)

    def __enter__(self) -> Process:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.kill()


class Serve(Process):
    """`medina serve` as a process."""

    def __init__(self, folder: Path, url: str = "", **chosen: Any) -> None:
        super().__init__("serve", folder=folder, url=url, **chosen)
        self.port = int(self.wait_for(r"http://127\.0\.0\.1:(\d+)/", 120)[1])
        self.url = f"http://127.0.0.1:{self.port}"


class Visitor:
    """Somebody with a browser, seen from outside: HTTP and sockets on whatever process is asked."""

    def __init__(self, serve: Serve) -> None:
        self.serve = serve
        self.http = httpx.Client(timeout=60, trust_env=False)
        self.me = self.http.get(f"{serve.url}{API}/me").json()

    @property
    def cookie(self) -> str:
        """The cookie header."""
        return "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())

    def post(self, path: str, body: Any) -> Any:
        """A POST that must be granted."""
        answer = self.http.post(f"{self.serve.url}{API}{path}", json=body)
        assert answer.status_code < 300, answer.text
        return answer.json()

    def get(self, path: str) -> Any:
        """A GET that must be granted."""
        answer = self.http.get(f"{self.serve.url}{API}{path}")
        assert answer.status_code == 200, answer.text
        return answer.json()

    def open_table(self, **body: Any) -> str:
        """A new table's id."""
        return str(self.post("/tables", body)["id"])

    def join(self, table: str, since: int | None = None) -> Seat:
        """Open the table's socket."""
        query = "" if since is None else f"?since={since}"
        url = f"ws://127.0.0.1:{self.serve.port}{API}/tables/{table}/socket{query}"
        return Seat(connect(url, additional_headers={"Cookie": self.cookie}, open_timeout=60, proxy=None, legacy=True))

    def lobby(self) -> ClientConnection:
        """Open the lobby's socket."""
        url = f"ws://127.0.0.1:{self.serve.port}{API}/lobby/socket"
        return connect(url, additional_headers={"Cookie": self.cookie}, open_timeout=60, proxy=None, legacy=True)

    def close(self) -> None:
        """Leave."""
        self.http.close()


class Seat:
    """A table's socket with the state a client keeps."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.traffic: list[str] = []
        self.snapshot: dict[str, Any] = self.hear()
        self.seq: int = self.snapshot["seq"]
        self.n: int = self.snapshot["n"]
        self.lines: list[dict[str, Any]] = []
        self.moves: list[str] = self.snapshot["moves"]
        self.draft: dict[str, Any] | None = self.snapshot["draft"]
        self.over = self.snapshot["phase"] == "over"
        self.present: list[int] = self.snapshot["online"]
        self.events: list[dict[str, Any]] = []
        self.asked = 0

    def hear(self, timeout: float = 60) -> Any:
        """The next message."""
        text = self.socket.recv(timeout)
        assert isinstance(text, str)
        self.traffic.append(text)
        return msgspec.json.decode(text)

    def take_in(self, timeout: float = 60) -> Any:
        """The next message, folded."""
        message = self.hear(timeout)
        if message["type"] == "update":
            assert [event["seq"] for event in message["events"]] == list(range(self.seq + 1, message["seq"] + 1))
            assert message["n"] >= self.n
            self.seq, self.n = message["seq"], message["n"]
            self.events += message["events"]
            self.over = self.over or any(event["type"] == "ended" for event in message["events"])
            self.moves = message.get("moves", self.moves)
            self.draft = message.get("draft", self.draft)
        elif message["type"] == "chat":
            self.lines += message["lines"]
        elif message["type"] == "presence":
            self.present = message["seats"]
        return message

    def ask(self, **request: Any) -> Any:
        """Send a request and take messages in until its answer."""
        self.asked += 1
        self.socket.send(msgspec.json.encode({**request, "id": self.asked}).decode())
        while (message := self.take_in()).get("id") != self.asked:
            pass
        return message

    def until(self, kind: str, timeout: float = 60) -> None:
        """Take messages in until an event of this kind."""
        end = time.monotonic() + timeout
        seen = len(self.events)
        while not any(event["type"] == kind for event in self.events[seen:]):
            assert time.monotonic() < end, f"no {kind}"
            self.take_in(max(0.1, end - time.monotonic()))

    def catch_up(self, n: int) -> None:
        """Take messages in until this change of the game."""
        while self.n < n:
            self.take_in()

    def until_said(self) -> dict[str, Any]:
        """Take messages in until somebody says something; gives the line."""
        while not self.lines:
            self.take_in()
        return self.lines[-1]

    def play(self, rng: random.Random) -> Any:
        """Place something legal."""
        return self.ask(do="place", move=rng.choice(self.moves), n=self.n)

    def close(self) -> None:
        """Hang up."""
        self.socket.close()


class Zygote(Process):
    """Starts real server processes quickly, again and again."""

    def __init__(self) -> None:
        self.lines = []
        self._said = threading.Condition()
        self.process = subprocess.Popen(
            [sys.executable, str(Path(__file__).parent / "zygote.py")],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        threading.Thread(target=self._listen, daemon=True).start()

    def start(self, folder: Path, url: str = "", **chosen: Any) -> tuple[int, int]:
        """(pid, port) of one more server."""
        settings = {"data": str(folder), "database_url": url, "port": 0, **NO_LIMITS, **chosen}
        with self._said:
            self.lines.clear()
        assert self.process.stdin is not None
        self.process.stdin.write(msgspec.json.encode(settings).decode() + "\n")
        self.process.stdin.flush()
        pid = int(self.wait_for(r"pid (\d+)")[1])
        return pid, int(self.wait_for(r"http://127\.0\.0\.1:(\d+)/", 120)[1])
