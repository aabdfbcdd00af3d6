"""Endpoints about being called: browsers, letters, invitations. What is told, when and to whom is in `calling`."""

from __future__ import annotations

from msgspec.structs import replace
from starlette.responses import RedirectResponse

from medina.server import schema as s
from medina.server.calling.message import KINDS
from medina.server.endpoints.call import Call, Endpoint
from medina.server.endpoints.tables import find_table
from medina.server.errors import sorry
from medina.server.live.hub import now_ms
from medina.server.security import digest
from medina.store.blocks import BLOCK
from medina.store.notifications import PushSubscription

MOST_BROWSERS = 10
MOST_PARTNERS = 20


async def calls(call: Call) -> s.Calls:
    """How I am called when I am not looking."""
    site, caller = call.site, call.site.caller
    preferences = await caller.preferences(call.me)
    return s.Calls(
        key=caller.signer.public if site.settings.push else None,
        browsers=len(await site.subscriptions.of(call.me.id)),
        push=[kind for kind in KINDS if kind in preferences.push],
        letters=caller.writes,
        letter=[kind for kind in KINDS if kind in preferences.email],
    )


async def change_calls(call: Call) -> s.Calls:
    """What I want to be called for. Letters go to the account's address, once it is confirmed."""
    preferences = replace(await call.site.caller.preferences(call.me), language=call.lang)
    if call.body.push is not None:
        preferences = replace(preferences, push=tuple(dict.fromkeys(call.body.push)))
    if call.body.letter is not None:
        if call.body.letter and not call.site.caller.writes:
            raise sorry("no_mail")
        if call.body.letter and call.me.email is None:
            raise sorry("no_address")
        preferences = replace(preferences, email=tuple(dict.fromkeys(call.body.letter)))
    await call.site.subscriptions.set_preferences(call.me.id, preferences)
    await call.site.reach(call.me.id)
    return await calls(call)


async def add_browser(call: Call) -> s.Calls:
    """Call me in this browser, too; sentences are in the language of the request."""
    from medina.server.calling.sealing import BadKeys, Reader

    body: s.NewBrowser = call.body
    if not call.site.caller.services.takes(body.endpoint):
        raise sorry("bad_service")
    try:
        Reader(body.p256dh, body.auth)
    except BadKeys:
        raise sorry("bad_service") from None
    subscription = PushSubscription(
        digest=digest(body.endpoint),
        user_id=call.me.id,
        endpoint=body.endpoint,
        p256dh=body.p256dh,
        auth=body.auth,
        language=call.lang,
        created=now_ms(),
    )
    await call.site.subscriptions.add(subscription, MOST_BROWSERS)
    await call.site.reach(call.me.id)
    return await calls(call)


async def drop_browser(call: Call) -> s.Gone:
    """Call nobody in this browser any more. Only the browser itself knows its address, so nobody has to log in."""
    await call.site.subscriptions.drop(digest(call.body.endpoint))
    return s.Gone()


async def unsubscribe(call: Call) -> s.Gone:
    """No more letters about games to whoever got this key with one. It opens nothing else."""
    user = call.site.caller.unsubscriptions.read(call.path("key"))
    if user is None:
        raise sorry("bad_key")
    await call.site.subscriptions.unsubscribe(user)
    return s.Gone()


async def show_unsubscribing(call: Call) -> RedirectResponse:
    """For mail programs that open the address instead of asking it: the page that does it."""
    return RedirectResponse(f"/unsubscribe#{call.path('key')}", 303)


async def partners(call: Call) -> s.Partners:
    """People I have played with."""
    found = await call.site.notifications.recent_partners(call.me.id, MOST_PARTNERS)
    kept_away = {bond["user"] for bond in await call.site.blocks.of(call.me.id) if bond["kind"] == BLOCK}
    return s.Partners(people=[s.Partner(user=user, name=name) for user, name in found if user not in kept_away])


async def invite(call: Call) -> s.Gone:
    """Ask somebody I have played with to a table of mine that has a free seat. The answer is the same whether they
    have blocked me or not; then they hear nothing."""
    live = await find_table(call)
    state, me, user = live.state, call.me.id, call.body.user
    if state.host != me and state.seat_of(me) is None:
        raise sorry("not_seated")
    if state.phase != "open" or not any(seat.free for seat in state.seats):
        raise sorry("no_free_seat")
    if user not in {known for known, _ in await call.site.notifications.recent_partners(me, MOST_PARTNERS)}:
        raise sorry("not_found")
    call.site.limits.invitations.check(me)
    if state.seat_of(user) is None and not await call.site.blocks.keep_away([user], me):
        await call.site.caller.invite(live, user, me)
        await call.site.tell_invited(user)
    return s.Gone()


async def invitations(call: Call) -> s.Invitations:
    """The seats that are kept for me, the latest first; nobody knows a newcomer."""
    if call.user is None:
        return s.Invitations(invitations=[])
    return s.Invitations(invitations=await call.site.caller.invitations(call.me.id))


ENDPOINTS = [
    Endpoint(method="GET", path="/me/calls", work=calls, answer=s.Calls),
    Endpoint(method="PATCH", path="/me/calls", work=change_calls, body=s.ChangeCalls, answer=s.Calls),
    Endpoint(method="POST", path="/me/browsers", work=add_browser, body=s.NewBrowser, answer=s.Calls, status=201),
    Endpoint(method="DELETE", path="/browsers", work=drop_browser, body=s.DropBrowser, answer=s.Gone, who=False),
    Endpoint(method="POST", path="/unsubscriptions/{key}", work=unsubscribe, answer=s.Gone, who=False),
    Endpoint(method="GET", path="/unsubscriptions/{key}", work=show_unsubscribing, status=303, who=False),
    Endpoint(method="GET", path="/me/partners", work=partners, answer=s.Partners),
    Endpoint(method="GET", path="/me/invitations", work=invitations, answer=s.Invitations, who=False),
    Endpoint(method="POST", path="/tables/{table}/invitations", work=invite, body=s.Invite, answer=s.Gone, status=201),
]
