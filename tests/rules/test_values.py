"""Moves, positions, refusals and errors as values: compared, kept, copied, shown, and never changed."""

import copy
import pickle
import random

import pytest

import medina
from medina import Move
from support import city


def test_a_position_cannot_be_changed():
    position = medina.new_game("second", 3, seed=1)
    for name in ("turn", "phase", "_state", "anything"):
        with pytest.raises(AttributeError, match=r"^a position cannot be changed; play\(\) gives a new one$"):
            setattr(position, name, 1)
        with pytest.raises(AttributeError, match=r"^a position cannot be changed; play\(\) gives a new one$"):
            delattr(position, name)
    with pytest.raises(AttributeError):
        position.legal_moves.append("x")
    for view in (position.cells, position.walls, position.palace_tiles, position.tower_tiles, position.stocks[0]):
        view["G"] = 99
    assert position == medina.new_game("second", 3, seed=1)
    assert medina.position_to_json(position) == medina.position_to_json(medina.new_game("second", 3, seed=1))


def test_positions_share_what_a_move_did_not_touch():
    before = medina.new_game("second", 3, well="f6", market="c3")
    after = before.play("WNa")
    assert after.state.palaces is before.state.palaces
    assert after.state.streets is before.state.streets
    assert after.state.sides is not before.state.sides
    assert after.scores is after.scores


def test_a_move_cannot_be_changed():
    move = Move.parse("Ge5")
    with pytest.raises(AttributeError, match=r"^a move cannot be changed$"):
        move.cell = "e6"
    with pytest.raises(AttributeError, match=r"^a move cannot be changed$"):
        del move.cell
    assert (move.piece, move.cell, move.exit, move.text) == ("G", "e5", None, "Ge5")


def test_moves_sort_by_their_text():
    assert Move.parse("Ge10") < Move.parse("Ge2")
    assert not Move.parse("Ge2") < Move.parse("Ge10")
    assert not Move.parse("Ge2") < Move.parse("Ge2")


def test_positions_that_differ_are_not_equal():
    """Played in another order they are the same; any difference counts."""
    start = medina.new_game("second", 3, well="f6", market="c3", short_first_turn=False)
    assert start.play("WNa").play("WSa") == start.play("WSa").play("WNa")
    assert hash(start.play("WNa").play("WSa")) == hash(start.play("WSa").play("WNa"))
    assert start != medina.new_game("second", 3, well="f6", market="c3", short_first_turn=False, tea=False)
    assert start != medina.new_game("second", 3, well="f6", market="c4", short_first_turn=False)
    assert start != "a position"
    assert len({start, start.play("WNa"), medina.new_game("second", 3, well="f6", market="c3")}) == 3
    assert repr(start) == "<Medina position: second edition, 3 players, play, turn 0>"
    with_gates = medina.new_game("first", 4, gates=True)
    assert repr(with_gates) == "<Medina position: first edition, 4 players with gates, founding, turn 0>"


def test_what_a_position_looks_like_in_a_notebook():
    position = medina.new_game("second", 3, seed=1)
    assert position._repr_svg_() == position.svg()
    assert position.svg().startswith("<svg")
    assert position.svg(coordinates=False) != position.svg()


def test_positions_are_copied_and_pickled_with_all_their_parts():
    position = city("second", 3, "G e8 e9 + d8 @1; B h9; W Na; D Nb; M c3 d3; used Nb", gates=True, left=1)
    for again in (pickle.loads(pickle.dumps(position)), copy.copy(position), copy.deepcopy(position)):
        assert again == position
        assert hash(again) == hash(position)
        assert again.palaces == position.palaces
        assert again.play("WNp") == position.play("WNp")


def test_hashes_tell_positions_apart():
    start = medina.new_game("second", 3, seed=1)
    positions = [start.play(move) for move in start.legal_moves]
    assert len({hash(position) for position in positions}) > len(positions) / 4
    assert len(set(positions)) == len(positions)


def test_errors_can_be_sent_to_another_process():
    position = medina.new_game("second", 2, well="f6", market="c3").play("Ge8")
    errors = []
    for move in ("Of9", "nonsense"):
        with pytest.raises(medina.MedinaError) as caught:
            position.play(move)
        errors.append(caught.value)
    errors += [medina.GameOver(), medina.BadRuleset("no"), medina.BadPosition("no")]
    for error in errors:
        again = pickle.loads(pickle.dumps(error))
        assert type(again) is type(error)
        assert (again.message, again.code, str(again)) == (error.message, error.code, error.message)
    assert pickle.loads(pickle.dumps(errors[0])).refusal == errors[0].refusal
    assert [error.code for error in errors] == ["illegal_move", "bad_move", "game_over", "bad_request", "bad_request"]


