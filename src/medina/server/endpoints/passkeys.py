"""Endpoints about passkeys: making one, calling it something, taking it back, and logging in with it."""

from __future__ import annotations

import asyncio
from types import ModuleType
from typing import Any
from urllib.parse import urlsplit

from medina.server import schema as s
from medina.server.endpoints.accounts import count_login, me_of, take_along
from medina.server.endpoints.call import Call, Endpoint
from medina.server.errors import sorry
from medina.server.live.hub import now_ms
from medina.server.security import check_password, new_id
from medina.store.passkeys import Passkey
from medina.table.text import clean_name

MOST_PASSKEYS = 20
ANYBODY = ""
"""Whose answer is awaited before somebody is known."""


def _load() -> ModuleType:
    from medina.server import passkeys

    return passkeys


async def _library() -> Any:
    """It takes a second to load at first, which nobody else should wait for."""
    return await asyncio.to_thread(_load)


def _place(call: Call) -> tuple[str, str]:
    """(host, origin) of the page that asks. That it is ours has been checked; programs have no passkeys."""
    origin = call.request.headers.get("origin", "")
    host = urlsplit(origin).hostname
    if host is None or call.by_token:
        raise sorry("not_allowed")
    return host, origin


def _info(passkey: Passkey) -> s.PasskeyInfo:
    return s.PasskeyInfo(id=passkey.id, label=passkey.label, created=passkey.created, used=passkey.used)


async def infos_of(call: Call) -> list[s.PasskeyInfo]:
    """My passkeys, without what proves them."""
    return [_info(passkey) for passkey in await call.site.passkeys.of(call.me.id)]


async def passkeys(call: Call) -> s.Passkeys:
    """My passkeys."""
    return s.Passkeys(passkeys=await infos_of(call))


async def begin_passkey(call: Call) -> s.PasskeyOptions:
    """Accounts only, and with the password: a key that stays is not made by whoever finds a device open."""
    host, _ = _place(call)
    if not call.me.account:
        raise sorry("account_only")
    count_login(call, call.me.id)
    if not await check_password(call.me.password, call.body.password):
        raise sorry("wrong_password")
    library, (state, challenge) = await _library(), call.site.challenges.write(call.me.id, now_ms())
    known = await call.site.passkeys.of(call.me.id)
    return s.PasskeyOptions(options=library.creation(call.me, host, challenge, known), state=state)


async def make_passkey(call: Call) -> s.PasskeyInfo:
    """What the device made, checked and kept."""
    host, origin = _place(call)
    challenge, _ = _awaited(call, call.me.id)
    library = await _library()
    try:
        credential, key, signed = library.made(call.body.credential, host, origin, challenge)
    except library.NoProof:
        raise sorry("bad_passkey") from None
    passkey = Passkey(
        id=new_id(),
        user_id=call.me.id,
        label=_label(call.body.label),
        credential=credential,
        public_key=key,
        sign_count=signed,
        created=now_ms(),
        used=None,
    )
    if not await call.site.passkeys.add(passkey, MOST_PASSKEYS):
        raise sorry("too_many_passkeys")
    return _info(passkey)


async def rename_passkey(call: Call) -> s.Passkeys:
    """Call one of mine something else."""
    _place(call)
    if not await call.site.passkeys.rename(call.me.id, call.path("passkey"), _label(call.body.label)):
        raise sorry("not_found")
    return await passkeys(call)


async def drop_passkey(call: Call) -> s.Passkeys:
    """It opens nothing any more. Whoever is in by it stays in, as with a password."""
    _place(call)
    if not await call.site.passkeys.drop(call.me.id, call.path("passkey")):
        raise sorry("not_found")
    return await passkeys(call)


async def begin_log_in(call: Call) -> s.PasskeyOptions:
    """A challenge for whoever has a passkey of this site."""
    host, _ = _place(call)
    library, (state, challenge) = await _library(), call.site.challenges.write(ANYBODY, now_ms())
    return s.PasskeyOptions(options=library.request(host, challenge), state=state)


async def log_in(call: Call) -> s.Me:
    """The answer to the challenge says who it is; each answer is good for once."""
    host, origin = _place(call)
    call.site.limits.logins.check(call.address)
    challenge, asked = _awaited(call, ANYBODY)
    credential = call.body.credential
    passkey = await call.site.passkeys.by_credential(str(credential.get("id", "")).replace("\0", ""))
    user = None if passkey is None else await call.site.people.by_id(passkey.user_id)
    if passkey is None or user is None:
        raise sorry("bad_passkey")
    library = await _library()
    try:
        signed = library.proven(credential, passkey, host, origin, challenge)
    except library.NoProof:
        raise sorry("bad_passkey") from None
    if not await call.site.passkeys.note_use(passkey.id, asked, signed):
        raise sorry("bad_passkey")
    if call.body.take_games:
        await take_along(call, user)
    call.log_in(user)
    return await me_of(call, user)


def _awaited(call: Call, user: str) -> tuple[bytes, int]:
    found: tuple[bytes, int] | None = call.site.challenges.read(call.body.state, user, now_ms())
    if found is None:
        raise sorry("bad_passkey")
    return found


def _label(text: str) -> str:
    label = clean_name(text)
    if not label:
        raise sorry("bad_name")
    return label


ENDPOINTS = [
    Endpoint(method="GET", path="/me/passkeys", work=passkeys, answer=s.Passkeys),
    Endpoint(
        method="POST", path="/me/passkeys/options", work=begin_passkey, body=s.BeginPasskey, answer=s.PasskeyOptions
    ),
    Endpoint(
        method="POST", path="/me/passkeys", work=make_passkey, body=s.NewPasskey, answer=s.PasskeyInfo, status=201
    ),
    Endpoint(
        method="PATCH", path="/me/passkeys/{passkey}", work=rename_passkey, body=s.RenamePasskey, answer=s.Passkeys
    ),
    Endpoint(method="DELETE", path="/me/passkeys/{passkey}", work=drop_passkey, answer=s.Passkeys),
    Endpoint(method="POST", path="/sessions/passkey/options", work=begin_log_in, answer=s.PasskeyOptions, who=False),
    Endpoint(method="POST", path="/sessions/passkey", work=log_in, body=s.PasskeyLogIn, answer=s.Me, who=False),
]
