"""Running the site and the workers as processes."""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import errno
import fcntl
import gc
import os
import resource
import signal
import socket
import sys
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import IO, Any

import structlog
import uvicorn
from sqlalchemy.engine import make_url
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine
from starlette.datastructures import State

from medina import MedinaError, __version__
from medina.server.app import make_app
from medina.server.door import http
from medina.server.door.visits import Config, Door
from medina.server.live import frames
from medina.server.logs import repeats, set_up_logs
from medina.server.puzzles import Puzzles
from medina.server.security import site_secret
from medina.server.settings import Settings, data_folder, database_of, folder_of
from medina.server.site import Site, open_site
from medina.store.database import is_postgres, open_engine
from medina.store.migrate import current, migrate
from medina.store.people import People
from medina.words import failure, say

COLLECTING = (700, 4, 100)
"""After so many new objects Python looks for garbage among them; after so many times, among the last few thousand,
which takes some milliseconds; after so many of these, among all, which takes a tenth of a second."""

MOST_FILES = 65_536
M_MMAP_THRESHOLD, M_ARENA_MAX = -3, -8
LARGE_BYTES = 1 << 20

GOING_SECONDS = 5.0
"""How long a dying server may take to let go of its data folder."""


log = structlog.get_logger("run")


class CannotServe(MedinaError):
    """The server cannot be started like this."""


class Server(uvicorn.Server):
    """Says where it is served once it is, and tells sockets to come back when it stops."""

    config: Config

    def __init__(self, config: Config, settings: Settings, state: State) -> None:
        super().__init__(config)
        self.settings = settings
        self.state = state

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            spare_the_collector()
            port = self.servers[0].sockets[0].getsockname()[1]
            greet(self.settings, port)
            log.info("serving", version=__version__, host=self.config.host, port=port, pid=os.getpid())

    async def on_tick(self, counter: int) -> bool:
        """Ten times a second."""
        if counter % 10 == 0:
            self.config.door.sweep(asyncio.get_running_loop().time())
            repeats.tell()
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Take no more, let running requests finish, send sockets away to come back later."""
        site: Site = self.state.site
        site.stopping = True
        log.info("stopping", sockets=site.connections.send_away())
        await asyncio.sleep(0.1)
        await super().shutdown(sockets)
        # A stop that was asked for and went well is no failure: the process ends with 0, not by the signal.
        self._captured_signals.clear()
        log.info("stopped")


def spare_the_collector() -> None:
    """Modules and their like are never garbage, and tables have no cycles: looking through all of it again and again
    would hold everybody up for a tenth of a second each time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECTING)


def give_memory_back() -> None:
    """glibc keeps large pieces once it has seen some, and an arena for each thread: a few passwords at once would stay
    for ever. Other libraries have no such knobs, and no such habit."""
    with contextlib.suppress(OSError, AttributeError):
        libc = ctypes.CDLL("libc.so.6")
        libc.mallopt(M_MMAP_THRESHOLD, LARGE_BYTES)
        libc.mallopt(M_ARENA_MAX, 2)


def allow_many_sockets() -> None:
    """A service usually begins with room for 1,000 files, which a club's sockets soon fill."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def greet(settings: Settings, port: int) -> None:
    """The address, and how others join."""
    everywhere = settings.host in ("0.0.0.0", "::")
    host = "localhost" if everywhere else f"[{settings.host}]" if ":" in settings.host else settings.host
    print(say("server.serving", address=f"http://{host}:{port}/"))
    if everywhere:
        print(say("server.join", address=f"http://{own_address()}:{port}/"))
    else:
        print(say("server.join_how"))
    url = database_of(settings)
    place = make_url(url).render_as_string(hide_password=True) if is_postgres(url) else data_folder(settings)
    print(say("server.data_at", place=place), flush=True)


def own_address() -> str:
    """This machine's address on its network; asks nobody (a datagram socket is only prepared, never used)."""
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))
        return str(probe.getsockname()[0])
    return socket.gethostname()


