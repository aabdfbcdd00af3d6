"""A whole game under the analyst's eye: what every position promised, and where it was thrown away."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, replace

from medina.notation import Record
from medina.rules import MedinaError, Move, Position
from medina.study.evaluation import Analyst, Evaluation, Line, Outlook, bot_analyst
from medina.study.reasons import QUIET, Reason, faults, long_run, long_run_merit, merits
from medina.words import say

SUSPICION = 0.02
"""A move this much worse than the best is looked at twice before it is called a mistake."""
INACCURACY, MISTAKE, BLUNDER = 0.03, 0.08, 0.16


class BadStudy(MedinaError):
    """A game or a budget that cannot be analysed."""


@dataclass(frozen=True)
class Mistake:
    """A placement that was worse than another: `number` counts placements from 1.

    `loss` is in shares of a win, with points counted in (see `Outlook.value`).
    """

    number: int
    word: int
    seat: int
    move: Move
    outlook: Outlook
    better: Line
    loss: float
    faults: tuple[Reason, ...]
    merits: tuple[Reason, ...]

    @property
    def mark(self) -> str:
        """As chess players write it: ?! for an inaccuracy, ? for a mistake, ?? for a blunder."""
        return "??" if self.loss >= BLUNDER else "?" if self.loss >= MISTAKE else "?!"

    @property
    def win_loss(self) -> float:
        """The chance to win that was given away, never less than nothing."""
        return max(0.0, self.better.outlook.wins[self.seat] - self.outlook.wins[self.seat])

    @property
    def point_loss(self) -> float:
        """The lead that was given away, in points."""
        return self.better.outlook.lead(self.seat) - self.outlook.lead(self.seat)


@dataclass(frozen=True)
class GameStudy:
    """The analysis of a game as far as it has got: an evaluation for each of the first positions."""

    record: Record
    evaluations: tuple[Evaluation, ...] = ()
    mistakes: tuple[Mistake, ...] = ()

    @property
    def done(self) -> int:
        """How many positions have been analysed."""
        return len(self.evaluations)

    @property
    def total(self) -> int:
        """How many positions there are."""
        return len(self.record.positions)

    @property
    def worst(self) -> tuple[Mistake, ...]:
        """The mistakes, the biggest first."""
        return tuple(sorted(self.mistakes, key=lambda mistake: (-mistake.loss, mistake.number)))


def analyse_game(
    record: Record,
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    seed: int = 0,
    threads: int = 1,
    analyst: Analyst | None = None,
) -> Generator[GameStudy]:
    """The study of a game, growing by a position at a time; the last one is whole. Close it to stop.

    `seconds` or `nodes` are for each position (a second unless given).
    """
    check(record, seconds, nodes)
    if threads < 1:
        raise BadStudy(say("analysis.error.threads"))
    if seconds is None and nodes is None:
        seconds = 1.0
    evaluate = analyst or bot_analyst(seconds, nodes, seed, threads)
    study = GameStudy(record)
    words = word_of_each_move(record)
    for number, position in enumerate(record.positions):
        study = replace(study, evaluations=(*study.evaluations, evaluate(position)))
        if number:
            mistake = find_mistake(study, number, words[number - 1], evaluate)
            study = replace(study, mistakes=(*study.mistakes, *([mistake] if mistake else [])))
        yield study


def check(record: Record, seconds: float | None, nodes: int | None) -> None:
    """Is there something to analyse, and something to do it with?"""
    if not record.moves:
        raise BadStudy(say("analysis.error.no_moves"))
    check_budget(seconds, nodes)


def check_budget(seconds: float | None, nodes: int | None) -> None:
    """Seconds and nodes must be more than nothing."""
    if seconds is not None and not 0 < seconds < float("inf"):
        raise BadStudy(say("analysis.error.seconds"))
    if nodes is not None and nodes < 1:
        raise BadStudy(say("analysis.error.nodes"))


def word_of_each_move(record: Record) -> list[int]:
    """For every move the number of the record's word it is in."""
    return [word for word, turn in enumerate(record.turns) for _ in turn.moves]


def find_mistake(study: GameStudy, number: int, word: int, evaluate: Analyst) -> Mistake | None:
    """Was this placement a mistake? The better move is looked into as deeply as the one played was."""
    position, move = study.record.positions[number - 1], study.record.moves[number - 1]
    before, after = study.evaluations[number - 1], study.evaluations[number]
    seat = position.turn or 0
    best = next(iter(before.lines), None)
    if best is None or best.move == move:
        return None
    if best.outlook.value(seat) - after.outlook.value(seat) < SUSPICION:
        return None
    better = look_into(position, best.move, evaluate)
    loss = better.outlook.value(seat) - after.outlook.value(seat)
    if loss < INACCURACY:
        return None
    against, in_favour = explain(position, move, after, better)
    return Mistake(number, word, seat, move, after.outlook, better, loss, against, in_favour)


def look_into(position: Position, move: Move, evaluate: Analyst) -> Line:
    """A move that was not played, looked into as if it had been."""
    found = evaluate(position.play(move))
    return Line(move, found.outlook, (move, *_expected(found)))


def explain(
    position: Position, move: Move, after: Evaluation, better: Line
) -> tuple[tuple[Reason, ...], tuple[Reason, ...]]:
    """What speaks against a move that led to `after`, and what for the better one."""
    seat = position.turn or 0
    in_favour = merits(position, better.move, better.continuation)
    if in_favour == [QUIET]:
        in_favour = [long_run_merit(seat, after.outlook, better.outlook)]
    against = faults(position, move, better.move, (move, *_expected(after)), better.continuation)
    return tuple(against or [long_run(seat, after.outlook, better.outlook)]), tuple(in_favour)


def _expected(evaluation: Evaluation) -> tuple[Move, ...]:
    """How the game is expected to go on."""
    return next((line.continuation for line in evaluation.lines), ())
