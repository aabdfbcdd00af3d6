"""Browsers that give us little: no cookies and storage, storage that is full, no JavaScript."""

from __future__ import annotations

from collections.abc import Callable

from browser_support import Person, Server, expect
from playwright.sync_api import Browser

BLOCKED = """for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(window, name, { get() { throw new DOMException('blocked', 'SecurityError') } })"""
FULL = "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError') }"


def test_without_cookies_and_storage_the_page_says_what_is_needed_and_works_as_far_as_it_can(
    server: Server, browser: Browser
) -> None:
    context = browser.new_context(locale="en-GB")
    context.add_init_script(BLOCKED)
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    context.new_cdp_session(page).send("Emulation.setDocumentCookieDisabled", {"disabled": True})
    page.goto(server.address)
    expect(page.get_by_role("alert")).to_contain_text("Allow cookies to play")
    page.locator("header select").select_option("de")
    expect(page.get_by_role("alert")).to_contain_text("Cookies erlauben")
    page.locator("a[href='/rules']").first.click()
    expect(page.locator("h1").first).to_be_visible()
    assert page.locator("html").get_attribute("lang") == "de"
    page.goto(server.address + "/learn")
    expect(page.locator("h1").first).to_be_visible()
    context.close()
    assert errors == []


def test_with_storage_full_switches_still_switch(newcomer: Callable[..., Person], server: Server) -> None:
    person = newcomer(server)
    person.page.add_init_script(FULL)
    person.goto("/")
    person.page.locator("header select").select_option("fr")
    expect(person.page.get_by_role("button", name="Jouer", exact=True)).to_be_visible()


def test_without_javascript_the_page_asks_for_it(server: Server, browser: Browser) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(server.address)
    asking = page.locator("noscript p")
    expect(asking).to_have_count(3)
    expect(asking.first).to_be_visible()
    expect(asking.first).to_contain_text("allow JavaScript")
    context.close()
