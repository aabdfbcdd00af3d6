"""Whole turns, and what each is worth: by a search, and by playing games out at random."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, pstdev

from medina.bots import Outlook
from medina.bots.analysis import Candidate, analyse
from medina.engine import Game
from medina.rules import Move, Position
from medina.study.evaluation import value

WIDTH = 5
"""First placements whose continuations are looked for."""
EVERYTHING = 1_000
FIRST_GLANCES = 6
"""Turns that score most at once, which playouts look at beside those of the search."""
RIVALS = 4
"""Turns without the key that are looked at as hard as the solution."""


@dataclass(frozen=True)
class Turn:
    """A whole turn: its placements, the position it leads to, and what it is worth to whoever makes it."""

    moves: tuple[Move, ...]
    end: Position
    value: float
    error: float = 0.0

    @property
    def texts(self) -> tuple[str, ...]:
        return tuple(move.text for move in self.moves)

    def has(self, key: tuple[Move, ...]) -> bool:
        """Are all these placements in it, in whatever order?"""
        return set(key) <= set(self.moves)


def goes_on(before: Position, after: Position) -> bool:
    """Is a turn not over yet after this placement?"""
    return after.is_mid_turn and after.turn == before.turn


def good_turns(position: Position, nodes: int, seed: int) -> list[Turn]:
    """Turns that look good, best first, at a first look: every good first placement has the nodes to itself."""
    seat = position.turn or 0
    found: list[Turn] = []
    for line in analyse(position, nodes=nodes, seed=seed, lines=WIDTH).lines:
        after = position.play(line.move)
        if not goes_on(position, after):
            found.append(Turn((line.move,), after, _worth(line, seat)))
            continue
        for second in analyse(after, nodes=nodes, seed=seed, lines=EVERYTHING).lines:
            found.append(Turn((line.move, second.move), after.play(second.move), _worth(second, seat)))
    return sorted(found, key=lambda turn: -turn.value)


def key_of(turns: list[Turn], lead: float) -> tuple[Move, ...]:
    """The placements of the best turn without which every other turn is worse by so much; often the rest is free."""
    best = turns[0]
    rivals = {move: next((turn for turn in turns if not turn.has((move,))), None) for move in best.moves}
    return tuple(move for move, rival in rivals.items() if rival is None or best.value - rival.value >= lead)


def by_search(position: Position, turns: list[Turn], nodes: int, seed: int) -> list[Turn]:
    """The same turns, best first, each judged by a search of its own from the position it leads to."""
    seat = position.turn or 0
    judged = []
    for turn in turns:
        found = analyse(turn.end, nodes=nodes, seed=seed, lines=1)
        judged.append(Turn(turn.moves, turn.end, value(Outlook(found.scores, found.chances), seat)))
    return sorted(judged, key=lambda turn: -turn.value)


def _worth(line: Candidate, seat: int) -> float:
    return value(Outlook(line.scores, line.chances), seat)


def by_playouts(position: Position, turns: Iterable[Turn], games: int, seed: int) -> list[Turn]:
    """The same turns and those that score most at once, best first, by the mean lead at the end of random games.

    Neither the network nor the tree of the search has a say in this.
    """
    moves_of = {turn.end: turn.moves for turn in turns}
    for moves in first_glances(position):
        moves_of.setdefault(_end(position, moves), moves)
    seat = position.turn or 0
    judged = [Turn(moves, end, *_played_out(end, seat, games, seed)) for end, moves in moves_of.items()]
    return sorted(judged, key=lambda turn: -turn.value)


def first_glances(position: Position) -> list[tuple[Move, ...]]:
    """Some turns that score most at once."""
    found: list[tuple[Move, ...]] = []
    for first in _best_of_turn(position)[:FIRST_GLANCES]:
        after = position.play(first)
        found.append((first, _best_of_turn(after)[0]) if goes_on(position, after) else (first,))
    return found


def _best_of_turn(position: Position) -> list[Move]:
    """The first moves of the turns that score most at once, sorted."""
    return [Move.parse(text) for text in Game(position).greediest]


def _end(position: Position, moves: tuple[Move, ...]) -> Position:
    for move in moves:
        position = position.play(move)
    return position


def _played_out(position: Position, seat: int, games: int, seed: int) -> tuple[float, float]:
    """The mean lead of a seat at the end of random games, and its standard error."""
    if position.phase == "over":
        scores = list(position.scores)
        return float(scores.pop(seat) - max(scores)), 0.0
    ends = Game(position).random_games(games, seed)
    leads = [end[seat] - max(end[:seat] + end[seat + 1 :]) for end in ends]
    return fmean(leads), pstdev(leads) / sqrt(games)


def lead_of(turns: list[Turn], key: tuple[Move, ...]) -> tuple[Turn, float, float]:
    """The best turn without the key, how far the best one with it is ahead, and the error of that."""
    best = next(turn for turn in turns if turn.has(key))
    rival = next(turn for turn in turns if not turn.has(key))
    return rival, best.value - rival.value, sqrt(best.error**2 + rival.error**2)
