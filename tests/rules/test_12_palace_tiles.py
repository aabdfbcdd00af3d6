"""Section 12: palace tiles."""

import pytest

from support import city, play


@pytest.mark.parametrize(("colour", "points"), [("G", 1), ("P", 2), ("B", 3), ("O", 4)])
def test_12_1_what_each_is_worth(colour, points):
    position = city("second", 3, f"{colour} e5").play("Re5")
    assert position.score_sheet()[0].palace_tiles == points
    assert position.palace_tiles == dict.fromkeys("GPBO") | {colour: 0}
    assert position.palace_tile_palaces == dict.fromkeys("GPBO") | {colour: "e5"}


def test_12_2_size_counts_stables():
    """Three cells against two, though it has fewer buildings."""
    position = city("second", 3, "G e5 e6 @1; G i5 + i6 h5").play("Ri5")
    assert position.palace_tiles["G"] == 0
    assert position.palaces[1].size == 3


def test_12_3_the_first_roof_takes_it():
    position = city("second", 3, "G e5; G i5; M h5; M j5; M i6 ; M i4", turn=1)
    assert position.palace_tiles["G"] is None
    assert play(position, "Ri5").palace_tiles["G"] == 1


def test_12_3_without_a_roof_a_larger_palace_takes_nothing():
    position = city("second", 3, "G e5 @1; G i5 i6 i7", turn=2)
    assert position.play("Gi8").palace_tiles["G"] == 1
    assert position.play("Sj7").palace_tiles["G"] == 1


@pytest.mark.parametrize(("board", "owner"), [("G i5", 1), ("G i5 i6", 1), ("G i5 i6 i7", 0), ("G i5 i6 + h5", 0)])
def test_12_3_a_roof_on_a_larger_one_takes_it(board, owner):
    position = city("second", 3, f"G e5 e6 @1; {board}").play("Ri5")
    assert position.palace_tiles["G"] == owner
    assert position.palace_tile_palaces["G"] == ("e5" if owner else "i5")
    assert [score.palace_tiles for score in position.score_sheet()] == [1 - owner, owner, 0]


def test_12_3_a_stable_makes_it_larger():
    position = city("second", 3, "O e5 e6 @1; O i5 @0")
    position = position.play("Si4")
    assert position.palace_tiles["O"] == 1
    position = position.play("Sh5")
    assert position.palace_tiles["O"] == 0
    assert [score.palace_tiles for score in position.score_sheet()] == [4, 0, 0]


def test_12_3_whoever_placed_the_stable():
    position = city("second", 3, "O e5 e6 @1; O i5 + i4 @0", turn=2).play("Sh5")
    assert position.palace_tiles["O"] == 0


def test_12_3_a_stable_on_the_holder_keeps_it():
    position = city("second", 3, "O e5 e6 @1; O i5 + i4 @0").play("Se7")
    assert position.palace_tiles["O"] == 1
    assert position.play("Sh5").palace_tiles["O"] == 1


def test_12_3_back_and_forth():
    position = city("second", 3, "O e5 @1; O i5 @0", holders={"O": "e5"})
    owners = []
    for move in ["Si4", "Se4", "Se6", "Sh5", "Si6"]:
        position = position.play(move)
        owners.append(position.palace_tiles["O"])
    assert owners == [0, 0, 1, 1, 0]


def test_12_3_only_within_a_colour():
    position = city("second", 3, "G e5 @1; O i5 i6 i7 i8").play("Ri5")
    assert (position.palace_tiles["G"], position.palace_tiles["O"]) == (1, 0)
    assert position.play("Sh5").palace_tiles["G"] == 1


def test_12_4_the_owner_of_the_palace_has_it():
    position = city("second", 3, "B e5", turn=2).play("Re5")
    assert [score.palace_tiles for score in position.score_sheet()] == [0, 0, 3]


def test_12_4_a_neutral_palace_takes_it_first_and_scores_for_nobody():
    position = city("second", 3, "B e5").play("Ne5")
    assert position.palace_tiles["B"] == "neutral"
    assert position.palace_tile_palaces["B"] == "e5"
    assert position.scores == (0, 0, 0)


@pytest.mark.parametrize(("board", "owner"), [("B i5 i6", "neutral"), ("B i5 i6 i7", 0)])
def test_12_4_it_is_won_from_a_neutral_palace_by_a_larger_one(board, owner):
    position = city("second", 3, f"B e5 e6 @n; {board}").play("Ri5")
    assert position.palace_tiles["B"] == owner


def test_12_4_a_neutral_palace_wins_it():
    position = city("second", 3, "B e5 @1; B i5 i6")
    assert position.play("Ni5").palace_tiles["B"] == "neutral"
    position = city("second", 3, "B e5 e6 @1; B i5 i6 @n", holders={"B": "e5"}).play("Si7")
    assert position.palace_tiles["B"] == "neutral"
    assert [score.palace_tiles for score in position.score_sheet()] == [0, 0, 0]


def test_what_claiming_would_bring_each_seat_now_with_its_tiles():
    position = city(
        "second", 3, "G e1 e2 @1; G i1 i2 i3; W Sa Sb Sc Sd Se Sp So Sn Sm Sl Sk Sj Si", turn=2, tiles={4: 0}
    )
    palace = position.palaces[1]
    grown = 3 + 1 + 2
    assert position.claiming(0, palace) == (grown + 1, -1, 0)
    assert position.claiming(2, palace) == (0, -1, grown + 1)
    assert position.claiming(2, palace) == tuple(
        then - now for then, now in zip(position.play("Ri1").scores, position.scores, strict=True)
    )
    assert position.turn == 2
