"""`medina people`: what whoever runs the site can do for somebody, and what people have reported."""

from __future__ import annotations

import argparse
import asyncio
import json
import time
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime

from sqlalchemy.ext.asyncio import AsyncEngine

from medina import MedinaError
from medina.server.run import database_trouble
from medina.server.security import digest, link_with, new_key
from medina.server.settings import Settings, database_of, load_settings
from medina.store.bonds import Reports
from medina.store.database import open_engine
from medina.store.keys import Key, Keys
from medina.store.migrate import migrate
from medina.store.people import People, User
from medina.table.text import name_key
from medina.words import say

Work = Callable[[AsyncEngine, Settings, str], Awaitable[None]]
DAY_MS = 24 * 3_600_000


class NoSuchPerson(MedinaError):
    """Nobody has an account of that name."""


class NoSuchReport(MedinaError):
    """No report of that id is open."""


def configure(parser: argparse.ArgumentParser) -> None:
    """What to do, and for whom."""
    parser.add_argument("what", choices=WORK, help=say("server.cli.people_what"))
    parser.add_argument("which", nargs="?", default="", help=say("server.cli.people_which"))
    parser.add_argument("--data", help=say("server.cli.data"))


def run(args: argparse.Namespace) -> int:
    """Do it."""
    with database_trouble():
        asyncio.run(_with_database(load_settings(data=args.data), WORK[args.what], args.which))
    return 0


async def _with_database(settings: Settings, work: Work, which: str) -> None:
    engine = open_engine(database_of(settings))
    try:
        await migrate(engine)
        await work(engine, settings, which)
    finally:
        await engine.dispose()


async def _account(engine: AsyncEngine, name: str) -> User:
    user = await People(engine).by_name(name_key(name) or "?")
    if user is None:
        raise NoSuchPerson(say("server.ratings_nobody", name=name))
    return user


async def _password_link(engine: AsyncEngine, settings: Settings, name: str) -> None:
    user, now = await _account(engine, name), time.time_ns() // 1_000_000
    key = new_key()
    await Keys(engine).add(Key(digest(key), user.id, None, now + DAY_MS), now)
    print(say("server.people_link", name=user.name))
    print(link_with(settings, "recover", key))


async def _reports(engine: AsyncEngine, settings: Settings, which: str) -> None:
    """What nobody has dealt with, a line each: when, which, about whom, what it said, what the reporter says."""
    people = People(engine)
    for report in await Reports(engine).open():
        user = await people.by_id(report.user_id)
        day = datetime.fromtimestamp(report.at / 1000, UTC).strftime("%Y-%m-%d %H:%M")
        place = f"{report.table_id} {report.seq}" if report.table_id else report.kind
        about = user.name if user else report.user_id
        print("  ".join((day, report.id, place, about, json.dumps(report.words, ensure_ascii=False), report.note)))


async def _close_report(engine: AsyncEngine, settings: Settings, which: str) -> None:
    if not await Reports(engine).close(which, time.time_ns() // 1_000_000):
        raise NoSuchReport(say("server.people_no_report", id=which))
    print(say("server.people_closed", id=which))


WORK: dict[str, Work] = {"password-link": _password_link, "reports": _reports, "close-report": _close_report}
