"""Section 7: stables."""

import pytest

from support import city, places, play, reason, rule, touching


@pytest.mark.parametrize("roof", ["", "@0", "@1", "@n"])
def test_7_1_beside_a_building_of_any_palace(roof):
    position = city("second", 3, f"G e5 {roof}")
    assert places(position, "S") == touching("e5")
    palace = position.play("Se6").palaces[0]
    assert (palace.buildings, palace.stables) == (("e5",), ("e6",))


def test_7_1_beside_a_stable_only_is_not_enough():
    position = city("second", 3, "G e5 + e6")
    assert places(position, "S") == touching("e5") - {"e6"}
    for cell in ("e7", "d6", "f6", "d4", "a1"):
        assert (rule(position, f"S{cell}"), reason(position, f"S{cell}")) == ("7.1", "stable_apart"), cell


@pytest.mark.parametrize("cell", ["e6", "e5", "d5", "m9"], ids=["stable", "building", "merchant", "well"])
def test_7_1_on_an_empty_cell(cell):
    position = city("second", 3, "G e5 + e6; M d5")
    assert (rule(position, f"S{cell}"), reason(position, f"S{cell}")) == ("7.1", "cell_taken")


def test_7_1_without_a_palace_there_is_no_place():
    assert places(city("second", 3, ""), "S") == set()


def test_7_1_beside_any_building_of_several_palaces():
    position = city("second", 3, "G e5 e6 @1; B a1; P h9 @n")
    assert places(position, "S") == (touching("e5") | touching("e6")) - {"e5", "e6"} | {"a2", "b1"} | touching("h9")


def test_7_2_not_near_another_palace():
    position = city("second", 3, "G e5; B g6 @1")
    assert places(position, "S") == {"d5", "e4", "e6", "g7", "g5", "h6"}
    assert rule(position, "Sf5") == "5.6"
    assert position.why("Sf5").args == {"cell": "f5", "colour": "B", "at": "g6"}
    assert rule(position, "Sf6") == "5.6"
    assert position.why("Sf6").args == {"cell": "f6", "colour": "G", "at": "e5"}


def test_7_2_not_near_a_stable_of_another_palace():
    position = city("second", 3, "G e5; B g7 + g6")
    assert rule(position, "Sf5") == "5.6"
    assert position.why("Sf5").args["at"] == "g6"


def test_7_2_not_near_the_well():
    position = city("second", 3, "well f6; G d6")
    assert places(position, "S") == {"c6", "d5", "d7"}
    assert (rule(position, "Se6"), reason(position, "Se6")) == ("5.7", "near_well")


def test_7_3_counts_in_the_size():
    position = city("second", 3, "G e5 + e6 e4 @0")
    assert position.palaces[0].size == 3
    assert (position.score_sheet()[0].buildings, position.score_sheet()[0].stables) == (1, 2)


def test_7_3_walls_merchants_and_the_well_count_through_it():
    position = city("second", 3, "well d5; G b2 + b1 @0; M a1; W Sa Sb")
    sheet = position.score_sheet()[0]
    assert (sheet.walls, sheet.merchants, sheet.well) == (1, 1, 0)
    position = city("second", 3, "well d6; G e9 + d9 @0; M d10")
    assert position.score_sheet()[0].well == 0
    position = city("second", 3, "well d6; G e8 + d8 @0; M d9")
    assert position.score_sheet()[0].well == 4
    assert position.score_sheet()[0].merchants == 1


def test_7_3_a_new_palace_keeps_its_distance_from_it():
    position = play(city("second", 3, "G e5 @0"), "Se6")
    assert rule(position, "Be8") is None
    assert rule(position, "Be7") == "5.6"
