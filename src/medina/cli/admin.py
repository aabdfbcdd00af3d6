"""`medina admin`: what whoever runs the site can look at and do, also while it runs."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from datetime import UTC, datetime
from typing import Any

import msgspec

from medina import MedinaError
from medina.server.control import acts as do
from medina.server.control.bans import bannable
from medina.server.control.control import Control
from medina.server.control.desk import Desk
from medina.server.control.moderators import MACHINE
from medina.server.control.shapes import ActInfo
from medina.server.errors import ApiError, localised, sorry
from medina.server.live.connections import Connections
from medina.server.live.hub import Hub
from medina.server.run import database_trouble, existing_database, tell
from medina.server.security import new_id
from medina.server.settings import Settings, load_settings
from medina.store.migrate import migrate
from medina.store.reading import Reader
from medina.store.writer import Writer
from medina.words import failure, language, say

Arguments = argparse.Namespace
Look = Callable[[Desk, Arguments], Awaitable[None]]
Deed = Callable[[Arguments], Any]


class Refused(MedinaError):
    """The site's own refusal, as a sentence."""


def configure(parser: argparse.ArgumentParser) -> None:
    """What to do, with whom or what, and why."""
    parser.add_argument("what", choices=[*LOOKS, *DEEDS], help=say("server.cli.admin_what"))
    parser.add_argument("which", nargs="?", default="", help=say("server.cli.admin_which"))
    parser.add_argument("line", nargs="?", type=int, default=0, help=say("server.cli.admin_line"))
    parser.add_argument("--why", default="", help=say("server.cli.admin_why"))
    parser.add_argument("--days", type=int, help=say("server.cli.admin_days"))
    parser.add_argument("--addresses", action="store_true", help=say("server.cli.admin_addresses"))
    parser.add_argument("--data", help=say("server.cli.data"))


def run(args: Arguments) -> int:
    """Look, or act."""
    settings = load_settings(data=args.data)
    with database_trouble():
        try:
            asyncio.run(_look(settings, args) if args.what in LOOKS else _act(settings, args))
        except ApiError as error:
            raise Refused(localised(error.refusal, language()).message) from None
    return 0


async def _look(settings: Settings, args: Arguments) -> None:
    async with _control(settings) as control:
        await LOOKS[args.what](Desk(control, MACHINE), args)


async def _act(settings: Settings, args: Arguments) -> None:
    async with _control(settings) as control:
        done = await control.carry_out(MACHINE, await _asked(control, args))
        print(say("server.admin_done", number=done.act))
        if done.link is not None:
            print(say("server.people_link", name=args.which))
            print(done.link)


async def _asked(control: Control, args: Arguments) -> Any:
    """The deed, checked as what comes over the wire is."""
    deed = await _unban(control, args) if args.what == "unban" else DEEDS[args.what](args)
    try:
        return msgspec.convert(msgspec.to_builtins(deed), do.AnyDeed)
    except msgspec.ValidationError as error:
        missing = "`$.why`" in str(error)
        raise (failure(Refused, "server.admin_why_needed") if missing else Refused(str(error))) from None


@contextlib.asynccontextmanager
async def _control(settings: Settings) -> AsyncIterator[Control]:
    """As a server has it. One that runs beside this hears of what is done: at once, or a few seconds later."""
    async with existing_database(settings) as engine:
        await migrate(engine, tell=tell)
        hub = Hub(Reader(engine), Writer(engine, origin=new_id()))
        hub.writer.start()
        control = Control(hub, settings, Connections())
        await control.begin()
        try:
            yield control
        finally:
            await hub.finish()
            await hub.writer.stop()


def _ban(args: Arguments) -> Any:
    if bannable(args.which) is not None:
        return do.BanAddress(network=args.which, why=args.why, days=args.days)
    return do.BanPerson(user=args.which, why=args.why, days=args.days, addresses=args.addresses)


