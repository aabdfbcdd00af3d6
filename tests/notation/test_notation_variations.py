"""Records with variations and marks: what is written and read, what is refused, and the tree in the library."""

import copy
import pickle
import time
from pathlib import Path

import pytest

import medina
from medina import BadRecord, Marks, Record, read_record, write_record
from medina.notation.records import MOST_NESTED, MOST_PLACEMENTS
from support import start

HEAD = '[Edition "second"]\n[Rules "2"]\n[Players "2"]\n[Gates "no"]\n[Well "k6"]\n[Market "c3"]\n\n'
TREE = (
    HEAD
    + """1. Ge5! (1. Pe5?!{too soon} Pe6,WNa (1. WNa,WNb<Nc>) 2. Re5) (1. Md3) Oh3,Oh4!?<e5 Nc e5-h3>{a race}
2. WNa,WNb (2. Re5,Se4!! Rh3,WNa?? (2. Rh3,WSa) 3. WNb) WNc,WNd
*
"""
)


def refused(text):
    with pytest.raises(BadRecord) as caught:
        read_record(text)
    return caught.value


def texts(line):
    return [",".join(move.text for move in turn.moves) for turn in line.turns]


@pytest.fixture
def tree():
    return read_record(TREE)


# Both ways


def test_reading_then_writing_gives_the_same_text(tree):
    assert write_record(tree) == TREE


def test_what_was_read(tree):
    assert texts(tree) == ["Ge5", "Oh3,Oh4", "WNa,WNb", "WNc,WNd"]
    assert dict(tree.comments) == {1: "a race"}
    assert tree.marks[0] == Marks("!")
    assert tree.marks[1] == Marks("!?", ("e5", "Nc"), (("e5", "h3"),))
    assert {word: len(lines) for word, lines in tree.variations.items()} == {0: 2, 2: 1}
    first = tree.variations[0][0]
    assert texts(first) == ["Pe5", "Pe6,WNa", "Re5"]
    assert dict(first.comments) == {0: "too soon"}
    assert [turn.round for turn in first.turns] == [1, 1, 2]
    assert texts(first.variations[1][0]) == ["WNa,WNb"]
    later = tree.variations[2][0]
    assert (later.start, later.first_round) == (tree.positions[3], 2)
    assert [turn.round for turn in later.turns] == [2, 2, 3]
    assert (tree.depth, tree.placements) == (2, 7 + 4 + 2 + 1 + 5 + 2)


def test_the_example_of_the_documentation():
    page = (Path(__file__).parents[2] / "docs" / "notation.md").read_text()
    section = page.split("### Variations and marks")[1].split("\n## ")[0]
    text = HEAD + "".join(f"{line.strip()}\n" for line in section.split("\n") if line.startswith("    "))
    assert write_record(read_record(text)) == text


def test_what_a_person_wrote_comes_out_in_the_programs_form():
    text = HEAD + "Ge5 ! {one}(\nPe5\n(Oe5 {x} )WNa,WNb ){two} ( Md3 ) ?\n 1. Oh3 < Nc  e5-h3 e5 Nc > *"
    assert write_record(read_record(text)).splitlines()[-2:] == [
        "1. Ge5!?{one two} (1. Pe5 WNa,WNb) (1. Oe5{x}) (1. Md3) Oh3<Nc e5 e5-h3>",
        "*",
    ]


def test_a_variation_may_end_in_the_middle_of_a_turn_or_with_the_game():
    record = medina.Record.new(medina.new_game("second", 2, seed=3))
    while record.position.phase != "over":
        record = record.play(record.position.legal_moves[0])
    word = len(record.turns) // 2
    ended = record.instead_of(word).play(record.moves[record.turns[word].start])
    while ended.position.phase != "over":
        ended = ended.play(ended.position.legal_moves[-1])
    both = record.with_variation(word, ended).with_variation(0, record.instead_of(0).play("WNa"))
    assert read_record(write_record(both)) == both
    assert both.position == record.position


