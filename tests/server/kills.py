"""Work that spans more than one step, killed at random moments or with the power cut, and what must be true then."""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import os
import random
import shutil
import signal
import subprocess
import sys
import threading
import time
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any, ClassVar
from urllib.parse import urlsplit

import msgspec
from hosting import NO_LIMITS, Process
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncEngine
from test_server_crash import LIVELY, Load, check_stored

from medina.store import tables as t
from medina.store.backup import restore
from medina.store.database import database_url, open_engine
from medina.store.migrate import current, migrate, newest
from postgres_server import fresh_database
from power import Mains
from small_site import FILE, ROWS, SECRET, as_it_was, kept

ANNA = next(row["id"] for name, row in ROWS if name == "users" and row["name"] == "Amina")


Work = Callable[[AsyncEngine], Awaitable[Any]]


class Lives(Process):
    """Starts short lives quickly, again and again."""

    def __init__(self, environment: dict[str, str]) -> None:
        self.lines = []
        self._said = threading.Condition()
        kept = {key: value for key, value in os.environ.items() if not key.startswith("MEDINA_")}
        self.process = subprocess.Popen(
            [sys.executable, str(Path(__file__).parent / "lives.py")],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env={**kept, "MEDINA_LANG": "en", **environment},
        )
        threading.Thread(target=self._listen, daemon=True).start()

    def begin(self, task: dict[str, Any]) -> int:
        """The number of one more life."""
        with self._said:
            self.lines.clear()
        assert self.process.stdin is not None
        self.process.stdin.write(msgspec.json.encode(task).decode() + "\n")
        self.process.stdin.flush()
        return int(self.wait_for(r"pid (\d+)")[1])

    def whole(self, task: dict[str, Any]) -> float:
        """A life to its end, which must be a good one; how long it took."""
        began = time.monotonic()
        pid = self.begin(task)
        done = self.wait_for(rf"done {pid} (\d+)", 120)
        assert done[1] == "0", "".join(self.lines)
        return time.monotonic() - began


class Trial(ABC):
    """One kind of work: `task` is what is killed, `check` what is true after that."""

    first: ClassVar[Work | None] = None
    """What is there before."""
    starts = False
    """Has a server been there as well, and left its key?"""

    def __init__(self, site: Place) -> None:
        self.site = site
        self.usual = 0.5

    @abstractmethod
    def task(self) -> dict[str, Any]:
        """The work."""

    @abstractmethod
    def check(self, ended: bool) -> None:
        """After a kill, or after an end."""

    def kill(self, rng: random.Random) -> None:
        """Once: begin, kill, look; let it come to its end, and look again."""
        self.site.begin_with(self.first)
        if self.starts:
            self.site.lives.whole(self.site.start())
        self.own = self.site.secret
        self.site.on()
        pid = self.site.lives.begin(self.task())
        time.sleep(rng.uniform(0, 1.2 * self.usual))
        put_down(pid)
        self.site.cut(rng)
        self.check(ended=False)
        self.usual = 0.8 * self.usual + 0.2 * self.site.lives.whole(self.task())
        self.check(ended=True)


def put_down(pid: int) -> None:
    """SIGKILL, and wait until nothing is left."""
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)
        while True:
            os.kill(pid, 0)
            time.sleep(0.002)


