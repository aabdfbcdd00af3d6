"""Game records as text."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import groupby

from medina.notation.positions import position_to_json
from medina.notation.records import Record, Turn
from medina.notation.switches import SWITCH_TAGS, switch_text
from medina.rules import RULES_VERSION, Position


def write_record(record: Record) -> str:
    """The record as `.mgn` text."""
    tags = "".join(f'[{name} "{escaped(value)}"]\n' for name, value in tag_lines(record))
    return tags + "\n" + "".join(f"{line}\n" for line in round_lines(record)) + result(record.position) + "\n"


def escaped(value: str) -> str:
    """A tag's value with a backslash before quotes and backslashes."""
    return value.replace("\\", "\\\\").replace('"', '\\"')


def tag_lines(record: Record) -> Iterator[tuple[str, str]]:
    """All tags in the program's order: event and date, the game, the seats, then the others."""
    seats = [f"Seat{seat}" for seat in range(record.start.ruleset.players)]
    placed = {"Event", "Date", *seats}
    yield from ((name, record.tags[name]) for name in ("Event", "Date") if name in record.tags)
    yield from game_tags(record)
    yield from ((name, record.tags[name]) for name in seats if name in record.tags)
    yield from ((name, value) for name, value in record.tags.items() if name not in placed)


def game_tags(record: Record) -> Iterator[tuple[str, str]]:
    start, rules = record.start, record.start.ruleset
    unusual = rules.unusual_options
    yield "Edition", rules.edition
    yield "Rules", str(RULES_VERSION)
    yield "Players", str(rules.players)
    yield "Gates", switch_text(rules.gates)
    if record.is_set_up:
        yield "Position", json.dumps(position_to_json(start), separators=(",", ":"))
        return
    if rules.well:
        yield "Well", start.well or ""
    elif "well" in unusual:
        yield "Well", "no"
    if not rules.founding:
        yield "Market", start.streets[0][0]
    for tag, switch in SWITCH_TAGS.items():
        if switch in unusual:
            yield tag, switch_text(unusual[switch])


def round_lines(record: Record) -> Iterator[str]:
    """One numbered line a round, with its variations in it."""
    words = enumerate(record.turns)
    for number, turns in groupby(words, key=lambda word: word[1].round):
        yield f"{number}. " + " ".join(word_text(record, word, turn) for word, turn in turns)


def word_text(record: Record, word: int, turn: Turn) -> str:
    """A turn with all that belongs to it: its marks, its comment, its variations."""
    text = ",".join(move.text for move in turn.moves)
    marks = str(record.marks.get(word, ""))
    comment = f"{{{record.comments[word]}}}" if word in record.comments else ""
    variations = (f" ({' '.join(round_lines(line))})" for line in record.variations.get(word, ()))
    return text + marks + comment + "".join(variations)


def result(position: Position) -> str:
    """The final scores in seat order, or a star."""
    return " ".join(map(str, position.scores)) if position.phase == "over" else "*"
