"""Rules 4.6, 4.8 and 4.9: what a turn must still be able to hold, by number, and against a more naive search."""

import random

import pytest

from oracle import State, broken_rules, legal_moves, play
from oracle.by_hand import bare, hold, no_street, palace, street, turn, wall
from oracle.compare import random_rules
from oracle.duties import asks_for_roof, asks_for_two, barred_moves, independent
from oracle.duty_positions import roof_due_first, roof_due_last, two_due
from oracle.endings import random_endings
from oracle.game import otherwise_legal_moves
from oracle.places import Places
from oracle.state import Rules


def one_open_orange_palace(**switches: bool) -> State:
    """Orange fits beside o1 only: p1. Merchants stand wherever a palace could start."""
    state = bare("first", **switches)
    palace(state, "O", "o1")
    no_street(state)
    for cell in state.board.cells:
        if cell not in ("o1", "p1"):
            street(state, cell)
    hold(state, "OR", "W", "W")
    turn(state, 0)
    return state


# 4.8


def test_4_8_the_roof_must_wait_for_the_building() -> None:
    state = one_open_orange_palace()
    assert otherwise_legal_moves(state) == {"Op1", "Ro1"}
    assert legal_moves(state) == ["Op1"]
    assert broken_rules(state, "Ro1") == ["4.8"]
    state = play(state, "Op1")
    assert legal_moves(state) == ["Ro1"]


def test_4_8_does_not_hold_in_the_second_edition_or_switched_off() -> None:
    assert legal_moves(one_open_orange_palace(both_placements=False)) == ["Op1", "Ro1"]
    state = bare("second")
    palace(state, "G", "a11", roof=0)
    hold(state, "W", "W", "W")
    turn(state, 0)
    assert "WSa" in legal_moves(state), "only WNa and WW11 win merchants, but 4.8 is off"


def test_4_8_asks_nothing_of_a_turn_of_one_placement() -> None:
    state = one_open_orange_palace()
    state.turn_size = state.placements_left = 1
    assert legal_moves(state) == ["Op1", "Ro1"]


def test_4_8_asks_nothing_where_no_first_placement_leaves_a_second() -> None:
    state = one_open_orange_palace()
    hold(state, "R", "W", "W")
    assert legal_moves(state) == ["Ro1"]
    hold(state, "WR", "W", "W")
    for side in state.board.sides.values():
        wall(state, " ".join(side[1:]))
    assert legal_moves(state) == ["Ro1"], "no wall fits anywhere (9.2)"


def test_4_8_tea_does_not_count_as_a_second_but_may_be_handed_in() -> None:
    state = one_open_orange_palace(tea=True)
    hold(state, "ORT", "W", "W")
    assert legal_moves(state) == ["Op1"]
    state = play(state, "Op1")
    assert legal_moves(state) == ["Ro1", "T"]


def test_4_8_the_first_placement_must_win_the_merchants_that_are_the_second() -> None:
    state = bare("first", tower_merchants=True)
    palace(state, "G", "a11", roof=0)
    hold(state, "W", "W", "W")
    turn(state, 0)
    assert legal_moves(state) == ["WNa", "WW11"]
    assert broken_rules(state, "WSa") == ["4.8"]
    assert broken_rules(state, "WNb") == ["9.1"], "what is illegal otherwise is told by its own rule"


def test_4_8_the_building_comes_before_the_roof_that_finishes_its_colour() -> None:
    state = bare("first")
    palace(state, "G", "a1", roof=1)
    palace(state, "G", "e1", roof=2)
    palace(state, "G", "m1")
    hold(state, "GR", "W", "W")
    turn(state, 0)
    assert "Rm1" in otherwise_legal_moves(state)
    assert legal_moves(state) == ["Gl1", "Gm2", "Gn1"]
    assert broken_rules(state, "Rm1") == ["4.8"], "5.8 would put the last building into the box"


def test_4_8_the_fourth_gate_counts_as_the_second() -> None:
    state = bare("first", gates=True)
    wall(state, "Na Sa")
    state.cells["b11"] = "S"
    state.cells["b1"] = "M"
    hold(state, "D", "W", "W")
    turn(state, 0)
    assert legal_moves(state) == ["DSb"], "one side can take a gate; the other gate would be discarded (16.7)"
    del state.cells["b11"]
    assert legal_moves(state) == ["DNb", "DSb"]
    hold(state, "DG", "W", "W")
    state.cells["b11"] = "S"
    assert "DSb" in legal_moves(state)


