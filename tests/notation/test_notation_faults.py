"""Everything that is impossible about a position, by rule and cell, and what follows from the rest."""

import pytest

import medina
from medina import BadPosition, complete_position, position_faults, position_from_json, position_to_json
from medina.words import error_text
from support import city, start

BOARD = "well f6; M c3 d3 e3; M a9; G e8 e9 + d8 @1; G h2 @n; B h9; P l5 @0; O m2; W Na Nb W11 Sa; D Nc Sb; used Nc Sb"
RICH = position_to_json(city("second", 3, BOARD, gates=True, turn=1, left=1))
TILES = RICH["palace_tile_palaces"]


def told(data):
    return [(fault.rule, fault.cells) for fault in position_faults(data)]


def palace(colour, *buildings, stables=(), roof=None):
    return {"colour": colour, "buildings": list(buildings), "stables": list(stables), "roof": roof}


def with_palaces(*palaces, **more):
    return RICH | {"palaces": [*RICH["palaces"], *palaces]} | more


def without(data, *names):
    return {name: value for name, value in data.items() if name not in names}


def test_a_position_has_no_faults():
    assert position_faults(RICH) == ()
    assert position_faults(position_to_json(start("first", 3))) == ()


@pytest.mark.parametrize(
    ("data", "faults"),
    [
        (with_palaces(palace("B", "g7")), [("5.7", ("g7",))]),
        (with_palaces(palace("B", "l5")), [("5.6", ("l5",))]),
        (with_palaces(palace("B", "k6", "k7")), [("5.6", ("l5", "k6"))]),
        (with_palaces(palace("B", "p8", "p10")), [("5.1", ("p8", "p10"))]),
        (with_palaces(palace("B")), [("5.1", ())]),
        (with_palaces(palace("B", "p8", stables=["p10"])), [("7.1", ("p10",))]),
        (with_palaces(palace("B", "p8", stables=["p8"])), [("7.1", ("p8",)), ("5.2", ("p8",))]),
        (with_palaces(palace("B", "c11")), [("16.3", ("c11",))]),
        (with_palaces(palace("B", "d3")), [("5.2", ("d3",))]),
        (with_palaces(palace("G", "p8", roof=1)), [("6.2", ("e8", "p8"))]),
        (with_palaces(palace("B", "p8", roof=1)), [("12.3", ("p8",))]),
        (with_palaces(palace("P", "p8", roof=1)), [("10.1", ())]),
        (RICH | {"palace_tile_palaces": TILES | {"G": "h2"}}, [("12.3", ("e8", "h2"))]),
        (RICH | {"palace_tile_palaces": TILES | {"G": None}}, [("12.3", ("e8", "h2"))]),
        (RICH | {"streets": [["c3", "e3"], ["a9"]]}, [("8.1", ("c3", "e3"))]),
        (RICH | {"streets": [["c3", "d3", "e3"], ["f6"]]}, [("5.2", ("f6",))]),
        (RICH | {"streets": [["c3", "d3", "e3"], []]}, [(None, ())]),
        (RICH | {"walls": RICH["walls"] | {"Ne": "wall"}}, [("9.1", ("Ne",))]),
        (with_palaces(palace("B", "g7"), walls=RICH["walls"] | {"Ne": "wall"}), [("5.7", ("g7",)), ("9.1", ("Ne",))]),
        (RICH | {"walls": RICH["walls"] | {"Nf": "gate"}}, [("16.1", ("Nf",))]),
        (RICH | {"walls": RICH["walls"] | {"E5": "gate"}}, [("16.1", ("E5",))]),
        (RICH | {"used_gates": ["E5", "Nc"]}, [("16.5", ("E5", "Nc"))]),
        (RICH | {"cells": RICH["cells"] | {"a1": "G"}}, [(None, ("a1",))]),
        (RICH | {"cells": RICH["cells"] | {"a1": "S"}}, [("7.1", ("a1",))]),
        (RICH | {"cells": 5}, [(None, ())]),
        (RICH | {"out": [True, False, False]}, [("4.5", ())]),
        (RICH | {"stock": [RICH["stock"][0] | {"M": 15, "D": 3}, *RICH["stock"][1:]]}, [("2", ()), ("2", ())]),
        (RICH | {"scores": [0, 0, 0], "turn": 5, "placements_left": 0}, [(None, ()), ("4.2", ()), ("4.1", ())]),
        (RICH | {"tea_left": -1, "roofed_this_turn": 1}, [(None, ()), (None, ())]),
        (RICH | {"players": 7}, [(None, ())]),
        ([], [(None, ())]),
    ],
)
def test_every_fault_has_its_rule_and_cells(data, faults):
    found = position_faults(data)
    assert told(data) == faults
    assert all(fault.message == error_text(fault, "en") and error_text(fault, "fr") for fault in found)
    with pytest.raises(BadPosition) as caught:
        position_from_json(data)
    assert (caught.value.message, caught.value.rule, caught.value.cells) == (
        found[0].message,
        found[0].rule,
        found[0].cells,
    )


