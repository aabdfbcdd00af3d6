"""Section 4: turns, being out, and the end of the game."""

import pytest

import medina
from medina import Position
from medina.rules.ring import Side
from support import all_walls, city, hand, pieces, places, play, reason, rule, start


def seats_of(position, moves):
    """Which seat plays each of these moves, and which comes after the last."""
    seats = []
    for move in moves.split():
        seats.append(position.turn)
        position = position.play(move)
    return [*seats, position.turn]


@pytest.mark.parametrize("players", [3, 4])
def test_4_1_clockwise_from_seat_0(players):
    position = start("first", players).play("Me5")
    walls = "WNa WNb WNc WNd WNe WNf WNg WNh WNi WNj"[: 4 * 2 * (players + 1)]
    assert seats_of(position, walls) == [*[seat for seat in range(players) for _ in "12"], 0, 0, 1]


def test_4_2_two_placements_of_any_kinds():
    position = city("second", 3, "G e5")
    assert (position.placements_left, position.turn_size) == (2, 2)
    after = position.play("Se4")
    assert (after.turn, after.placements_left, after.turn_size) == (0, 1, 2)
    after = after.play("WNa")
    assert (after.turn, after.placements_left, after.turn_size) == (1, 2, 2)


def mid_turns(position, moves):
    """Whether a turn goes on, before each of these moves and after the last."""
    told = [position.is_mid_turn]
    for move in moves.split():
        position = position.play(move)
        told.append(position.is_mid_turn)
    return told


def test_4_2_where_a_turn_begins_and_ends():
    position = medina.new_game("second", players=2, well="f6", market="c3")
    assert mid_turns(position, "Ge8 WNa WSa Gf8") == [False, False, True, False, True]


def test_4_2_founding_is_a_part_of_the_first_turn():
    assert mid_turns(start("first", 3), "Me5 Ge8 WNa WSa WSb") == [False, True, True, False, True, False]


def test_4_2_no_turn_goes_on_when_the_game_is_over_or_the_player_alone_begins_anew():
    over = city("second", 2, "", hands={0: "W1", 1: ""}, left=1).play("WNa")
    assert (over.phase, over.is_mid_turn) == ("over", False)
    anew = city("second", 2, "", hands={0: "W3", 1: ""}, left=1).play("WNa")
    assert (anew.turn, anew.is_mid_turn) == (0, False)


def test_4_2_each_placement_takes_full_effect_before_the_next():
    position = city("second", 3, "G a11; W Na", hands={0: "R1 S1"}).play("Ra11")
    assert hand(position, 0) == {"S": 1, "M": 3}
    assert (position.turn, position.placements_left) == (0, 1)
    assert pieces(position) == {"S", "M"}


@pytest.mark.parametrize("move", ["Ge8", "Pe8", "Be8", "Oe8", "Se6", "Mk4", "WNa", "DNb", "Re5", "Ne5"])
def test_4_2_only_pieces_the_player_has(move):
    everything = "G1 P1 B1 O1 S1 M1 W1 D1 R1 N1"
    board = "O e5; W Na W1" if move[0] != "O" else "G e5; W Na W1"
    held = city("second", 3, board, gates=True, hands={0: everything})
    lacking = city("second", 3, board, gates=True, hands={0: everything.replace(f"{move[0]}1", "")})
    move = "WNb" if move == "WNa" else move
    assert held.is_legal(move)
    assert rule(lacking, move) == "4.2"
    assert lacking.why(move).args == {"piece": move[0]}
    assert move[0] not in pieces(lacking)


def test_4_2_all_kinds_of_pieces_are_listed_together():
    hands = {0: "G1 P1 B1 O1 S1 M1 W1 D1 R1 N1 T1"}
    position = city("second", 3, "G e5; W Na", gates=True, hands=hands, left=1)
    assert pieces(position) == set("GPBOSMWDRNT")
    assert [move.text for move in position.legal_moves] == sorted(move.text for move in position.legal_moves)


