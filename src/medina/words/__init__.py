"""Everything a person reads, in every language.

Texts live in `<language>/<area>.json`, flat objects from `area.name` to a template with `{placeholders}`.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import NamedTuple, TypeVar

from medina.notation.errors import POSITION_PROBLEMS, POSITION_WORDS, RECORD_PROBLEMS, BadRecord
from medina.rules import IllegalMove, MedinaError, Refusal
from medina.rules.problems import PROBLEMS
from medina.rules.refusals import COLOUR_WORDS, PIECE_WORDS, REASONS


class Language(NamedTuple):
    """How a language calls itself, its decimal sign, and whether all below two is one, as in French."""

    name: str
    decimal: str
    one_below_two: bool = False


LANGUAGES = {
    "en": Language("English", "."),
    "fr": Language("Français", ",", one_below_two=True),
    "de": Language("Deutsch", ","),
}
"""The one table of languages. Everything else about one lies in files that its code names."""

_LOOSE = re.compile(r" (?=[:;!?»%])|(?<=«) ")
"""French has a space before : ; ! ? and inside its quotation marks, German one before %, at which no line may end."""

_chosen: str | None = None


def set_language(lang: str | None) -> None:
    """Choose the language for this process; None asks the environment again."""
    global _chosen
    _chosen = lang if lang in LANGUAGES else None


def language() -> str:
    """The language in use: the one chosen, else the environment's, else English."""
    if _chosen is not None:
        return _chosen
    for name in ("MEDINA_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        short = os.environ.get(name, "")[:2].lower()
        if short in LANGUAGES:
            return short
        if short:
            return "en"
    return "en"


def say(key: str, lang: str | None = None, /, **args: object) -> str:
    """The text of a key in a language, filled in."""
    return catalogue(lang or language())[key].format_map(args)


def count(key: str, number: float, lang: str | None = None) -> str:
    """One and many: `key.one` and `key.many`, with the number as {n}."""
    one_below_two = LANGUAGES[lang or language()].one_below_two
    one = number < 2 if one_below_two else number == 1 and isinstance(number, int)
    shown = decimal(number, lang=lang) if isinstance(number, float) else number
    return say(f"{key}.{'one' if one else 'many'}", lang, n=shown)


def decimal(value: float, places: int = 1, lang: str | None = None, signed: bool = False) -> str:
    """A number with a fraction as people write it."""
    text = f"{value:{'+' if signed else ''}.{places}f}"
    return text.replace(".", LANGUAGES[lang or language()].decimal)


def refusal_text(refusal: Refusal, lang: str | None = None) -> str:
    """Why a move is illegal, with the rule's number."""
    words = catalogue(lang or language())
    return words["refusal.with_rule"].format(sentence=_broken(refusal, words), rule=refusal.rule)


def refusal_sentence(refusal: Refusal, lang: str | None = None) -> str:
    """Why a move is illegal, as a sentence by itself: only a cell it begins with keeps its small letter."""
    words = catalogue(lang or language())
    text = _broken(refusal, words)
    begins_with_cell = words[f"refusal.{refusal.reason}"].startswith("{")
    return f"{text if begins_with_cell else text[0].upper() + text[1:]}."


def _broken(refusal: Refusal, words: dict[str, str]) -> str:
    named = {name: words.get(f"refusal.{name}.{value}", value) for name, value in refusal.args.items()}
    return words[f"refusal.{refusal.reason}"].format_map(named)


Kind = TypeVar("Kind", bound=MedinaError)


def failure(kind: type[Kind], key: str, /, **given: object) -> Kind:
    """Make an error of this kind whose sentence is the text of `key`.

    `error_text` makes the sentence when the error is shown, in the reader's language. A value that is an error is told
    in the same language. `message` holds the sentence in the language of this process.
    """
    error = kind(_sentence(key, given))
    error.told_by = key, given
    return error


def _sentence(key: str, given: Mapping[str, object], lang: str | None = None) -> str:
    named = {
        name: error_text(value, lang) if isinstance(value, MedinaError) else value for name, value in given.items()
    }
    return say(key, lang, **named)


def error_text(error: MedinaError, lang: str | None = None, numbered: bool = True) -> str:
    """Return an error as a sentence for people, in English if it has no translation.

    Without `numbered`, the sentence leaves out the number of the rule, for a reader who sees the number beside it.
    """
    if error.told_by is not None:
        return _sentence(*error.told_by, lang)
    if isinstance(error, IllegalMove):
        broken = error.refusal
        return refusal_text(broken, lang) if numbered else _broken(broken, catalogue(lang or language()))
    if isinstance(error, BadRecord):
        told = error_text(error.cause, lang, numbered)
        return told if error.line is None else problem_text("place", {**error.place, "problem": told}, lang)
    return error.message if error.problem is None else problem_text(error.problem, error.given, lang)


def problem_text(problem: str, given: Mapping[str, object], lang: str | None = None) -> str:
    """One of the `PROBLEMS` of the rules or of records; seats and pieces are named in words."""
    words = catalogue(lang or language())
    named = {name: words.get(f"problem.{name}.{value}", value) for name, value in given.items()}
    return words[f"problem.{problem}"].format_map(named)


@cache
def catalogue(lang: str) -> dict[str, str]:
    """All texts of a language by key."""
    if lang not in LANGUAGES:
        raise ValueError(f"There is no language {lang!r:.20}. The languages are {', '.join(LANGUAGES)}.")
    texts: dict[str, str] = {}
    for file in sorted((files(__package__) / lang).iterdir(), key=lambda file: file.name):
        if file.name.endswith(".json"):
            texts |= json.loads(file.read_text(encoding="utf-8"))
    if lang == "en":
        return texts | _spoken_by_the_rules()
    return {key: _LOOSE.sub("\N{NO-BREAK SPACE}", text) for key, text in texts.items()}


def _spoken_by_the_rules() -> dict[str, str]:
    """The rules speak English themselves, so that they need no catalogue."""
    return (
        {
            f"problem.{reason}": sentence
            for reason, sentence in {**PROBLEMS, **RECORD_PROBLEMS, **POSITION_PROBLEMS}.items()
        }
        | {f"problem.{name}.{value}": word for name, words in POSITION_WORDS.items() for value, word in words.items()}
        | {f"refusal.{reason}": sentence for reason, sentence in REASONS.items()}
        | {f"refusal.colour.{letter}": word for letter, word in COLOUR_WORDS.items()}
        | {f"refusal.piece.{letter}": word for letter, word in PIECE_WORDS.items()}
        | {"refusal.with_rule": "{sentence} (rule {rule})"}
    )
