"""Placing pieces: every way in, every answer."""

from __future__ import annotations

import random

from browser_support import POINT_OF_CELL, Person, expect

TAGS = '[Edition "second"]\n[Players "2"]\n[Gates "{gates}"]\n[Well "{well}"]\n[Market "{market}"]\n\n'


def record(moves: str, gates: str = "no", well: str = "j5", market: str = "c3") -> str:
    return TAGS.format(gates=gates, well=well, market=market) + moves + "\n*\n"


TWO_PALACES = record("1. Pd8 Ge2,Gf2\n2. Pd9,Wse WNa,WNb".replace("Wse", "WSa"))
GATES = record("1. WNa DNb,WW10\n2. DW9,WE10 DE9,Mb10", gates="yes", market="b9")


def test_take_back_and_confirm(person: Person) -> None:
    person.play_on(TWO_PALACES)
    person.wait_turn()
    person.place("M", "d3")
    expect(person.piece_at("d3")).to_be_attached()
    person.place("W", "Nc")
    person.page.get_by_role("button", name="Take back").click()
    expect(person.piece_at("Nc")).not_to_be_attached()
    person.page.get_by_role("button", name="Take back").click()
    expect(person.piece_at("d3")).not_to_be_attached()
    expect(person.bar).to_contain_text("first piece")
    person.place("M", "d3")
    person.place("M", "e3")
    person.confirm()
    expect(person.page.locator("[data-moves]")).to_contain_text("merchant on d3, merchant on e3")


def test_tea_replaces_the_second_piece(person: Person) -> None:
    person.play_on(TWO_PALACES)
    person.wait_turn()
    person.place("R", "d8")
    expect(person.bar).to_contain_text("Second piece, or tea")
    person.take("T")
    expect(person.bar).to_contain_text("Confirm your turn")
    person.confirm()
    expect(person.page.locator("[data-moves]")).to_contain_text("roof on the purple palace at d8, tea")
    expect(person.page.locator('[data-tray="T"] .number')).to_have_text("2")


def test_a_refused_cell_says_why_with_the_rule(person: Person) -> None:
    person.play_on(TWO_PALACES)
    person.wait_turn()
    person.take("G")
    person.click_cell("k9")
    line = person.page.locator("[data-refusal]")
    expect(line).to_contain_text("open grey palace at e2")
    expect(line.get_by_role("link")).to_have_text("Rule 5.4")
    assert line.get_by_role("link").get_attribute("href") == "/rules#5.4"
    person.take("O")
    person.click_cell("e8")
    expect(line).to_contain_text("e8 is near the purple palace")
    expect(line.get_by_role("link")).to_have_text("Rule 5.6")
    person.take("W")
    person.click_cell("b5")
    expect(line).to_contain_text("b5 lies in the city; walls go into the ring around it")
    expect(line.get_by_role("link")).to_have_text("Rule 9.1")
    person.take("O")
    person.click_cell("Nc")
    expect(line).to_contain_text("Nc lies in the ring of walls; buildings go on empty cells of the city")
    person.click_cell("e8")
    expect(line.get_by_role("link")).to_have_text("Rule 5.6")
    with person.context.expect_page() as opened:
        line.get_by_role("link").click()
    expect(opened.value.locator('[id="5.6"]')).to_contain_class("wanted")


def test_a_roof_goes_on_the_palace_that_was_chosen(person: Person) -> None:
    person.play_on(TWO_PALACES)
    person.wait_turn()
    person.take("R")
    assert set(person.targets()) == {"d8", "d9", "e2", "f2"}
    person.place("R", "f2")
    expect(person.piece_at("roof-e2")).to_be_attached()
    expect(person.piece_at("roof-d8")).not_to_be_attached()


def test_a_street_through_the_gates_asks_which_way_out(person: Person) -> None:
    person.play_on(GATES, gates=True)
    person.wait_turn()
    person.place("M", "a9")
    before = person.n()
    person.take("M")
    person.click_cell("n9")
    ways = person.page.locator("[data-choice]")
    expect(ways).to_have_count(2)
    assert ways.evaluate_all("all => all.map(e => e.dataset.choice)") == ["Mn9/Nb", "Mn9/W9"]
    question = person.page.get_by_role("dialog", name="Through which gate?")
    box = question.bounding_box()
    assert box is not None
    for gate in ("Nb", "W9"):  # what it asks about stays in sight
        x, y = person.page.evaluate(POINT_OF_CELL, gate)
        assert not (box["x"] < x < box["x"] + box["width"] and box["y"] < y < box["y"] + box["height"])
    person.page.locator('[data-choice="Mn9/W9"]').click()
    person.wait_past(before)
    expect(person.piece_at("n9")).to_be_attached()
    person.confirm()
    expect(person.page.locator("[data-moves]")).to_contain_text("out by the gate west 9")


def test_a_cell_may_be_chosen_before_the_piece(person: Person) -> None:
    person.play_on(TWO_PALACES)
    person.wait_turn()
    before = person.n()
    person.click_cell("g2")
    choices = person.page.locator("[data-choice]").evaluate_all("all => all.map(e => e.dataset.choice)")
    assert {"Gg2", "Sg2"} <= set(choices)
    # What is looked at stands there as a ghost.
    expect(person.page.locator(".ghost")).to_be_attached()
    person.page.locator('[data-choice="Sg2"]').click()
    person.wait_past(before)
    expect(person.piece_at("g2")).to_be_attached()


