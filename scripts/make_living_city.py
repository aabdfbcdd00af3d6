"""Make the game that is being built behind the home page's button: client/src/home/city.json.

Only what can be seen is kept, as a start and one patch a placement (the form of the web API's replays).
"""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path
from typing import Any

import medina
from medina.notation import position_to_json

TARGET = Path(__file__).resolve().parent.parent / "client" / "src" / "home" / "city.json"
SEEN = ("players", "cells", "walls", "palaces", "streets", "tower_tiles", "tower_merchants")
LARGE = 4
WEIGHTS = {"M": 4, "W": 4, "S": 1, "R": 6, "D": 6}
Json = dict[str, Any]


def seen(position: medina.Position) -> Json:
    """The part of a position that is drawn."""
    whole = position_to_json(position)
    return {name: whole[name] for name in SEEN}


def patch(before: Any, after: Any, path: list[str | int]) -> list[tuple[list[str | int], Any]]:
    """What to set, and where, to get from one value to the other; nothing on a board ever disappears."""
    if before == after:
        return []
    if isinstance(before, dict) and isinstance(after, dict):
        return [change for key in after for change in patch(before.get(key), after[key], [*path, key])]
    if isinstance(before, list) and len(path) == 1 and len(after) >= len(before):
        old = before + [None] * (len(after) - len(before))
        return [
            change
            for index, (was, is_) in enumerate(zip(old, after, strict=True))
            for change in ([([*path, index], is_)] if was != is_ else [])
        ]
    return [(path, after)]


def choose(position: medina.Position, rng: random.Random) -> medina.Move:
    """A builder with an eye for large palaces: no roof before four cells, kinds of pieces in turn."""
    sizes = {palace.buildings[0]: palace.size for palace in position.palaces}
    worth_it = [m for m in position.legal_moves if m.piece not in "RN" or sizes.get(str(m.cell), 0) >= LARGE]
    moves = [m for m in worth_it if m.piece != "T"] or list(position.legal_moves)
    kinds = sorted({move.piece for move in moves})
    kind = rng.choices(kinds, [WEIGHTS.get(kind, 2) for kind in kinds])[0]
    return rng.choice([move for move in moves if move.piece == kind])


def game(seed: int, players: int, gates: bool) -> Json:
    """One whole game, as what can be seen of it."""
    rng = random.Random(seed)
    position = medina.new_game(medina.Ruleset.of("second", players=players, gates=gates), seed=seed)
    start, steps = seen(position), []
    while position.phase != "over":
        after = position.play(choose(position, rng))
        steps.append(patch(seen(position), seen(after), []))
        position = after
    return {"start": start, "steps": [step for step in steps if step]}


def main() -> int:
    """Write the game of the seed given, or of the one that looks best."""
    seed = int(sys.argv[1]) if len(sys.argv) > 1 else 7
    TARGET.parent.mkdir(exist_ok=True)
    TARGET.write_text(json.dumps(game(seed, 4, True), separators=(",", ":")) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
