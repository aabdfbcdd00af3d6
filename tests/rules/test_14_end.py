"""Section 14: the end."""

from support import city, hand, play


def test_14_1_pieces_that_could_not_be_placed_count_nothing():
    position = city("second", 3, "G e5 @0; M e6", hands={0: "W1 R3", 1: "R4", 2: "N1"})
    assert position.scores == (1 + 1 + 1, 0, 0)
    over = play(position, "WSa")
    assert over.phase == "over"
    assert over.scores == position.scores
    assert hand(over, 1) == {"R": 4}
