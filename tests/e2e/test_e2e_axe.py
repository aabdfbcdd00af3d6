"""axe-core finds nothing on any screen or in any dialog, on a phone, a tablet and a wide screen, by day and night."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from browser_support import Person, expect

AXE = Path(__file__).resolve().parents[2] / "client" / "node_modules" / "axe-core" / "axe.min.js"
SIZES = {"phone": (360, 740), "tablet": (768, 1024), "wide": (1280, 860)}
PAGES = [
    "/",
    "/learn",
    "/rules",
    "/rules/decisions",
    "/about",
    "/aid?edition=second&players=3&gates=yes",
    "/how-to-play",
    "/replay",
    "/study",
    "/me",
    "/ratings",
    "/recover",
    "/unsubscribe",
    "/device",
    "/puzzles",
    "/editor",
    "/progress",
    "/nowhere",
]
RECORD = (
    '[Edition "second"]\n[Players "2"]\n[Well "j5"]\n[Market "c3"]\n\n'
    "1. Pd8 Ge2,Gf2\n2. Pd9,WSa WNa,WNb\n3. Rd8,T WNc,Md3\n4. Me3,Mf3 Og6,Oh6\n*\n"
)

STILL = """async () => {
  const frame = () => new Promise(done => requestAnimationFrame(done))
  await frame(); await frame()
  const ends = each => each.effect.getComputedTiming().iterations !== Infinity && each.effect.target?.checkVisibility()
  const all = Promise.allSettled(document.getAnimations().filter(ends).map(each => each.finished))
  await Promise.race([all, new Promise(done => setTimeout(done, 1000))])
}"""
"""Laid out and at rest: words that are still fading in are too pale for a moment, and axe would measure that moment."""

QUICK = "resultTypes: ['violations'], preload: false"
"""Only what is wrong; no style sheet is fetched again for the rule about sound that plays by itself: there is none."""

COLOURS = "runOnly: ['color-contrast']"
ALL_ELSE = "rules: {'color-contrast': {enabled: false}}"


def violations(person: Person, only: str = "") -> list[str]:
    """What axe-core finds, a line each. The script is handed over by the debugger: the policy allows no other way."""
    person.page.evaluate(STILL)
    if not person.page.evaluate("'axe' in window"):
        person.page.evaluate(AXE.read_text(encoding="utf-8"))
    found: dict[str, Any] = person.page.evaluate(f"axe.run(document, {{{QUICK}, {only}}})")
    return [f"{v['id']}: {node['target']} {node['failureSummary']}" for v in found["violations"] for node in v["nodes"]]


def check(person: Person, what: str) -> None:
    """As it is now, in every size and both themes, without loading anything again. What a tablet shows has the colours
    of the others."""
    for size, (width, height) in SIZES.items():
        person.page.set_viewport_size({"width": width, "height": height})
        if size == "tablet":
            assert violations(person, ALL_ELSE) == [], f"{what}, {size}"
        else:
            check_themes(person, f"{what}, {size}")


def check_themes(person: Person, what: str) -> None:
    person.page.emulate_media(color_scheme="light")
    expect(person.page.locator("html")).to_have_attribute("data-theme", "light")
    assert violations(person) == [], what
    # By night nothing differs but the colours.
    person.page.emulate_media(color_scheme="dark")
    expect(person.page.locator("html")).to_have_attribute("data-theme", "dark")
    assert violations(person, COLOURS) == [], f"{what}, dark"


def test_axe_finds_nothing_on_any_page(person: Person) -> None:
    for path in PAGES:
        person.goto(path)
        person.page.locator("h1").first.wait_for()
        person.page.wait_for_load_state("networkidle")
        check(person, path)


def test_axe_finds_nothing_while_waiting_and_replaying(person: Person) -> None:
    person.open_table(options={"players": 3}, sit=True)
    person.page.locator("[data-seat]").first.wait_for()
    person.page.get_by_text("Options").first.click()
    check(person, "waiting, options open")
    person.play_on(RECORD)
    person.wait_turn()
    person.goto(f"/replay/{person.page.url.rsplit('/', 1)[1]}#5")
    person.page.get_by_label("Moment of the game").wait_for()
    check(person, "replay")


def test_axe_finds_nothing_at_the_table(person: Person) -> None:
    person.play_on(RECORD)
    person.wait_turn()
    person.take("O")
    person.click_cell("a1")
    person.page.locator("[data-refusal]").wait_for()
    check(person, "playing, a refusal shown")
    person.page.keyboard.press("Escape")
    person.click_cell("f6")
    person.page.locator("[data-choice]").first.wait_for()
    check(person, "choosing")
    person.page.keyboard.press("Escape")
    person.page.keyboard.press("?")
    person.page.get_by_role("dialog").wait_for()
    check(person, "player aid")


def test_axe_finds_nothing_in_the_sheet_and_on_the_result(person: Person) -> None:
    person.page.set_viewport_size({"width": 360, "height": 740})
    person.play_on(RECORD, auto_confirm=True)
    person.wait_turn()
    person.page.get_by_text("Tiles, moves, chat").click()
    person.page.get_by_text("Chat", exact=True).click()
    check_themes(person, "the sheet")
    person.page.get_by_role("button", name="Leave the game").click()
    check_themes(person, "leaving")
    person.page.get_by_role("button", name="Resign").click()
    person.page.locator("[data-result] figure").first.wait_for()
    check(person, "result")
