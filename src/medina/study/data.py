"""Studies as plain data: the steps as they are stored and read again, and the whole as programs get it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any

from medina.notation import Record, write_record
from medina.rules import RULES_VERSION, Move
from medina.study.evaluation import Evaluation, Line, Outlook
from medina.study.game import Criticism, GameStudy, Mistake, Step
from medina.study.reasons import Reason
from medina.study.sentences import mistake_text, reasons_text

Data = Mapping[str, Any]


def bare(record: Record) -> Record:
    """The game alone, without people's names and remarks: all that a study needs."""
    return Record(record.positions, record.moves)


def game_key(record: Record) -> str:
    """Names a game under its rules: the same moves have the same name, whoever made them."""
    return sha256(f"{RULES_VERSION}\n{write_record(bare(record))}".encode()).hexdigest()


def step_to_data(step: Step) -> Data:
    """A step as it is stored. Reasons stay values, so that they can be said in any language."""
    criticism = step.criticism
    return {
        "played": step.played.text if step.played else None,
        "outlook": outlook_data(step.evaluation.outlook),
        "lines": [line_data(line) for line in step.evaluation.lines],
        "loss": step.loss,
        "criticism": criticism
        and {
            "better": line_data(criticism.better),
            "faults": reasons_data(criticism.faults),
            "merits": reasons_data(criticism.merits),
        },
    }


def step_from_data(data: Data) -> Step:
    """The step again."""
    found = data["criticism"]
    criticism = found and Criticism(_line(found["better"]), _reasons(found["faults"]), _reasons(found["merits"]))
    evaluation = Evaluation(_outlook(data["outlook"]), tuple(map(_line, data["lines"])))
    return Step(evaluation, Move.parse(data["played"]) if data["played"] else None, data["loss"], criticism)


def study_data(study: GameStudy, lang: str | None = None) -> dict[str, Any]:
    """The study as plain data, for programs."""
    return {
        "done": study.done,
        "total": study.total,
        "outlooks": [outlook_data(evaluation.outlook) for evaluation in study.evaluations],
        "best": [None if not evaluation.lines else line_data(evaluation.lines[0]) for evaluation in study.evaluations],
        "mistakes": [mistake_data(study, mistake, lang) for mistake in study.worst],
    }


def mistake_data(study: GameStudy, mistake: Mistake, lang: str | None) -> Data:
    """A mistake as plain data, with its sentences."""
    return {
        "number": mistake.number,
        "word": mistake.word,
        "seat": mistake.seat,
        "move": mistake.move.text,
        "mark": mistake.mark,
        "loss": round(mistake.loss, 4),
        "outlook": outlook_data(mistake.outlook),
        "better": line_data(mistake.better),
        "faults": reasons_text(mistake.faults, lang),
        "merits": reasons_text(mistake.merits, lang),
        "text": mistake_text(study, mistake, lang),
    }


def line_data(line: Line) -> Data:
    """A line as plain data."""
    moves = [move.text for move in line.continuation]
    return {"move": line.move.text, "outlook": outlook_data(line.outlook), "continuation": moves}


def outlook_data(outlook: Outlook) -> Data:
    """An outlook as plain data."""
    return {"scores": list(outlook.scores), "wins": list(outlook.wins)}


def reasons_data(reasons: Sequence[Reason]) -> list[Data]:
    """Reasons as plain data."""
    return [{"key": reason.key, "weight": reason.weight, "args": dict(reason.args)} for reason in reasons]


def _line(data: Data) -> Line:
    moves = tuple(map(Move.parse, data["continuation"]))
    return Line(Move.parse(data["move"]), _outlook(data["outlook"]), moves)


def _outlook(data: Data) -> Outlook:
    return Outlook(tuple(data["scores"]), tuple(data["wins"]))


def _reasons(data: Sequence[Data]) -> tuple[Reason, ...]:
    return tuple(Reason(reason["key"], reason["weight"], reason["args"]) for reason in data)
