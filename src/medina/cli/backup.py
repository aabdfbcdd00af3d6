"""`medina backup`: everything in the database as one file, also while the server runs."""

from __future__ import annotations

import argparse
import asyncio
import sys
from pathlib import Path

from medina.server.run import database_trouble
from medina.server.security import kept_secret
from medina.server.settings import Settings, load_settings
from medina.store.backup import BackupError, backup
from medina.store.database import database_url, is_postgres, open_engine
from medina.words import failure, say


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, help=say("server.cli.file"))
    parser.add_argument("--data", help=say("server.cli.data"))


def run(args: argparse.Namespace) -> int:
    with database_trouble():
        rows = asyncio.run(_backup(load_settings(data=args.data), args.file))
    print(say("server.backed_up", rows=rows, file=args.file))
    return 0


async def _backup(settings: Settings, file: Path) -> int:
    folder = Path(settings.data).expanduser()
    url = database_url(settings.database_url, folder)
    if not settings.database_url and not folder.exists():
        raise failure(BackupError, "server.nothing_kept", place=folder)
    engine = open_engine(url)
    try:
        secret = None if is_postgres(url) else settings.secret or kept_secret(folder)
        return await backup(engine, file, secret, show_progress)
    finally:
        await engine.dispose()


def show_progress(rows: int) -> None:
    """A number that counts up, where somebody watches."""
    if sys.stderr.isatty():
        print(f"\r{rows:,}", end="\r", file=sys.stderr, flush=True)
