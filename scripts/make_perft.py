"""Counts move sequences of one, two and three placements and writes them to tests/data/perft.

    .venv/bin/python scripts/make_perft.py

The setups are games played for a while by a fixed seed, and the openings of every combination (two placements, which
are up to 337,264 sequences). All is counted by the independent implementation in tests/oracle; the suite counts again
with `medina`.
"""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from oracle import Rules, State, legal_moves, new_game, play, record_text  # noqa: E402

PERFT = ROOT / "tests" / "data" / "perft"
MOST, LEAST = 62, 40
"""How many moves a setup may offer: enough to be telling, few enough to be counted in a second."""
SETUPS = [
    ("first-3", Rules.of("first", 3), 11),
    ("first-4-gates", Rules.of("first", 4, True), 12),
    ("second-2", Rules.of("second", 2), 13),
    ("second-2-gates", Rules.of("second", 2, True), 14),
    ("second-3-gates", Rules.of("second", 3, True), 15),
    ("second-4-switches", Rules.of("second", 4, True, tea=False, last_player_roofs=True, founding=True), 16),
]
COMBINATIONS = [
    Rules.of(edition, players, gates)
    for edition, players in (("first", 3), ("first", 4), ("second", 2), ("second", 3), ("second", 4))
    for gates in (False, True)
]


def count(state: State, depth: int) -> int:
    """How many sequences of that many moves there are."""
    moves = legal_moves(state)
    return len(moves) if depth == 1 else sum(count(play(state, move), depth - 1) for move in moves)


def any_kind(state: State, rng: random.Random) -> str:
    """A kind of move first, then one of it."""
    moves = legal_moves(state)
    kind = rng.choice(sorted({move[0] for move in moves}))
    return rng.choice([move for move in moves if move[0] == kind])


def played(rules: Rules, seed: int) -> State:
    """A game played until there are few enough moves."""
    rng = random.Random(seed)
    state = new_game(rules, seed=seed)
    while state.phase == "founding" or not LEAST <= len(legal_moves(state)) <= MOST:
        state = play(state, any_kind(state, rng))
        assert state.phase != "over"
    return state


def write(name: str, state: State, depth: int) -> None:
    """One setup as a record with its counts."""
    counts = [count(state, plies) for plies in range(1, depth + 1)]
    print(name, counts, flush=True)
    (PERFT / f"{name}.json").write_text(json.dumps({"record": record_text(state), "counts": counts}, indent=1) + "\n")


def main() -> None:
    """See the module."""
    PERFT.mkdir(parents=True, exist_ok=True)
    for name, rules, seed in SETUPS:
        write(name, played(rules, seed), 3)
    for rules in COMBINATIONS:
        gates = "-gates" if rules.gates else ""
        opening = new_game(rules, "f6" if rules.well else None, None if rules.founding else "c3")
        write(f"opening-{rules.edition}-{rules.players}{gates}", opening, 2)


if __name__ == "__main__":
    main()
