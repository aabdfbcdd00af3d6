"""Section 8: merchants and market streets."""

import pytest

from support import all_cells, city, hand, places, play, reason, rule, start

CORNER = "M a2 a1 b1; G a3; B c1"
"""A street in the corner that cannot be extended: b2 touches both its ends."""
SOUTH = "M c1 d1 e1; G b1 b2 c2; O f1 f2 e2"
"""A street on the edge, both ends boxed in, with an empty cell beside its middle."""


def test_8_1_a_street_of_one_has_it_at_both_ends():
    position = start(market_cell="e5")
    assert places(position, "M") == {"d5", "f5", "e4", "e6"}
    position = play(position, "Me6")
    assert position.streets == (("e5", "e6"),)
    assert places(position, "M") == {"d5", "f5", "e4", "d6", "f6", "e7"}


def test_8_1_a_street_is_a_line_from_end_to_end():
    position = city("second", 3, "M e5 f5 g5")
    assert places(position, "M") == {"d5", "e4", "e6", "h5", "g4", "g6"}
    assert play(position, "Mg6").streets == (("e5", "f5", "g5", "g6"),)
    assert play(position, "Md5").streets == (("d5", "e5", "f5", "g5"),)
    assert play(position, "Mg4").streets == (("g4", "g5", "f5", "e5"),)
    assert play(position, "Me4 Me3 Mh5").streets == (("e3", "e4", "e5", "f5", "g5", "h5"),)


def test_8_1_written_from_the_end_that_comes_first_in_board_order():
    assert play(start(market_cell="e5"), "Md5").streets == (("d5", "e5"),)
    assert play(start(market_cell="e5"), "Mf5").streets == (("e5", "f5"),)
    assert play(start(market_cell="e5"), "Me4").streets == (("e4", "e5"),)
    assert play(city("second", 3, "M d5 d6 e6"), "Mf6 Mf5 Mf4").streets == (("f4", "f5", "f6", "e6", "d6", "d5"),)


def test_8_2_touching_an_end_and_no_other_merchant():
    """In a horseshoe the cell between touches three merchants, those beside its foot two or none."""
    position = city("second", 3, "M e5 e6 f6 g6 g5")
    assert places(position, "M") == {"d5", "e4", "h5", "g4"}
    assert (rule(position, "Mf5"), reason(position, "Mf5")) == ("8.2", "beside_street")
    for cell in ("f7", "d6", "a1", "f4", "h6"):
        assert (rule(position, f"M{cell}"), reason(position, f"M{cell}")) == ("8.2", "street_end"), cell


@pytest.mark.parametrize("cell", ["e5", "k8", "k9", "m9"], ids=["merchant", "building", "stable", "well"])
def test_8_2_on_an_empty_cell(cell):
    position = city("second", 3, "M e5; G k8 + k9")
    assert (rule(position, f"M{cell}"), reason(position, f"M{cell}")) == ("8.2", "cell_taken")


def test_8_2_ends_of_two_streets_with_one_cell_between():
    position = city("second", 3, "M e5; M g5")
    assert places(position, "M") == {"d5", "e4", "e6", "h5", "g4", "g6"}
    assert reason(position, "Mf5") == "beside_street"
    assert play(position, "Mg6 Me6").streets == (("e5", "e6"), ("g5", "g6"))


@pytest.mark.parametrize("street", ["e5", "e5 e6 e7", "c5 d5 e5"], ids=["one merchant", "first end", "last end"])
def test_8_2_an_end_and_the_middle_of_another_street(street):
    position = city("second", 3, f"M {street}; M g4 g5 g6")
    assert (rule(position, "Mf5"), reason(position, "Mf5")) == ("8.2", "beside_street")


def test_8_2_two_merchants_that_are_no_ends():
    position = city("second", 3, "M d5 e5 f5 f6 f7; M a1")
    assert (rule(position, "Me6"), reason(position, "Me6")) == ("8.2", "street_end")


def test_8_2_the_newest_end_counts():
    position = play(city("second", 3, "M e5 f5"), "Mg5 Mh5")
    assert places(position, "M") == {"d5", "e4", "e6", "i5", "h4", "h6"}


def test_8_2_takes_a_merchant_of_the_player():
    assert hand(play(start(market_cell="e5"), "Me6"), 0)["M"] == 7


def test_8_3_a_new_street_only_when_none_can_be_extended():
    position = city("second", 3, CORNER)
    empty = set(all_cells(position)) - set(position.cells)
    assert places(position, "M") == empty - {"b2"}
    assert position.are_streets_blocked
    assert (rule(position, "Mb2"), reason(position, "Mb2")) == ("8.3", "two_merchants")
    assert (rule(position, "Ma1"), reason(position, "Ma1")) == ("8.3", "cell_taken")
    position = position.play("Mh11")
    assert position.streets == (("b1", "a1", "a2"), ("h11",))
    assert places(position, "M") == {"g11", "i11", "h10"}
    assert not position.are_streets_blocked
    assert not start("first", 3).are_streets_blocked


def test_8_3_not_while_an_older_street_can_be_extended():
    position = city("second", 3, CORNER + "; M h5")
    assert places(position, "M") == {"g5", "i5", "h4", "h6"}
    position = city("second", 3, "M h5; " + CORNER)
    assert places(position, "M") == {"g5", "i5", "h4", "h6"}
    assert play(position, "Mh6").streets[0] == ("h5", "h6")


def test_8_3_beside_an_old_street_it_is_one_of_its_own():
    position = city("second", 3, SOUTH)
    assert position.is_legal("Md2")
    position = position.play("Md2")
    assert position.streets == (("c1", "d1", "e1"), ("d2",))
    assert places(position, "M") == {"d3"}
    assert position.play("Md3").streets == (("c1", "d1", "e1"), ("d2", "d3"))


def test_8_3_nothing_beside_two_merchants_of_different_streets():
    """Both corners are blocked, and the cell in each touches two merchants."""
    board = "M a2 a1 b1; G a3; B c1; M o1 p1 p2; O n1; P p3"
    position = city("second", 3, board)
    assert rule(position, "Mo2") == rule(position, "Mb2") == "8.3"
    assert len(places(position, "M")) == len(all_cells(position)) - len(position.cells) - 2


def test_8_3_the_edge_is_allowed():
    position = city("second", 3, CORNER)
    for cell in ("p11", "p1", "a11", "h1", "h11", "p5"):
        assert position.is_legal(f"M{cell}")


def test_8_3_blocked_for_good_by_a_merchant_of_its_own():
    """The last way out of the corner is closed by the street itself."""
    position = city("second", 3, "M a1 b1; G a3; B c1")
    assert places(position, "M") == {"a2", "b2"}
    position = position.play("Ma2")
    assert position.is_legal("Mh5")
    assert position.streets == (("b1", "a1", "a2"),)


def test_8_4_near_the_well_and_beside_anything():
    position = city("second", 3, "well g6; M e5; G e7; W W1; B d4 @1")
    assert places(position, "M") == {"d5", "f5", "e4", "e6"}
