"""Positions as JSON."""

import copy
import json
import random

import msgspec
import pytest

import medina
from medina import BadPosition, position_from_json, position_to_json
from medina.notation import PositionJson
from medina.notation.shapes import FIELDS
from support import COMBINATIONS, city, start

RICH = {
    "board": "well f6; M c3 d3 e3; M a9; G e8 e9 + d8 @1; G h2 @n; B h9; P l5 @0; O m2; "
    "W Na Nb W11 Sa; D Nc Sb; used Nc Sb",
    "gates": True,
    "turn": 1,
    "left": 1,
    "tiles": {1: 0, 2: "neutral"},
    "lying": {1: 0, 2: 0},
    "hands": {2: ""},
}


def rich():
    """The JSON of a position with something in every field."""
    return position_to_json(city("second", 3, **RICH))


def test_the_object_of_the_notation():
    data = rich()
    assert list(data) == [
        *("edition", "players", "gates", "phase", "turn", "placements_left", "cells", "walls", "palaces", "streets"),
        *("stock", "out", "palace_tiles", "tower_tiles", "tower_merchants", "tea_left", "scores", "options"),
        "rules",
        *("turn_size", "roofed_this_turn", "first_turn_done", "palace_tile_palaces", "used_gates", "spare_gate"),
    ]
    assert data["palaces"][0] == {"colour": "G", "buildings": ["e8", "e9"], "stables": ["d8"], "roof": 1}
    assert data["palaces"][1]["roof"] == "neutral"
    assert data["palaces"][2]["roof"] is None
    assert data["streets"] == [["c3", "d3", "e3"], ["a9"]]
    assert data["cells"]["f6"] == "well"
    assert (data["cells"]["e8"], data["cells"]["d8"], data["cells"]["a9"]) == ("G", "S", "M")
    assert (data["walls"]["Na"], data["walls"]["Nc"]) == ("wall", "gate")
    assert data["palace_tiles"] == {"G": 1, "P": 0, "B": None, "O": None}
    assert data["palace_tile_palaces"] == {"G": "e8", "P": "l5", "B": None, "O": None}
    assert data["tower_tiles"] == {"1": 0, "2": "neutral", "3": None, "4": None}
    assert data["tower_merchants"] == {"1": 0, "2": 0, "3": 1, "4": 0}
    assert data["used_gates"] == ["Nc", "Sb"]
    assert list(data["stock"][0]) == list("GPBOSMWRNDT")
    assert data["out"] == [False, False, True]


def test_both_ways():
    position = city("second", 3, **RICH)
    assert position_from_json(json.loads(json.dumps(rich()))) == position
    founding = start("first", 3, gates=True, well=True)
    assert position_to_json(founding)["placements_left"] == 2
    assert position_from_json(position_to_json(founding)) == founding


def test_a_finished_game():
    over = city("second", 3, "", hands={0: "W1", 1: "", 2: ""}).play("WNa")
    assert position_from_json(position_to_json(over)) == over


@pytest.mark.parametrize("value", [None, [], "position", 5, 5.0, True, {}])
def test_what_is_no_position(value):
    with pytest.raises(BadPosition) as caught:
        position_from_json(value)
    assert caught.value.code == "bad_request"
    assert caught.value.message.endswith(".")


def test_the_table_of_fields_has_every_field_in_order():
    assert list(FIELDS) == list(PositionJson.__annotations__) == list(position_to_json(start()))


@pytest.mark.parametrize("name", ["scores", "palace_tiles", "options", "rules"])
def test_what_follows_from_the_rest_may_be_missing(name):
    data = rich()
    del data[name]
    assert position_from_json(data) == city("second", 3, **RICH)


@pytest.mark.parametrize(
    "name", [name for name in position_to_json(start()) if name not in ("scores", "palace_tiles", "options", "rules")]
)
def test_every_other_field_is_needed(name):
    data = rich()
    del data[name]
    with pytest.raises(BadPosition):
        position_from_json(data)


WRONG = [
    None,
    True,
    False,
    7,
    -1,
    1.0,
    10**30,
    float("nan"),
    "x",
    "",
    [],
    {},
    [[]],
    [None],
    {"a": 1},
    {"1": []},
    "\ud800",
]


def paths(value, path=()):
    """The ways to every value inside."""
    yield path
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in inside:
        yield from paths(inner, (*path, key))


def changed(data, path, value):
    data = copy.deepcopy(data)
    *way, last = path
    inner = data
    for key in way:
        inner = inner[key]
    inner[last] = value
    return data


