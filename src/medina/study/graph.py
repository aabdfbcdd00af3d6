"""The course of a game as a drawing: every seat's expected score and chance to win after every placement.

Numbers are drawn as strokes, so that they show on every machine; words have a font that comes along.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from medina.bots import Outlook
from medina.draw.colours import INK, SAND_DARK, SAND_LIGHT, SEATS, TOWER, darker
from medina.draw.glyphs import label
from medina.draw.markup import ellipse, group, path, points, rect, tag, text
from medina.study.game import GameStudy, Mistake
from medina.study.sentences import player_name
from medina.words import say

WIDTH, HEIGHT = 960, 640
LEFT, RIGHT, PANEL = 60, 930, 215
TOPS = (104, 376)
DASHES = (None, "9 4", "2 4", "12 4 2 4")
"""Lines differ by pattern too, so nobody depends on telling colours apart."""
FONT = Path(__file__).parent / "font" / "source-sans-3-latin.ttf"
FAMILY = "'Source Sans 3', 'Open Sans', 'DejaVu Sans', Arial, sans-serif"
MARKED = 8
"""How many of the biggest mistakes the graph points out."""


@dataclass(frozen=True)
class Panel:
    """One of the two diagrams: where it is, and what its scales mean."""

    top: float
    low: float
    high: float
    placements: int

    def x(self, number: float) -> float:
        """Where a placement is."""
        return LEFT + (RIGHT - LEFT) * number / max(1, self.placements)

    def y(self, value: float) -> float:
        """Where a value is."""
        return self.top + PANEL * (self.high - value) / (self.high - self.low)


def graph_svg(study: GameStudy, lang: str | None = None) -> str:
    """The course of a game as a drawing: every seat's points, and its chance to win."""
    scores, wins = panels(study)
    return tag(
        "svg",
        tag("title", text(say("analysis.title", lang))),
        rect(0, 0, WIDTH, HEIGHT, fill=SAND_LIGHT),
        legend(study, lang),
        diagram(study, scores, say("analysis.graph.scores", lang), lambda outlook, seat: outlook.scores[seat]),
        diagram(study, wins, say("analysis.graph.wins", lang), lambda outlook, seat: 100 * outlook.wins[seat]),
        words(say("analysis.graph.placements", lang), (LEFT + RIGHT) / 2, HEIGHT - 12, size=13, anchor="middle"),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        width=WIDTH,
        height=HEIGHT,
        role="img",
    )


def graph_png(study: GameStudy, width: int = 1440, lang: str | None = None) -> bytes:
    """The drawing as PNG. Needs resvg-py (the `terminal` extra)."""
    from resvg_py import svg_to_bytes

    return bytes(svg_to_bytes(svg_string=graph_svg(study, lang), width=width, font_files=[str(FONT)]))


def panels(study: GameStudy) -> tuple[Panel, Panel]:
    """The scales: scores as they come, chances from 0 to 100 percent."""
    values = [score for evaluation in study.evaluations for score in evaluation.outlook.scores] or [0.0]
    low, high = 10 * (min(values) // 10), 10 * (max(values) // 10 + 1)
    placements = study.total - 1
    return Panel(TOPS[0], low, high, placements), Panel(TOPS[1], 0, 100, placements)


def diagram(study: GameStudy, panel: Panel, title: str, value: Callable[[Outlook, int], float]) -> str:
    """One diagram with its frame, lines and marks."""
    outlooks = [evaluation.outlook for evaluation in study.evaluations]
    seats = range(study.record.start.ruleset.players)
    return group(
        words(title, LEFT, panel.top - 12, size=15),
        rect(LEFT, panel.top, RIGHT - LEFT, PANEL, fill=TOWER, stroke=SAND_DARK),
        *grid(panel),
        *(line(panel, seat, [value(outlook, seat) for outlook in outlooks]) for seat in seats),
        *(mark(panel, mistake, value(mistake.outlook, mistake.seat)) for mistake in study.worst[:MARKED]),
    )


def grid(panel: Panel) -> Iterator[str]:
    """Faint lines with their numbers."""
    step = 25 if panel.high == 100 and panel.low == 0 else max(10, 10 * round((panel.high - panel.low) / 50))
    for value in range(int(panel.low), int(panel.high) + 1, step):
        yield path(f"M{LEFT} {panel.y(value):.1f}H{RIGHT}", stroke=SAND_DARK, stroke_width=0.7)
        yield number(value, LEFT - 18, panel.y(value))
    for placement in range(0, panel.placements + 1, 10 if panel.placements <= 120 else 20):
        x = panel.x(placement)
        yield path(f"M{x:.1f} {panel.top}v{PANEL}", stroke=SAND_DARK, stroke_width=0.4)
        yield number(placement, x, panel.top + PANEL + 14)


def number(value: int, x: float, y: float) -> str:
    """A number of an axis. The drawing has no minus sign of its own, so it is a stroke."""
    drawn = label(str(abs(value)), x, y, scale=1.15, colour=INK, weight=1.1)
    return drawn if value >= 0 else drawn + path(f"M{x - 16} {y}h5", stroke=INK, stroke_width=1.2)


def line(panel: Panel, seat: int, values: Sequence[float]) -> str:
    """How one seat's value went."""
    pairs = [(panel.x(placement), panel.y(value)) for placement, value in enumerate(values)]
    return path(
        points(*pairs, close=False),
        fill="none",
        stroke=seat_ink(seat),
        stroke_width=2.2,
        stroke_linejoin="round",
        stroke_dasharray=DASHES[seat],
        data_seat=seat,
    )


def mark(panel: Panel, mistake: Mistake, value: float) -> str:
    """A ring on the line where the placement was a mistake, with the placement's number."""
    x, y = panel.x(mistake.number), panel.y(value)
    above = y - 13 if y > panel.top + 24 else y + 13
    return group(
        ellipse(x, y, 4.5, 4.5, fill=TOWER, stroke=seat_ink(mistake.seat), stroke_width=2),
        label(str(mistake.number), x, above, scale=0.9, colour=TOWER, weight=5),
        label(str(mistake.number), x, above, scale=0.9, colour=INK, weight=1.1),
        data_mistake=mistake.number,
    )


def seat_ink(seat: int) -> str:
    """A seat's colour, dark enough on a light ground."""
    return darker(SEATS[seat], 0.25 if seat == 3 else 0.05)


def legend(study: GameStudy, lang: str | None) -> str:
    """The title, and who is which line."""
    width = (RIGHT - LEFT) / study.record.start.ruleset.players
    return group(
        words(study.record.tags.get("Event") or say("analysis.title", lang), LEFT, 34, size=22),
        *(
            group(
                path(
                    f"M{LEFT + seat * width:.1f} 58h34",
                    stroke=seat_ink(seat),
                    stroke_width=3,
                    stroke_dasharray=DASHES[seat],
                ),
                words(player_name(study, seat, lang)[: int(width / 8)], LEFT + seat * width + 42, 63, size=14),
            )
            for seat in range(study.record.start.ruleset.players)
        ),
    )


def words(said: str, x: float, y: float, *, size: int, anchor: str | None = None) -> str:
    return tag("text", text(said), x=x, y=y, font_size=size, font_family=FAMILY, fill=INK, text_anchor=anchor)
