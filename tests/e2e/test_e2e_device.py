"""A game on this device: without a network from the start, kept over a reload, saved, handed over when it is back."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from browser_support import Person, Server, expect, wait_until
from test_e2e_axe import violations

import medina


def start(person: Person, players: int, bot: str) -> None:
    person.goto("/device")
    person.page.get_by_role("combobox", name="Players", exact=True).select_option(str(players))
    for other in person.page.locator("[data-bot]").all():
        other.select_option(bot)
    person.page.locator("[data-pace]").select_option("quick")
    person.page.locator("[data-start]").click()
    person.wait_turn()


def play_some(person: Person, rng: random.Random, placements: int) -> None:
    for _ in range(placements):
        wait_until(person.page, lambda: person.play_something(rng) or person.is_over(), "the game did not go on")


@pytest.fixture
def cut_off(newcomer: Callable[..., Person], server: Server) -> Iterator[Person]:
    """Somebody who has been here once, and has no network now."""
    person = newcomer(server, service_workers="allow")
    person.goto("/")
    person.page.evaluate("navigator.serviceWorker.ready")
    person.page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    person.context.set_offline(True)
    yield person
    person.troubles = [line for line in person.troubles if "ERR_INTERNET_DISCONNECTED" not in line]


def test_a_whole_game_without_a_network(cut_off: Person, rng: random.Random, tmp_path: Path) -> None:
    person = cut_off
    start(person, 4, "random")
    person.page.get_by_label("Confirm my turns automatically").check()

    # What is refused without the server is told by the rule of that piece.
    person.take("W")
    person.click_cell("e5")
    expect(person.page.locator("[data-refusal]")).to_contain_text("Wall: in the ring")
    expect(person.page.locator("[data-refusal] a")).to_have_text("Rule 9")
    person.page.keyboard.press("Escape")

    play_some(person, rng, 3)
    person.page.reload()
    person.wait_turn()
    assert person.page.locator("[data-moves] li").count() > 4
    person.page.get_by_role("button", name="Take my last turn back").click()
    person.wait_turn()

    person.page.get_by_role("button", name="Show me a good move").click()
    person.page.get_by_role("button", name="Place here").wait_for()
    while not person.is_over():
        play_some(person, rng, 50)
    person.page.locator("[data-result] [data-lookback]").click()
    person.page.locator("[data-aside] [data-depth]").wait_for()
    expect(person.page.locator("[data-idea]").first).to_be_attached()
    person.page.reload()
    result = person.page.locator("dialog")
    with person.page.expect_download() as saving:
        result.get_by_role("button", name="Save as .mgn").click()
    saving.value.save_as(tmp_path / "game.mgn")
    record = medina.read_record((tmp_path / "game.mgn").read_text("utf-8"))
    assert record.position.phase == "over"
    assert sorted(record.tags[f"Seat{seat}"] for seat in range(4))[1:] == ["bot:random"] * 3

    # Without a network it waits, and goes by itself as soon as there is one.
    result.locator("[data-hand]").click()
    expect(result.get_by_role("status")).to_contain_text("as soon as there is a network")
    result.get_by_role("link", name="Replay").click()
    person.page.locator("[data-board]").wait_for()
    person.context.set_offline(False)
    person.goto("/device")
    handed = person.page.locator("[data-shelf]").get_by_role("link", name="See it there")
    assert violations(person) == []
    handed.click()
    person.page.locator("[data-result]").wait_for()
    scores = person.page.locator("[data-player] .score > [aria-hidden]").all_inner_texts()
    assert [int(score) for score in scores] == list(record.position.scores)


def test_the_guide_explains_without_a_network(cut_off: Person, rng: random.Random) -> None:
    page = cut_off.page
    cut_off.goto("/learn")
    page.get_by_role("button", name="Start the first game").click()
    cut_off.wait_turn()
    coach = page.locator("[data-coach]")
    first = coach.get_attribute("data-coach")
    play_some(cut_off, rng, 6)
    assert coach.get_attribute("data-coach") != first, "what was placed need not be explained again"
    page.reload()
    page.get_by_role("button", name="Go on with my first game").click()
    cut_off.wait_turn()
    assert page.locator("[data-moves] li").count() >= 2


def test_without_webassembly_the_page_leads_to_a_table(newcomer: Callable[..., Person], server: Server) -> None:
    person = newcomer(server)
    person.page.add_init_script("delete globalThis.WebAssembly")
    person.goto("/device")
    person.page.locator("[data-start]").click()
    alert = person.page.get_by_role("alert")
    expect(alert).to_contain_text("WebAssembly")
    person.page.get_by_role("button", name="Play at a table instead").click()
    person.wait_turn()
    assert "/t/" in person.page.url
    assert person.page.locator("[data-player]").count() == 2


def take_turn_by_keys(person: Person) -> None:
    """A piece by its letter, the cell it is offered, and the turn confirmed."""
    person.wait_turn()
    for letter in "ob":
        before = person.n()
        person.page.keyboard.press(letter)
        expect(person.page.locator("[data-voice]")).to_contain_text("You may place here")
        person.page.keyboard.press("Enter")
        person.wait_past(before)
        if person.confirm_button.is_enabled():  # who begins has a turn of one placement
            break
    before = person.n()
    person.page.keyboard.press("Enter")
    person.wait_past(before)


def test_by_keys_alone_on_a_narrow_phone(newcomer: Callable[..., Person], server: Server) -> None:
    person = newcomer(server, viewport={"width": 360, "height": 740})
    page = person.page
    person.goto("/device")
    page.locator("[data-pace]").select_option("quick")
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.locator("[data-start]").evaluate("e => e === document.activeElement"):
            break
    page.keyboard.press("Enter")
    for _ in range(2):
        take_turn_by_keys(person)
    person.wait_turn()
    assert page.locator("[data-moves] li").count() >= 2
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert violations(person) == []
    page.get_by_text("Tiles and moves").click()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert violations(person) == []
