"""Section 16: The Gates of Medina."""

import pytest

from support import city, hand, pieces, places, play, reason, rule, start

NORTH = [f"N{column}" for column in "abcdefghijklmnop"]


def gated(board, players=3, **more):
    return city(more.pop("edition", "second"), players, board, gates=True, **more)


# 16.1 where a gate goes


def test_16_1_beside_a_wall_of_its_side():
    position = gated("W Na Sp E1 E2")
    assert places(position, "D") == {"Nb", "So", "E3"}
    for wall in ("Nc", "W5", "Sn", "E4"):
        assert (rule(position, f"D{wall}"), reason(position, f"D{wall}")) == ("16.1", "gate_apart"), wall
    after = position.play("DNb")
    assert after.walls == {"Na": "wall", "Nb": "gate", "Sp": "wall", "E1": "wall", "E2": "wall"}
    assert (after.turn, after.placements_left) == (0, 1)


def test_16_1_beside_either_row():
    assert places(gated("W Na Np"), "D") == {"Nb", "No"}
    assert places(gated("W Na Nb Nc Np"), "D") == {"Nd", "No"}
    assert places(gated("W Np"), "D") == {"No"}
    assert places(gated("W W1 W11"), "D") == {"W2", "W10"}


def test_16_1_the_last_empty_cell_of_a_side():
    walls = NORTH[:7] + NORTH[8:]
    assert places(gated(f"W {' '.join(walls)}"), "D") == {"Nh"}


def test_16_1_no_walls_no_gates():
    assert places(gated(""), "D") == set()


@pytest.mark.parametrize("gap", [0, 15])
def test_16_1_not_beside_a_tower(gap):
    position = gated(f"W {' '.join(NORTH[:gap] + NORTH[gap + 1 :])}")
    assert places(position, "D") == set()
    assert (rule(position, f"D{NORTH[gap]}"), reason(position, f"D{NORTH[gap]}")) == ("16.1", "gate_tower")


def test_16_1_not_beside_a_tower_with_one_wall_short():
    position = gated(f"W {' '.join(NORTH[:14])}")
    assert places(position, "D") == {"No"}
    assert reason(position, "DNp") == "gate_tower"
    assert reason(gated("W Sa"), "DNa") == "gate_tower"


@pytest.mark.parametrize(
    ("item", "legal"), [("", True), ("M b11", True), ("G b11", False), ("G c11 + b11", False), ("B b11 @n", False)]
)
def test_16_1_the_front_is_empty_or_holds_a_merchant(item, legal):
    position = gated(f"W Na; {item}")
    assert position.is_legal("DNb") is legal
    if not legal:
        assert (rule(position, "DNb"), reason(position, "DNb")) == ("16.1", "gate_blocked")
        assert position.why("DNb").args == {"cell": "Nb", "at": "b11"}
        assert places(position, "D") == set()


@pytest.mark.parametrize("wall", ["Na", "Nc"])
def test_16_1_on_an_empty_cell(wall):
    position = gated("W Na Nb; D Nc")
    assert (rule(position, f"D{wall}"), reason(position, f"D{wall}")) == ("16.1", "cell_taken")


def test_16_1_one_gate_a_side():
    position = gated("W Na Np Sa; D Nb")
    assert places(position, "D") == {"Sb"}
    assert (rule(position, "DNo"), reason(position, "DNo")) == ("16.1", "gate_second")
    assert position.why("DNo").args == {"cell": "No", "at": "Nb"}


def test_16_1_is_a_placement_and_takes_a_gate():
    position = gated("W Na", players=4).play("DNb")
    assert (position.turn, position.placements_left) == (0, 1)
    assert hand(position, 0).get("D") is None


# 16.2 a gate ends rows of walls


@pytest.mark.parametrize(("row", "gate", "past", "other"), [("Na", "Nb", "Nc", "Np"), ("Np", "No", "Nn", "Na")])
def test_16_2_the_row_is_not_extended_past_it(row, gate, past, other):
    position = gated(f"W {row}; D {gate}")
    assert {wall for wall in places(position, "W") if wall[0] == "N"} == {other}
    assert (rule(position, f"W{past}"), reason(position, f"W{past}")) == ("16.2", "past_gate")
    assert position.why(f"W{past}").args == {"cell": past, "at": gate}
    assert rule(position, "WNh") == "9.1"
    assert (rule(position, f"W{gate}"), reason(position, f"W{gate}")) == ("9.1", "cell_taken")