def test_4_2_a_placement_takes_one_piece_of_the_player_who_placed_it():
    position = city("second", 3, "G e5; W Na W1", gates=True, turn=1)
    for move, piece in (("Ge6", "G"), ("Se6", "S"), ("Mk4", "M"), ("WNb", "W"), ("Re5", "R"), ("Ne5", "N")):
        after = position.play(move)
        changes = [
            (seat, letter, after.stocks[seat][letter] - count)
            for seat, stock in enumerate(position.stocks)
            for letter, count in stock.items()
            if after.stocks[seat][letter] != count
        ]
        assert changes == [(1, piece, -1)], move


@pytest.mark.parametrize(
    ("edition", "players", "sizes"),
    [
        ("second", 2, [1, 2]),
        ("second", 3, [1, 1, 2]),
        ("second", 4, [1, 1, 2, 2]),
        ("first", 3, [2, 2, 2]),
        ("first", 4, [2, 2, 2, 2]),
    ],
)
def test_4_3_short_first_turns(edition, players, sizes):
    position = start(edition, players)
    if edition == "first":
        position = position.play("Me5")
    found = []
    for turn in range(2 * players):
        found.append(position.turn_size)
        assert position.turn == turn % players
        assert position.placements_left == position.turn_size
        assert position.first_turn_done == tuple(seat < turn for seat in range(players))
        for _ in range(position.turn_size):
            wall = next(move for move in position.legal_moves if move.piece == "W")
            position = position.play(wall)
    assert found == sizes + [2] * players


def test_4_4_a_turn_ends_when_nothing_can_be_placed_and_tea_is_kept():
    position = city("second", 3, "", hands={0: "W1 S1 T2"}).play("WNa")
    assert (position.turn, position.placements_left) == (1, 2)
    assert hand(position, 0) == {"S": 1, "T": 2}
    assert position.out == (False, False, False)


def test_4_4_a_placement_is_obligatory():
    position = city("second", 3, "", hands={0: "W2 S1"}).play("WNa")
    assert (position.turn, position.placements_left) == (0, 1)
    assert pieces(position) == {"W"}


def test_4_4_a_skipped_player_is_not_out_and_places_again_later():
    position = city("second", 3, "", hands={1: "S1"})
    assert not position.can_place(1)
    position = play(position, "WNa WNb")
    assert position.turn == 2
    assert position.out == (False, False, False)
    position = play(position, "Ge5 WNc")
    assert position.can_place(1)
    position = play(position, "WNd WNe")
    assert (position.turn, pieces(position)) == (1, {"S"})


def test_4_4_a_player_may_be_alone_at_placing():
    position = city("second", 3, "", hands={0: "W9", 1: "S1", 2: "S1"})
    position = play(position, "WNa WNb")
    assert (position.turn, position.placements_left, position.turn_size) == (0, 2, 2)


def test_4_4_who_could_place():
    position = city("second", 3, "G e5 @0", gates=True, hands={0: "R1", 1: "S1", 2: "D1"}, turn=1)
    assert [position.can_place(seat) for seat in range(3)] == [False, True, False]


@pytest.mark.parametrize(
    ("held", "can"),
    [
        ("G1", True),
        ("P1", True),
        ("B1", True),
        ("O1", True),
        ("S1", True),
        ("M1", True),
        ("W1", True),
        ("R1", True),
        ("N1", True),
        ("D1", True),
        ("T1", False),
        ("", False),
    ],
)
def test_4_4_each_kind_of_piece_is_enough_to_place(held, can):
    position = city("second", 3, "G e5; W Na", gates=True, turn=1, hands={0: held})
    assert position.can_place(0) is can


def test_4_5_without_pieces_a_player_is_out():
    position = city("second", 3, "", hands={0: "W1"})
    assert position.out == (False, False, False)
    position = position.play("WNa")
    assert position.out == (True, False, False)
    assert position.turn == 1
    assert seats_of(position, "WNb WNc WNd WNe WNf") == [1, 1, 2, 2, 1, 1]


def test_4_5_tower_merchants_won_with_the_last_piece_keep_a_player_in():
    position = city("second", 3, "G a11; W Na", hands={0: "R1"}).play("Ra11")
    assert position.out == (False, False, False)
    assert (position.turn, position.placements_left, hand(position, 0)) == (0, 1, {"M": 3})


