"""Game records: what is written, what is read, and what is refused."""

import pickle

import pytest

import medina
from medina import BadRecord, Move, Record, Turn, read_record, write_record
from support import start

SHORT = """[Event "Friday night"]
[Date "2026-11-15"]
[Edition "second"]
[Rules "2"]
[Players "3"]
[Gates "no"]
[Well "k6"]
[Market "c3"]
[Seat0 "guest 1"]
[Seat1 "bot:architect"]
[Seat2 "guest 2"]

1. Ge5 Oh3 Ge6,Se4
2. WNa,WNb Re5,Md3 Me3,Oh4
*
"""
HEAD = '[Edition "second"]\n[Players "2"]\n[Well "k6"]\n[Market "c3"]\n\n'
FIRST = '[Edition "first"]\n[Players "3"]\n\n'


def moves_of(text):
    return [move.text for move in read_record(text).moves]


def refused(text):
    with pytest.raises(BadRecord) as caught:
        read_record(text)
    assert caught.value.code == "bad_record"
    return caught.value


# Both ways


def test_reading_then_writing_gives_the_same_text():
    assert write_record(read_record(SHORT)) == SHORT


def test_what_was_read():
    record = read_record(SHORT)
    assert dict(record.tags) == {
        "Event": "Friday night",
        "Date": "2026-11-15",
        "Seat0": "guest 1",
        "Seat1": "bot:architect",
        "Seat2": "guest 2",
    }
    assert moves_of(SHORT) == ["Ge5", "Oh3", "Ge6", "Se4", "WNa", "WNb", "Re5", "Md3", "Me3", "Oh4"]
    assert (record.start.well, record.start.streets) == ("k6", (("c3",),))
    assert len(record.positions) == len(record.moves) + 1
    assert record.position == record.positions[-1]
    assert record.turns[2] == Turn(1, 2, (Move.parse("Ge6"), Move.parse("Se4")), start=2)
    assert record.turns[2].end == record.turns[3].start == 4
    assert [turn.round for turn in record.turns] == [1, 1, 1, 2, 2, 2]
    assert [turn.seat for turn in record.turns] == [0, 1, 2, 0, 1, 2]


def test_a_game_that_has_not_begun():
    text = write_record(Record.new(start("second", 2)))
    assert text == '[Edition "second"]\n[Rules "2"]\n[Players "2"]\n[Gates "no"]\n[Well "m9"]\n[Market "k3"]\n\n*\n'
    assert write_record(read_record(text)) == text


def test_a_finished_game_ends_with_its_scores():
    position = medina.new_game("second", 2, seed=3)
    record = Record.new(position)
    while record.position.phase != "over":
        record = record.play(record.position.legal_moves[0])
    text = write_record(record)
    scores = " ".join(map(str, record.position.scores))
    assert text.endswith(f"\n{scores}\n")
    assert read_record(text) == record
    wrong = text[: text.rindex(scores)] + "1 2\n"
    assert "the game is over with the scores" in refused(wrong).message
    assert "the game is over" in refused(text[: text.rindex(scores)] + "*\n").message
    assert "The game is over" in refused(text[: text.rindex(scores)] + "WNa\n" + scores + "\n").message


def test_founding_is_the_first_placement_of_seat_0():
    record = Record.new(start("first", 3)).play("Me5")
    assert write_record(record).splitlines()[-2:] == ["1. Me5", "*"]
    for move in ("Ge7", "WNa", "WNb", "WNc"):
        record = record.play(move)
    text = write_record(record)
    assert text.splitlines()[-2] == "1. Me5,Ge7,WNa WNb,WNc"
    assert read_record(text) == record
    assert record.turns[0].moves[0].text == "Me5"