@pytest.mark.parametrize("value", WRONG, ids=repr)
def test_every_value_is_checked(value):
    """A wrong value is refused; what is accepted is the position that the object describes, to the type."""
    data = rich()
    for path in paths(data):
        if path:
            other = changed(data, path, value)
            try:
                position = position_from_json(other)
            except BadPosition:
                continue
            if path == ("options",) and value == {}:  # every switch as the edition has it
                other = data
            assert json.dumps(position_to_json(position), sort_keys=True) == json.dumps(other, sort_keys=True), path
            assert position.legal_moves or position.phase == "over"


@pytest.mark.parametrize(
    ("path", "value", "sentence"),
    [
        (("edition",), "third", "no such edition"),
        (("palaces", 0, "buildings"), ["e8", "e10"], "touching buildings"),
        (("palaces", 0, "buildings"), [], "touching buildings"),
        (("palaces", 0, "stables"), ["c8"], "stables that touch buildings"),
        (("palaces", 0, "stables"), ["e9"], "one piece a cell"),
        (("palaces", 1, "buildings"), ["f9"], "near another palace"),
        (("palaces", 0, "roof"), 3, "names seats"),
        (("palaces", 0, "roof"), True, "names seats"),
        (("tower_tiles", "1"), 3, "names seats"),
        (("tower_tiles", "1"), "x", "names seats"),
        (("palace_tile_palaces", "G"), "h9", "largest of its palaces with roofs"),
        (("palace_tile_palaces", "B"), "h9", "largest of its palaces with roofs"),
        (("palace_tile_palaces", "G"), "zz", "field|wrong value|tile"),
        (("streets", 0), ["c3", "e3"], "paths"),
        (("streets", 0), ["c3", "d3", "c3"], "paths|one piece a cell"),
        (("streets", 1), [], "no empty street"),
        (("streets",), [], "market once it is founded"),
        (("stock",), [], "one entry a seat"),
        (("out",), [False], "one entry a seat"),
        (("first_turn_done",), [], "one entry a seat"),
        (("stock", 0, "G"), -1, "counts pieces"),
        (("stock", 0, "T"), 1.0, "counts pieces"),
        (("stock", 0, "T"), 100, "counts pieces"),
        (("tea_left",), True, "counts pieces"),
        (("tower_merchants", "1"), 2.0, "counts pieces"),
        (("scores", 0), 99, "scores"),
        (("cells", "a1"), "G", "cells"),
        (("walls", "Ne"), "wall", "rows from the towers"),
        (("walls", "No"), "gate", "beside walls"),
        (("palace_tiles", "G"), 0, "palace_tiles"),
        (("phase",), "founding", "market once it is founded"),
        (("phase",), "paused", "founding, play or over"),
        (("phase",), "over", "over has no turn"),
        (("turn",), 3, "seat to place next"),
        (("turn",), None, "seat to place next"),
        (("turn",), True, "seat to place next"),
        (("turn",), 2, "can place"),
        (("placements_left",), 0, "placements left"),
        (("placements_left",), 3, "placements left"),
        (("placements_left",), "1", "placements left"),
        (("placements_left",), True, "placements left"),
        (("turn_size",), 3, "placements left"),
        (("turn_size",), 1.0, "placements left"),
        (("roofed_this_turn",), 1, "true or false"),
        (("spare_gate",), "yes", "true or false"),
        (("out", 0), 0, "true or false"),
        (("first_turn_done", 0), None, "true or false"),
        (("used_gates",), ["Nc", "Nd", "Sb"], "used gates"),
        (("used_gates",), ["Sb", "Nc"], "used_gates"),
        (("used_gates",), ["Nc", "zz"], "used gates"),
        (("options", "well"), False, "well if the game has one"),
        (("options", "tea"), 1, "true or false"),
        (("cells", "f6"), "M", "well if the game has one"),
    ],
)
def test_what_cannot_be(path, value, sentence):
    with pytest.raises(BadPosition, match=sentence):
        position_from_json(changed(rich(), path, value))


def test_gates_stand_away_from_the_towers():
    data = rich()
    data["walls"] |= {"Ep": "gate"}
    with pytest.raises(BadPosition):
        position_from_json(data)
    data = rich()
    data["walls"] |= {"E1": "gate"}
    with pytest.raises(BadPosition, match="beside walls"):
        position_from_json(data)