def test_16_2_the_other_row_may_reach_it():
    high = " ".join(reversed(NORTH[4:]))
    position = gated(f"W Na Nb {high}; D Nc")
    assert {wall for wall in places(position, "W") if wall[0] == "N"} == {"Nd"}
    full = position.play("WNd")
    assert len([wall for wall in full.walls if wall[0] == "N"]) == 16
    assert not {wall for wall in places(full, "W") if wall[0] == "N"}


def test_16_2_the_other_row_may_reach_it_from_the_low_tower():
    position = gated(f"W {' '.join(NORTH[:13])} Np; D No")
    assert {wall for wall in places(position, "W") if wall[0] == "N"} == {"Nn"}
    assert len(position.play("WNn").walls) == 16


def test_16_2_a_wall_beside_the_gate_belongs_to_its_own_row():
    high = " ".join(reversed(NORTH[4:]))
    position = gated(f"W Na Nb {high}; D Nc; G d11 @1").play("WNd")
    assert {tower: owner for tower, owner in position.tower_tiles.items() if owner is not None} == {3: 1}


def test_16_2_a_gate_touching_both_rows_ends_both():
    walls = NORTH[:7] + NORTH[8:]
    position = gated(f"W {' '.join(walls)}").play("DNh")
    assert not {wall for wall in places(position, "W") if wall[0] == "N"}
    assert position.walls["Nh"] == "gate"


# 16.3 the front of a gate


def test_16_3_no_building_and_no_stable():
    position = gated("W Na; D Nb")
    for colour in "GPBO":
        assert (rule(position, f"{colour}b11"), reason(position, f"{colour}b11")) == ("16.3", "gate_front")
    assert position.why("Gb11").args == {"cell": "b11", "at": "Nb"}
    position = gated("W Na; D Nb; G c11")
    assert (rule(position, "Gb11"), rule(position, "Sb11")) == ("16.3", "16.3")
    assert places(position, "G") == places(position, "S") == {"d11", "c10"}


def test_16_3_which_gate_is_meant():
    position = gated("W Na Sa E1; D Nb Sb E2")
    assert [position.why(f"G{cell}").args["at"] for cell in ("b11", "b1", "p2")] == ["Nb", "Sb", "E2"]


def test_16_3_a_merchant_may():
    position = gated("W Na; D Nb; M c11")
    assert position.play("Mb11").streets == (("b11", "c11"),)


# 16.4 passages

BOTH = "W Na Sa; D Nb Sb"


def test_16_4_out_through_one_gate_and_in_through_another():
    position = gated(f"{BOTH}; M b11")
    assert places(position, "M") == {"a11", "c11", "b10", "b1/Nb"}
    after = position.play("Mb1/Nb")
    assert after.streets == (("b1", "b11"),)
    assert after.used_gates == ("Nb", "Sb")
    assert hand(after, 0)["M"] == 7
    assert places(after, "M") == {"a1", "c1", "b2", "a11", "c11", "b10"}


def test_16_4_the_new_merchant_is_the_new_end_of_that_street():
    position = gated(f"{BOTH}; M h5 h6; M d11 c11 b11")
    after = position.play("Mb1/Nb")
    assert after.streets == (("h5", "h6"), ("b1", "b11", "c11", "d11"))
    assert after.play("Mb2").streets[1] == ("b2", "b1", "b11", "c11", "d11")


def test_16_4_from_the_end_not_from_the_middle():
    position = gated(f"{BOTH}; M a11 b11 c11")
    assert not [move for move in position.legal_moves if move.exit]
    assert (rule(position, "Mb1/Nb"), reason(position, "Mb1/Nb")) == ("16.4", "no_end_at_gate")


def test_16_4_the_cell_must_be_named_with_its_gate():
    """Without the gate the move would be a new street."""
    assert rule(gated(f"{BOTH}; M b11"), "Mb1") == "8.2"


@pytest.mark.parametrize(
    ("board", "move", "why"),
    [
        ("W Na Sa; D Nb; M b11", "Mb1/Nb", "no_entry"),
        (f"{BOTH}; M b11", "Mb1/Nc", "no_exit"),
        (f"{BOTH}; M b11", "Mb1/Na", "no_exit"),
        (f"{BOTH}; M b11", "Mb11/Nb", "no_entry"),
        (f"{BOTH}; M b11", "Mc1/Nb", "no_entry"),
        (f"{BOTH}; M b11", "Mb11/Sb", "no_end_at_gate"),
        (f"{BOTH}; M b11; M b1", "Mb1/Nb", "cell_taken"),
        (f"{BOTH}; M b11; M c1", "Mb1/Nb", "passage_merchant"),
        (f"{BOTH}; M b11; M b2", "Mb1/Nb", "passage_merchant"),
    ],
)
def test_16_4_nothing_else_is_a_passage(board, move, why):
    position = gated(board)
    assert (rule(position, move), reason(position, move)) == ("16.4", why)
    assert move[1:] not in places(position, "M")


