"""Carrying out what moderators ask for, one method a deed, and writing it into the log."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
from msgspec import Struct

from medina.server.control import acts as do
from medina.server.control.bans import WIDEST, bannable, is_proxy
from medina.server.control.moderators import Moderator, check_over, may_undo, only
from medina.server.control.undoing import undo_work, undoable
from medina.server.control.withdrawing import taking_away
from medina.server.errors import sorry
from medina.server.live.hub import Hub, now_ms
from medina.server.security import ID_LETTERS, digest, link_with, new_id, new_key
from medina.server.settings import Settings
from medina.server.visitors import guest_name, is_named
from medina.store import moderation as store
from medina.store.chat import REMOVED, Chats
from medina.store.email_tokens import EmailToken, EmailTokens
from medina.store.moderation import AuditEntry, Ban, Moderation, Work
from medina.store.people import People, User
from medina.store.reports import Reports
from medina.table.decide import Stop
from medina.table.options import DAY_MS
from medina.table.text import clean_chat, name_key
from medina.table.wire import ChatLine


class Done(Struct, frozen=True):
    """The number in the log, and the link where one was asked for."""

    act: int
    link: str | None = None


class Deeds:
    """Everything that can be done, by those who may."""

    def __init__(self, hub: Hub, settings: Settings) -> None:
        engine = hub.writer.engine
        self.store, self.reports = Moderation(engine), Reports(engine)
        self._people, self._email_tokens = People(engine), EmailTokens(engine)
        self._hub, self._settings = hub, settings

    async def carry_out(self, who: Moderator, deed: Any) -> Done:
        done = await _METHODS[type(deed)](self, who, deed)
        return done if isinstance(done, Done) else Done(done)

    async def ban(self, who: Moderator, deed: do.BanPerson) -> int:
        user = await self._subject(who, deed.user)
        ban = Ban(
            id=new_id(),
            at=now_ms(),
            reason=clean_chat(deed.why),
            user_id=user.id,
            addresses=deed.addresses,
            until=_until(deed.days),
        )
        return await self._record(who, deed, store.add_ban(ban), user=user, details=ban)

    async def ban_address(self, who: Moderator, deed: do.BanAddress) -> int:
        only(who.host)
        network = bannable(deed.network)
        if network is None:
            raise sorry("bad_network")
        if network.prefixlen < WIDEST[network.version] or is_proxy(network, self._settings):
            raise sorry("wide_network")
        until = _until(deed.days)
        ban = Ban(id=new_id(), at=now_ms(), reason=clean_chat(deed.why), network=str(network), until=until)
        return await self._record(who, deed, store.add_ban(ban), details=ban)

    async def unban(self, who: Moderator, deed: do.Unban) -> int:
        ban = next((ban for ban in await self.store.bans(now_ms()) if ban.id == deed.ban), None)
        if ban is None:
            raise sorry("not_found")
        only(ban.user_id is not None or who.host)
        user = await self._subject(who, ban.user_id) if ban.user_id is not None else None
        return await self._record(who, deed, store.lift_ban(ban.id), user=user, details=ban)

    async def remove_line(self, who: Moderator, deed: do.RemoveLine) -> int:
        table, line = await self._line(deed.table, deed.seq)
        if line.text == REMOVED:
            raise sorry("not_found")
        author = await self._people.account_of(line.user)
        if author is not None:
            check_over(who, author)
        work = store.set_line(table, line.n, REMOVED)
        return await self._record(who, deed, work, user=author, table=table, chat_n=line.n, details=line.text)

    async def remove_name(self, who: Moderator, deed: do.RemoveName) -> int:
        user = await self._subject(who, deed.user)
        if not is_named(user):
            raise sorry("not_found")
        work = store.set_name(await self._people.selves(user.id), guest_name(user.id, user.language or "en"))
        return await self._record(who, deed, work, user=user, details=user.name)

    async def remove_puzzle(self, who: Moderator, deed: do.RemovePuzzle) -> int:
        work = await taking_away(self._hub.writer.engine, self._settings, deed.puzzle)
        return await self._record(who, deed, work, details=deed.puzzle)

    async def end_table(self, who: Moderator, deed: do.EndTable) -> int:
        live = await self._hub.table(deed.table[:ID_LETTERS])
        if live is None:
            raise sorry("not_found")
        await self._hub.refresh(live)
        if live.state.phase not in ("open", "playing"):
            raise sorry("game_over")
        if not who.host and who.id is not None and live.state.seat_of(who.id) is not None:
            raise sorry("own_table")
        number = await self._record(who, deed, table=live.id)
        await self._hub.command(live, Stop(), None)
        return number

    async def give_role(self, who: Moderator, deed: do.GiveRole) -> int:
        user = await self._subject(who, deed.user)
        only(who.machine or (who.host and "host" not in (deed.role, user.role)))
        if not user.account:
            raise sorry("account_only")
        return await self._record(who, deed, store.set_role(user.id, deed.role), user=user, details=user.role)

    async def settle(self, who: Moderator, deed: do.Settle) -> int:
        report = await self.reports.find(deed.report)
        if report is None or report.closed_at is not None:
            raise sorry("not_found")
        only(report.user_id != who.id)
        user = await self._people.by_id(report.user_id)
        work = store.close_report(report.id, now_ms())
        where, n = report.table_id, report.chat_n
        return await self._record(who, deed, work, user=user, table=where, chat_n=n, details=report.id)

    async def password_link(self, who: Moderator, deed: do.PasswordLink) -> Done:
        user = await self._subject(who, deed.user)
        only(who.machine or (who.host and user.role != "host"))
        if not user.account:
            raise sorry("account_only")
        key, now = new_key(), now_ms()
        number = await self._record(who, deed, user=user)
        await self._email_tokens.add(EmailToken(digest(key), user.id, None, now + DAY_MS), now)
        return Done(number, link_with(self._settings, "recover", key))

    async def undo(self, who: Moderator, deed: do.Undo) -> int:
        entry = await self.store.entry(deed.act)
        if entry is None or not undoable(entry):
            raise sorry("not_undoable")
        by = await self._people.by_id(entry.moderator) if entry.moderator is not None else None
        only(may_undo(who, entry, by.role if by is not None else None))
        user = await self._people.by_id(entry.user_id) if entry.user_id is not None else None
        work = await undo_work(self._people, entry, user)
        undone = store.mark_undone(entry.number, now_ms())
        return await self._record(who, deed, work, undone, user=user, table=entry.table_id, chat_n=entry.chat_n)

    async def _record(
        self,
        who: Moderator,
        deed: Any,
        *work: Work,
        user: User | None = None,
        table: str | None = None,
        chat_n: int | None = None,
        details: Any = None,
    ) -> int:
        entry = AuditEntry(
            at=now_ms(),
            moderator=who.id,
            action=deed.__struct_config__.tag,
            user_id=user.id if user is not None else None,
            table_id=table,
            chat_n=chat_n,
            reason=clean_chat(deed.why),
            details=msgspec.json.encode(details).decode(),
        )
        return await self.store.record(entry, *work)

    async def _subject(self, who: Moderator, text: str) -> User:
        """Whom this is about, if it is for this moderator to do something about them."""
        user = await self._people.by_id(text) or await self._people.by_name(name_key(text) or "?")
        if user is None:
            raise sorry("not_found")
        check_over(who, user)
        return user

    async def _line(self, table: str, n: int) -> tuple[str, ChatLine]:
        id = table[:ID_LETTERS]
        line = await Chats(self.store.engine).find(id, n)
        if line is None:
            raise sorry("not_found")
        return id, line


def _until(days: int | None) -> int | None:
    return None if days is None else now_ms() + days * DAY_MS


_METHODS: dict[type, Callable[[Deeds, Moderator, Any], Awaitable[int | Done]]] = {
    do.BanPerson: Deeds.ban,
    do.BanAddress: Deeds.ban_address,
    do.Unban: Deeds.unban,
    do.RemoveLine: Deeds.remove_line,
    do.RemoveName: Deeds.remove_name,
    do.RemovePuzzle: Deeds.remove_puzzle,
    do.EndTable: Deeds.end_table,
    do.GiveRole: Deeds.give_role,
    do.Settle: Deeds.settle,
    do.PasswordLink: Deeds.password_link,
    do.Undo: Deeds.undo,
}