async def _unban(control: Control, args: Arguments) -> Any:
    """By the ban's id, the person's name or id, or the network."""
    network, bans = str(bannable(args.which)), (await Desk(control, MACHINE).bans()).bans
    for ban in bans:
        if args.which in (ban.id, ban.user, ban.name) or ban.network == network:
            return do.Unban(ban=ban.id, why=args.why)
    raise sorry("not_found")


def _role(role: do.Role | None) -> Deed:
    return lambda args: do.GiveRole(user=args.which, role=role, why=args.why)


async def _people(desk: Desk, args: Arguments) -> None:
    for person in (await desk.people(args.which)).people:
        reports = say("server.admin_reports", count=person.reports) if person.reports else ""
        kind = person.role or ("account" if person.account else "guest")
        ban = say("server.admin_banned", why=_quoted(person.ban.why)) if person.ban is not None else ""
        _row(_day(person.created), person.id, kind, _quoted(person.name), reports, ban)


async def _tables(desk: Desk, args: Arguments) -> None:
    found = await desk.tables(args.which)
    names = {user: person.name for user, person in found.people.items() if person is not None}
    for table in found.tables:
        seats = ", ".join(_quoted(names[seat.user]) if seat.user in names else seat.bot or "…" for seat in table.seats)
        kind = f"{table.options.edition} {table.options.players}"
        _row(_day(table.updated), table.id, table.phase, kind, seats)


async def _chat(desk: Desk, args: Arguments) -> None:
    for line in (await desk.chat(args.which)).lines:
        _row(_day(line.at), str(line.seq), line.user, _quoted(line.name), _quoted(line.text))


async def _reports(desk: Desk, args: Arguments) -> None:
    for report in (await desk.reports()).reports:
        place = f"{report.table} {report.seq}" if report.table else report.kind
        _row(_day(report.at), report.id, place, report.name, _quoted(report.words), report.note)


async def _bans(desk: Desk, args: Arguments) -> None:
    for ban in (await desk.bans()).bans:
        until = say("server.admin_until", day=_day(ban.until)) if ban.until else say("server.admin_for_good")
        _row(_day(ban.at), ban.id, ban.network or _quoted(ban.name or ""), until, _quoted(ban.why))


async def _log(desk: Desk, args: Arguments) -> None:
    before = int(args.which) if args.which.isdecimal() else None
    for act in (await desk.acts(before)).acts:
        by = _quoted(act.moderator_name) if act.moderator_name else act.moderator or "—"
        place = f"{act.table} {act.seq or ''}".strip() if act.table else _puzzle(act)
        undone = say("server.admin_undone") if act.undone is not None else ""
        _row(str(act.number), _day(act.at), by, act.what, _quoted(act.name or ""), place, _quoted(act.why), undone)


def _puzzle(act: ActInfo) -> str:
    return act.detail or "" if act.what == "remove_puzzle" else ""


def _row(*cells: str) -> None:
    print("  ".join(_filled(cells)))


def _filled(cells: Iterable[str]) -> list[str]:
    return [cell for cell in cells if cell]


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _day(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%d %H:%M")


LOOKS: dict[str, Look] = {
    "people": _people,
    "tables": _tables,
    "chat": _chat,
    "reports": _reports,
    "bans": _bans,
    "log": _log,
}
DEEDS: dict[str, Deed] = {
    "password-link": lambda args: do.PasswordLink(user=args.which, why=args.why),
    "ban": _ban,
    "unban": _ban,
    "remove-line": lambda args: do.RemoveLine(table=args.which, seq=args.line, why=args.why),
    "remove-name": lambda args: do.RemoveName(user=args.which, why=args.why),
    "remove-puzzle": lambda args: do.RemovePuzzle(puzzle=args.which.rpartition("/")[2], why=args.why),
    "end-table": lambda args: do.EndTable(table=args.which.rpartition("/")[2], why=args.why),
    "moderator": _role("moderator"),
    "host": _role("host"),
    "member": _role(None),
    "settle": lambda args: do.Settle(report=args.which, why=args.why),
    "undo": lambda args: do.Undo(act=int(args.which) if args.which.isdecimal() else 0, why=args.why),
}
