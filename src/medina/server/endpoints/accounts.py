"""Endpoints about keys to the site: accounts, sessions, passwords, tokens. Who one is, is in `me`."""

from __future__ import annotations

import asyncio
from typing import Any

from medina.server import schema as s
from medina.server.endpoints.call import Call, Endpoint
from medina.server.endpoints.profiles import ratings_of
from medina.server.errors import localised, sorry
from medina.server.live.hub import now_ms
from medina.server.live.records import BOT_PREFIX
from medina.server.security import check_password, digest, hash_password, new_id, new_token
from medina.server.visitors import is_named
from medina.store.people import NameTaken, Token, User
from medina.table.text import clean_name, has_unseen, name_key

MOST_TOKENS = 20
COOKIE_COMES_SECONDS = 1.0


async def me_of(call: Call, user: User) -> s.Me:
    """What people are told about themselves."""
    ratings = await ratings_of(call, user.id)
    language: Any = user.language
    role: Any = user.role
    bans = call.site.control.bans
    ban = bans.of_user(user.id)
    return s.Me(
        id=user.id,
        name=user.name,
        account=user.account,
        named=is_named(user),
        email=user.email,
        language=language,
        ratings=ratings,
        role=role,
        banned=localised(bans.refusal(ban).refusal, call.lang).message if ban is not None else None,
    )


def good_name(text: str) -> str:
    """A name one can show and tell from others."""
    name = clean_name(text)
    if has_unseen(name):
        raise sorry("unseen_name")
    if not 3 <= len(name) <= 30 or not any(character.isalnum() for character in name):
        raise sorry("bad_name")
    if name_key(name).startswith(BOT_PREFIX):
        raise sorry("bot_name")
    return name


def good_password(name: str, password: str) -> str:
    """Long enough, and not the name again."""
    if len(password) < 8 or name_key(password) == name_key(name):
        raise sorry("weak_password")
    return password


async def make_account(call: Call) -> s.Me:
    """The present guest becomes an account and keeps its games."""
    count_login(call, call.me.id)
    if call.me.account:
        raise sorry("already_account")
    name = good_name(call.body.name)
    password = good_password(name, call.body.password)
    if not name_key(name):
        raise sorry("bad_name")
    stored = await hash_password(password)
    try:
        await call.site.people.change(call.me.id, name=name, name_key=name_key(name), password=stored)
    except NameTaken:
        raise sorry("name_taken") from None
    user = await call.site.people.by_id(call.me.id)
    call.log_in(user)
    await call.site.hub.people_changed([call.me.id])
    return await me_of(call, call.me)


async def log_in(call: Call) -> s.Me:
    """Name and password. A guest's games come along if they are asked to; else nobody has them any more."""
    key = name_key(call.body.name)
    count_login(call, key)
    user = await call.site.people.by_name(key) if key else None
    fits = await check_password(user.password if user else None, call.body.password)
    if user is None or not fits:
        raise sorry("wrong_password")
    if call.body.take_games:
        await take_along(call, user)
    call.log_in(user)
    return await me_of(call, user)


async def take_along(call: Call, account: User) -> None:
    """Give the tables of the guest who asks, and what else the guest has, to this account."""
    guest, hub = call.user, call.site.hub
    if guest is None or guest.account or guest.became not in (None, account.id):
        return
    await call.site.people.take_along(guest.id, account.id)
    await hub.people_changed([guest.id, account.id])
    if await call.site.subscriptions.of(account.id):
        await call.site.reach(account.id)
    hub.background(_dismiss_soon(call, guest.id))


async def _dismiss_soon(call: Call, guest: str) -> None:
    """Other tabs come back with the new cookie, so not before the answer has brought it."""
    await asyncio.sleep(COOKIE_COMES_SECONDS)
    await call.site.dismiss(guest)


def count_login(call: Call, key: str) -> None:
    """Passwords are not tried out: neither from one address nor for one name. Yet nobody keeps an owner out by trying:
    at an address where they have not failed before, they have a few tries whatever others do."""
    limits = call.site.limits
    limits.logins.check(call.address)
    if not limits.login_names.take(key):
        limits.first_tries.check(f"{call.address} {key}")


async def log_out(call: Call) -> s.Gone:
    """Forget the cookie; wherever else it may be, on whatever device, it is worth nothing any more."""
    if call.user is not None and not call.by_token:
        await call.site.people.log_out(call.user.id)
        await call.site.dismiss(call.user.id)
    call.log_in(None)
    return s.Gone()


async def change_password(call: Call) -> s.Me:
    """Other devices have to log in again, and programs need new tokens."""
    count_login(call, call.me.id)
    if not await check_password(call.me.password, call.body.old):
        raise sorry("wrong_password")
    new = good_password(call.me.name, call.body.new)
    await call.site.people.change_password(call.me.id, await hash_password(new))
    await call.site.dismiss(call.me.id)
    call.log_in(await call.site.people.by_id(call.me.id))
    return await me_of(call, call.me)


async def tokens(call: Call) -> s.Tokens:
    """My tokens."""
    return s.Tokens(tokens=[token_info(token) for token in await call.site.people.tokens(call.me.id)])


def token_info(token: Token) -> s.TokenInfo:
    """A token without its secret."""
    return s.TokenInfo(id=token.id, label=token.label, created=token.created, used=token.used)


async def make_token(call: Call) -> s.TokenMade:
    """A token for a program; shown this once."""
    if not call.me.account or call.by_token:
        raise sorry("account_only" if not call.by_token else "not_allowed")
    secret, id = new_token(), new_id()
    label = clean_name(call.body.label) or id
    token = Token(id=id, user_id=call.me.id, label=label, digest=digest(secret), created=now_ms(), used=None)
    if not await call.site.people.add_token(token, MOST_TOKENS):
        raise sorry("too_many_tokens")
    return s.TokenMade(id=id, label=label, token=secret)


async def drop_token(call: Call) -> s.Gone:
    """Take a token back."""
    if not await call.site.people.drop_token(call.me.id, call.path("token")):
        raise sorry("not_found")
    await call.site.dismiss(call.me.id)
    return s.Gone()


ENDPOINTS = [
    Endpoint(method="PUT", path="/me/password", work=change_password, body=s.ChangePassword, answer=s.Me),
    Endpoint(method="GET", path="/me/tokens", work=tokens, answer=s.Tokens),
    Endpoint(method="POST", path="/me/tokens", work=make_token, body=s.NewToken, answer=s.TokenMade, status=201),
    Endpoint(method="DELETE", path="/me/tokens/{token}", work=drop_token, answer=s.Gone),
    Endpoint(method="POST", path="/accounts", work=make_account, body=s.NewAccount, answer=s.Me, status=201),
    Endpoint(method="POST", path="/sessions", work=log_in, body=s.LogIn, answer=s.Me, who=False),
    Endpoint(method="DELETE", path="/sessions", work=log_out, answer=s.Gone, who=False, banned_too=True),
]
