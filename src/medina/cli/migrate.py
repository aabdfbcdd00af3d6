"""`medina migrate`: bring the database to this version (servers do it themselves at start)."""

from __future__ import annotations

import argparse
import asyncio

from medina.server.run import database_trouble, tell
from medina.server.settings import data_folder, database_of, load_settings
from medina.store.database import is_postgres, open_engine
from medina.store.migrate import migrate
from medina.words import say


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--data", help=say("server.cli.data"))


def run(args: argparse.Namespace) -> int:
    settings = load_settings(data=args.data)
    url = database_of(settings)
    if not is_postgres(url):
        data_folder(settings)
    with database_trouble():
        revision = asyncio.run(_migrate(url))
    print(say("server.migrated", revision=revision))
    return 0


async def _migrate(url: str) -> str:
    engine = open_engine(url)
    try:
        return await migrate(engine, tell=tell)
    finally:
        await engine.dispose()