def test_4_5_who_is_out_stays_out_and_the_merchants_go_to_the_box():
    position = city("second", 3, "G a11 @2", hands={2: ""}).play("WNa")
    assert position.out == (False, False, True)
    assert position.tower_tiles[1] == 2
    assert position.tower_merchants[1] == 0
    assert hand(position, 2) == {}
    assert position.score_sheet()[2].tower_tiles == 1
    assert not position.can_place(2)


def test_4_5_a_finished_colour_can_put_others_out():
    board = "G a1 @1; G c1 @2; G e1"
    position = city("second", 3, board, hands={1: "G2"}).play("Re1")
    assert position.out == (False, True, False)
    assert hand(position, 1) == {}


def last_player(left=2, size=2, board="G e5", hands=None, edition="first", **more):
    """Everybody but seat 0 is out."""
    hands = {0: "G1 R1 W3 S1", 1: "", 2: ""} | (hands or {})
    return city(edition, 3, board, hands=hands, left=left, size=size, **more)


def test_4_6_the_first_placement_is_free():
    assert pieces(last_player()) == {"G", "R", "W", "S"}


def test_4_6_the_last_placement_must_be_an_own_roof():
    position = last_player().play("WNa")
    assert [move.text for move in position.legal_moves] == ["Re5"]
    assert position.why("Re5") is None
    assert position.play("Re5").palaces[0].roof == 0
    assert (rule(position, "WNb"), reason(position, "WNb")) == ("4.6", "roof_due")
    assert (rule(position, "Ge6"), rule(position, "Se6")) == ("4.6", "4.6")
    with pytest.raises(medina.IllegalMove, match=r"rule 4\.6") as caught:
        position.play("WNb")
    assert caught.value.refusal == position.why("WNb")


@pytest.mark.parametrize("edition", ["first", "second"])
def test_4_6_a_new_game_remembers_no_roof(edition):
    assert start(edition, 3).roofed_this_turn is False


def test_4_6_another_rule_is_named_first():
    position = last_player().play("WNa")
    assert rule(position, "WNc") == "9.1"
    assert rule(position, "Oe9") == "4.2"
    assert rule(position, "Ra1") == "6.1"


def test_4_6_a_roof_in_the_first_placement_is_enough():
    position = last_player(board="G e5; B e8", hands={0: "G1 R2 W3"}).play("Re5")
    assert position.roofed_this_turn
    assert pieces(position) == {"G", "R", "W"}
    assert play(position, "WNa").roofed_this_turn is False


def test_4_6_a_turn_of_one_placement():
    assert pieces(last_player(left=1, size=1)) == {"R"}


def test_4_6_a_neutral_roof_is_no_own_roof():
    hands = {0: "G1 R1 N1 W3"}
    position = last_player(board="G e5; B e8", hands=hands, neutral_roofs=True).play("Ne5")
    assert not position.roofed_this_turn
    assert [move.text for move in position.legal_moves] == ["Re8"]
    position = last_player(left=1, hands=hands, neutral_roofs=True)
    assert rule(position, "Ne5") == "4.6"


def test_4_6_tea_is_no_way_around_it():
    hands = {0: "G1 R1 W3 T1"}
    position = last_player(left=1, hands=hands, edition="second", last_player_roofs=True)
    assert pieces(position) == {"R"}
    assert (rule(position, "T"), reason(position, "T")) == ("4.6", "roof_due")
    assert pieces(last_player(left=1, hands=hands, edition="second")) == {"G", "R", "W", "T"}


@pytest.mark.parametrize(
    ("board", "held"),
    [("G e5", "G1 W3"), ("G e5 @0", "G1 R1 W3"), ("G e5 @0; G k8", "G1 R1 W3"), ("", "G1 R1 W3")],
    ids=["no roof in hand", "no palace without a roof", "only of a colour owned", "no palace"],
)
def test_4_6_lifted_when_no_own_roof_can_be_placed(board, held):
    position = last_player(left=1, board=board, hands={0: held})
    assert pieces(position) == {"G", "W"}


@pytest.mark.parametrize(("other", "due"), [("W1", False), ("", True), ("D1", False), ("R1", False), ("S1", False)])
def test_4_6_only_when_every_other_player_is_out(other, due):
    """Seat 1 owns the only colour there is, and no wall has room for a gate beside it: it is stuck, but not out."""
    board = "G e5 @1; G h5"
    position = last_player(left=1, gates=True, board=board, hands={1: other})
    assert pieces(position) == ({"R"} if due else {"G", "R", "W", "S"})