class Place:
    """Where a site keeps its things: a data folder, and PostgreSQL if it is one of those."""

    def __init__(self, folder: Path, server: str | None = None) -> None:
        self.data = folder / "data"
        self.data.mkdir()
        self.beside = folder
        self.server = server
        self._database: contextlib.AbstractContextManager[str] | None = None
        self._templates: dict[str, str] = {}
        self._stack = contextlib.ExitStack()
        self.url = ""
        self.mains = None if server else Mains(self.data, folder)
        self.lives = Lives(self.mains.environment if self.mains else {})

    def close(self) -> None:
        """Leave nothing behind."""
        self.lives.kill()
        self._drop()
        self._stack.close()

    def _drop(self) -> None:
        if self._database is not None:
            self._database.__exit__(None, None, None)
            self._database = None

    def begin_with(self, work: Work | None = None) -> None:
        """A folder and a database with nothing in them, or with what this work makes; it is done once."""
        kept = self.beside / (work.__name__ if work else "nothing")
        if not kept.exists():
            self._make(kept, work)
        shutil.rmtree(self.data)
        shutil.copytree(kept, self.data)
        if self.server is not None:
            self._drop()
            self._database = fresh_database(self.server, self._templates[kept.name])
            self.url = self._database.__enter__()

    def _make(self, kept: Path, work: Work | None) -> None:
        shutil.rmtree(self.data)
        self.data.mkdir()
        if self.server is not None:
            self.url = self._stack.enter_context(fresh_database(self.server))
            self._templates[kept.name] = urlsplit(self.url).path.removeprefix("/")
        if work is not None:
            self.do(work)
        self.data.rename(kept)
        self.data.mkdir()

    def on(self) -> None:
        """The power is on."""
        if self.mains is not None:
            self.mains.on()

    def cut(self, rng: random.Random) -> None:
        """Every other time the power goes as well, where we can cut it."""
        if self.mains is not None and rng.random() < 0.5:
            self.mains.cut(rng)

    def settings(self, **more: Any) -> dict[str, Any]:
        """Of a server here."""
        return {"data": str(self.data), "database_url": self.url, **NO_LIMITS, **more}

    def start(self) -> dict[str, Any]:
        """The task of a server that starts here."""
        return {"do": "start", "settings": self.settings()}

    def do(self, work: Work) -> Any:
        """Something with the database as it is."""

        async def whole() -> Any:
            engine = open_engine(database_url(self.url, self.data))
            try:
                return await work(engine)
            finally:
                await engine.dispose()

        return asyncio.run(whole())

    @property
    def secret(self) -> str | None:
        """The key in the folder."""
        path = self.data / "secret"
        return path.read_text() if path.exists() else None


async def revision(engine: AsyncEngine) -> str | None:
    """The shape of the database."""
    async with engine.connect() as connection:
        return await connection.run_sync(current)


async def new_site(engine: AsyncEngine) -> None:
    """The small site in its present shape."""
    await migrate(engine)
    await restore(engine, FILE)


class FirstStart(Trial):
    """Nothing, or everything."""

    def task(self) -> dict[str, Any]:
        """Start."""
        return self.site.start()

    def check(self, ended: bool) -> None:
        """The database has no shape or the newest, and the key is whole."""
        shape = self.site.do(revision)
        assert shape == newest() if ended else shape in (None, newest()), shape
        if self.site.server is None:
            assert self.site.secret is None or len(self.site.secret) == 64
            assert self.site.secret is not None or not ended


class Upgrade(FirstStart):
    """Not a row is lost."""

    first = staticmethod(as_it_was)

    def check(self, ended: bool) -> None:
        """The old shape or the new, with everything in it."""
        assert self.site.do(revision) in ((newest(),) if ended else ("0001", newest()))
        assert self.site.do(kept) == len(ROWS)


class Backup(Trial):
    """What has its name is whole."""

    first = staticmethod(new_site)
    starts = True

    @property
    def file(self) -> Path:
        return self.site.data / "backup.gz"

    def task(self) -> dict[str, Any]:
        """Back up."""
        return {"do": "command", "settings": self.site.settings(), "arguments": ["backup", str(self.file)]}

    def check(self, ended: bool) -> None:
        """No file, or a whole one."""
        if self.file.exists():
            *lines, last = map(msgspec.json.decode, gzip.decompress(self.file.read_bytes()).splitlines())
            rows = [line[0] for line in lines if isinstance(line, list)]
            assert len(rows) == last["rows"]
            assert {name for name, _ in ROWS} - {"events"} < {*rows}, "with the tables that the site began with"
            self.file.unlink()
        else:
            assert not ended


