"""What a position promises every seat, as the analysis sees it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from medina.bots import Outlook
from medina.bots.base import never
from medina.rules import Move, Position
from medina.study.thresholds import value_of


def value(outlook: Outlook, seat: int) -> float:
    """One number to compare moves by."""
    return value_of(len(outlook.scores), seat, outlook.scores, outlook.wins)


@dataclass(frozen=True)
class Line:
    """A move, what it promises, and how the game is expected to go on, the move itself first."""

    move: Move
    outlook: Outlook
    continuation: tuple[Move, ...]


@dataclass(frozen=True)
class Evaluation:
    """A position's outlook and its best moves, best first; none when the game is over."""

    outlook: Outlook
    lines: tuple[Line, ...] = ()


Analyst = Callable[[Position], Evaluation]
"""Whoever evaluates positions."""


def bot_analyst(
    seconds: float | None = None,
    nodes: int | None = None,
    seed: int = 0,
    threads: int = 1,
    lines: int = 5,
    stop: Callable[[], bool] = never,
    memory: int | None = None,
) -> Analyst:
    """The strongest bot as the analyst. With nodes and a seed it always says the same, unless it is stopped."""
    from medina.bots.analysis import analyse

    def evaluate(position: Position) -> Evaluation:
        found = analyse(
            position, seconds, nodes=nodes, threads=threads, seed=seed, lines=lines, stop=stop, memory=memory
        )
        best = (
            Line(line.move, Outlook(line.scores, line.chances).rounded(), (line.move, *line.continuation))
            for line in found.lines
        )
        return Evaluation(Outlook(found.scores, found.chances).rounded(), tuple(best))

    return evaluate