def test_4_6_the_turn_makes_the_palace_for_the_roof_where_there_is_none():
    """A grey palace is owned: only a building of another colour can be roofed by the second placement."""
    position = last_player(board="G e5 @0; G k8 @1", hands={0: "G1 B1 R1 W3"})
    assert pieces(position) == {"B"}
    assert (rule(position, "WNa"), reason(position, "WNa")) == ("4.6", "roof_later")
    assert (rule(position, "Ga1"), reason(position, "Ga1")) == ("4.6", "roof_later")
    assert pieces(position.play("Ba1")) == {"R"}


def test_4_6_no_palace_can_be_made_with_one_placement():
    position = last_player(left=1, board="G e5 @0", hands={0: "B1 R1 W3"})
    assert pieces(position) == {"B", "W"}


def test_4_6_a_neutral_roof_does_not_cover_the_only_palace_first():
    hands = {0: "R1 N1 W3"}
    position = last_player(board="G e5; B e8 @0", hands=hands, neutral_roofs=True)
    assert (rule(position, "Ne5"), reason(position, "Ne5")) == ("4.6", "roof_later")
    assert pieces(position) == {"R", "W"}
    assert pieces(last_player(board="G e5; P e8", hands=hands, neutral_roofs=True)) == {"R", "N", "W"}


def first_placement(board, held, **more):
    """Seat 0 begins a turn of two with these pieces."""
    return city(more.pop("edition", "first"), 3, board, hands={0: held}, **more)


def row(number, columns="abcdefghijklmnop"):
    """Every cell of these columns in a row."""
    return " ".join(f"{column}{number}" for column in columns)


CORNERED = "; ".join(
    [
        "M a1",
        f"G {row(2)} @1",
        f"P {row(5)} + {row(6, 'behknp')} @1",
        f"B {row(9)} @1",
        f"O {row(11, 'abcdefghijklmno')}",
    ]
)
"""A city in which an orange building fits on p11 alone, at the open orange palace."""


def test_4_8_the_building_comes_before_the_roof():
    """The building's only room is beside the open palace: once it has a roof, the building can go nowhere."""
    position = first_placement(CORNERED, "O1 R1")
    assert pieces(position) == {"O"}
    assert (rule(position, "Ra11"), reason(position, "Ra11")) == ("4.8", "second_due")
    with pytest.raises(medina.IllegalMove, match=r"rule 4\.8"):
        position.play("Ra11")
    after = position.play("Op11")
    assert after.turn == 0
    assert pieces(after) == {"R"}


def test_4_8_is_a_switch_of_the_first_edition():
    assert pieces(first_placement(CORNERED, "O1 R1", both_placements=False)) == {"O", "R"}
    assert pieces(first_placement(CORNERED, "O1 R1", edition="second", well=False)) == {"O", "R"}
    assert pieces(first_placement(CORNERED, "O1 R1", edition="second", well=False, both_placements=True)) == {"O"}


def test_4_8_asks_nothing_of_a_turn_of_one_placement():
    assert pieces(first_placement(CORNERED, "O1 R1", left=1, size=1)) == {"O", "R"}


def test_4_8_asks_nothing_where_no_placement_leaves_a_second():
    assert pieces(first_placement(CORNERED, "R1")) == {"R"}
    assert pieces(first_placement(CORNERED, "O1")) == {"O"}


def test_4_8_a_stable_leaves_room_for_another():
    """Two stables at one palace take each other's room nowhere; at two palaces neither is in the way."""
    position = first_placement("G e5 @1; P k8 @1", "S2")
    assert pieces(position) == {"S"}
    assert pieces(position.play("Se4")) == {"S"}


def test_4_8_a_gate_comes_before_the_stable_that_would_take_its_front():
    """The only gate goes before b11: a stable there would leave nothing to place."""
    position = first_placement("G b10 @1; W Na", "D1 S1", gates=True)
    assert position.why("DNb") is None
    assert (rule(position, "Sb11"), reason(position, "Sb11")) == ("4.8", "second_due")
    assert pieces(position.play("DNb")) == {"S"}


