"""Whatever text or object comes in, the readers give a value or one of the package's errors, and nothing else."""

import copy
import json
import pickle
import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import medina
from medina import Marks, MedinaError, Move, Position, Record
from medina.notation.marks import SIGNS
from support import city, start

fuzz = settings(max_examples=150, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))

TEXT = st.text(st.characters(codec=None, exclude_categories=()), max_size=60)
MOVELIKE = st.text("GPBOSMWDRNTabcpqNSWE0123456789/ ", max_size=8)
CELL = st.builds(lambda column, row: f"{column}{row}", st.sampled_from("abcdefghijklmnop"), st.integers(1, 11))
WALL = st.builds(
    lambda side, place: f"{side}{place}", st.sampled_from("NSWE"), st.sampled_from([*"acfnp", 1, 5, 10, 11])
)
MOVE = st.one_of(
    st.builds(lambda piece, cell: piece + cell, st.sampled_from("GPBOSMRN"), CELL),
    st.builds(lambda piece, wall: piece + wall, st.sampled_from("WD"), WALL),
    st.builds(lambda cell, wall: f"M{cell}/{wall}", CELL, WALL),
    st.just("T"),
    MOVELIKE,
    TEXT,
)
POSITION = city("second", 3, "G e8 e9 + d8 @1; M c3 d3; W Na Sa; D Nb; P l5 @0", gates=True, left=1, tiles={1: 0})
WRITTEN = medina.position_to_json(POSITION)
RECORD = medina.write_record(
    Record.new(start("second", 2), {"Event": "a", "Seat0": "b"}).play("Ge5").play("Oh3").with_comment(0, "hm")
)
GAME = medina.read_record(RECORD).with_marks(0, Marks("!", ("e5",), (("e5", "Nc"),)))
TREE = medina.write_record(GAME.with_variation(0, GAME.instead_of(0).play("Pe5").play("WNa").with_comment(1, "or so")))
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | TEXT | CELL | WALL | st.sampled_from("GPBO"),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXT | CELL | WALL, inner, max_size=4),
    max_leaves=8,
)


@fuzz
@given(MOVE)
def test_any_text_is_a_move_or_a_bad_move(text):
    try:
        move = Move.parse(text)
    except medina.BadMove:
        return
    assert move.text == text


@fuzz
@given(st.lists(MOVE, max_size=6))
def test_any_moves_are_played_or_refused_with_nothing_changed(texts):
    position = start("second", 2, gates=True)
    for text in texts:
        before = medina.position_to_json(position)
        try:
            after = position.play(text)
        except (medina.BadMove, medina.IllegalMove):
            assert medina.position_to_json(position) == before
            continue
        assert position.is_legal(text)
        assert position.canonical(text) in position.legal_moves
        position = after


@fuzz
@given(TEXT)
def test_any_text_is_a_record_or_a_bad_record(text):
    try:
        record = medina.read_record(text)
    except medina.BadRecord:
        return
    assert medina.read_record(medina.write_record(record)) == record


@fuzz
@given(st.data())
def test_a_record_with_something_else_in_it(data):
    """Text cut out, put in or written twice, somewhere in a good record."""
    text = data.draw(st.sampled_from([RECORD, TREE]))
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(text)))
        upto = data.draw(st.integers(at, min(len(text), at + 12)))
        put = data.draw(st.one_of(TEXT, MOVE, st.just(text[at:upto] * 2), st.sampled_from('[](){}<>!?-"\\,.*\r\n\t 0')))
        text = text[:at] + put + text[upto:]
    try:
        record = medina.read_record(text)
    except medina.BadRecord:
        return
    written = medina.write_record(record)
    assert medina.read_record(written) == record
    assert medina.write_record(medina.read_record(written)) == written


@fuzz
@given(
    st.lists(
        MOVE | st.sampled_from(["1.", "2.", "*", "{x}", ",", "3 4", "\n", "(", ")", "!", "?!", "<e5-Nc>"]), max_size=8
    )
)
def test_records_made_of_words(words):
    head = '[Edition "first"]\n[Players "3"]\n[Gates "yes"]\n\n'
    try:
        record = medina.read_record(head + " ".join(words) + "\n*\n")
    except medina.BadRecord:
        return
    assert medina.read_record(medina.write_record(record)) == record


