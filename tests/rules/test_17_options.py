"""Section 17: options."""

import pytest

import medina
from medina import BadRuleset, Ruleset
from support import SWITCHES, city, hand, pieces, rule, start

FIRST = {
    "well": False,
    "tea": False,
    "tower_merchants": False,
    "neutral_roofs": False,
    "short_first_turn": False,
    "last_player_roofs": True,
    "both_placements": True,
    "connection": "row",
    "founding": True,
}
DEFAULTS = {
    "first": FIRST,
    "second": {name: not value for name, value in FIRST.items()} | {"connection": "tower"},
}


@pytest.mark.parametrize(
    ("edition", "players"), [("first", 3), ("first", 4), ("second", 2), ("second", 3), ("second", 4)]
)
def test_17_what_the_edition_says(edition, players):
    rules = Ruleset.of(edition, players)
    assert rules.options == DEFAULTS[edition]
    assert rules.unusual_options == {}
    assert (rules.edition, rules.players, rules.gates) == (edition, players, False)
    assert Ruleset.of(edition, players, True).gates


@pytest.mark.parametrize("edition", ["first", "second"])
@pytest.mark.parametrize(("switch", "value"), [(name, value) for name in SWITCHES for value in SWITCHES[name]])
def test_17_each_switch_can_have_each_of_its_values(edition, switch, value):
    rules = Ruleset.of(edition, 3, **{switch: value})
    usual = DEFAULTS[edition][switch]
    assert getattr(rules, switch) == value
    assert rules.unusual_options == ({} if value == usual else {switch: value})
    assert rules.options == DEFAULTS[edition] | {switch: value}
    assert (rules == Ruleset.of(edition, 3)) is (value == usual)


def test_17_well():
    assert start("second", well=False).well is None
    assert start("first", well=True).well == "m9"
    assert rule(start("second", well=False, market_cell="c3"), "Gm8") is None


def test_17_tea():
    assert start("second", tea=False).tea_left == 0
    assert start("first", tea=True).tea_left == 6
    assert hand(city("first", 3, "P e5", tea=True).play("Re5"), 0)["T"] == 3
    assert hand(city("second", 3, "P e5", tea=False).play("Re5"), 0).get("T") is None


def test_17_tower_merchants():
    assert set(start("second", tower_merchants=False).tower_merchants.values()) == {0}
    assert start("first", tower_merchants=True).tower_merchants == {1: 3, 2: 2, 3: 1, 4: 0}


@pytest.mark.parametrize(
    ("edition", "players", "count"), [("first", 3, 1), ("first", 4, 0), ("second", 2, 2), ("second", 4, 0)]
)
def test_17_neutral_roofs_come_in_the_second_editions_numbers(edition, players, count):
    assert {stock["N"] for stock in start(edition, players, neutral_roofs=True).stocks} == {count}
    assert {stock["N"] for stock in start(edition, players, neutral_roofs=False).stocks} == {0}


def test_17_short_first_turn():
    assert start("second", short_first_turn=False).turn_size == 2
    assert start("first", short_first_turn=True).turn_size == 1


def test_17_last_player_roofs():
    hands = {0: "G1 R1", 1: "", 2: ""}
    assert pieces(city("second", 3, "G e5", hands=hands, left=1, last_player_roofs=True)) == {"R"}
    assert pieces(city("first", 3, "G e5", hands=hands, left=1, last_player_roofs=False)) == {"G", "R"}


def test_17_founding():
    assert start("second", founding=True).phase == "founding"
    position = start("first", founding=False)
    assert (position.phase, position.streets) == ("play", (("k3",),))


def test_17_the_first_edition_has_no_two_player_game():
    with pytest.raises(BadRuleset, match="first edition has no two-player game"):
        Ruleset.of("first", 2)
    with pytest.raises(BadRuleset, match="first edition has no two-player game"):
        medina.new_game("first")


