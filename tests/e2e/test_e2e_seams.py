"""What one stumbled over: a board that moves, focus that is lost, messages nobody sees, no way to look back."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from browser_support import POINT_OF_CELL, Person, Server, expect
from test_e2e_axe import RECORD
from test_e2e_phone import PHONE

Newcomer = Callable[..., Person]
STABLE = "Stable: beside any building, with or without a roof."


def board_box(person: Person) -> Any:
    return person.page.locator("[data-board]").bounding_box()


def focused(person: Person) -> str:
    text: str = person.page.evaluate("document.activeElement.innerText || document.activeElement.tagName")
    return text


def test_the_board_stays_where_it_is_and_the_held_piece_says_where_it_goes(newcomer: Newcomer, server: Server) -> None:
    for settings in ({}, PHONE, {"viewport": {"width": 1366, "height": 650}}):
        person = newcomer(server, **settings)
        person.play_on(RECORD)
        person.wait_turn()
        before = board_box(person)
        person.take("S")
        expect(person.page.locator("[data-hint=S]")).to_have_text(STABLE)
        assert board_box(person) == before
        person.click_cell("a1")
        expect(person.page.locator("[data-refusal]")).to_be_visible()
        assert board_box(person) == before
        # Beside the cell, and not over it.
        note = person.page.locator(".note").bounding_box()
        x, y = person.page.evaluate(POINT_OF_CELL, "a1")
        assert note is not None
        assert not (note["x"] < x < note["x"] + note["width"] and note["y"] < y < note["y"] + note["height"])


def test_wide_and_low_the_tray_stands_beside_a_board_as_high_as_the_screen(newcomer: Newcomer, server: Server) -> None:
    person = newcomer(server, viewport={"width": 1366, "height": 650})
    person.play_on(RECORD)
    person.wait_turn()
    board = board_box(person)
    tray = person.page.get_by_role("toolbar").bounding_box()
    assert tray is not None
    assert board["height"] > 560
    assert tray["x"] >= board["x"] + board["width"]


def test_looking_back_without_leaving(newcomer: Newcomer, server: Server) -> None:
    for settings in ({}, PHONE):
        person = newcomer(server, **settings)
        person.play_on(RECORD)
        person.wait_turn()
        n = person.n()
        if settings:
            person.page.get_by_text("Tiles, moves, chat").tap()
        # The second turn of the first player laid d9.
        person.page.locator("[data-moves] button").nth(1).click()
        expect(person.page.locator("[data-looking]")).to_be_visible()
        expect(person.piece_at("d9")).not_to_be_attached()
        expect(person.piece_at("f2")).to_be_attached()
        # Placing is for now only.
        person.page.keyboard.press("O")
        assert person.targets() == []
        person.page.get_by_role("button", name="Back to now").click()
        expect(person.piece_at("d9")).to_be_attached()
        person.wait_turn()
        person.page.keyboard.press("ArrowLeft")
        expect(person.page.locator("[data-looking]")).to_be_visible()
        expect(person.piece_at("h6")).not_to_be_attached()
        person.page.keyboard.press("ArrowRight")
        expect(person.piece_at("h6")).to_be_attached()
        assert person.n() == n
        person.place("O", "g7")


def test_focus_comes_back_and_the_way_back_closes_the_aid(person: Person) -> None:
    person.play_on(RECORD)
    person.wait_turn()
    url = person.page.url
    person.page.get_by_role("button", name="Player aid").click()
    person.page.get_by_role("dialog").wait_for()
    person.page.keyboard.press("Escape")
    expect(person.page.get_by_role("dialog")).to_have_count(0)
    assert focused(person).startswith("Player aid")
    person.page.keyboard.press("Enter")
    person.page.get_by_role("dialog").wait_for()
    person.page.go_back()
    expect(person.page.get_by_role("dialog")).to_have_count(0)
    assert person.page.url == url
    # The tray is one stop of the tab key; arrows go on from there.
    assert person.page.locator('.slot[tabindex="0"]').count() == 1
    person.page.locator('.slot[tabindex="0"]').focus()
    person.page.keyboard.press("ArrowRight")
    assert person.page.evaluate("document.activeElement.dataset.tray") == "P"


def test_unread_chat_is_seen_on_a_phone(newcomer: Newcomer, server: Server) -> None:
    host, guest = newcomer(server, **PHONE), newcomer(server)
    path = host.open_table(options={"players": 2, "starts": "host"}, sit=True)
    guest.goto(path)
    guest.page.get_by_role("button", name="Sit here").click()
    host.page.get_by_role("button", name="Start the game").click()
    guest.page.locator("[data-turn]").wait_for()
    guest.page.locator(".chat summary").click()
    guest.page.get_by_label("Say something").fill("Hello there")
    guest.page.get_by_label("Say something").press("Enter")
    expect(host.page.locator(".sheet > summary [data-unread]")).to_have_attribute("data-unread", "1")


def test_a_moment_of_a_pasted_record_can_be_sent_and_followed(newcomer: Newcomer, server: Server) -> None:
    person, friend = newcomer(server), newcomer(server)
    person.goto("/replay")
    person.page.locator("textarea").fill(RECORD)
    person.page.get_by_role("button", name="Open").click()
    person.page.locator("input[type=range]").fill("3")
    person.page.wait_for_function("() => location.hash.startsWith('#3/')")
    link = person.page.url
    friend.page.goto(link)
    expect(friend.page.locator("output")).to_have_text("3 / 15")
    friend.page.evaluate("location.hash = location.hash.replace('#3', '#7')")
    expect(friend.page.locator("output")).to_have_text("7 / 15")


ETERNAL_SECONDS = """() => {
  const soon = window.setTimeout
  window.setTimeout = (done, ms, ...rest) => soon(done, ms > 500 ? 1e8 : ms, ...rest)
}"""


def test_bots_are_as_slow_as_one_likes_and_wait_for_nobody_in_a_hurry(person: Person) -> None:
    person.quick_game()
    person.page.get_by_label("Pace of the bots").select_option("slow")
    place_all(person)
    began = time.monotonic()
    person.confirm()
    expect(person.page.locator('[data-turn="theirs"]')).to_be_visible()
    person.wait_turn()
    assert time.monotonic() - began > 1.5
    # Now the bots would wait for longer than any test, but for somebody in a hurry.
    person.page.evaluate(ETERNAL_SECONDS)
    place_all(person)
    person.confirm()
    expect(person.page.locator('[data-turn="theirs"]')).to_be_visible()
    person.page.keyboard.press("Shift")
    person.wait_turn()


def place_all(person: Person) -> None:
    """Whatever a turn needs, but for the confirmation."""
    while not person.confirm_button.is_enabled():
        piece = person.fitting()[0]
        person.take(piece)
        person.place(piece, person.targets()[0])


CONTRAST = """([first, second]) => {
  const light = name => {
    const hex = getComputedStyle(document.querySelector('[data-board]')).getPropertyValue(name).trim()
    const [r, g, b] = [1, 3, 5].map(at => parseInt(hex.slice(at, at + 2), 16) / 255)
      .map(c => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const [low, high] = [light(first), light(second)].sort((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}"""


def test_the_grid_is_seen_at_night(newcomer: Newcomer, server: Server) -> None:
    person = newcomer(server, color_scheme="dark")
    person.play_on(RECORD)
    person.wait_turn()
    assert person.page.evaluate(CONTRAST, ["--grid", "--sand"]) > 2


def test_forced_colours_show_whose_turn_it_is_and_what_is_held(newcomer: Newcomer, server: Server) -> None:
    person = newcomer(server, forced_colors="active")
    person.play_on(RECORD)
    person.wait_turn()
    person.take("O")
    for shown in (".card.acting", ".slot.held"):
        assert person.page.locator(shown).evaluate("e => getComputedStyle(e).outlineStyle") == "solid"
