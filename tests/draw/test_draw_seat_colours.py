"""A seat has one colour, on paper, in the terminal and on the site."""

from __future__ import annotations

import re
from pathlib import Path

from medina.draw.colours import SEATS

CSS = Path(__file__).resolve().parents[2] / "client" / "src" / "theme" / "board.css"


def test_the_site_has_the_seat_colours_of_the_drawings() -> None:
    found = re.findall(r"^\.seat-(\d) \{\s*--seat: (#\w+);", CSS.read_text(encoding="utf-8"), re.MULTILINE)
    assert found == [(str(seat), colour) for seat, colour in enumerate(SEATS)]
