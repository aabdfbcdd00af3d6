"""The oracle by itself: pieces are conserved, and the trickiest rules say what they should."""

import random

import pytest

from oracle import (
    State,
    broken_rules,
    legal_moves,
    new_game,
    play,
    position_json,
    record_text,
    replay,
    scores,
    state_from_json,
)
from oracle.by_hand import bare, hold, moves, no_street, palace, street, turn, wall
from oracle.compare import random_rules
from oracle.places import Places, find_palaces
from oracle.policies import choose, policies_of_a_game
from oracle.record import move_lines, record_tags
from oracle.state import COLOURS, PIECES, Rules, starting_stock

# Turns (4)


def test_4_4_no_second_placement_ends_the_turn_and_keeps_tea() -> None:
    state = bare("second")
    palace(state, "G", "m5", roof=0)
    hold(state, "WRT", "W", "W")
    turn(state, 0)
    state = play(state, "WNa")
    assert state.turn == 1
    assert state.stock[0]["T"] == 1
    assert not state.out[0]


def test_4_4_a_skipped_player_is_not_out() -> None:
    state = bare()
    palace(state, "G", "m5", roof=1)
    hold(state, "WW", "R", "GG")
    turn(state, 0)
    state = play(play(state, "WNa"), "WNb")
    assert (state.turn, state.out) == (2, [True, False, False])
    state = play(play(state, "Gc5"), "Gc6")
    assert state.phase == "over", "seat 1 owns a grey palace already"
    assert state.out == [True, False, True]


def test_4_5_tower_merchants_keep_a_player_in_who_placed_the_last_piece() -> None:
    state = bare("second")
    palace(state, "G", "a11", roof=0)
    hold(state, "W", "W", "W")
    turn(state, 0)
    state = play(state, "WNa")
    assert (state.turn, state.placements_left) == (0, 1)
    assert state.stock[0]["M"] == 3


def test_4_5_a_player_who_is_out_wins_the_tile_but_not_the_merchants() -> None:
    state = bare("second")
    palace(state, "G", "a11", roof=0)
    hold(state, "", "WW", "W")
    turn(state, 1)
    state = play(state, "WNa")
    assert state.tower_tiles[1] == 0
    assert state.tower_merchants[1] == 0
    assert state.pieces_left(0) == 0
    assert state.out[0]


def test_4_6_the_last_placement_must_be_a_roof_and_tea_is_no_way_round() -> None:
    state = bare(tea=True)
    palace(state, "G", "m5")
    hold(state, "", "WWRTT", "")
    turn(state, 1)
    assert moves(state, "W")
    assert moves(state, "R")
    state = play(state, "WNa")
    assert legal_moves(state) == ["Rm5"]
    assert broken_rules(state, "T") == ["4.6"]
    assert broken_rules(state, "WNb") == ["4.6"]


def test_4_6_waits_while_somebody_else_can_place_and_ends_with_the_roofs() -> None:
    state = bare()
    palace(state, "G", "m5")
    hold(state, "W", "WWR", "")
    turn(state, 1, left=1)
    assert moves(state, "W")
    hold(state, "R", "WWR", "")
    palace(state, "P", "d9", roof=0)
    assert moves(state, "W"), "seat 0 can still put a roof on grey"
    state.palaces[0].roof = 0
    assert moves(state, "W"), "no roof can be placed any more"
    assert not moves(state, "R")


def test_4_7_nothing_is_discarded_when_nobody_can_place() -> None:
    state = bare(gates=True)
    hold(state, "M", "D", "D")
    turn(state, 0)
    state = play(state, "Mh7")
    assert state.phase == "over"
    assert [stock["D"] for stock in state.stock] == [0, 1, 1]
    assert state.out == [True, False, False]


def test_16_7_gates_are_discarded_when_the_first_placement_is_due() -> None:
    state = bare(gates=True)
    hold(state, "M", "D", "M")
    turn(state, 0)
    state = play(state, "Mh7")
    assert (state.turn, state.out, state.stock[1]["D"]) == (2, [True, True, False], 0)


def test_16_7_gates_are_discarded_when_the_second_placement_is_due() -> None:
    state = bare(gates=True)
    hold(state, "MDDT", "M", "M")
    turn(state, 0)
    state = play(state, "Mh7")
    assert (state.turn, state.out[0], state.stock[0]["D"], state.stock[0]["T"]) == (1, True, 0, 1)


# Palaces (5 to 7, 12)


def test_5_3_a_boxed_in_palace_closes_and_another_may_start() -> None:
    state = bare()
    palace(state, "G", "a1")
    street(state, "a2")
    assert moves(state, "G") == ["Gb1"]
    state.cells["b1"] = "M"
    assert "Gm5" in moves(state, "G")
    assert "Gb2" not in moves(state, "G"), "near the closed palace (5.6)"
    assert "Ra1" in moves(state, "R")


