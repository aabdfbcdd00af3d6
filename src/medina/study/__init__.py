"""Understanding games: what every position promised, where it was thrown away and why, and hints."""

from medina.study.annotate import annotated, mistakes_markdown, study_data
from medina.study.evaluation import Analyst, Evaluation, Line, Outlook, bot_analyst
from medina.study.game import BadStudy, GameStudy, Mistake, analyse_game, explain, look_into
from medina.study.graph import graph_png, graph_svg
from medina.study.hints import Hint, hint, reason_for
from medina.study.reasons import Reason
from medina.study.sentences import mistake_text, reasons_text

__all__ = [
    "Analyst",
    "BadStudy",
    "Evaluation",
    "GameStudy",
    "Hint",
    "Line",
    "Mistake",
    "Outlook",
    "Reason",
    "analyse_game",
    "annotated",
    "bot_analyst",
    "explain",
    "graph_png",
    "graph_svg",
    "hint",
    "look_into",
    "mistake_text",
    "mistakes_markdown",
    "reason_for",
    "reasons_text",
    "study_data",
]
