"""Understanding games: what every position promised, where it was thrown away and why, and hints."""

from medina.bots import Outlook
from medina.study.annotate import annotated, mistakes_markdown
from medina.study.data import bare, study_data
from medina.study.evaluation import Analyst, Evaluation, Line, bot_analyst, value
from medina.study.game import BadStudy, GameStudy, Mistake, Step, analyse_game, grow, next_step
from medina.study.given import Finding, Promise, given_step, why_worse
from medina.study.graph import graph_png, graph_svg
from medina.study.hints import Hint, hint, reason_for
from medina.study.reasons import Reason
from medina.study.sentences import mistake_text, reasons_text, weightiest
from medina.study.thresholds import Mark, mark_of

__all__ = [
    "Analyst",
    "BadStudy",
    "Evaluation",
    "Finding",
    "GameStudy",
    "Hint",
    "Line",
    "Mark",
    "Mistake",
    "Outlook",
    "Promise",
    "Reason",
    "Step",
    "analyse_game",
    "annotated",
    "bare",
    "bot_analyst",
    "given_step",
    "graph_png",
    "graph_svg",
    "grow",
    "hint",
    "mark_of",
    "mistake_text",
    "mistakes_markdown",
    "next_step",
    "reason_for",
    "reasons_text",
    "study_data",
    "value",
    "weightiest",
    "why_worse",
]
