"""What can be wrong with a text or a JSON object that should be a game or a position."""

from __future__ import annotations

from medina.rules import MedinaError


class BadRecord(MedinaError):
    """A text that is no game record: `line` and `word` say where, `rule` which rule a move breaks."""

    code = "bad_record"

    def __init__(self, problem: str, line: int | None = None, word: str | None = None, rule: str | None = None) -> None:
        where = [f"line {line}" if line is not None else "", f"word {word!r:.80}" if word is not None else ""]
        place = ", ".join(part for part in where if part)
        super().__init__(f"{place}: {problem}" if place else problem)
        self.problem, self.line, self.word, self.rule = problem, line, word, rule

    def __reduce__(self) -> tuple[type[BadRecord], tuple[str, int | None, str | None, str | None]]:
        return type(self), (self.problem, self.line, self.word, self.rule)


class BadPosition(MedinaError):
    """A JSON object that is no position of the game."""