def test_5_4_touching_only_a_stable_is_not_enough() -> None:
    state = bare()
    palace(state, "G", "m5", stables="m6")
    assert moves(state, "G") == ["Gl5", "Gm4", "Gn5"]
    assert broken_rules(state, "Gm7") == ["5.4", "5.6"]
    assert "Sm7" not in moves(state, "S")


def test_5_8_finishing_a_colour_puts_others_out_and_needs_all_own_roofs() -> None:
    state = bare("second", neutral_roofs=True)
    palace(state, "G", "a1", roof=0)
    palace(state, "G", "e1", roof="neutral")
    palace(state, "G", "i1", roof=1)
    palace(state, "G", "m1")
    hold(state, "GG", "GW", "RG")
    turn(state, 2)
    state = play(state, "Rm1")
    assert state.out == [True, False, True]
    assert [stock["G"] for stock in state.stock] == [0, 0, 0]
    assert state.turn == 1


def test_12_3_equal_size_does_not_take_the_tile_a_stable_does() -> None:
    state = bare()
    palace(state, "G", "a1 a2", roof=0)
    palace(state, "G", "m5 m6")
    state.tile_palace["G"] = 0
    turn(state, 1)
    state = play(state, "Rm5")
    assert position_json(state)["palace_tiles"]["G"] == 0
    state = play(state, "Sm7")
    assert position_json(state)["palace_tiles"]["G"] == 1
    assert position_json(state)["palace_tile_palaces"]["G"] == "m5"


# Towers (13)


def test_13_4_the_two_rows_of_a_tower_are_one_connection() -> None:
    state = bare("second")
    palace(state, "G", "a11", roof=0)
    palace(state, "O", "c11", roof=1)
    wall(state, "Na Nb")
    turn(state, 2)
    state = play(state, "WNc")
    assert state.tower_tiles[1] == 1
    state = play(state, "WW11")
    assert state.tower_tiles[1] == 1, "a11 was connected to tower 1 by Na"


def second_row_of_tower_1(connection: str = "row") -> State:
    """Seat 0 touched tower 1 by its northern row; the tile has gone on to seat 1."""
    state = bare("first", connection=connection)
    palace(state, "G", "a11", roof=0)
    palace(state, "O", "c11", roof=1)
    wall(state, "Na Nb")
    turn(state, 2)
    state = play(state, "WNc")
    assert state.tower_tiles[1] == 1
    return state


def test_13_4_by_row_a_wall_of_the_other_row_takes_the_tile_again() -> None:
    assert bare("first").rules.connection == "row"
    assert play(second_row_of_tower_1(), "WW11").tower_tiles[1] == 0
    assert play(second_row_of_tower_1(connection="every"), "WW11").tower_tiles[1] == 0
    assert play(second_row_of_tower_1(connection="tower"), "WW11").tower_tiles[1] == 1


def test_13_4_by_row_a_further_wall_of_the_same_row_takes_nothing() -> None:
    for connection, owner in (("row", 1), ("every", 0), ("tower", 1)):
        state = bare("first", connection=connection)
        palace(state, "G", "b11 c11", roof=0)
        wall(state, "Na Nb")
        turn(state, 0)
        state.tower_tiles[1] = 1
        assert play(state, "WNc").tower_tiles[1] == owner, connection


def test_13_4_a_stable_in_the_corner_newly_touches_the_other_row() -> None:
    for connection, owner in (("row", 0), ("every", 0), ("tower", 1)):
        state = bare("first", connection=connection)
        palace(state, "G", "b11", roof=0)
        wall(state, "Na Nb W11")
        turn(state, 2)
        state.tower_tiles[1] = 1
        assert play(state, "Sa11").tower_tiles[1] == owner, connection


def test_13_4_a_stable_that_touches_no_wall_of_a_new_row_takes_nothing() -> None:
    state = bare("first")
    palace(state, "G", "b11", roof=0)
    wall(state, "Na Nb Nc W11")
    turn(state, 2)
    state.tower_tiles[1] = 1
    assert play(state, "Sc11").tower_tiles[1] == 1
    state.rules = Rules.of("first", 3, founding=False, connection="every")
    assert play(state, "Sc11").tower_tiles[1] == 0


@pytest.mark.parametrize("connection", ["tower", "row", "every"])
def test_13_4_a_roof_takes_a_tile_once_however_many_rows_touch_the_palace(connection: str) -> None:
    state = bare("second", connection=connection)
    palace(state, "G", "a11 b11")
    wall(state, "Na Nb W11")
    turn(state, 0)
    state = play(state, "Ra11")
    assert (state.tower_tiles[1], state.stock[0]["M"]) == (0, 8 + 3)


