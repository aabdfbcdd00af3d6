"""What comes in on WebSockets: a table's, and the lobby's. What goes out waits in `connections`."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from typing import Any, get_args

import msgspec
import structlog
from sqlalchemy.exc import SQLAlchemyError
from starlette.websockets import WebSocket

from medina.server import metrics
from medina.server.errors import ApiError, localised, sorry
from medina.server.live.commands import carry_out
from medina.server.live.connections import BANNED, COME_BACK, Connection, end
from medina.server.live.frames import TOO_MANY, count_by
from medina.server.live.hub import Live, now_ms
from medina.server.live.questions import answer_question
from medina.server.schema import LobbyMessage
from medina.server.security import address, own_origin
from medina.server.site import Site
from medina.server.visitors import language_of, person_of
from medina.store.people import User
from medina.table import wire
from medina.table.commands import Back, Chat, Look, Question, Request, Sit, Speak
from medina.table.people import Person
from medina.table.view import snapshot

NO_TABLE = 4404
"""Closes a socket whose table does not exist, or not for this person."""
MOST_BAD_FRAMES = 20
QUESTIONS: tuple[Any, ...] = get_args(Question)
NAMING = (Sit, Chat)
"""Commands after which the table shows the name of whoever gave them."""

log = structlog.get_logger("sockets")
_encoder = msgspec.json.Encoder()
_requests = msgspec.json.Decoder(Request)

Attend = Callable[[Site, WebSocket, User], Awaitable[None]]


async def _greet(socket: WebSocket, attend: Attend) -> None:
    """Find out who connects; refusals are told by closing, which needs an accepted socket to carry the code."""
    site: Site = socket.app.state.site
    await socket.accept()
    where = address(socket)
    most = site.settings.sockets_per_address
    with site.connections.from_address(where) as count:
        try:
            crowded = bool(most and count > most) or not site.limits.requests.take(where)
            user = await _recognise(site, socket, crowded)
            if user is not None:
                await _welcome(site, socket, user, attend)
        except (SQLAlchemyError, OSError) as error:
            log.warning("the database failed somebody who connects", error=str(error).partition("\n")[0])
            with contextlib.suppress(RuntimeError, OSError):
                await socket.close(COME_BACK)


async def _welcome(site: Site, socket: WebSocket, user: User, attend: Attend) -> None:
    count_by(socket, site.limits.control.bucket(user.id))
    most = site.settings.sockets_per_person
    with site.connections.of_person(user.id) as count:
        if most and count > most:
            await socket.close(TOO_MANY)
        else:
            await attend(site, socket, user)


async def _recognise(site: Site, socket: WebSocket, crowded: bool) -> User | None:
    header = socket.headers.get("authorization")
    unwelcome = site.control.bans.of_address(address(socket)) is not None
    if unwelcome or (header is None and not own_origin(socket, site.settings.public_url)):
        await socket.close(BANNED)
        return None
    if crowded:
        await site.limits.slow_down(address(socket))
        await socket.close(TOO_MANY)
        return None
    if header is not None:
        user = await site.visitors.by_token(header)
    else:
        user, _ = await site.visitors.by_cookie(socket)
    if user is None:
        await socket.close(4401)
    elif (ban := site.control.bans.of_user(user.id)) is not None:
        await site.control.catch(ban, address(socket))
        await socket.close(BANNED)
        return None
    return user


async def table_socket(socket: WebSocket) -> None:
    """A table's socket from the snapshot to the end."""
    await _greet(socket, _find_table)


async def _find_table(site: Site, socket: WebSocket, user: User) -> None:
    live = await site.links.find(socket.path_params["table"], user.id)
    if live is None:
        await socket.close(NO_TABLE)
        return
    since = _since(socket)
    if since is not None and since > live.state.seq:  # another process has shown more than was heard of here
        await site.hub.refresh(live)
    await _attend_table(site, socket, user, live, since)


async def _attend_table(site: Site, socket: WebSocket, user: User, live: Live, since: int | None) -> None:
    connection = Connection(socket, user.id, language_of(socket, user))
    async with site.connections.attended(connection):
        events = await site.hub.missed(live, since)
        if not site.links.admits(live.state, socket.path_params["table"], user.id):  # private by now
            connection.close(NO_TABLE)
            await _listen(site, connection, user, live)
            return
        live.watchers.add(connection)
        try:
            here = site.hub.online(live)
            link = site.links.shown(live, user.id)
            connection.tell(snapshot(live.view, link, user.id, now_ms(), events, here, live.chat))
            site.tell_presence(live)
            _say_here(site, live, user)
            await _listen(site, connection, user, live)
        finally:
            live.watchers.discard(connection)
            site.tell_presence(live)


def _say_here(site: Site, live: Live, user: User) -> None:
    """Whoever connects while others decide about their absence is not absent."""
    seat, proposal = live.state.seat_of(user.id), live.state.proposal
    if proposal is None or seat is None or proposal.about != seat:
        return
    if live.state.seats[seat].status == "here":
        site.hub.background(site.hub.command(live, Back(), person_of(user)))


