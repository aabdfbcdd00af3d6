"""Carrying out what moderators do, from the page and from the command line alike; who may do what is decided here."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
from msgspec import Struct

from medina.server.control import acts as do
from medina.server.control.bans import WIDEST, Bans, bannable
from medina.server.control.withdrawing import taking_away
from medina.server.errors import sorry
from medina.server.live.connections import BANNED, Connection, Connections
from medina.server.live.hub import Hub, now_ms
from medina.server.security import ID_LETTERS, address, digest, link_with, new_id, new_key
from medina.server.settings import Settings
from medina.server.visitors import guest_name, is_named
from medina.store import moderation as store
from medina.store.bonds import Reports
from medina.store.keys import Key, Keys
from medina.store.moderation import Act, Ban, Moderation, Work
from medina.store.people import People, User
from medina.store.redacting import (
    NOTHING,
    change_cards,
    change_events,
    change_line,
    events_naming,
    renamed,
    tell_changed,
)
from medina.store.withdrawing import offer_again
from medina.table.decide import Stop
from medina.table.events import Said
from medina.table.text import clean_chat, name_key

DAY_MS = 24 * 3_600_000


class Moderator(Struct, frozen=True):
    """Who acts: an account, or whoever runs the site, at the machine (without an id)."""

    id: str | None
    host: bool

    @property
    def machine(self) -> bool:
        """Whoever can run commands where the site runs need not be asked for more."""
        return self.id is None


MACHINE = Moderator(None, True)


class Done(Struct, frozen=True):
    """The number in the log, and the link where one was asked for."""

    act: int
    link: str | None = None


class Control:
    """Acts, and what this process has to do because of those of others."""

    def __init__(self, hub: Hub, settings: Settings, connections: Connections) -> None:
        engine = hub.writer.engine
        self.store, self.reports = Moderation(engine), Reports(engine)
        self.people, self.keys = People(engine), Keys(engine)
        self.bans = Bans(settings)
        self._hub, self._settings, self._connections = hub, settings, connections
        self._seen = -1

    # What others did

    async def begin(self) -> None:
        """Know who is banned before the first request comes."""
        self._seen = await self.store.newest()
        self.bans.replace(await self.store.bans(now_ms()))

    async def look(self) -> None:
        """Whatever was done since the last look, here, by another process or at the command line."""
        acts = await self.store.acts_since(self._seen)
        if not acts:
            return
        self._seen = acts[-1].number
        await self._renew_bans()
        for act in acts:
            if act.table_id is not None:
                await self._hub.read_again(act.table_id)
            elif act.user_id is not None and act.what in ("remove_name", "undo"):
                await self._hub.read_again_with(act.user_id)

    def hear(self, news: str) -> None:
        """Another process says that there is something to look at."""
        self._hub.background(self.look())

    async def _renew_bans(self) -> None:
        self.bans.replace(await self.store.bans(now_ms()))
        self._connections.close_those(self._kept_out, BANNED)

    def _kept_out(self, connection: Connection) -> bool:
        where = address(connection.socket)
        return self.bans.of_user(connection.user) is not None or self.bans.of_address(where) is not None

    async def catch(self, ban: Ban, where: str) -> None:
        """A banned person came from there: where the ban says so, the address is banned, too, for as long."""
        network = bannable(where)
        if not ban.addresses or network is None or self._trusted(str(network)):
            return
        caught = Ban(id=new_id(), at=now_ms(), why=ban.why, network=str(network), cause=ban.id, until=ban.until)
        await self.store.ban_quietly(caught)
        await self._renew_bans()

    # Acts

    async def carry_out(self, who: Moderator, deed: Any) -> Done:
        """Do what a moderator asks for, if they may."""
        done = await _CARRY_OUT[type(deed)](self, who, deed)
        await self.look()
        return done if isinstance(done, Done) else Done(done)

    async def ban(self, who: Moderator, deed: do.BanPerson) -> int:
        user = await self._subject(who, deed.user)
        ban = Ban(
            id=new_id(),
            at=now_ms(),
            why=_words(deed.why),
            user_id=user.id,
            addresses=deed.addresses,
            until=_until(deed.days),
        )
        return await self._record(who, deed, store.add_ban(ban), user=user, kept=ban)

    async def ban_address(self, who: Moderator, deed: do.BanAddress) -> int:
        _only(who.host)
        network = bannable(deed.network)
        if network is None:
            raise sorry("bad_network")
        if network.prefixlen < WIDEST[network.version] or self._trusted(str(network)):
            raise sorry("wide_network")
        ban = Ban(id=new_id(), at=now_ms(), why=_words(deed.why), network=str(network), until=_until(deed.days))
        return await self._record(who, deed, store.add_ban(ban), kept=ban)

    async def unban(self, who: Moderator, deed: do.Unban) -> int:
        ban = next((ban for ban in await self.store.bans(now_ms()) if ban.id == deed.ban), None)
        if ban is None:
            raise sorry("not_found")
        _only(ban.user_id is not None or who.host)
        user = await self._subject(who, ban.user_id) if ban.user_id is not None else None
        return await self._record(who, deed, store.lift_ban(ban.id), user=user, kept=ban)

    async def remove_line(self, who: Moderator, deed: do.RemoveLine) -> int:
        table, line = await self._line(deed.table, deed.seq)
        if line.text == NOTHING:
            raise sorry("not_found")
        author = await self.people.by_id(line.person.user)
        if author is not None:
            self._check_over(who, author)
        work = self._line_work(table, line.seq, NOTHING)
        return await self._record(who, deed, work, user=author, table=table, seq=line.seq, kept=line.text)

    async def remove_name(self, who: Moderator, deed: do.RemoveName) -> int:
        user = await self._subject(who, deed.user)
        if not is_named(user):
            raise sorry("not_found")
        work = await self._name_work(user, guest_name(user.id, user.language or "en"))
        return await self._record(who, deed, work, user=user, kept=user.name)

    async def remove_puzzle(self, who: Moderator, deed: do.RemovePuzzle) -> int:
        work = await taking_away(self._hub.writer.engine, self._settings, deed.puzzle)
        return await self._record(who, deed, work, kept=deed.puzzle)

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
        _only(who.machine or (who.host and "host" not in (deed.role, user.role)))
        if not user.account:
            raise sorry("account_only")
        return await self._record(who, deed, store.set_role(user.id, deed.role), user=user, kept=user.role)

    async def settle(self, who: Moderator, deed: do.Settle) -> int:
        report = await self.reports.find(deed.report)
        if report is None or report.closed is not None:
            raise sorry("not_found")
        _only(report.user_id != who.id)
        user = await self.people.by_id(report.user_id)
        work = store.close_report(report.id, now_ms())
        where, seq = report.table_id, report.seq
        return await self._record(who, deed, work, user=user, table=where, seq=seq, kept=report.id)

    async def password_link(self, who: Moderator, deed: do.PasswordLink) -> Done:
        user = await self._subject(who, deed.user)
        _only(who.machine or (who.host and user.role != "host"))
        if not user.account:
            raise sorry("account_only")
        key, now = new_key(), now_ms()
        number = await self._record(who, deed, user=user)
        await self.keys.add(Key(digest(key), user.id, None, now + DAY_MS), now)
        return Done(number, link_with(self._settings, "recover", key))

    async def undo(self, who: Moderator, deed: do.Undo) -> int:
        act = await self.store.act(deed.act)
        if act is None or not undoable(act):
            raise sorry("not_undoable")
        by = await self.people.by_id(act.moderator) if act.moderator is not None else None
        _only(may_undo(who, act, by.role if by is not None else None))
        user = await self.people.by_id(act.user_id) if act.user_id is not None else None
        work = await _UNDO[act.what](self, act, user)
        undone = store.mark_undone(act.number, now_ms())
        return await self._record(who, deed, work, undone, user=user, table=act.table_id, seq=act.seq)

    # What it takes

    async def _record(
        self,
        who: Moderator,
        deed: Any,
        *work: Work,
        user: User | None = None,
        table: str | None = None,
        seq: int | None = None,
        kept: Any = None,
    ) -> int:
        act = Act(
            at=now_ms(),
            moderator=who.id,
            what=deed.__struct_config__.tag,
            user_id=user.id if user is not None else None,
            table_id=table,
            seq=seq,
            why=_words(deed.why),
            kept=msgspec.json.encode(kept).decode(),
        )
        return await self.store.record(act, *work)

    async def _subject(self, who: Moderator, text: str) -> User:
        """Whom this is about, if it is for this moderator to do something about them."""
        user = await self.people.by_id(text) or await self.people.by_name(name_key(text) or "?")
        if user is None:
            raise sorry("not_found")
        self._check_over(who, user)
        return user

    def _check_over(self, who: Moderator, user: User) -> None:
        """Nobody acts on themselves, and on those who look after the site only hosts do."""
        _only(user.id != who.id)
        _only(user.role is None or who.host)

    async def _line(self, table: str, seq: int) -> tuple[str, Said]:
        id = table[:ID_LETTERS]
        line = next((line for line in await self.store.chat(id, seq, 0) if line.seq == seq), None)
        if line is None:
            raise sorry("not_found")
        return id, line

    def _line_work(self, table: str, seq: int, words: str) -> Work:
        async def work(connection: Any) -> None:
            await change_line(connection, table, seq, words)
            await tell_changed(connection, [table], "")

        return work

    async def _name_work(self, user: User, name: str) -> Work:
        """The name by which somebody logs in stays theirs, so nobody else takes it."""
        selves = [user.id, *await self.people.earlier(user.id)]
        engine = self._hub.writer.engine
        events = [(who, await events_naming(engine, who)) for who in selves]

        async def work(connection: Any) -> None:
            changed: dict[str, None] = {}
            await store.set_name(user.id, name)(connection)
            for who, named in events:
                changed |= await change_events(connection, named, renamed(who, name))
                await change_cards(connection, who, renamed(who, name))
            await tell_changed(connection, list(changed), "")

        return work

    def _trusted(self, network: str) -> bool:
        """Everybody seems to come from a proxy that forgets to say from where."""
        wanted = bannable(network)
        named = [bannable(proxy) for proxy in self._settings.trusted_proxies.split(",")]
        return any(proxy is not None and wanted is not None and _overlap(proxy, wanted) for proxy in named)

    # How to undo

    async def _let_in(self, act: Act, user: User | None) -> Work:
        return store.lift_ban(_kept(act, Ban).id)

    async def _keep_out(self, act: Act, user: User | None) -> Work:
        return store.add_ban(_kept(act, Ban))

    async def _put_line_back(self, act: Act, user: User | None) -> Work:
        if act.table_id is None or act.seq is None or user is None:  # whoever wants to be forgotten stays so
            raise sorry("not_undoable")
        return self._line_work(act.table_id, act.seq, _kept(act, str))

    async def _put_name_back(self, act: Act, user: User | None) -> Work:
        if user is None or is_named(user):
            raise sorry("not_undoable")
        return await self._name_work(user, _kept(act, str))

    async def _offer_again(self, act: Act, user: User | None) -> Work:
        return offer_again(_kept(act, str))

    async def _put_role_back(self, act: Act, user: User | None) -> Work:
        if user is None:
            raise sorry("not_undoable")
        return store.set_role(user.id, _kept(act, str | None))

    async def _open_again(self, act: Act, user: User | None) -> Work:
        return store.close_report(_kept(act, str), None)


def undoable(act: Act) -> bool:
    """Can this be taken back at all? Nothing is kept for it of those who were forgotten."""
    return act.undone is None and act.what in _UNDO and act.kept != ""


def may_undo(who: Moderator, act: Act, by: str | None) -> bool:
    """What a host did (`by` is the role of who did it) is undone by hosts, and so is what only they can do."""
    theirs = act.moderator is None or by == "host" or act.what in ("give_role", "ban_address")
    return (who.host or not theirs) and (who.machine or act.user_id != who.id)


def _only(allowed: bool) -> None:
    if not allowed:
        raise sorry("not_allowed")


def _words(text: str) -> str:
    return clean_chat(text)


def _until(days: int | None) -> int | None:
    return None if days is None else now_ms() + days * DAY_MS


def _kept(act: Act, kind: Any) -> Any:
    return msgspec.json.decode(act.kept, type=kind)


def _overlap(one: Any, other: Any) -> bool:
    return bool(one.version == other.version and one.overlaps(other))


_CARRY_OUT: dict[type, Callable[[Control, Moderator, Any], Awaitable[int | Done]]] = {
    do.BanPerson: Control.ban,
    do.BanAddress: Control.ban_address,
    do.Unban: Control.unban,
    do.RemoveLine: Control.remove_line,
    do.RemoveName: Control.remove_name,
    do.RemovePuzzle: Control.remove_puzzle,
    do.EndTable: Control.end_table,
    do.GiveRole: Control.give_role,
    do.Settle: Control.settle,
    do.PasswordLink: Control.password_link,
    do.Undo: Control.undo,
}
_UNDO: dict[str, Callable[[Control, Act, User | None], Awaitable[Work]]] = {
    "ban": Control._let_in,
    "ban_address": Control._let_in,
    "unban": Control._keep_out,
    "remove_line": Control._put_line_back,
    "remove_name": Control._put_name_back,
    "remove_puzzle": Control._offer_again,
    "give_role": Control._put_role_back,
    "settle": Control._open_again,
}
