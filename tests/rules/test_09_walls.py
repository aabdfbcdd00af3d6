"""Section 9: walls."""

import pytest

from support import city, hand, places, play, reason, rule, start

NORTH = [f"N{column}" for column in "abcdefghijklmnop"]
EAST = [f"E{row}" for row in range(1, 12)]


def test_9_1_beside_a_tower_or_a_wall_of_the_same_side():
    position = play(start(), "WNa")
    assert places(position, "W") == {"Nb", "Np", "Sa", "Sp", "W1", "W11", "E1", "E11"}
    assert position.walls == {"Na": "wall"}
    position = play(position, "WE1 WE11 WNp")
    assert places(position, "W") == {"Nb", "No", "Sa", "Sp", "W1", "W11", "E2", "E10"}
    for wall in ("Nc", "Nn", "E3", "E9", "Sh", "W5"):
        assert (rule(position, f"W{wall}"), reason(position, f"W{wall}")) == ("9.1", "wall_apart"), wall
    for wall in ("Na", "Np", "E1", "E11"):
        assert (rule(position, f"W{wall}"), reason(position, f"W{wall}")) == ("9.1", "cell_taken"), wall


def test_9_1_round_the_corner_is_another_side():
    position = city("second", 3, "W Na Nb Nc")
    assert "W10" not in places(position, "W")
    assert rule(position, "WW10") == "9.1"


@pytest.mark.parametrize(
    ("row", "cell", "wall", "tower"),
    [
        ("Na Nb Nc Nd Ne Nf Ng Nh Ni Nj Nk Nl Nm", "n11", "Nn", 1),
        ("Np No Nn Nm Nl Nk Nj Ni Nh Ng Nf Ne Nd", "c11", "Nc", 3),
        ("Sa Sb Sc Sd Se Sf Sg Sh Si Sj Sk Sl Sm", "n1", "Sn", 4),
        ("Sp So Sn Sm Sl Sk Sj Si Sh Sg Sf Se Sd", "c1", "Sc", 2),
        ("W1 W2 W3 W4 W5 W6 W7 W8", "a9", "W9", 4),
        ("W11 W10 W9 W8 W7 W6 W5 W4", "a3", "W3", 1),
        ("E1 E2 E3 E4 E5 E6 E7 E8", "p9", "E9", 2),
        ("E11 E10 E9 E8 E7 E6 E5 E4", "p3", "E3", 3),
    ],
)
def test_9_1_a_wall_belongs_to_the_tower_its_row_starts_from(row, cell, wall, tower):
    position = city("second", 3, f"W {row}; G {cell} @1").play(f"W{wall}")
    assert {n: owner for n, owner in position.tower_tiles.items() if owner is not None} == {tower: 1}


@pytest.mark.parametrize("gap", range(16))
def test_9_2_one_cell_of_a_side_stays_empty(gap):
    walls = " ".join(NORTH[:gap] + NORTH[gap + 1 :])
    position = city("second", 3, f"W {walls}")
    assert not any(wall.startswith("N") for wall in places(position, "W"))
    assert (rule(position, f"W{NORTH[gap]}"), reason(position, f"W{NORTH[gap]}")) == ("9.2", "wall_gap")
    assert position.walls == dict.fromkeys(walls.split(), "wall")


@pytest.mark.parametrize("gap", range(11))
def test_9_2_on_the_short_sides_too(gap):
    walls = " ".join(EAST[:gap] + EAST[gap + 1 :])
    position = city("second", 3, f"W {walls}")
    assert not any(wall.startswith("E") for wall in places(position, "W"))
    assert rule(position, f"W{EAST[gap]}") == "9.2"


def test_9_2_two_empty_cells_take_a_wall_from_either_tower():
    walls = " ".join(NORTH[:5] + NORTH[7:])
    position = city("second", 3, f"W {walls}")
    assert {wall for wall in places(position, "W") if wall[0] == "N"} == {"Nf", "Ng"}
    assert rule(position.play("WNf"), "WNg") == "9.2"
    assert rule(position.play("WNg"), "WNf") == "9.2"


def test_9_2_with_the_two_rows_far_apart_nothing_between_fits():
    position = city("second", 3, "W Na Np")
    assert {wall for wall in places(position, "W") if wall[0] == "N"} == {"Nb", "No"}


@pytest.mark.parametrize("item", ["G a11", "G b11 + a11 @1", "M a11", ""])
def test_9_3_whatever_stands_in_front(item):
    position = city("second", 3, item).play("WNa")
    assert position.walls == {"Na": "wall"}
    assert hand(position, 0)["W"] == 11