def test_founding_can_be_replaced():
    record = Record.new(start("first", 3)).play("Me5").play("Ge7").play("WNa")
    other = record.with_variation(0, record.instead_of(0).play("Mf6"))
    assert write_record(other).splitlines()[-2] == "1. Me5,Ge7,WNa (1. Mf6)"
    assert read_record(write_record(other)) == other


# What is refused, and where


@pytest.mark.parametrize(
    ("text", "word", "rule", "sentence"),
    [
        ("(Ge5) *", "(", None, "after the turn it replaces"),
        ("Ge5 ((Pe5)) *", "(", None, "after the turn it replaces"),
        ("Ge5 () *", ")", None, "at least one turn"),
        ("Ge5 ) *", ")", None, "no variation to close"),
        ("Ge5 (Pe5 *", "(", None, "not closed"),
        ("Ge5 (Pe5", "(", None, "not closed"),
        ("Ge5 * (Pe5)", "(", None, "nothing may follow the result"),
        ("Ge5 * !", "!", None, "nothing may follow the result"),
        ("Ge5 ({x} Pe5) *", "{x}", None, "a comment stands after a word"),
        ("! Ge5 *", "!", None, "a mark stands after a word"),
        ("Ge5 (<e5> Pe5) *", "<e5>", None, "a mark stands after a word"),
        ("Ge5!!! *", "!!!", None, "one of ! ? !? ?! !! ??"),
        ("Ge5! ! ! *", "!", None, "one of ! ? !? ?! !! ??"),
        ("Ge5<> *", "<>", None, "like <e5 e4-h9>"),
        ("Ge5<e5><e6> *", "<e6>", None, "stand together"),
        ("Ge5<a1-a2><e6> *", "<e6>", None, "stand together"),
        ("Ge5<e5-e6-e7> *", "<e5-e6-e7>", None, "like <e5 e4-h9>"),
        ("Ge5<e5-e5> *", "<e5-e5>", None, "like <e5 e4-h9>"),
        ("Ge5<e5 z9> *", "<e5 z9>", None, "'z9' is not on a board of 14 by 10"),
        ("Ge5<e5-> *", "<e5->", None, "'' is not on a board"),
        ("Ge5<e5 *", "<e5", None, "neither a move nor a comment"),
        ("Ge5!,Ge6 *", ",Ge6", None, "neither a move nor a comment"),
        ("Ge5 (2. Pe5) *", "2.", None, "this is round 1"),
        ("Ge5 (Pe5 Of6,WNa) *", "Of6,WNa", "5.6", "near the purple palace at e5"),
        ("Ge5 (Pe5,Pe6) *", "Pe5,Pe6", "4.2", "more placements than the turn"),
        ("Ge5 (Pe5 Oh3) Oh3 (Ge6) Ge6,Ge7 *", "Ge6,Ge7", None, "not finished"),
    ],
)
def test_the_error_names_word_and_rule(text, word, rule, sentence):
    error = refused(HEAD + "\n" + text)
    assert (error.line, error.word, error.rule) == (HEAD.count("\n") + 2, word, rule)
    assert sentence in error.message


@pytest.mark.parametrize("depth", [MOST_NESTED + 1, 1_000, 300_000])
def test_nesting_without_end_is_a_sentence(depth):
    words = "WNa,WNb (" * depth
    assert f"at most {MOST_NESTED} deep" in refused(f"{HEAD}Ge5 Oh3,WSa ({words}").message
    assert "after the turn it replaces" in refused(HEAD + "Ge5 " + "(" * depth).message


def deep(depth):
    """A game in which each line but the first replaces the second turn of the one around it."""
    lines = [Record.new(medina.new_game("second", 4, seed=1))]
    for number in range(depth + 1):
        while len(lines[number].turns) < 3:
            lines[number] = lines[number].play(lines[number].position.legal_moves[-1])
        lines[number] = lines[number].undo()
        lines.append(lines[number].instead_of(1))
    tree = lines[depth]
    for line in reversed(lines[:depth]):
        tree = line.with_variation(1, tree)
    return tree


