"""Section 10: tea."""

import pytest

from support import city, hand, pieces, play, reason, rule, start


def purple(roofs, **more):
    """Purple palaces with these roofs, and one without at p1."""
    cells = ("a1", "c1", "e1", "g1")
    board = "; ".join(f"P {cell} @{roof}" for cell, roof in zip(cells, roofs, strict=False))
    return city("second", more.pop("players", 4), board + "; P n1", **more)


@pytest.mark.parametrize(("roofs", "tea", "left"), [("", 3, 3), ("1", 2, 1), ("12", 1, 0), ("123", 0, 0)])
def test_10_1_three_two_one_and_none(roofs, tea, left):
    position = purple(roofs).play("Rn1")
    assert hand(position, 0).get("T", 0) == tea
    assert position.tea_left == left


def test_10_1_only_purple_palaces():
    for colour in "GBO":
        position = city("second", 3, f"{colour} a1").play("Ra1")
        assert position.tea_left == 6
        assert hand(position, 0).get("T") is None


@pytest.mark.parametrize(("roofs", "left"), [("", 3), ("1", 1), ("n", 1), ("1n", 0), ("1n2", 0)])
def test_10_2_a_neutral_roof_counts_and_its_tea_goes_to_the_box(roofs, left):
    position = purple(roofs, players=3).play("Nn1")
    assert position.tea_left == left
    assert [stock["T"] for stock in position.stocks] == [0, 0, 0]


def test_10_2_after_a_neutral_roof_the_next_brings_less():
    position = purple("n", players=3).play("Rn1")
    assert (hand(position, 0)["T"], position.tea_left) == (2, 1)


def tea(left=1, size=2, held="W2 T2", **more):
    return city("second", 3, "", hands={0: held}, left=left, size=size, **more)


def test_10_3_instead_of_the_second_placement():
    position = tea()
    assert pieces(position) == {"W", "T"}
    after = position.play("T")
    assert hand(after, 0) == {"W": 2, "T": 1}
    assert (after.turn, after.placements_left, after.turn_size) == (1, 2, 2)
    assert after.walls == {}


def test_10_3_not_before_a_piece_is_placed():
    assert (rule(tea(left=2), "T"), reason(tea(left=2), "T")) == ("10.3", "tea_first")
    assert "T" not in pieces(tea(left=2))


def test_10_3_not_in_a_turn_of_one_placement():
    assert (rule(tea(size=1), "T"), reason(tea(size=1), "T")) == ("10.3", "tea_short")
    assert "T" not in pieces(tea(size=1))


@pytest.mark.parametrize(("left", "size"), [(1, 2), (2, 2), (1, 1)])
def test_10_3_not_without_tea(left, size):
    position = tea(left, size, held="W2")
    assert (rule(position, "T"), reason(position, "T")) == ("10.3", "tea_none")
    assert "T" not in pieces(position)


def test_10_3_somebody_elses_tea_is_of_no_use():
    position = city("second", 3, "", hands={0: "W2", 1: "W1 T3"}, left=1)
    assert "T" not in pieces(position)


def test_10_3_tea_won_by_the_first_placement_may_be_used():
    position = city("second", 3, "P e5").play("Re5")
    assert "T" in pieces(position)
    after = position.play("T")
    assert (after.turn, hand(after, 0)["T"]) == (1, 2)


def test_10_3_one_a_turn():
    """The turn is over after it, even for the only one who can place."""
    position = city("second", 3, "", hands={0: "W5 T3", 1: "", 2: ""})
    position = play(position, "WNa T")
    assert (position.turn, position.placements_left) == (0, 2)
    assert rule(position, "T") == "10.3"
    assert pieces(play(position, "WNb")) == {"W", "T"}


def test_10_4_scores_nothing():
    position = city("second", 3, "P e5").play("Re5")
    assert position.score_sheet()[0].total == 1 + 2
    assert sum(position.score_sheet()[0]) == position.scores[0]


def test_10_4_a_player_with_tea_and_no_pieces_is_out():
    position = tea(left=2, held="W1 T2").play("WNa")
    assert position.out == (True, False, False)
    assert (position.turn, hand(position, 0)) == (1, {"T": 2})


def test_10_second_edition_only():
    assert start("second").tea_left == 6
    position = city("first", 3, "P e5").play("Re5")
    assert (position.tea_left, hand(position, 0).get("T")) == (0, None)
