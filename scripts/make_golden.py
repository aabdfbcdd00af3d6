"""Searches random games for the rare events of the rules and writes a few that show them all to tests/data/golden.

    .venv/bin/python scripts/make_golden.py [--minutes 5] [--seed 1]

The events and final positions are told by the independent implementation in tests/oracle alone; the suite then holds
`medina` to them. Games that are in the folder already stay, under their names, which other tests use.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from oracle import Rules, State, legal_moves, new_game, play, position_json, record_text, replay  # noqa: E402
from oracle.compare import random_rules  # noqa: E402
from oracle.policies import choose, policies_of_a_game  # noqa: E402
from oracle.rare import events, skips_that_ended  # noqa: E402
from oracle.rare_names import EVENTS  # noqa: E402

GOLDEN = ROOT / "tests" / "data" / "golden"
AGAIN = "4.4 skipped player placed again later"
GAMES = [(edition, players) for edition, counts in (("first", (3, 4)), ("second", (2, 3, 4))) for players in counts]


def shown(states: list[State]) -> dict[str, int]:
    """The events of a game, each with the number of the first move that brings it about."""
    found: dict[str, int] = {}
    for number, state in enumerate(states[1:], 1):
        for event in events(states[number - 1], state.log[-1].text, state):
            found.setdefault(event, number)
    if skips_that_ended(states):
        found[AGAIN] = len(states) - 1
    return found


def random_game(rng: random.Random) -> list[State]:
    """All positions of one game with random rules and ways of playing."""
    edition, players = rng.choice(GAMES)
    rules: Rules = random_rules(edition, players, rng.random() < 0.6, rng)
    policies = policies_of_a_game(rules.players, rng)
    states = [new_game(rules, seed=rng.randrange(10**9))]
    while states[-1].phase != "over":
        state = states[-1]
        states.append(play(state, choose(state, legal_moves(state), policies, rng)))
    return states


def read_games() -> tuple[dict[str, dict[str, int]], dict[str, str]]:
    """The games in the folder, by their text as it is written today: what they show, and their names."""
    shows, names = {}, {}
    for path in sorted(GOLDEN.glob("*.mgn")):
        states = replay(path.read_text())
        text = record_text(states[-1])
        shows[text], names[text] = shown(states), path.stem
    return shows, names


def search(games: dict[str, dict[str, int]], rng: random.Random, minutes: float) -> None:
    """Add games until every event is shown, or the time is up."""
    end = time.monotonic() + 60 * minutes
    played = 0
    missing = set(EVENTS) - {event for found in games.values() for event in found}
    while missing and time.monotonic() < end:
        states = random_game(rng)
        played += 1
        found = shown(states)
        if missing & found.keys():
            games[record_text(states[-1])] = found
            missing -= found.keys()
            print(f"{played} games played, {len(missing)} events to find", flush=True)
    for event in sorted(missing):
        print("not found:", event)


def chosen(games: dict[str, dict[str, int]], kept: dict[str, str]) -> dict[str, str]:
    """The games in the folder, and few others that show what these do not, each with its name."""
    names = dict(kept)
    wanted = {event for found in games.values() for event in found}
    wanted -= {event for text in kept for event in games[text]}
    while wanted:
        best = max(games, key=lambda text: (len(wanted & games[text].keys()), text))
        rules = replay(best)[-1].rules
        names[best] = f"{len(names) + 1:02}-{rules.edition}-{rules.players}{'-gates' if rules.gates else ''}"
        wanted -= games[best].keys()
    return names


def write(games: dict[str, dict[str, int]], kept: dict[str, str]) -> None:
    """The games, their final positions, and which of them shows what."""
    index: dict[str, list[list[object]]] = {event: [] for event in EVENTS}
    for text, name in chosen(games, kept).items():
        final = replay(text)[-1]
        assert legal_moves(final) == []
        (GOLDEN / f"{name}.mgn").write_text(text)
        (GOLDEN / f"{name}.json").write_text(json.dumps(position_json(final), indent=1) + "\n")
        for event, move in games[text].items():
            if event in index:
                index[event].append([name, move])
    lines = [f"{json.dumps(event)}: {json.dumps(places[:3])}" for event, places in index.items()]
    (GOLDEN / "events.json").write_text("{\n" + ",\n".join(lines) + "\n}\n")


def main() -> None:
    """See the module."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    GOLDEN.mkdir(parents=True, exist_ok=True)
    games, kept = read_games()
    search(games, random.Random(args.seed), args.minutes)
    write(games, kept)


if __name__ == "__main__":
    main()