def test_a_side_without_an_empty_cell_needs_a_gate():
    full = rich()
    full["walls"] |= {f"E{row}": "wall" for row in range(1, 12)}
    with pytest.raises(BadPosition):
        position_from_json(full)


def test_a_gate_needs_a_wall_beside_it():
    data = rich() | {"walls": {"Na": "wall", "Nc": "gate", "Sa": "wall", "Sb": "gate", "W11": "wall"}}
    with pytest.raises(BadPosition, match="beside walls"):
        position_from_json(data)


def test_a_gate_needs_a_game_with_gates():
    with pytest.raises(BadPosition, match="beside walls"):
        position_from_json(rich() | {"gates": False})


def test_over_only_when_nobody_can_place():
    data = rich() | {"phase": "over", "turn": None, "placements_left": 0, "turn_size": 0}
    with pytest.raises(BadPosition, match="over only when nobody can place"):
        position_from_json(data)


def test_founded_by_the_first_player():
    data = position_to_json(start("first", 3)) | {"turn": 1}
    with pytest.raises(BadPosition, match="founded by the first player"):
        position_from_json(data)


def test_two_streets_on_one_cell():
    data = rich()
    data["streets"][1] = ["c3"]
    with pytest.raises(BadPosition, match="one piece a cell"):
        position_from_json(data)


def test_a_passage_is_a_path_only_between_gates_that_carried_a_street():
    board = "W Na Sa; D Nb Sb; used Nb Sb; M b1 b11"
    good = position_to_json(city("second", 3, board, gates=True))
    assert position_from_json(good).streets == (("b1", "b11"),)
    with pytest.raises(BadPosition, match="paths"):
        position_from_json(good | {"used_gates": []})


def test_order_of_lists():
    data = rich()
    data["palaces"][0]["buildings"].reverse()
    with pytest.raises(BadPosition, match="palaces"):
        position_from_json(data)
    data = rich()
    data["streets"][0].reverse()
    with pytest.raises(BadPosition, match="from its first end"):
        position_from_json(data)


def test_maps_may_be_in_any_order():
    data = {key: rich()[key] for key in reversed(list(rich()))}
    data["cells"] = dict(reversed(list(data["cells"].items())))
    assert position_from_json(data) == city("second", 3, **RICH)


def test_unknown_fields_are_refused_by_name():
    with pytest.raises(BadPosition, match="no field 'comment'"):
        position_from_json(rich() | {"comment": "mine"})
    with pytest.raises(BadPosition, match="no switch 'coffee'"):
        position_from_json(rich() | {"options": {"coffee": True}})


@pytest.mark.parametrize("version", [0, 3, True, "2", None])
def test_unknown_versions_of_the_rules_are_refused(version):
    with pytest.raises(BadPosition, match="version"):
        position_from_json(rich() | {"rules": version})


def test_errors_are_values_of_the_package():
    assert issubclass(BadPosition, medina.MedinaError)


def test_what_is_written_has_the_declared_shape() -> None:
    for position in (city("second", 3, **RICH), start("first", 3), start("second", 2)):
        written = position_to_json(position)
        assert list(written) == list(PositionJson.__annotations__)
        assert msgspec.convert(written, PositionJson) == written


@pytest.mark.parametrize("seed", range(3))
def test_a_position_written_after_an_earlier_one_is_the_same(seed: int) -> None:
    rng, position = random.Random(seed), medina.new_game("second", players=4, gates=True, seed=seed)
    earlier, written = position, position_to_json(position)
    while position.legal_moves:
        position = position.play(rng.choice(position.legal_moves))
        before = copy.deepcopy(written)
        after = position_to_json(position, (earlier, written))
        assert after == position_to_json(position)
        assert written == before
        assert position_to_json(earlier, (position, after)) == written, "also after an undo"
        earlier, written = position, after


@pytest.mark.parametrize(("edition", "players", "gates"), COMBINATIONS)
def test_what_an_earlier_object_shares_changes_nothing(edition, players, gates):
    """Over a random game, one placement on and one back: the object is the one that would be written anew."""
    chance = random.Random(players)
    position = medina.new_game(edition, players, gates, seed=players)
    written = position_to_json(position)
    while position.phase != "over":
        after = position.play(chance.choice(position.legal_moves))
        shared = position_to_json(after, (position, written))
        assert list(shared.items()) == list(position_to_json(after).items())
        assert position_to_json(position, (after, shared)) == written
        position, written = after, shared
