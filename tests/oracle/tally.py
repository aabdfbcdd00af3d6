"""What comparisons find: differences, and counts of what they have really seen."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from .state import Rules


@dataclass
class Difference:
    """Where the two disagree, with all that is needed to see it again."""

    what: str
    rules: Rules
    policies: list[str]
    plies: int
    record: str
    move: str | None
    oracle: Any
    engine: Any
    fatal: bool = True

    @property
    def kind(self) -> str:
        """Differences of one kind are told once, by the shortest game that shows them."""
        piece = "" if self.move is None else f" {self.move[:1]}{'/' if '/' in self.move else ''}"
        return f"{self.what}{piece}" if self.fatal else f"{self.what}{piece} {self.oracle} / {self.engine}"


@dataclass
class Tally:
    """What a number of compared games have seen."""

    games: int = 0
    plies: int = 0
    legal_moves: int = 0
    refusals: int = 0
    malformed: int = 0
    undone: int = 0
    loaded: int = 0
    rules_named: Counter[str] = field(default_factory=Counter)
    not_preferred: Counter[str] = field(default_factory=Counter)
    hits: Counter[str] = field(default_factory=Counter)
    games_with: Counter[str] = field(default_factory=Counter)
    games_of: Counter[str] = field(default_factory=Counter)
    games_by_policy: Counter[str] = field(default_factory=Counter)
    made: Counter[str] = field(default_factory=Counter)  # made-up positions that showed the rule they are made for
    differences: list[Difference] = field(default_factory=list)

    def add(self, other: "Tally") -> None:
        """Count another tally in."""
        for name, value in vars(other).items():
            if isinstance(value, Counter):
                getattr(self, name).update(value)
            else:
                setattr(self, name, getattr(self, name) + value)


@dataclass(frozen=True)
class Effort:
    """How much is asked besides legal moves, positions and scores at every ply."""

    full_whys: int = 1  # plies of a game at which every conceivable move is asked about
    whys: int = 18  # moves asked about at a third of the other plies
    probes: float = 0.05  # chance of an illegal play, malformed moves, undo at a ply