def _since(socket: WebSocket) -> int | None:
    text = socket.query_params.get("since", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 16 else None


async def _listen(site: Site, connection: Connection, user: User, live: Live) -> None:
    may_speak = _allowance(site, user)
    person = person_of(user, site.origins.of(connection.socket))
    receive = connection.socket.receive
    bad = 0
    while True:
        message = await receive()
        if message["type"] == "websocket.disconnect":
            return
        if connection.closing is not None:
            continue
        if not may_speak(message):
            bad += 1
            if bad > MOST_BAD_FRAMES:
                connection.close(TOO_MANY)
                continue
            _refuse(connection, live, sorry("too_many"))
            continue
        try:
            request = _decoded(message)
        except ApiError as error:
            bad += 1
            _refuse(connection, live, error)
            if bad > MOST_BAD_FRAMES:
                connection.close(4400)
            continue
        await _answer(site, connection, person, live, request)


def _allowance(site: Site, user: User) -> Callable[[Any], bool]:
    """May one more message of this person come? All of their sockets count together."""
    messages, size = site.limits.messages.bucket(user.id), site.limits.bytes.bucket(user.id)

    def may_speak(message: Any) -> bool:
        return messages.take() and size.take(len(message.get("text") or message.get("bytes") or ""))

    return may_speak


def _decoded(message: Any) -> Any:
    text = message.get("text")
    if text is None:
        raise sorry("bad_request", detail="text frames are expected")
    try:
        return _requests.decode(text)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise sorry("bad_request", detail=str(error)[:200]) from None


async def _answer(site: Site, connection: Connection, person: Person, live: Live, request: Any) -> None:
    if isinstance(request, Speak):
        connection.lang = request.language
        _tell_ok(connection, live, request.id)
        return
    if isinstance(request, Look):
        connection.looking = request.visible
        site.tell_looking(live, connection.user, request.visible)
        _tell_ok(connection, live, request.id)
        return
    if isinstance(request, QUESTIONS):
        answer = answer_question(site, live, request, person.user)
        if isinstance(answer, Awaitable):
            site.hub.background(_tell_later(connection, live, answer, request.id))
            return
        refusal = getattr(answer, "refusal", None)
        if refusal is not None:
            answer = msgspec.structs.replace(answer, refusal=localised(refusal, connection.lang, live.people))
        connection.tell(answer)
        return
    try:
        if isinstance(request, NAMING):
            person = await _as_now(site, person)
        came_by = connection.socket.path_params["table"]
        done = await carry_out(site, live, request, person, came_by, connection, request.id)
    except ApiError as error:
        _refuse(connection, live, error, request.id)
        return
    except (SQLAlchemyError, OSError):
        log.exception("the database failed", table=live.id)
        _refuse(connection, live, sorry("busy"), request.id)
        return
    if done.refusal is not None:
        _tell_refused(connection, live, done.refusal, request.id)
    elif not done.told:
        _tell_ok(connection, live, request.id)


def _tell_ok(connection: Connection, live: Live, id: int | None) -> None:
    connection.tell(wire.Ok(id=id, seq=live.state.seq, n=live.state.n))


def _tell_refused(connection: Connection, live: Live, refusal: wire.RefusalInfo, id: int | None) -> None:
    told = localised(refusal, connection.lang, live.people)
    connection.tell(wire.Refused(id=id, seq=live.state.seq, n=live.state.n, refusal=told))


async def _tell_later(connection: Connection, live: Live, answer: Awaitable[Any], id: int | None) -> None:
    """Nobody's next placement waits for the answer to a question."""
    try:
        connection.tell(await answer)
    except Exception:
        log.exception("a question was not answered", table=live.id)
        _refuse(connection, live, sorry("busy"), id)


async def _as_now(site: Site, person: Person) -> Person:
    """Who has become an account since connecting is one; who has been deleted leaves no name behind."""
    user = await site.people.by_id(person.user)
    if user is None:
        raise sorry("not_recognised")
    return person_of(user, person.origin)


def _refuse(connection: Connection, live: Live, error: ApiError, id: int | None = None) -> None:
    metrics.REFUSALS.labels(error.refusal.code).inc()
    _tell_refused(connection, live, error.refusal, id)


async def lobby_socket(socket: WebSocket) -> None:
    """The lobby's socket: everything, again whenever something changed."""
    await _greet(socket, _attend_lobby)


async def _attend_lobby(site: Site, socket: WebSocket, user: User) -> None:
    connection = Connection(socket, user.id, "en")
    may_speak = _allowance(site, user)
    async with site.connections.attended(connection):
        news = asyncio.create_task(_tell_lobby(site, connection))
        try:
            while (message := await socket.receive())["type"] != "websocket.disconnect":
                if not may_speak(message):
                    connection.close(TOO_MANY)
        finally:
            await end(news)


async def _tell_lobby(site: Site, connection: Connection) -> None:
    seen, mine, invitations, last = (-1, -1), None, [], b""
    while True:
        now = (site.hub.changes, site.online)
        if now != seen:
            # While the database is away there is no news; it comes when the database is back.
            with contextlib.suppress(SQLAlchemyError, OSError):
                if mine is None or now[0] != seen[0]:
                    mine = await site.first_page.tables_of(connection.user)
                    invitations = await site.caller.invitations(connection.user)
                lobby = await site.first_page.lobby()
                text = _encoder.encode(LobbyMessage(lobby=lobby, mine=mine, online=now[1], invitations=invitations))
                seen = now
                if text != last:
                    last = text
                    connection.push(text)
        await asyncio.sleep(1.0)