@pytest.mark.parametrize(
    ("edition", "switches", "tags"),
    [
        ("second", {}, {}),
        ("second", {"tea": False}, {"Tea": "no"}),
        ("second", {"tower_merchants": False}, {"TowerMerchants": "no"}),
        ("second", {"neutral_roofs": False}, {"NeutralRoofs": "no"}),
        ("second", {"short_first_turn": False}, {"ShortFirstTurn": "no"}),
        ("second", {"last_player_roofs": True}, {"LastPlayerRoofs": "yes"}),
        ("second", {"founding": True}, {"Founding": "yes"}),
        ("second", {"both_placements": True}, {"BothPlacements": "yes"}),
        ("second", {"connection": "every"}, {"Connection": "every"}),
        ("first", {"connection": "tower", "both_placements": False}, {"Connection": "tower", "BothPlacements": "no"}),
        ("second", {"well": False}, {"Well": "no"}),
        ("first", {"well": True}, {"Well": "m9"}),
        ("first", {"founding": False}, {"Founding": "no", "Market": "k3"}),
        ("first", {"tea": True, "neutral_roofs": True}, {"Tea": "yes", "NeutralRoofs": "yes"}),
    ],
)
def test_switches_that_differ_have_a_tag(edition, switches, tags):
    record = Record.new(start(edition, 3, gates=True, **switches))
    text = write_record(record)
    for name, value in tags.items():
        assert f'[{name} "{value}"]\n' in text
    usual = {"Edition", "Rules", "Players", "Gates", "Well", "Market"}
    written = {line[1:].split(" ")[0] for line in text.splitlines() if line.startswith("[")}
    assert written - usual == set(tags) - usual
    assert '[Gates "yes"]' in text
    assert read_record(text) == record
    assert ("[Well" in text) == (edition == "second" or "well" in switches)


# What people write


def test_what_a_person_wrote_comes_out_in_the_programs_form():
    text = (
        '\ufeff[Players \t"3"]\r\n  [Edition "second"]\r\n\r\n[Market "c3"]\r\n[Well "k6"]\r\n[Mood "good"]\r\n'
        "1.Ge5   Oh3\r\n\r\n Ge6 , Se4 {fine} { and quick}\n2.\tWNa,\n WNb Re6,Md3\n03."
        "\n\n*  \n\n"
    )
    expected_error = refused(text)
    assert expected_error.word == "03."
    record = read_record(text.replace("03.", ""))
    assert [move.text for move in record.moves] == ["Ge5", "Oh3", "Ge6", "Se4", "WNa", "WNb", "Re5", "Md3"]
    assert dict(record.comments) == {2: "fine  and quick"}
    assert write_record(record).splitlines()[-3:] == ["1. Ge5 Oh3 Ge6,Se4{fine  and quick}", "2. WNa,WNb Re5,Md3", "*"]
    assert record.tags["Mood"] == "good"


def test_rounds_may_be_left_out_or_padded():
    assert moves_of(HEAD + "Ge5 Oh3,WNa *") == ["Ge5", "Oh3", "WNa"]
    assert moves_of(HEAD + "001. Ge5 Oh3,WNa 2. *") == ["Ge5", "Oh3", "WNa"]
    assert "this is round 1" in refused(HEAD + "2. Ge5 *").message
    assert "this is round 2" in refused(HEAD + "1. Ge5 Oh3,WNa 3. WNb *").message
    assert "this is round 1" in refused(HEAD + "1. Ge5 2. Oh3 *").message
    assert "this is round" in refused(HEAD + "9" * 50_000 + ". Ge5 *").message


def test_comments():
    record = read_record(HEAD + "1. Ge5{a bold start} Oh3,WNa{}\n*")
    assert dict(record.comments) == {0: "a bold start"}
    assert write_record(record).splitlines()[-2] == "1. Ge5{a bold start} Oh3,WNa"
    assert "a comment stands after a word" in refused(HEAD + "{hello} 1. Ge5 *").message
    assert "neither a move nor a comment" in refused(HEAD + "1. Ge5{open *").message
    assert "neither a move nor a comment" in refused(HEAD + "1. Ge5{two\nlines} *").message
    assert "neither a move nor a comment" in refused(HEAD + "1. Ge5{a{b}} *").message


