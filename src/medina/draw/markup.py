"""Writing SVG elements: the one place that escapes text and rounds numbers."""

from __future__ import annotations

from html import escape

Attribute = str | int | float | None


def number(value: float) -> str:
    """A coordinate as short text: two decimals at most, no trailing zeros, no minus zero."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _value(value: str | int | float) -> str:
    return escape(value, quote=True) if isinstance(value, str) else number(value)


def tag(name: str, *content: str, **attributes: Attribute) -> str:
    """One element. `stroke_width=2` becomes `stroke-width="2"`; None leaves an attribute out.

    >>> tag("rect", x=1.0, stroke_width=2, id=None)
    '<rect x="1" stroke-width="2"/>'
    """
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{_value(value)}"'
        for key, value in attributes.items()
        if value is not None
    )
    body = "".join(content)
    return f"<{name}{written}>{body}</{name}>" if body else f"<{name}{written}/>"


def text(words: str) -> str:
    """Words as the content of an element."""
    return escape(words, quote=False)


def group(*content: str, **attributes: Attribute) -> str:
    """A `<g>` around what is drawn; nothing at all when nothing is."""
    return tag("g", *content, **attributes) if any(content) else ""


def rect(x: float, y: float, width: float, height: float, **attributes: Attribute) -> str:
    return tag("rect", x=x, y=y, width=width, height=height, **attributes)


def path(d: str, **attributes: Attribute) -> str:
    return tag("path", d=d, **attributes)


def ellipse(cx: float, cy: float, rx: float, ry: float, **attributes: Attribute) -> str:
    return tag("ellipse", cx=cx, cy=cy, rx=rx, ry=ry, **attributes)


def points(*pairs: tuple[float, float], close: bool = True) -> str:
    """Path data through the given points."""
    line = "L".join(f"{number(x)} {number(y)}" for x, y in pairs)
    return f"M{line}{'Z' if close else ''}"
