"""Names and chat with everything people and tricksters type."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from medina.table.text import clean_chat, clean_name, name_key


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
