"""Whole games through the real interface."""

from __future__ import annotations

import random
from collections.abc import Callable

from browser_support import Person, Server, expect, nearly_finished, play_to_the_end, play_turns

Newcomer = Callable[..., Person]


def test_two_people_play_a_whole_game_to_the_result(newcomer: Newcomer, server: Server, rng: random.Random) -> None:
    host, guest = newcomer(server), newcomer(server)
    host.goto("/")
    host.page.get_by_role("button", name="Play with friends").click()
    link = host.page.get_by_label("Send this link").input_value()
    guest.page.goto(link)
    guest.page.get_by_role("button", name="Sit here").click()
    host.page.get_by_role("button", name="Start the game").click()
    for person in (host, guest):
        person.bar.wait_for()
        person.page.get_by_label("Confirm my turns automatically").check()
    play_to_the_end([host, guest], rng)
    for person in (host, guest):
        sheet = person.page.locator("[data-result] table")
        expect(sheet).to_contain_text("Total")
        expect(person.page.locator("[data-result] figure").first).to_be_visible()
    record = host.context.request.get(server.address + "/api/v1" + f"/tables/{table_of(link)}/record").text()
    totals = host.page.locator("tfoot td").all_inner_texts()
    assert record.splitlines()[-1].split() == totals


def test_rematch_download_and_replay_after_a_game(person: Person, server: Server, rng: random.Random) -> None:
    record = nearly_finished(rng, missing=3)
    person.play_on(record, auto_confirm=True)
    play_to_the_end([person], rng)
    with person.page.expect_download() as download:
        person.page.get_by_role("link", name="Download .mgn").click()
    assert download.value.suggested_filename.endswith(".mgn")
    old = person.page.url
    person.page.get_by_role("button", name="Rematch").click()
    person.page.wait_for_url(lambda url: url != old)
    person.bar.wait_for()
    person.page.go_back()
    person.page.get_by_role("dialog").get_by_role("link", name="Replay").click()
    expect(person.page.get_by_role("slider", name="Moment of the game")).to_be_visible()


def test_first_edition_begins_with_founding_the_market(person: Person, rng: random.Random) -> None:
    options = {"edition": "first", "players": 3, "starts": "host"}
    person.open_table(options=options, bots=["random"] * 2, sit=True, start=True)
    person.wait_turn()
    expect(person.bar).to_contain_text("Found the market")
    # Another piece is told to wait, not that it fits nowhere; the aid knows the founding, and purple is called purple.
    person.page.locator('[data-tray="P"]').click()
    expect(person.page.locator("[data-refusal]")).to_contain_text("Found the market")
    expect(person.page.locator('[data-tray="P"]')).to_contain_text("purple")
    person.page.keyboard.press("?")
    expect(person.page.get_by_role("dialog")).to_contain_text("opens by founding the market")
    person.page.keyboard.press("Escape")
    person.take("M")
    lit = person.targets()
    assert "a1" not in lit
    assert len(lit) == 14 * 9
    person.place("M", "h6")
    expect(person.piece_at("h6")).to_be_attached()
    expect(person.bar).to_contain_text("first piece")
    person.place("G", "c3")
    person.place("M", "h7")
    # Founding is none of the turn's two placements.
    expect(person.page.locator(".dots .done")).to_have_count(2)
    person.end_turn()
    play_turns(person, 8, rng)


def test_the_first_piece_lies_one_click_after_the_first_visit(person: Person) -> None:
    person.goto("/")
    person.page.get_by_role("button", name="Play now").click()
    person.wait_turn()
    person.take("O")
    at = person.targets()[0]
    person.place("O", at)
    expect(person.piece_at(at)).to_be_attached()


def table_of(link: str) -> str:
    return link.rsplit("/", 1)[1]
