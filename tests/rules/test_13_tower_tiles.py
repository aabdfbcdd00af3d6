"""Section 13: tower tiles."""

import pytest

from support import city, hand, play

NOBODY = dict.fromkeys((1, 2, 3, 4))


@pytest.mark.parametrize(
    ("wall", "cell", "tower"), [("Na", "a11", 1), ("E1", "p1", 2), ("Np", "p11", 3), ("Sa", "a1", 4)]
)
def test_13_1_tile_n_is_worth_n(wall, cell, tower):
    position = city("second", 3, f"G {cell} @1").play(f"W{wall}")
    assert [score.tower_tiles for score in position.score_sheet()] == [0, tower, 0]


def test_13_1_several_tiles_add_up():
    position = city("second", 3, "G a1 @2", tiles={1: 2, 2: 2, 3: 0, 4: 2})
    assert [score.tower_tiles for score in position.score_sheet()] == [3, 0, 7]


def test_13_2_connected_through_a_building_or_a_stable():
    assert city("second", 3, "G b11 + a11; W Na").play("Rb11").tower_tiles[1] == 0
    assert city("second", 3, "G a11 + b11; W Na").play("Ra11").tower_tiles[1] == 0
    assert city("second", 3, "G b11 + c11; W Na").play("Rb11").tower_tiles[1] is None
    assert city("second", 3, "G b10 @1").play("WNa").tower_tiles[1] is None


def test_13_2_either_row_of_the_tower():
    assert city("second", 3, "G b11; W Na Nb").play("Rb11").tower_tiles == NOBODY | {1: 0}
    assert city("second", 3, "G a10; W W11 W10").play("Ra10").tower_tiles == NOBODY | {1: 0}


def test_13_3_a_roof_brings_it():
    position = city("second", 3, "G a11; W Na", turn=2).play("Ra11")
    assert position.tower_tiles == NOBODY | {1: 2}
    assert position.tower_merchants == {1: 0, 2: 2, 3: 1, 4: 0}
    assert hand(position, 2)["M"] == 8 + 3


def test_13_3_a_stable_brings_it_whoever_placed_it():
    position = city("second", 3, "G p10 @1; W Np").play("Sp11")
    assert position.tower_tiles == NOBODY | {3: 1}
    assert (hand(position, 0)["M"], hand(position, 1)["M"]) == (8, 9)
    assert hand(position, 0)["S"] == 3


def test_13_3_a_wall_brings_it_whoever_placed_it():
    position = city("second", 3, "G p1 @2").play("WSp")
    assert position.tower_tiles == NOBODY | {2: 2}
    assert (hand(position, 0)["M"], hand(position, 2)["M"]) == (8, 10)
    assert position.tower_merchants == {1: 3, 2: 0, 3: 1, 4: 0}


def test_13_3_not_without_a_roof():
    assert city("second", 3, "G p1").play("WSp").tower_tiles == NOBODY
    assert city("second", 3, "G p10; W Np").play("Sp11").tower_tiles == NOBODY
    assert city("second", 3, "G p10; W Np").play("Gp11").tower_tiles == NOBODY


def test_13_3_a_roof_brings_several_at_once():
    board = "G a1 a2 a3 a4 a5 a6 a7 a8 a9 a10; W W1 W10"
    position = city("second", 2, board, hands={0: "R1 W1"}).play("Ra1")
    assert position.tower_tiles == NOBODY | {1: 0, 4: 0}
    assert hand(position, 0) == {"W": 1, "M": 3}
    assert position.score_sheet()[0].tower_tiles == 5


def test_13_3_a_roof_brings_all_four():
    column = " ".join(f"g{row}" for row in range(1, 11))
    walls = " ".join(f"{side}{place}" for side in "NS" for place in "abcdefhijklmn")
    position = city("second", 2, f"G {column} f1 h1 f10 h10; W {walls}").play("Rg1")
    assert position.tower_tiles == dict.fromkeys((1, 2, 3, 4), 0)
    assert hand(position, 0)["M"] == 12 + 6
    assert position.tower_merchants == dict.fromkeys((1, 2, 3, 4), 0)


def test_13_3_one_stable_after_the_other():
    """The west row comes all the way down from tower 1, the south row starts at tower 4."""
    board = "W Sa Sb W11 W10 W9 W8 W7 W6 W5 W4 W3 W2; G b2 @1"
    position = city("second", 3, board)
    assert position.play("Sb1").tower_tiles == NOBODY | {4: 1}
    assert position.play("Sa2").tower_tiles == NOBODY | {1: 1}
    assert play(position, "Sb1 Sa2").tower_tiles == NOBODY | {4: 1, 1: 1}


def test_13_3_taken_from_another_player_by_the_next_connection():
    position = city("second", 3, "G a11 @1; B c11 @2; W Na Nb", tiles={1: 1}, lying={1: 0}).play("WNc")
    assert position.tower_tiles == NOBODY | {1: 2}
    assert (hand(position, 1)["M"], hand(position, 2)["M"]) == (8, 8)