@pytest.mark.parametrize(
    ("arguments", "switches", "sentence"),
    [
        (("third", 3), {}, "no such edition"),
        ((None, 3), {}, "no such edition"),
        (("second", 1), {}, "2, 3 or 4 players"),
        (("second", 5), {}, "2, 3 or 4 players"),
        (("second", "3"), {}, "2, 3 or 4 players"),
        (("second", 3.0), {}, "2, 3 or 4 players"),
        (("second", True), {}, "2, 3 or 4 players"),
        (("second", 3, "yes"), {}, "Gates are either true or false"),
        (("second", 3, 1), {}, "Gates are either true or false"),
        (("second", 3), {"Tea": True}, "no switch 'Tea'"),
        (("second", 3), {"tea": 1}, "switch tea is either true or false"),
        (("second", 3), {"tea": None}, "switch tea is either true or false"),
    ],
)
def test_17_anything_else_is_an_error_that_says_so(arguments, switches, sentence):
    with pytest.raises(BadRuleset, match=sentence) as caught:
        Ruleset.of(*arguments, **switches)
    assert caught.value.code == "bad_request"


def test_17_the_switches_are_part_of_the_ruleset():
    with pytest.raises(BadRuleset, match=r"Ruleset\.of"):
        medina.new_game(Ruleset.of("second", 3), tea=False)


def test_17_new_game_by_name_or_by_ruleset_is_the_same():
    by_name = medina.new_game("second", 4, True, well="f6", market="c3", tea=False)
    assert by_name == medina.new_game(Ruleset.of("second", 4, True, tea=False), well="f6", market="c3")
    assert Ruleset.of() == Ruleset.of("second", 2, False)
    assert medina.new_game(well="f6", market="c3").ruleset == Ruleset.of("second", 2)


EDGE = "The {} goes on a city cell that is not on the edge; '{}' is none."
SENTENCES = [
    (lambda: Ruleset.of("third", 3), 'There is no such edition. Choose "first" or "second".'),
    (lambda: Ruleset.of("second", 9), "Medina is a game for 2, 3 or 4 players."),
    (
        lambda: Ruleset.of("first", 2),
        "The first edition has no two-player game. Take the second edition, or three or four players.",
    ),
    (lambda: Ruleset.of("second", 3, 1), "Gates are either true or false."),
    (
        lambda: Ruleset.of("second", 3, milk=True),
        "There is no switch 'milk'. The switches are well, tea, tower_merchants, neutral_roofs, short_first_turn, "
        "last_player_roofs, both_placements, connection, founding.",
    ),
    (lambda: Ruleset.of("second", 3, tea=1), "The switch tea is either true or false."),
    *(
        (
            lambda given=given: medina.new_game(Ruleset.of("second", 3), **given),
            "Players, gates and switches are part of the ruleset; give them to Ruleset.of.",
        )
        for given in ({"tea": True}, {"players": 3}, {"gates": False})
    ),
    (lambda: medina.new_game("first", 3, well="f6"), "This game has no well, so no cell can be given for it."),
    (
        lambda: medina.new_game("first", 3, market="f6"),
        "The first player founds the market in this game, so no cell can be given for it.",
    ),
    (
        lambda: medina.new_game("second", 3, market="f6", well="f6"),
        "The well and the market cannot be on the same cell.",
    ),
    (lambda: medina.new_game("second", 3, well="a6"), EDGE.format("well", "a6")),
    (lambda: medina.new_game("second", 3, market="a6"), EDGE.format("market", "a6")),
    (lambda: medina.new_game("second", 3, market="a6", well="a7"), EDGE.format("market", "a6")),
    (lambda: medina.new_game("second", 3, market="a6", well="f6"), EDGE.format("market", "a6")),
    (lambda: medina.new_game(Ruleset.of("second", 3, well=False), market="p6"), EDGE.format("market", "p6")),
]


@pytest.mark.parametrize(("make", "sentence"), SENTENCES, ids=[sentence for _, sentence in SENTENCES])
def test_17_the_sentence_says_what_is_wrong(make, sentence):
    with pytest.raises(BadRuleset) as caught:
        make()
    assert caught.value.message == str(caught.value) == sentence