def test_16_4_a_gap_is_no_gate():
    walls = " ".join(NORTH[:7] + NORTH[8:])
    position = gated(f"W {walls} Sa; D Sb; M h11")
    assert reason(position, "Mb1/Nh") == "no_exit"
    assert not [move for move in position.legal_moves if move.exit]


def test_16_4_two_exits_are_two_moves():
    position = gated("W Na W11 Sa; D Nb W10 Sb; M b11 a11 a10")
    assert {"b1/Nb", "b1/W10"} <= places(position, "M")
    north, west = position.play("Mb1/Nb"), position.play("Mb1/W10")
    assert north.streets == (("b1", "b11", "a11", "a10"),)
    assert west.streets == (("b1", "a10", "a11", "b11"),)
    assert (north.used_gates, west.used_gates) == (("Nb", "Sb"), ("Sb", "W10"))
    assert north != west


def test_16_4_two_exits_of_two_streets():
    position = gated("W Np Sa W1; D No Sb W2; M o11; M a2 a3")
    assert {move for move in places(position, "M") if "/" in move} == {"b1/No", "b1/W2"}
    assert position.play("Mb1/No").streets == (("b1", "o11"), ("a2", "a3"))
    assert position.play("Mb1/W2").streets == (("o11",), ("b1", "a2", "a3"))


def test_16_4_several_entries():
    position = gated("W Na Sa E1; D Nb Sb E2; M b11")
    assert {move for move in places(position, "M") if "/" in move} == {"b1/Nb", "p2/Nb"}


def test_16_4_listed_in_sorted_order_among_the_other_merchants():
    position = gated("W Na Sa E1; D Nb Sb E2; M b11")
    merchants = [move.text for move in position.legal_moves if move.piece == "M"]
    assert merchants == ["Ma11", "Mb1/Nb", "Mb10", "Mc11", "Mp2/Nb"]


def test_16_4_while_there_is_a_passage_no_new_street_starts():
    blocked = gated(f"{BOTH}; M a10 a11 b11; G c11 d11; B a9 b9 c9")
    assert places(blocked, "M") == {"b1/Nb"}
    assert rule(blocked, "Mh5") == "8.2"
    assert reason(blocked, "Mh5") == "street_end"
    assert blocked.can_place(0)


def test_16_4_the_passage_may_be_all_a_player_can_place():
    blocked = gated(f"{BOTH}; M a10 a11 b11; G c11 d11; B a9 b9 c9", hands={1: "M1"})
    assert blocked.can_place(1)


def test_8_3_a_blocked_street_is_freed_again_by_a_gate():
    position = gated("W Na Sa; D Sb; M a10 a11 b11; G c11 d11; B a9 b9 c9")
    assert position.is_legal("Mh5")
    position = position.play("DNb")
    assert places(position, "M") == {"b1/Nb"}
    assert rule(position, "Mh5") == "8.2"


# 16.5 each gate carries a street once


def test_16_5_the_gate_just_entered_is_no_way_out():
    position = gated("W Na Sa E1; D Nb Sb E2; M b11").play("Mb1/Nb")
    assert not [move for move in position.legal_moves if move.exit]
    assert (rule(position, "Mp2/Sb"), reason(position, "Mp2/Sb")) == ("16.5", "gate_used")
    assert position.why("Mp2/Sb").args["at"] == "Sb"


def test_16_5_the_gate_left_by_is_no_way_out_again():
    position = gated("W Na Sa E1; D Nb Sb E2; M b11").play("Mb1/Nb")
    assert (rule(position, "Mp2/Nb"), position.why("Mp2/Nb").args["at"]) == ("16.5", "Nb")


def test_16_5_a_used_gate_is_no_way_in():
    position = gated("W Na Sa E1; D Nb Sb E2; used Nb E2; M h5; M b1; M o5 o6")
    assert not [move for move in position.legal_moves if move.exit]
    assert (rule(position, "Mp2/Sb"), position.why("Mp2/Sb").args["at"]) == ("16.5", "E2")
    assert (rule(position, "Mb11/Sb"), position.why("Mb11/Sb").args["at"]) == ("16.5", "Nb")
    assert reason(position, "Mb11/Sb") == "gate_used"


def test_16_5_four_gates_carry_two_passages():
    board = "W Na Sa E1 W1; D Nb Sb E2 W2; used Nb Sb; M b11 c11 d11; M p2 p3"
    position = gated(board).play("Ma2/E2")
    assert position.used_gates == ("E2", "Nb", "Sb", "W2")
    assert position.streets[1] == ("a2", "p2", "p3")


# 16.6 the fourth gate


