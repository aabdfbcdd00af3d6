"""Make the game that is being built behind the home page's button: client/src/home/city.json.

Only what can be seen is kept: the start, and what each placement adds to the fields of the position.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterable
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


def additions(before: Json, after: Json) -> Json:
    """What is new in each field, by name or by place in the list; nothing on a board ever disappears."""
    fields = {name: (dict(items(before[name])), dict(items(after[name]))) for name in SEEN if name != "players"}
    new = {name: {key: now[key] for key in now if now[key] != was.get(key)} for name, (was, now) in fields.items()}
    return {name: added for name, added in new.items() if added}


def items(field: Json | list[Any]) -> Iterable[tuple[str, Any]]:
    """The entries of a field by name, or by place in the list."""
    return field.items() if isinstance(field, dict) else ((str(place), item) for place, item in enumerate(field))


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
        steps.append(additions(seen(position), seen(after)))
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
