"""Moves as text."""

import pickle

import pytest

from medina import BadMove, Move

GOOD = ["Ge5", "Pa1", "Bp11", "Oe10", "Sh9", "Mc3", "Re5", "Ne5", "WNa", "WSp", "WW1", "WE11", "DNb", "DW10", "T"]
PASSAGES = ["Me5/Nc", "Ma1/E11", "Mp11/Sp", "Mb1/W2"]
BAD = [
    *("", " ", "G", "e5", "ge5", "GE5", "Ge", "G5", "Ge0", "Ge12", "Ge05", "Ge5 ", " Ge5", "Ge5\n", "Gq5", "Ge100"),
    *("Xe5", "WNq", "WN1", "WWa", "WW0", "WW12", "We5", "DNa1", "Wa1", "M", "Me5/", "Me5/Nq", "Me5/e5", "Me5//Nc"),
    *(
        "Ge5/Nc",
        "Se5/Nc",
        "T5",
        "TT",
        "t",
        "Te5",
        "Me5/Nc/Sc",
        "Ge5,Ge6",
        "Ge5{}",
        "G\u00e95",
        "Ge\u0665",
        "Ｇe5",
        "\ud800",
    ),
]


@pytest.mark.parametrize("text", GOOD + PASSAGES)
def test_same_move_same_string(text):
    move = Move.parse(text)
    assert (move.text, str(move)) == (text, text)
    assert Move.parse(str(move)) == move
    assert hash(Move.parse(text)) == hash(move)
    assert pickle.loads(pickle.dumps(move)) is move
    assert repr(move) == f"Move.parse({text!r})"
    assert eval(repr(move)) is move


@pytest.mark.parametrize("text", BAD)
def test_nothing_else_is_accepted(text):
    with pytest.raises(BadMove, match="is not a move") as caught:
        Move.parse(text)
    assert caught.value.code == "bad_move"
    assert len(caught.value.message) < 200


def test_the_parts_of_a_move():
    parts = {text: (Move.parse(text).piece, Move.parse(text).cell, Move.parse(text).exit) for text in GOOD + PASSAGES}
    assert parts["Ge5"] == ("G", "e5", None)
    assert parts["WE11"] == ("W", "E11", None)
    assert parts["DNb"] == ("D", "Nb", None)
    assert parts["T"] == ("T", None, None)
    assert parts["Me5/Nc"] == ("M", "e5", "Nc")


def test_a_move_made_of_its_parts():
    assert Move("G", "e5") is Move.parse("Ge5")
    assert Move("T") is Move.parse("T")
    assert Move("M", "e5", "Nc") is Move.parse("Me5/Nc")
    for parts in (("G",), ("T", "e5"), ("G", "e5", "Nc"), ("M", "e5", ""), ("W", "e5")):
        with pytest.raises(BadMove):
            Move(*parts)


def test_moves_sort_by_their_text():
    moves = [Move.parse(text) for text in ("Ge2", "Ge10", "Be5", "Me5/Nc", "Me5")]
    assert [move.text for move in sorted(moves)] == ["Be5", "Ge10", "Ge2", "Me5", "Me5/Nc"]
    assert Move.parse("Ge5") != "Ge5"


def test_a_long_text_makes_a_short_sentence():
    with pytest.raises(BadMove) as caught:
        Move.parse("x" * 100_000)
    assert len(caught.value.message) < 200