def test_two_open_palaces_of_one_colour():
    """5.4 lets nobody start the second. Two without a roof are possible when one is closed, or of two colours."""
    with pytest.raises(BadPosition) as caught:
        city("second", 2, "well f6; M d5; G b8 b9; G k3 k4")
    assert (caught.value.rule, caught.value.cells) == ("5.4", ("b8", "k3"))
    assert city("second", 2, "well f6; M d5; G b8 b9; O k3 k4").is_legal("Gb7")
    closed = city("second", 3, "G a1; M a2; M b1; G k8")
    assert [palace.is_open for palace in closed.palaces] == [False, True]


def test_all_of_them_at_once():
    streets = [["c3", "e3"], ["a9"]]
    data = with_palaces(palace("B", "g7"), palace("O", "m4"), streets=streets, tea_left=5)
    assert [rule for rule, _ in told(data)] == ["5.7", "5.6", "8.1", "10.1"]


def test_more_than_there_are():
    many = with_palaces(*[palace("O", f"{column}{row}") for column in "bdfhjlnp" for row in (4, 6, 8)])
    assert "There are more orange buildings on the board than in the game." in [
        f.message for f in position_faults(many)
    ]


def test_seats_are_named_by_their_colour_and_pieces_in_words():
    hands = [RICH["stock"][0], RICH["stock"][1] | {"S": 15, "R": 9}, *RICH["stock"][2:]]
    stables, roofs = position_faults(RICH | {"stock": hands})
    assert stables.given == {"seat": 1, "piece": "S"}
    assert [error_text(stables, lang) for lang in ("en", "fr", "de")] == [
        "Blue holds more stables than a player can have.",
        "Bleu a plus d'écuries qu'on ne peut en avoir.",
        "Blau hat mehr Ställe, als jemand haben kann.",
    ]
    assert roofs.message == "Blue holds more roofs than a player can have."


# What follows


def test_what_is_there_stays():
    assert complete_position(RICH) == RICH
    founding = position_to_json(start("first", 3, gates=True))
    assert complete_position(founding) == founding


@pytest.mark.parametrize(
    "name",
    ["scores", "palace_tiles", "palace_tile_palaces", "tea_left", "out", "tower_merchants", "spare_gate"],
)
def test_what_follows_is_put_in(name):
    assert complete_position(without(RICH, name)) == RICH
    assert complete_position(RICH | {name: None}) == RICH


@pytest.mark.parametrize(
    ("edition", "players", "gates"), [("second", 2, True), ("second", 3, True), ("first", 3, True), ("first", 4, False)]
)
def test_everybody_starts_with_everything(edition, players, gates):
    data = position_to_json(start(edition, players, gates))
    assert complete_position(without(data, "stock")) == data


def test_stocks_follow_from_the_board():
    """Whatever was played, the hands hold together what is not on the board, and one hand follows from the others."""
    record = medina.Record.new(medina.new_game("second", 3, True, seed=5))
    while len(record.moves) < 60:
        moves = [move for move in record.position.legal_moves if move.piece not in "NT"]
        record = record.play(moves[(len(record.moves) * 37) % len(moves)])
    data = position_to_json(record.position)
    filled = complete_position(without(data, "stock"))
    for piece in "GPBOSMWRND":
        shares = [stock[piece] for stock in filled["stock"]]
        assert sum(shares) == sum(stock[piece] for stock in data["stock"]), piece
        assert piece == "R" or shares == sorted(shares), piece
    assert position_from_json(filled)
    for seat in range(3):
        stock = [*data["stock"][:seat], {"T": data["stock"][seat]["T"]}, *data["stock"][seat + 1 :]]
        assert complete_position(data | {"stock": stock}) == data


def test_roofs_and_finished_colours_follow():
    data = position_to_json(city("second", 3, "G a1 @0; G c1 @1; G e1 @2; B a5 @0"))
    filled = complete_position(without(data, "stock"))["stock"]
    assert [stock["R"] for stock in filled] == [2, 3, 3]
    assert [stock["G"] for stock in filled] == [0, 0, 0]
    assert [stock["B"] for stock in filled] == [5, 6, 6]


def test_tiles_merchants_on_towers_and_the_fourth_gate_follow():
    """Of two palaces of one size the older one holds the tile, unless the object says otherwise."""
    data = position_to_json(city("second", 3, "G a1 @0; G c1 @1; B a5 a6 @0; B g5", gates=True, tiles={2: "neutral"}))
    filled = complete_position(without(data, "palace_tile_palaces", "palace_tiles", "tower_merchants", "spare_gate"))
    assert filled["palace_tile_palaces"] == {"G": "a1", "P": None, "B": "a5", "O": None}
    assert filled["tower_merchants"] == {"1": 3, "2": 0, "3": 1, "4": 0}
    assert filled["spare_gate"]
    other = complete_position(without(data, "palace_tiles", "scores") | {"palace_tile_palaces": {"G": "c1"}})
    assert other["palace_tile_palaces"] == {"G": "c1", "P": None, "B": "a5", "O": None}
    assert other["palace_tiles"]["G"] == 1
    assert position_from_json(other)


def test_an_impossible_city_has_no_scores():
    data = complete_position(without(with_palaces(palace("B", "g7")), "scores"))
    assert "scores" not in data
    assert told(data) == [("5.7", ("g7",))]


@pytest.mark.parametrize("change", [{"players": 10**9}, {"stock": 5}, {"stock": [{"G": "x"}] * 3}, {"palaces": None}])
def test_what_cannot_be_read_is_refused(change):
    with pytest.raises(BadPosition):
        complete_position(RICH | change)