def test_a_quote_or_backslash_in_a_tag():
    record = Record.new(start("second", 2), {"Event": r'the "big" one \ two'})
    text = write_record(record)
    assert r'[Event "the \"big\" one \\ two"]' in text
    assert read_record(text) == record
    assert refused(HEAD.replace("k6", r"k6\n") + "*").line == 3


# What is refused, and where


@pytest.mark.parametrize(
    ("text", "line", "word", "rule", "sentence"),
    [
        ("", None, None, None, "not a game record of Medina"),
        ('[Edition "second"]\n*', None, None, None, "[Players] is missing"),
        (HEAD.replace('"2"', '"5"') + "*", 2, "5", None, "2, 3 or 4 players"),
        (HEAD.replace('"2"', '"two"') + "*", 2, "two", None, "2, 3 or 4 players"),
        (HEAD.replace("second", "third") + "*", 1, "third", None, "no such edition"),
        ('[Edition "first"]\n[Players "2"]\n*', 1, "first", None, "no two-player game"),
        (HEAD.replace('[Well "k6"]\n', "") + "*", None, None, None, "has a well"),
        (HEAD.replace('[Market "c3"]\n', "") + "*", None, None, None, "starts with a merchant"),
        (HEAD.replace("k6", "a6") + "*", 3, "a6", None, "well goes on"),
        (HEAD.replace("c3", "c1") + "*", 4, "c1", None, "market goes on"),
        (HEAD.replace("c3", "k6") + "*", 4, "k6", None, "same cell"),
        ('[Market "c3"]\n' + FIRST + "*", 1, "c3", None, "founds the market"),
        ('[Gates "maybe"]\n' + HEAD + "*", 1, "maybe", None, '"yes" or "no"'),
        ('[Tea "1"]\n' + HEAD + "*", 1, "1", None, '"yes" or "no"'),
        ("[Event]\n" + HEAD + "*", 1, "[Event]", None, "a tag looks like"),
        ('[Event "a" x]\n' + HEAD + "*", 1, '[Event "a" x]', None, "a tag looks like"),
        ('[Event "a"]\n[Event "b"]\n' + HEAD + "*", 2, '[Event "b"]', None, "given twice"),
        (HEAD + "1. Ge5\n   Oh3,Gz9 *", 7, "Oh3,Gz9", None, "is not a move"),
        (HEAD + "1. Go5 *", 6, "Go5", None, "not on a board of 14 by 10"),
        (HEAD + "1. Ge5\nOf6,WNa *", 7, "Of6,WNa", "5.6", "near the grey palace at e5"),
        (HEAD + "1. Ge5 Oh3,Oh5 *", 6, "Oh3,Oh5", "5.4", "open orange palace"),
        (HEAD + "1. Ge5,Ge6 *", 6, "Ge5,Ge6", "4.2", "more placements than the turn"),
        (HEAD + "1. Ge5 Oh3 WNa *", 6, "WNa", None, "not finished"),
        (HEAD + "1. Ge5", 6, "", None, "the result is missing; it is *"),
        (HEAD + "1. Ge5 12 13", 6, "12 13", None, "the game is not over"),
        (HEAD + "1. Ge5 * Oh3", 6, "Oh3", None, "nothing may follow the result"),
        (HEAD + "1. Ge5 * {late}", 6, "{late}", None, "nothing may follow the result"),
        (HEAD + "1. Ge5 , *", 6, ",", None, "neither a move nor a comment"),
        (HEAD + "1. Ge5 } *", 6, "}", None, "neither a move nor a comment"),
    ],
)
def test_the_error_names_line_word_and_rule(text, line, word, rule, sentence):
    error = refused(text)
    assert (error.line, error.word, error.rule) == (line, word, rule)
    assert sentence in error.message
    if line is not None:
        assert error.message.startswith(f"line {line}, word ")
    again = pickle.loads(pickle.dumps(error))
    assert (again.message, again.line, again.word, again.rule) == (error.message, line, word, rule)