def test_4_8_another_rule_is_named_first():
    assert rule(first_placement(CORNERED, "O1 R1"), "Oc3") == "5.4"


def test_4_8_tea_does_not_count_as_a_placement():
    position = first_placement(CORNERED, "O1 R1 T1", tea=True)
    assert pieces(position) == {"O"}
    assert pieces(position.play("Op11")) == {"R", "T"}


def test_4_9_a_roof_and_two_placements_do_not_conflict():
    """The last player: the roof alone would satisfy 4.6, but 4.8 asks for the building, too, and the building first."""
    position = city("first", 3, CORNERED, hands={0: "O1 R1", 1: "", 2: ""})
    assert pieces(position) == {"O"}
    assert rule(position, "Ra11") == "4.8"
    assert pieces(position.play("Op11")) == {"R"}


def test_4_6_only_in_the_first_edition():
    position = last_player(edition="second").play("WNa")
    assert pieces(position) == {"G", "R", "W", "S"}
    assert pieces(last_player(last_player_roofs=False).play("WNa")) == {"G", "R", "W", "S"}


def test_4_7_the_game_ends_when_nobody_can_place():
    position = city("second", 3, "", hands={0: "W2 S1", 1: "S1 T2", 2: "R1"})
    position = play(position, "WNa")
    assert position.phase == "play"
    position = play(position, "WNb")
    assert (position.phase, position.turn, position.placements_left, position.turn_size) == ("over", None, 0, 0)
    assert position.legal_moves == ()
    assert position.out == (False, False, False)
    assert hand(position, 1) == {"S": 1, "T": 2}


def test_4_7_in_the_middle_of_a_turn():
    position = city("second", 3, "", hands={0: "W1 S1", 1: "S1", 2: ""}).play("WNa")
    assert (position.phase, position.placements_left) == ("over", 0)


def test_4_7_not_while_somebody_can():
    for seat in (1, 2):
        hands = {0: "W1 S1", 1: "S1", 2: "S1"} | {seat: "S1 W1"}
        position = city("second", 3, "", hands=hands).play("WNa")
        assert (position.phase, position.turn) == ("play", seat)


def test_4_7_is_looked_at_before_gates_are_discarded():
    """The only cell a gate could go to has a building in front of it."""
    hands = {0: "W1 D1", 1: "D1", 2: ""}
    position = city("second", 3, "G b11 @0; G o11 @1; G b1 @2", gates=True, hands=hands).play("WNa")
    assert position.phase == "over"
    assert [hand(position, seat) for seat in range(3)] == [{"D": 1}, {"D": 1}, {}]
    assert position.out == (False, False, True)


def test_4_7_nothing_can_be_asked_or_played_afterwards():
    position = city("second", 3, "", hands={0: "W1", 1: "", 2: ""}).play("WNa")
    with pytest.raises(medina.GameOver, match=r"^The game is over: nobody can place a piece any more\.$"):
        position.play("WNb")
    with pytest.raises(medina.GameOver):
        position.why("WNb")
    with pytest.raises(medina.GameOver):
        position.canonical("WNb")
    with pytest.raises(medina.BadMove):
        position.play("nonsense")
    assert not position.is_legal("WNb")
    assert not position.roofed_this_turn


def test_4_7_a_full_ring_and_nothing_else():
    """No game has so many walls, so no reader accepts the position; the rule is the same."""
    state = city("second", 3, "", hands={0: "M1 W3", 1: "W1", 2: "W1"}).state.copy()
    state.sides = tuple(Side(length, length - 1) for length in state.board.side_lengths)
    position = Position(state)
    assert places(position, "W") == set()
    assert {rule(position, f"W{wall}") for wall in all_walls(position) if wall not in position.walls} == {"9.2"}
    assert position.play("Mk4").phase == "over"


def test_4_7_a_roof_in_the_last_placement_is_no_memory_of_the_next():
    """After the end nothing of the turn is kept."""
    position = city("second", 3, "G e5", hands={0: "R1", 1: "", 2: ""}).play("Re5")
    assert (position.phase, position.roofed_this_turn) == ("over", False)
