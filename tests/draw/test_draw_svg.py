"""The SVG drawing: valid, self-contained, accessible, and nothing of a position is missing."""

from __future__ import annotations

import re
from typing import Any
from xml.etree import ElementTree

import pytest
from draw_samples import city, empty, hollow, opening, palace, position

import medina
from medina.draw import roof_cells, svg

SVG = "{http://www.w3.org/2000/svg}"


def tree(text: str) -> ElementTree.Element:
    return ElementTree.fromstring(text)


def marked(root: ElementTree.Element, attribute: str) -> dict[str, ElementTree.Element]:
    """The elements with an attribute, by its value."""
    return {value: element for element in root.iter() if (value := element.get(attribute)) is not None}


def pieces(root: ElementTree.Element) -> dict[str, str | None]:
    return {cell: element.get("data-piece") for cell, element in marked(root, "data-cell").items()}


def test_every_piece_is_drawn_once(any_position: dict[str, Any]) -> None:
    root = tree(svg(any_position))
    cells = [element.get("data-cell") for element in root.iter() if element.get("data-cell")]
    assert len(cells) == len(set(cells))
    assert pieces(root) == any_position["cells"] | any_position["walls"]


def test_every_roof_tile_tower_and_street_is_drawn(any_position: dict[str, Any]) -> None:
    root = tree(svg(any_position))
    roofs = {cell: element.get("data-owner") for cell, element in marked(root, "data-roof").items()}
    owned = [palace for palace in any_position["palaces"] if palace["roof"] is not None]
    assert roofs == {palace["buildings"][0]: str(palace["roof"]) for palace in owned}
    held = {colour for colour, holder in any_position["palace_tile_palaces"].items() if holder is not None}
    assert marked(root, "data-tile").keys() == held
    towers = {name: element.get("data-owner") for name, element in marked(root, "data-tower").items()}
    owners = any_position["tower_tiles"].items()
    assert towers == {name: None if owner is None else str(owner) for name, owner in owners}
    assert marked(root, "data-street").keys() == {" ".join(street) for street in any_position["streets"]}
    assert marked(root, "data-end").keys() == {cell for s in any_position["streets"] for cell in (s[0], s[-1])}


def test_is_self_contained_and_its_references_resolve(any_position: dict[str, Any]) -> None:
    text = svg(any_position)
    root = tree(text)
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    used = re.findall(r"url\(([^)]*)\)", text) + re.findall(r'href="([^"]*)"', text)
    assert used
    assert all(reference.startswith("#") and reference[1:] in ids for reference in used)
    assert {element.tag for element in root.iter()}.isdisjoint({f"{SVG}script", f"{SVG}image", f"{SVG}text"})
    assert "http" not in text.replace("http://www.w3.org/2000/svg", "")


def test_has_a_title_and_a_description_for_screen_readers() -> None:
    root = tree(svg(city(), title='Ada & "Zoé" <live>', lang="en"))
    assert root.get("role") == "img"
    title, description = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
    assert title is not None
    assert description is not None
    assert title.text == 'Ada & "Zoé" <live>'
    assert (root.get("aria-labelledby") or "").split() == [title.get("id"), description.get("id")]
    assert "Orange palace on d9, e9, d10, e10, d11 with stables on c9; owned by player 1." in (description.text or "")
    assert "Gates on E4, No, Si." in (description.text or "")
    assert "Tower tile 3: owned by nobody (neutral)." in (description.text or "")


@pytest.mark.parametrize(("lang", "words"), [("fr", "Le puits est en h5."), ("de", "Der Brunnen steht auf h5.")])
def test_describes_itself_in_other_languages(lang: str, words: str) -> None:
    assert words in svg(empty(), lang=lang)


def test_rows_are_drawn_from_north_to_south() -> None:
    rows = [int(row) for element in tree(svg(city())).iter() if (row := element.get("data-row")) is not None]
    assert rows == sorted(rows, reverse=True)
    assert rows[0] == 12
    assert rows[-1] == 0


def test_a_wing_in_front_hides_a_merchant_and_one_behind_does_not() -> None:
    text = svg(hollow())
    merchant = text.index('data-cell="i4"')
    assert text.index('data-cell="i5"') < merchant < text.index('data-cell="i3"')


def test_marks_highlights_and_last_cells_on_city_and_ring() -> None:
    root = tree(svg(opening(), highlights=["e7", "d5", "Nc"], last=["c4", "W10"]))
    assert marked(root, "data-highlight").keys() == {"e7", "d5", "Nc"}
    assert marked(root, "data-last").keys() == {"c4", "W10"}
    plain = tree(svg(opening()))
    assert not marked(plain, "data-highlight")
    assert not marked(plain, "data-last")


