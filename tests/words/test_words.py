"""Everything a person reads exists in English, French and German, says the same, and is used."""

import ast
import json
import pickle
import re
from pathlib import Path
from string import Formatter

import pytest

import medina
from medina.notation.errors import POSITION_PROBLEMS, RECORD_PROBLEMS
from medina.rules.problems import PROBLEMS
from medina.rules.refusals import COLOUR_WORDS, PIECE_WORDS, REASONS
from medina.words import (
    LANGUAGES,
    catalogue,
    decimal,
    error_text,
    language,
    refusal_sentence,
    refusal_text,
    say,
    set_language,
)

SOURCES = Path(medina.__file__).parent
OTHERS = [lang for lang in LANGUAGES if lang != "en"]


def placeholders(template):
    """The names in braces, with whatever format they ask for."""
    return sorted((name, form) for _, name, form, _ in Formatter().parse(template) if name is not None)


@pytest.fixture(autouse=True)
def plain_surroundings(monkeypatch):
    """No language chosen, none in the environment."""
    set_language(None)
    for name in ("MEDINA_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    yield
    set_language(None)


# The catalogues


@pytest.mark.parametrize("lang", OTHERS)
def test_the_same_keys(lang):
    assert sorted(catalogue(lang)) == sorted(catalogue("en"))


def test_no_line_ends_before_a_sign_of_french_or_a_percent():
    texts = [text for lang in OTHERS for text in catalogue(lang).values()]
    assert [text for text in texts if re.search(r" [:;!?»%]|« ", text)] == []
    assert say("server.call.with", "fr", names="Ada") == "Avec Ada"
    assert say("server.mail.call_subject", "fr", what="à vous") == "Medina\N{NO-BREAK SPACE}: à vous"


@pytest.mark.parametrize(("piece", "told"), [("S", "vous n'avez plus d'écurie"), ("W", "vous n'avez plus de mur")])
def test_french_says_what_is_used_up(piece, told):
    assert refusal_text(medina.Refusal("4.2", "none_left", {"piece": piece}), "fr").startswith(told)


@pytest.mark.parametrize("lang", OTHERS)
def test_the_same_placeholders(lang):
    differ = [
        key
        for key, template in catalogue("en").items()
        if placeholders(template) != placeholders(catalogue(lang).get(key, template))
    ]
    assert differ == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_texts_are_texts_in_the_file_of_their_area(lang):
    for file in (SOURCES / "words" / lang).glob("*.json"):
        pairs = json.loads(file.read_text(encoding="utf-8"), object_pairs_hook=list)
        keys = [key for key, _ in pairs]
        assert len(set(keys)) == len(keys), file
        assert all(key.startswith(file.stem + ".") for key in keys), file
        assert all(isinstance(text, str) and text.strip() for _, text in pairs), file


def source_trees():
    """Every Python source of the package but the catalogue itself."""
    for path in SOURCES.rglob("*.py"):
        if path != SOURCES / "words" / "__init__.py":
            yield path, ast.parse(path.read_text(encoding="utf-8"))


def mentioned():
    """The strings in the sources, and patterns for those that are put together."""
    strings, patterns = set(), set()
    for _, tree in source_trees():
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                strings.add(node.value)
            elif isinstance(node, ast.JoinedStr):
                parts = [re.escape(p.value) if isinstance(p, ast.Constant) else r"[\w.]+" for p in node.values]
                first = node.values[0]
                if isinstance(first, ast.Constant) and re.match(r"[a-z]+\.", first.value):
                    patterns.add("".join(parts))
    return strings, patterns


def test_no_text_is_unused():
    strings, patterns = mentioned()
    built = re.compile("|".join(patterns))
    refusals = {f"refusal.{reason}" for reason in REASONS} | {"refusal.with_rule"}
    refusals |= {f"problem.{problem}" for problem in {**PROBLEMS, **RECORD_PROBLEMS, **POSITION_PROBLEMS}}
    refusals |= {f"refusal.colour.{letter}" for letter in COLOUR_WORDS} | {
        f"refusal.piece.{letter}" for letter in PIECE_WORDS
    }
    unused = [key for key in catalogue("en") if key not in strings | refusals and not built.fullmatch(key)]
    assert unused == []


def said():
    """The calls of say() and failure() with a plain key: where, the key, and the names filled in (or None)."""
    for path, tree in source_trees():
        for node in ast.walk(tree):
            called = node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else None
            key = {"say": 0, "failure": 1}.get(called)
            if key is not None and len(node.args) > key and isinstance(node.args[key], ast.Constant):
                names = {word.arg for word in node.keywords}
                yield f"{path.name}:{node.lineno}", node.args[key].value, None if None in names else names


def test_every_text_that_is_said_exists_and_is_filled_in():
    calls = list(said())
    assert len(calls) > 50
    missing = [(where, key) for where, key, _ in calls if key not in catalogue("en")]
    assert missing == []
    unfilled = [
        (where, key, name)
        for where, key, names in calls
        for name, _ in placeholders(catalogue("en")[key])
        if names is not None and name not in names
    ]
    assert unfilled == []


# Refusals

ARGS = {"cell": "e6", "at": "f7", "colour": "B", "piece": "W"}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("reason", sorted(REASONS))
def test_every_refusal_is_a_sentence(lang, reason):
    names = {name for name, _ in placeholders(REASONS[reason])}
    refusal = medina.Refusal("5.6", reason, {name: ARGS[name] for name in names})
    text = refusal_text(refusal, lang)
    assert "{" not in text
    assert "5.6" in text
    assert ("e6" in text) == ("cell" in names)
    assert ("f7" in text) == ("at" in names)
    if lang == "en":
        assert text == str(refusal) == f"{refusal.message} (rule 5.6)"
    else:
        assert text != str(refusal)
    alone = refusal_sentence(refusal, lang)
    assert "5.6" not in alone
    assert text.lower().startswith(alone.lower().removesuffix("."))
    assert alone[0].isupper() or alone.startswith(("e6", "f7"))


@pytest.mark.parametrize(
    ("lang", "colour", "pieces"),
    [("en", "brown", "walls"), ("fr", "brun", "murailles?|murs?"), ("de", "braun", "Mauern")],
)
def test_colours_and_pieces_are_translated(lang, colour, pieces):
    assert colour in refusal_text(medina.Refusal("5.6", "near_palace", {**ARGS}), lang)
    assert re.search(pieces, refusal_text(medina.Refusal("4.2", "none_left", {"piece": "W"}), lang))


def test_english_articles_fit_the_colour_and_the_piece():
    told = {
        medina.Refusal("5.6", reason, {**ARGS, "colour": colour, "piece": piece}).message
        for reason in REASONS
        for colour in COLOUR_WORDS
        for piece in PIECE_WORDS
    }
    assert [text for text in told if re.search(r"\ba [aeiou]|\ban [^aeiou]", text)] == []


def test_every_letter_has_a_word():
    assert set(COLOUR_WORDS) == set("GPBO")
    assert set(PIECE_WORDS) == set("GPBOSMWRND")


def test_errors_are_translated_where_they_are_refusals():
    position = medina.new_game("second", 2, well="f6", market="c3").play("Ge8")
    with pytest.raises(medina.IllegalMove) as caught:
        position.play("Of9")
    assert error_text(caught.value, "en") == "f9 is near the grey palace at e8 (rule 5.6)" == str(caught.value)
    assert error_text(caught.value, "de") == refusal_text(caught.value.refusal, "de") != str(caught.value)
    assert error_text(medina.BadMove("so"), "de") == "so"


GAME = '[Edition "second"]\n[Players "2"]\n[Well "f6"]\n[Market "c3"]\n\n'
TROUBLE = {
    "no_edition": lambda: medina.new_game("third"),
    "no_players": lambda: medina.new_game("second", 5),
    "no_two_players": lambda: medina.new_game("first", 2),
    "no_well_here": lambda: medina.new_game("first", 3, well="f6"),
    "market_founded": lambda: medina.new_game("first", 3, market="f6"),
    "same_cell": lambda: medina.new_game("second", well="f6", market="f6"),
    "well_inside": lambda: medina.new_game("second", well="a1"),
    "market_inside": lambda: medina.new_game("second", market="a1"),
    "not_a_move": lambda: medina.Move.parse("{castle}"),
    "off_board": lambda: medina.new_game("second").play("Go5"),
    "tag_form": "[Event]\n",
    "tag_twice": GAME.replace("\n\n", '\n[Well "f7"]\n'),
    "no_record": "hello world",
    "tag_missing": '[Edition "second"]\n\n*',
    "tag_yes_no": GAME.replace("\n\n", '\n[Gates "perhaps"]\n'),
    "tag_word": GAME.replace("\n\n", '\n[Connection "wall"]\n'),
    "rules_version": GAME.replace("\n\n", '\n[Rules "3"]\n'),
    "well_tag": GAME.replace('[Well "f6"]', ""),
    "market_tag": GAME.replace('[Market "c3"]', ""),
    "no_word": GAME + "1. } *",
    "round": GAME + "2. Ge8 *",
    "comment_first": GAME + "{hello} *",
    "turn_unfinished": GAME + "1. Ge8 Gf8 Gf9 *",
    "turn_over": GAME + "1. Ge8,Gf8 *",
    "after_result": GAME + "* Ge8",
    "result_missing": GAME + "1. Ge8",
    "result_star": GAME + "1. Ge8 0 0",
}


@pytest.mark.parametrize("problem", sorted(TROUBLE))
def test_problems_are_told_in_every_language(problem):
    trouble = TROUBLE[problem]
    with pytest.raises(medina.MedinaError) as caught:
        medina.read_record(trouble) if isinstance(trouble, str) else trouble()
    error = pickle.loads(pickle.dumps(caught.value))
    inner = error.cause if isinstance(error, medina.BadRecord) else error
    assert inner.problem == problem
    assert error_text(error, "en") == error.message
    assert len({error_text(error, lang) for lang in LANGUAGES}) == len(LANGUAGES)


def test_a_record_with_a_broken_rule_is_told_in_german():
    with pytest.raises(medina.BadRecord) as caught:
        medina.read_record(GAME + "1. Ge8 Of9,WNa *")
    assert error_text(caught.value, "de") == (
        "Zeile 6, Wort 'Of9,WNa': f9 liegt zu nah an einem anderen Palast (grau, e8) (Regel 5.6)"
    )
    assert (
        error_text(medina.GameOver(), "fr")
        == "La partie est finie\N{NO-BREAK SPACE}: plus personne ne peut poser de pièce."
    )


# The language


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "de"}, "de"),
        ({"LANG": "DE_AT"}, "de"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "it_IT"}, "en"),
        ({"LANG": "fr", "MEDINA_LANG": "de"}, "de"),
        ({"LANG": "fr", "MEDINA_LANG": ""}, "fr"),
        ({"LANG": "fr", "MEDINA_LANG": "xx"}, "en"),
        ({"LANG": "fr", "LC_ALL": "de_DE"}, "de"),
        ({"LANG": "fr", "LC_MESSAGES": "de_DE"}, "de"),
        ({"MEDINA_LANG": "fr", "LC_ALL": "de_DE"}, "fr"),
    ],
)
def test_the_language_of_the_surroundings(monkeypatch, environment, expected):
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert language() == expected


def test_the_language_chosen_comes_first(monkeypatch):
    monkeypatch.setenv("MEDINA_LANG", "fr")
    set_language("de")
    assert language() == "de"
    assert say("cli.medina") == catalogue("de")["cli.medina"]
    assert say("cli.medina", "en") == catalogue("en")["cli.medina"]
    set_language("xx")
    assert language() == "fr"
    set_language(None)
    assert language() == "fr"


def test_say_fills_in():
    template = catalogue("en")["cli.file.missing"]
    assert say("cli.file.missing", "en", file="game.mgn") == template.replace("{file}", "game.mgn")


@pytest.mark.parametrize(("lang", "text"), [("en", "+12.5"), ("fr", "+12,5"), ("de", "+12,5")])
def test_fractions_are_written_as_people_do(lang, text):
    assert decimal(12.46, lang=lang, signed=True) == text
