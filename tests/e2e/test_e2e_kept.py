"""What the device keeps: two tabs of one game, full and blocked storage, what earlier pages wrote, the export."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

from browser_support import Person, Server, expect, kept, wait_until
from playwright.sync_api import Page
from test_e2e_device import play_some, start
from test_e2e_study import GAME

import medina

EARLIER = Path(__file__).resolve().parents[1] / "data" / "earlier" / "rules-1"
Newcomer = Callable[..., Person]
BLOCKED = """for (const name of ['localStorage', 'sessionStorage', 'indexedDB'])
    Object.defineProperty(window, name, { get() { throw new DOMException('blocked', 'SecurityError') } })"""


DELETE = """new Promise((onsuccess, onerror) =>
    Object.assign(indexedDB.deleteDatabase('medina'), { onsuccess, onerror }))"""


def game_of(person: Person) -> dict[str, Any]:
    """The one game on disk."""
    (game,) = kept(person, "games")
    return game


def moves_shown(page: Page) -> list[str]:
    return page.locator("[data-moves] li").all_inner_texts()


def in_turn(person: Person, page: Page) -> None:
    """Go on in this tab, once it is the person's turn there."""
    person.page = page
    page.bring_to_front()
    person.wait_turn()


def test_two_tabs_of_one_game_follow_each_other(person: Person, rng: random.Random) -> None:
    start(person, 2, "random")
    first, url = person.page, person.page.url
    play_some(person, rng, 4)
    second = person.tab()
    second.goto(url)
    in_turn(person, second)
    play_some(person, rng, 4)
    person.wait_turn()
    in_turn(person, first)
    wait_until(first, lambda: moves_shown(first) == moves_shown(second), "the first tab does not follow")
    play_some(person, rng, 4)
    person.wait_turn()
    wait_until(second, lambda: moves_shown(first) == moves_shown(second), "the second tab does not follow")
    before = len(moves_shown(first))
    assert before >= 4
    # Only what is on disk outlives both.
    first.reload()
    person.wait_turn()
    assert len(moves_shown(first)) == before


def test_a_tab_that_hears_nothing_takes_up_what_another_did(person: Person, rng: random.Random) -> None:
    start(person, 2, "random")
    first, url = person.page, person.page.url
    deaf = person.tab()
    deaf.add_init_script("delete globalThis.BroadcastChannel; delete Navigator.prototype.locks")
    deaf.goto(url)
    in_turn(person, deaf)
    in_turn(person, first)
    play_some(person, rng, 6)
    person.wait_turn()
    there = moves_shown(first)
    moves = game_of(person)["moves"]
    assert len(moves) >= 3
    in_turn(person, deaf)
    assert moves_shown(deaf) != there
    # The placement was made for a position that is no more: it is not kept, and the tab shows the one that is.
    deaf.locator(".slot.fits").first.click()
    deaf.locator("[data-target]").first.wait_for()
    lit = person.targets()[0]
    deaf.mouse.click(*person.point(lit))
    wait_until(deaf, lambda: moves_shown(deaf) == there, "the tab does not take up what was played")
    assert game_of(person)["moves"][: len(moves)] == moves
    play_some(person, rng, 2)
    person.wait_turn()
    assert game_of(person)["moves"][: len(moves)] == moves


def test_with_full_storage_the_game_goes_on_and_the_page_says_that_it_is_not_kept(
    person: Person, rng: random.Random
) -> None:
    person.goto("/about")
    session = person.context.new_cdp_session(person.page)
    origin = {"origin": person.server.address}
    session.send("Storage.overrideQuotaForOrigin", {**origin, "quotaSize": 1})
    start(person, 2, "random")
    alert = person.page.locator("[data-keeping=full]")
    expect(alert).to_contain_text("The storage of this browser is full")
    play_some(person, rng, 4)
    person.wait_turn()
    assert kept(person, "games") == []
    # As soon as there is room, everything is written.
    session.send("Storage.overrideQuotaForOrigin", origin)
    play_some(person, rng, 2)
    person.wait_turn()
    expect(alert).to_have_count(0)
    shown = moves_shown(person.page)
    person.page.reload()
    person.wait_turn()
    assert moves_shown(person.page) == shown


def test_with_blocked_storage_a_game_is_played(newcomer: Newcomer, server: Server, rng: random.Random) -> None:
    person = newcomer(server)
    person.page.add_init_script(BLOCKED)
    start(person, 2, "random")
    play_some(person, rng, 4)
    expect(person.page.locator("[data-keeping=blocked]")).to_contain_text("keeps nothing")
    person.page.get_by_role("link", name="Settings").click()
    with person.page.expect_download() as saving:
        person.page.locator("[data-export]").click()
    assert json.loads(saving.value.path().read_text("utf-8"))["games"][0]["moves"]


