"""`medina restore`: a backup back into SQLite or PostgreSQL."""

from __future__ import annotations

import argparse
import asyncio
from pathlib import Path

from medina.cli.backup import show_progress
from medina.server.run import alone, database_trouble, tell
from medina.server.security import move_secret
from medina.server.settings import Settings, data_folder, database_of, load_settings
from medina.store.backup import restore
from medina.store.database import is_postgres, open_engine
from medina.store.people import People
from medina.words import say


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, help=say("server.cli.file"))
    parser.add_argument("--data", help=say("server.cli.data"))
    parser.add_argument("--replace", action="store_true", help=say("server.cli.replace"))


def run(args: argparse.Namespace) -> int:
    with database_trouble():
        rows = asyncio.run(_restore(load_settings(data=args.data), args.file, args.replace))
    print(say("server.restored", rows=rows, file=args.file))
    return 0


async def _restore(settings: Settings, file: Path, replace: bool) -> int:
    folder = data_folder(settings)
    url = database_of(settings)
    engine = open_engine(url)
    try:
        with alone(settings, shared=is_postgres(url)):
            rows = await restore(engine, file, replace, show_progress, tell)
            if not is_postgres(url):
                await move_secret(folder, People(engine))
        return rows
    finally:
        await engine.dispose()
