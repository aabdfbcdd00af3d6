"""Section 5: buildings and palaces."""

import pytest

from support import all_cells, city, hand, near, places, play, reason, rule, start, touching


def test_5_1_buildings_of_one_colour_and_their_stables():
    position = city("second", 3, "G e5; B h5")
    position = play(position, "Ge6 Sf6 Bi5 Gd6")
    grey, brown = position.palaces
    assert (grey.colour, grey.buildings, grey.stables, grey.roof) == ("G", ("e5", "d6", "e6"), ("f6",), None)
    assert (brown.colour, brown.buildings, brown.stables) == ("B", ("h5", "i5"), ())
    assert position.scores == (0, 0, 0)


def test_5_1_palaces_are_listed_in_the_order_they_were_started():
    position = play(start(), "Oe5 Bh5 Ga1 Of5 Pa5")
    assert [palace.colour for palace in position.palaces] == ["O", "B", "G", "P"]


@pytest.mark.parametrize("cell", ["e5", "e6", "m9", "k3"], ids=["building", "stable", "well", "merchant"])
@pytest.mark.parametrize("colour", "GO")
def test_5_2_empty_cells_only(cell, colour):
    position = city("second", 3, "G e5 + e6")
    assert (rule(position, colour + cell), reason(position, colour + cell)) == ("5.2", "cell_taken")
    assert cell not in places(position, colour)


def test_5_3_open_while_a_building_could_be_added():
    position = city("second", 3, "G a1; M a3 a2", hands={0: "M1 G2"})
    assert position.palaces[0].is_open
    assert places(position, "G") == {"b1"}


@pytest.mark.parametrize(
    ("board", "move"),
    [
        ("G a1; M a3 a2; M c1", "Mb1"),
        ("G a1; M a2", "Sb1"),
        ("G a1; M a2; B d1", "Bc1"),
        ("G b1 + a1 b2; B d4 d3", "Bd2"),
    ],
    ids=["merchant", "stable", "another palace", "another palace, stables on the other sides"],
)
def test_5_3_boxed_in_it_is_closed(board, move):
    before = city("second", 3, board)
    assert before.palaces[0].is_open
    position = before.play(move)
    assert not position.palaces[0].is_open
    assert position.palaces[0].roof is None
    assert "Ge9" not in {m.text for m in before.legal_moves}
    assert position.is_legal("Ge9")
    assert position.is_legal(f"R{position.palaces[0].buildings[0]}")
    assert not any(cell in places(position, "S") for cell in touching(position.palaces[0].buildings[0]))


def test_5_3_closed_by_the_well():
    position = city("second", 3, "well b3; G a1; M b1 c1")
    assert not position.palaces[0].is_open
    assert rule(position, "Sa2") == "5.7"
    assert position.is_legal("Ge9")


def test_5_3_closed_by_a_gate():
    position = city("second", 3, "G a1; M a2; W Sp So Sn Sm Sl Sk Sj Si Sh Sg Sf Se Sd Sc", gates=True)
    assert position.palaces[0].is_open
    position = position.play("DSb")
    assert not position.palaces[0].is_open
    assert position.is_legal("Gh9")
    assert rule(position, "Sb1") == "16.3"


def test_5_3_a_closed_palace_gets_its_roof():
    position = city("second", 3, "G a1; M a2 ; M b1").play("Ra1")
    assert position.palaces[0].roof == 0


def test_5_3_a_palace_with_a_roof_is_not_open_but_takes_stables():
    position = city("second", 3, "G e5 @1")
    assert not position.palaces[0].is_open
    assert places(position, "S") == touching("e5")


def test_5_4_added_to_the_open_palace():
    position = city("second", 3, "G e5 e6 + f5")
    assert places(position, "G") == {"d5", "e4", "d6", "f6", "e7"}
    for cell in ("g5", "f4", "d4", "e8", "a1", "p11"):
        assert (rule(position, f"G{cell}"), reason(position, f"G{cell}")) == ("5.4", "open_palace"), cell
    assert position.why("Ga1").args == {"cell": "a1", "colour": "G", "at": "e5"}


def test_5_4_only_its_own_colour():
    position = city("second", 3, "G e5", well=False)
    for colour in "PBO":
        assert places(position, colour) == set(all_cells(position)) - near("e5") - {"k3"}


def test_5_4_the_open_one_of_several_of_the_colour():
    position = city("second", 3, "G e5 @0; G a1; M a2; M b1; G i5")
    assert places(position, "G") == touching("i5")
    assert position.why("Ge9").args["at"] == "i5"
    position = position.play("Gi6")
    assert [palace.buildings for palace in position.palaces] == [("e5",), ("a1",), ("i5", "i6")]


def test_5_5_a_new_palace_where_none_is_open():
    position = city("second", 3, "G e5 @0; B i8 + i9", well=False)
    free = set(all_cells(position)) - near("e5") - near("i8") - near("i9") - {"k3"}
    assert places(position, "G") == free
    assert position.palaces[0].colour == "G"
    assert play(position, "Ga1").palaces[-1].buildings == ("a1",)