class Restore(Trial):
    """Everything, or nothing."""

    starts = True

    def task(self) -> dict[str, Any]:
        """Restore."""
        arguments = ["restore", str(FILE), "--replace"]
        return {"do": "command", "settings": self.site.settings(), "arguments": arguments}

    def check(self, ended: bool) -> None:
        """All rows or none; after the next start with the key that belongs to them."""
        there = self.site.do(kept)
        assert there == len(ROWS) if ended else there in (0, len(ROWS)), there
        if self.site.server is None:
            self.site.lives.whole(self.site.start())
            assert self.site.secret == (SECRET if there else self.own)


class Forget(Trial):
    """Somebody is there, or forgotten everywhere."""

    first = staticmethod(new_site)

    def task(self) -> dict[str, Any]:
        """Forget Amina."""
        return {"do": "forget", "settings": self.site.settings(bot_threads=0), "arguments": [ANNA]}

    def check(self, ended: bool) -> None:
        """Name, words and ratings are there, or none of them; the games stay."""
        traces = self.site.do(self._traces)
        assert traces == {False} if ended else len(traces) == 1, traces

    @staticmethod
    async def _traces(engine: AsyncEngine) -> set[bool]:
        async with engine.connect() as connection:
            bodies = " ".join((await connection.execute(select(t.table_events.c.body))).scalars())
            said = " ".join((await connection.execute(select(t.chat.c.text))).scalars())
            names = set((await connection.execute(select(t.users.c.name))).scalars())
            rated = set((await connection.execute(select(t.ratings.c.user_id))).scalars())
            tokens = set((await connection.execute(select(t.tokens.c.user_id))).scalars())
        assert f'"{ANNA}"' in bodies
        assert "Amina" not in bodies
        return {"Well played" in said, "Amina" in names, ANNA in rated, ANNA in tokens}


class PowerLoad(Load):
    """People who play on, whatever happens to the server and to the power."""

    def __init__(self, place: Place, seed: int, kills: int) -> None:
        super().__init__(place.lives, place.data, place.url, seed)  # type: ignore[arg-type]
        self.place, self.kills = place, kills

    async def start(self) -> None:
        """One more server; what was written by whoever looked at the database meanwhile is on disk."""
        self.place.on()
        settings = self.place.settings(**LIVELY)
        self.pid = await asyncio.to_thread(self.place.lives.begin, {"do": "serve", "settings": settings})
        self.port = int((await asyncio.to_thread(self.place.lives.wait_for, r"http://127\.0\.0\.1:(\d+)/"))[1])

    async def kill(self) -> None:
        """Kill it; the power may go as well."""
        await asyncio.to_thread(put_down, self.pid)
        await asyncio.to_thread(self.place.cut, self.rng)


def play(place: Place, rng: random.Random, kills: int) -> None:
    """Games under load, killed again and again: every acknowledged event is there, once and in order."""
    place.begin_with()
    load = PowerLoad(place, rng.getrandbits(30), kills)
    try:
        asyncio.run(load.run())
    finally:
        put_down(load.pid)
    asyncio.run(check_stored(load))


TRIALS: dict[str, type[Trial]] = {
    "first start": FirstStart,
    "upgrade": Upgrade,
    "backup": Backup,
    "restore": Restore,
    "forgetting": Forget,
}
PLAYING = 20
"""Kills of the same games, one after the other."""


def kill(folder: Path, server: str, count: int, seed: int) -> Iterator[tuple[str, str]]:
    """Kill so many times, each kind of work on each database in turn; gives what was killed and where."""
    rng = random.Random(seed)
    places = {"SQLite": _place(folder / "sqlite"), "PostgreSQL": _place(folder / "postgresql", server)}
    trials = {(name, where): kind(place) for where, place in places.items() for name, kind in TRIALS.items()}
    done: Counter[str] = Counter()
    try:
        while done.total() < count:
            for (name, where), trial in trials.items():
                trial.kill(rng)
                done[name] += 1
                yield name, where
            while done["play"] * len(TRIALS) < done.total() and done.total() < count:
                where = rng.choice(list(places))
                times = min(PLAYING, count - done.total())
                play(places[where], rng, times)
                done["play"] += times
                yield from [("play", where)] * times
    finally:
        for place in places.values():
            place.close()


def _place(folder: Path, server: str | None = None) -> Place:
    folder.mkdir()
    return Place(folder, server)
