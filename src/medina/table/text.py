"""What people type, made safe to show: markup is the client's business, invisible tricks are ours."""

from __future__ import annotations

import unicodedata

JOINERS = "\u200c\u200d"
"""Needed inside emoji and some scripts, so chat keeps them."""


def clean(text: str, keep: str = "") -> str:
    """Normal form, one line, no control, direction-changing, private or unassigned characters."""
    normal = unicodedata.normalize("NFC", text)
    spaced = "".join(" " if character.isspace() else character for character in normal)
    shown = "".join(c for c in spaced if c in keep or not unicodedata.category(c).startswith("C"))
    return " ".join(shown.split())


def clean_chat(text: str) -> str:
    """A chat line as it is stored."""
    return _limit_marks(clean(text, keep=JOINERS)).strip(JOINERS)


def clean_name(text: str) -> str:
    """A name as it is stored; compare names by `name_key`."""
    return _limit_marks(clean(text))


def name_key(name: str) -> str:
    """Equal for names that people would take for the same."""
    folded = unicodedata.normalize("NFKC", clean_name(name)).casefold()
    return "".join(c for c in unicodedata.normalize("NFKD", folded) if not unicodedata.combining(c) and c != " ")


def _limit_marks(text: str, most: int = 3) -> str:
    """Piles of combining marks would climb over the lines above."""
    kept: list[str] = []
    run = 0
    for character in text:
        run = run + 1 if unicodedata.combining(character) else 0
        if run <= most:
            kept.append(character)
    return "".join(kept)
