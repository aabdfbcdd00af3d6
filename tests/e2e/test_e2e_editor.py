"""The position editor: a city by clicks, what is impossible and by which rule, and where it goes from there."""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from browser_support import Person, Server, expect
from test_e2e_axe import check_themes, violations

import medina
from medina import complete_position, position_from_json

EMPTY = {
    "edition": "second",
    "players": 3,
    "gates": True,
    "cells": {"f6": "well", "c3": "M"},
    "streets": [["c3"]],
}


def palace(colour: str, *buildings: str, stables: tuple[str, ...] = (), roof: Any = None) -> dict[str, Any]:
    return {"colour": colour, "buildings": list(buildings), "stables": list(stables), "roof": roof}


def city(*palaces: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {**EMPTY, "palaces": list(palaces), **more}


def put(person: Person, tool: str, *cells: str) -> None:
    person.page.locator(f'[data-tool="{tool}"]').click()
    for cell in cells:
        person.click_cell(cell)


def paste(person: Person, position: Any) -> None:
    person.page.locator("[data-paste]").click()
    person.page.locator("[data-pasted]").fill(json.dumps(position))
    person.page.locator("[data-open]").click()


def send(person: Person, position: Any) -> None:
    """As the analysis board hands a position over: in the address."""
    deflate = zlib.compressobj(wbits=-15)
    packed = deflate.compress(json.dumps(position).encode()) + deflate.flush()
    letters = base64.urlsafe_b64encode(packed).decode().rstrip("=")
    person.page.evaluate("packed => { location.hash = `p=${packed}` }", letters)


def judged(person: Person) -> None:
    expect(person.page.locator('[data-judge="judged"]')).to_be_visible()


def rules_told(person: Person) -> list[str]:
    judged(person)
    told: list[str] = person.page.eval_on_selector_all("[data-problem]", "all => all.map(e => e.dataset.rule ?? '')")
    return told


def cells_marked(person: Person) -> set[str]:
    marked = person.page.eval_on_selector_all("[data-fault]", "all => all.map(e => e.dataset.fault)")
    return set(marked)


def test_a_city_by_clicks_becomes_a_game_against_a_bot(person: Person, tmp_path: Path) -> None:
    person.goto("/")
    person.page.get_by_role("link", name="Editor").click()
    judged(person)
    expect(person.page.locator("[data-judge]")).to_contain_text("This is a position of the game.")
    put(person, "G", "k8", "k9")
    put(person, "S", "j8")
    put(person, "R1", "k9")
    put(person, "O", "b8", "b9", "b10")
    put(person, "W", "Na", "W10", "W9")
    put(person, "M", "d3", "e3")
    person.page.locator("[data-turn-of]").select_option("1")
    assert rules_told(person) == []

    # What everybody holds is counted, shared out, and can be said otherwise.
    hand = person.page.locator('[data-hand="0O"]')
    expect(hand).to_have_attribute("placeholder", "6")
    expect(person.page.locator("[data-shared]")).to_contain_text("nobody knows who placed what")
    expect(person.page.locator('[data-hand="1R"]')).to_have_attribute("placeholder", "3")
    hand.fill("2")
    hand.blur()
    expect(person.page.locator('[data-hand="1O"]')).to_have_attribute("placeholder", "11")
    assert rules_told(person) == ["2"]
    hand.fill("5")
    hand.blur()
    assert rules_told(person) == []

    with person.page.expect_download() as saving:
        person.page.locator("[data-json]").click()
    saving.value.save_as(tmp_path / "city.json")
    position = position_from_json(json.loads((tmp_path / "city.json").read_text("utf-8")))
    assert (position.turn, position.stocks[0]["O"], position.streets) == (1, 5, (("c3", "d3", "e3"),))
    for kind, beginning in (("svg", b"<svg"), ("png", b"\x89PNG")):
        with person.page.expect_download() as saving:
            person.page.locator(f"[data-{kind}]").click()
        saving.value.save_as(tmp_path / f"city.{kind}")
        assert (tmp_path / f"city.{kind}").read_bytes().startswith(beginning)

    person.page.locator("[data-play]").click()
    expect(person.page.locator("[data-my-seat]")).to_have_value("1")
    person.page.locator("[data-bot]").select_option("random")
    person.page.locator("[data-pace]").select_option("quick")
    person.page.locator("[data-start]").click()
    person.wait_turn()
    expect(person.piece_at("k9")).to_be_attached()
    person.place("M", "e4")
    person.place("G", next(at for at in person_targets(person, "G")))
    person.end_turn()
    person.page.get_by_role("button", name="Take my last turn back").click()
    person.wait_turn()
    with person.page.expect_download() as saving:
        person.page.get_by_role("button", name="Save as .mgn").click()
    saving.value.save_as(tmp_path / "game.mgn")
    record = medina.read_record((tmp_path / "game.mgn").read_text("utf-8"))
    assert (record.start, record.moves) == (position, ())


def person_targets(person: Person, piece: str) -> list[str]:
    person.take(piece)
    person.page.locator("[data-target]").first.wait_for()
    return person.targets()


HAND = {"G": 6, "P": 6, "B": 6, "O": 6, "S": 4, "M": 8, "W": 12, "R": 4, "N": 1, "D": 1, "T": 0}
IMPOSSIBLE: list[tuple[str, dict[str, Any], set[str]]] = [
    ("2", city(*[palace("O", f"{column}{row}") for column in "bdhjlnp" for row in (4, 8, 10)]), set()),
    ("3.1", city(cells={"c3": "M"}), set()),
    ("3.1", city(streets=[], cells={"f6": "well"}), set()),
    ("3.3", city(edition="first", options={"founding": True}, cells={}, streets=[], phase="founding", turn=1), set()),
    ("4.1", city(turn=7), set()),
    ("4.2", city(placements_left=2, turn_size=1), set()),
    ("4.4", city(stock=[dict.fromkeys(HAND, 0) | {"R": 4}, HAND, HAND]), set()),
    ("4.5", city(out=[True, False, False]), set()),
    ("4.7", city(turn=None, phase="over", placements_left=0, turn_size=0), set()),
    ("5.1", city(palace("G", "k8", "k10")), {"k8", "k10"}),
    ("5.2", city(palace("G", "c3")), {"c3"}),
    ("5.4", city(palace("G", "k8"), palace("G", "n8")), {"k8", "n8"}),
    ("5.6", city(palace("G", "k8"), palace("O", "l9")), {"k8", "l9"}),
    ("5.7", city(palace("G", "g7")), {"g7"}),
    ("6.2", city(palace("G", "k8", roof=1), palace("G", "n8", roof=1)), {"k8", "n8"}),
    ("7.1", city(palace("G", "k8", stables=("m8",))), {"m8"}),
    ("8.1", city(cells={"f6": "well", "c3": "M", "d4": "M"}, streets=[["c3", "d4"]]), {"c3", "d4"}),
    ("9.1", city(walls={"Nc": "wall"}), {"Nc"}),
    ("10.1", city(palace("P", "k8", roof=0), tea_left=6), set()),
    (
        "12.3",
        city(palace("G", "k8", roof=0), palace("G", "n8", "n9", roof=1), palace_tile_palaces={"G": "k8"}),
        {"k8", "n8"},
    ),
    ("16.1", city(walls={"Nc": "gate"}), {"Nc"}),
    ("16.3", city(palace("G", "b11"), walls={"Na": "wall", "Nb": "gate"}), {"b11"}),
    ("16.5", city(used_gates=["Nb"]), {"Nb"}),
]
"""Every rule that a position can break, with one that breaks it, and where the page marks it."""


def test_what_is_impossible_is_told_by_its_rule(person: Person) -> None:
    assert {rule for rule, _, _ in IMPOSSIBLE} == set(medina.notation.errors.POSITION_RULES.values())
    person.goto("/editor")
    judged(person)
    for rule, position, marked in IMPOSSIBLE:
        send(person, with_cells(position))
        expect(person.page.locator(f'[data-problem][data-rule="{rule}"]').first).to_be_visible()
        judged(person)
        assert marked <= cells_marked(person), rule
        expect(person.page.locator("[data-play]")).to_be_disabled()
    first = person.page.locator("[data-problem] a").first
    expect(first).to_have_attribute("href", "/rules#16.5")
    expect(first).to_have_text("Rule 16.5")
    person.page.get_by_label("Language").select_option("de")
    expect(person.page.locator("[data-problem]").first).to_contain_text("Nur durch Tore, die stehen")
    person.page.get_by_label("Sprache").select_option("fr")
    expect(person.page.locator("[data-problem]").first).to_contain_text("portes")


def with_cells(position: dict[str, Any]) -> dict[str, Any]:
    """With what stands where, unless two things stand on one cell."""
    cells = dict(position["cells"])
    for each in position.get("palaces", []):
        cells |= dict.fromkeys(each["buildings"], each["colour"]) | dict.fromkeys(each["stables"], "S")
    return {**position, "cells": cells}


def test_clicks_that_cannot_be_and_the_way_back(person: Person) -> None:
    person.goto("/editor")
    put(person, "G", "k8", "k9")
    put(person, "O", "l10")
    assert rules_told(person) == ["5.6"]
    assert cells_marked(person) == {"k9", "l10"}
    person.page.keyboard.press("Control+z")
    expect(person.piece_at("l10")).to_have_count(0)
    assert rules_told(person) == []
    person.page.locator("[data-redo]").click()
    expect(person.piece_at("l10")).to_be_attached()
    person.page.reload()
    expect(person.piece_at("l10")).to_be_attached()
    assert rules_told(person) == ["5.6"]

    # The same piece again, the other button, the eraser and the keyboard take away.
    put(person, "O", "l10")
    person.page.mouse.click(*person.page.evaluate(POINT, "k9"), button="right")
    expect(person.piece_at("k9")).to_have_count(0)
    put(person, "eraser", "k8")
    expect(person.page.locator('[data-piece="k8"], [data-piece="l10"]')).to_have_count(0)
    person.page.keyboard.press("Control+z")
    person.page.get_by_role("application").focus()
    person.page.keyboard.press("p")
    for key in ("ArrowUp", "ArrowRight", "Enter"):
        person.page.keyboard.press(key)
    expect(person.piece_at("h5")).to_be_attached()
    expect(person.page.locator("[data-voice]")).to_contain_text("h5, building, purple palace")
    person.page.keyboard.press("Delete")
    expect(person.piece_at("h5")).to_have_count(0)

    # A wall does not stand in the city; a street that jumps is no path, unless it goes through gates.
    put(person, "W", "e5")
    expect(person.page.locator("[data-voice]")).to_contain_text("in the wall around the city")
    put(person, "M", "d3")
    person.page.locator("[data-from]").select_option("d3")
    put(person, "M", "f3")
    assert rules_told(person) == ["8.1"]
    street = person.page.locator('[data-street="0"]')
    expect(street).to_have_value("c3 d3 f3")
    street.fill("c3 d3 e3 f3")
    street.blur()
    assert rules_told(person) == []
    expect(person.piece_at("e3")).to_be_attached()


POINT = """at => {
  const svg = document.querySelector('[data-board]')
  const p = new DOMPoint(70 + (at.charCodeAt(0) - 97) * 46 + 23, 70 + (10 - Number(at.slice(1))) * 46 + 23)
  const q = p.matrixTransform(svg.getScreenCTM())
  return [q.x, q.y]
}"""


def test_dragging_and_a_link_from_somewhere_else(person: Person) -> None:
    position = complete_position({**EMPTY_WHOLE, "palaces": [palace("B", "k8", roof=1)]})
    person.goto("/editor")
    judged(person)
    paste(person, position)
    expect(person.piece_at("k8")).to_be_attached()
    paste_nonsense(person)
    slot = person.page.locator('[data-tool="P"]').bounding_box()
    assert slot is not None
    person.page.mouse.move(slot["x"] + 10, slot["y"] + 10)
    person.page.mouse.down()
    x, y = person.page.evaluate(POINT, "b2")
    person.page.mouse.move(x, y, steps=4)
    person.page.mouse.up()
    expect(person.piece_at("b2")).to_be_attached()
    person.context.grant_permissions(["clipboard-read", "clipboard-write"])
    person.page.locator("[data-link]").click()
    expect(person.page.get_by_role("status").filter(has_text="Copied")).to_be_visible()
    address = person.page.evaluate("navigator.clipboard.readText()")
    other = person.tab()
    other.goto(address)
    expect(other.locator('[data-piece="b2"]')).to_be_attached()
    expect(other).to_have_url(f"{person.server.address}/editor")
    person.page.locator("[data-study]").click()
    person.page.wait_for_url("**/study**")
    expect(person.piece_at("b2")).to_be_attached()


EMPTY_WHOLE = {
    **EMPTY,
    "players": 2,
    "gates": False,
    "cells": {"f6": "well", "c3": "M", "k8": "B"},
    "options": {},
    "phase": "play",
    "turn": 0,
    "placements_left": 2,
    "turn_size": 2,
    "roofed_this_turn": False,
    "first_turn_done": [True, True],
    "walls": {},
    "tower_tiles": {"1": None, "2": None, "3": None, "4": None},
    "used_gates": [],
}


def paste_nonsense(person: Person) -> None:
    person.page.locator("[data-paste]").click()
    for nonsense in ("nonsense", "[]", '{"edition": "third"}', json.dumps({**EMPTY, "cells": {"z99": "G"}})):
        person.page.locator("[data-pasted]").fill(nonsense)
        person.page.locator("[data-open]").click()
        expect(person.page.get_by_role("alert")).to_contain_text("no position of Medina")
    person.page.keyboard.press("Escape")


def test_without_the_site_one_goes_on(person: Person) -> None:
    person.goto("/editor")
    judged(person)
    person.context.set_offline(True)
    put(person, "G", "g7")
    expect(person.page.locator('[data-judge="waiting"]')).to_contain_text("kept here")
    put(person, "G", "h7")
    expect(person.piece_at("h7")).to_be_attached()
    person.context.set_offline(False)
    assert rules_told(person) == ["5.7"]
    person.troubles = [line for line in person.troubles if "ERR_INTERNET_DISCONNECTED" not in line]


def test_on_a_phone(newcomer: Callable[..., Person], server: Server) -> None:
    person = newcomer(server, viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    person.goto("/editor")
    judged(person)
    person.page.locator('[data-tool="B"]').tap()
    person.page.touchscreen.tap(*person.page.evaluate(POINT, "k3"))
    expect(person.piece_at("k3")).to_be_attached()
    person.page.locator("details.sheet > summary").tap()
    person.page.locator("[data-edition]").select_option("first")
    expect(person.page.locator("[data-players]")).to_have_value("3")
    assert rules_told(person) == []
    width = person.page.evaluate("document.documentElement.scrollWidth")
    assert width == 360


def test_axe_finds_nothing_in_the_editor(person: Person) -> None:
    person.goto("/editor")
    put(person, "G", "g7")
    assert rules_told(person) == ["5.7"]
    check_themes(person, "a fault shown")
    person.page.locator("[data-paste]").click()
    assert violations(person) == []
