"""`medina ratings`: what counted for whom, and games taken out again, for whoever runs the site."""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime

from sqlalchemy.ext.asyncio import AsyncEngine

from medina import MedinaError
from medina.server.run import database_trouble, existing_database, tell
from medina.server.security import ID_LETTERS
from medina.server.settings import load_settings
from medina.store.migrate import migrate
from medina.store.people import People
from medina.store.rating import Ratings
from medina.table.text import name_key
from medina.words import failure, say

Work = Callable[[AsyncEngine, str], Awaitable[None]]


class NotRated(MedinaError):
    """There is nobody or nothing of that name whose rating could be shown or changed."""


def configure(parser: argparse.ArgumentParser) -> None:
    """One looks first, then undoes."""
    parser.add_argument("what", choices=WORK, help=say("server.cli.ratings_what"))
    parser.add_argument("which", help=say("server.cli.ratings_which"))
    parser.add_argument("--data", help=say("server.cli.data"))


def run(args: argparse.Namespace) -> int:
    """Do one of the two."""
    with database_trouble():
        asyncio.run(_with_database(args.data, WORK[args.what], args.which))
    return 0


async def _with_database(data: str | None, work: Work, which: str) -> None:
    async with existing_database(load_settings(data=data)) as engine:
        await migrate(engine, tell=tell)
        await work(engine, which)


async def _list(engine: AsyncEngine, name: str) -> None:
    people = People(engine)
    user = await people.by_id(name) or await people.by_name(name_key(name) or "?")
    if user is None:
        raise failure(NotRated, "server.ratings_nobody", name=name)
    for row in await Ratings(engine).history(user.id):
        day = datetime.fromtimestamp(row["at"] / 1000, UTC).strftime("%Y-%m-%d %H:%M")
        print(f"{day}  {row['table_id']}  {row['edition']}  {row['players']}  {row['rating']}")


async def _undo(engine: AsyncEngine, table: str) -> None:
    if not await Ratings(engine).undo(table.rpartition("/")[2][:ID_LETTERS]):
        raise failure(NotRated, "server.ratings_not_counted", table=table)
    print(say("server.ratings_undone", table=table))


WORK: dict[str, Work] = {"list": _list, "undo": _undo}
