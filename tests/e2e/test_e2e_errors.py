"""Nothing fails without a word: screens that cannot be fetched or drawn, and a rejected request at every button."""

from __future__ import annotations

import json
import random
from collections.abc import Callable

from browser_support import Person, Server, expect, nearly_finished, play_to_the_end
from playwright.sync_api import Locator, Page, Route
from test_e2e_ratings import with_account
from test_e2e_study import GAME

Newcomer = Callable[..., Person]
NO_ANSWER = "The server does not answer. Please try again in a moment."


def silent(page: Page, pattern: str, method: str = "") -> None:
    """Let requests of this kind get no answer."""
    page.route(pattern, lambda route: route.abort() if method in ("", route.request.method) else route.fallback())


def expected(person: Person) -> None:
    """What the browser notes of requests that failed on purpose is no trouble; errors of the page are."""
    person.troubles = [line for line in person.troubles if not line.startswith("console: Failed to load resource")]


def told(where: Page | Locator, text: str = NO_ANSWER) -> None:
    expect(where.get_by_role("alert").filter(has_text=text)).to_be_visible()


def test_a_screen_that_cannot_be_fetched_leaves_a_way_back(person: Person) -> None:
    page = person.page
    silent(page, "**/assets/Rules-*.js")
    person.goto("/rules")
    failed = page.locator("[data-failed]")
    expect(failed).to_contain_text("This page does not work")
    # The browser's own lines about files that did not come.
    person.troubles.clear()
    page.locator("header select").select_option("de")
    expect(failed).to_contain_text("Diese Seite funktioniert nicht")
    page.unroute_all()
    failed.get_by_role("button", name="Seite neu laden").click()
    expect(page.locator("h1")).to_be_visible()
    expect(failed).to_have_count(0)


BROKEN_NUMBERS = "Intl.NumberFormat = function () { throw new Error('broken on purpose') }"


def test_a_screen_that_cannot_be_drawn_leaves_a_way_back(person: Person) -> None:
    page = person.page
    page.add_init_script(BROKEN_NUMBERS)
    person.goto("/puzzles")
    failed = page.locator("[data-failed]")
    expect(failed).to_contain_text("This page does not work")
    failed.get_by_role("button", name="Try again").click()
    expect(failed).to_be_visible()
    assert any("broken on purpose" in line for line in person.troubles), "whoever looks for the reason finds none"
    person.troubles.clear()
    failed.get_by_role("link", name="Back to the start").click()
    expect(page.get_by_role("button", name="Play now")).to_be_visible()
    expect(failed).to_have_count(0)


def test_what_no_action_caught_is_told(person: Person) -> None:
    person.goto("/about")
    person.page.evaluate("void Promise.reject(new Error('broken on purpose'))")
    unexpected = person.page.locator("[data-unexpected]")
    expect(unexpected).to_contain_text("Something went wrong. Please try again.")
    unexpected.get_by_role("button", name="Close").click()
    expect(unexpected).to_have_count(0)
    person.troubles.clear()


def test_the_ladder_and_the_result_say_what_failed(person: Person, rng: random.Random) -> None:
    page = person.page

    def analysed(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=json.dumps({**answer.json(), "analysis": "none"}))

    page.route("**/api/v1/tables/*/replay", analysed)
    silent(page, "**/api/v1/analyses/none")
    person.play_on(nearly_finished(rng, missing=3), auto_confirm=True)
    play_to_the_end([person], rng)
    result = page.get_by_role("dialog")
    result.locator("[data-lookback]").wait_for()
    silent(page, "**/api/v1/tables", "POST")
    result.locator("[data-next]").last.click()
    told(result)
    expect(page.locator("[data-unexpected]")).to_have_count(0)
    expected(person)


def test_people_kept_away_and_lines_of_the_chat_say_what_failed(newcomer: Newcomer, server: Server) -> None:
    ada, rude = with_account(newcomer(server), "Ada Listens"), with_account(newcomer(server), "Rude Again")
    path = ada.open_table(options={"players": 3})
    rude.goto(path)
    rude.page.get_by_role("button", name="Sit here").first.click()
    rude.page.locator("summary", has_text="Chat").click()
    rude.page.get_by_label("Say something").fill("what a daft city")
    rude.page.get_by_role("button", name="Send").click()
    ada.page.locator("summary", has_text="Chat").click()
    line = ada.page.locator("[data-line]")
    line.locator("summary").click()
    silent(ada.page, "**/api/v1/me/bonds/*")
    line.get_by_role("button", name="Mute").click()
    told(line)
    ada.page.unroute_all()
    line.get_by_role("button", name="Mute").click()
    expect(line).to_have_count(0)
    ada.goto("/me")
    silent(ada.page, "**/api/v1/me/bonds/*")
    ada.page.get_by_role("button", name="Undo").click()
    told(ada.page)
    expected(ada)


def test_passkeys_that_do_not_come_are_told(newcomer: Newcomer, server: Server) -> None:
    person = newcomer(server)
    silent(person.page, "**/api/v1/me/passkeys")
    with_account(person, "Pia Waits")
    told(person.page)
    expected(person)


def test_a_replay_that_cannot_be_played_on_says_so_in_the_readers_language(person: Person) -> None:
    page = person.page
    person.goto("/replay")
    page.locator("header select").select_option("de")
    page.locator("textarea").fill(GAME)
    page.locator("form button").click()
    silent(page, "**/api/v1/tables", "POST")
    page.get_by_role("button", name="Von hier gegen Bots weiterspielen").click()
    told(page, "Der Server antwortet nicht.")
    page.unroute_all()
    page.route("**/api/v1/tables", lambda route: route.fulfill(status=502, body="Bad gateway"))
    page.get_by_role("button", name="Von hier gegen Bots weiterspielen").click()
    told(page, "Der Server antwortet nicht.")
    expected(person)