def test_a_question_put_by_keys_gives_the_keyboard_back(person: Person) -> None:
    person.play_on(TWO_PALACES)
    person.wait_turn()
    board = person.page.locator(".board[role=application]")
    board.focus()
    for key in ("ArrowRight", "ArrowLeft", "ArrowUp", "Enter"):
        person.page.keyboard.press(key)
    expect(person.page.locator("[data-choice]").first).to_be_focused()
    person.page.keyboard.press("Escape")
    expect(board).to_be_focused()


def test_a_piece_can_be_dragged_onto_the_board(person: Person) -> None:
    person.play_on(TWO_PALACES)
    person.wait_turn()
    before = person.n()
    slot = person.page.locator('[data-tray="M"]').bounding_box()
    assert slot is not None
    x, y = person.page.evaluate("([x, y]) => [x, y]", [slot["x"] + slot["width"] / 2, slot["y"] + slot["height"] / 2])
    person.page.mouse.move(x, y)
    person.page.mouse.down()
    person.page.mouse.move(x, y - 40, steps=3)
    person.page.locator('[data-target="d3"]').wait_for()
    person.page.mouse.move(*person.point("d3"), steps=4)
    expect(person.page.locator(".ghost")).to_be_attached()
    person.page.mouse.up()
    person.wait_past(before)
    expect(person.piece_at("d3")).to_be_attached()


def test_hover_shows_the_ghost_and_what_it_changes(person: Person) -> None:
    person.play_on(TWO_PALACES)
    person.wait_turn()
    person.take("R")
    person.page.mouse.move(*person.point("d8"))
    gain = person.page.locator(".ghost .gain")
    expect(gain).to_have_count(1)
    expect(gain).to_contain_text("+4")


def test_looking_at_a_palace_tells_its_worth(person: Person) -> None:
    person.play_on(TWO_PALACES)
    person.wait_turn()
    person.page.mouse.move(*person.page.evaluate(POINT, "d8"))
    note = person.page.locator("[data-note]")
    expect(note).to_contain_text("purple palace, 2 cells, nobody's yet")
    # Two buildings, and the purple tile with its two points: what a roof brings, and to whom.
    expect(note).to_contain_text("open; a roof now brings")
    expect(note).to_contain_text("+4")
    person.place("R", "d8")
    expect(person.page.locator("[data-player='0'] [data-gained]")).to_have_text("+4")


def test_keyboard_alone_is_enough(person: Person, rng: random.Random) -> None:
    person.goto("/")
    play = person.page.get_by_role("button", name="Play now")
    for _ in range(30):
        person.page.keyboard.press("Tab")
        if play.evaluate("e => e === document.activeElement"):
            break
    person.page.keyboard.press("Enter")
    person.wait_turn()
    before = person.n()
    person.page.keyboard.press("o")
    voice = person.page.locator("[data-voice]")
    expect(voice).to_contain_text("You may place here")
    person.page.keyboard.press("ArrowRight")
    person.page.keyboard.press("ArrowUp")
    expect(voice).to_contain_text("is empty")
    person.page.keyboard.press("PageDown")
    expect(voice).to_contain_text("You may place here")
    person.page.keyboard.press("Enter")
    person.wait_past(before)
    expect(voice).to_contain_text("Placed: orange building")
    drafted = person.n()
    person.page.keyboard.press("Backspace")
    person.wait_past(drafted)
    taken_back = person.n()
    person.page.keyboard.press("b")
    expect(voice).to_contain_text("You may place here")
    person.page.keyboard.press("Enter")
    person.wait_past(taken_back)
    person.page.keyboard.press("Enter")
    expect(person.page.locator("[data-moves] li").first).to_contain_text("brown building")
    person.page.keyboard.press("?")
    expect(person.page.get_by_role("dialog", name="Player aid")).to_be_visible()
    person.page.keyboard.press("Escape")
    expect(person.page.get_by_role("dialog")).to_have_count(0)


def test_a_screen_reader_hears_what_a_place_would_bring_and_who_gets_a_tile(person: Person) -> None:
    person.play_on(TWO_PALACES)
    person.wait_turn()
    voice = person.page.locator("[data-voice]")
    # What things are worth and what everybody would win comes a moment later.
    person.page.locator(".scorebar").first.wait_for()
    person.page.keyboard.press("r")
    expect(person.page.locator(".ghost .gain")).to_be_attached()
    person.page.keyboard.press("PageDown")
    person.page.keyboard.press("PageUp")
    expect(voice).to_contain_text("d8, building, purple palace, 2 cells, nobody's yet, open; a roof now brings Guest")
    expect(voice).to_contain_text(" +4, Wanderer +4.")
    name = person.page.locator(".name").first.inner_text()
    expect(voice).to_contain_text(f"You may place here. {name} +4.")
    before = person.n()
    person.page.keyboard.press("Enter")
    person.wait_past(before)
    expect(voice).to_contain_text(f"Palace tiles, purple palace: {name}.")
    # What the other placed is told before whose turn it is.
    person.page.evaluate(LISTEN)
    person.play_something(random.Random(3))
    person.end_turn()
    person.page.wait_for_function("() => window.heard.join(' ').includes('It is your turn.')")
    heard = person.page.evaluate("window.heard.join(' ')")
    assert heard.rindex("Wanderer:") < heard.rindex("It is your turn.")


LISTEN = """() => {
  window.heard = []
  new MutationObserver(() => window.heard.push(document.querySelector('[data-voice]').textContent))
    .observe(document.querySelector('[data-voice]'), { childList: true, characterData: true, subtree: true })
}"""


POINT = """at => {
  const box = document.querySelector(`[data-piece="${at}"]`).getBoundingClientRect()
  return [box.x + box.width / 2, box.y + box.height * 0.7]
}"""
