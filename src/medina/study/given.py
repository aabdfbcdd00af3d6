"""A study of findings that somebody else brings: nothing is searched here, and nothing is believed that can be checked.

What a position promises cannot be checked without searching, only bounded; that moves are legal, that lines can be
played and that marks follow from the numbers is seen to here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from medina.bots import Outlook
from medina.rules import Move, Position
from medina.study.evaluation import Evaluation, Line
from medina.study.game import BadStudy, GameStudy, Step, explain, next_step
from medina.study.reasons import Reason
from medina.words import failure

MOST_POINTS = 1_000.0
SLACK = 0.05
"""Chances are rounded, so they need not add up to the last digit."""


@dataclass(frozen=True)
class Promise:
    """What somebody says a position promises, and how the game is expected to go on from there."""

    scores: Sequence[float]
    wins: Sequence[float]
    line: Sequence[str] = ()


@dataclass(frozen=True)
class Finding:
    """What somebody found in a position: what it promises, the best moves with theirs, best first, and what the first
    of them led to when it was looked into as deeply as the position itself."""

    promise: Promise
    best: Sequence[tuple[str, Promise]] = ()
    better: Promise | None = None


def given_step(study: GameStudy, before: Finding | None, found: Finding) -> Step:
    """The next step of a study, from what was found there and one position before."""
    position = study.record.positions[study.done]
    evaluation = _evaluation(position, found)

    def evaluate(asked: Position) -> Evaluation:
        """The position itself, or what the better move would have led to."""
        if asked is position:
            return evaluation
        if before is None or before.better is None:
            raise failure(BadStudy, "analysis.error.better")
        promised = _outlook(asked, before.better)
        played = _played(asked, before.better.line)
        return Evaluation(promised, (Line(played[0], promised, played),) if played else ())

    return next_step(study, evaluate)


def why_worse(
    position: Position, played: Sequence[str], better: Sequence[str], after: Promise, instead: Promise
) -> tuple[Move, tuple[Reason, ...]]:
    """What speaks against a turn beside a better one, each with what it leads to: the placement that is to blame, which
    is the first that the better turn has not, and the reasons. Raises `BadStudy` where there is none."""
    turn, rest = list(played), list(better)
    while turn and turn[0] in rest:
        rest.remove(turn[0])
        position = position.play(turn.pop(0))
    if not turn or not rest:
        raise failure(BadStudy, "analysis.error.no_worse")
    found, promised = _outlook(position, after), _outlook(position, instead)
    move, *following = _played(position, (*turn, *after.line))
    evaluation = Evaluation(found, (Line(following[0], found, tuple(following)),) if following else ())
    line = _played(position, (*rest, *instead.line))
    return move, explain(position, move, evaluation, Line(line[0], promised, line))[0]


def _evaluation(position: Position, found: Finding) -> Evaluation:
    lines = []
    for text, promise in found.best:
        move = position.canonical(text)
        promised = _outlook(position, promise)
        lines.append(Line(move, promised, (move, *_played(position.play(move), promise.line))))
    if not lines and position.phase != "over":
        raise failure(BadStudy, "analysis.error.no_best")
    return Evaluation(_outlook(position, found.promise), tuple(lines))


def _played(position: Position, texts: Sequence[str]) -> tuple[Move, ...]:
    """A line that can be played."""
    moves = []
    for text in texts:
        move = position.canonical(text)
        position = position.play(move)
        moves.append(move)
    return tuple(moves)


def _outlook(position: Position, promise: Promise) -> Outlook:
    """Numbers that a position could promise."""
    players = position.ruleset.players
    lengths = {len(promise.scores), len(promise.wins)}
    shares = all(0 <= win <= 1 for win in promise.wins) and abs(sum(promise.wins) - 1) <= SLACK
    if lengths != {players} or not shares or not all(abs(score) <= MOST_POINTS for score in promise.scores):
        raise failure(BadStudy, "analysis.error.promise")
    return Outlook(tuple(promise.scores), tuple(promise.wins)).rounded()
