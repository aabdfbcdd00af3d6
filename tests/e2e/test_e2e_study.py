"""The analysis board: lines, remarks and drawings, shared by their address; undone, kept, steered by keys."""

from __future__ import annotations

import base64
import json
import re
import zlib
from collections.abc import Callable

from browser_support import Person, Server, expect, wait_until
from test_e2e_axe import check

import medina
from medina.notation import position_to_json

GAME_TAGS = '[Edition "second"]\n[Rules "2"]\n[Players "2"]\n[Gates "no"]\n[Well "k6"]\n[Market "c3"]\n'
HEAD = GAME_TAGS + '[Seat0 "Ada"]\n[Seat1 "Ben"]\n\n'
GAME = HEAD + "1. Ge5 Oh3,Oh4\n2. WNa,WNb WNc,WNd\n*\n"


def packed(text: str) -> str:
    squeezer = zlib.compressobj(9, zlib.DEFLATED, -15)
    data = squeezer.compress(text.encode()) + squeezer.flush()
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def record_in(url: str) -> str:
    data = re.search(r"#r=([\w-]+)", url)
    assert data is not None
    return zlib.decompress(base64.urlsafe_b64decode(data[1] + "=="), -15).decode()


def show(person: Person, record: str, at: str = "0") -> None:
    person.goto(f"/study#r={packed(record)}&at={at}")
    person.page.locator("[data-go=undo]").wait_for()


def wait_record(person: Person, part: str) -> str:
    """The record of the address, as soon as it says so: the address follows a moment after a change."""

    def told() -> str:
        record = record_in(person.page.url) if "#r=" in person.page.url else ""
        return record if part in record else ""

    return wait_until(person.page, told, f"the address does not say {part}")


def tree(person: Person) -> list[str]:
    return person.page.locator("[role=treeitem]").all_inner_texts()


def test_a_game_is_explored_three_deep_and_shared(newcomer: Callable[..., Person], server: Server) -> None:
    person = newcomer(server, permissions=["clipboard-read", "clipboard-write"])
    person.goto("/replay")
    person.page.locator("textarea").fill(GAME)
    person.page.locator("form button").click()
    person.page.locator("input[type=range]").fill("3")
    asked: list[str] = []
    person.page.locator("[data-explore]").click()
    person.page.locator("[data-live]").click()
    person.page.locator("[data-depth]").wait_for()
    person.page.on("request", lambda request: asked.append(request.url))
    # Another second turn of Ada's, in it another one of Ben's, and in that another one of Ada's.
    person.place("R", "e5")
    person.place("S", "e4")
    person.place("W", "Na")
    person.place("W", "Nb")
    person.page.locator("[data-go=back]").click()
    person.page.locator("[data-go=back]").click()
    person.place("W", "Sa")
    person.place("W", "Sb")
    person.place("P", "b8")
    person.page.locator("[data-go=back]").click()
    person.place("B", "b8")
    person.page.locator("[data-comment]").fill("what {now}?\nthis")
    person.page.locator('[data-sign="!?"]').click()
    x, y = person.page.evaluate(CELL, "e5")
    person.page.mouse.click(x, y, button="right")
    person.page.mouse.move(x, y)
    person.page.mouse.down(button="right")
    person.page.mouse.move(*person.page.evaluate(CELL, "h3"), steps=3)
    person.page.mouse.up(button="right")
    person.page.locator('[data-arrow="e5-h3"]').wait_for()
    text = wait_record(person, "<e5 e5-h3>")
    line = "(2. Re5,Se4 WNa,WNb (2. WSa,WSb 3. Pb8 (3. Bb8!?<e5 e5-h3>{what (now)? this})))"
    assert text == GAME.replace("WNa,WNb WNc", f"WNa,WNb {line} WNc")
    assert medina.write_record(medina.read_record(text)) == text
    person.page.locator("[data-share]").click()
    expect(person.page.locator("[data-told]")).to_contain_text("Copied")
    assert [url for url in asked if "/api/" in url] == []
    link = person.page.evaluate("navigator.clipboard.readText()")

    other = newcomer(server)
    other.page.goto(link)
    other.page.locator("[role=treeitem]").first.wait_for()
    assert tree(other) == tree(person)
    expect(other.page.locator("[aria-selected=true]")).to_contain_text("Bb8")
    expect(other.page.locator('[data-ring="e5"]')).to_have_count(1)
    expect(other.page.locator("[data-comment]")).to_have_value("what (now)? this")


CELL = """at => {
  const svg = document.querySelector('[data-board]')
  const p = new DOMPoint(70 + (at.charCodeAt(0) - 97) * 46 + 23, 70 + (10 - Number(at.slice(1))) * 46 + 23)
  const q = p.matrixTransform(svg.getScreenCTM())
  return [q.x, q.y]
}"""
"""The middle of a city cell of the board for two."""


def test_everything_is_undone_and_nothing_lost_by_a_reload(person: Person) -> None:
    variation = GAME.replace("Oh3,Oh4", "Oh3,Oh4 (1. WNa,WNb{calm} 2. Re5)")
    show(person, variation, "1.1.3")
    before = tree(person)
    page = person.page
    page.locator("[data-promote]").click()
    wait_record(person, "1. Ge5 WNa,WNb{calm} (1. Oh3,Oh4 2. WNa,WNb WNc,WNd)")
    page.keyboard.press("Delete")
    expect(page.locator("[role=treeitem]")).to_have_count(5)
    page.keyboard.press("Delete")
    wait_record(person, "1. Ge5 Oh3,Oh4\n")
    for _ in range(3):
        page.keyboard.press("Control+z")
    assert tree(person) == before
    page.keyboard.press("Control+y")
    page.locator("[data-comment]").fill("kept")
    # At once, before the address has followed.
    page.reload()
    page.locator("[data-comment]").wait_for()
    expect(page.locator("[data-comment]")).to_have_value("kept")
    wait_record(person, "{kept}")
    person.goto("/study")
    page.locator("[data-kept] a").first.click()
    expect(page.locator("[data-comment]")).to_have_value("kept")


