"""What people type, made safe to show: markup is the client's business, invisible tricks are ours."""

from __future__ import annotations

import unicodedata

JOINERS = "\u200c\u200d"
"""Needed inside emoji and some scripts, so chat keeps them."""

DEFAULT_IGNORABLE = (
    range(0xAD, 0xAE),
    range(0x34F, 0x350),
    range(0x61C, 0x61D),
    range(0x115F, 0x1161),
    range(0x17B4, 0x17B6),
    range(0x180B, 0x1810),
    range(0x200B, 0x2010),
    range(0x202A, 0x202F),
    range(0x2060, 0x2070),
    range(0x3164, 0x3165),
    range(0xFE00, 0xFE10),
    range(0xFEFF, 0xFF00),
    range(0xFFA0, 0xFFA1),
    range(0xFFF0, 0xFFF9),
    range(0x1BCA0, 0x1BCA4),
    range(0x1D173, 0x1D17B),
    range(0xE0000, 0xE1000),
)
"""Default_Ignorable_Code_Point: characters that are drawn as nothing. The source is DerivedCoreProperties.txt of
Unicode 16.0; `unicodedata` does not have this property."""
BLANK = frozenset("\u2800\U00013441\U00013442\U00016fe4\U0001d159")
"""Characters that are drawn as empty space although no property says so: the Braille pattern without dots, the
Egyptian blanks, the Khitan filler and the empty notehead."""


def has_unseen(name: str) -> bool:
    """True if a cleaned name has characters that nobody sees, so that it could look like another name."""
    return any(c in BLANK or any(ord(c) in some for some in DEFAULT_IGNORABLE) for c in name)


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
