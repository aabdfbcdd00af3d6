"""Passkeys, with the authenticator that Chromium pretends to have."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

from browser_support import Person, Server, expect
from test_e2e_ratings import PASSWORD, with_account

AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}
Newcomer = Callable[..., Person]


def with_authenticator(person: Person) -> tuple[Any, str]:
    session = person.context.new_cdp_session(person.page)
    session.send("WebAuthn.enable")
    made = session.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})
    return session, made["authenticatorId"]


def test_a_passkey_is_made_renamed_used_and_removed(newcomer: Newcomer, server: Server) -> None:
    # An address in numbers has no passkeys; localhost has.
    here = SimpleNamespace(address=server.address.replace("127.0.0.1", "localhost"))
    person = newcomer(here)
    session, authenticator = with_authenticator(person)
    with_account(person, "Pia Passkey")
    page = person.page
    mine = page.locator("[data-passkeys]")
    mine.get_by_label("What to call it").fill("My phone")
    mine.get_by_label("Password").fill("not the password")
    mine.get_by_role("button", name="Make a passkey").click()
    expect(page.get_by_role("alert")).to_contain_text("wrong")
    # The browser notes the refusal on its console; it is what was meant to happen.
    person.troubles.clear()
    mine.get_by_label("Password").fill(PASSWORD)
    mine.get_by_role("button", name="Make a passkey").click()
    expect(mine.get_by_text("My phone")).to_be_visible()
    expect(mine.get_by_text("never used")).to_be_visible()
    mine.get_by_role("button", name="Rename").click()
    mine.get_by_label("What to call it").first.fill("My old phone")
    mine.get_by_role("button", name="Save").click()
    expect(mine.get_by_text("My old phone")).to_be_visible()

    page.get_by_role("button", name="Log out").click()
    with page.expect_request("**/api/v1/sessions/passkey") as sent:
        page.get_by_role("button", name="Log in with a passkey").click()
    expect(page.get_by_text("Logged in as Pia Passkey.")).to_be_visible()
    # Whoever overheard the answer gets nowhere with it.
    again = page.request.post(sent.value.url, data=sent.value.post_data_json, headers={"Origin": here.address})
    assert (again.status, again.json()["error"]["code"]) == (401, "bad_passkey")
    expect(mine.get_by_text("last used")).to_be_visible()

    mine.get_by_role("button", name="Remove").click()
    mine.get_by_role("button", name="Remove").click()
    expect(mine.get_by_text("My old phone")).to_have_count(0)
    page.get_by_role("button", name="Log out").click()
    # The device still has its half, and it opens nothing any more.
    assert session.send("WebAuthn.getCredentials", {"authenticatorId": authenticator})["credentials"]
    page.get_by_role("button", name="Log in with a passkey").click()
    expect(page.get_by_role("alert")).to_contain_text("passkey")
    person.troubles.clear()


def test_where_there_are_no_passkeys_the_page_says_so(newcomer: Newcomer, server: Server) -> None:
    person = with_account(newcomer(server), "Nadia Numbers")
    mine = person.page.locator("[data-passkeys]")
    expect(mine).to_contain_text("only over https or at localhost")
    expect(mine.get_by_role("button", name="Make a passkey")).to_have_count(0)
