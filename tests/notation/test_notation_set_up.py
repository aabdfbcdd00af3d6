"""Records of games that begin with a position somebody set up: the tag `Position`."""

import json
import random

import pytest

import medina
from medina import BadRecord, Record, position_to_json, read_record, write_record
from medina.words import error_text
from support import city, start

MIDDLE = city("second", 3, "well f6; M c3 d3; G e8 e9 + d8 @1; B h9; W Na Nb", gates=True, turn=2, left=1)


def played(position: medina.Position, moves: int, seed: int = 1) -> Record:
    record, rng = Record.new(position, {"Seat0": "Ada"}), random.Random(seed)
    for _ in range(moves):
        if record.position.phase != "over":
            record = record.play(rng.choice(record.position.legal_moves))
    return record


@pytest.mark.parametrize("moves", [0, 1, 2, 9, 400])
def test_there_and_back(moves):
    record = played(MIDDLE, moves)
    text = write_record(record)
    assert text.splitlines()[4].startswith('[Position "{')
    assert read_record(text) == record
    assert write_record(read_record(text)) == text


def test_a_variation_alone_is_a_record():
    record = played(start("second", 2), 12)
    line = played(record.instead_of(3).start, 5, seed=2)
    assert line.is_set_up
    assert read_record(write_record(line)) == line


def test_a_street_may_begin_where_no_market_could_be():
    record = Record.new(city("second", 3, "well f6; M a3 b3"))
    assert record.is_set_up
    assert read_record(write_record(record)) == record


def test_games_from_their_beginning_have_no_position():
    for position in (start("second", 2), start("first", 3), start("second", 4, gates=True, well=False)):
        record = Record.new(position)
        assert not record.is_set_up
        assert "Position" not in write_record(record)


def test_what_is_said_beside_it_must_be_so():
    text = write_record(played(MIDDLE, 3))
    without = "\n".join(line for line in text.split("\n") if not line.startswith(("[Edition", "[Players", "[Gates")))
    assert read_record(without) == read_record(text)
    for wrong in (text.replace('"second"', '"first"', 1), '[Well "f6"]\n' + text, '[Tea "no"]\n' + text):
        with pytest.raises(BadRecord, match="something else than the position"):
            read_record(wrong)


@pytest.mark.parametrize("inside", ["nonsense", "5", "[]", "{}", "[" * 100_000, "NaN", '{"players": 1e999}'])
def test_what_is_no_position(inside):
    with pytest.raises(BadRecord) as caught:
        read_record(f'[Position "{inside.replace(chr(34), chr(92) + chr(34))}"]\n\n*\n')
    assert caught.value.line == 1
    assert error_text(caught.value, "de")


def test_an_impossible_position_has_its_rule():
    data = position_to_json(MIDDLE)
    near = {"colour": "O", "buildings": ["g7"], "stables": [], "roof": None}
    text = json.dumps({**data, "palaces": [*data["palaces"], near]}).replace('"', '\\"')
    with pytest.raises(BadRecord) as caught:
        read_record(f'[Position "{text}"]\n\n*\n')
    assert caught.value.rule == "5.7"