def test_5_5_a_second_palace_of_the_colour_beside_a_closed_one():
    position = city("second", 3, "G a1; M a2 ; M b1").play("Gc3")
    assert [palace.buildings for palace in position.palaces] == [("a1",), ("c3",)]
    assert [palace.is_open for palace in position.palaces] == [False, True]


@pytest.mark.parametrize("cell", sorted(near("e5") - {"e5"}))
@pytest.mark.parametrize("colour", "GO")
def test_5_6_no_building_near_another_palace(cell, colour):
    position = city("second", 3, "G e5 @1")
    assert (rule(position, colour + cell), reason(position, colour + cell)) == ("5.6", "near_palace")
    assert position.why(colour + cell).args == {"cell": cell, "colour": "G", "at": "e5"}


@pytest.mark.parametrize("cell", ["d7", "e7", "f7"])
def test_5_6_no_building_near_a_stable_of_another_palace(cell):
    position = city("second", 3, "G e5 + e6")
    assert rule(position, f"O{cell}") == "5.6"
    assert position.why(f"O{cell}").args["at"] == "e6"
    assert position.is_legal(f"O{cell[0]}8")


def test_5_6_holds_for_the_growing_palace_too():
    position = city("second", 3, "G e5; B g6")
    assert places(position, "G") == {"d5", "e4", "e6"}
    assert rule(position, "Gf5") == "5.6"
    assert position.why("Gf5").args == {"cell": "f5", "colour": "B", "at": "g6"}
    assert position.play("Ge6").why("Gf6").args["at"] == "g6"
    position = city("second", 3, "G e5; B h7")
    position = play(position, "Bg7")
    assert places(position, "G") == {"d5", "e4", "f5", "e6"}
    assert rule(play(position, "Bg6"), "Gf5") == "5.6"


def test_5_6_does_not_hold_within_a_palace():
    position = city("second", 3, "G e5 e6 e7 f7 g7")
    assert {"f5", "f6", "g6"} <= places(position, "G")


def test_5_6_names_the_nearest_cells_of_the_other_palace():
    position = city("second", 3, "B f7 g7 f8")
    assert str(position.why("Oe6")) == "e6 is near the brown palace at f7 (rule 5.6)"


def test_5_6_names_the_palace_that_is_near():
    position = city("second", 3, "G a1 @0; P a5 @0; B f7 g7 f8; P k8")
    assert position.why("Oe6").args == {"cell": "e6", "colour": "B", "at": "f7"}


@pytest.mark.parametrize("cell", sorted(near("f6") - {"f6"}))
def test_5_7_no_building_near_the_well(cell):
    position = city("second", 3, "well f6")
    for colour in "GPBO":
        assert (rule(position, colour + cell), reason(position, colour + cell)) == ("5.7", "near_well")
    assert position.why(f"G{cell}").args == {"cell": cell, "at": "f6"}


def test_5_7_holds_for_the_growing_palace_too():
    position = city("second", 3, "well f6; G d6")
    assert places(position, "G") == {"c6", "d5", "d7"}
    assert rule(position, "Ge6") == "5.7"


def test_5_8_a_colour_all_own_is_finished():
    position = city("second", 3, "G a1 @1; G c1 @2; G e1").play("Re1")
    assert [stock["G"] for stock in position.stocks] == [0, 0, 0]
    assert [stock["B"] for stock in position.stocks] == [6, 6, 6]
    assert [stock["P"] for stock in position.stocks] == [6, 6, 6]
    assert rule(position, "Gk9") == "4.2"


@pytest.mark.parametrize("colour", "GPBO")
def test_5_8_only_that_colour(colour):
    position = city("second", 2, f"{colour} a1 @1; {colour} e1").play("Re1")
    assert {letter: position.stocks[1][letter] for letter in "GPBO"} == dict.fromkeys("GPBO", 8) | {colour: 0}


def test_5_8_not_before_everybody_has_a_roof_of_it():
    position = city("second", 3, "G a1 @1; G c1; B e1 @2").play("Rc1")
    assert [stock["G"] for stock in position.stocks] == [6, 6, 6]


def test_5_8_neutral_roofs_do_not_count():
    position = city("second", 3, "G a1 @1; G c1 @2; G e1").play("Ne1")
    assert [stock["G"] for stock in position.stocks] == [6, 6, 6]
    position = city("second", 2, "G a1 @n; G c1 @n; G e1").play("Re1")
    assert [stock["G"] for stock in position.stocks] == [8, 8]


def test_5_8_needs_two_roofs_in_the_two_player_game_and_four_with_four():
    position = city("second", 2, "G a1 @0; G c1", turn=1).play("Rc1")
    assert [stock["G"] for stock in position.stocks] == [0, 0]
    position = city("second", 4, "G a1 @0; G c1 @1; G e1", turn=2).play("Re1")
    assert [stock["G"] for stock in position.stocks] == [5] * 4
    position = city("second", 4, "G a1 @0; G c1 @1; G g1 @3; G e1", turn=2).play("Re1")
    assert [stock["G"] for stock in position.stocks] == [0] * 4


def test_5_8_at_once_for_the_players_own_second_placement():
    position = city("second", 2, "G a1 @0; G c1", turn=1, hands={1: "G3 R1 W1"}).play("Rc1")
    assert hand(position, 1) == {"W": 1}
    assert (position.turn, position.placements_left) == (1, 1)
