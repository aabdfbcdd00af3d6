"""Make the icons of the installed app from our own drawing: `python scripts/make_icons.py` writes client/public/icons.

`client/public/icon.svg` is the drawing. Devices cut a maskable icon into a shape of their own and give an apple-touch
icon corners of their own, so those two have no round corners, and the maskable one keeps its distance from the edge.
"""

from __future__ import annotations

import re
from pathlib import Path

import resvg_py

PUBLIC = Path(__file__).resolve().parent.parent / "client" / "public"
SAFE = 0.72
"""How much of its width a maskable drawing takes; a circle of four fifths is never cut."""
ICONS = {
    "any-192.png": (192, "round"),
    "any-512.png": (512, "round"),
    "maskable-192.png": (192, "safe"),
    "maskable-512.png": (512, "safe"),
    "apple-touch.png": (180, "square"),
}


def drawing(shape: str) -> str:
    """The icon as SVG, with its ground round, square, or square with the house well inside."""
    whole = (PUBLIC / "icon.svg").read_text("utf-8")
    if shape == "round":
        return whole
    ground, house = re.fullmatch(r"<svg[^>]*>(<rect[^>]*/>)(.*)</svg>\s*", whole, re.DOTALL).groups()  # type: ignore[union-attr]
    ground = re.sub(r' rx="\d+"', "", ground)
    scale = SAFE if shape == "safe" else 1
    moved = 16 * (1 - scale)
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">'
        f'{ground}<g transform="translate({moved:g} {moved:g}) scale({scale:g})">{house}</g></svg>'
    )


def icons() -> dict[Path, bytes]:
    """Every icon's path and what is in it."""
    return {
        PUBLIC / "icons" / name: bytes(resvg_py.svg_to_bytes(svg_string=drawing(shape), width=size, height=size))
        for name, (size, shape) in ICONS.items()
    }


if __name__ == "__main__":
    for path, content in icons().items():
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(content)
