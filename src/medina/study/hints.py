"""A hint: the best move and why, in a sentence."""

from __future__ import annotations

from dataclasses import dataclass

from medina.rules import GameOver, Move, Position
from medina.study.evaluation import Analyst, Line, bot_analyst
from medina.study.game import check_budget
from medina.study.reasons import Reason, faults, merits
from medina.study.sentences import reasons_text
from medina.words import say


@dataclass(frozen=True)
class Hint:
    """The best move of a position, what it promises and what speaks for it."""

    line: Line
    reasons: tuple[Reason, ...]

    @property
    def move(self) -> Move:
        return self.line.move

    def sentence(self, lang: str | None = None) -> str:
        """Why, in words: "Rf7 claims orange at size 6 before Blue can."."""
        return say("analysis.hint", lang, move=str(self.move), reasons=reasons_text(self.reasons, lang))


def hint(
    position: Position,
    seconds: float | None = None,
    nodes: int | None = None,
    seed: int = 0,
    threads: int = 1,
    analyst: Analyst | None = None,
) -> Hint:
    """The best move for whoever is to place. Raises `GameOver` when nobody is."""
    check_budget(seconds, nodes)
    if position.phase == "over":
        raise GameOver
    if seconds is None and nodes is None:
        seconds = 1.0
    evaluate = analyst or bot_analyst(seconds, nodes, seed, threads)
    best = evaluate(position).lines[0]
    return Hint(best, tuple(merits(position, best.move, best.continuation)))


def reason_for(
    position: Position, move: Move | str, alternative: Move | str | None = None, lang: str | None = None
) -> str:
    """What speaks for a move, or, beside a better alternative, against it."""
    move = position.canonical(move)
    if alternative is None:
        return reasons_text(merits(position, move), lang)
    against = faults(position, move, position.canonical(alternative))
    return reasons_text(against or [Reason("analysis.bad.drifts", 0)], lang)
