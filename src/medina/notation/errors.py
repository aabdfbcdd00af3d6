"""What can be wrong with a text or a JSON object that should be a game or a position."""

from __future__ import annotations

from medina.rules import MedinaError
from medina.rules.problems import PROBLEMS


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
        super().__init__(told if line is None else PROBLEMS["place"].format_map(self.place | {"problem": told}))

    @property
    def place(self) -> dict[str, object]:
        """Where it is, for a sentence."""
        return {"line": self.line, "word": f"{self.word!r:.80}"}

    def __reduce__(self) -> tuple[type[BadRecord], tuple[MedinaError, int | None, str | None, str | None]]:
        return type(self), (self.cause, self.line, self.word, self.rule)


class BadPosition(MedinaError):
    """A JSON object that is no position of the game."""
