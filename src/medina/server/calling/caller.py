"""Calling people to their tables. What there is to tell is stored in one transaction with the event; whichever process
finds it there first tells it, unless the person is looking at that table."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, cast
from urllib.parse import urlsplit

import msgspec
import structlog
from msgspec import Struct
from sqlalchemy.exc import SQLAlchemyError

from medina.server.calling import notices
from medina.server.calling.message import KINDS, Kind
from medina.server.calling.notices import News
from medina.server.calling.services import Services, origin_of
from medina.server.live.cards import awaited_user, changes_card
from medina.server.live.hub import Hub, Live, now_ms
from medina.server.live.links import Links
from medina.server.mail import Mailer
from medina.server.schema import Invitation
from medina.server.security import Unsubscriptions, link_with, site_address
from medina.server.settings import Settings
from medina.server.visitors import person_of
from medina.store.notifications import NotificationPreferences, Notifications, PushSubscription, PushSubscriptions
from medina.store.outbox import NOTHING, Notification, Outbox, Retraction, Seen
from medina.store.people import People, User
from medina.table import events as ev
from medina.table.decide import to_be_asked
from medina.table.events import TableEvent
from medina.table.people import PersonInfo, info_of
from medina.table.state import State
from medina.words import say

if TYPE_CHECKING:
    from medina.server.calling.sealing import Signer

CHANNEL = "medina_callees"
ROUND_SECONDS = 1.0
REFRESH_SECONDS = 60.0
LEASE_MS = 60_000
"""A process that has taken a call and not told it by then has died."""
SEEN_MS = 60_000
"""Who looks at the table this long after it happened has seen it. Before that, their line may be dead without anybody
knowing yet."""
MINUTE_MS = 60_000
KEPT_MS = 60 * 24 * 60 * MINUTE_MS
AGAIN_SECONDS = (2.0, 8.0)
"""A push service that is busy is asked again after these."""
MOST_AT_ONCE = 100
GONE = (404, 410)
BUSY = (0, 429, 500, 502, 503, 504)
ONLY_VISIBLE = "push.apple.com"
"""Safari ends subscriptions that get messages with nothing to show, so what it shows cannot be taken back."""
SEEN: tuple[Kind, ...] = ("invite", "rematch", "end")
"""What one has seen by looking at the table; a turn has to be made."""
log = structlog.get_logger("calls")


class Concerned(Struct, frozen=True):
    """A process tells the others that somebody can be called from now on, or was invited just now."""

    origin: str
    user: str
    invited: bool = False


class Caller:
    """Says who is to be called for what, and calls them."""

    def __init__(
        self, hub: Hub, links: Links, people: People, subscriptions: PushSubscriptions,
        notifications: Notifications, mail: Mailer, settings: Settings, secret: str,
    ) -> None:  # fmt: skip
        self.services = Services(settings.push_services.split(",") if settings.push else [])
        self.unsubscriptions = Unsubscriptions(secret)
        self._hub, self._links, self._people = hub, links, people
        self._subscriptions, self._notifications, self._mail = subscriptions, notifications, mail
        self._settings, self._secret = settings, secret
        self._reach: set[str] = set()
        self._telling: set[tuple[str, str]] = set()

    @cached_property
    def signer(self) -> Signer:
        """Cryptography takes a moment to load, so not before somebody wants to be called."""
        from medina.server.calling.sealing import Signer

        mail = f"mailto:{self._settings.mail_from}" if self._settings.mail_from else ""
        return Signer(self._secret, mail or self._settings.public_url)

    @property
    def writes(self) -> bool:
        """Are letters about games offered here?"""
        return self._mail.ready and self._settings.call_by_mail

    # Who can be called

    async def refresh(self) -> None:
        """Whatever other processes have changed; and what nobody came back for is forgotten some day."""
        known = set(self._reach)
        found = await self._subscriptions.all()
        self._reach = found | (self._reach - known)  # whoever was heard of meanwhile may not be among them yet
        await self._notifications.forget_old(now_ms() - KEPT_MS)

    def reach(self, user: str) -> None:
        """This person can be called from now on."""
        self._reach.add(user)

    def reaches(self, user: str) -> bool:
        return user in self._reach

    def hear(self, text: str) -> None:
        """Another process has somebody new to call, or to tell on the first page."""
        told = msgspec.json.decode(text, type=Concerned)
        if told.invited:
            self._hub.changes += 1
        else:
            self.reach(told.user)

    # Noting what there is to tell

    def calls_of(self, table: str, state: State, events: tuple[TableEvent, ...]) -> Outbox:
        """What these events, which led to this state, mean to whom, where anybody at the table can be called."""
        if not changes_card(events):
            return Outbox()
        now, people = now_ms(), _people(state) & self._reach
        acting = _acting(state, events) & people
        due = [self._due(user, table, kind, mark, now) for user in people for kind, mark in _asked(state, user)]
        if any(isinstance(event, ev.Ended) for event in events):  # whoever made the last move knows
            due += [self._due(user, table, "end", len(state.turns), now) for user in people - acting]
        idle = people - {call.user_id for call in due}
        over = [Retraction(table, user, kind, now) for user in idle for kind in ("turn", "rematch")]
        if any(isinstance(event, _STARTING) for event in events):
            over.append(Retraction(table, None, "invite", now))
        return Outbox(tuple(Seen(table, user) for user in acting), tuple(over), tuple(due))

    async def invite(self, live: Live, user: str, inviter: str) -> None:
        """Somebody is to hear that there is a seat for them."""
        now = now_ms()
        await self._notifications.change(Outbox(due=(self._due(user, live.id, "invite", now, now, inviter),)))

    async def invitations(self, user: str) -> list[Invitation]:
        """The seats that are kept for somebody, the latest first."""
        made = []
        for each in reversed(await self._notifications.of(user)):
            if each.kind != "invite" or each.inviter is None:
                continue
            live, inviter = await self._hub.table(each.table_id), await self._people.by_id(each.inviter)
            if live is not None and inviter is not None and _is_news(each, live.state):
                made.append(Invitation(table=self._links.write(live.id), name=inviter.name, at=each.at))
        return made

    def _due(self, user: str, table: str, kind: Kind, mark: int, now: int, inviter: str | None = None) -> Notification:
        due = now + round(1000 * self._settings.call_seconds)
        return Notification(
            user_id=user, table_id=table, kind=kind, mark=mark, at=now, due=due, inviter=inviter, shown=False,
            emailed_at=None,
        )  # fmt: skip

    async def came_back(self, user: str, table: str) -> None:
        """The person has the table before their eyes."""
        now = now_ms()
        await self._notifications.change(_seen(table, user, SEEN, now, Seen(table, user)))

    # Telling it

    async def round(self) -> None:
        """Tell what is due, each beside the others: a slow push service holds nobody up."""
        for call in await self._notifications.due(now_ms(), MOST_AT_ONCE):
            key = (call.user_id, call.table_id)
            if key not in self._telling and len(self._telling) < MOST_AT_ONCE:
                self._telling.add(key)
                self._hub.background(self._tell(call, key))

    async def _tell(self, call: Notification, key: tuple[str, str]) -> None:
        try:
            await (self._take_back(call) if call.kind == NOTHING else self._tell_news(call))
        except (SQLAlchemyError, OSError):
            log.warning("the database failed somebody who is to be called")
        finally:
            self._telling.discard(key)

    async def _take_back(self, call: Notification) -> None:
        """Let what is on people's screens disappear, where browsers let us."""
        if not await self._notifications.take(call, now_ms() + LEASE_MS, True, call.emailed_at):
            return
        browsers = await self._subscriptions.of(call.user_id)
        some = [browser for browser in browsers if ONLY_VISIBLE not in browser.endpoint]
        headers = {"TTL": str(notices.OVER_SECONDS), "Urgency": "normal"}
        await self._push_all(some, {browser: notices.taken_back(call.table_id) for browser in some}, call, headers)
        await self._notifications.forget(call)

    async def _tell_news(self, call: Notification) -> None:
        now = now_ms()
        live = await self._hub.table(call.table_id)
        user = await self._people.by_id(call.user_id)
        if live is not None:
            await self._hub.refresh(live)
        if live is None or user is None or not _is_news(call, live.state):
            await self._notifications.change(_seen(call.table_id, call.user_id, KINDS, now))
        elif self._hub.is_looking(live, call.user_id):
            later = call.at + SEEN_MS
            await self._notifications.take(call, later if later > now else None, call.shown, call.emailed_at)
        else:
            await self._call(call, live, user, now)

    async def _call(self, call: Notification, live: Live, user: User, now: int) -> None:
        """On the screens at once, by letter a while later."""
        preferences = await self.preferences(user)
        letter = (
            call.at + self._settings.letter_minutes * MINUTE_MS if self._may_write(call, user, preferences) else None
        )
        # Shown, but never settled: who showed it may have died before. A notice takes the place of the one before.
        untold = not call.shown or call.due != letter
        browsers = await self._subscriptions.of(user.id) if call.kind in preferences.push and untold else []
        writing = letter is not None and letter <= now
        emailed_at = now if writing else call.emailed_at
        if not await self._notifications.take(call, now + LEASE_MS, call.shown or bool(browsers), emailed_at):
            return
        inviter = await self._people.by_id(call.inviter) if call.inviter else None
        people = live.people if inviter is None else {**live.people, inviter.id: info_of(person_of(inviter))}
        if browsers:
            await self._push_news(call, live, browsers, people)
        if writing:
            await self._write(user, live, news_of(call, live.state, people, preferences.language), preferences.language)
        await self._notifications.settle(call, None if writing else letter)

    async def preferences(self, user: User) -> NotificationPreferences:
        """A person's preferences; unless chosen, everything by push and nothing by e-mail."""
        language = user.language or "en"
        return await self._subscriptions.preferences(user.id) or NotificationPreferences(
            push=KINDS, email=(), language=language
        )

    def _may_write(self, call: Notification, user: User, preferences: NotificationPreferences) -> bool:
        return self.writes and user.email is not None and call.kind in preferences.email and call.emailed_at is None

    # By push

    async def _push_news(
        self, call: Notification, live: Live, browsers: list[PushSubscription], people: Mapping[str, PersonInfo | None]
    ) -> None:
        state, path = live.state, f"/t/{self._path(call, live)}"
        messages = {
            browser: notices.notice(
                cast(Kind, call.kind),
                call.table_id,
                path,
                news_of(call, state, people, browser.language),
                browser.language,
            )
            for browser in browsers
        }
        urgency = "high" if call.kind in notices.URGENT else "normal"
        headers = {"TTL": str(notices.kept_seconds(call.kind, state, now_ms())), "Urgency": urgency}
        await self._push_all(browsers, messages, call, headers)

    def _path(self, call: Notification, live: Live) -> str:
        return self._links.write(live.id) if call.kind == "invite" else self._links.shown(live, call.user_id)

    async def _push_all(
        self,
        browsers: Iterable[PushSubscription],
        messages: dict[PushSubscription, bytes],
        call: Notification,
        headers: dict[str, str],
    ) -> None:
        """With the topic, a later message takes the place of one that was not delivered yet."""
        headers |= {"Topic": call.table_id[:32]}
        await asyncio.gather(*(self._push(browser, messages[browser], headers) for browser in browsers))

    async def _push(self, browser: PushSubscription, message: bytes, headers: dict[str, str]) -> None:
        from medina.server.calling.sealing import Reader, seal

        if not self.services.takes(browser.endpoint):  # the host has thought better of it
            return
        body = seal(message, Reader(browser.p256dh, browser.auth))
        signed = {"Authorization": self.signer.authorization(origin_of(urlsplit(browser.endpoint)))}
        kind = {"Content-Encoding": "aes128gcm", "Content-Type": "application/octet-stream"}
        for wait in (*AGAIN_SECONDS, None):
            status = await self.services.deliver(browser.endpoint, {**headers, **signed, **kind}, body)
            if status not in BUSY or wait is None:
                break
            await asyncio.sleep(wait)
        if status in GONE:
            await self._subscriptions.drop(browser.digest)
        elif not 200 <= status < 300:
            log.warning("a push service did not take a message", status=status)

    # By letter

    async def _write(self, user: User, live: Live, news: News, lang: str) -> None:
        """One click in the letter, or in the mail program (RFC 8058), and there are no more of them."""
        assert user.email is not None
        key = self.unsubscriptions.write(user.id)
        at_once = f"{site_address(self._settings)}/api/v1/unsubscriptions/{key}"
        headers = {"List-Unsubscribe": f"<{at_once}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}
        link = f"{site_address(self._settings)}/t/{self._links.shown(live, user.id)}"
        stop = link_with(self._settings, "unsubscribe", key)
        text = say("server.mail.call", lang, name=user.name, what=news.title, table=news.body, link=link, stop=stop)
        await self._mail.send(user.email, say("server.mail.call_subject", lang, what=news.title), text, headers)


def _seen(table: str, user: str, kinds: Iterable[Kind], now: int, *returned: Seen) -> Outbox:
    """These are no news any more to somebody."""
    return Outbox(returned, tuple(Retraction(table, user, kind, now) for kind in kinds))


_STARTING = (ev.Started, ev.Closed)


def news_of(call: Notification, state: State, people: Mapping[str, PersonInfo | None], lang: str) -> News:
    return notices.news_of(call.kind, state, people, call.user_id, call.inviter, lang)


def _people(state: State) -> set[str]:
    return {seat.user for seat in state.seats if seat.user is not None}


def _acting(state: State, events: tuple[TableEvent, ...]) -> set[str]:
    """Whose doing these are."""
    seats = {event.seat for event in events if isinstance(event, (ev.TurnPlayed, ev.Resigned))}
    people = (state.seats[seat].user for seat in seats if seat < len(state.seats))
    return {user for user in people if user is not None}


def _asked(state: State, user: str) -> list[tuple[Kind, int]]:
    """What a table wants of somebody now, and how to tell it from the next such wish."""
    if state.phase == "playing" and awaited_user(state) == user:
        return [("turn", len(state.turns))]
    if state.phase == "over" and state.rematch is None:
        seat = state.seat_of(user)
        wanting = [other for other, each in enumerate(state.seats) if each.rematch and other != seat]
        if wanting and seat is not None and to_be_asked(state.seats[seat]):
            return [("rematch", wanting[0])]
    return []


def _is_news(call: Notification, state: State) -> bool:
    """Is it still so?"""
    if call.kind == "invite":
        return state.phase == "open" and state.seat_of(call.user_id) is None
    if call.kind == "end":
        return state.phase == "over"
    return (call.kind, call.mark) in _asked(state, call.user_id)