@fuzz
@given(st.integers(0, 2**32))
def test_any_tree_comes_back(seed):
    """Lines put in anywhere, with remarks, and promoted or deleted."""
    rng = random.Random(seed)
    players, gates = rng.choice([(2, False), (3, True), (4, False)])
    tree = played_on(Record.new(medina.new_game("second", players, gates, seed=rng.randrange(9))), rng)
    for _ in range(rng.randint(1, 6)):
        path, line = rng.choice(list(tree.lines()))
        word = rng.randrange(len(line.turns))
        more = tree.edited(
            path, lambda line, word=word: line.with_variation(word, played_on(line.instead_of(word), rng))
        )
        number = len(line.variations.get(word, ()))
        if path == () or word:
            assert more.at(path).variations[word][number].moves
            assert more.edited(path, lambda line, at=(word, number): line.without_variation(*at)) == tree
            swapped = more.edited(path, lambda line, at=(word, number): line.promoted(*at))
            assert swapped.edited(path, lambda line, at=(word, number): line.promoted(*at)) == more
            more = rng.choice([more, swapped])
        tree = more
    written = medina.write_record(tree)
    assert medina.read_record(written) == tree
    assert medina.write_record(medina.read_record(written)) == written
    assert written.count(" (") == sum(1 for _ in tree.lines()) - 1
    assert pickle.loads(pickle.dumps(tree)) == tree


def played_on(line: Record, rng: random.Random) -> Record:
    """The line with some moves more and remarks on one of its turns."""
    for _ in range(rng.randint(1, 5)):
        line = line.play(rng.choice(line.position.legal_moves))
    cells = [name for name in ("a1", "e5", "Nc", "W3") if rng.random() < 0.3]
    arrows = (("e5", "e6"), ("Sa", "c4"))[: rng.randint(0, 2)]
    marks = Marks(rng.choice(["", *SIGNS]), tuple(cells), arrows)
    word = rng.randrange(len(line.turns))
    return line.with_marks(word, marks).with_comment(word, rng.choice(["", "hm", "(x) <e5>!"]))


@fuzz
@given(JSON)
def test_any_object_is_a_position_or_a_bad_position(value):
    with pytest.raises(medina.BadPosition):
        medina.position_from_json(value)


@fuzz
@given(st.data())
def test_a_position_with_something_else_in_it(data):
    """Some values inside replaced, removed or added."""
    changed = copy.deepcopy(WRITTEN)
    for _ in range(data.draw(st.integers(1, 3))):
        inner = changed
        while True:
            keys = list(inner) if isinstance(inner, dict) else list(range(len(inner)))
            key = data.draw(st.sampled_from(keys)) if keys else None
            if key is None or not isinstance(inner[key], dict | list) or data.draw(st.booleans()):
                break
            inner = inner[key]
        if isinstance(inner, dict) and data.draw(st.integers(0, 5)) == 0:
            inner[data.draw(CELL | WALL | TEXT)] = data.draw(JSON)
        elif key is not None:
            inner[key] = data.draw(JSON)
    faults = medina.position_faults(changed)
    if faults:
        with pytest.raises(medina.BadPosition) as caught:
            medina.position_from_json(changed)
        assert (str(caught.value), caught.value.cells) == (str(faults[0]), faults[0].cells)
    else:
        check_is_position(medina.position_from_json(changed), changed)
    try:
        completed = medina.complete_position(changed)
    except medina.BadPosition:
        return
    assert medina.complete_position(completed).keys() == completed.keys()


def check_is_position(position: Position, data: dict) -> None:
    """What was accepted is what was written, and can be played on."""
    written = medina.position_to_json(position)
    given = {name: value for name, value in data.items() if name not in ("options", "rules")}
    assert json.dumps({name: written[name] for name in given}, sort_keys=True) == json.dumps(given, sort_keys=True)
    if data.get("rules") == medina.RULES_VERSION:
        assert written["options"].items() >= data.get("options", {}).items()
    assert position.legal_moves or position.phase == "over"
    for move in position.legal_moves[:: max(1, len(position.legal_moves) // 5)]:
        assert medina.position_from_json(medina.position_to_json(position.play(move))) == position.play(move)


@fuzz
@given(st.dictionaries(TEXT, TEXT, max_size=3), st.dictionaries(st.integers(0, 1), TEXT, max_size=2))
def test_any_tags_and_comments_come_back_or_are_refused(tags, comments):
    try:
        record = Record.new(start("second", 2), tags).play("Ge5").play("Oh3")
        for word, text in comments.items():
            record = record.with_comment(word, text)
    except MedinaError:
        return
    assert medina.read_record(medina.write_record(record)) == record


@fuzz
@given(TEXT, JSON, JSON, st.dictionaries(TEXT, JSON, max_size=2))
def test_any_ruleset_is_one_or_a_bad_ruleset(edition, players, gates, switches):
    for chosen in (edition, "second"):
        try:
            medina.Ruleset.of(chosen, players, gates, **switches)
        except medina.BadRuleset:
            continue
        except TypeError:
            assert set(switches) & {"edition", "players", "gates"}
