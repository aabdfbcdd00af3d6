"""Endpoints about people: me, accounts, sessions, tokens, ratings."""

from __future__ import annotations

import asyncio
import time
from typing import Annotated, Any, Literal

from msgspec import Meta

from medina.server import schema as s
from medina.server.api import Call, Endpoint, Query
from medina.server.errors import sorry
from medina.server.hub import now_ms
from medina.server.security import address, check_password, digest, hash_password, new_id, new_token
from medina.store.people import NameTaken, Token, User
from medina.store.rating import shown
from medina.table import commands as do
from medina.table.text import clean_name, name_key
from medina.words import say

MOST_TOKENS = 20
Edition = Literal["first", "second"]
Players = Annotated[int, Meta(ge=2, le=4)]


async def me(call: Call) -> s.Me:
    """Who I am."""
    return await _me(call, call.me)


async def _me(call: Call, user: User) -> s.Me:
    ratings = await _ratings(call, user.id)
    language: Any = user.language
    return s.Me(id=user.id, name=user.name, account=user.account, language=language, ratings=ratings)


async def _ratings(call: Call, user: str) -> list[s.RatingInfo]:
    return [
        s.RatingInfo(
            edition=row["edition"],
            players=row["players"],
            rating=shown(row["mean"], row["deviation"]),
            mean=round(row["mean"], 3),
            deviation=round(row["deviation"], 3),
            games=row["games"],
        )
        for row in await call.site.ratings.of(user)
    ]


async def change_me(call: Call) -> s.Me:
    """A guest's shown name, anybody's language."""
    changes: dict[str, Any] = {}
    if call.body.language is not None:
        changes["language"] = call.body.language
    if call.body.name is not None:
        if call.me.account:
            raise sorry("account_name")
        changes["name"] = await _free_name(call, call.body.name)
    if changes:
        await call.site.people.change(call.me.id, **changes)
    return await _again(call)


async def _again(call: Call) -> s.Me:
    user = await call.site.people.by_id(call.me.id)
    assert user is not None
    return await _me(call, user)


async def _free_name(call: Call, text: str) -> str:
    """A guest's name; nobody passes for an account."""
    name = good_name(text)
    if await call.site.people.by_name(name_key(name)) is not None:
        raise sorry("name_taken")
    return name


def good_name(text: str) -> str:
    """A name one can show and tell from others."""
    name = clean_name(text)
    if not 3 <= len(name) <= 30 or not any(character.isalnum() for character in name):
        raise sorry("bad_name")
    return name


def _good_password(name: str, password: str) -> str:
    if len(password) < 8 or name_key(password) == name_key(name):
        raise sorry("weak_password")
    return password


async def make_account(call: Call) -> s.Me:
    """The present guest becomes an account and keeps its games."""
    _count_login(call, call.me.id)
    if call.me.account:
        raise sorry("already_account")
    name = good_name(call.body.name)
    password = _good_password(name, call.body.password)
    if not name_key(name):
        raise sorry("bad_name")
    stored = await asyncio.to_thread(hash_password, password)
    try:
        await call.site.people.change(call.me.id, name=name, name_key=name_key(name), password=stored)
    except NameTaken:
        raise sorry("name_taken") from None
    user = await call.site.people.by_id(call.me.id)
    call.log_in(user)
    return await _me(call, call.me)


async def log_in(call: Call) -> s.Me:
    """Name and password."""
    key = name_key(call.body.name)
    _count_login(call, key)
    user = await call.site.people.by_name(key) if key else None
    fits = await asyncio.to_thread(check_password, user.password if user else None, call.body.password)
    if user is None or not fits:
        raise sorry("wrong_password")
    call.log_in(user)
    return await _me(call, user)


def _count_login(call: Call, key: str) -> None:
    now = time.monotonic()
    if not call.site.logins.take(address(call.request), now) or not call.site.login_names.take(key, now):
        raise sorry("too_many")


async def log_out(call: Call) -> s.Gone:
    """Forget the cookie."""
    call.log_in(None)
    return s.Gone()


async def change_password(call: Call) -> s.Me:
    """Other devices have to log in again."""
    _count_login(call, call.me.id)
    if not await asyncio.to_thread(check_password, call.me.password, call.body.old):
        raise sorry("wrong_password")
    new = _good_password(call.me.name, call.body.new)
    await call.site.people.change(call.me.id, password=await asyncio.to_thread(hash_password, new))
    await call.site.dismiss(call.me.id)
    call.log_in(await call.site.people.by_id(call.me.id))
    return await _me(call, call.me)


async def delete_me(call: Call) -> s.Gone:
    """Everything personal goes; games stay without the name. Nobody is left waiting for who will not come back."""
    if call.me.account:
        _count_login(call, call.me.id)
        if not await asyncio.to_thread(check_password, call.me.password, call.body.password or ""):
            raise sorry("wrong_password")
    await _walk_out(call)
    await call.site.people.forget(call.me.id)
    await call.site.dismiss(call.me.id)
    await call.site.hub.forget_person(call.me.id, say("server.deleted", "en"))
    call.log_in(None)
    return s.Gone()


