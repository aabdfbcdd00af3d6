"""A phone: 360 pixels, fingers, nothing hidden behind a hover."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from browser_support import POINT_OF_CELL, Person, Server, expect

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}


def tap_cell(person: Person, at: str) -> None:
    person.page.touchscreen.tap(*person.point(at))


def test_playing_with_a_thumb(newcomer: Callable[..., Person], server: Server) -> None:
    person = newcomer(server, **PHONE)
    person.goto("/")
    person.page.get_by_role("button", name="Play now").tap()
    person.wait_turn()
    before = person.n()
    person.page.locator('[data-tray="O"]').tap()
    person.page.locator("[data-target]").first.wait_for()
    first = person.targets()[0]
    tap_cell(person, first)
    assert person.n() == before
    expect(person.page.locator(".ghost")).to_be_attached()
    person.page.get_by_role("button", name="Place here").tap()
    person.wait_past(before)
    expect(person.piece_at(first)).to_be_attached()
    confirmed = person.n()
    person.confirm_button.tap()
    person.wait_past(confirmed)
    person.wait_turn()
    person.page.locator('[data-tray="M"]').tap()
    person.page.locator("[data-target]").first.wait_for()
    at = person.targets()[0]
    placed = person.n()
    tap_cell(person, at)
    tap_cell(person, at)
    person.wait_past(placed)
    expect(person.piece_at(at)).to_be_attached()


def test_a_touched_cell_asks_what_goes_there_and_places_nothing_itself(
    newcomer: Callable[..., Person], server: Server
) -> None:
    person = newcomer(server, **PHONE)
    person.quick_game()
    before = person.n()
    # The question opens under the finger that asked for it.
    person.page.touchscreen.tap(*person.page.evaluate(POINT_OF_CELL, "g6"))
    choices = person.page.locator("[data-choice]")
    expect(choices).to_have_count(4)
    person.page.wait_for_timeout(400)
    assert person.n() == before
    expect(choices).to_have_count(4)
    choices.last.tap()
    person.wait_past(before)
    expect(person.piece_at("g6")).to_be_attached()


def test_the_stocks_of_an_open_table_are_in_the_sheet(newcomer: Callable[..., Person], server: Server) -> None:
    person = newcomer(server, **PHONE)
    options = {"players": 3, "gates": True, "stocks": "open", "starts": "host"}
    person.open_table(options=options, bots=["random"] * 2, sit=True, start=True)
    person.wait_turn()
    person.page.get_by_text("Tiles, moves, chat").tap()
    for seat in (1, 2):
        row = person.page.locator(f'[data-stock="{seat}"]')
        expect(row).to_be_visible()
        # Three players: six of each colour, stables, merchants, walls and a gate.
        assert row.locator("td").all_inner_texts() == ["6"] * 4 + ["4", "8", "12", "1"]
    tray = person.page.get_by_role("toolbar")
    assert tray.evaluate("e => e.scrollWidth - e.clientWidth") <= 0


@pytest.mark.parametrize("locale", ["de-DE", "fr-FR"])
def test_the_header_fits_the_phone_in_every_language(
    newcomer: Callable[..., Person], server: Server, locale: str
) -> None:
    person = newcomer(server, **PHONE, locale=locale)
    person.goto("/learn")
    box = person.page.locator("header a").last.bounding_box()
    assert box is not None
    assert box["x"] + box["width"] <= 360


def test_nothing_is_wider_than_the_phone_and_the_sheet_opens(newcomer: Callable[..., Person], server: Server) -> None:
    person = newcomer(server, **PHONE)
    for path in ("/", "/learn", "/rules", "/rules/decisions", "/about", "/replay", "/me"):
        person.goto(path)
        person.page.locator("h1").first.wait_for()
        assert person.page.evaluate("document.documentElement.scrollWidth") <= 360, path
    person.open_table(options={"players": 4, "starts": "host"}, bots=["random"] * 3, sit=True, start=True)
    person.wait_turn()
    assert person.page.evaluate("document.documentElement.scrollWidth") <= 360
    person.page.get_by_text("Tiles, moves, chat").tap()
    expect(person.page.get_by_role("heading", name="Moves")).to_be_visible()


def test_the_guide_fits_the_phone(newcomer: Callable[..., Person], server: Server) -> None:
    person = newcomer(server, **PHONE)
    person.goto("/learn")
    person.page.get_by_role("button", name="Start the first game").tap()
    box = person.page.locator("[data-coach]").bounding_box()
    assert box is not None
    assert box["x"] + box["width"] <= 360


def test_pinch_and_buttons_zoom_the_board(newcomer: Callable[..., Person], server: Server) -> None:
    person = newcomer(server, **PHONE)
    person.open_table(options={"players": 2, "starts": "host"}, bots=["random"], sit=True, start=True)
    person.wait_turn()
    board = person.page.locator("[data-board]")
    whole = board.get_attribute("viewBox")
    person.page.get_by_role("button", name="Zoom in").tap()
    zoomed = board.get_attribute("viewBox")
    assert width(zoomed) < width(whole)
    pinch(person, 40, 120)
    assert width(board.get_attribute("viewBox")) < width(zoomed)
    person.page.get_by_role("button", name="Zoom out").tap()
    person.page.locator('[data-tray="O"]').tap()
    person.page.locator("[data-target]").first.wait_for()


def width(view: str | None) -> float:
    assert view is not None
    return float(view.split()[2])


def pinch(person: Person, start: int, end: int) -> None:
    """Two fingers moving apart over the middle of the board."""
    box = person.page.locator("[data-board]").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    client = person.context.new_cdp_session(person.page)

    def touch(kind: str, spread: int) -> None:
        fingers = [{"x": x - spread / 2, "y": y, "id": 0}, {"x": x + spread / 2, "y": y, "id": 1}]
        points = [] if kind == "touchEnd" else fingers
        client.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", start)
    for spread in range(start, end, 10):
        touch("touchMove", spread)
    touch("touchEnd", end)


def test_held_across_the_board_and_the_tray_are_seen_together(newcomer: Callable[..., Person], server: Server) -> None:
    person = newcomer(server, **PHONE | {"viewport": {"width": 740, "height": 360}})
    person.open_table(options={"players": 4, "starts": "host"}, bots=["random"] * 3, sit=True, start=True)
    person.wait_turn()
    board = person.page.locator("[data-board]").bounding_box()
    tray = person.page.get_by_role("toolbar").bounding_box()
    assert board is not None
    assert tray is not None
    assert board["height"] <= 360
    assert board["y"] <= tray["y"]
    assert tray["y"] + tray["height"] <= board["y"] + 360
