"""What an endpoint is: a function of a call, with everything around it (who asks, limits, bodies, errors) done once."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any, TypeVar

import msgspec
import structlog
from msgspec import Struct
from sqlalchemy.exc import SQLAlchemyError
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from medina import MedinaError
from medina.server import metrics
from medina.server.errors import LATER, ApiError, api_error, localised, sorry
from medina.server.live.hub import now_ms
from medina.server.schema import RECORD_CHARACTERS, ErrorAnswer
from medina.server.security import COOKIE, COOKIE_SECONDS, address, new_id, own_origin
from medina.server.site import Site
from medina.server.visitors import guest_name, language_of, person_of
from medina.store.people import User
from medina.table.people import Person

SAFE = ("GET", "HEAD", "OPTIONS")
CLIENT_GONE = 499
"""Nobody is there to read the answer; the number is for the metrics."""
Made = TypeVar("Made")
log = structlog.get_logger("api")
_encoder = msgspec.json.Encoder()
_aside = ThreadPoolExecutor(1, "aside")
"""One thread, since Python gives each that wants to work an equal share: two would leave the others a third."""


class Query(Struct, frozen=True):
    """A query parameter, for reading and for the documentation."""

    name: str
    type: Any
    text: str


class Endpoint(Struct, frozen=True, kw_only=True):
    """One method of one address. `who` says whether somebody has to be there, so that strangers become guests, `costly`
    that it takes milliseconds and not microseconds, `banned_too` that also who is banned may do it: see, take away and
    delete what is kept about them."""

    method: str
    path: str
    work: Callable[[Call], Awaitable[Any]]
    body: Any = None
    answer: Any = None
    status: int = 200
    query: tuple[Query, ...] = ()
    who: bool = True
    media: str = "application/json"
    costly: bool = False
    banned_too: bool = False

    @property
    def introduces(self) -> bool:
        """Is a stranger remembered? Of all that is only looked at, by `GET /me` alone: of several questions asked at
        once each would make a guest, and the last answer would decide who one is, even for who has logged in since."""
        return self.method != "GET" or self.path == "/me"


class Call:
    """A request being answered."""

    def __init__(self, site: Site, request: Request, endpoint: Endpoint) -> None:
        self.site = site
        self.request = request
        self.address = address(request)
        self.endpoint = endpoint
        self.user: User | None = None
        self.by_token = False
        self.body: Any = None
        self.query: dict[str, Any] = {}
        self.cookie: str | None = None
        self.elsewhere = 0.0
        self.lang = language_of(request)

    @property
    def me(self) -> User:
        """Who asks; endpoints with `who` always have somebody."""
        if self.user is None:
            raise sorry("not_recognised")
        return self.user

    @property
    def person(self) -> Person:
        """Who asks, as tables know them."""
        return person_of(self.me, self.site.origins.of(self.request))

    def log_in(self, user: User | None) -> None:
        """Answer with this person's cookie, or with none."""
        if user is not None and (ban := self.site.control.bans.of_user(user.id)) is not None:
            raise self.site.control.bans.refusal(ban)
        self.renew(user)

    def renew(self, user: User | None) -> None:
        """The same for whoever it is already."""
        self.user = user
        self.cookie = self.site.cookies.write(user) if user is not None else ""

    def path(self, name: str) -> str:
        """A part of the address. No database takes a null character for text, so it names nothing."""
        text = str(self.request.path_params[name])
        if "\0" in text:
            raise sorry("not_found")
        return text


async def answer(endpoint: Endpoint, request: Request) -> Response:
    """A whole request: recognise, check, work, answer."""
    began = time.perf_counter()
    call = Call(request.app.state.site, request, endpoint)
    try:
        response = await _work(call)
    except ApiError as error:
        response = _error(call, error)
    except MedinaError as error:
        response = _error(call, api_error(error, call.lang))
    except ClientDisconnect:
        response = Response(status_code=CLIENT_GONE)
    except (SQLAlchemyError, OSError):
        log.exception("the database failed", path=request.url.path)
        response = _error(call, sorry("busy"))
    if call.cookie is not None:
        _set_cookie(response, call.cookie, call)
    metrics.REQUESTS.labels(endpoint.path, response.status_code).inc()
    seconds = time.perf_counter() - began
    metrics.SECONDS.labels(endpoint.path).observe(seconds)
    log.debug("answered", method=request.method, route=endpoint.path, status=response.status_code, seconds=seconds)
    return response


async def _work(call: Call) -> Response:
    await _recognise(call)
    _check_origin(call)
    call.query = _read_query(call)
    if call.endpoint.body is not None:
        call.body = await _read_body(call)
    if call.user is None and call.endpoint.who:
        await _welcome_stranger(call)
    made = await (_work_hard(call) if call.endpoint.costly else call.endpoint.work(call))
    if isinstance(made, Response):
        return made
    return Response(_encoder.encode(made), call.endpoint.status, media_type="application/json")


async def _work_hard(call: Call) -> Any:
    with thinking(call):
        return await call.endpoint.work(call)


