"""A whole game under the analyst's eye: what every position promised, and where it was thrown away.

A study grows by a step a position. Whoever has the steps goes on from there, and whoever has no time to think asks
somebody else: `GameStudy.tail` is all that `next_step` needs.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, replace
from functools import cached_property

from medina.bots import Outlook
from medina.notation import Record
from medina.rules import MedinaError, Move, Position
from medina.study.evaluation import Analyst, Evaluation, Line, bot_analyst, value
from medina.study.reasons import QUIET, Reason, faults, long_run, long_run_merit, merits
from medina.study.sights import pieces_in_hand
from medina.study.thresholds import Mark, grade_of, mark_of
from medina.words import failure


class BadStudy(MedinaError):
    """A game or a budget that cannot be analysed."""


@dataclass(frozen=True)
class Criticism:
    """What would have been better than a mistake, what speaks against the one and what for the other.

    `hand` is how many pieces whoever made it had left; studies from before it was noted have None.
    """

    better: Line
    faults: tuple[Reason, ...]
    merits: tuple[Reason, ...]
    hand: int | None = None


@dataclass(frozen=True)
class Step:
    """What a study knows of one position: its evaluation, the move played there, and what the move that led there cost.

    `loss` is in shares of a win, with points counted in (see `value`); None where no move led. Steps are stored
    as they are, with the reasons as values that can be said in any language: fields may be added, never renamed.
    """

    evaluation: Evaluation
    played: Move | None = None
    loss: float | None = None
    criticism: Criticism | None = None


@dataclass(frozen=True)
class Mistake:
    """A placement that was worse than another: `number` counts placements from 1, `word` those of the record from 0."""

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
    def mark(self) -> Mark:
        return mark_of(self.loss) or "?!"

    @property
    def point_loss(self) -> float:
        """The lead that was given away, in points."""
        return self.better.outlook.lead(self.seat) - self.outlook.lead(self.seat)


@dataclass(frozen=True)
class GameStudy:
    """The analysis of a game as far as it has got: a step for each of the first positions."""

    record: Record
    steps: tuple[Step, ...] = ()

    @property
    def done(self) -> int:
        """How many positions have been analysed."""
        return len(self.steps)

    @property
    def total(self) -> int:
        return len(self.record.positions)

    @property
    def evaluations(self) -> tuple[Evaluation, ...]:
        """What was thought of each position."""
        return tuple(step.evaluation for step in self.steps)

    @property
    def tail(self) -> GameStudy:
        """The little of it that the next step depends on, to be sent elsewhere."""
        first, record = max(0, self.done - 1), self.record
        part = Record(record.positions[first : self.done + 2], record.moves[first : self.done + 1])
        return GameStudy(part, self.steps[first:])

    def with_step(self, step: Step) -> GameStudy:
        """The study, grown by a step."""
        return replace(self, steps=(*self.steps, step))

    @cached_property
    def mistakes(self) -> tuple[Mistake, ...]:
        """The placements that were worse than others, in order."""
        words = word_of_each_move(self.record)
        return tuple(
            self._mistake(number, words[number - 1], step.loss or 0.0, step.criticism)
            for number, step in enumerate(self.steps)
            if step.criticism is not None
        )

    def _mistake(self, number: int, word: int, loss: float, found: Criticism) -> Mistake:
        seat, outlook = self.record.positions[number - 1].turn or 0, self.steps[number].evaluation.outlook
        move = self.record.moves[number - 1]
        return Mistake(number, word, seat, move, outlook, found.better, loss, found.faults, found.merits)

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
        raise failure(BadStudy, "analysis.error.threads")
    if seconds is None and nodes is None:
        seconds = 1.0
    yield from grow(GameStudy(record), analyst or bot_analyst(seconds, nodes, seed, threads))


def grow(study: GameStudy, evaluate: Analyst) -> Generator[GameStudy]:
    """A study that was begun, growing to its end."""
    while study.done < study.total:
        study = study.with_step(next_step(study, evaluate))
        yield study


def check(record: Record, seconds: float | None, nodes: int | None) -> None:
    """Is there something to analyse, and something to do it with?"""
    if not record.moves:
        raise failure(BadStudy, "analysis.error.no_moves")
    check_budget(seconds, nodes)


def check_budget(seconds: float | None, nodes: int | None) -> None:
    """Seconds and nodes must be more than nothing."""
    if seconds is not None and not 0 < seconds < float("inf"):
        raise failure(BadStudy, "analysis.error.seconds")
    if nodes is not None and nodes < 1:
        raise failure(BadStudy, "analysis.error.nodes")


def word_of_each_move(record: Record) -> list[int]:
    """For every move the number of the record's word it is in."""
    return [word for word, turn in enumerate(record.turns) for _ in turn.moves]


def next_step(study: GameStudy, evaluate: Analyst) -> Step:
    """What is to be said of the first position that has no step yet."""
    number, record = study.done, study.record
    evaluation = evaluate(record.positions[number])
    played = record.moves[number] if number < len(record.moves) else None
    if number == 0:
        return Step(evaluation, played)
    before, move = record.positions[number - 1], record.moves[number - 1]
    return Step(evaluation, played, *judge(before, study.steps[-1].evaluation, move, evaluation, evaluate))


def judge(
    position: Position, before: Evaluation, move: Move, after: Evaluation, evaluate: Analyst
) -> tuple[float, Criticism | None]:
    """What a move lost. Before it is called a mistake, the better one is looked into as deeply as it was itself."""
    seat = position.turn or 0
    best = next(iter(before.lines), None)
    if best is None or best.move == move:
        return 0.0, None
    reached = value(after.outlook, seat)
    loss = value(best.outlook, seat) - reached
    if not grade_of(loss):
        return max(0.0, loss), None
    better = look_into(position, best.move, evaluate)
    loss = max(0.0, value(better.outlook, seat) - reached)
    if mark_of(loss) is None:
        return loss, None
    return loss, Criticism(better, *explain(position, move, after, better), pieces_in_hand(position, seat))


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