def test_13_4_13_5_a_neutral_palace_takes_the_tile_by_its_second_row() -> None:
    state = bare("second", connection="row")
    palace(state, "G", "a11", roof="neutral")
    wall(state, "Na")
    turn(state, 0)
    state.tower_tiles[1] = 1
    state = play(state, "WW11")
    assert (state.tower_tiles[1], state.tower_merchants[1], state.stock[0]["M"]) == ("neutral", 0, 8)


def test_13_3_one_roof_brings_several_tower_tiles() -> None:
    state = bare("second")
    palace(state, "G", " ".join(f"a{row}" for row in range(1, 12)))
    wall(state, "W1 W11")
    turn(state, 0)
    state = play(state, "Ra1")
    assert (state.tower_tiles[1], state.tower_tiles[4], state.stock[0]["M"]) == (0, 0, 8 + 3)


# Merchants and gates (8, 9, 16)


def test_8_3_a_new_street_may_start_beside_the_middle_of_an_old_one() -> None:
    state = bare()
    no_street(state)
    street(state, "a2 a1 b1")
    palace(state, "G", "a3")
    palace(state, "B", "c1")
    assert Places(state).extension_cells() == set()
    assert "Mb2" not in moves(state, "M"), "b2 touches two merchants"
    assert "Mb3" in moves(state, "M")
    no_street(state)
    street(state, "d1 c1 b1")
    palace(state, "G", "a1")
    palace(state, "O", "e1")
    street(state, "b3")
    state.cells.update({"e2": "S", "c3": "S", "a3": "S", "b4": "S"})
    assert Places(state).extension_cells() == {"d2"}
    state.cells["d2"] = "S"
    assert "Mc2" in moves(state, "M")
    assert play(state, "Mc2").streets == [["d1", "c1", "b1"], ["b3"], ["c2"]]


def test_streets_are_written_from_the_end_that_comes_first() -> None:
    state = bare()
    state = play(play(state, "Mg6"), "Mg7")
    assert position_json(state)["streets"] == [["h6", "g6", "g7"]]
    state = play(state, "Mh5")
    assert position_json(state)["streets"] == [["h5", "h6", "g6", "g7"]]


@pytest.mark.parametrize("side", "NSWE")
def test_9_2_one_cell_of_every_side_stays_empty(side: str) -> None:
    state = bare()
    cells = state.board.sides[side]
    wall(state, " ".join(cells[1:]))
    assert f"W{cells[0]}" not in moves(state, "W"), "the empty cell may be beside a tower"
    assert broken_rules(state, f"W{cells[0]}") == ["9.2"]


def test_16_2_the_other_row_may_reach_the_gate_and_no_row_passes_it() -> None:
    state = bare(gates=True)
    wall(state, "Na Nb", gate="Nc")
    assert "WNd" not in moves(state, "W")
    assert broken_rules(state, "WNd") == ["16.2", "9.1"]
    wall(state, " ".join(state.board.sides["N"][4:]))
    assert "WNd" in moves(state, "W")
    assert not any(move[1] == "N" for move in moves(state, "D"))


def test_16_1_a_gate_may_close_the_last_gap_unless_beside_a_tower() -> None:
    state = bare(gates=True)
    wall(state, " ".join(w for w in state.board.sides["N"] if w != "Nf"))
    wall(state, " ".join(w for w in state.board.sides["S"] if w != "Sa"))
    assert moves(state, "D") == ["DNf"]
    state.cells["f11"] = "M"
    assert moves(state, "D") == ["DNf"]
    state.cells["f11"] = "S"
    assert moves(state, "D") == []


def test_16_4_a_one_merchant_street_goes_through_and_both_exits_are_moves() -> None:
    state = bare(gates=True)
    no_street(state)
    wall(state, "Na Nb", gate="Nc")
    wall(state, "Sa Sb", gate="Sc")
    wall(state, "E1 E2", gate="E3")
    street(state, "c11")
    street(state, "c1")
    assert {move for move in moves(state, "M") if "/" in move} == {"Mp3/Nc", "Mp3/Sc"}
    after = play(state, "Mp3/Sc")
    assert position_json(after)["streets"] == [["c11"], ["c1", "p3"]]
    assert position_json(after)["used_gates"] == ["E3", "Sc"]
    assert not any("/" in move for move in moves(after, "M"))
    state.cells["p4"] = "M"
    assert not any("/" in move for move in moves(state, "M")), "p3 touches a merchant"


def test_16_4_a_new_gate_frees_a_blocked_street() -> None:
    state = bare(gates=True)
    no_street(state)
    street(state, "d11")
    state.cells.update({"c11": "S", "e11": "S", "d10": "S"})
    wall(state, "Na Nb Nc", gate="Nd")
    wall(state, "Sa")
    assert "Mh6" in moves(state, "M")
    state = play(state, "DSb")
    assert moves(state, "M") == ["Mb1/Nd"]


