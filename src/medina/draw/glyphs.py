"""Digits and column letters drawn as strokes.

The drawing carries its own letters so that it looks the same on every machine and needs no font, also as PNG.
"""

from __future__ import annotations

from .markup import number, path, tag

# (advance width, strokes) with the baseline at y = 0; digits are 9 high, letters have an x-height of 6.
_BOWL = "a2.5 3 0 1 0 -5 0a2.5 3 0 1 0 5 0"
_GLYPHS: dict[str, tuple[float, str]] = {
    "a": (5, f"M5 -6V0M5 -3{_BOWL}"),
    "b": (5, "M0 -10V0M0 -3a2.5 3 0 1 1 5 0a2.5 3 0 1 1 -5 0"),
    "c": (4.6, "M4.7 -4.9A2.6 3 0 1 0 4.7 -1.1"),
    "d": (5, f"M5 -10V0M5 -3{_BOWL}"),
    "e": (5, "M.1 -3.2H5A2.5 3 0 1 0 4.4 -.9"),
    "f": (3.6, "M4 -9.7C2.2 -10.3 1.5 -9.2 1.5 -7.5V0M0 -6H3.6"),
    "g": (5, f"M5 -6V1C5 3.4 2 3.6 .4 2.6M5 -3{_BOWL}"),
    "h": (5, "M0 -10V0M0 -3.2C0 -5 1.2 -6 2.6 -6S5 -5 5 -3.2V0"),
    "i": (1, "M.5 -6V0M.5 -8.8v.1"),
    "j": (2.4, "M2 -6V1.2C2 2.8 1 3.2 0 3M2 -8.8v.1"),
    "k": (4.8, "M0 -10V0M4.6 -6L0 -2.4M1.6 -3.6L4.8 0"),
    "l": (2, "M.5 -10V-1.4C.5 -.3 1.2 0 2 0"),
    "m": (8, "M0 -6V0M0 -3.4C0 -5 .9 -6 2 -6S4 -5 4 -3.4V0M4 -3.4C4 -5 4.9 -6 6 -6S8 -5 8 -3.4V0"),
    "n": (5, "M0 -6V0M0 -3.2C0 -5 1.2 -6 2.6 -6S5 -5 5 -3.2V0"),
    "o": (5, "M0 -3a2.5 3 0 1 0 5 0a2.5 3 0 1 0 -5 0"),
    "p": (5, "M0 -6V3.4M0 -3a2.5 3 0 1 1 5 0a2.5 3 0 1 1 -5 0"),
    "0": (5.2, "M0 -4.5a2.6 4.5 0 1 0 5.2 0a2.6 4.5 0 1 0 -5.2 0"),
    "1": (3.6, "M.6 -7.2L2.8 -9V0"),
    "2": (5.2, "M.3 -6.8C.3 -8.2 1.3 -9 2.6 -9S4.9 -8.1 4.9 -6.7C4.9 -4.6 2 -3 .1 0H5.1"),
    "3": (
        5,
        "M.4 -8C1.2 -8.8 1.9 -9 2.6 -9C4 -9 4.8 -8.1 4.8 -6.9C4.8 -5.6 3.8 -4.8 2 -4.8"
        "C4 -4.8 5 -3.9 5 -2.4C5 -.9 3.9 0 2.4 0C1.4 0 .6 -.3 0 -1",
    ),
    "4": (5.4, "M4 0V-9L0 -2.6H5.4"),
    "5": (5, "M4.7 -9H1L.6 -5C1.2 -5.5 1.9 -5.7 2.5 -5.7C4 -5.7 5 -4.6 5 -2.9S3.9 0 2.4 0C1.4 0 .6 -.3 0 -1"),
    "6": (5.2, "M4.4 -9C2 -8 .1 -5.6 .1 -2.8A2.5 2.8 0 1 0 5.1 -2.8C5.1 -4.5 4 -5.5 2.7 -5.5C1.4 -5.5 .4 -4.6 .1 -3"),
    "7": (5, "M0 -9H5L1.6 0"),
    "8": (
        5.2,
        "M2.6 -4.8C1.2 -4.8 .5 -5.7 .5 -6.9S1.3 -9 2.6 -9S4.7 -8.1 4.7 -6.9S4 -4.8 2.6 -4.8"
        "C1 -4.8 .1 -3.9 .1 -2.4S1.1 0 2.6 0S5.1 -.9 5.1 -2.4S4.2 -4.8 2.6 -4.8",
    ),
    "9": (
        5.2,
        "M.8 0C3.2 -1 5.1 -3.4 5.1 -6.2A2.5 2.8 0 1 0 .1 -6.2C.1 -4.5 1.2 -3.5 2.5 -3.5C3.8 -3.5 4.8 -4.4 5.1 -6",
    ),
}
_GAP = 2.2
_DIGIT_HEIGHT = 9
_X_HEIGHT = 6


def _width(text: str) -> float:
    return sum(_GLYPHS[character][0] for character in text) + _GAP * (len(text) - 1)


def label(text: str, x: float, y: float, *, scale: float, colour: str, weight: float) -> str:
    """The text centred on (x, y). Letters are centred on their x-height so that a row of them stays on one line."""
    height = _DIGIT_HEIGHT if text.isdigit() else _X_HEIGHT
    strokes, pen = [], 0.0
    for character in text:
        advance, data = _GLYPHS[character]
        strokes.append(path(data, transform=f"translate({number(pen)} 0)" if pen else None))
        pen += advance + _GAP
    left, baseline = x - _width(text) * scale / 2, y + height * scale / 2
    return tag(
        "g",
        *strokes,
        data_label=text,
        transform=f"translate({number(left)} {number(baseline)}) scale({number(scale)})",
        fill="none",
        stroke=colour,
        stroke_width=weight,
        stroke_linecap="round",
        stroke_linejoin="round",
    )
