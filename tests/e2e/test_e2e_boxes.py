"""No element leaves its place or another's: the longest language, the widest names, every width, text at 200 %.

Themes change colours only, so each place is measured once.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from box_support import SIZES, ZOOMED, measured, speak_longest, table_of_long_names
from browser_support import Person, Server
from playwright.sync_api import Browser
from test_e2e_axe import PAGES

import medina

LARGE_TEXT = [(360, 740), (768, 1024), (1440, 900)]


def check(person: Person, what: str) -> None:
    """As it is now, at every width, without loading anything again."""
    found = [line for size in [*SIZES, ZOOMED] for line in measured(person, what, *size)]
    found += [line for size in LARGE_TEXT for line in measured(person, what, *size, percent=200)]
    person.page.evaluate("document.documentElement.style.fontSize = ''")
    person.page.set_viewport_size({"width": 1440, "height": 900})
    assert found == []


@pytest.fixture(scope="module")
def verbose(browser: Browser, server: Server) -> Iterator[Person]:
    """Somebody who goes from page to page in the longest language."""
    person = Person(browser, server)
    speak_longest(person)
    yield person
    person.close()
    assert person.troubles == []


@pytest.mark.parametrize("path", PAGES)
def test_pages_in_the_longest_language(verbose: Person, path: str) -> None:
    verbose.goto(path)
    verbose.page.locator("h1").first.wait_for()
    verbose.page.wait_for_load_state("networkidle")
    check(verbose, path)


def some_way_on(rng: random.Random) -> str:
    """A game of four at the start of a turn of the first."""
    record = medina.Record.new(medina.new_game(medina.Ruleset.of("second", players=4), seed=5))
    while len(record.moves) < 40 or record.position.turn or record.position.placements_left < record.position.turn_size:
        record = record.play(rng.choice(record.position.legal_moves))
    return medina.write_record(record)


@pytest.fixture
def crowd(browser: Browser, server: Server, rng: random.Random) -> Iterator[list[Person]]:
    clock = {"kind": "realtime", "initial_s": 600, "increment_s": 15}
    people = table_of_long_names(browser, server, some_way_on(rng), stocks="open", clock=clock)
    yield people
    for person in people:
        person.close()


def test_a_table_of_four_with_the_longest_names_and_texts(crowd: list[Person]) -> None:
    person = crowd[0]
    person.wait_turn()
    check(person, "playing")
    person.take(person.fitting()[0])
    check(person, "a piece in hand")
    person.page.keyboard.press("Escape")
    person.page.locator("[data-moves] button").first.click()
    person.page.locator("[data-looking]").wait_for()
    check(person, "looking back")
    person.page.keyboard.press("Escape")
    person.page.keyboard.press("?")
    person.page.get_by_role("dialog").wait_for()
    check(person, "player aid")
    person.goto(f"/replay/{person.page.url.rsplit('/', 1)[1]}#3")
    person.page.locator("[data-line]").wait_for()
    check(person, "replay")
