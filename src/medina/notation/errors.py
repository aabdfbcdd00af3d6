"""What can be wrong with a text or a JSON object that should be a game or a position."""

from __future__ import annotations

from medina.rules import MedinaError

RECORD_PROBLEMS: dict[str, str] = {
    "tag_form": 'a tag looks like [Event "Friday night"]',
    "tag_twice": "the tag {tag} is given twice",
    "tag_missing": "the tag {tag} is missing",
    "tag_yes_no": 'this tag is "yes" or "no"',
    "well_tag": 'this game has a well; a tag [Well "f6"] must say where it is',
    "market_tag": 'this game starts with a merchant; a tag [Market "c3"] must say where it is',
    "no_word": "this is neither a move nor a comment",
    "round": "this is round {round}",
    "comment_first": "a comment stands after a word",
    "mark_first": "a mark stands after a word",
    "mark_form": "the rings and arrows of a word stand together, like <e5 e4-h9>",
    "mark_cell": "{cell} is not on a board of {columns} by {rows}",
    "sign": "a word has one sign, and it is one of {signs}",
    "variation_first": "a variation stands after the turn it replaces",
    "variation_empty": "a variation has at least one turn",
    "variation_open": "this variation is not closed; the result stands after it",
    "variation_close": "there is no variation to close",
    "too_deep": "variations lie at most {most} deep in one another",
    "too_long": "a record has at most {most} placements, variations included",
    "turn_unfinished": "the turn before this word is not finished",
    "turn_over": "this word has more placements than the turn",
    "after_result": "nothing may follow the result",
    "result_missing": "the result is missing; it is {result}",
    "result_scores": "the game is over with the scores {result}",
    "result_star": "the game is not over, so its result is *",
    "place": "line {line}, word {word}: {problem}",
}
"""Sentences by name, so that they can be told in other languages. The last of them says where another one is."""


class RecordProblem(MedinaError):
    """What is wrong at some place of a record."""

    problems = RECORD_PROBLEMS


class BadRecord(MedinaError):
    """A text that is no game record: `line` and `word` say where, `rule` which rule a move breaks.

    `cause` is what is wrong there.
    """

    code = "bad_record"

    def __init__(
        self, problem: str | MedinaError, line: int | None = None, word: str | None = None, rule: str | None = None
    ) -> None:
        self.cause = problem if isinstance(problem, MedinaError) else MedinaError(problem)
        self.line, self.word, self.rule = line, word, rule
        told = self.cause.message
        super().__init__(told if line is None else RECORD_PROBLEMS["place"].format_map(self.place | {"problem": told}))

    @property
    def place(self) -> dict[str, object]:
        """Where it is, for a sentence."""
        return {"line": self.line, "word": f"{self.word!r:.80}"}

    def __reduce__(self) -> tuple[type[BadRecord], tuple[MedinaError, int | None, str | None, str | None]]:
        return type(self), (self.cause, self.line, self.word, self.rule)


class BadPosition(MedinaError):
    """A JSON object that is no position of the game."""