def write_old(page: Page, name: str, value: object) -> None:
    """As pages wrote before there was a store."""
    page.evaluate("([name, text]) => localStorage.setItem(name, text)", [f"medina.{name}", json.dumps(value)])


def old_game(person: Person, rng: random.Random) -> dict[str, Any]:
    """A game as pages kept it before there was a store, on a device that has none."""
    start(person, 2, "random")
    play_some(person, rng, 6)
    person.wait_turn()
    game = game_of(person)
    del game["revision"]
    person.goto("/about")
    person.page.evaluate(DELETE)
    return game


def test_what_earlier_pages_kept_is_there(person: Person, rng: random.Random, tmp_path: Path) -> None:
    page = person.page
    game = old_game(person, rng)
    write_old(page, f"game.{game['id']}", game)
    write_old(page, "game.abc123", json.loads((EARLIER / "device-game.json").read_text("utf-8")))
    study = {"id": "42", "record": GAME, "changed": 1, "at": "0", "names": ["Ada", "Ben"], "placements": 5}
    write_old(page, "study.42", study)
    write_old(page, "editor", json.loads((EARLIER / "sketch.json").read_text("utf-8")))
    progress = {"level": 1777, "deviation": 90, "tries": {"p": {"solved": True, "waits": True}}, "streak": 0, "best": 7}
    write_old(page, "puzzles", progress)

    person.goto("/device")
    shelf = page.locator("[data-shelf]")
    expect(shelf.locator("[data-game]")).to_have_count(2)
    page.locator(f"[data-game='{game['id']}'] a").first.click()
    person.wait_turn()
    play_some(person, rng, 2)
    person.wait_turn()
    on = next(row for row in kept(person, "games") if row["id"] == game["id"])["moves"]
    assert on[: len(game["moves"])] == game["moves"]
    assert len(on) > len(game["moves"])
    person.goto("/study")
    page.locator("[data-kept] a").click()
    expect(page.locator("[role=treeitem]").first).to_be_visible()
    person.goto("/editor")
    expect(page.locator("[data-piece='a8']")).to_have_count(1)
    page.keyboard.press("Control+z")
    person.goto("/puzzles")
    expect(page.locator("[data-level]")).to_have_attribute("data-level", "1777")
    expect(page.get_by_text("Longest so far: 7.")).to_be_visible()

    # An old page that is still open goes on: with a further game, and with one that went on here, too.
    write_old(page, "game.later", {**game, "id": "later"})
    write_old(page, f"game.{game['id']}", {**game, "moves": game["moves"][:-1], "changed": 1})
    person.goto("/device")
    expect(shelf.locator("[data-game]")).to_have_count(3)
    assert next(row for row in kept(person, "games") if row["id"] == game["id"])["moves"] == on
    # What was deleted stays away.
    page.locator("[data-game='abc123']").get_by_role("button", name="Delete").click()
    page.locator("[data-game='abc123']").get_by_role("button", name="Delete").click()
    expect(shelf.locator("[data-game]")).to_have_count(2)
    page.reload()
    expect(shelf.locator("[data-game]")).to_have_count(2)

    person.goto("/me")
    with page.expect_download() as saving:
        page.locator("[data-export]").click()
    saving.value.save_as(tmp_path / "device.json")
    whole = json.loads((tmp_path / "device.json").read_text("utf-8"))
    assert {row["id"] for row in whole["games"]} == {game["id"], "later"}
    assert medina.read_record(whole["studies"][0]["record"]).moves
    assert whole["tries"] == [{"puzzle": "p", "solved": True, "waits": True}]
    assert len(whole["sketches"]) == 2
    assert whole["settings"]["pace"] == "quick"


def test_two_tabs_of_one_study_lose_nothing(person: Person) -> None:
    """Each tab has its own way on from the same study: both are kept."""
    person.goto("/about")
    write_old(
        person.page, "study.42", {"id": "42", "record": GAME, "changed": 1, "at": "0.0", "names": [], "placements": 5}
    )
    for comment, page in (("first", person.page), ("second", person.tab())):
        page.goto(f"{person.server.address}/study#k=42")
        page.locator("[data-comment]").wait_for()
        page.locator("[data-comment]").fill(comment)
    person.page.locator("[data-comment]").fill("first again")
    wait_until(
        person.page,
        lambda: (
            (records := " ".join(row["record"] for row in kept(person, "studies")))
            and "{first again}" in records
            and "{second}" in records
        ),
        "a tab lost what was written",
    )
