"""Game records as text: the part that is fixed for every program, and a plain reader for replaying them."""

import re
from itertools import groupby

from .game import new_game, play
from .scoring import scores
from .state import RULES_VERSION, Rules, State, Switch, values_of

SWITCH_TAGS = {
    "tea": "Tea",
    "tower_merchants": "TowerMerchants",
    "neutral_roofs": "NeutralRoofs",
    "short_first_turn": "ShortFirstTurn",
    "last_player_roofs": "LastPlayerRoofs",
    "both_placements": "BothPlacements",
    "connection": "Connection",
    "founding": "Founding",
}
VERSION_1: dict[str, Switch] = {"last_player_roofs": False, "both_placements": False, "connection": "tower"}
"""How a game without a version is read, whatever its tags say."""


def record_tags(state: State) -> dict[str, str]:
    """The tags that say what game this is; those about people are not the oracle's business."""
    rules = state.rules
    tags = {
        "Edition": rules.edition,
        "Rules": str(RULES_VERSION),
        "Players": str(rules.players),
        "Gates": "yes" if rules.gates else "no",
    }
    if state.well is not None:
        tags["Well"] = state.well
    elif rules.edition == "second":
        tags["Well"] = "no"
    if state.market is not None:
        tags["Market"] = state.market
    for switch, value in rules.changed_switches().items():
        if switch in SWITCH_TAGS:
            tags[SWITCH_TAGS[switch]] = tag_text(value)
    return tags


def tag_text(value: Switch) -> str:
    """The value of a switch as a tag says it."""
    return value if isinstance(value, str) else {True: "yes", False: "no"}[value]


def move_lines(state: State) -> list[str]:
    """One numbered line a round, one word a turn, and the result."""
    lines = []
    for number, in_round in groupby(state.log, key=lambda entry: entry.round):
        turns = groupby(in_round, key=lambda entry: entry.turn)
        words = [",".join(entry.text for entry in turn) for _, turn in turns]
        lines.append(f"{number}. " + " ".join(words))
    lines.append(" ".join(map(str, scores(state))) if state.phase == "over" else "*")
    return lines


def record_text(state: State) -> str:
    """The whole record."""
    tags = [f'[{name} "{value}"]' for name, value in record_tags(state).items()]
    return "\n".join([*tags, "", *move_lines(state), ""])


def split_record(text: str) -> tuple[dict[str, str], list[str]]:
    """Tags, and the lines after them, of a record that a program wrote."""
    tags = dict(re.findall(r'^\[(\w+) "(.*)"\]$', text, re.MULTILINE))
    lines = [line for line in text.splitlines() if line and not line.startswith("[")]
    return tags, lines


def start_of(tags: dict[str, str]) -> State:
    """The position before the first move."""
    switches: dict[str, Switch] = {}
    for name, tag in SWITCH_TAGS.items():
        if tag in tags:
            switches[name] = next(value for value in values_of(name) if tag_text(value) == tags[tag])
    if "Well" in tags:
        switches["well"] = tags["Well"] != "no"
    if "Rules" not in tags:
        switches |= VERSION_1
    rules = Rules.of(tags["Edition"], int(tags["Players"]), tags.get("Gates") == "yes", **switches)
    return new_game(rules, tags.get("Well") if rules.well else None, tags.get("Market"))


def moves_of(lines: list[str]) -> list[str]:
    """All the moves of the lines of a record, in order."""
    words = [word for line in lines[:-1] for word in line.split()[1:]]
    return [text for word in words for text in word.split(",")]


def replay(text: str) -> list[State]:
    """Every position of a record, the start first."""
    tags, lines = split_record(text)
    states = [start_of(tags)]
    for move in moves_of(lines):
        states.append(play(states[-1], move))
    return states