@contextmanager
def thinking(call: Call) -> Iterator[None]:
    """What keeps everybody else waiting is counted by the time it takes. How long that is shows only afterwards, so who
    took too much waits before the next."""
    bucket = call.site.limits.seconds.bucket(call.address)
    if not bucket.take(0):
        raise sorry("too_many")
    began = time.thread_time()
    with call.site.limits.thoughts.place(call.address):
        try:
            yield
        finally:
            bucket.spend(time.thread_time() - began + call.elsewhere)
            call.elsewhere = 0.0


async def aside(call: Call, work: Callable[..., Made], *arguments: Any) -> Made:
    """What may take long, as the longest record does, beside the event loop, so that others are served meanwhile.

    To be called while `thinking`: its time is counted there, and what the loop did for others is not."""
    began, spent = time.thread_time(), 0.0

    def timed() -> Made:
        nonlocal spent
        start = time.thread_time()
        try:
            return work(*arguments)
        finally:
            spent = time.thread_time() - start

    try:
        return await asyncio.get_running_loop().run_in_executor(_aside, timed)
    finally:
        call.elsewhere += spent - (time.thread_time() - began)


async def _recognise(call: Call) -> None:
    """By token, else by cookie. A token that is none is an error; a cookie that is none is nobody."""
    header = call.request.headers.get("authorization")
    if header is not None:
        call.user = await call.site.visitors.by_token(header)
        if call.user is None:
            raise sorry("not_recognised")
        call.by_token = True
    else:
        call.user, old = await call.site.visitors.by_cookie(call.request)
        if old:
            call.renew(call.user)
    call.lang = language_of(call.request, call.user)
    await _check_welcome(call)


async def _check_welcome(call: Call) -> None:
    control = call.site.control
    ban = control.bans.of_user(call.user.id) if call.user is not None else None
    if ban is None:
        return
    await control.catch(ban, call.address)
    if not call.endpoint.banned_too:
        raise control.bans.refusal(ban)


def _check_origin(call: Call) -> None:
    """A page of another site must not act with our cookie."""
    if call.request.method in SAFE or call.by_token:
        return
    if not own_origin(call.request, call.site.settings.public_url):
        raise sorry("wrong_origin")


def _read_query(call: Call) -> dict[str, Any]:
    given = call.request.query_params
    known = {query.name: query.type for query in call.endpoint.query}
    unknown = set(given) - set(known)
    if unknown:
        raise sorry("bad_request", detail=f"there is no parameter {min(unknown)[:40]!r}")
    if any("\0" in value for value in given.values()):
        raise sorry("bad_request", detail="a null character is no text")
    try:
        return {name: msgspec.convert(given[name], kind, strict=False) for name, kind in known.items() if name in given}
    except msgspec.ValidationError as error:
        raise sorry("bad_request", detail=str(error)) from None


async def _read_body(call: Call) -> Any:
    request, limit = call.request, call.site.settings.body_bytes
    if request.headers.get("content-type", "").split(";")[0].strip().lower() != "application/json":
        raise sorry("bad_media")
    body = bytearray()
    try:
        async with asyncio.timeout(call.site.settings.body_seconds or None):
            async for chunk in request.stream():
                body += chunk
                if len(body) > limit:
                    raise sorry("too_large")
    except TimeoutError:
        raise sorry("bad_request", detail="the body took too long to come") from None
    if call.user is not None:  # those of an address are counted at the door
        call.site.limits.bytes.check(call.user.id, len(body))
    return decode(bytes(body), call.endpoint.body)


def decode(body: bytes | str, kind: Any) -> Any:
    """JSON of this shape, or a sentence about what is wrong with it."""
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        if "length <=" in str(error) and str(error).endswith("`$.record`"):
            raise sorry("record_too_long", most=RECORD_CHARACTERS) from None
        raise sorry("bad_request", detail=str(error)[:200]) from None


async def _welcome_stranger(call: Call) -> None:
    """A guest from now on, or for this one answer."""
    id = new_id()
    name = guest_name(id, call.lang)
    user = User(id=id, name=name, name_key=None, password=None, language=None, created=now_ms(), deleted=False)
    if not call.endpoint.introduces:
        call.user = user
        return
    call.site.limits.guests.check(call.address)
    await call.site.people.add(user)
    call.log_in(user)


def _set_cookie(response: Response, value: str, call: Call) -> None:
    """HttpOnly, same site, and over HTTPS only where the site has it."""
    secure = call.site.settings.secure_cookies or call.request.url.scheme == "https"
    age = COOKIE_SECONDS if value else 0
    response.set_cookie(COOKIE, value, max_age=age, path="/", secure=secure, httponly=True, samesite="lax")


def _error(call: Call, error: ApiError) -> Response:
    metrics.REFUSALS.labels(error.refusal.code).inc()
    body = _encoder.encode(ErrorAnswer(error=localised(error.refusal, call.lang)))
    headers = LATER if error.status in (429, 503) else {}
    return Response(body, error.status, headers=headers, media_type="application/json")
