"""The key of a game: stored with copies and analyses of it, so it never changes."""

from pathlib import Path

import pytest

import medina
from medina import Record, read_record, write_record
from medina.notation import game_key

EARLIER = Path(__file__).parents[1] / "data" / "earlier" / "rules-1"
KEYS = {
    "first-both-placements.mgn": "9b8fcb190e064c2924dec0b1475952c166423134514871e830e73298548fbd19",
    "first-connection.mgn": "9bf75a709ceeb22576b0859554069fafd5b4dc5f5626be3d442c75fdaf3b9b0c",
    "second-3-gates.mgn": "c87345f7fc1a61183b666c40443044cf428479088e0a81922c72215c02343c46",
    "set-up.mgn": "c3fafc271fdfc9abced6e072567f7ac0407c972777eb5bb4cd0c83930a43204c",
}


@pytest.mark.parametrize("name", KEYS)
def test_the_key_is_that_of_the_first_release(name):
    assert game_key(read_record((EARLIER / name).read_text())) == KEYS[name]


def test_the_version_of_the_rules_is_not_in_it():
    text = (EARLIER / "second-3-gates.mgn").read_text()
    assert "[Rules " not in text
    assert game_key(read_record('[Rules "2"]\n' + text)) == KEYS["second-3-gates.mgn"]


def test_who_played_and_what_is_said_about_it_is_not_in_it():
    record = read_record((EARLIER / "set-up.mgn").read_text())
    said = record.with_tags(Seat0="Anna", Event="Friday").with_comment(0, "bold")
    assert game_key(said) == game_key(read_record(write_record(said))) == KEYS["set-up.mgn"]


OTHERS = [
    {"ruleset": "first", "market": None, "well": None},
    {"players": 4},
    {"gates": True},
    {"well": "f7"},
    {"market": "c4"},
    {"tea": False},
    {"connection": "every"},
    {"short_first_turn": False},
]


def test_the_game_its_beginning_and_its_moves_are():
    usual = {"ruleset": "second", "players": 3, "gates": False, "well": "f6", "market": "c3"}
    games = [Record.new(medina.new_game(**usual | other)) for other in OTHERS]
    game = Record.new(medina.new_game(**usual))
    longer = game.play("Gh8")
    keys = {game_key(one) for one in [game, longer, longer.play("Ph3"), game.play("Gh9"), *games]}
    assert len(keys) == len(games) + 4