async def _walk_out(call: Call) -> None:
    for id in await call.site.hub.reader.unfinished_of(call.me.id):
        live = await call.site.hub.table(id)
        if live is not None:
            leaving = do.Resign() if live.state.phase == "playing" else do.Leave()
            await call.site.hub.command(live, leaving, call.person)


async def tokens(call: Call) -> s.Tokens:
    """My tokens."""
    return s.Tokens(tokens=[_token(token) for token in await call.site.people.tokens(call.me.id)])


def _token(token: Token) -> s.TokenInfo:
    return s.TokenInfo(id=token.id, label=token.label, created=token.created, used=token.used)


async def make_token(call: Call) -> s.TokenMade:
    """A token for a program; shown this once."""
    if not call.me.account or call.by_token:
        raise sorry("needs_account" if not call.by_token else "not_allowed")
    if len(await call.site.people.tokens(call.me.id)) >= MOST_TOKENS:
        raise sorry("too_many_tokens")
    secret, id = new_token(), new_id()
    label = clean_name(call.body.label) or id
    token = Token(id=id, user_id=call.me.id, label=label, digest=digest(secret), created=now_ms(), used=None)
    await call.site.people.add_token(token)
    return s.TokenMade(id=id, label=label, token=secret)


async def drop_token(call: Call) -> s.Gone:
    """Take a token back."""
    if not await call.site.people.drop_token(call.me.id, call.path("token")):
        raise sorry("not_found")
    await call.site.dismiss(call.me.id)
    return s.Gone()


async def user(call: Call) -> s.UserInfo:
    """Somebody's profile."""
    found = await find_user(call, call.path("user"))
    games, wins = await call.site.hub.reader.counts(found.id)
    return s.UserInfo(
        id=found.id,
        name=found.name,
        account=found.account,
        since=found.created,
        games=games,
        wins=wins,
        ratings=await _ratings(call, found.id),
    )


async def find_user(call: Call, text: str) -> User:
    """By id, else by name."""
    found = await call.site.people.by_id(text) or await call.site.people.by_name(name_key(text) or "?")
    if found is None:
        raise sorry("not_found")
    return found


async def rating_history(call: Call) -> s.RatingHistory:
    """How somebody's rating went."""
    found = await find_user(call, call.path("user"))
    edition, players = call.query.get("edition", "second"), call.query.get("players", 2)
    rows = await call.site.ratings.history(found.id, edition, players)
    points = [s.RatingPoint(at=row["at"], table=row["table_id"], rating=row["rating"]) for row in rows]
    return s.RatingHistory(edition=edition, players=players, history=points)


async def leaders(call: Call) -> s.Leaders:
    """The best of an edition and player count."""
    edition, players = call.query.get("edition", "second"), call.query.get("players", 2)
    rows = await call.site.ratings.best(edition, players)
    found = [
        s.Leader(
            place=place,
            user=row["user_id"],
            name=row["name"],
            rating=shown(row["mean"], row["deviation"]),
            games=row["games"],
        )
        for place, row in enumerate(rows, 1)
    ]
    return s.Leaders(edition=edition, players=players, leaders=found)


WHICH = (
    Query("edition", Edition, "edition; second unless given"),
    Query("players", Players, "number of players; 2 unless given"),
)
ENDPOINTS = [
    Endpoint(method="GET", path="/me", work=me, answer=s.Me),
    Endpoint(method="PATCH", path="/me", work=change_me, body=s.ChangeMe, answer=s.Me),
    Endpoint(method="DELETE", path="/me", work=delete_me, body=s.DeleteMe, answer=s.Gone),
    Endpoint(method="PUT", path="/me/password", work=change_password, body=s.ChangePassword, answer=s.Me),
    Endpoint(method="GET", path="/me/tokens", work=tokens, answer=s.Tokens),
    Endpoint(method="POST", path="/me/tokens", work=make_token, body=s.NewToken, answer=s.TokenMade, status=201),
    Endpoint(method="DELETE", path="/me/tokens/{token}", work=drop_token, answer=s.Gone),
    Endpoint(method="POST", path="/accounts", work=make_account, body=s.NewAccount, answer=s.Me, status=201),
    Endpoint(method="POST", path="/sessions", work=log_in, body=s.LogIn, answer=s.Me, who=False),
    Endpoint(method="DELETE", path="/sessions", work=log_out, answer=s.Gone, who=False),
    Endpoint(method="GET", path="/users/{user}", work=user, answer=s.UserInfo, who=False),
    Endpoint(
        method="GET", path="/users/{user}/ratings", work=rating_history, answer=s.RatingHistory, who=False, query=WHICH
    ),
    Endpoint(method="GET", path="/ratings", work=leaders, answer=s.Leaders, who=False, query=WHICH),
]
