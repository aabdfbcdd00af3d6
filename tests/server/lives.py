"""A parent with everything imported that forks short lives: each line on standard input is what one more is to do.

A life says `pid …` when it begins and `done …` when it has done its work; somebody may kill it in between.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
import tempfile
from pathlib import Path
from typing import Any

from medina.cli import main as medina
from medina.server.run import _prepare, serve
from medina.server.settings import Settings
from medina.server.site import open_site

QUIET = {"log_level": "error", "port": 0}


def start(settings: Settings) -> None:
    """A first start, or one with a newer version, as far as the database and the key."""
    asyncio.run(_prepare(settings))


def forget(settings: Settings, user: str) -> None:
    """A server in which somebody asks to be forgotten."""

    async def work() -> None:
        async with open_site(settings) as site:
            await site.hub.forget_person(user)

    asyncio.run(work())


def command(settings: Settings, *arguments: str) -> None:
    """`medina …` on this site's data."""
    os.environ["MEDINA_DATABASE_URL"] = settings.database_url
    if code := medina([*arguments, "--data", settings.data]):
        raise SystemExit(code)


WORK: dict[str, Any] = {"start": start, "forget": forget, "command": command, "serve": serve}


def live(task: dict[str, Any]) -> None:
    """One life."""
    settings = Settings(**{**QUIET, **task["settings"]})
    Path(settings.data).mkdir(parents=True, exist_ok=True)
    WORK[task["do"]](settings, *task.get("arguments", []))


def main() -> None:
    """Fork, and fork again. What a life would import by and by is there before it begins."""
    with tempfile.TemporaryDirectory() as folder:
        live({"do": "start", "settings": {"data": folder}})
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            os.close(0)
            code = 1
            try:
                live(json.loads(line))
                code = 0
            except SystemExit as ended:
                code = int(ended.code or 0)
            finally:
                print(f"done {os.getpid()} {code}", flush=True)
                os._exit(code)
        print(f"pid {child}", flush=True)


if __name__ == "__main__":
    main()