@pytest.mark.parametrize("options", [{"highlights": ["e99"]}, {"last": ["o5"]}, {"highlights": "e5"}, {"lang": "xx"}])
def test_what_cannot_be_drawn_is_named(options: dict[str, Any]) -> None:
    start = medina.new_game("second", players=2, seed=1)
    with pytest.raises(ValueError, match=r"'\w+' is not a cell of a board of 14 by 10|no language 'xx'"):
        start.svg(**options)


def test_bonus_cells_of_the_well_end_at_the_edge() -> None:
    middle = tree(svg(position(cells={"f6": "well"})))
    assert marked(middle, "data-bonus").keys() == {"d6", "h6", "f4", "f8"}
    corner = tree(svg(position(cells={"b2": "well"})))
    assert marked(corner, "data-bonus").keys() == {"d2", "b4"}


@pytest.mark.parametrize(("players", "columns", "rows"), [(2, 14, 10), (3, 16, 11), (4, 16, 11)])
def test_coordinates_of_both_boards(players: int, columns: int, rows: int) -> None:
    root = tree(svg(position(players=players)))
    labels = [element.get("data-label") for element in root.iter() if element.get("data-label")]
    letters = [chr(ord("a") + column) for column in range(columns)]
    towers = ["1", "2", "3", "4"]
    numbers = [str(row) for row in range(1, rows + 1)]
    assert sorted(labels) == sorted(2 * letters + 2 * numbers + towers)
    bare = tree(svg(position(players=players), coordinates=False))
    assert sorted(str(element.get("data-label")) for element in bare.iter() if element.get("data-label")) == towers


def test_size_is_the_width_in_pixels_and_keeps_the_shape() -> None:
    root, natural = tree(svg(city(), size=500)), tree(svg(city()))
    assert root.get("width") == "500"
    assert root.get("viewBox") == natural.get("viewBox")
    assert float(root.get("height") or 0) / 500 == pytest.approx(
        float(natural.get("height") or 0) / float(natural.get("width") or 1), rel=1e-3
    )


def test_two_drawings_on_one_page_do_not_share_ids() -> None:
    def ids(text: str) -> set[str]:
        return set(re.findall(r' id="([^"]*)"', text))

    assert ids(svg(city())).isdisjoint(ids(svg(opening())))
    assert svg(city()) == svg(city())


def test_a_street_goes_out_through_one_gate_and_in_through_the_other() -> None:
    def street(used: list[str]) -> str:
        drawn = tree(
            svg(position(gates=True, streets=[["c1", "p6"]], walls={"Sc": "gate", "E6": "gate"}, used_gates=used))
        )
        return ElementTree.tostring(marked(drawn, "data-street")["c1 p6"], encoding="unicode")

    def tracks(drawn: str) -> list[str]:
        return re.findall(r'<\S*path d="([^"]*)"[^>]*stroke-dasharray="8 5"', drawn)

    assert len(tracks(street(["E6", "Sc"]))) == 1
    outside = [tuple(map(float, pair.split())) for pair in tracks(street(["E6", "Sc"]))[0][1:].split("L")]
    assert len(outside) == 3, "around the one corner between south and east"
    assert not tracks(street([])), "no gate, no way around"


def test_a_stable_stands_on_a_yard_that_reaches_its_palace() -> None:
    def yard(buildings: str) -> tuple[float, float]:
        root = tree(svg(position(palaces=[palace("G", buildings, "e5")])))
        first = next(iter(marked(root, "data-cell")["e5"].iter(f"{SVG}rect")))
        left = float(first.get("x") or 0)
        return left, left + float(first.get("width") or 0)

    west, east = yard("d5"), yard("f5")
    assert west[0] < east[0], "towards the palace in the west"
    assert west[1] < east[1], "towards the palace in the east"
    assert east[1] - east[0] == west[1] - west[0]


def test_roof_cells_name_the_dome_for_every_building_of_its_palace() -> None:
    domes = roof_cells(city())
    assert {domes[cell] for cell in ("b2", "b3", "b4", "b5")} == {domes["b2"]}
    assert domes["b2"] in ("b2", "b3", "b4", "b5")
    assert "l1" not in domes, "no roof yet"


def test_positions_draw_themselves() -> None:
    game = medina.new_game("second", players=2, well="f6", market="c3").play("Ge8")
    assert game.svg(highlights=["e7"], title="T") == svg(medina.position_to_json(game), highlights=["e7"], title="T")
    assert game._repr_svg_() == game.svg()
