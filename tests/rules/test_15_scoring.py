"""Section 15: scoring."""

import pytest

from support import city


def sheet(board, seat=0, **more):
    return city("second", 3, board, **more).score_sheet()[seat]


def test_15_1_a_point_for_each_part():
    score = sheet("G a1 b1 c1 + a2 b2 @0; W Sa Sb W1; M d1 d2; M c2")
    assert (score.buildings, score.stables, score.walls, score.merchants) == (3, 2, 3, 2)


def test_15_1_a_merchant_counts_once_for_a_palace_it_touches_twice():
    assert sheet("G e5 e6 f6 @0; M f5 g5").merchants == 1


def test_15_1_a_merchant_counts_once_for_each_palace_it_touches():
    position = city("second", 3, "G e5 @0; B g5 @1; O f3 @0; M f5; M f4")
    assert [score.merchants for score in position.score_sheet()] == [2, 1, 0]


def test_15_1_merchants_at_a_corner_do_not_touch():
    assert sheet("G e5 @0; M d4; M f6").merchants == 0


@pytest.mark.parametrize(
    ("walls", "points"), [("Na", 1), ("W11", 1), ("Na W11", 2), ("Na Nb W11", 2), ("", 0), ("Np E1", 0)]
)
def test_15_1_a_corner_cell_touches_two_walls(walls, points):
    assert sheet(f"G a11 @0; W {walls}").walls == points


def test_15_1_a_wall_touches_one_cell_only():
    assert sheet("G b11 c11 @0; W Na Nb Nc Nd").walls == 2


def test_15_1_all_palaces_with_the_players_own_roof_and_no_other():
    position = city("second", 3, "G e5 e6 @0; B i5 + i6 @0; O a1 a2 a3 @1; P m2 m3 @n; P p11 @0; G c9")
    assert [score.buildings for score in position.score_sheet()] == [4, 3, 0]
    assert [score.stables for score in position.score_sheet()] == [1, 0, 0]


def test_15_2_tiles():
    position = city("second", 3, "G e5 @0; B i5 @0; O a1 @1", tiles={1: 0, 3: 0, 4: 1, 2: "neutral"})
    assert [score.palace_tiles for score in position.score_sheet()] == [4, 4, 0]
    assert [score.tower_tiles for score in position.score_sheet()] == [4, 4, 0]


def test_15_3_the_well():
    assert sheet("well f6; G f8 g8 + h8 @0; B h6 @0").well == 8


def test_15_4_the_total_is_the_sum_and_ties_are_shared():
    position = city("second", 3, "well f6; G f8 @0; B a1 b1 c1 d1 e1 f1 @1; M a2", tiles={4: 1})
    score = position.score_sheet()
    assert position.scores == (1 + 1 + 4, 6 + 1 + 3 + 4, 0)
    assert score[0].total == 6
    assert score[1]._asdict() == {
        "buildings": 6,
        "stables": 0,
        "walls": 0,
        "merchants": 1,
        "palace_tiles": 3,
        "tower_tiles": 4,
        "well": 0,
    }
    tied = city("second", 3, "G a1 @0; B c3 @1; O e5 @2; M b1 c1 d1", tiles={2: 0})
    assert tied.scores == (1 + 1 + 2 + 1, 1 + 3, 1 + 4)
    assert tied.scores[0] == tied.scores[2]


def test_15_a_palace_tells_what_makes_up_its_points():
    position = city("second", 3, "G a1 b1 + a2 @0; O b4 + b5; well d4; W Sa Sb Sc W1; M c1 c2; M a4")
    claimed, open_one = position.palaces
    assert claimed.walls == ("Sa", "Sb", "W1")
    assert (claimed.merchants, claimed.towers, claimed.well_cells) == (("c1",), (4,), ())
    assert (claimed.has_tile, claimed.points) == (True, 7)
    assert (open_one.walls, open_one.merchants, open_one.towers) == ((), ("a4",), ())
    assert (open_one.well_cells, open_one.has_tile, open_one.points) == (("b4",), False, 7)


def test_15_the_walls_of_a_palace_are_those_of_its_towers():
    palace = city("second", 2, "B a10 b10 + a9 @1; W Na Nb W10 W9 E1").palaces[0]
    assert (palace.walls, palace.towers) == (("Na", "Nb", "W10", "W9"), (1,))
    both_ends = city("second", 2, "B a1 a2 a3 @1; W W1 W2 W10 Nn").palaces[0]
    assert (both_ends.walls, both_ends.towers) == (("W1", "W2"), (4,))


def test_15_a_roof_brings_what_the_palace_said():
    position = city("second", 2, "B a1 b1 + b2; W Sa W1; M c1; well d2")
    assert [score.total for score in position.play("Ra1").score_sheet()] == [position.palaces[0].points + 3 + 4, 0]