def test_16_6_the_fourth_gate_keeps_a_player_in() -> None:
    state = bare(gates=True)
    wall(state, "Na Sa")
    hold(state, "D", "W", "W")
    turn(state, 0)
    state = play(state, "DNb")
    assert (state.turn, state.placements_left, state.stock[0]["D"]) == (0, 1, 1)
    assert legal_moves(state) == ["DSb"]


# Records, and what holds in every game


def test_a_record_has_a_word_for_each_who_placed() -> None:
    state = bare("second", short_first_turn=True)
    for move in ("WNa", "WNb", "WNc", "WNd", "WNe", "WNf", "WNg"):
        state = play(state, move)
    assert move_lines(state) == ["1. WNa WNb WNc,WNd", "2. WNe,WNf WNg", "*"]
    assert replay(record_text(state))[-1] == state


def test_a_record_says_its_version_and_only_unusual_switches() -> None:
    tags = record_tags(bare("first", connection="every", both_placements=True))
    assert [*tags][:2] == ["Edition", "Rules"]
    assert tags["Rules"] == "2"
    assert (tags["Connection"], "BothPlacements" in tags) == ("every", False)
    tags = record_tags(bare("second", connection="tower", both_placements=True))
    assert ("Connection" in tags, tags["BothPlacements"]) == (False, "yes")


def test_a_record_of_version_1_is_read_with_its_switches_whatever_it_says() -> None:
    state = play(bare("first", connection="every"), "WNa")
    old = record_text(state).replace('[Rules "2"]\n', "")
    rules = replay(old)[-1].rules
    assert (rules.last_player_roofs, rules.both_placements, rules.connection) == (False, False, "tower")
    tags = record_tags(replay(old)[-1])
    assert (tags["Rules"], tags["LastPlayerRoofs"], tags["BothPlacements"]) == ("2", "no", "no")
    assert tags["Connection"] == "tower"
    assert replay(record_text(state))[-1].rules == state.rules


def test_a_position_of_version_1_is_read_likewise() -> None:
    state = bare("first")
    position = position_json(state)
    assert state_from_json(position).rules == state.rules
    del position["rules"]
    rules = state_from_json(position).rules
    assert (rules.last_player_roofs, rules.both_placements, rules.connection) == (False, False, "tower")


@pytest.mark.parametrize("seed", range(5))
def test_pieces_are_conserved_and_the_board_is_in_order(seed: int) -> None:
    rng = random.Random(seed)
    edition, players = [("first", 3), ("first", 4), ("second", 2), ("second", 3), ("second", 4)][seed]
    state = new_game(random_rules(edition, players, True, rng), seed=seed)
    policies = policies_of_a_game(players, rng)
    while state.phase != "over":
        state = play(state, choose(state, legal_moves(state), policies, rng))
        check_conservation(state)
        check_order(state)
    assert replay(record_text(state))[-1] == state
    assert position_json(state)["scores"] == scores(state)


def check_conservation(state: State) -> None:
    """Board and hands make what was dealt; only what the rules say goes to the box."""
    dealt = starting_stock(state.rules)
    seats = list(state.seats)
    held = {piece: sum(stock[piece] for stock in state.stock) for piece in (*PIECES, "T")}
    roofs = [mark.roof for mark in state.palaces]
    board = list(state.cells.values())
    assert held["S"] + board.count("S") == dealt["S"] * len(seats)
    assert held["W"] + list(state.walls.values()).count("wall") == dealt["W"] * len(seats)
    assert held["R"] + sum(isinstance(roof, int) for roof in roofs) == 4 * len(seats)
    assert held["N"] + roofs.count("neutral") == dealt["N"] * len(seats)
    for colour in COLOURS:
        finished = {mark.roof for mark in state.palaces if mark.colour == colour} >= set(seats)
        boxed = dealt[colour] * len(seats) - held[colour] - board.count(colour)
        assert boxed == 0 or (finished and boxed > 0)
    extra = sum((3, 2, 1)) if state.rules.tower_merchants else 0
    founders = 0 if state.phase == "founding" else 1
    on_towers = sum(state.tower_merchants.values())
    assert held["M"] + board.count("M") + on_towers <= dealt["M"] * len(seats) + extra + founders


def check_order(state: State) -> None:
    """5.6, 8.1, and every cell in its palace or street."""
    palaces = find_palaces(state)
    owner = {cell: p.index for p in palaces for cell in p.cells}
    near = [(cell, other) for cell in owner for other in state.board.near[cell] if other in owner]
    assert all(owner[cell] == owner[other] for cell, other in near)
    assert sorted(owner) == sorted(cell for cell, what in state.cells.items() if what in (*COLOURS, "S"))
    merchants = [cell for cells in state.streets for cell in cells]
    assert sorted(merchants) == sorted(cell for cell, what in state.cells.items() if what == "M")