def test_4_8_discarding_gates_is_no_placement() -> None:
    state = bare("first", gates=True, tower_merchants=True)
    palace(state, "G", "a11", roof=0)
    state.spare_gate = False
    hold(state, "WD", "W", "W")
    turn(state, 0)
    barred = barred_moves(state, otherwise_legal_moves(state))
    assert not barred, "a gate fits beside any wall that is not in a corner of the city"
    state.cells.update(dict.fromkeys(("b11", "o11", "b1", "o1", "a10", "p10", "a2", "p2"), "S"))
    barred = barred_moves(state, otherwise_legal_moves(state))
    assert set(barred.values()) == {"4.8"}
    assert legal_moves(state) == ["WNa", "WW11"], "any other wall leaves nothing but a gate that is discarded"


def test_4_8_the_wall_must_leave_room_for_the_gate() -> None:
    state = bare("first", gates=True)
    state.spare_gate = False
    for name, side in state.board.sides.items():
        wall(state, " ".join(side[:-2] if name == "N" else side[:-1]))
    hold(state, "WD", "W", "W")
    turn(state, 0)
    assert otherwise_legal_moves(state) == {"DNo", "WNo", "WNp"}
    assert legal_moves(state) == ["DNo", "WNp"], "after WNo only Np is free, where no gate may stand (16.1)"
    assert broken_rules(state, "WNo") == ["4.8"]


# 4.6


def last_player(hand: str, **switches: bool) -> State:
    """Seat 1 is left with an empty city but for a street."""
    state = bare("first", both_placements=False, **switches)
    hold(state, "", hand, "")
    turn(state, 1)
    return state


def test_4_6_the_first_placement_must_make_the_palace_for_the_roof() -> None:
    state = last_player("GRWWMS")
    assert {move[0] for move in otherwise_legal_moves(state)} == {"G", "W", "M"}
    assert {move[0] for move in legal_moves(state)} == {"G"}
    assert broken_rules(state, "WNa") == ["4.6"]
    assert broken_rules(state, "WNb") == ["9.1"]
    state = play(state, "Ga1")
    assert legal_moves(state) == ["Ra1"]


def test_4_6_a_palace_that_takes_a_third_placement_does_not_count() -> None:
    state = last_player("RNWG", neutral_roofs=True)
    palace(state, "G", "m5")
    assert broken_rules(state, "Nm5") == ["4.6"], "grey could be built anew, but the roof would be a third placement"


def test_4_6_a_neutral_roof_on_the_only_palace_is_barred() -> None:
    state = last_player("RNW", neutral_roofs=True)
    palace(state, "G", "m5")
    assert broken_rules(state, "Nm5") == ["4.6"]
    assert "Rm5" in legal_moves(state)
    assert "WNa" in legal_moves(state)
    palace(state, "P", "c9")
    assert broken_rules(state, "Nm5") == []


def test_4_6_nothing_is_asked_where_no_roof_is_possible() -> None:
    state = last_player("RWW")
    assert "WNa" in legal_moves(state)
    palace(state, "G", "m5", roof=1)
    hold(state, "", "RGW", "")
    assert "WNa" in legal_moves(state), "a second grey palace cannot get an own roof (6.2)"
    hold(state, "", "RPW", "")
    assert {move[0] for move in legal_moves(state)} == {"P"}


def test_4_6_others_must_be_out_not_merely_stuck() -> None:
    state = last_player("RWW")
    palace(state, "G", "m5", roof=0)
    palace(state, "G", "c5")
    hold(state, "R", "RWW", "")
    turn(state, 1, left=1)
    assert not Places(state).placements()[0]
    assert "WNa" in legal_moves(state)
    hold(state, "", "RWW", "")
    assert legal_moves(state) == ["Rc5"]


def test_4_6_tea_is_no_way_round_but_free_after_the_roof() -> None:
    state = last_player("RRWWTT", tea=True)
    palace(state, "G", "m5")
    palace(state, "P", "c9")
    after_wall = play(state, "WNa")
    assert legal_moves(after_wall) == ["Rc9", "Rm5"]
    assert broken_rules(after_wall, "T") == ["4.6"]
    after_roof = play(state, "Rm5")
    assert {"T", "WNa", "Rc9"} <= set(legal_moves(after_roof))


