"""PNG images through resvg."""

from __future__ import annotations

import struct

import pytest
from draw_samples import city, opening

from medina.draw import png, svg


@pytest.mark.parametrize("width", [120, 333])
def test_is_a_png_of_the_width_asked_for(width: int) -> None:
    drawing = svg(opening())
    image = png(drawing, width)
    assert image[:8] == b"\x89PNG\r\n\x1a\n"
    wide, high = struct.unpack(">II", image[16:24])
    assert wide == width
    assert high == pytest.approx(width * 646 / 832, abs=1)


def test_shows_the_pieces() -> None:
    """The same board with and without its pieces gives different images, and the same position the same image."""
    full, bare = city(), city() | {"cells": {}, "palaces": [], "streets": []}
    assert png(svg(full), 120) == png(svg(full), 120)
    assert png(svg(full), 120) != png(svg(bare), 120)
