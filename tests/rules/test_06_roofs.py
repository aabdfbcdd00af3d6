"""Section 6: roofs."""

import pytest

from support import city, hand, places, play, reason, rule


def test_6_1_a_roof_makes_the_palace_the_players():
    position = city("second", 3, "G e5 e6", turn=2).play("Re5")
    assert position.palaces[0].roof == 2
    assert hand(position, 2)["R"] == 3
    assert position.scores == (0, 0, 3)


@pytest.mark.parametrize("cell", ["e5", "d6", "e6", "e7"])
def test_6_1_named_by_any_of_its_buildings(cell):
    position = city("second", 3, "G e6 d6 e7 e5 + f6")
    assert places(position, "R") == {"e5"}
    assert position.canonical(f"R{cell}").text == "Re5"
    assert position.canonical(f"N{cell}").text == "Ne5"
    assert position.play(f"R{cell}") == position.play("Re5")


def test_6_1_the_first_building_is_by_row_then_by_column():
    assert places(city("second", 3, "G e6 d6 f6"), "R") == {"d6"}
    assert places(city("second", 3, "G e6 d6 f6 f5"), "R") == {"f5"}


@pytest.mark.parametrize("piece", "RN")
@pytest.mark.parametrize("cell", ["f6", "a1", "k3", "m9"], ids=["stable", "empty", "merchant", "well"])
def test_6_1_not_where_no_building_stands(piece, cell):
    position = city("second", 3, "G e6 + f6")
    assert (rule(position, piece + cell), reason(position, piece + cell)) == ("6.1", "no_palace")
    assert position.canonical(piece + cell).text == piece + cell


@pytest.mark.parametrize("piece", "RN")
@pytest.mark.parametrize("owner", ["0", "1", "n"])
def test_6_1_not_on_a_palace_that_has_one(piece, owner):
    position = city("second", 3, f"G e6 @{owner}; B a1")
    assert (rule(position, f"{piece}e6"), reason(position, f"{piece}e6")) == ("6.1", "roofed")
    assert places(position, piece) == {"a1"}


def test_6_1_no_building_is_added_any_more():
    position = city("second", 3, "G e6")
    assert "e7" in places(position, "G")
    position = position.play("Re6")
    assert not {"e7", "d6", "f6", "e5"} & places(position, "G")
    assert position.is_legal("Ga1")


def test_6_2_one_palace_of_each_colour():
    position = city("second", 3, "G e6 @0; G a1; B h2", turn=0)
    assert places(position, "R") == {"h2"}
    assert (rule(position, "Ra1"), reason(position, "Ra1")) == ("6.2", "colour_owned")
    assert position.why("Ra1").args == {"cell": "a1", "colour": "G"}


@pytest.mark.parametrize("colour", "GPBO")
def test_6_2_of_whatever_colour(colour):
    other = "P" if colour == "G" else "G"
    position = city("second", 3, f"{colour} e6 @0; {colour} a1; {other} h2")
    assert places(position, "R") == {"h2"}
    assert places(position, "N") == {"a1", "h2"}
    assert rule(position, "Ra1") == "6.2"


def test_6_2_others_may():
    position = city("second", 3, "G e6 @0; G a1", turn=1)
    assert places(position, "R") == {"a1"}
    assert play(position, "Ra1").palaces[1].roof == 1


@pytest.mark.parametrize("board", ["G e5; B h5; B a9 @0", "B h5; G e5; B a9 @0"])
def test_6_2_any_colour_not_owned_is_enough_to_place(board):
    position = city("second", 3, board, turn=1, hands={0: "R1"})
    assert position.can_place(0)
    assert not city("second", 3, board.replace("G e5", "G e5 @1"), turn=1, hands={0: "R1"}).can_place(0)


def test_6_2_from_the_moment_the_roof_is_placed():
    position = city("second", 3, "G e6; G a1; M a2; M b1").play("Re6")
    assert (position.turn, places(position, "R")) == (0, set())
    assert rule(position, "Ra1") == "6.2"


def test_6_3_a_neutral_roof_on_any_palace_without_one():
    position = city("second", 3, "G e6 @0; G a1; B h2; P k8 @n; P a9")
    assert places(position, "N") == {"a1", "h2", "a9"}


def test_6_3_belongs_to_nobody_and_scores_for_nobody():
    position = city("second", 3, "G e6 e7 + e5; W Na").play("Ne7")
    assert position.palaces[0].roof == "neutral"
    assert position.scores == (0, 0, 0)
    assert hand(position, 0).get("N") is None
    assert hand(position, 0)["R"] == 4
    assert rule(position.play("WNb"), "Re6") == "6.1"


def test_6_3_does_not_use_up_the_players_colour():
    position = city("second", 2, "G e6; G a1; M a2; M b1").play("Ne6")
    assert places(position, "R") == {"a1"}


def test_6_2_who_could_claim_a_palace():
    position = city("second", 3, "G e5; G c9 @1; O h3 @n", hands={2: "W1"})
    grey, owned, neutral = position.palaces
    assert [position.may_claim(seat, grey) for seat in range(3)] == [True, False, False]
    assert not position.may_claim(0, owned)
    assert not position.may_claim(0, neutral)