def test_refusals_name_the_rule_and_keys_walk_the_lines(person: Person) -> None:
    show(person, GAME.replace("Oh3,Oh4", "Oh3,Oh4 (1. WNa,WNb)"), "1")
    page = person.page
    person.take("O")
    person.click_cell("f6")
    expect(page.locator("[data-refusal]")).to_contain_text("near the grey palace")
    expect(page.locator("[data-refusal] a")).to_have_text("Rule 5.6")
    page.keyboard.press("Escape")
    page.mouse.click(5, 5)
    here = page.locator("[aria-selected=true]")
    page.keyboard.press("End")
    expect(here).to_have_attribute("data-turn-at", "0.0.0.0")
    page.keyboard.press("Home")
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    expect(here).to_have_attribute("data-turn-at", "0.0")
    page.keyboard.press("ArrowDown")
    expect(here).to_have_attribute("data-turn-at", "0.1")
    expect(page.locator("[data-voice]")).to_contain_text("Variation 2 of 2")
    page.keyboard.press("ArrowUp")
    here.focus()
    page.keyboard.press("ArrowDown")
    expect(here).to_have_attribute("data-turn-at", "0.1")
    expect(here).to_be_focused()


def test_without_a_network(newcomer: Callable[..., Person], server: Server) -> None:
    person = newcomer(server, service_workers="allow")
    show(person, GAME, "1")
    page = person.page
    page.evaluate("navigator.serviceWorker.ready")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    person.context.set_offline(True)
    page.reload()
    person.take("O")
    person.click_cell("f6")
    expect(page.locator("[data-refusal]")).to_contain_text("orange")
    person.click_cell("h8")
    assert "(1. Oh8" in wait_record(person, "Oh8")
    page.reload()
    expect(page.locator("[role=treeitem]", has_text="Oh8")).to_be_visible()
    person.context.set_offline(False)
    person.troubles = [line for line in person.troubles if "ERR_INTERNET_DISCONNECTED" not in line]


def test_positions_records_and_empty_cities(person: Person) -> None:
    page = person.page
    position = position_to_json(medina.read_record(GAME).position)
    person.goto(f"/study#p={packed(json.dumps(position))}")
    page.locator("[data-go=undo]").wait_for()
    person.place("R", "e5")
    text = wait_record(person, "Re5")
    assert medina.read_record(text).is_set_up
    page.get_by_role("link", name="Another study").click()
    paste = page.locator("[data-paste]")
    paste.locator("textarea").fill(GAME.replace("Oh3,Oh4", "Of6,Oh4"))
    paste.locator("button").click()
    expect(page.locator("[data-bad]")).to_contain_text("Of6,Oh4")
    # The server says why, and the browser notes that it was refused.
    expect(page.locator("[data-bad]").get_by_role("link", name="Rule 5.6")).to_be_visible()
    person.troubles.clear()
    paste.locator("textarea").fill("hello world")
    paste.locator("button").click()
    expect(page.locator("[data-bad]")).to_contain_text("neither a game record of Medina nor a position")
    paste.locator("textarea").fill('{"edition": "second"}')
    paste.locator("button").click()
    expect(page.locator("[data-bad]")).to_contain_text("no position")
    page.get_by_role("combobox", name="Edition").select_option("first")
    page.get_by_role("combobox", name="Players").select_option("4")
    page.locator("[data-begin]").click()
    page.locator("[data-go=undo]").wait_for()
    assert medina.read_record(wait_record(person, "first")).start.ruleset.players == 4


def test_a_pasted_position_has_to_be_possible(person: Person) -> None:
    page = person.page
    position = position_to_json(medina.read_record(GAME).position)
    impossible = json.dumps(position | {"stock": [position["stock"][0] | {"W": 40}, *position["stock"][1:]]})
    paste = page.locator("[data-paste]")
    person.goto("/study")
    paste.locator("textarea").fill(impossible)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    paste.locator("button").click()
    told = page.locator("[data-impossible]")
    expect(told).to_contain_text("Red holds more walls than a player can have.")
    assert [url for url in asked if "/api/" in url] == [f"{person.server.address}/api/v1/check"]
    check(person, "a position that is impossible")
    told.get_by_role("link", name="Edit this position").click()
    expect(page.locator("[data-problem=position_in_hand]")).to_be_visible()
    expect(page.locator('[data-hand="0W"]')).to_have_value("40")
    # Whoever cannot ask goes by the form.
    person.goto("/study")
    paste.locator("textarea").fill(impossible)
    page.route("**/api/v1/check", lambda route: route.abort())
    paste.locator("button").click()
    page.locator("[data-go=undo]").wait_for()
    person.troubles = [line for line in person.troubles if "ERR_FAILED" not in line]


def test_on_a_phone_and_for_everybody(newcomer: Callable[..., Person], server: Server) -> None:
    person = newcomer(server, viewport={"width": 360, "height": 740})
    show(person, GAME.replace("Oh3,Oh4", "Oh3,Oh4?!<e5 e5-h3>{so} (1. WNa,WNb)"), "3")
    assert person.page.evaluate("document.documentElement.scrollWidth") == 360
    person.take("G")
    check(person, "the analysis board")
