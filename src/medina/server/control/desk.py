"""What lies on a moderator's desk: people, tables, reports, bans and the log, for the page and the command line."""

from __future__ import annotations

from typing import Any

import msgspec

from medina.server.control import shapes as s
from medina.server.control.control import Control
from medina.server.control.moderators import Moderator, may_undo
from medina.server.control.undoing import undoable
from medina.server.errors import sorry
from medina.server.live.first_page import cards
from medina.server.live.hub import now_ms
from medina.server.security import ID_LETTERS
from medina.store.bonds import Report
from medina.store.moderation import Act, Ban
from medina.table.events import Said
from medina.table.text import name_key

PAGE = 50
Names = dict[str, tuple[str, str | None]]
SHOWN = ("remove_line", "remove_name", "remove_puzzle")
"""Acts of which is shown what they took away."""


class Desk:
    """As one moderator sees it."""

    def __init__(self, control: Control, who: Moderator) -> None:
        self._control, self._who = control, who
        self._store = control.store

    async def people(self, text: str = "", which: str | None = None, cursor: str | None = None) -> s.PeopleFound:
        """People by a part of their name, or by id."""
        rows = await self._store.people(text.strip(), name_key(text), which, _place(cursor), PAGE)
        bans = {ban.user_id: ban for ban in await self._store.bans(now_ms()) if ban.user_id is not None}
        names: Names = {row["id"]: (row["name"], row["role"]) for row in rows}
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
        return s.TablesFound(tables=cards([card for _, _, card in rows]), next=last)

    async def chat(self, table: str) -> s.ChatLines:
        """What was said at a table that anybody may look at, or where something was reported."""
        id = table[:ID_LETTERS]
        found = await self._store.tables(id, None, None, True, None, 1)
        public = bool(found) and cards([found[0][2]])[0].options.public
        if not (public or self._who.machine or await self._control.reports.about(id)):
            raise sorry("not_found")
        return s.ChatLines(lines=[_line(said) for said in await self._store.chat(id)])

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
        acts = await self._store.acts(before, PAGE, user)
        names = await self._store.names(id for act in acts for id in (act.user_id, act.moderator))
        last = acts[-1].number if len(acts) == PAGE else None
        return s.Acts(acts=[self._act(act, names) for act in acts], next=last)

    async def _report(self, report: Report, names: Names) -> s.ReportInfo:
        lines = await self._store.chat(report.table_id, report.seq) if report.table_id and report.seq else []
        kind: Any = report.kind
        return s.ReportInfo(
            id=report.id,
            at=report.at,
            kind=kind,
            words=report.words,
            note=report.note,
            user=report.user_id,
            name=_name(names, report.user_id) or "",
            reporter=report.reporter,
            reporter_name=_name(names, report.reporter),
            table=report.table_id,
            seq=report.seq,
            closed=report.closed,
            lines=[_line(said) for said in lines],
        )

    def _ban(self, ban: Ban | None, names: Names) -> s.BanInfo | None:
        if ban is None:
            return None
        return s.BanInfo(
            id=ban.id,
            at=ban.at,
            why=ban.why,
            user=ban.user_id,
            name=_name(names, ban.user_id),
            network=ban.network if self._who.host else None,
            addresses=ban.addresses,
            until=ban.until,
        )

    def _act(self, act: Act, names: Names) -> s.ActInfo:
        by = names.get(act.moderator or "", ("", None))[1]
        return s.ActInfo(
            number=act.number,
            at=act.at,
            what=act.what,
            moderator=act.moderator,
            moderator_name=_name(names, act.moderator),
            user=act.user_id,
            name=_name(names, act.user_id),
            table=act.table_id,
            seq=act.seq,
            why=act.why,
            detail=msgspec.json.decode(act.kept) if act.what in SHOWN and act.kept else None,
            undoable=undoable(act) and may_undo(self._who, act, by),
            undone=act.undone,
        )


def _line(said: Said) -> s.Line:
    return s.Line(seq=said.seq, at=said.at, user=said.person.user, name=said.person.name, text=said.text)


def _name(names: Names, id: str | None) -> str | None:
    return names[id][0] if id in names else None


def _place(cursor: str | None) -> tuple[int, str] | None:
    """Where the last page ended."""
    if cursor is None:
        return None
    number, dash, id = cursor.partition("-")
    if not dash or not number.isascii() or not number.isdigit() or len(number) > 16:
        raise sorry("bad_request", detail="that is no cursor")
    return int(number), id
