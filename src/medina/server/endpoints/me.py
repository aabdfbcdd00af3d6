"""Endpoints about oneself: who I am, all that is kept about me, and being forgotten. Logging in is in `accounts`."""

from __future__ import annotations

import asyncio
from typing import Any, get_type_hints

from msgspec import convert

from medina import write_record
from medina.server import schema as s
from medina.server.endpoints.accounts import count_login, good_name, me_of
from medina.server.endpoints.call import Call, Endpoint
from medina.server.errors import sorry
from medina.server.live.first_page import cards, named_on
from medina.server.live.records import record_of
from medina.server.security import check_password
from medina.server.visitors import is_named
from medina.store.exporting import exported_rows
from medina.store.people import NameTaken
from medina.store.reading import Search
from medina.table import commands as do
from medina.table.options import VACATION_DAYS
from medina.table.text import name_key
from medina.table.vacation import days_left

MOST_RECORDS = 1_000
"""Games whose records an export holds."""


async def me(call: Call) -> s.Me:
    """Who I am."""
    return await me_of(call, call.me)


async def change_me(call: Call) -> s.Me:
    """A guest's shown name, anybody's language; the name of an account whose name was taken away."""
    changes: dict[str, Any] = {}
    if call.body.language is not None:
        changes["language"] = call.body.language
    if call.body.name is not None:
        if call.me.account and is_named(call.me):
            raise sorry("account_name")
        if call.body.name != call.me.name:
            changes["name"] = await _free_name(call, call.body.name)
            if call.me.account:
                changes["name_key"] = name_key(call.body.name)
            call.site.limits.names.check(call.me.id, reason="too_many_names")
    if changes:
        await _change(call, changes)
    user = await call.site.people.by_id(call.me.id)
    assert user is not None
    if "name" in changes:
        await call.site.hub.people_changed([user.id])
    return await me_of(call, user)


async def _change(call: Call, changes: dict[str, Any]) -> None:
    try:
        await call.site.people.change(call.me.id, **changes)
    except NameTaken:
        raise sorry("name_taken") from None


async def _free_name(call: Call, text: str) -> str:
    """A guest's name; nobody passes for an account."""
    name = good_name(text)
    if await call.site.people.by_name(name_key(name)) is not None:
        raise sorry("name_taken")
    return name


async def delete_me(call: Call) -> s.Gone:
    """Everything personal goes; games stay without the name. Nobody is left waiting for who will not come back."""
    if call.me.account:
        count_login(call, call.me.id)
        if not await check_password(call.me.password, call.body.password or ""):
            raise sorry("wrong_password")
    await _walk_out(call)
    await call.site.hub.forget_person(call.me.id)
    await call.site.dismiss(call.me.id)
    call.log_in(None)
    return s.Gone()


async def _walk_out(call: Call) -> None:
    for id in await call.site.hub.reader.unfinished_of(call.me.id):
        live = await call.site.hub.table(id)
        if live is not None:
            leaving = do.Resign() if live.state.phase == "playing" else do.Leave()
            await call.site.hub.command(live, leaving, call.person)


async def export(call: Call) -> s.Exported:
    """Everything kept about me."""
    me, site = call.me, call.site
    site.limits.exports.check(me.id)
    archived = await site.hub.reader.archive(Search(user=me.id, asker=me.id, limit=MOST_RECORDS))
    running = await site.hub.reader.running_of(me.id)
    games = cards([text for _, _, text in archived] + running)
    records: dict[str, str] = {}
    for card in games:
        live = await site.hub.table(card.id)
        found = record_of(live.state, live.people) if live is not None else None
        await asyncio.sleep(0)  # a thousand games are not read at a stretch
        if found is not None:
            records[card.id] = write_record(found)
    rows = await exported_rows(site.people.engine, await site.people.selves(me.id))
    kinds = get_type_hints(s.Exported)
    return s.Exported(
        me=await me_of(call, me),
        created=me.created,
        games=games,
        people=await site.hub.names.infos(named_on(games)),
        records=records,
        analyses=await site.analyses.of(me.id),
        bonds=[s.Bond(**row) for row in await site.blocks.of(me.id)],
        **{field: convert(found, kinds[field]) for field, found in rows.items()},
    )


async def vacation(call: Call) -> s.VacationLeft:
    """Days of vacation that I have left this year."""
    left = days_left(await call.site.hub.vacations(call.me.id))
    return s.VacationLeft(days=VACATION_DAYS, left=left)


ENDPOINTS = [
    Endpoint(method="GET", path="/me", work=me, answer=s.Me, banned_too=True),
    Endpoint(method="PATCH", path="/me", work=change_me, body=s.ChangeMe, answer=s.Me),
    Endpoint(method="DELETE", path="/me", work=delete_me, body=s.DeleteMe, answer=s.Gone, banned_too=True),
    Endpoint(method="GET", path="/me/vacation", work=vacation, answer=s.VacationLeft),
    Endpoint(method="GET", path="/me/export", work=export, answer=s.Exported, who=False, banned_too=True),
]
