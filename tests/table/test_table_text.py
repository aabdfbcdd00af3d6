"""Names and chat with everything people and tricksters type."""

from __future__ import annotations

import json
import subprocess
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from medina.table.text import BLANK, DEFAULT_IGNORABLE, clean_chat, clean_name, has_unseen, name_key

IGNORABLE_IN_NODE = r"""
const found = []
for (let code = 0; code <= 0x10ffff; code++)
  if (/\p{Default_Ignorable_Code_Point}/u.test(String.fromCodePoint(code))) found.push(code)
console.log(JSON.stringify(found))
"""
"""Another implementation of Unicode's properties."""


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  two   words\t\n", "two words"),
        ("a\u202eb\u2066c\u200fd", "abcd"),
        ("nul\0 bell\a", "nul bell"),
        ("<script>alert(1)</script>", "<script>alert(1)</script>"),
        ("e\u0301", "é"),
        ("z" + "\u0335" * 50, "z" + "\u0335" * 3),
        ("\ud800", ""),
        ("\ue000\ufeff", ""),
    ],
)
def test_what_is_kept_of_what_was_typed(typed: str, kept: str) -> None:
    assert clean_name(typed) == kept


def test_emoji_that_join_survive_in_chat() -> None:
    family = "👩\u200d👧"
    assert clean_chat(f"{family}!\u200d") == f"{family}!"


def test_the_characters_drawn_as_nothing_are_those_of_unicode() -> None:
    listed = [code for some in DEFAULT_IGNORABLE for code in some]
    command = ["node", "--eval", IGNORABLE_IN_NODE]
    assert json.loads(subprocess.run(command, capture_output=True, check=True).stdout) == listed


@pytest.mark.parametrize(
    "unseen", ["\ufe0f", "\u034f", "\u3164", "\u115f", "\uffa0", "\u17b4", "\U000e0100", *sorted(BLANK)]
)
def test_what_cleaning_leaves_is_seen_or_noticed(unseen: str) -> None:
    cleaned = clean_name(f"An{unseen}na")
    assert has_unseen(cleaned) or cleaned == "Anna"


@pytest.mark.parametrize(
    "name", ["Anna", "Zoë", "Čeněk Ž.", "Łukasz", "محمد", "संजय", "王小明", "Nguyễn", "안나", "★ 3"]
)
def test_names_of_many_languages_have_nothing_unseen(name: str) -> None:
    assert not has_unseen(clean_name(name))


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=80))
def test_cleaned_text_is_stable_and_has_nothing_invisible(text: str) -> None:
    once = clean_name(text)
    assert clean_name(once) == once
    assert not any(unicodedata.category(character).startswith("C") for character in once)
    assert "\n" not in clean_chat(text)


@pytest.mark.parametrize(("a", "b"), [("Anna", "ａｎｎａ"), ("Zoë", "zoe"), ("two words", "TWOWORDS"), ("ﬁn", "fin")])
def test_names_that_look_the_same_are_the_same(a: str, b: str) -> None:
    assert name_key(a) == name_key(b)
