"""What can be wrong with a text or a JSON object that should be a game or a position."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Self

from medina.rules import MedinaError
from medina.rules.refusals import PIECE_WORDS

RECORD_PROBLEMS: dict[str, str] = {
    "no_record": 'This is not a game record of Medina: such a record begins with tags like [Edition "second"]',
    "tag_form": 'a tag looks like [Event "Friday night"]',
    "tag_twice": "the tag {tag} is given twice",
    "tag_missing": "This is no Medina record: [{tag}] is missing",
    "tag_yes_no": 'this tag is "yes" or "no"',
    "tag_word": "this tag is one of {words}",
    "rules_version": "this program knows the rules of version 1 to {newest}",
    "well_tag": 'this game has a well; a tag [Well "f6"] must say where it is',
    "market_tag": 'this game starts with a merchant; a tag [Market "c3"] must say where it is',
    "position_tag": "the tag Position holds a position as JSON",
    "position_game": "the tag {tag} says something else than the position",
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


POSITION_PROBLEMS: dict[str, str] = {
    "position_object": "A position is a JSON object.",
    "position_field": "The position lacks a field or has a wrong value: {detail}.",
    "position_version": "The position is of version {version} of the rules; this program knows 1 to {newest}.",
    "position_unknown": "A position has no field {field}.",
    "position_seats": "A position has one entry a seat.",
    "position_counts": "A position counts pieces, in whole numbers from 0.",
    "position_flags": "A position says true or false where that is asked.",
    "position_placements": "A position counts the placements left.",
    "position_owners": "A position names seats by their number, and nobody's palaces neutral.",
    "position_misfit": "The field {field} of the position does not fit the rest.",
    "position_well": "A position has a well if the game has one.",
    "position_in_hand": "{seat} holds more {piece} than a player can have.",
    "position_too_many": "There are more {piece} on the board than in the game.",
    "position_building": "A palace is a group of touching buildings.",
    "position_stable": "A palace has stables that touch buildings of it.",
    "position_one_piece": "There is one piece a cell.",
    "position_apart": "Nothing of a palace is near another palace.",
    "position_near_well": "Nothing is built near the well.",
    "position_gate_front": "Nothing is built in front of a gate.",
    "position_one_colour": "A player owns one palace of a colour at most.",
    "position_two_open": "Two palaces of one colour are not open at the same time.",
    "position_tile": "The tile of a colour lies at the largest of its palaces with roofs, once there is one.",
    "position_tea": "There is the tea that roofs on purple palaces leave.",
    "position_market": "There is a market once it is founded, and none before.",
    "position_no_street": "There is no empty street.",
    "position_first_end": "A street is written from its first end.",
    "position_path": "Streets are paths of touching merchants.",
    "position_gate": "Gates stand beside walls, away from the towers, one a side, in a game with gates.",
    "position_used_gate": "Only gates that stand have carried a street: these are the used gates.",
    "position_walls": "Walls stand in rows from the towers, and one wall cell of a side without a gate stays empty.",
    "position_phase": "The phase is founding, play or over.",
    "position_over": "A game that is over has no turn.",
    "position_not_over": "A game is over only when nobody can place.",
    "position_turn": "There is a seat to place next.",
    "position_left": "There are one or two placements left.",
    "position_stuck": "The player to place next can place.",
    "position_founder": "The market is founded by the first player.",
    "position_out": "A player without pieces is out, and nobody else.",
}
"""Sentences by name, as above."""

POSITION_WORDS: dict[str, dict[str, str]] = {
    "seat": {"0": "Red", "1": "Blue", "2": "Green", "3": "Yellow"},
    "piece": {**PIECE_WORDS, "R": "roofs"},
}
"""How these sentences call seats, which errors know by number, and pieces, which they know by letter."""

POSITION_RULES: dict[str, str] = {
    "position_well": "3.1",
    "position_in_hand": "2",
    "position_too_many": "2",
    "position_building": "5.1",
    "position_stable": "7.1",
    "position_one_piece": "5.2",
    "position_apart": "5.6",
    "position_near_well": "5.7",
    "position_gate_front": "16.3",
    "position_one_colour": "6.2",
    "position_two_open": "5.4",
    "position_tile": "12.3",
    "position_tea": "10.1",
    "position_market": "3.1",
    "position_path": "8.1",
    "position_gate": "16.1",
    "position_used_gate": "16.5",
    "position_walls": "9.1",
    "position_over": "4.7",
    "position_not_over": "4.7",
    "position_turn": "4.1",
    "position_left": "4.2",
    "position_stuck": "4.4",
    "position_founder": "3.3",
    "position_out": "4.5",
}
"""Which rule each of them breaks; the others are no matter of the rules."""


class BadPosition(MedinaError):
    """A JSON object that is no position of the game: `rule` says which rule it breaks, `cells` where."""

    problems = POSITION_PROBLEMS
    cells: tuple[str, ...] = ()

    @property
    def rule(self) -> str | None:
        return POSITION_RULES.get(self.problem or "")

    @classmethod
    def because(cls, problem: str, **given: object) -> Self:
        """The error that is one of the `POSITION_PROBLEMS`."""
        words = {name: POSITION_WORDS.get(name, {}).get(str(value), value) for name, value in given.items()}
        error = super().because(problem, **words)
        error.given = given
        return error

    @classmethod
    def at(cls, problem: str, cells: Iterable[str], **given: object) -> Self:
        """The error of that problem on these cells."""
        error = cls.because(problem, **given)
        error.cells = tuple(cells)
        return error
