"""A game on this device: without a network from the start, kept over a reload, saved, handed over when it is back."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

from browser_support import Person, Server, expect
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
    while placements and not person.is_over():
        if person.play_something(rng):
            placements -= 1
        else:
            person.page.wait_for_timeout(10)


def test_a_whole_game_without_a_network(
    newcomer: Callable[..., Person], server: Server, rng: random.Random, tmp_path: Path
) -> None:
    person = newcomer(server, service_workers="allow")
    person.goto("/")
    person.page.evaluate("navigator.serviceWorker.ready")
    person.page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    person.context.set_offline(True)
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
    person.troubles = [line for line in person.troubles if "ERR_INTERNET_DISCONNECTED" not in line]
