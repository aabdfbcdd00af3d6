"""Reading game records, with every move checked."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from medina.notation.errors import BadPosition, BadRecord, RecordProblem
from medina.notation.marks import Marks
from medina.notation.positions import position_from_json
from medina.notation.records import GAME_TAGS, MOST_NESTED, MOST_PLACEMENTS, Record
from medina.notation.switches import SWITCH_TAGS, switch_texts
from medina.notation.writing import game_tags, result
from medina.rules import BadRuleset, IllegalMove, MedinaError, Move, Position, Ruleset, new_game
from medina.rules.ruleset import RULES_VERSION, SwitchValue, read_switches

_TAG = re.compile(r'\[([A-Za-z][A-Za-z0-9_]*)[ \t]+"((?:[^"\\]|\\["\\])*)"\]')
_WORD = r"[^\s{}(),*.!?<>]+"
_TOKEN = re.compile(
    r"(?P<space>\s+)|(?P<comment>\{[^{}\r\n]*\})|(?P<open>\()|(?P<close>\))|(?P<mark>[!?]+|<[^<>\r\n]*>)"
    rf"|(?P<round>[0-9]+\.)|(?P<result>\*|[0-9]+)|(?P<word>{_WORD}(?:\s*,\s*{_WORD})*)"
)


class _Token(NamedTuple):
    kind: str
    text: str
    line: int


def read_record(text: str) -> Record:
    """The game that an `.mgn` text holds. Raises `BadRecord` with the line, the word and the rule."""
    lines = [line.removesuffix("\r") for line in text.removeprefix("\ufeff").split("\n")]
    tags, first_line = _read_tags(lines)
    reader = _Reader(Record.new(_start(tags), {name: tag for name, (tag, _) in tags.items() if name not in GAME_TAGS}))
    for token in _tokens("\n".join(lines[first_line:]), first_line + 1):
        reader.take(token)
    return reader.finish(len(lines))


def _bad(problem: str, line: int | None = None, word: str | None = None, **given: object) -> BadRecord:
    """The error of that problem, to be raised."""
    return BadRecord(RecordProblem.because(problem, **given), line, word)


def _read_tags(lines: list[str]) -> tuple[dict[str, tuple[str, int]], int]:
    """The tags with their lines, and how many lines they take."""
    tags: dict[str, tuple[str, int]] = {}
    for number, line in enumerate(lines):
        stripped = line.strip()
        if stripped and not stripped.startswith("["):
            return tags, number
        if stripped:
            match = _TAG.fullmatch(stripped)
            if match is None:
                raise _bad("tag_form", number + 1, stripped)
            name, value = match[1], re.sub(r"\\(.)", r"\1", match[2])
            if name in tags:
                raise _bad("tag_twice", number + 1, stripped, tag=name)
            tags[name] = value, number + 1
    return tags, len(lines)


def _start(tags: dict[str, tuple[str, int]]) -> Position:
    """The first position, from the tags that describe the game."""
    if "Position" in tags:
        return _set_up(tags)
    rules = _ruleset(tags)
    well = tags["Well"][0] if rules.well and "Well" in tags else None
    market = tags["Market"][0] if "Market" in tags else None
    if rules.well and well is None:
        raise _bad("well_tag")
    if not rules.founding and market is None:
        raise _bad("market_tag")
    try:
        return new_game(rules, well=well, market=market)
    except MedinaError as error:
        tag = "Market" if error.problem in ("market_founded", "market_inside", "same_cell") else "Well"
        raise BadRecord(error, tags[tag][1], tags[tag][0]) from None


def _set_up(tags: dict[str, tuple[str, int]]) -> Position:
    """A position that somebody put together; what other tags say about the game must be so in it."""
    text, line = tags["Position"]
    try:
        start = position_from_json(json.loads(text))
    except BadPosition as error:
        raise BadRecord(error, line, text, error.rule) from None
    except (ValueError, RecursionError):
        raise _bad("position_tag", line, text) from None
    told = dict(game_tags(Record.new(start)))
    for name in GAME_TAGS & tags.keys() - {"Position", "Rules"}:
        if tags[name][0] != told.get(name):
            raise _bad("position_game", tags[name][1], name, tag=name)
    return start


def _ruleset(tags: dict[str, tuple[str, int]]) -> Ruleset:
    if not GAME_TAGS & tags.keys():
        raise _bad("no_record")
    for name in ("Edition", "Players"):
        if name not in tags:
            raise _bad("tag_missing", tag=name)
    players, line = tags["Players"]
    if players not in ("2", "3", "4"):
        raise BadRecord(BadRuleset.because("no_players"), line, players)
    switches = {switch: _switch(switch, *tags[tag]) for tag, switch in SWITCH_TAGS.items() if tag in tags}
    if "Well" in tags:
        switches["well"] = tags["Well"][0] != "no"
    gates = "Gates" in tags and _yes_no(*tags["Gates"])
    switches = read_switches(tags["Edition"][0], switches, _version(tags))
    try:
        return Ruleset.of(tags["Edition"][0], int(players), gates, **switches)
    except MedinaError as error:
        raise BadRecord(error, tags["Edition"][1], tags["Edition"][0]) from None


def _version(tags: dict[str, tuple[str, int]]) -> int:
    """The version of the rules that the record was written under: 1 where it does not say."""
    text, line = tags.get("Rules", ("1", 0))
    if text not in map(str, range(1, RULES_VERSION + 1)):
        raise _bad("rules_version", line, text, newest=RULES_VERSION)
    return int(text)


def _switch(name: str, text: str, line: int) -> SwitchValue:
    texts = switch_texts(name)
    if text in texts:
        return texts[text]
    if "yes" in texts:
        raise _bad("tag_yes_no", line, text)
    raise _bad("tag_word", line, text, words=", ".join(texts))


def _yes_no(value: str, line: int) -> bool:
    if value not in ("yes", "no"):
        raise _bad("tag_yes_no", line, value)
    return value == "yes"


def _tokens(text: str, line: int) -> Iterator[_Token]:
    """Round numbers, words, results and all that belongs to words, each with its line."""
    at = 0
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            raise _bad("no_word", line, text[at:].split()[0])
        if match.lastgroup != "space":
            yield _Token(str(match.lastgroup), match.group(), line)
        line += match.group().count("\n")
        at = match.end()


class _Line:
    """The game itself or a variation, as far as it has been read. `opened` is the parenthesis it began with."""

    def __init__(self, record: Record, opened: _Token | None = None) -> None:
        self.empty = record
        self.opened = opened
        self.positions = list(record.positions)
        self.moves: list[Move] = []
        self.starts: list[int] = []
        self.comments: dict[int, list[str]] = {}
        self.marks: dict[int, Marks] = {}
        self.variations: dict[int, list[Record]] = {}
        self.round = record.first_round - 1
        self.last_seat: int | None = None

    @property
    def word(self) -> int:
        """The number of the last word."""
        return len(self.starts) - 1

    @property
    def next_seat(self) -> int:
        return self.positions[-1].turn or 0

    @property
    def next_round(self) -> int:
        return self.round + (self.last_seat is None or self.next_seat <= self.last_seat)

    def instead(self, opened: _Token) -> _Line:
        """A variation of the last word."""
        return _Line(Record((self.positions[self.starts[-1]],), first_round=self.round), opened)

    def record(self) -> Record:
        """All of it, as far as it has been read."""
        return replace(
            self.empty,
            positions=tuple(self.positions),
            moves=tuple(self.moves),
            comments={word: " ".join(filter(None, texts)) for word, texts in self.comments.items()},
            marks=self.marks,
            variations={word: tuple(lines) for word, lines in self.variations.items()},
        )


class _Reader:
    """Plays the tokens of a record one after the other."""

    def __init__(self, record: Record) -> None:
        self.lines = [_Line(record)]
        self.result: list[_Token] = []
        self.placements = 0

    @property
    def line(self) -> _Line:
        """The line that the next word belongs to."""
        return self.lines[-1]

    def take(self, token: _Token) -> None:
        if self.result and token.kind != "result":
            raise _bad("after_result", token.line, token.text)
        getattr(self, f"_take_{token.kind}")(token)

    def _take_result(self, token: _Token) -> None:
        self._check_closed()
        self.result.append(token)

    def _take_round(self, token: _Token) -> None:
        expected = self.line.next_round
        if token.text.removesuffix(".").lstrip("0") != str(expected):
            raise _bad("round", token.line, token.text, round=expected)

    def _take_comment(self, token: _Token) -> None:
        self._check_after_word("comment_first", token)
        self.line.comments.setdefault(self.line.word, []).append(token.text[1:-1])

    def _take_mark(self, token: _Token) -> None:
        self._check_after_word("mark_first", token)
        line = self.line
        try:
            marks = line.marks.get(line.word, Marks()).with_text(token.text)
            marks.check(line.positions[0].state.board)
        except BadRecord as error:
            raise BadRecord(error.cause, token.line, token.text) from None
        line.marks[line.word] = marks

    def _take_open(self, token: _Token) -> None:
        self._check_after_word("variation_first", token)
        if len(self.lines) > MOST_NESTED:
            raise _bad("too_deep", token.line, token.text, most=MOST_NESTED)
        self.lines.append(self.line.instead(token))

    def _take_close(self, token: _Token) -> None:
        if len(self.lines) == 1:
            raise _bad("variation_close", token.line, token.text)
        if not self.line.moves:
            raise _bad("variation_empty", token.line, token.text)
        record = self.lines.pop().record()
        self.line.variations.setdefault(self.line.word, []).append(record)

    def _take_word(self, token: _Token) -> None:
        line = self.line
        if line.moves and line.positions[-1].is_mid_turn:
            raise _bad("turn_unfinished", token.line, token.text)
        line.round, line.last_seat = line.next_round, line.next_seat
        line.starts.append(len(line.moves))
        for number, text in enumerate(re.split(r"\s*,\s*", token.text)):
            if number and not line.positions[-1].is_mid_turn:
                raise BadRecord(RecordProblem.because("turn_over"), token.line, token.text, "4.2")
            self._play(text, token)

    def _play(self, text: str, token: _Token) -> None:
        before = self.line.positions[-1]
        self.placements += 1
        if self.placements > MOST_PLACEMENTS:
            raise _bad("too_long", token.line, token.text, most=MOST_PLACEMENTS)
        try:
            move = before.canonical(text)
            after = before.play(move)
        except MedinaError as error:
            rule = error.refusal.rule if isinstance(error, IllegalMove) else None
            raise BadRecord(error, token.line, token.text, rule) from None
        self.line.moves.append(move)
        self.line.positions.append(after)

    def _check_after_word(self, problem: str, token: _Token) -> None:
        if not self.line.moves:
            raise _bad(problem, token.line, token.text)

    def _check_closed(self) -> None:
        opened = self.line.opened
        if opened is not None:
            raise _bad("variation_open", opened.line, opened.text)

    def finish(self, last_line: int) -> Record:
        """The whole record, if its result is right."""
        self._check_closed()
        position = self.line.positions[-1]
        if not self.result:
            raise _bad("result_missing", last_line, "", result=result(position))
        given = " ".join(token.text for token in self.result)
        if given != result(position):
            problem = "result_scores" if position.phase == "over" else "result_star"
            raise _bad(problem, self.result[0].line, given, result=result(position))
        return self.line.record()
