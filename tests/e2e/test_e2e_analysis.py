"""Analysing a game in the replay: asked for, followed, stopped, read and clicked through."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator

import pytest
from browser_support import Person, Server, expect, nearly_finished, play_to_the_end
from playwright.sync_api import Browser
from test_e2e_axe import check

RECORD = (
    '[Edition "second"]\n[Players "2"]\n[Well "j5"]\n[Market "c3"]\n\n'
    "1. Pd8 Rd8,Gf2\n2. Gg2,Rf2 Oh8,Rh8\n3. WNa,WNb Md3,Me3\n*\n"
)
"""Everybody claims palaces of one or two cells: that is what an analyst calls a blunder."""
LONG = 120_000
"""The first analysis may have to wait for the analyst to wake up."""


def show(person: Person, record: str, plies: int) -> None:
    person.goto("/replay")
    person.page.get_by_label("Paste a game record").fill(record)
    person.page.get_by_role("button", name="Open").click()
    expect(person.page.locator("output")).to_have_text(f"0 / {plies}")


@pytest.fixture(scope="module")
def analyst(browser: Browser, server: Server) -> Iterator[Person]:
    """Somebody with an account who has the game analysed: what was found is kept for everybody who opens it."""
    person = Person(browser, server)
    person.register("Anna Analyst")
    show(person, RECORD, 11)
    person.page.get_by_role("button", name="Analyse").click()
    person.page.locator("[data-analysis=done]").wait_for(timeout=LONG)
    expect(person.page.locator("[data-by]")).to_contain_text("on this device")
    # Reasons come with the server's answer: once they are read, it is kept.
    expect(person.page.locator("[data-mistake]").first).to_contain_text("too early", timeout=LONG)
    yield person
    person.close()
    assert person.troubles == []


@pytest.fixture
def reader(person: Person, analyst: Person) -> Person:
    """Somebody else who opens the analysed game."""
    show(person, RECORD, 11)
    person.page.locator("[data-analysis=done]").wait_for()
    return person


def test_who_opens_an_analysed_game_reads_the_same_at_once(reader: Person, analyst: Person) -> None:
    page = reader.page
    expect(page.locator("[data-by]")).to_contain_text("Analysed by Anna Analyst in a browser, 1,000 positions")
    expect(page.locator("[data-mistake]").first).to_contain_text("too early")
    assert marks(reader) == marks(analyst)
    expect(page.get_by_role("button", name="Analyse")).to_have_count(0)

    # The words follow the language, the address names the moment, and a reload finds everything again.
    page.get_by_role("slider", name="Moment of the game").fill("5")
    page.locator("header select").select_option("de")
    expect(page.locator("[data-mistake]").first).to_contain_text("zu früh")
    page.reload()
    page.locator("[data-analysis=done]").wait_for()
    expect(page.locator("output")).to_have_text("5 / 11")
    assert marks(reader)


def test_every_finding_leads_to_its_moment(reader: Person) -> None:
    page = reader.page
    # The chances of both seats at this moment, and the best moves; a chosen one is drawn.
    moment = page.locator('[data-moment="0"]')
    shares = [int(text) for text in re.findall(r"(\d+)%", moment.locator("ul").inner_text())]
    assert len(shares) == 2
    assert 99 <= sum(shares) <= 101
    moment.locator("[data-best]").first.click()
    expect(page.locator(".ghost")).to_be_attached()

    # A mistake says why and leads to the moment before it, with the better move drawn.
    mistake = page.locator("[data-mistake]").first
    expect(mistake).to_contain_text("too early")
    expect(mistake).to_contain_text("Better:")
    mistake.click()
    ply = mistake.get_attribute("data-mistake")
    expect(page.locator("output")).to_have_text(f"{ply} / 11")
    expect(page.locator(".ghost")).to_be_attached()
    assert f"/replay#{ply}/" in page.url, "the moment, and behind it the pasted game itself"

    # One may look at one's own mistakes only.
    page.locator("[data-whose='1']").click()
    own = page.locator("[data-mistake]").all_inner_texts()
    assert own
    assert all("Player 2" in text for text in own)


def test_the_graph_is_a_slider_and_a_table(reader: Person) -> None:
    page = reader.page
    graph = page.get_by_role("slider", name="Chance to win")
    graph.focus()
    page.keyboard.press("End")
    expect(graph).to_have_attribute("aria-valuenow", "11")
    expect(graph).to_have_attribute("aria-valuetext", re.compile(r"Placement 11: Player 1 \d+%, Player 2 \d+%"))
    box = graph.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + 3, box["y"] + box["height"] / 2)
    expect(page.locator("output")).to_have_text("0 / 11")
    page.get_by_text("All numbers as a table").click()
    page.get_by_role("button", name="5. roof").click()
    expect(page.locator("output")).to_have_text("5 / 11")
    page.get_by_text("All numbers as a table").click()
    check(reader, "analysis")


def test_on_a_phone_a_mistake_leads_back_up_to_the_board(reader: Person) -> None:
    page = reader.page
    page.set_viewport_size({"width": 360, "height": 740})
    page.locator("[data-mistake]").first.click()
    expect(page.locator("[data-board]").first).to_be_in_viewport(ratio=0.9)
    expect(page.locator("[data-drawn]")).to_contain_text("Better:")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_an_analysed_game_of_four_does_not_scroll_into_emptiness(
    newcomer: Callable[..., Person], server: Server
) -> None:
    person = newcomer(server, viewport={"width": 1366, "height": 800})
    page = person.page
    comment = "what a long story " * 60
    record = f'[Edition "second"]\n[Players "4"]\n[Well "j5"]\n[Market "c3"]\n\n1. Pd8 {{{comment}}} Gf2\n*\n'
    show(person, record, 2)
    before = page.locator("[data-board]").bounding_box()
    page.get_by_role("button", name="One forward").click()
    expect(page.get_by_text("what a long story").first).to_be_visible()
    assert page.locator("[data-board]").bounding_box() == before
    page.get_by_role("button", name="Analyse").click()
    page.locator("[data-analysis=done]").wait_for(timeout=LONG)
    assert page.locator("[data-board]").bounding_box() == before
    assert page.evaluate(EMPTY) < 100


EMPTY = """() => document.documentElement.scrollHeight
  - Math.max(innerHeight, ...[...document.querySelectorAll('main *')].map(e => e.getBoundingClientRect())
    .filter(box => box.height && box.height < innerHeight / 2).map(box => box.bottom + scrollY))"""
"""Pixels of the page below the last thing on it."""


def marks(person: Person) -> list[tuple[str, str]]:
    """What is marked at which moment, the worst first."""
    found = person.page.locator("[data-mistake]").all()
    return [(item.get_attribute("data-mistake") or "", item.locator(".mark").inner_text()) for item in found]


def test_the_result_leads_to_the_analysis_which_can_be_stopped(person: Person, rng: random.Random) -> None:
    page = person.page
    table = person.play_on(nearly_finished(rng, missing=4), auto_confirm=True)
    play_to_the_end([person], rng)
    page.get_by_role("link", name="Analyse this game").click()
    page.locator("[data-analysis=running] [data-moment]").wait_for(timeout=LONG)
    page.get_by_role("button", name="Stop").click()
    page.locator("[data-analysis=cancelled]").wait_for()
    assert page.url.startswith(f"{person.server.address}/replay/{table.rpartition('/')[2]}#")
    expect(page.get_by_role("button", name="Analyse").first).to_be_enabled()


def test_a_game_one_is_playing_is_not_analysed(person: Person) -> None:
    person.quick_game()
    person.page.get_by_role("link", name="Look back").click()
    expect(person.page.get_by_role("button", name="Analyse")).to_be_disabled()
    person.page.go_back()
    person.place("O", "f3")
    person.end_turn()
    person.page.get_by_role("link", name="Look back").click()
    person.page.get_by_role("button", name="Analyse").click()
    expect(person.page.get_by_role("alert")).to_contain_text("when it is over")
    person.troubles.clear()