def test_4_6_finishing_a_colour_puts_the_others_out_and_was_the_roof() -> None:
    state = bare("first")
    palace(state, "G", "a1", roof=1)
    palace(state, "G", "e1", roof=2)
    palace(state, "G", "m1")
    palace(state, "P", "m8")
    hold(state, "RRWW", "G", "GG")
    turn(state, 0)
    state = play(state, "Rm1")
    assert state.out == [False, True, True]
    assert {move[0] for move in legal_moves(state)} == {"R", "W"}, "this turn has its roof"
    state = play(play(state, "WNa"), "WNb")
    assert legal_moves(state) == ["Rm8"], "the next one has not"


def test_4_6_holds_for_a_turn_of_one_placement() -> None:
    state = last_player("GRW")
    palace(state, "P", "m8")
    assert {move[0] for move in legal_moves(state)} == {"G", "R", "W"}
    state.turn_size = state.placements_left = 1
    assert legal_moves(state) == ["Rm8"]


def test_4_9_both_rules_at_once() -> None:
    state = one_open_orange_palace()
    hold(state, "OR", "", "")
    assert legal_moves(state) == ["Op1"]
    assert broken_rules(state, "Ro1") == ["4.8"], "the roof itself fulfils 4.6"
    state = bare("first", neutral_roofs=True)
    palace(state, "G", "m5")
    hold(state, "RNW", "", "")
    turn(state, 0)
    assert broken_rules(state, "Nm5") == ["4.6"]


# 4.9 against a more naive search: every turn is played out, with skips, discarded gates and the end


def naively_barred(state: State) -> dict[str, str]:
    moves = otherwise_legal_moves(state)
    turns = {move: turns_from(state, move) for move in moves}
    barred = {}
    for move in moves:
        if asks_for_roof(state) and lost(turns, move, has_roof):
            barred[move] = "4.6"
        elif asks_for_two(state) and lost(turns, move, has_two):
            barred[move] = "4.8"
    return barred


def turns_from(state: State, move: str) -> list[list[str]]:
    """The placements of each turn that begins so."""
    after = play(state, move, [move])
    if after.phase == "over" or after.turn_number != state.turn_number:
        return [[move]]
    return [[move, *rest] for follow in otherwise_legal_moves(after) for rest in turns_from(after, follow)]


def has_roof(turn: list[str]) -> bool:
    return any(move[0] == "R" for move in turn)


def has_two(turn: list[str]) -> bool:
    return sum(move != "T" for move in turn) == 2


def lost(turns: dict[str, list[list[str]]], move: str, wanted: object) -> bool:
    assert callable(wanted)
    could = any(wanted(turn) for several in turns.values() for turn in several)
    return could and not any(wanted(turn) for turn in turns[move])


@pytest.mark.parametrize("seed", range(6))
def test_4_9_as_turns_played_out_say(seed: int) -> None:
    rng = random.Random(f"naive {seed}")
    edition, players = [("first", 3), ("first", 4), ("second", 2), ("second", 3), ("second", 4), ("first", 3)][seed]
    switches = random_rules(edition, players, True, rng).switches()
    rules = Rules.of(edition, players, True, **{**switches, "last_player_roofs": True, "both_placements": True})
    seen = 0
    states = random_endings(rules, rng, 4)
    for make in (two_due, roof_due_first, roof_due_last):
        made = make(rules, rng)
        states += [next(made), next(made)]
    for state in states:
        moves = otherwise_legal_moves(state)
        if state.phase != "play" or len(moves) > 60:
            continue
        barred = naively_barred(state)
        assert barred_moves(state, moves) == barred
        assert len(barred) < len(moves), "4.9 never bars everything"
        seen += bool(barred)
    assert seen > 0


@pytest.mark.parametrize("seed", range(3))
def test_what_is_called_independent_is_so(seed: int) -> None:
    rng = random.Random(f"independent {seed}")
    rules = Rules.of("second", 3, True, neutral_roofs=True)
    for state in random_endings(rules, rng, 3):
        if state.phase != "play" or state.placements_left != 2:
            continue
        moves = sorted(otherwise_legal_moves(state))
        for first in rng.sample(moves, min(len(moves), 8)):
            after = play(state, first, [first])
            for second in moves:
                if independent(first, second):
                    assert (after.turn, after.placements_left) == (state.turn, 1), (first, second)
                    kinds = {move for move in otherwise_legal_moves(after) if move[0] == second[0]}
                    assert second in kinds or (second[0] in "RN" and kinds), (first, second)
