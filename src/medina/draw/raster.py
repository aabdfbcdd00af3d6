"""PNG from a drawing, through resvg."""

from __future__ import annotations


def png(svg_text: str, width: int) -> bytes:
    """The drawing as a PNG image of this width. Needs resvg-py (the `terminal` extra)."""
    from resvg_py import svg_to_bytes

    return bytes(svg_to_bytes(svg_string=svg_text, width=width, skip_system_fonts=True))
