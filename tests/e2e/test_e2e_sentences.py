"""What screens say in every language: no gap left open, no notation where words belong, no line that ends in a colon
alone. `scripts/sentences.py` writes down all of it, to be read aloud."""

from __future__ import annotations

import pytest
from browser_support import Person, expect
from sentence_support import faults, sentences


@pytest.mark.parametrize("language", ["fr", "de"])
def test_a_table_speaks_in_sentences(person: Person, language: str) -> None:
    person.goto("/")
    person.page.locator("header select").select_option(language)
    person.quick_game()
    person.place("O", "f3")
    person.end_turn()
    person.wait_turn()
    person.take("W")
    person.click_cell("c5")
    person.page.locator("[data-refusal]").wait_for()
    said = sentences(person, language)
    assert faults(said) == []
    assert any({"fr": "les murs vont sur l'enceinte", "de": "Mauern kommen in den Ring"}[language] in it for it in said)


def test_a_game_on_this_device_calls_a_guest_by_the_readers_word(person: Person) -> None:
    person.goto("/device")
    person.page.locator("[data-start]").click()
    person.wait_turn()
    person.page.locator("header select").select_option("de")
    expect(person.page.locator("h1")).to_contain_text("Gast")
    assert faults(sentences(person, "de")) == []


def test_who_has_half_a_link_is_told(person: Person) -> None:
    person.goto("/unsubscribe")
    expect(person.page.get_by_text("This link is incomplete.")).to_be_visible()
