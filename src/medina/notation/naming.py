"""What tells one game from another: the key under which copies and analyses of a game are found."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Any

from medina.notation.records import Record
from medina.notation.shapes import FIELDS
from medina.rules import Position, Ruleset
from medina.rules.ruleset import SwitchValue, read_switches
from medina.rules.state import blank_state


def game_key(record: Record) -> str:
    """Names a game by its beginning and its moves, whoever made them and whatever is said about it.

    Stored: a game has the same key in every later version. Of switches and of the first position only what differs
    counts, from the edition's game as version 1 of the rules had it and from an empty city, so that a further switch or
    field changes no key.
    """
    start, rules = record.start, record.start.ruleset
    game = [rules.edition, rules.players, rules.gates, _differing_switches(rules), _differing_fields(start)]
    told = json.dumps([*game, [move.text for move in record.moves]], sort_keys=True)
    return sha256(told.encode()).hexdigest()


def _differing_switches(rules: Ruleset) -> dict[str, SwitchValue]:
    usual = read_switches(rules.edition, {}, 1)
    return {name: value for name, value in rules.options.items() if value != usual[name]}


def _differing_fields(start: Position) -> dict[str, Any]:
    empty = Position(blank_state(start.ruleset))
    own = {name: field for name, field in FIELDS.items() if field.read is not None}
    told = {name: (field.write(start), field.write(empty)) for name, field in own.items()}
    return {name: value for name, (value, blank) in told.items() if value != blank}
