"""Who one is: coming back, logging in with a game under way, names that are asked for, changed and forgotten."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from browser_support import Person, Server, expect
from playwright.sync_api import Route
from test_e2e_axe import check
from test_e2e_ratings import PASSWORD, with_account

MOVED = """() => new Promise(done => new PerformanceObserver(
  list => done(list.getEntries().reduce((sum, { value }) => sum + value, 0))
).observe({ type: 'layout-shift', buffered: true }) ?? setTimeout(() => done(0), 400))"""
"""How much of the page moved since it was opened, as Chromium counts it."""


def medina(*arguments: str) -> str:
    """What a command of the host's says."""
    command = [sys.executable, "-m", "medina", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def log_in(person: Person, name: str) -> None:
    person.goto("/me")
    person.page.get_by_label("Name").last.fill(name)
    person.page.get_by_label("Password").fill(PASSWORD)
    person.page.get_by_role("button", name="Log in").click()
    expect(person.page.get_by_text(f"Logged in as {name}.")).to_be_visible()


def test_a_guest_logs_in_and_goes_on_with_the_running_game(newcomer: Callable[..., Person], server: Server) -> None:
    ada = with_account(newcomer(server), "Ada Returns")
    guest = newcomer(server, viewport={"width": 360, "height": 740})
    guest.quick_game()
    table = guest.page.url
    guest.goto("/me")
    expect(guest.page.get_by_label("Take the game I played here as a guest along")).to_be_checked()
    log_in(guest, "Ada Returns")
    guest.goto("/")
    # My turn is above everything else, at the width of a phone.
    mine = guest.page.locator("[data-yours]")
    expect(mine).to_contain_text("Ada Returns")
    box, play = mine.bounding_box(), guest.page.get_by_role("button", name="Play now").bounding_box()
    assert box is not None
    assert play is not None
    assert box["y"] + box["height"] <= play["y"]
    assert box["y"] < 200
    # Who comes back finds the room for it, and nothing moves when it arrives.
    guest.page.reload()
    expect(mine).to_contain_text("Ada Returns")
    assert guest.page.evaluate(MOVED) < 0.02
    mine.get_by_role("link").click()
    guest.wait_turn()
    profile = guest.page.locator("[data-player]").get_by_role("link", name="Ada Returns")
    expect(profile).to_have_attribute("href", re.compile("^/people/"))
    assert guest.page.url.split("/")[-1][:12] == table.split("/")[-1][:12]
    # Leaving the account leaves no name behind in the fields.
    guest.goto("/me")
    guest.page.get_by_role("button", name="Log out").click()
    expect(guest.page.get_by_text("Logged out, on every device.")).to_be_visible()
    for field in guest.page.get_by_label("Name").all():
        assert "Ada" not in field.input_value()
    # Being forgotten says what becomes of the games, and shows in them as words of the reader's language.
    log_in(ada, "Ada Returns")
    ada.page.get_by_role("button", name="Delete my data").click()
    expect(ada.page.get_by_text("Your running games are given up")).to_be_visible()
    ada.page.get_by_label("Password", exact=True).fill(PASSWORD)
    ada.page.get_by_role("button", name="Delete my data").click()
    expect(ada.page.get_by_text("Forgotten. You are a new guest now.")).to_be_visible()
    reader = newcomer(server, locale="de-DE")
    reader.page.goto(table)
    expect(reader.page.locator("[data-player]").first).to_contain_text("gelöschtes Konto")


def test_a_name_begun_before_it_is_known_who_is_here_stays_as_it_is_written(person: Person) -> None:
    answers: list[Route] = []
    person.page.route("**/api/v1/me", lambda route: answers.append(route))
    person.goto("/me")
    field = person.page.get_by_label("Name").first
    field.focus()
    answers[0].continue_()
    person.page.get_by_role("heading", name="Statistics").wait_for()
    field.type("Nadia")
    expect(field).to_have_value("Nadia")
    # Whoever leaves it empty has not changed it.
    field.fill("")
    field.blur()
    expect(field).to_have_value(re.compile("^Guest "))


def test_a_refused_log_in_says_so_where_a_phone_shows_it(newcomer: Callable[..., Person], server: Server) -> None:
    phone = newcomer(server, viewport={"width": 360, "height": 640})
    phone.goto("/me")
    phone.page.get_by_label("Name").last.fill("Nobody Here")
    phone.page.get_by_label("Password").fill("not the password")
    phone.page.get_by_role("button", name="Log in", exact=True).click()
    expect(phone.page.get_by_role("alert")).to_be_in_viewport()
    phone.troubles.clear()  # the console's line about a refused log-in


def test_the_header_leads_to_the_log_in_form_and_enter_sends_it(
    newcomer: Callable[..., Person], server: Server
) -> None:
    with_account(newcomer(server), "Ada Enters")
    guest = newcomer(server)
    page = guest.page
    guest.goto("/rules")
    page.locator("header").get_by_role("link", name="Log in").click()
    form = page.locator("form", has=page.get_by_label("Password"))
    expect(form.get_by_label("Name")).to_be_focused()
    expect(form).to_be_in_viewport()
    form.get_by_label("Name").fill("Ada Enters")
    form.get_by_label("Password").fill(PASSWORD)
    form.get_by_label("Password").press("Enter")
    expect(page.get_by_text("Logged in as Ada Enters.")).to_be_visible()
    expect(page.locator("header").get_by_role("link", name="Log in")).to_have_count(0)
    # A page that does not ask who is there remembers it, too.
    guest.goto("/rules")
    expect(page.locator("header").get_by_role("link", name="My profile")).to_be_visible()
    expect(page.locator("header").get_by_role("link", name="Log in")).to_have_count(0)
    # Where an account is deleted, Enter answers the question that asks for the password.
    guest.goto("/me")
    page.get_by_role("button", name="Delete my data").click()
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_label("Password", exact=True).press("Enter")
    expect(page.get_by_text("Forgotten. You are a new guest now.")).to_be_visible()
    expect(page.locator("header").get_by_role("link", name="Log in")).to_be_visible()


def test_who_forgot_the_password_reads_how_to_reach_the_host(
    newcomer: Callable[..., Person], server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MEDINA_CONTACT", "host@club.example")
    club = Server(tmp_path / "data")
    club.start()
    try:
        reader = newcomer(club, locale="de-DE")
        reader.goto("/recover")
        expect(reader.page.get_by_text("Diese Seite verschickt keine E-Mails.")).to_be_visible()
        link = reader.page.get_by_role("link", name="host@club.example")
        expect(link).to_have_attribute("href", "mailto:host@club.example")
        check(reader, "a forgotten password on a site without mail")
    finally:
        club.stop()


def test_a_guest_who_sits_with_others_is_asked_for_a_name(newcomer: Callable[..., Person], server: Server) -> None:
    host, guest = newcomer(server), newcomer(server)
    path = host.open_table(options={"players": 3})
    guest.goto(path)
    guest.page.get_by_role("button", name="Sit here").first.click()
    guest.page.get_by_label("What may the others call you?").fill("Gwen")
    guest.page.locator("[data-ask-name]").get_by_role("button", name="Save").click()
    expect(host.page.locator('[data-seat="1"]')).to_contain_text("Gwen")
    expect(guest.page.locator("[data-ask-name]")).to_have_count(0)
    host.page.get_by_role("button", name="Not now").click()
    host.page.reload()
    expect(host.page.locator('[data-seat="1"]')).to_contain_text("Gwen")
    expect(host.page.locator("[data-ask-name]")).to_have_count(0)


def test_a_password_is_changed_and_a_forgotten_one_replaced_by_the_hosts_link(
    newcomer: Callable[..., Person], server: Server
) -> None:
    ada = with_account(newcomer(server), "Ada Forgets")
    page = ada.page
    page.locator("summary", has_text="Change the password").click()
    page.get_by_label("Present password").fill(PASSWORD)
    page.get_by_label("New password").fill("a well and five towers")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("The password is changed.")).to_be_visible()
    link = medina("admin", "password-link", "Ada Forgets", "--data", str(server.data))
    phone = newcomer(server, viewport={"width": 360, "height": 740})
    phone.goto("/me")
    phone.page.get_by_role("link", name="Forgotten password?").click()
    expect(phone.page.get_by_text("This site sends no e-mail. Ask whoever runs it for a link")).to_be_visible()
    expect(phone.page.get_by_text("The site does not say how to reach them.")).to_be_visible()
    phone.goto("/me")
    phone.goto("/recover#" + link.strip().rpartition("#")[2])
    phone.page.get_by_label("New password").fill(PASSWORD)
    assert "#" not in phone.page.url
    phone.page.get_by_role("button", name="Save").click()
    expect(phone.page.get_by_text("Logged in as Ada Forgets.")).to_be_visible()
    log_in(newcomer(server), "Ada Forgets")


def test_a_line_is_reported_its_speaker_muted_and_seen_on_their_page(
    newcomer: Callable[..., Person], server: Server
) -> None:
    ada, rude = with_account(newcomer(server), "Ada Hears"), with_account(newcomer(server), "Rude Speaker")
    path = ada.open_table(options={"players": 3})
    rude.goto(path)
    rude.page.get_by_role("button", name="Sit here").first.click()
    rude.page.locator("summary", has_text="Chat").click()
    rude.page.get_by_label("Say something").fill("what a daft city")
    rude.page.get_by_role("button", name="Send").click()
    ada.page.locator("summary", has_text="Chat").click()
    line = ada.page.locator("[data-line]")
    expect(line).to_contain_text("daft")
    line.locator("summary").click()
    line.get_by_role("button", name="Report this line").click()
    expect(line).to_contain_text("Reported. Thank you.")
    line.get_by_role("button", name="Mute").click()
    expect(ada.page.get_by_text("daft")).to_have_count(0)
    told = medina("admin", "reports", "--data", str(server.data))
    assert "daft" in told
    assert "Rude Speaker" in told
    ada.goto("/people/Rude%20Speaker")
    expect(ada.page.get_by_role("heading", name="Rude Speaker")).to_be_visible()
    expect(ada.page.get_by_role("button", name="Mute")).to_have_attribute("aria-pressed", "true")
    ada.page.get_by_role("button", name="Block").click()
    expect(ada.page.get_by_text("they cannot sit down with you")).to_be_visible()
    check(ada, "somebody's page")
    ada.goto("/me")
    ada.page.get_by_role("button", name="Undo").click()
    expect(ada.page.get_by_text("People I keep away")).to_have_count(0)
