"""Section 3: setting up."""

import pytest

import medina
from support import FAR_WELL, all_cells, hand, pieces, places, rule, start


def inner(position):
    last = "abcdefghijklmnop"[position.columns - 1]
    return {c for c in all_cells(position) if c[0] not in ("a", last) and c[1:] not in ("1", str(position.rows))}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_3_1_well_and_market_are_drawn_from_all_inner_cells(players):
    starts = [medina.new_game("second", players, seed=seed) for seed in range(2500)]
    wells, markets = [s.well for s in starts], [s.streets[0][0] for s in starts]
    assert set(wells) == set(markets) == inner(starts[0])
    assert all(well != market for well, market in zip(wells, markets, strict=True))


def test_3_1_a_drawn_well_leaves_the_given_market_its_cell_and_the_other_way_round():
    for seed in range(600):
        assert medina.new_game("second", 2, seed=seed, market="f6").well != "f6"
        assert medina.new_game("second", 2, seed=seed, well="f6").streets != (("f6",),)


def test_3_1_the_same_seed_draws_the_same():
    first, second = (medina.new_game("second", 4, seed=12) for _ in range(2))
    assert first == second
    assert len({medina.new_game("second", 4, seed=seed) for seed in range(30)}) > 20


@pytest.mark.parametrize("players", [2, 3, 4])
def test_3_1_neither_comes_out_of_the_players_pieces(players):
    position = start(players=players)
    assert position.cells == {FAR_WELL: "well", "k3": "M"}
    assert position.streets == (("k3",),)
    assert position.phase == "play"
    assert {stock["M"] for stock in position.stocks} == {{2: 12, 3: 8, 4: 6}[players]}


@pytest.mark.parametrize(
    ("setup", "sentence"),
    [
        ({"well": "a5"}, "well goes on a city cell that is not on the edge; 'a5'"),
        ({"well": "f10"}, "well goes"),
        ({"well": "q5"}, "well goes"),
        ({"well": "f11"}, "well goes"),
        ({"market": "f1"}, "market goes on a city cell that is not on the edge; 'f1'"),
        ({"market": "n5"}, "market goes"),
        ({"market": "f1", "well": "f6"}, "market goes"),
        ({"market": ""}, "market goes"),
        ({"market": "f6", "well": "f6"}, "cannot be on the same cell"),
    ],
)
def test_3_1_no_other_cells(setup, sentence):
    with pytest.raises(medina.BadRuleset, match=sentence):
        medina.new_game("second", 2, **setup)


def test_3_1_no_well_or_market_where_the_game_has_none():
    with pytest.raises(medina.BadRuleset, match="no well"):
        medina.new_game("first", 3, well="f6")
    with pytest.raises(medina.BadRuleset, match="founds the market"):
        medina.new_game("first", 3, market="f6")
    with pytest.raises(medina.BadRuleset, match="founds the market"):
        medina.new_game(medina.Ruleset.of("second", 3, founding=True), market="f6")
    with pytest.raises(medina.BadRuleset, match="founds the market"):
        medina.new_game(medina.Ruleset.of("second", 3, founding=True), market="a1", well="f6")


def test_3_2_merchants_on_the_tower_tiles():
    assert start("second", 3).tower_merchants == {1: 3, 2: 2, 3: 1, 4: 0}
    assert start("second", 3).tower_tiles == dict.fromkeys((1, 2, 3, 4))


@pytest.mark.parametrize("players", [3, 4])
def test_3_3_the_first_edition_begins_empty(players):
    position = start("first", players)
    assert (position.phase, position.turn, position.well, position.tea_left) == ("founding", 0, None, 0)
    assert (position.cells, position.streets) == ({}, ())
    assert set(position.tower_merchants.values()) == {0}


@pytest.mark.parametrize("players", [3, 4])
def test_3_3_founding_is_no_placement_and_takes_no_piece(players):
    position = start("first", players)
    assert pieces(position) == {"M"}
    assert places(position, "M") == inner(position)
    founded = position.play("Me5")
    assert founded.stocks == position.stocks
    assert (founded.phase, founded.turn, founded.placements_left, founded.turn_size) == ("play", 0, 2, 2)
    assert founded.streets == (("e5",),)
    assert founded.first_turn_done == (False,) * players


def test_3_3_founding_comes_before_a_short_first_turn():
    position = start("first", 3, short_first_turn=True)
    assert position.placements_left == 1
    founded = position.play("Me5")
    assert (founded.turn, founded.placements_left, founded.turn_size) == (0, 1, 1)
    assert founded.play("Ge7").turn == 1


def test_3_3_nothing_but_a_merchant_on_an_empty_inner_cell_founds():
    position = start("first", 3, gates=True, well=True)
    for move in ("Ge5", "Se5", "WNa", "DNb", "Re5", "Ne5", "T", "Me5/Nc", "Ma1", "Mp5", "Mf11", f"M{FAR_WELL}"):
        assert rule(position, move) == "3.3", move
    assert position.why("Me1").reason == "found_inside"
    assert position.why(f"M{FAR_WELL}").reason == "found_on_empty"
    assert position.why("Ge5").reason == "found_first"
    assert not position.can_place(0)
    assert hand(position.play("Me5"), 0)["M"] == 8