def test_every_move_is_checked_and_nothing_is_too_long_to_say():
    error = refused(HEAD + "1. " + "G" * 100_000 + " *")
    assert len(error.message) < 300


# Records as values


def test_play_and_undo():
    record = Record.new(start("second", 2), {"Event": "x"})
    after = record.play("Ge5").play(Move.parse("Oh3"))
    assert (record.moves, len(after.moves)) == ((), 2)
    assert after.undo(2) == record
    assert after.undo() == record.play("Ge5")
    assert after.undo(0) == after
    for count in (3, -1):
        with pytest.raises(BadRecord, match="taken back as were played: 2"):
            after.undo(count)
    with pytest.raises(medina.IllegalMove):
        after.play("Oe6")
    assert hash(after) == hash(record.play("Ge5").play("Oh3"))
    assert pickle.loads(pickle.dumps(after)) == after


def test_a_roof_is_kept_in_the_programs_writing():
    record = Record.new(start("second", 2))
    for move in ("Ge5", "Ge6", "Ge7", "Re7"):
        record = record.play(move)
    assert record.moves[-1].text == "Re5"


def test_taking_back_takes_the_comments_of_words_that_are_gone():
    record = read_record(HEAD + "1. Ge5{one} Oh3,WNa{two}\n*")
    assert dict(record.undo(1).comments) == {0: "one", 1: "two"}
    assert dict(record.undo(2).comments) == {0: "one"}


def test_comments_and_tags_of_ones_own():
    record = read_record(HEAD + "1. Ge5 *")
    commented = record.with_comment(0, "good")
    assert commented.comments[0] == "good"
    assert record.comments == {}
    assert commented.with_comment(0, "") == record == Record(record.positions, record.moves, comments={0: ""})
    for word in (-1, 1):
        with pytest.raises(BadRecord, match=f"there is no word {word} "):
            record.with_comment(word, "lost")
    tagged = record.with_tags(Event="a", Site="b").with_tags(Event="c")
    assert dict(tagged.tags) == {"Event": "c", "Site": "b"}
    assert [line for line in write_record(tagged).splitlines() if "Event" in line or "Site" in line] == [
        '[Event "c"]',
        '[Site "b"]',
    ]
    with pytest.raises(TypeError):
        tagged.tags["Event"] = "d"
    with pytest.raises(TypeError):
        tagged.comments[0] = "d"


@pytest.mark.parametrize("text", ["a{b", "a}b", "a\nb", "a\rb"])
def test_a_comment_holds_anything_but_braces_and_line_ends(text):
    with pytest.raises(BadRecord, match="braces and line ends"):
        read_record(HEAD + "1. Ge5 *").with_comment(0, text)


@pytest.mark.parametrize(
    "tags",
    [{"Edition": "first"}, {"Well": "c4"}, {"a b": "x"}, {"": "x"}, {"9a": "x"}, {"Event": "a\nb"}, {"Event": "a\rb"}],
)
def test_tags_that_cannot_be(tags):
    with pytest.raises(BadRecord):
        Record.new(start("second", 2), tags)
    with pytest.raises(BadRecord):
        Record.new(start("second", 2)).with_tags(**tags)


def test_more_seats_than_players_are_other_tags():
    record = Record.new(start("second", 2), {"Seat5": "x", "Seat1": "b", "Seat0": "a"})
    lines = write_record(record).splitlines()
    assert [line for line in lines if "Seat" in line] == ['[Seat0 "a"]', '[Seat1 "b"]', '[Seat5 "x"]']


def test_records_differ_by_moves_tags_and_comments():
    record = read_record(HEAD + "1. Ge5 *")
    assert record != record.undo()
    assert record != record.with_tags(Event="x")
    assert record != record.with_comment(0, "x")
