"""A study as programs get it, and what it needs of a game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from medina.bots import Outlook
from medina.notation import Record
from medina.study.evaluation import Line
from medina.study.game import GameStudy, Mistake
from medina.study.sentences import mistake_text, names_of, reasons_text

Data = Mapping[str, Any]


def bare(record: Record) -> Record:
    """The game alone, without people's names and remarks: all that a study needs."""
    return Record(record.positions, record.moves)


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
    names = names_of(study, lang)
    return {
        "number": mistake.number,
        "word": mistake.word,
        "seat": mistake.seat,
        "move": mistake.move.text,
        "mark": mistake.mark,
        "loss": round(mistake.loss, 4),
        "outlook": outlook_data(mistake.outlook),
        "better": line_data(mistake.better),
        "faults": reasons_text(mistake.faults, lang, names),
        "merits": reasons_text(mistake.merits, lang, names),
        "text": mistake_text(study, mistake, lang),
    }


def line_data(line: Line) -> Data:
    moves = [move.text for move in line.continuation]
    return {"move": line.move.text, "outlook": outlook_data(line.outlook), "continuation": moves}


def outlook_data(outlook: Outlook) -> Data:
    return {"scores": list(outlook.scores), "wins": list(outlook.wins)}
