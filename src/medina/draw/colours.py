"""The colours of the drawing: one small palette, and mixing for light and shade."""

from __future__ import annotations

from dataclasses import dataclass

SAND_LIGHT = "#f6e3b9"
SAND = "#ecd2a0"
SAND_DARK = "#dfbf85"
DESERT = "#d8b67d"
EARTH = "#c9a265"
EARTH_DARK = "#a87f46"
INK = "#6d4d22"
WALL_TOP = "#f1dfb6"
WALL_FACE = "#b8905a"
WALL_EDGE = "#8f6b38"
TOWER = "#fbf6ea"
TOWER_SHADE = "#d6c5a1"
TOWER_EDGE = "#a58c5e"
GATE_RIM = "#c8382b"
GATE_DARK = "#35210f"
CARPET = "#a23e36"
CARPET_EDGE = "#e9c27c"
WATER = "#2f86ad"
WATER_LIGHT = "#8fd0e6"
GOLD = "#f4c542"
GOLD_DARK = "#9a6a10"
THATCH = "#dcb654"
THATCH_DARK = "#a57f2c"
PLASTER = "#f3e6c8"
TURQUOISE = "#12b5b0"
LAST = "#fffdf2"

# Red and green differ in lightness too, and every dome carries its seat's pips, so nobody needs to tell them by hue.
SEATS = ("#cf3327", "#2a66b8", "#2f8f4a", "#f2c32c")
NEUTRAL = "#e6ddca"
ROBES = ("#3f6f8a", "#7d3350", "#7a7436", "#4f5f9a", "#a85a32", "#56406e")


def channels(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def mix(colour: str, other: str, share: float) -> str:
    """`share` of `other` in `colour`: opaque, so that slices of one palace overlap without a seam.

    >>> mix("#000000", "#ffffff", 0.5)
    '#808080'
    """
    pairs = zip(channels(colour), channels(other), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def lighter(colour: str, share: float) -> str:
    """The colour in the sun (sunlight is warm, not white)."""
    return mix(colour, "#fff6dc", share)


def darker(colour: str, share: float) -> str:
    """The colour in the shade."""
    return mix(colour, "#2a1405", share)


@dataclass(frozen=True)
class Stone:
    """The shades of one palace colour."""

    rim: str
    light: str
    floor: str
    inner: str
    face: str
    edge: str
    mark: str
    window: str


def _stone(colour: str, face: str) -> Stone:
    return Stone(
        rim=colour,
        light=lighter(colour, 0.45),
        floor=lighter(colour, 0.16),
        inner=darker(colour, 0.30),
        face=face,
        edge=darker(face, 0.35),
        mark=lighter(colour, 0.72),
        window=darker(face, 0.55),
    )


STONES = {
    "G": _stone("#aeaca6", "#74726c"),
    "P": _stone("#8a63b4", "#573a80"),
    "B": _stone("#8c5836", "#57331c"),
    "O": _stone("#e5832f", "#ad5614"),
}


def owner_colour(owner: int | str) -> str:
    return SEATS[owner] if isinstance(owner, int) else NEUTRAL
