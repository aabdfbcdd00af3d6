"""`medina backup`: everything in the database as one file, also while the server runs."""

from __future__ import annotations

import argparse
import asyncio
import sys
from pathlib import Path

from medina.server.run import database_trouble, existing_database
from medina.server.security import kept_secret
from medina.server.settings import Settings, database_of, folder_of, load_settings
from medina.store.backup import backup
from medina.store.database import is_postgres
from medina.words import say


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, help=say("server.cli.file"))
    parser.add_argument("--data", help=say("server.cli.data"))


def run(args: argparse.Namespace) -> int:
    with database_trouble():
        rows = asyncio.run(_backup(load_settings(data=args.data), args.file))
    print(say("server.backed_up", rows=rows, file=args.file))
    return 0


async def _backup(settings: Settings, file: Path) -> int:
    async with existing_database(settings) as engine:
        shared = is_postgres(database_of(settings))
        secret = None if shared else settings.secret or kept_secret(folder_of(settings))
        return await backup(engine, file, secret, show_progress)


def show_progress(rows: int) -> None:
    """A number that counts up, where somebody watches."""
    if sys.stderr.isatty():
        print(f"\r{rows:,}", end="\r", file=sys.stderr, flush=True)
