"""Rated games, the lists they lead to, and the language of what the server says about them."""

from __future__ import annotations

from collections.abc import Callable

from browser_support import Person, Server, expect, place_some
from test_e2e_axe import check

PASSWORD = "a well and four towers"


def with_account(person: Person, name: str) -> Person:
    person.goto("/me")
    person.page.get_by_label("Name").last.fill(name)
    person.page.get_by_label("Password").fill(PASSWORD)
    person.page.get_by_role("button", name="Make an account").click()
    expect(person.page.get_by_text(f"Logged in as {name}.")).to_be_visible()
    return person


def make_table(person: Person) -> str:
    """A table made at the front door, with its options unfolded."""
    person.goto("/")
    person.page.get_by_role("button", name="Play with friends").click()
    person.page.locator("[data-seat]").first.wait_for()
    person.page.locator("summary", has_text="Options").click()
    return person.page.url.removeprefix(person.server.address)


def test_a_rated_game_counts(newcomer: Callable[..., Person], server: Server) -> None:
    ada, ben = with_account(newcomer(server), "Ada Rated"), with_account(newcomer(server), "Ben Rated")
    path = make_table(ada)
    rated = ada.page.get_by_role("checkbox", name="Rated game")
    rated.check()
    expect(ada.page.get_by_text("Second edition, 2 players, rated, 3 days a turn")).to_be_visible()
    expect(ada.page.locator("[data-rated-rules]")).to_contain_text(
        "Whoever leaves, gives up or runs out of time has lost"
    )
    expect(ada.page.get_by_role("combobox", name="Add a bot")).to_have_count(0)
    ben.goto(path)
    expect(ben.page.locator("[data-rated-rules] li")).to_have_count(4)
    check(ben, "the waiting room of a rated game")
    ben.page.get_by_role("button", name="Sit here").click()
    ada.page.get_by_role("button", name="Start the game").click()
    ben.bar.wait_for()
    place_some((ada, ben), path)
    ben.page.get_by_role("button", name="Leave the game").click()
    expect(ben.page.get_by_text("whoever leaves has lost")).to_be_visible()
    ben.page.get_by_role("button", name="Resign").click()
    ada.page.locator("[data-result]").wait_for()
    changes = ada.page.locator("[data-rating-changes] li")
    expect(changes.filter(has_text="Ada Rated")).to_contain_text("+")
    expect(changes.filter(has_text="Ben Rated")).to_contain_text("-")

    ada.goto("/")
    ada.page.get_by_role("link", name="Rating lists").click()
    rows = ada.page.locator("[data-leaders=second-2] tbody tr")
    expect(rows).to_have_count(2)
    expect(rows.first).to_contain_text("Ada Rated")
    expect(rows.first).to_contain_text("provisional")
    expect(rows.first).to_have_attribute("aria-current", "true")
    check(ada, "rating lists")
    ada.page.get_by_role("group", name="First edition").get_by_role("button", name="4 players").click()
    expect(ada.page.get_by_text("Nobody has finished a rated game of this kind yet")).to_be_visible()
    ada.page.get_by_role("link", name="My ratings and games").click()
    expect(ada.page.locator("[data-rating]")).to_contain_text("1 game, provisional")
    expect(ada.page.get_by_text("until there were 5 different opponents")).to_be_visible()
    expect(ada.page.locator("ol.changes li")).to_have_count(1)
    check(ada, "my standing")


def test_only_what_may_be_rated_is_and_the_server_says_so_in_the_language_of_now(
    newcomer: Callable[..., Person], server: Server, person: Person
) -> None:
    make_table(person)
    expect(person.page.get_by_role("checkbox", name="Rated game")).to_be_disabled()
    expect(person.page.get_by_text("Rated games are for people with accounts")).to_be_visible()

    host = with_account(newcomer(server), "Cleo Rated")
    make_table(host)
    page = host.page
    page.get_by_role("combobox", name="Add a bot").select_option("random")
    rated = page.locator(".rated input")
    rated.click()
    refusal = page.locator("[data-refusal]")
    expect(refusal).to_contain_text("Rated games are played by people")
    expect(rated).not_to_be_checked()
    for language, words in (("de", "Gewertete Partien"), ("fr", "Les parties classées")):
        page.locator("header select").select_option(language)
        page.wait_for_function("l => document.documentElement.lang === l", arg=language)
        rated.click()
        expect(refusal).to_contain_text(words)
        expect(rated).not_to_be_checked()


def test_the_form_says_what_a_rating_does_to_the_clock_and_the_clock_to_the_rating(
    newcomer: Callable[..., Person], server: Server
) -> None:
    host = with_account(newcomer(server), "Emil Rated")
    make_table(host)
    page = host.page
    note, rated = page.locator("[data-options-note]"), page.locator(".rated input")
    clock = page.get_by_role("combobox", name="Clock")
    expect(note).to_have_text("")
    rated.check()
    expect(note).to_have_text("A rated game needs a clock: it is set to 3 days a turn now.")
    expect(clock).to_have_value("days")
    clock.select_option("none")
    expect(rated).not_to_be_checked()
    expect(note).to_have_text("Without a clock, the game is no longer rated.")
    clock.select_option("calm")
    expect(note).to_have_text("")
    rated.check()
    expect(clock).to_have_value("calm")
    expect(note).to_have_text("")
    page.get_by_role("checkbox", name="The Gates of Medina").check()
    expect(rated).not_to_be_checked()
    expect(note).to_have_text("With these rules, the game is no longer rated.")


def test_a_full_table_does_not_say_join(newcomer: Callable[..., Person], server: Server, person: Person) -> None:
    host = newcomer(server)
    path = host.open_table(options={"players": 2, "public": True}, sit=True)
    person.goto("/")
    card = person.page.locator(f'a[href="/t/{path.split("/")[-1][:12]}"]')
    expect(card).to_contain_text("Join")
    host.page.get_by_role("combobox", name="Add a bot").select_option("random")
    expect(card).to_contain_text("all seats taken")
    expect(card).to_contain_text("Watch")
    expect(card).not_to_contain_text("Join")


def test_a_guest_hears_before_sitting_down_that_a_table_is_rated(
    newcomer: Callable[..., Person], server: Server, person: Person
) -> None:
    host = with_account(newcomer(server), "Dora Rated")
    path = make_table(host)
    host.page.locator(".rated input").check()
    person.goto(path)
    expect(person.page.get_by_text("This game is rated, for people with accounts")).to_be_visible()
    expect(person.page.get_by_role("button", name="Sit here")).to_have_count(0)
    # Gates are not the edition's own game: the table is not rated any more, and anybody may sit.
    host.page.get_by_role("checkbox", name="The Gates of Medina").check()
    expect(host.page.locator(".rated input")).not_to_be_checked()
    expect(person.page.get_by_role("button", name="Sit here")).to_have_count(1)
