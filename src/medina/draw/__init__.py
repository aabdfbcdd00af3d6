"""Drawings of a position: SVG, PNG and text for terminals. All of them start from the position's JSON form."""

from __future__ import annotations

from .ansi import ansi, terminal_options
from .raster import png
from .scene import svg

__all__ = ["ansi", "png", "svg", "terminal_options"]
