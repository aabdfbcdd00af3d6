"""Section 2: the pieces each player gets."""

import pytest

from support import COMBINATIONS, city, hand, start

TABLE = {
    # edition, players: buildings of each colour, own roofs, neutral roofs, stables, merchants, walls, gates
    ("first", 3): (6, 4, 0, 4, 8, 10, 1),
    ("first", 4): (5, 4, 0, 3, 6, 8, 1),
    ("second", 2): (8, 4, 2, 4, 12, 15, 2),
    ("second", 3): (6, 4, 1, 4, 8, 12, 1),
    ("second", 4): (5, 4, 0, 3, 6, 9, 1),
}


@pytest.mark.parametrize(("edition", "players", "gates"), COMBINATIONS)
def test_2_what_each_player_gets(edition, players, gates):
    buildings, roofs, neutral, stables, merchants, walls, doors = TABLE[edition, players]
    expected = dict.fromkeys("GPBO", buildings) | {
        "S": stables,
        "M": merchants,
        "W": walls,
        "R": roofs,
        "N": neutral,
        "D": doors if gates else 0,
        "T": 0,
    }
    assert start(edition, players, gates).stocks == (expected,) * players


def test_2_1_four_colours_that_build_alike():
    position = start()
    cells = [{move.cell for move in position.legal_moves if move.piece == colour} for colour in "GPBO"]
    assert cells[0]
    assert cells == [cells[0]] * 4


def test_2_1_purple_gives_no_tea_in_the_first_edition():
    position = city("first", 3, "P e5").play("Re5")
    assert hand(position, 0).get("T") is None
    assert position.palace_tiles["P"] == 0


def test_2_2_a_position_knows_everything_about_everybody():
    """What a screen hides is decided where people look at a game (medina.table); the rules see all of it."""
    position = start(players=4).play("Ge5")
    assert [stock["G"] for stock in position.stocks] == [4, 5, 5, 5]


@pytest.mark.parametrize(
    ("players", "gates", "spare"), [(2, True, False), (3, True, True), (4, True, False), (3, False, False)]
)
@pytest.mark.parametrize("edition", ["first", "second"])
def test_2_3_the_fourth_gate_of_three_players(edition, players, gates, spare):
    if (edition, players) != ("first", 2):
        assert start(edition, players, gates).spare_gate is spare
