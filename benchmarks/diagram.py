"""A picture of chances: for every tenth what was said and what came true, a panel for each kind of game, as SVG."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

SIDE = 150  # of a panel
GAP = 26
LEFT, TOP, BOTTOM = 40, 30, 46
TRUE_WITHIN = 0.05  # the band around the diagonal
PAPER, INK, BAND, DOT = "#fbf5e9", "#5b4222", "#ecd9b4", "#a23e36"


class Tenth(NamedTuple):
    """Chances of one tenth: how often they were said, what was said on average, and how often it came true."""

    number: int
    times: int
    said: float
    came: float


def diagram(kinds: Mapping[str, Sequence[Tenth]]) -> str:
    """All panels in a row."""
    width, height = LEFT + len(kinds) * (SIDE + GAP), TOP + SIDE + BOTTOM
    panels = [line for place, (kind, tenths) in enumerate(kinds.items()) for line in _panel(kind, tenths, place)]
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
            f'font-family="sans-serif" font-size="11" fill="{INK}">',
            "<title>What was said and what came true, for every tenth of the chance to win</title>",
            f'<rect width="100%" height="100%" fill="{PAPER}"/>',
            f'<text transform="translate(13 {TOP + SIDE / 2:g}) rotate(-90)" text-anchor="middle">came true, %</text>',
            *panels,
            "</svg>\n",
        ]
    )


def _panel(kind: str, tenths: Sequence[Tenth], place: int) -> Iterator[str]:
    """A square from 0 to 100 % both ways, with the band in which chances are true."""
    most = max((tenth.times for tenth in tenths), default=1)
    off = TRUE_WITHIN * SIDE
    yield f'<g transform="translate({LEFT + place * (SIDE + GAP)} {TOP})">'
    yield f'<text x="{SIDE / 2:g}" y="-10" text-anchor="middle" font-size="13">{kind[:-1]} {kind[-1]}</text>'
    yield (
        f'<path d="M0 {SIDE}V{SIDE - off:g}L{SIDE - off:g} 0H{SIDE}V{off:g}L{off:g} {SIDE}z" fill="{BAND}"/>'
        f'<path d="M0 {SIDE}L{SIDE} 0M0 0V{SIDE}H{SIDE}" fill="none" stroke="{INK}" stroke-width="0.8"/>'
    )
    for percent in (0, 50, 100):
        at = percent / 100 * SIDE
        yield f'<text x="{at:g}" y="{SIDE + 15}" text-anchor="middle">{percent}</text>'
        if place == 0:
            yield f'<text x="-5" y="{SIDE - at + 4:g}" text-anchor="end">{percent}</text>'
    yield f'<text x="{SIDE / 2:g}" y="{SIDE + 33}" text-anchor="middle">said, %</text>'
    for tenth in tenths:
        size = 2 + 3 * (tenth.times / most) ** 0.5
        x, y = tenth.said * SIDE, (1 - tenth.came) * SIDE
        yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{size:.1f}" fill="{DOT}" fill-opacity="0.85"/>'
    yield "</g>"