def serve(settings: Settings) -> int:
    set_up_logs(settings)
    allow_many_sockets()
    give_memory_back()
    url = database_of(settings)
    app: Any = make_app(settings)
    with alone(settings, is_postgres(url)):
        config = Config(
            app,
            host=settings.host,
            port=settings.port,
            loop="uvloop",
            http=http.Protocol,
            ws=frames.Protocol,
            ws_max_size=settings.frame_bytes,
            ws_per_message_deflate=False,
            ws_ping_interval=20,
            ws_ping_timeout=30,
            lifespan="on",
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=True,
            forwarded_allow_ips=settings.trusted_proxies,
            timeout_graceful_shutdown=int(settings.stop_seconds),
            timeout_keep_alive=settings.keep_alive_seconds,  # type: ignore[arg-type]
        )
        config.door = Door(settings)
        server = Server(config, settings, app.state)
        Puzzles(settings.puzzles)  # a folder without puzzles is told now; once the site starts it would be a traceback
        _check_port(settings)
        asyncio.run(_prepare(settings))
        with contextlib.suppress(KeyboardInterrupt):
            server.run()
    return 0 if server.started else 3


def _check_port(settings: Settings) -> None:
    """A taken port is a sentence, not a traceback."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((settings.host, settings.port))
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                raise failure(CannotServe, "server.port_taken", port=settings.port) from None
            where = {"host": settings.host, "port": settings.port}
            raise failure(CannotServe, "server.cannot_listen", **where, detail=error.strerror or error) from None


def tell(sentence: str) -> None:
    """Show whoever started the program what goes on."""
    print(sentence, file=sys.stderr, flush=True)


async def _prepare(settings: Settings) -> None:
    """A database that cannot be reached, or is of a newer version, and a bad key are sentences too.

    Brings the database up to date, and makes the key at the first start.
    """
    url = database_of(settings)
    engine = open_engine(url)
    try:
        with database_trouble((SQLAlchemyError, OSError)):
            await migrate(engine, tell=tell)
        with database_trouble():
            await site_secret(settings.secret, data_folder(settings), People(engine), is_postgres(url))
    finally:
        await engine.dispose()


@contextlib.asynccontextmanager
async def existing_database(settings: Settings) -> AsyncIterator[AsyncEngine]:
    """The engine of a site that was started before. Refuse, and create nothing, where there is none."""
    url = database_of(settings)
    file = None if is_postgres(url) else Path(str(make_url(url).database))
    if file is not None and not file.is_file():
        raise no_site(url, settings)
    engine = open_engine(url)
    try:
        async with engine.connect() as connection:
            if await connection.run_sync(current) is None:
                raise no_site(url, settings)
        yield engine
    finally:
        await engine.dispose()


def no_site(url: str, settings: Settings) -> CannotServe:
    """The refusal that names where no database was found."""
    if settings.database_url:
        place = make_url(url).render_as_string(hide_password=True)
    else:
        place = str(folder_of(settings).resolve())
    return failure(CannotServe, "server.nothing_kept", place=place)


@contextlib.contextmanager
def database_trouble(kinds: tuple[type[Exception], ...] = (SQLAlchemyError,)) -> Iterator[None]:
    """What the database has to complain of is a sentence, not a traceback."""
    try:
        yield
    except kinds as error:
        detail = str(getattr(error, "orig", None) or error).splitlines()[0]
        raise failure(CannotServe, "server.no_database", detail=detail) from None


@contextlib.contextmanager
def alone(settings: Settings, shared: bool) -> Iterator[None]:
    """On SQLite one server at a time has the data folder: tables live in its memory."""
    if shared:
        yield
        return
    with open(data_folder(settings) / "server.lock", "w") as lock:
        if not _locked(lock):
            raise failure(CannotServe, "server.one_process")
        lock.write(str(os.getpid()))
        lock.flush()
        yield


def _locked(lock: IO[str]) -> bool:
    """Is the lock ours? A server that was killed a moment ago may not be quite gone."""
    until = time.monotonic() + GOING_SECONDS
    while True:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            if time.monotonic() > until:
                return False
            time.sleep(0.05)
        else:
            return True


def work(settings: Settings) -> int:
    """Let bots think for servers on PostgreSQL, until stopped."""
    set_up_logs(settings)
    url = database_of(settings)
    if not is_postgres(url):
        raise failure(CannotServe, "server.worker_needs_postgres")
    Puzzles(settings.puzzles)
    asyncio.run(_check_site(settings))
    asyncio.run(_prepare(settings))
    asyncio.run(_work(settings))
    return 0


async def _check_site(settings: Settings) -> None:
    """Refuse a database that no server has made yet."""
    with database_trouble((SQLAlchemyError, OSError)):
        async with existing_database(settings):
            pass


async def _work(settings: Settings) -> None:
    stopped = asyncio.Event()
    loop = asyncio.get_running_loop()
    for name in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(name, stopped.set)
    async with open_site(settings, worker=True):
        print(say("server.working"), flush=True)
        await stopped.wait()
