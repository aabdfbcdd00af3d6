"""What a position is worth to everybody, and the best moves with what is likely to follow.

>>> import medina
>>> from medina.bots.analysis import analyse
>>> found = analyse(medina.new_game(seed=1), nodes=20)
>>> len(found.chances), found.lines[0].move in medina.new_game(seed=1).legal_moves
(2, True)
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from medina.bots import tree as nodes_of
from medina.bots.base import Budget
from medina.bots.searcher import Option, Team, chances_of
from medina.bots.strongest import TASTE
from medina.bots.thinker import get_ready, weights_for
from medina.bots.tree import Tree
from medina.fast.game import from_position
from medina.fast.moves import move_texts
from medina.rules import Move, Position

REPORT_SECONDS = 0.25
LONGEST_CONTINUATION = 8


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
    reports: bool = True,
) -> Iterator[Finding]:
    """The same as a stream of ever better views, the last one marked `done`. Without limits it goes on till stopped.

    Without reports there is only the last view, which is the same: a view of all moves costs as much as a short search.
    """
    Budget(seconds, nodes, threads)  # refuses what makes no sense
    if position.phase == "over":
        yield _verdict(position)
        return
    get_ready()
    begin = time.perf_counter()
    weights = weights_for(position.ruleset.edition, position.ruleset.players)
    team = Team(from_position(position), weights, TASTE, seed, threads)
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
    players = position.ruleset.players
    options = [option for option in team.options() if option.visits > 0]
    total = sum(option.visits for option in options)
    if not options:
        return _view_of_first_sight(position, team, seconds, done)
    texts = move_texts(players)
    found = tuple(
        Candidate(
            Move.parse(texts[option.move]),
            option.finals[:players],
            chances_of(option, players),
            option.visits / total,
            tuple(Move.parse(texts[code]) for code in _continuation(team.searchers[0].tree, option.move)),
        )
        for option in options[: max(1, lines)]
    )
    return Finding(found[0].scores, found[0].chances, found, team.nodes, seconds, done)


def _view_of_first_sight(position: Position, team: Team, seconds: float, done: bool) -> Finding:
    """After a single node there are values but no visits yet."""
    players = position.ruleset.players
    option = team.options()[0]
    root = team.searchers[0].tree.floats[0]
    finals = tuple(map(float, root[nodes_of.FINALS : nodes_of.FINALS + players]))
    seen = Option(option.move, 1, option.wishes, finals)
    chances = chances_of(seen, players)
    line = Candidate(Move.parse(move_texts(players)[option.move]), finals, chances, 1.0, ())
    return Finding(finals, chances, (line,), team.nodes, seconds, done)


def _continuation(tree: Tree, move: int) -> list[int]:
    """The moves most looked into after this one."""
    codes: list[int] = []
    node = _child(tree, 0, move)
    while node is not None and len(codes) < LONGEST_CONTINUATION:
        node = _most_visited(tree, node)
        if node is not None:
            codes.append(int(tree.ints[node, nodes_of.MOVE]))
    return codes


def _children(tree: Tree, node: int) -> range:
    first = int(tree.ints[node, nodes_of.FIRST])
    return range(first, first + int(tree.ints[node, nodes_of.COUNT]))


def _child(tree: Tree, node: int, move: int) -> int | None:
    return next((child for child in _children(tree, node) if tree.ints[child, nodes_of.MOVE] == move), None)


def _most_visited(tree: Tree, node: int) -> int | None:
    best = max(_children(tree, node), key=lambda child: int(tree.ints[child, nodes_of.VISITS]), default=None)
    return best if best is not None and tree.ints[best, nodes_of.VISITS] > 0 else None