def test_16_6_the_first_to_place_a_gate_gets_the_fourth():
    position = gated("W Na Sa")
    assert position.spare_gate
    after = position.play("DNb")
    assert after.spare_gate is False
    assert hand(after, 0)["D"] == 1
    assert after.play("DSb").walls["Sb"] == "gate"


def test_16_6_only_the_first():
    position = play(gated("W Na Sa E1"), "DNb DSb")
    assert hand(position, 0).get("D") is None
    position = position.play("DE2")
    assert hand(position, 1).get("D") is None


def test_16_6_at_once_so_it_keeps_a_player_in():
    position = gated("W Na Sa", hands={0: "D1"}).play("DNb")
    assert position.out == (False, False, False)
    assert (position.turn, places(position, "D")) == (0, {"Sb"})


def test_16_6_a_fourth_gate_that_cannot_be_placed_is_discarded_with_the_second_placement():
    position = gated("W Na", hands={0: "D1"}).play("DNb")
    assert (position.out, hand(position, 0), position.turn) == ((True, False, False), {}, 1)


@pytest.mark.parametrize("players", [2, 4])
def test_16_6_not_with_two_or_four_players(players):
    before = gated("W Na Sa", players=players)
    after = before.play("DNb")
    assert after.stocks[0]["D"] == before.stocks[0]["D"] - 1


# 16.7 discarding gates

NO_PLACE = "G b11 @1; W Na"
"""A wall, but a building in front of the only cell where a gate could stand."""


def test_16_7_at_the_second_placement():
    position = gated(NO_PLACE.replace("; W Na", ""), hands={0: "W1 D1"}).play("WNa")
    assert hand(position, 0) == {}
    assert position.out == (True, False, False)
    assert position.turn == 1


def test_16_7_at_the_start_of_a_turn():
    position = gated(NO_PLACE, hands={1: "D1", 0: "M2"})
    assert hand(position.play("Mk4"), 1) == {"D": 1}
    position = play(position, "Mk4 Mk5")
    assert hand(position, 1) == {}
    assert position.out == (True, True, False)
    assert position.turn == 2


def test_16_7_all_of_them_and_tea_does_not_help():
    position = gated("G b10 @n; W Na", players=2, hands={1: "D2 T1"})
    position = play(position, "Mk4 Mk5")
    assert hand(position, 1) == {"T": 1}
    assert position.out == (False, True)
    assert position.turn == 0


def test_16_7_not_when_a_gate_can_be_placed():
    position = gated("W Na", hands={1: "D1", 0: "M2 W1"})
    position = play(position, "Mk4 Mk5")
    assert (position.turn, pieces(position)) == (1, {"D"})


def test_16_7_not_with_other_pieces_in_hand():
    """The roof cannot be placed either, but the player is skipped and keeps everything."""
    position = gated(NO_PLACE, hands={1: "D1 R1"})
    position = play(position, "Mk4 Mk5")
    assert hand(position, 1) == {"D": 1, "R": 1}
    assert position.out == (False, False, False)
    assert position.turn == 2


def test_16_7_not_before_the_player_is_due():
    position = gated(NO_PLACE, hands={0: "M5", 1: "M5", 2: "D1"})
    position = play(position, "Mk4 Mk5 Mk6")
    assert hand(position, 2) == {"D": 1}
    assert not position.out[2]
    position = play(position, "Mk7")
    assert position.out[2]
    assert position.turn == 0


# 16.8 a gate is no wall


def test_16_8_scores_nothing_and_connects_nothing():
    position = gated("G c11 @0; W Na", lying={}).play("DNb")
    assert position.tower_tiles == dict.fromkeys((1, 2, 3, 4))
    assert position.score_sheet()[0].walls == 0
    position = gated("G c11 @0; W Na Np No Nn Nm Nl Nk Nj Ni Nh Ng Nf Ne; D Nb").play("WNd")
    assert position.tower_tiles == dict.fromkeys((1, 2, 3, 4))
    assert position.play("WNc").tower_tiles == dict.fromkeys((1, 2, 3, 4)) | {3: 0}


@pytest.mark.parametrize(
    ("edition", "players"), [("first", 3), ("first", 4), ("second", 2), ("second", 3), ("second", 4)]
)
def test_16_9_with_either_edition(edition, players):
    position = gated("W Na", edition=edition, players=players)
    assert position.is_legal("DNb")
    without = city(edition, players, "W Na")
    assert rule(without, "DNb") == "4.2"
    assert "D" not in pieces(without)


def test_16_9_new_games_have_gates_in_hand():
    assert [start("first", 3, True).stocks[seat]["D"] for seat in range(3)] == [1, 1, 1]
