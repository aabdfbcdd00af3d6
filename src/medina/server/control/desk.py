"""What lies on a moderator's desk: people, tables, reports, bans and the log, for the page and the command line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from medina.server.control import shapes as s
from medina.server.control.control import Control
from medina.server.control.moderators import Moderator, may_undo
from medina.server.control.undoing import undoable
from medina.server.errors import sorry
from medina.server.live.first_page import cards, named_on
from medina.server.live.hub import now_ms
from medina.server.security import ID_LETTERS
from medina.store.chat import Chats
from medina.store.moderation import AuditEntry, Ban, Named
from medina.store.reports import Report
from medina.table.text import name_key
from medina.table.wire import ChatLine

PAGE = 50
MOST_LINES = 100
Names = dict[str, Named]
SHOWN = ("remove_line", "remove_name", "remove_puzzle")
"""Actions of which the log shows what they took away."""


class Desk:
    """As one moderator sees it."""

    def __init__(self, control: Control, who: Moderator) -> None:
        self._control, self._who = control, who
        self._store, self._chats = control.store, Chats(control.store.engine)

    async def people(self, text: str = "", which: str | None = None, cursor: str | None = None) -> s.PeopleFound:
        """People by a part of their name, or by id."""
        rows = await self._store.people(text.strip(), name_key(text), which, _place(cursor), PAGE)
        bans = {ban.user_id: ban for ban in await self._store.bans(now_ms()) if ban.user_id is not None}
        names: Names = {row["id"]: Named(row["id"], row["name"], row["role"]) for row in rows}
        found = [s.PersonCard(**row, ban=self._ban(bans.get(row["id"]), names)) for row in rows]
        last = f"{found[-1].created}-{found[-1].id}" if len(found) == PAGE else None
        return s.PeopleFound(people=found, next=last)

    async def tables(
        self, text: str = "", user: str | None = None, phase: str | None = None, cursor: str | None = None
    ) -> s.TablesFound:
        """Tables by id or link. Moderators look for public ones; a private one they find by its id."""
        id = text.strip().rpartition("/")[2][:ID_LETTERS] or None
        rows = await self._store.tables(id, user, phase, self._who.host, _place(cursor), PAGE)
        last = f"{rows[-1][1]}-{rows[-1][0]}" if len(rows) == PAGE else None
        found = cards([card for _, _, card in rows])
        return s.TablesFound(tables=found, people=await self._control.names.infos(named_on(found)), next=last)

    async def chat(self, table: str) -> s.ChatLines:
        """What was said at a table that anybody may look at, or where something was reported."""
        id = table[:ID_LETTERS]
        found = await self._store.tables(id, None, None, True, None, 1)
        public = bool(found) and cards([found[0][2]])[0].options.public
        if not (public or self._who.machine or await self._control.reports.about(id)):
            raise sorry("not_found")
        return s.ChatLines(lines=await self._lines(await self._chats.last(id, MOST_LINES)))

    async def reports(self, settled: bool = False) -> s.Reports:
        """What people have reported, and not about who reads it."""
        reports = self._control.reports
        found = await (reports.settled() if settled else reports.open())
        names = await self._store.names(id for report in found for id in (report.user_id, report.reporter))
        return s.Reports(reports=[await self._report(one, names) for one in found if one.user_id != self._who.id])

    async def bans(self) -> s.Bans:
        """Who is kept out."""
        bans = await self._store.bans(now_ms())
        names = await self._store.names(ban.user_id for ban in bans)
        return s.Bans(bans=[made for ban in bans if (made := self._ban(ban, names)) is not None])

    async def acts(self, before: int | None = None, user: str | None = None) -> s.Acts:
        """The log, newest first."""
        entries = await self._store.entries(before, PAGE, user)
        names = await self._store.names(id for entry in entries for id in (entry.user_id, entry.moderator))
        last = entries[-1].number if len(entries) == PAGE else None
        return s.Acts(acts=[self._act(entry, names) for entry in entries], next=last)

    async def _report(self, report: Report, names: Names) -> s.ReportInfo:
        lines: tuple[ChatLine, ...] = ()
        if report.table_id is not None and report.chat_n is not None:
            lines = await self._chats.around(report.table_id, report.chat_n)
        kind: Any = report.kind
        return s.ReportInfo(
            id=report.id,
            at=report.at,
            kind=kind,
            words=report.text,
            note=report.note,
            user=report.user_id,
            name=_name(names, report.user_id) or "",
            reporter=report.reporter,
            reporter_name=_name(names, report.reporter),
            table=report.table_id,
            seq=report.chat_n,
            closed=report.closed_at,
            lines=await self._lines(lines),
        )

    def _ban(self, ban: Ban | None, names: Names) -> s.BanInfo | None:
        if ban is None:
            return None
        return s.BanInfo(
            id=ban.id,
            at=ban.at,
            why=ban.reason,
            user=ban.user_id,
            name=_name(names, ban.user_id),
            network=ban.network if self._who.host else None,
            addresses=ban.addresses,
            until=ban.until,
        )

    def _act(self, entry: AuditEntry, names: Names) -> s.ActInfo:
        by = names.get(entry.moderator or "")
        return s.ActInfo(
            number=entry.number,
            at=entry.at,
            what=entry.action,
            moderator=entry.moderator,
            moderator_name=_name(names, entry.moderator),
            user=entry.user_id,
            name=_name(names, entry.user_id),
            table=entry.table_id,
            seq=entry.chat_n,
            why=entry.reason,
            detail=msgspec.json.decode(entry.details) if entry.action in SHOWN and entry.details else None,
            undoable=undoable(entry) and may_undo(self._who, entry, by.role if by is not None else None),
            undone=entry.undone_at,
        )

    async def _lines(self, lines: Sequence[ChatLine]) -> list[s.Line]:
        """Lines with the names of their authors today; an author without a row is nobody."""
        names = await self._store.names(line.user for line in lines)
        authors = [names.get(line.user, Named(line.user, "", None)) for line in lines]
        return [
            s.Line(seq=line.n, at=line.at, user=author.user, name=author.name, text=line.text)
            for line, author in zip(lines, authors, strict=True)
        ]


def _name(names: Names, id: str | None) -> str | None:
    return names[id].name if id in names else None


def _place(cursor: str | None) -> tuple[int, str] | None:
    """Where the last page ended."""
    if cursor is None:
        return None
    number, dash, id = cursor.partition("-")
    if not dash or not number.isascii() or not number.isdigit() or len(number) > 16:
        raise sorry("bad_request", detail="that is no cursor")
    return int(number), id
