"""A study as programs get it, and the name by which its game is known."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from medina.bots import Outlook
from medina.notation import Record, write_record
from medina.notation.switches import SWITCH_TAGS
from medina.rules.ruleset import RULES_VERSION, VERSION_1
from medina.study.evaluation import Line
from medina.study.game import GameStudy, Mistake
from medina.study.sentences import mistake_text, names_of, reasons_text

Data = Mapping[str, Any]


def bare(record: Record) -> Record:
    """The game alone, without people's names and remarks: all that a study needs."""
    return Record(record.positions, record.moves)


def game_key(record: Record) -> str:
    """Names a game under its rules: the same moves have the same name, whoever made them.

    A game that version 1 of the rules allows has the key that version 1 gave it, so that what is stored by it is found.
    """
    lines = write_record(bare(record)).split("\n")
    options = record.start.ruleset.options
    if all(options[name] == value for name, value in VERSION_1.items()):
        version, left_out = 1, ("Rules", *(tag for tag, name in SWITCH_TAGS.items() if name in VERSION_1))
    else:
        version, left_out = RULES_VERSION, ("Rules",)
    kept = [line for line in lines if not line.startswith(tuple(f"[{tag} " for tag in left_out))]
    return sha256("\n".join([str(version), *kept]).encode()).hexdigest()


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
