"""Languages, learning, rules, replay and the profile."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path

import pytest
from browser_support import Person, Server, expect, play_turns

import medina

GOLDEN = Path(__file__).resolve().parents[1] / "data" / "golden"
WORDS = {
    "en": ("Play now", "Your turn: place one piece", "Rule 5.7", "c3 is near the well at c4."),
    "fr": ("Jouer", "À vous : posez une pièce", "Règle 5.7", "c3"),
    "de": ("Jetzt spielen", "Du bist dran: Setze einen Stein", "Regel 5.7", "c3"),
}
TRANSLATED = (
    "/learn",
    "/rules",
    "/rules/decisions",
    "/aid",
    "/how-to-play",
    "/about",
    "/replay",
    "/ratings",
    "/me",
    "/device",
)
NEAR_WELL = '[Edition "second"]\n[Players "2"]\n[Well "c4"]\n[Market "h6"]\n\n*\n'


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_every_language_is_chosen_at_once_and_remembered(person: Person, language: str) -> None:
    play, turn, rule, refusal = WORDS[language]
    person.goto("/")
    person.page.locator("header select").select_option(language)
    expect(person.page.get_by_role("button", name=play, exact=True)).to_be_visible()
    assert person.page.locator("html").get_attribute("lang") == language
    person.play_on(NEAR_WELL)
    expect(person.bar).to_contain_text(turn)
    person.take("O")
    person.click_cell("c3")
    line = person.page.locator("[data-refusal]")
    expect(line).to_contain_text(refusal)
    expect(line).to_contain_text(rule)
    person.goto("/rules")
    assert person.page.locator("html").get_attribute("lang") == language


def test_no_text_is_missing_in_any_language_on_any_screen(person: Person) -> None:
    seen = {}
    for language in WORDS:
        for path in ("/", *TRANSLATED):
            person.goto(path)
            person.page.locator("h1").first.wait_for()
            person.page.locator("header select").select_option(language)
            person.page.wait_for_function("l => document.documentElement.lang === l", arg=language)
            seen[language, path] = person.page.locator("main").inner_text()
    for path in TRANSLATED:
        assert len({seen[language, path] for language in WORDS}) == len(WORDS), path


def test_the_guide_explains_one_piece_after_the_other(person: Person, rng: random.Random) -> None:
    person.goto("/learn")
    person.page.get_by_role("button", name="Start the first game").click()
    coach = person.page.locator("[data-coach]")
    expect(coach).to_have_attribute("data-coach", "building")
    coach.get_by_role("button", name="Pick it up").click()
    person.page.locator("[data-target]").first.wait_for()
    before = person.n()
    person.page.mouse.click(*person.point(person.targets()[5]))
    person.wait_past(before)
    expect(coach).to_contain_text("confirm")
    person.end_turn()
    expect(coach).to_have_attribute("data-coach", "merchant")
    coach.get_by_role("button", name="Pick it up").click()
    before = person.n()
    person.page.mouse.click(*person.point(person.targets()[0]))
    person.wait_past(before)
    expect(coach).to_have_attribute("data-coach", "wall")


def test_a_rule_has_an_address_and_a_picture(person: Person) -> None:
    person.goto("/rules#13.3")
    rule = person.page.locator('[id="13.3"]')
    expect(rule).to_be_in_viewport()
    expect(rule).to_contain_class("wanted")
    assert person.page.get_by_role("img").count() >= 6
    # The pieces everybody gets are counted there, and on paper the site's header is left out.
    expect(person.page.get_by_text("What each player gets")).to_be_visible()
    person.page.emulate_media(media="print")
    expect(person.page.locator("header").first).to_be_hidden()


def test_a_decision_has_an_address_a_picture_and_the_way_to_its_rule(person: Person) -> None:
    person.goto("/rules#13.4")
    person.page.locator('[id="13.4"]').get_by_role("link", name="Our decision").click()
    decision = person.page.locator("#rows")
    expect(decision).to_be_in_viewport()
    expect(decision).to_contain_class("wanted")
    expect(decision.get_by_role("img")).to_be_visible()
    expect(decision).to_contain_text("Table option")
    expect(person.page).to_have_title("Decisions on the rules of Medina")
    decision.get_by_role("link", name="Rule 13.4").click()
    expect(person.page.locator('[id="13.4"]')).to_be_in_viewport()


@pytest.mark.parametrize("path", ["/", "/learn", "/rules"])
def test_the_decisions_are_a_link_away(person: Person, path: str) -> None:
    person.goto(path)
    person.page.locator("main").get_by_role("link", name="Decisions").click()
    expect(person.page.locator("[data-decision]")).to_have_count(16)


PEOPLE = (
    "Stefan Dorra",
    "François Haffner",
    "Joanne Loizel",
    "Jeroen Hollander",
    "Bruno Larochette",
    "Bart Hillewaert",
)


@pytest.mark.parametrize("path", ["/", "/learn", "/rules"])
def test_the_page_about_the_game_is_a_link_away_and_names_everybody(person: Person, path: str) -> None:
    person.goto(path)
    person.page.locator("main").get_by_role("link", name="About the game").click()
    expect(person.page).to_have_title("About the game, Medina")
    page = person.page.locator("main")
    for name in PEOPLE:
        expect(page).to_contain_text(name)
    models = page.get_by_role("link", name="4961079")
    assert models.get_attribute("href") == "https://www.thingiverse.com/thing:4961079"


def test_a_pasted_record_is_replayed(person: Person, server: Server) -> None:
    record = medina.Record.new(medina.new_game(medina.Ruleset.of("second", players=3), seed=3))
    rng = random.Random(3)
    for _ in range(40):
        record = record.play(rng.choice(record.position.legal_moves))
    person.goto("/replay")
    person.page.get_by_label("Paste a game record").fill(medina.write_record(record))
    person.page.get_by_role("button", name="Open").click()
    expect(person.page.locator("output")).to_have_text("0 / 40")
    person.page.keyboard.press("ArrowRight")
    person.page.keyboard.press("ArrowRight")
    expect(person.page.locator("output")).to_have_text("2 / 40")
    expect(person.page).to_have_url(re.compile("/replay#2/"))  # the moment, and behind it the pasted game itself
    person.page.keyboard.press("End")
    expect(person.page.locator("output")).to_have_text("40 / 40")
    pieces = len(record.position.cells) + len(record.position.walls)
    towers = 4
    roofs = sum(palace.roof is not None for palace in record.position.palaces)
    expect(person.page.locator("[data-piece]")).to_have_count(pieces + towers + roofs)
    person.page.reload()
    expect(person.page.locator("output")).to_have_text("40 / 40")
    person.page.get_by_role("slider", name="Moment of the game").fill("10")
    expect(person.page.locator("output")).to_have_text("10 / 40")
    person.page.get_by_role("button", name="Play", exact=True).click()
    expect(person.page.locator("output")).to_have_text("12 / 40")
    person.page.get_by_role("button", name="Pause", exact=True).click()


def test_keys_step_through_a_replay_or_over_its_board(person: Person) -> None:
    person.goto("/replay")
    moves = "1. Pd8 Ge2,Gf2\n2. Pd9,WSa WNa,WNb\n*\n"
    tags = '[Edition "second"]\n[Players "2"]\n[Well "j5"]\n[Market "c3"]\n\n'
    person.page.get_by_label("Paste a game record").fill(tags + moves)
    person.page.get_by_role("button", name="Open").click()
    moment = person.page.locator("output")
    expect(moment).to_have_text("0 / 7")
    person.page.keyboard.press("End")
    expect(moment).to_have_text("7 / 7")
    # A click on the board does not take the arrows away from the game.
    person.click_cell("g7")
    person.page.keyboard.press("ArrowLeft")
    expect(moment).to_have_text("6 / 7")
    person.page.locator("output").evaluate("() => document.activeElement.blur()")
    while not person.page.get_by_role("application").evaluate("e => e === document.activeElement"):
        person.page.keyboard.press("Tab")
    person.page.keyboard.press("ArrowRight")
    person.page.keyboard.press("ArrowUp")
    expect(person.page.locator("[data-voice]")).to_contain_text("g6 is empty.")
    expect(moment).to_have_text("6 / 7")


def test_play_on_from_a_moment_of_a_game(person: Person, tmp_path: Path) -> None:
    person.goto("/replay")
    moves = "1. Pd8 Ge2,Gf2\n2. Pd9,WSa WNa,WNb\n*\n"
    tags = '[Edition "second"]\n[Players "2"]\n[Well "j5"]\n[Market "c3"]\n\n'
    file = tmp_path / "game.mgn"
    file.write_text(tags + moves)
    person.page.get_by_label("Or choose a file").set_input_files(file)
    person.page.get_by_role("button", name="Open").click()
    expect(person.page.locator("output")).to_have_text("0 / 7")
    person.page.keyboard.press("End")
    person.page.get_by_role("button", name="Play on from here").click()
    person.wait_turn()
    expect(person.piece_at("d9")).to_be_attached()
    person.place("M", "d3")


def test_a_broken_record_is_refused_with_line_and_rule(person: Person) -> None:
    person.goto("/replay")
    tags = '[Edition "second"]\n[Players "2"]\n[Well "j5"]\n[Market "c3"]\n\n'
    person.page.get_by_label("Paste a game record").fill(tags + "1. Pi5\n*\n")
    person.page.get_by_role("button", name="Open").click()
    refusal = person.page.locator("[data-refusal]")
    expect(refusal).to_contain_text("line 6, word 'Pi5': i5 is near the well at j5")
    expect(refusal.get_by_role("link", name="Rule 5.7")).to_have_attribute("href", "/rules#5.7")
    # A position in a record is judged by the rules, too.
    apart = medina.position_to_json(medina.new_game("second", 2, well="j5", market="c3"))
    apart["palaces"] = [
        {"colour": "G", "buildings": ["e5"], "stables": [], "roof": None},
        {"colour": "P", "buildings": ["e6"], "stables": [], "roof": None},
    ]
    packed = json.dumps({**apart, "cells": {**apart["cells"], "e5": "G", "e6": "P"}}).replace('"', r"\"")
    person.page.get_by_label("Paste a game record").fill(f'[Position "{packed}"]\n\n*\n')
    person.page.get_by_role("button", name="Open").click()
    expect(refusal.get_by_role("link", name="Rule 5.6")).to_be_visible()
    person.page.get_by_label("Paste a game record").fill("hello world")
    person.page.get_by_role("button", name="Open").click()
    expect(refusal).to_contain_text("This is not a game record of Medina")
    person.troubles.clear()


def test_an_address_that_cannot_be_read_shows_that_there_is_no_such_page(person: Person) -> None:
    for address in ("/%E0%A4%A", "/t/%", "/people/%FF"):
        person.goto(address)
        expect(person.page.get_by_role("heading", name="There is nothing at this address")).to_be_visible()


def test_name_theme_and_account_are_kept(person: Person) -> None:
    person.goto("/me")
    person.page.get_by_label("Name").first.fill("Zahra")
    person.page.get_by_role("button", name="Save").click()
    expect(person.page.get_by_role("status").first).to_have_text("Saved.")
    person.page.get_by_role("combobox", name="Colours").select_option("dark")
    person.page.reload()
    assert person.page.locator("html").get_attribute("data-theme") == "dark"
    expect(person.page.get_by_label("Name").first).to_have_value("Zahra")


def test_watching_a_game_in_the_lobby(newcomer: object, person: Person, server: Server, rng: random.Random) -> None:
    path = person.play_on(NEAR_WELL, public=True)
    person.wait_turn()
    watcher = newcomer(server)  # type: ignore[operator]
    watcher.goto("/")
    watcher.page.locator(f'a[href="{path}"]').click()
    watcher.bar.wait_for()
    assert watcher.page.locator("[data-tray]").count() == 0
    person.place("O", "f3")
    expect(watcher.piece_at("f3")).to_be_attached()
    play_turns(person, 4, rng)
