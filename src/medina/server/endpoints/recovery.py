"""Endpoints about links that are sent: choosing a new password without the old one, and an address to send them to."""

from __future__ import annotations

import re

import structlog
from sqlalchemy.exc import SQLAlchemyError

from medina.server import schema as s
from medina.server.endpoints.accounts import count_login, good_password, me_of
from medina.server.endpoints.call import Call, Endpoint
from medina.server.errors import sorry
from medina.server.live.hub import now_ms
from medina.server.security import check_password, digest, hash_password, link_with, new_key
from medina.store.email_tokens import EmailToken
from medina.store.people import User
from medina.table.text import name_key
from medina.words import say

HOUR_MS = 3_600_000
LETTER_HOURS = 2
"""How long a link in a letter is good for."""
log = structlog.get_logger("recovery")
ADDRESS = re.compile(r"[^@\s,;<>\x00-\x20\x7f]+@[^@\s,;<>\x00-\x20\x7f]+")


async def ask_for_link(call: Call) -> s.Gone:
    """A letter with a link to an account's address. The answer is the same, and as quick, where there is none."""
    key = name_key(call.body.name)
    count_login(call, key)
    if not call.site.mail.ready:
        raise sorry("no_mail")
    user = await call.site.people.by_name(key) if key else None
    if user is not None and user.email is not None and call.site.limits.letters.take(user.id):
        call.site.hub.background(_send_quietly(call, user, user.email))
    return s.Gone()


async def choose_password(call: Call) -> s.Me:
    """A new password, for whoever has the link. Everybody who was logged in has to log in again."""
    count_login(call, call.address)
    mark, keys = digest(call.body.key), call.site.email_tokens
    owner = await keys.owner(mark, now_ms())
    user = await call.site.people.by_id(owner) if owner is not None else None
    if user is None:
        raise sorry("bad_key")
    new = good_password(user.name, call.body.new)
    if await keys.change_password(mark, now_ms(), await hash_password(new)) is None:
        raise sorry("bad_key")
    await call.site.dismiss(user.id)
    user = await call.site.people.by_id(user.id)
    call.log_in(user)
    return await me_of(call, call.me)


async def change_email(call: Call) -> s.Me:
    """Where links may be sent. A new address counts once the link in the letter to it was opened."""
    count_login(call, call.me.id)
    if not call.me.account or not await check_password(call.me.password, call.body.password):
        raise sorry("wrong_password")
    address = call.body.email
    if address is None:
        await call.site.people.change(call.me.id, email=None)
    elif not ADDRESS.fullmatch(address):
        raise sorry("bad_email")
    elif not call.site.mail.ready:
        raise sorry("no_mail")
    else:
        call.site.limits.letters.check(call.me.id)
        await _send_link(call, call.me, address, "email")
    user = await call.site.people.by_id(call.me.id)
    assert user is not None
    return await me_of(call, user)


async def confirm_email(call: Call) -> s.Gone:
    """The link in the letter was opened, so the letter arrived."""
    count_login(call, call.address)
    if not await call.site.email_tokens.confirm_email(digest(call.body.key), now_ms()):
        raise sorry("bad_key")
    return s.Gone()


async def _send_quietly(call: Call, user: User, address: str) -> None:
    """Nobody learns from how long it takes, or from what goes wrong, that there is such an account."""
    try:
        await _send_link(call, user, address, "password")
    except (SQLAlchemyError, OSError):
        log.exception("the database failed somebody who forgot a password")


async def _send_link(call: Call, user: User, address: str, kind: str) -> None:
    site = call.site
    key, page = new_key(), {"password": "recover", "email": "confirm"}[kind]
    until = now_ms() + LETTER_HOURS * HOUR_MS
    await site.email_tokens.add(EmailToken(digest(key), user.id, address if kind == "email" else None, until), now_ms())
    link = link_with(site.settings, page, key)
    text = say(f"server.mail.{kind}", call.lang, name=user.name, link=link, hours=LETTER_HOURS)
    site.hub.background(site.mail.send(address, say(f"server.mail.{kind}_subject", call.lang), text))


ENDPOINTS = [
    Endpoint(method="POST", path="/recoveries", work=ask_for_link, body=s.AskForLink, answer=s.Gone, who=False),
    Endpoint(method="PUT", path="/recoveries", work=choose_password, body=s.NewPassword, answer=s.Me, who=False),
    Endpoint(method="PUT", path="/me/email", work=change_email, body=s.ChangeEmail, answer=s.Me),
    Endpoint(method="POST", path="/confirmations", work=confirm_email, body=s.Confirmation, answer=s.Gone, who=False),
]
