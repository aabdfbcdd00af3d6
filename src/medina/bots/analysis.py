"""What a position is worth to everybody, and the best moves with what is likely to follow.

>>> import medina
>>> from medina.bots.analysis import analyse
>>> found = analyse(medina.new_game(seed=1), nodes=20)
>>> len(found.chances), found.lines[0].move in medina.new_game(seed=1).legal_moves
(2, True)
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from medina.bots.base import Budget
from medina.bots.taste import TASTE
from medina.bots.team import Team
from medina.engine import Option, move_texts
from medina.rules import Move, Position

REPORT_SECONDS = 0.25


@dataclass(frozen=True, slots=True)
class Candidate:
    """A move, what every seat may expect after it, its share of the search, and what is likely to follow."""

    move: Move
    scores: tuple[float, ...]
    chances: tuple[float, ...]
    share: float
    continuation: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Finding:
    """For every seat the expected final score and the chance to win; the best moves, best first."""

    scores: tuple[float, ...]
    chances: tuple[float, ...]
    lines: tuple[Candidate, ...]
    nodes: int
    seconds: float
    done: bool


def analyse(
    position: Position,
    seconds: float | None = None,
    *,
    nodes: int | None = None,
    threads: int = 1,
    seed: int = 0,
    lines: int = 5,
    stop: Callable[[], bool] = lambda: False,
    memory: int | None = None,
    on_progress: Callable[[Finding], None] | None = None,
) -> Finding:
    """Analyses until the seconds or nodes are used up or `stop` says so; `on_progress` hears of every better view."""
    for found in analysing(
        position,
        seconds,
        nodes=nodes,
        threads=threads,
        seed=seed,
        lines=lines,
        stop=stop,
        memory=memory,
        reports=on_progress is not None,
    ):
        if on_progress is not None:
            on_progress(found)
    return found


def analysing(
    position: Position,
    seconds: float | None = None,
    *,
    nodes: int | None = None,
    threads: int = 1,
    seed: int = 0,
    lines: int = 5,
    stop: Callable[[], bool] = lambda: False,
    memory: int | None = None,
    reports: bool = True,
) -> Iterator[Finding]:
    """The same as a stream of ever better views, the last one marked `done`. Without limits it goes on till stopped.

    Without reports there is only the last view, which is the same: a view of all moves costs as much as a short search.
    """
    Budget(seconds, nodes, threads)  # refuses what makes no sense
    if position.phase == "over":
        yield _verdict(position)
        return
    begin = time.perf_counter()
    team = Team(position, TASTE, seed, threads, nodes=nodes, memory=memory)
    end = None if seconds is None else begin + seconds
    done, most = False, 0
    while not done:
        until, most = _next_stage(end, nodes, most, team.nodes) if reports else (end, nodes or 0)
        team.run(until, most if nodes is not None else None, stop)
        spent = time.perf_counter() - begin
        done = stop() or team.full or (end is not None and begin + spent >= end) or team.nodes >= (nodes or 10**12)
        yield _view(position, team, lines, spent, done)


def _next_stage(end: float | None, nodes: int | None, most: int, so_far: int) -> tuple[float | None, int]:
    """How far to go before the next report: by nodes if those are limited, so that it is the same every time."""
    if nodes is not None:
        return end, min(nodes, max(16, 2 * max(most, so_far)))
    soon = time.perf_counter() + REPORT_SECONDS
    return (soon if end is None else min(end, soon)), 0


def _verdict(position: Position) -> Finding:
    """A finished game needs no search."""
    best = max(position.scores)
    winners = position.scores.count(best)
    chances = tuple(1 / winners if score == best else 0.0 for score in position.scores)
    return Finding(tuple(map(float, position.scores)), chances, (), 0, 0.0, True)


def _view(position: Position, team: Team, lines: int, seconds: float, done: bool) -> Finding:
    whole, options = team.found()
    seen = [option for option in options if option.visits > 0]
    # After a single node there are values but no visits yet.
    shown = seen[: max(1, lines)] or [replace(whole, move=options[0].move, visits=1, line=())]
    total = sum(option.visits for option in seen) or 1
    texts = move_texts(position.ruleset.players)
    found = tuple(_candidate(option, total, texts) for option in shown)
    return Finding(found[0].scores, found[0].chances, found, team.nodes, seconds, done)


def _candidate(option: Option, total: int, texts: Sequence[str]) -> Candidate:
    continuation = tuple(Move.parse(texts[code]) for code in option.line)
    share = option.visits / total
    return Candidate(Move.parse(texts[option.move]), option.finals, option.chances, share, continuation)