@pytest.mark.parametrize(
    ("text", "rule", "reason"),
    [
        *((f"{colour}Nc", "5.2", "building_in_ring") for colour in "GPBO"),
        ("SW5", "7.1", "stable_in_ring"),
        ("MSc", "8.2", "merchant_in_ring"),
        ("Wa1", "9.1", "wall_in_city"),
        ("Dc4", "16.1", "gate_in_city"),
        ("RE5", "6.1", "roof_in_ring"),
        ("NE5", "6.3", "roof_in_ring"),
    ],
)
def test_a_piece_off_its_ground_is_illegal_by_hand_and_no_move_in_writing(text, rule, reason):
    position = medina.new_game("second", 2, gates=True, well="f6", market="c3")
    with pytest.raises(medina.IllegalMove) as caught:
        position.meant(text)
    assert caught.value.refusal == medina.Refusal(rule, reason, {"cell": text[1:]})
    with pytest.raises(medina.BadMove):
        position.play(text)


def test_what_else_a_hand_may_mean():
    position = medina.new_game("second", 3, well="f6", market="c3")
    assert position.meant("Ge8") == Move.parse("Ge8")
    for text in ("", "Xe5", "TNc", "Gz5", "WNz", "Wq1", "Ge8/Nc"):
        with pytest.raises(medina.BadMove):
            position.meant(text)
    with pytest.raises(medina.IllegalMove) as none_left:
        position.meant("De5")
    assert none_left.value.refusal == medina.Refusal("4.2", "none_left", {"piece": "D"})
    with pytest.raises(medina.IllegalMove) as founding:
        medina.new_game("first", 3).meant("MNc")
    assert founding.value.refusal == medina.Refusal("3.3", "found_first")
    over = city("second", 3, "G e5 @0; M e6", hands={0: "W1 R3", 1: "R4", 2: "N1"}).play("WSa")
    for text in ("Ge8", "Me5"):
        with pytest.raises(medina.GameOver):
            over.meant(text)
    with pytest.raises(medina.BadMove):
        over.meant("Wa1")


def test_a_game_that_is_over_says_so():
    assert str(medina.GameOver()) == "The game is over: nobody can place a piece any more."


def test_refusals_are_values():
    position = medina.new_game("second", 2, well="f6", market="c3").play("Ge8")
    refusal = position.why("Of9")
    assert refusal == position.why("Of9")
    assert hash(refusal) == hash(position.why("Of9"))
    assert refusal != position.why("Of10")
    assert (refusal.rule, refusal.reason) == ("5.6", "near_palace")
    assert refusal.message == "f9 is near the grey palace at e8"
    assert str(refusal) == "f9 is near the grey palace at e8 (rule 5.6)"
    none_left = city("second", 2, "", hands={0: "W1"}).why("Ge5")
    assert none_left.message == "you have no grey buildings left"
    with pytest.raises(AttributeError):
        refusal.rule = "1"


def test_a_ruleset_is_a_value():
    assert medina.Ruleset.of("second", 3) == medina.Ruleset.of("second", 3)
    assert len({medina.Ruleset.of("second", 3), medina.Ruleset.of("second", 3), medina.Ruleset.of("second", 4)}) == 2
    with pytest.raises(AttributeError):
        medina.Ruleset.of("second", 3).players = 4


def test_inner_parts_show_themselves():
    """For whoever looks at them in a debugger."""
    from medina.rules.board import board_for
    from medina.rules.palace import PalaceCells

    board = board_for(2)
    assert repr(board) == "Board(14, 10)"
    assert pickle.loads(pickle.dumps(board)) is board
    palace = PalaceCells(board, 0, 1 << board.number["a1"], 1 << board.number["a2"], 1)
    assert repr(palace) == "<palace G a1 stables a2 roof 1>"
    larger = palace.with_building(board.number["b1"]).with_stable(board.number["b2"])
    assert repr(larger) == "<palace G a1 b1 stables a2 b2 roof 1>"
    assert palace == pickle.loads(pickle.dumps(palace))
    assert hash(palace) == hash(pickle.loads(pickle.dumps(palace)))
    assert palace != PalaceCells(board, 1, 1 << board.number["a1"], 1 << board.number["a2"], 1)
    assert palace != "palace"


@pytest.mark.parametrize(
    ("edition", "players", "seed"), [("second", 3, 1), ("first", 4, 2), ("second", 2, 3), ("first", 3, 4)]
)
def test_what_is_kept_up_to_date_is_what_is_worked_out_afresh(edition, players, seed):
    """A position carries sets of cells along from move to move; read from its JSON it has to work them out."""
    chance = random.Random(seed)
    position = medina.new_game(edition, players, gates=True, seed=seed)
    while position.phase != "over":
        kind = chance.choice(sorted({move.piece for move in position.legal_moves}))
        position = position.play(chance.choice([move for move in position.legal_moves if move.piece == kind]))
        afresh = medina.position_from_json(medina.position_to_json(position))
        assert afresh.legal_moves == position.legal_moves
        assert afresh.scores == position.scores
        assert afresh.palaces == position.palaces
        assert [afresh.can_place(seat) for seat in range(players)] == [
            position.can_place(seat) for seat in range(players)
        ]


@pytest.mark.parametrize("cell", ["a1", "b2", "a2", "p11", "o10", "a11", "p1", "e5"])
def test_a_new_palace_is_near_all_its_neighbours(cell):
    position = city("second", 3, "").play(f"G{cell}")
    afresh = medina.position_from_json(medina.position_to_json(position))
    assert afresh.legal_moves == position.legal_moves
