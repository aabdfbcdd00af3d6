"""An ending worth the game: the city stays a moment, the points are counted, and it goes on from there."""

from __future__ import annotations

import random
import re

from browser_support import Person, expect, nearly_finished, play_to_the_end


def test_the_end_counts_up_says_by_how_much_and_leads_on(person: Person, rng: random.Random) -> None:
    page = person.page
    page.emulate_media(reduced_motion="no-preference")
    table = person.play_on(nearly_finished(rng, missing=3), auto_confirm=True)
    play_to_the_end([person], rng)
    result = page.get_by_role("dialog", name=re.compile(r"You (won|lost) by \d+ points?|Shared victory"))
    result.wait_for()
    expect(page.locator("[data-tally=over]")).to_be_visible()

    graph = result.get_by_role("slider", name="Scores over the game")
    graph.click(position={"x": 10, "y": 20})
    page.wait_for_url(re.compile(rf"/replay/{table.rpartition('/')[2]}#\d+$"))
    page.go_back()
    stronger = page.locator("[data-next]").last
    bot = stronger.get_attribute("data-next")
    stronger.click()
    person.wait_turn()
    assert page.url.rpartition("/")[2] != table.rpartition("/")[2]
    assert page.evaluate("localStorage.getItem('medina.bot')") == bot