def test_the_deepest_tree_that_is_read_is_no_trouble():
    tree = deep(MOST_NESTED)
    assert tree.depth == MOST_NESTED
    assert read_record(write_record(tree)) == tree
    assert pickle.loads(pickle.dumps(tree)) == copy.deepcopy(tree) == tree
    assert hash(tree) == hash(copy.deepcopy(tree))
    path, last = list(tree.lines())[-1]
    assert (len(path), tree.at(path)) == (MOST_NESTED, last)
    with pytest.raises(BadRecord, match=f"at most {MOST_NESTED} deep"):
        tree.edited(path, lambda line: line.with_variation(1, line.instead_of(1).play(line.moves[line.turns[1].start])))


@pytest.mark.parametrize("words", [" (1. Pe5)", " (1. Pe5 WNa,WNb 2. WNc,WNd WNe,WNf)"])
def test_a_megabyte_of_variations_is_refused_soon(words):
    began = time.process_time()
    text = HEAD + "1. Ge5" + words * (1_000_000 // len(words)) + "\n*\n"
    assert f"at most {MOST_PLACEMENTS} placements" in refused(text).message
    assert time.process_time() - began < 5


@pytest.mark.parametrize("remarks", ["{" + "x" * 1_000_000 + "}", "{x}" * 333_333, "<" + "e5-e6 " * 166_666 + ">"])
def test_a_megabyte_of_remarks_is_read_soon(remarks):
    began = time.process_time()
    record = read_record(f"{HEAD}1. Ge5 (1. Pe5{remarks})\n*\n")
    assert read_record(write_record(record)) == record
    assert time.process_time() - began < 5


def test_as_many_placements_as_there_may_be():
    game = read_record(HEAD + "Ge5" + " (Pe5)" * (MOST_PLACEMENTS - 1) + " *")
    assert game.placements == MOST_PLACEMENTS
    with pytest.raises(BadRecord, match=f"at most {MOST_PLACEMENTS} placements"):
        game.play("WNa")


# The tree


def test_adding_and_deleting(tree):
    line = tree.instead_of(1).play("WSa").play("WSb").with_comment(0, "calm").with_marks(0, Marks("?"))
    more = tree.with_variation(1, line)
    assert more.variations[1] == (line,)
    assert more.without_variation(1, 0) == tree
    assert "1. Ge5! (1. Pe5" in write_record(more)
    assert "{a race} (1. WSa,WSb?{calm})\n" in write_record(more)
    again = more.with_variation(1, line)
    assert len(again.variations[1]) == 2
    assert again.without_variation(1, 1) == more
    for word, number in ((1, 0), (0, 2), (0, -1), (9, 0)):
        with pytest.raises(BadRecord, match=f"word {word} has no variation {number}"):
            tree.without_variation(word, number)


def test_promoting_changes_places(tree):
    after = tree.promoted(2, 0)
    assert write_record(after) == HEAD + (
        "1. Ge5! (1. Pe5?!{too soon} Pe6,WNa (1. WNa,WNb<Nc>) 2. Re5) (1. Md3) Oh3,Oh4!?<e5 Nc e5-h3>{a race}\n"
        "2. Re5,Se4!! (2. WNa,WNb WNc,WNd) Rh3,WNa?? (2. Rh3,WSa)\n3. WNb\n*\n"
    )
    assert after.promoted(2, 0) == tree
    first = tree.promoted(0, 1)
    assert texts(first) == ["Md3"]
    assert [texts(line) for line in first.variations[0]] == [["Pe5", "Pe6,WNa", "Re5"], texts(tree)]
    assert first.variations[0][1].variations[2] == tree.variations[2]
    assert first.promoted(0, 1) == tree
    with pytest.raises(BadRecord, match="word 1 has no variation 0"):
        tree.promoted(1, 0)


def test_the_tags_stay_with_the_game(tree):
    tagged = tree.with_tags(Event="x")
    assert tagged.promoted(0, 0).tags == {"Event": "x"}
    with pytest.raises(BadRecord, match="has no tags"):
        tree.with_variation(0, tree.instead_of(0).play("Pe5").with_tags(Event="x"))


def test_walking(tree):
    assert [(path, texts(line)[0]) for path, line in tree.lines()] == [
        ((), "Ge5"),
        (((0, 0),), "Pe5"),
        (((0, 0), (1, 0)), "WNa,WNb"),
        (((0, 1),), "Md3"),
        (((2, 0),), "Re5,Se4"),
        (((2, 0), (1, 0)), "Rh3,WSa"),
    ]
    assert all(tree.at(path) is line for path, line in tree.lines())
    with pytest.raises(BadRecord, match="word 1 has no variation 1"):
        tree.at(((0, 0), (1, 1)))


def test_editing_a_line_deep_in_the_tree(tree):
    path = ((0, 0), (1, 0))
    longer = tree.edited(path, lambda line: line.play("Re5").with_comment(1, "well"))
    assert "(1. WNa,WNb<Nc> 2. Re5{well})" in write_record(longer)
    assert longer.edited(path, Record.undo) == tree
    assert tree.edited((), lambda line: line.with_comment(0, "!")) == tree.with_comment(0, "!")
    with pytest.raises(BadRecord, match="at least one turn"):
        tree.edited(path, lambda line: line.undo(2))


def test_an_alternative_to_a_variations_first_turn_stands_beside_it(tree):
    more = tree.edited(((0, 0),), lambda line: line.with_variation(0, line.instead_of(0).play("Oe5")))
    assert [texts(line)[0] for line in more.variations[0]] == ["Pe5", "Oe5", "Md3"]
    assert more.without_variation(0, 1) == tree


def test_taking_back_takes_what_belongs_to_words_that_are_gone(tree):
    assert 2 in tree.undo(3).variations
    shorter = tree.undo(4)
    assert (set(shorter.variations), set(shorter.marks)) == ({0}, {0, 1})
    assert set(tree.undo(6).marks) == {0}


def test_marks(tree):
    assert tree.with_marks(0, Marks()).with_marks(0, Marks("!")) == tree
    assert tree.with_marks(0, Marks()) != tree
    assert 0 not in tree.with_marks(0, Marks()).marks
    assert Marks(rings=("e5", "e5")) == Marks(rings=("e5",))
    with pytest.raises(BadRecord, match="there is no word 4 "):
        tree.with_marks(4, Marks("!"))
    with pytest.raises(BadRecord, match="'o5' is not on a board of 14 by 10"):
        tree.with_marks(0, Marks(rings=("o5",)))
    with pytest.raises(BadRecord, match="one of"):
        Marks("=")
    with pytest.raises(TypeError):
        tree.marks[0] = Marks()


def test_a_variation_begins_where_its_word_does(tree):
    line = tree.instead_of(1).play("WSa")
    for word in (0, 2, 3):
        with pytest.raises(BadRecord, match="begins where the word does"):
            tree.with_variation(word, line)
    with pytest.raises(BadRecord, match="at least one turn"):
        tree.with_variation(1, tree.instead_of(1))
    with pytest.raises(BadRecord, match="there is no word 4 "):
        tree.with_variation(4, line)
    with pytest.raises(BadRecord, match="there is no word -1 "):
        tree.instead_of(-1)
    with pytest.raises(TypeError):
        tree.variations[0] = ()


def test_the_game_goes_on_with_its_variations(tree):
    longer = tree.play("WSa")
    assert longer.variations == tree.variations
    assert longer.undo() == tree
    assert pickle.loads(pickle.dumps(tree)) == tree
    assert tree != tree.without_variation(0, 0)