def test_13_3_the_merchants_go_once():
    position = city("second", 3, "G a11 @1; B c11 @2")
    position = play(position, "WNa WNb WNc")
    assert position.tower_tiles[1] == 2
    assert (hand(position, 1)["M"], hand(position, 2)["M"]) == (11, 8)


def test_13_4_a_further_wall_or_stable_takes_nothing():
    position = city("second", 3, "G a11 b11 @1; B a5 @2; W Na W11 W10 W9 W8 W7 W6 W5", tiles={1: 2}, lying={1: 0})
    assert position.play("WNb").tower_tiles[1] == 2
    position = city("second", 3, "G a11 @1; B a5 @2; W Na Nb W11 W10 W9 W8 W7 W6 W5", tiles={1: 2}, lying={1: 0})
    assert position.play("Sb11").tower_tiles[1] == 2


def test_13_4_the_two_rows_of_a_tower_are_one_connection():
    position = city("second", 3, "G a11 @1; B c11 @2; W Na Nb Nc", tiles={1: 2}, lying={1: 0}).play("WW11")
    assert position.tower_tiles[1] == 2
    position = city("second", 3, "G a10 + b10 @1; B d11 @2; W Na Nb Nc Nd W11 W10", tiles={1: 2}, lying={1: 0})
    assert position.play("Sa11").tower_tiles[1] == 2


SECOND_ROWS = [
    ("G a11 @1; B c11 @2; W Na Nb Nc", "WW11"),
    ("G a10 + b10 @1; B d11 @2; W Na Nb Nc Nd W11 W10", "Sa11"),
]
"""Cities in which a palace that touches one row of tower 1 comes to touch the other, by a wall and by a stable."""
FURTHER_WALLS = [
    ("G a11 b11 @1; B a5 @2; W Na W11 W10 W9 W8 W7 W6 W5", "WNb"),
    ("G a11 @1; B a5 @2; W Na Nb W11 W10 W9 W8 W7 W6 W5", "Sb11"),
]
"""Cities in which a palace comes to touch a further wall of a row that it touches."""


@pytest.mark.parametrize(("board", "move"), SECOND_ROWS)
@pytest.mark.parametrize(("connection", "owner"), [("tower", 2), ("row", 1), ("every", 1)])
def test_13_4_the_other_row_takes_the_tile_by_row_and_by_wall(board, move, connection, owner):
    position = city("second", 3, board, tiles={1: 2}, lying={1: 0}, connection=connection)
    assert position.play(move).tower_tiles[1] == owner


@pytest.mark.parametrize(("board", "move"), FURTHER_WALLS)
@pytest.mark.parametrize(("connection", "owner"), [("tower", 2), ("row", 2), ("every", 1)])
def test_13_4_a_further_wall_of_a_row_takes_the_tile_by_wall_only(board, move, connection, owner):
    position = city("second", 3, board, tiles={1: 2}, lying={1: 0}, connection=connection)
    assert position.play(move).tower_tiles[1] == owner


def test_13_4_the_first_edition_counts_rows():
    (board, move), _ = SECOND_ROWS
    assert city("first", 3, board, tiles={1: 2}).play(move).tower_tiles[1] == 1


def test_13_4_a_tile_that_lies_at_the_boards_edge_is_taken_by_the_other_row():
    board = "G a11 @1; B c11 @n; W Na Nb Nc"
    position = city("first", 3, board, tiles={1: "neutral"}, neutral_roofs=True)
    assert position.play("WW11").tower_tiles[1] == 1


def test_13_4_another_tower_is_a_new_connection():
    position = city(
        "second", 3, "G a1 a2 @1; B c11 @2; W Sa W11 W10 W9 W8 W7 W6 W5 W4 W3", tiles={4: 1, 1: 2}, lying={1: 0}
    )
    assert position.play("WW2").tower_tiles == NOBODY | {1: 1, 4: 1}


def test_13_5_a_neutral_palace_takes_tile_and_boxes_merchants():
    position = city("second", 3, "G a11; W Na").play("Na11")
    assert position.tower_tiles == NOBODY | {1: "neutral"}
    assert position.tower_merchants[1] == 0
    assert [stock["M"] for stock in position.stocks] == [8, 8, 8]
    assert [score.tower_tiles for score in position.score_sheet()] == [0, 0, 0]
    assert city("second", 3, "G a11 @n").play("WNa").tower_tiles[1] == "neutral"
    assert city("second", 3, "G a10 @n; W Na").play("Sa11").tower_tiles[1] == "neutral"


def test_13_5_it_is_won_from_there():
    position = city("second", 3, "G a11 @n; B c11 @2; W Na Nb", tiles={1: "neutral"}, lying={1: 0}).play("WNc")
    assert position.tower_tiles[1] == 2


def test_13_without_a_tower_tiles_merchants_nothing_is_won():
    position = city("second", 3, "G a1; W Sa").play("Ra1")
    assert (position.tower_tiles[4], hand(position, 0)["M"]) == (0, 8)
