"""Drawings of a position: SVG, PNG and text for terminals. All of them start from the position's JSON form."""

from __future__ import annotations

from .ansi import ansi, terminal_options
from .palaces import roof_cells
from .raster import png
from .scene import svg

__all__ = ["ansi", "png", "roof_cells", "svg", "terminal_options"]
